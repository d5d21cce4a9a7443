import type {
  CrawlJob,
  CrawlNote,
  CrawlResults,
  CrawlStatus,
  CrawlUrl,
  PageFailure,
  PageOutcome,
  PageRecord,
  PageTask,
  VisitFacts,
} from '../model/crawl.js';
import type { GatheredData } from '../model/extract-job.js';

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

/** Bounds of one reading of results. At least one page is given when there is one. */
export interface ResultsRange {
  /** Results before this position are skipped. */
  readonly from: number;
  readonly maxPages: number;
  /** Bytes of the serialised pages. */
  readonly maxBytes: number;
}

/** What taking the next address came to. */
export type TakeResult =
  | { readonly kind: 'task'; readonly task: PageTask }
  /**
   * Nothing may start now: places are taken, leases are out, or every address waits for its time.
   * `isLeft`: some addresses wait for a worker that has a browser.
   */
  | { readonly kind: 'wait'; readonly untilMs: number | null; readonly isLeft?: boolean }
  /** Nothing is queued and nothing leased, or the limit is reached and nothing leased. */
  | { readonly kind: 'drained' }
  /** The crawl is no longer running. */
  | { readonly kind: 'over'; readonly status: CrawlStatus };

/** A page under way that needs a browser. */
export interface BrowserWish {
  /** Whether its worker has one. */
  readonly hasBrowser: boolean;
  /** Most pages of the crawl that a browser finishes. */
  readonly most: number;
  /** How long workers with a browser may be silent before they are not waited for any more. */
  readonly patienceMs: number;
}

/** What becomes of a page that needs a browser. */
export type BrowserGrant =
  /** The worker's own browser may finish it. It counts, unless its lease ends otherwise than with a page. */
  | 'granted'
  /** The task was given back, for a worker that has a browser. */
  | 'left'
  /** The crawl has had as many as it may. */
  | 'full'
  /** No worker with a browser was heard of in time. */
  | 'nobody';

/** Webhook messages of one crawl, to be sent by the holder of the lease. */
export interface WebhookTask {
  readonly crawlId: string;
  readonly lease: string;
  readonly position: number;
  readonly owner: string;
  /** Host and port of the address that they are sent to. */
  readonly receiver: string;
  /** How often the message at `position` was tried in vain. */
  readonly tries: number;
}

/** Whose messages stay where they are for now. */
export interface BusyReceivers {
  readonly owners: readonly string[];
  readonly receivers: readonly Pick<WebhookTask, 'owner' | 'receiver'>[];
}

/** A message that was tried in vain. */
export interface WebhookRetry {
  readonly tries: number;
  /** How long it is not tried again. */
  readonly waitMs: number;
}

/** What changed: addresses or results came or went, or the crawl is no longer running. */
export type CrawlChange = 'progress' | 'ended';

/**
 * Remembers crawl jobs, their frontier and their results. Safe for many workers at once.
 *
 * Every method is atomic. Throws UnavailableError when the store is full or out of reach; nothing is half done then.
 */
export abstract class CrawlStore {
  /** Whether other processes may be at work on the same crawls. */
  abstract readonly isShared: boolean;

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
   * Leases the next address of a crawl, oldest first, passing over those whose `host` is in `busyHosts`.
   *
   * Never leases beyond `limit - pages - leased`, so the limit is exact with any number of workers. A lease that ran out
   * is handed out again, with `attempts` one higher. The cost does not grow with the number of addresses passed over.
   * Addresses that were left to a browser come first, but not to a worker that has none while one with a browser is heard of.
   * @param hasBrowser whether the worker may have one; it may when absent
   */
  abstract take(
    crawlId: string,
    worker: string,
    leaseMs: number,
    busyHosts?: readonly string[],
    hasBrowser?: boolean,
  ): Promise<TakeResult>;

  /** Makes the leases last `leaseMs` from now. @returns the tasks whose lease was lost */
  abstract renew(tasks: readonly PageTask[], leaseMs: number): Promise<PageTask[]>;

  /** A worker that has a browser says so, again and again: for `forMs` pages that need one are left to it. */
  abstract announceBrowser(forMs: number): Promise<void>;

  /** Asks for a browser for a page under way. With any number of workers no more pages are granted than `most`. */
  abstract askForBrowser(task: PageTask, wish: BrowserWish): Promise<BrowserGrant>;

  /**
   * Gives a task back; it is not taken again before `notBeforeMs` (epoch). Ignored unless its lease is still owned.
   * @param isRetry counts as an attempt (the page failed and is tried again), else it was only not its time
   */
  abstract release(task: PageTask, notBeforeMs: number, isRetry: boolean): Promise<boolean>;

  /** Adds addresses found outside a page (sitemaps). Known keys are ignored. @returns how many were new */
  abstract add(crawlId: string, urls: readonly CrawlUrl[]): Promise<number>;

  /**
   * Stores what became of a task and its newly found addresses in one atomic step.
   *
   * Ignored unless `task.lease` is still owned and the crawl is running: a worker that was only slow cannot double anything, and
   * a second call is `lost`. A page one of whose `keys` is stored already becomes `collapsed`; an address that waits in the
   * queue under one of them is not handed out any more but becomes `collapsed` too. The page of a seed tells the job's
   * `rootUrl`. Children beyond the bound of their path's query variants are counted as trapped; when the page is the last one
   * of the limit they are ignored. A driver may queue most of a very long list ahead of the page.
   * @returns what it was stored as; 'lost' when the lease was lost or the crawl is over
   */
  abstract complete(
    task: PageTask,
    outcome: PageOutcome,
    children: readonly CrawlUrl[],
    facts: VisitFacts,
  ): Promise<PageOutcome['kind'] | 'lost'>;

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

  /** Pages in order of completion; their order never changes. */
  abstract results(crawlId: string, range: ResultsRange): Promise<CrawlResults>;

  abstract failures(crawlId: string): Promise<PageFailure[]>;

  /** Addresses that robots.txt forbids, in order of discovery. */
  abstract robotsBlocked(crawlId: string): Promise<string[]>;

  /** What became of each address, in order of completion, from a position on. */
  abstract records(crawlId: string, from: number, count: number): Promise<PageRecord[]>;

  /** Calls `listener` soon after anything about the crawl changed. @returns a function that ends it */
  abstract subscribe(crawlId: string, listener: (change: CrawlChange) => void): () => void;

  /**
   * Leases the webhook messages of a crawl that has some to send: 0 is `started`, then one a page in order of completion,
   * the last one says how the crawl ended. Crawls are served in turns; those of `busy` are passed over.
   * @returns the first message not yet sent, or null when no crawl has any
   */
  abstract takeWebhook(worker: string, leaseMs: number, busy?: BusyReceivers): Promise<WebhookTask | null>;

  /**
   * All messages before `position` were delivered or given up; renews the lease, or ends it when `isReleased`.
   * @param retry of the message at `position`: the crawl is not leased before its time, by any worker
   */
  abstract advanceWebhook(
    task: WebhookTask,
    position: number,
    isReleased: boolean,
    retry?: WebhookRetry,
  ): Promise<void>;

  /** Deletes what has expired by `nowMs`, used idempotency keys too. @returns how many crawls were deleted */
  abstract expire(nowMs: number): Promise<number>;
}

/** Query variants of one path that a crawl takes in, before further ones count as a trap. */
export const MAX_QUERY_VARIANTS = 500;
