import type { CrawlJob, CrawlNote, CrawlStatus, CrawlUrl } from '../model/crawl/crawl.js';
import type { GatheredData } from '../model/extraction/extract-job.js';
import type { Frontier } from './frontier.port.js';
import type { ResultStore } from './result-store.port.js';
import type { WebhookOutbox } from './webhook-outbox.port.js';

/** How many crawls an owner may have when another one is created. */
export interface OwnerRoom {
  /** Running at once. */
  readonly running: number;
  /** Over, with results that have not expired. */
  readonly kept: number;
}

/** What creating a crawl came to. Nothing is created unless it says so. */
export type CreateResult =
  | 'created'
  /** The owner used the idempotency key before. */
  | 'key-used'
  | 'too-many-running'
  | 'too-many-kept';

/** A crawl about to begin. */
export interface NewCrawl {
  readonly job: Pick<CrawlJob, 'id' | 'owner' | 'request' | 'createdAt'>;
  readonly limit: number;
  readonly seeds: readonly CrawlUrl[];
  /** Used once an owner: a second crawl with it is refused. Remembered for 24 hours. */
  readonly idempotencyKey: string | null;
  /** Absent: without a bound. */
  readonly room?: OwnerRoom;
}

/** What changed: addresses or results came or went, or the crawl is no longer running. */
export type CrawlChange = 'progress' | 'ended';

/**
 * Remembers crawls: that they exist, how they are, and how they ended. What belongs to them is in three parts, each a port of its
 * own, so that whoever works on one knows no other. Safe for many workers at once.
 *
 * Every method is atomic. Throws UnavailableError when the store is full or out of reach; nothing is half done then.
 */
export abstract class CrawlStore {
  /** Whether other processes may be at work on the same crawls. */
  abstract readonly isShared: boolean;

  /** The addresses of the crawls. */
  abstract readonly frontier: Frontier;

  /** What became of them. */
  abstract readonly results: ResultStore;

  /** Messages that wait to be sent. */
  abstract readonly outbox: WebhookOutbox;

  /**
   * Creates a crawl with its seeds, if its owner has room for it; durable before this resolves. Of many that come at once no more
   * are created than there is room for. An idempotency key counts as used only when its crawl was created.
   */
  abstract create(crawl: NewCrawl): Promise<CreateResult>;

  /** @throws UnavailableError while crawls cannot be accepted or told about */
  abstract checkReady(): Promise<void>;

  /** @returns null when it never existed or was forgotten */
  abstract find(crawlId: string): Promise<CrawlJob | null>;

  /** Whether the crawl existed and its results have expired (remembered for 24 hours more). */
  abstract isExpired(crawlId: string): Promise<boolean>;

  /** Running crawls: of one owner, or of all when null. The cost does not grow with the crawls of other owners. */
  abstract running(owner: string | null): Promise<CrawlNote[]>;

  /** Crawls of an owner whose results can be read, running or over, the newest first. The cost grows with those only. */
  abstract ofOwner(owner: string): Promise<CrawlNote[]>;

  /**
   * Ends a running crawl; results expire `retentionMs` from now. Leases out are abandoned when it is cancelled.
   * @param gathered what an extract job came to, kept with it
   * @returns false when it was not running
   */
  abstract finish(
    crawlId: string,
    status: Exclude<CrawlStatus, 'running'>,
    error: string | null,
    retentionMs: number,
    gathered?: GatheredData | null,
  ): Promise<boolean>;

  /**
   * Has a completed crawl run again: behind the pages that it has come those of further addresses. Which ones it has had may be
   * forgotten; `records` tells. Its webhook hears of the further pages, and of the end again.
   * @returns false when it is not completed, or its results have expired
   */
  abstract reopen(crawlId: string, urls: readonly CrawlUrl[]): Promise<boolean>;

  /** Calls `listener` soon after anything about the crawl changed. @returns a function that ends it */
  abstract subscribe(crawlId: string, listener: (change: CrawlChange) => void): () => void;

  /** Deletes what has expired by `nowMs`, used idempotency keys too. @returns how many crawls were deleted */
  abstract expire(nowMs: number): Promise<number>;
}
