import { UnavailableError } from '../../model/errors.js';

export interface QueueLimits {
  /** Pages at once. */
  readonly maxPages: number;
  /** Pages of one host at once. */
  readonly maxPagesPerHost: number;
  /** Pages that may wait. */
  readonly maxQueued: number;
}

interface Entry {
  readonly host: string;
  readonly priority: 'scrape' | 'crawl';
}

interface Waiting extends Entry {
  readonly start: (leave: () => void) => void;
  readonly refuse: (reason: unknown) => void;
}

/** Turns of pages in the browser: scrapes before crawls, each kind in order of arrival; of several places one is kept for scrapes. */
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
    if (this.waiting.length >= this.limits.maxQueued)
      throw new UnavailableError('too many pages wait for the browser');
    return this.wait(entry, signal);
  }

  /** Refuses all who wait and whoever comes. */
  close(reason: Error): void {
    this.closedBy = reason;
    for (const { refuse } of this.waiting.splice(0)) refuse(reason);
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
    const inTurn = [
      ...this.waiting.filter(({ priority }) => priority === 'scrape'),
      ...this.waiting.filter(({ priority }) => priority === 'crawl'),
    ];
    const next = inTurn.find((waiting) => this.mayStart(waiting));
    if (!next) return;
    this.waiting = this.waiting.filter((other) => other !== next);
    next.start(this.start({ host: next.host, priority: next.priority }));
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
