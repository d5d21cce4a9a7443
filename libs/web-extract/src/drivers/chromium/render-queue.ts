import { WaitQueue, type Turn } from '../../engine/owners/wait-queue.js';

interface QueueLimits {
  /** Pages at once. */
  readonly maxPages: number;
  /** Pages of one host at once. */
  readonly maxPagesPerHost: number;
  /** Scrapes of one owner that may wait; those of others come on top, up to a quarter more. Crawls bound themselves. */
  readonly maxQueued: number;
}

interface Entry extends Turn {
  readonly host: string;
}

type Leave = () => void;

/**
 * Turns of pages in the browser: scrapes before crawls, of each kind the owner first who has fewest pages in it, then in order of
 * arrival. Of several places one is kept for scrapes.
 */
export class RenderQueue {
  private readonly running = new Set<Entry>();
  private readonly waiting: WaitQueue<Entry, Leave>;

  constructor(private readonly limits: QueueLimits) {
    const full = 'too many pages wait for the browser';
    this.waiting = new WaitQueue({ maxWaiting: limits.maxQueued, full, bounds: ['scrape'] });
  }

  /**
   * Waits for a turn.
   * @returns what gives it back
   * @throws UnavailableError when too many wait or the queue is closed; the signal's reason
   */
  async enter(entry: Entry, signal: AbortSignal): Promise<Leave> {
    this.waiting.throwIfOver(signal);
    return this.mayStart(entry) ? this.start(entry) : this.waiting.wait(entry, signal);
  }

  /** Refuses all who wait and whoever comes. */
  close(reason: Error): void {
    this.waiting.close(reason);
  }

  private start(entry: Entry): Leave {
    this.running.add(entry);
    return () => {
      if (this.running.delete(entry)) this.startNext();
    };
  }

  private startNext(): void {
    const next = this.nextOf('scrape') ?? this.nextOf('crawl');
    next?.start(this.start(next.turn));
  }

  private nextOf(priority: Entry['priority']) {
    return this.waiting.next(
      (owner) => this.pagesOf(owner),
      (entry) => entry.priority === priority && this.mayStart(entry),
    );
  }

  private pagesOf(owner: string): number {
    return [...this.running].filter((entry) => entry.owner === owner).length;
  }

  private mayStart({ host, priority }: Entry): boolean {
    const { maxPages, maxPagesPerHost } = this.limits;
    const running = [...this.running];
    const ofHost = running.filter((entry) => entry.host === host).length;
    const ofCrawls = running.filter((entry) => entry.priority === 'crawl').length;
    const placesForCrawls = Math.max(1, maxPages - 1);
    return (
      running.length < maxPages &&
      ofHost < maxPagesPerHost &&
      (priority === 'scrape' || ofCrawls < placesForCrawls)
    );
  }
}
