import { randomUUID } from 'node:crypto';
import type { CrawlJob, CrawlNote, CrawlStatus, CrawlUrl } from '../../model/crawl/crawl.js';
import type { MergedData } from '../../model/extraction/merging.js';
import type { Frontier } from './frontier.port.js';
import type { ResultSegments } from './result-segments.port.js';
import type { ResultStore } from './result-store.port.js';
import type { JobOutbox } from './webhook-outbox.port.js';

/** Maximum number of crawls of an owner when another one is created. */
export interface OwnerRoom {
  /** Running at once. */
  readonly running: number;
  /** Ended, with results that have not expired. */
  readonly kept: number;
}

/** Result of creating a crawl. The crawl exists only if the result is `created`. */
export type CreateResult =
  | 'created'
  /** The owner has already used the idempotency key. */
  | 'key-used'
  | 'too-many-running'
  | 'too-many-kept';

/** Crawls of an owner. */
export interface CrawlList {
  readonly notes: readonly CrawlNote[];
  readonly isPartial: boolean;
}

/** A crawl to create. */
export interface NewCrawl {
  readonly job: Pick<CrawlJob, 'id' | 'owner' | 'request' | 'createdAt'>;
  readonly limit: number;
  readonly seeds: readonly CrawlUrl[];
  /** Unique per owner: a second crawl with the same key is rejected. Remembered for 24 hours. */
  readonly idempotencyKey: string | null;
  /** @default unlimited */
  readonly room?: OwnerRoom;
}

/** `progress`: URLs or results were added or removed; `ended`: the crawl is no longer running. */
export type CrawlChange = 'progress' | 'ended';

/**
 * Stores crawl jobs with their status and outcome. Their data is divided into three ports, which can be used
 * independently. Safe for concurrent workers.
 *
 * Every method is atomic. Throws UnavailableError if the store is full or unreachable, without partial
 * changes.
 */
export abstract class CrawlStore {
  /** True if other processes may work on the same crawls. */
  abstract readonly isShared: boolean;

  /** Name of the server that stores the crawls, such as `PostgreSQL`; null if the store needs none. */
  readonly server: string | null = null;

  /** The URLs of the crawls. */
  abstract readonly frontier: Frontier;

  /** The results of the crawls. */
  abstract readonly results: ResultStore;

  /** Moves results to an archive; null if the store does not support it. */
  readonly segments: ResultSegments | null = null;

  /** Webhook messages to be sent. */
  abstract readonly outbox: JobOutbox;

  /**
   * Returns a random id for a new crawl. Idempotency keys are exact for crawls with such an id, and for those with an id that always has
   * the same key.
   */
  newId(_owner: string, _idempotencyKey: string | null): string {
    return randomUUID();
  }

  /**
   * Creates a crawl with its seeds, if its owner has room for it; durable once the promise resolves.
   * Concurrent calls never exceed the limits. An idempotency key is used up only if its crawl was created.
   */
  abstract create(crawl: NewCrawl): Promise<CreateResult>;

  /** @throws UnavailableError while crawls cannot be accepted or read */
  abstract checkReady(): Promise<void>;

  /** @returns null if the crawl never existed or its record was deleted */
  abstract find(crawlId: string): Promise<CrawlJob | null>;

  /** True if the crawl existed and its results have expired (remembered for another 24 hours). */
  abstract isExpired(crawlId: string): Promise<boolean>;

  /** True while lists lack crawls, because a part of the store is out of reach. */
  get isPartial(): boolean {
    return false;
  }

  /**
   * Returns the running crawls of one owner, or of all if null. The cost does not depend on the crawls of
   * other owners.
   */
  abstract running(owner: string | null): Promise<CrawlNote[]>;

  /**
   * Returns the crawls of an owner whose results can be read, running or ended, the newest first. The cost
   * depends only on their number.
   */
  abstract ofOwner(owner: string): Promise<CrawlNote[]>;

  /** Returns `ofOwner`, and whether it lacks crawls, because a part of the store is out of reach. */
  async listOfOwner(owner: string): Promise<CrawlList> {
    const notes = await this.ofOwner(owner);
    return { notes, isPartial: this.isPartial };
  }

  /**
   * Ends a running crawl; its results expire `retentionMs` from now. Cancelling abandons its leased tasks.
   * @param gathered result of an extract job, stored with it
   * @returns false if the crawl was not running
   */
  abstract finish(
    crawlId: string,
    status: Exclude<CrawlStatus, 'running'>,
    error: string | null,
    retentionMs: number,
    gathered?: MergedData | null,
  ): Promise<boolean>;

  /**
   * Reopens a completed crawl and adds the pages of further URLs after its existing ones. The seen URLs may
   * have been deleted; `records` lists them. Its webhook receives the further pages, and another event for
   * the end.
   * @returns false if the crawl is not completed, or its results have expired
   */
  abstract reopen(crawlId: string, urls: readonly CrawlUrl[]): Promise<boolean>;

  /**
   * Changes the time at which the results of an ended crawl expire, in milliseconds since the epoch.
   * @returns false if the crawl is running, its results have expired, or the store does not support it
   */
  async keepUntil(_crawlId: string, _expiresAt: number): Promise<boolean> {
    return false;
  }

  /** Calls `listener` shortly after any change of the crawl. @returns a function that removes the listener */
  abstract subscribe(crawlId: string, listener: (change: CrawlChange) => void): () => void;

  /**
   * Deletes everything that has expired by `nowMs`, including idempotency keys. @returns the number of
   * deleted crawls
   */
  abstract expire(nowMs: number): Promise<number>;
}
