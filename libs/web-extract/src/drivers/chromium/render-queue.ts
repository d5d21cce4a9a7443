import { FairQueue, type QueueEntry } from '../../concurrency/fair-queue.js';

interface QueueLimits {
  /** Pages at once; one more for an owner that has none. */
  readonly maxPages: number;
  /** Pages of one host at once; one more for an owner that has none there. */
  readonly maxPagesPerHost: number;
  /** Scrapes of one owner that may wait; those of others come on top, up to a quarter more. Crawls bound themselves. */
  readonly maxQueued: number;
}

interface Entry extends QueueEntry {
  readonly host: string;
}

type Leave = () => void;

/**
 * Slots for pages in the browser: scrapes before crawls, and within each kind the owner with the fewest pages first, then in order of
 * arrival. Crawls leave one of several slots to scrapes.
 *
 * One further slot is reserved for owners that have no page in the browser: no owner can occupy every slot.
 */
export class RenderQueue {
  private readonly running = new Set<Entry>();
  /** The page in the reserved slot. */
  private guest: Entry | null = null;
  private readonly waiting: FairQueue<Entry, Leave>;

  constructor(private readonly limits: QueueLimits) {
    const full = 'too many pages wait for the browser';
    this.waiting = new FairQueue({ maxWaiting: limits.maxQueued, full, bounds: ['scrape'] });
  }

  /**
   * Waits for a slot.
   * @returns a function that releases the slot
   * @throws UnavailableError when too many pages wait or the queue is closed; the signal's reason
   */
  async enter(entry: Entry, signal: AbortSignal): Promise<Leave> {
    this.waiting.throwIfOver(signal);
    return this.mayStart(entry) ? this.start(entry) : this.waiting.wait(entry, signal);
  }

  /** Rejects waiting and future pages. */
  close(reason: Error): void {
    this.waiting.close(reason);
  }

  private start(entry: Entry): Leave {
    if (!this.hasSlot(entry)) this.guest = entry;
    this.running.add(entry);
    return () => {
      if (!this.running.delete(entry)) return;
      if (this.guest === entry) this.guest = null;
      this.startWaiting();
    };
  }

  private startWaiting(): void {
    for (;;) {
      const next = this.nextOf('scrape') ?? this.nextOf('crawl');
      if (!next) return;
      next.start(this.start(next.turn));
    }
  }

  private nextOf(priority: Entry['priority']) {
    return this.waiting.next(
      (owner) => this.count((entry) => entry.owner === owner),
      (entry) => entry.priority === priority && this.mayStart(entry),
    );
  }

  private mayStart(entry: Entry): boolean {
    return this.hasRoomAtHost(entry) && (this.hasSlot(entry) || this.hasReservedSlot(entry));
  }

  private hasSlot({ priority }: Entry): boolean {
    const { maxPages } = this.limits;
    const slotsForCrawls = Math.max(1, maxPages - 1);
    const pages = this.count((entry) => entry !== this.guest);
    const ofCrawls = this.count((entry) => entry !== this.guest && entry.priority === 'crawl');
    return pages < maxPages && (priority === 'scrape' || ofCrawls < slotsForCrawls);
  }

  private hasReservedSlot({ owner }: Entry): boolean {
    return this.guest === null && this.count((entry) => entry.owner === owner) === 0;
  }

  private hasRoomAtHost({ host, owner }: Entry): boolean {
    const ofOwner = this.count((entry) => entry.host === host && entry.owner === owner);
    const reserved = ofOwner === 0 ? 1 : 0;
    return this.count((entry) => entry.host === host) < this.limits.maxPagesPerHost + reserved;
  }

  private count(matches: (entry: Entry) => boolean): number {
    let count = 0;
    for (const entry of this.running) if (matches(entry)) count++;
    return count;
  }
}
