import type { CrawlStatus, CrawlUrl, PageOutcome, PageTask, VisitFacts } from '../model/crawl/crawl.js';

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

/**
 * The addresses of crawls, on their way from found to done: leased one by one, by any number of workers at once.
 *
 * Every method is atomic. Throws UnavailableError when the store is full or out of reach; nothing is half done then.
 */
export abstract class Frontier {
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

  /** A worker that has a browser says so, again and again: for `forMs` pages that need one are left to it. */
  abstract announceBrowser(forMs: number): Promise<void>;

  /** Asks for a browser for a page under way. With any number of workers no more pages are granted than `most`. */
  abstract askForBrowser(task: PageTask, wish: BrowserWish): Promise<BrowserGrant>;
}

/** Query variants of one path that a crawl takes in, before further ones count as a trap. */
export const MAX_QUERY_VARIANTS = 500;
