import { UnavailableError } from '../../model/errors.js';

export interface QueueLimits {
  /** Pages at once. */
  readonly maxPages: number;
  /** Pages of one host at once. */
  readonly maxPagesPerHost: number;
  /** Scrapes of one owner that may wait; those of others come on top, up to a quarter more. Crawls bound themselves. */
  readonly maxQueued: number;
}

interface Entry {
  readonly host: string;
  readonly priority: 'scrape' | 'crawl';
  readonly owner: string;
}

interface Waiting extends Entry {
  readonly start: (leave: () => void) => void;
  readonly refuse: (reason: unknown) => void;
}

/** Of the waiting scrapes of one owner; the rest is for others. */
const FOR_OTHERS = 1.25;

/**
 * Turns of pages in the browser: scrapes before crawls, of each kind the owner first who has fewest pages in it, then in order of
 * arrival. Of several places one is kept for scrapes.
 */
export class RenderQueue {
  private readonly running = new Set<Entry>();
  private waiting: Waiting[] = [];
  private closedBy: Error | null = null;

  constructor(private readonly limits: QueueLimits) {}

  /**
   * Waits for a turn.
   * @returns what gives it back
   * @throws UnavailableError when too many wait or the queue is closed; the signal's reason
   */
  async enter(entry: Entry, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.closedBy) throw this.closedBy;
    if (this.mayStart(entry)) return this.start(entry);
    if (entry.priority === 'scrape' && this.tooManyWait(entry.owner))
      throw new UnavailableError('too many pages wait for the browser');
    return this.wait(entry, signal);
  }

  /** Refuses all who wait and whoever comes. */
  close(reason: Error): void {
    this.closedBy = reason;
    for (const { refuse } of this.waiting.splice(0)) refuse(reason);
  }

  private tooManyWait(owner: string): boolean {
    const { maxQueued } = this.limits;
    const scrapes = this.waiting.filter(({ priority }) => priority === 'scrape');
    const own = scrapes.filter((waiting) => waiting.owner === owner).length;
    return own >= maxQueued || scrapes.length >= Math.floor(maxQueued * FOR_OTHERS);
  }

  private wait(entry: Entry, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.waiting = this.waiting.filter((other) => other !== waiting);
        reject(signal.reason);
      };
      const settle = <T>(end: (value: T) => void) => {
        return (value: T) => {
          signal.removeEventListener('abort', giveUp);
          end(value);
        };
      };
      const waiting: Waiting = { ...entry, start: settle(resolve), refuse: settle(reject) };
      signal.addEventListener('abort', giveUp, { once: true });
      this.waiting.push(waiting);
    });
  }

  private start(entry: Entry): () => void {
    this.running.add(entry);
    return () => {
      if (this.running.delete(entry)) this.startNext();
    };
  }

  private startNext(): void {
    const next = this.nextOf('scrape') ?? this.nextOf('crawl');
    if (!next) return;
    this.waiting = this.waiting.filter((other) => other !== next);
    const { host, priority, owner } = next;
    next.start(this.start({ host, priority, owner }));
  }

  private nextOf(priority: Entry['priority']): Waiting | null {
    let next: Waiting | null = null;
    for (const waiting of this.waiting) {
      if (waiting.priority !== priority || !this.mayStart(waiting)) continue;
      if (next === null || this.pagesOf(waiting.owner) < this.pagesOf(next.owner)) next = waiting;
    }
    return next;
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
