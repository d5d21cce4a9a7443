/** One slot's work on a crawl. */
export interface WorkerSlot {
  readonly crawlId: string;
  /** Fires when the slot is wanted for other crawls, or the process shuts down: leave soon, hand leases back. */
  readonly signal: AbortSignal;
}

/**
 * What a share came to: the crawl is over, or there is more to do and the share wants another turn, or one `elsewhere`, in a process
 * that can do what this one cannot.
 */
export type SlotResult = 'done' | 'again' | 'elsewhere';

/** Hands running crawls to workers, fairly. A job is only a crawl's id; the work itself lies in the CrawlStore. */
export abstract class JobQueue {
  /**
   * Asks for up to `shares` slots at once for a crawl. Idempotent while the crawl is queued.
   * @param owner whose crawl it is
   */
  abstract submit(crawlId: string, shares: number, owner: string): Promise<void>;

  /**
   * Starts working. `handler` runs one share at a time per slot, and one share of a crawl at a time.
   * @param slots shares at work at once in this process; absent, as the driver was set up
   */
  abstract work(handler: (share: WorkerSlot) => Promise<SlotResult>, slots?: number): Promise<void>;

  /** Whether the queue can be reached. */
  abstract isReady(): Promise<boolean>;
}
