/** The work of one slot on a crawl. */
export interface WorkerSlot {
  readonly crawlId: string;
  /** Aborts when other crawls need the slot or the process shuts down: stop soon and release the leases. */
  readonly signal: AbortSignal;
}

/**
 * Result of a slot's work: `done`, the crawl has ended; `again`, there is more to do and the slot must be
 * requeued; `elsewhere`, the rest requires a process with other capabilities.
 */
export type SlotResult = 'done' | 'requeue' | 'elsewhere';

/**
 * Distributes running crawls to workers fairly. A job contains only the id of a crawl; its data is in the
 * CrawlStore.
 */
export abstract class JobQueue {
  /**
   * Requests up to `slotCount` concurrent slots for a crawl. Idempotent while the crawl is queued.
   * @param owner owner of the crawl
   */
  abstract submit(crawlId: string, slotCount: number, owner: string): Promise<void>;

  /**
   * Starts processing. Each slot runs `handler` for one slot at a time, and the process works on at most one
   * slot of a crawl at a time.
   * @param slots concurrent slots in this process; defaults to the configuration of the driver
   */
  abstract work(handler: (slot: WorkerSlot) => Promise<SlotResult>, slots?: number): Promise<void>;

  /** Returns true if the queue is reachable. */
  abstract isReady(): Promise<boolean>;
}
