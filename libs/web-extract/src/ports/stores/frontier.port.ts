import type { CrawlStatus, CrawlUrl, PageOutcome, PageTask, VisitFacts } from '../../model/crawl/crawl.js';

/** Result of taking the next URL. */
export type TakeResult =
  | { readonly kind: 'task'; readonly task: PageTask }
  /**
   * No URL can start now: the limit is in use, or all URLs are leased or delayed. `isLeft`: some URLs wait
   * for a worker with a browser.
   */
  | { readonly kind: 'wait'; readonly untilMs: number | null; readonly isLeft?: boolean }
  /** No URL is leased, and the queue is empty or the limit is reached. */
  | { readonly kind: 'drained' }
  /** The crawl is no longer running. */
  | { readonly kind: 'over'; readonly status: CrawlStatus };

/** A request to render a page of a crawl. */
export interface BrowserRequest {
  /** True if the worker has a browser. */
  readonly hasBrowser: boolean;
  /** Maximum number of rendered pages of the crawl. */
  readonly most: number;
  /**
   * Time without an announcement after which workers with a browser are considered absent, in milliseconds.
   */
  readonly patienceMs: number;
}

/** Result of requesting a browser for a page. */
export type BrowserPermit =
  /**
   * The worker may render the page in its own browser. Counts towards the limit, unless its lease ends
   * without a page.
   */
  | 'granted'
  /** The task was requeued for a worker with a browser. */
  | 'left'
  /** The crawl has reached its limit of rendered pages. */
  | 'full'
  /** No worker with a browser has announced itself in time. */
  | 'nobody';

/** Result of completing a task: the stored outcome, or why nothing was stored. */
export type CompletionResult = PageOutcome['kind'] | 'lost' | 'full';

/**
 * The queue of URLs of each crawl, leased one at a time by concurrent workers.
 *
 * Every method is atomic. Throws UnavailableError if the store is full or unreachable, without partial
 * changes.
 */
export abstract class Frontier {
  /**
   * Leases the next URL of a crawl, the oldest first, skipping those whose `host` is in `busyHosts`.
   *
   * Never leases beyond `limit - pages - leased`, so the limit is exact with any number of workers. An
   * expired lease is handed out again with `attempts` increased by one. The cost does not depend on the
   * number of skipped URLs. URLs that were requeued for a browser come first, but are not leased to a worker
   * without one while a worker with a browser is announced.
   * @param hasBrowser true if the worker may have a browser; default true
   */
  abstract take(
    crawlId: string,
    worker: string,
    leaseMs: number,
    busyHosts?: readonly string[],
    hasBrowser?: boolean,
  ): Promise<TakeResult>;

  /** Extends the leases to `leaseMs` from now. @returns the tasks whose lease was lost */
  abstract renew(tasks: readonly PageTask[], leaseMs: number): Promise<PageTask[]>;

  /**
   * Releases a task; it is not leased again before `notBeforeMs` (epoch). Ignored if its lease is no longer
   * owned.
   * @param isRetry true if the release counts as an attempt (the page failed and is retried), false if the
   * task was only postponed
   */
  abstract release(task: PageTask, notBeforeMs: number, isRetry: boolean): Promise<boolean>;

  /**
   * Adds URLs discovered outside pages (sitemaps). Known keys are ignored. @returns the number of new URLs
   */
  abstract add(crawlId: string, urls: readonly CrawlUrl[]): Promise<number>;

  /**
   * Stores the outcome of a task and its discovered URLs in one atomic step.
   *
   * Ignored if `task.lease` is no longer owned or the crawl is not running: a slow worker cannot store a
   * duplicate, and a second call returns `lost`. A page is stored as `collapsed` if one of its `keys` is
   * stored already; a queued URL with one of these keys is collapsed instead of leased. The page of a seed
   * sets the job's `rootUrl`. Children above the limit of query variants of their path are counted as
   * trapped; after the last page of the limit they are ignored. A driver may enqueue most of a very long list
   * before the page.
   * @returns the stored outcome; 'lost' if the lease was lost or the crawl has ended; 'full' if the outcome was not stored because
   * the job has `maxFailures` failures already: the task is still leased
   */
  abstract complete(
    task: PageTask,
    outcome: PageOutcome,
    children: readonly CrawlUrl[],
    facts: VisitFacts,
  ): Promise<CompletionResult>;

  /**
   * Announces a worker with a browser, periodically: for `forMs` milliseconds, pages that need a browser are
   * left to it.
   */
  abstract announceBrowser(forMs: number): Promise<void>;

  /**
   * Requests a browser for a page in progress. With any number of workers, at most `most` pages are granted.
   */
  abstract askForBrowser(task: PageTask, wish: BrowserRequest): Promise<BrowserPermit>;
}

/** Maximum number of query variants of one path; further ones are counted as a trap. */
export const MAX_QUERY_VARIANTS = 500;
