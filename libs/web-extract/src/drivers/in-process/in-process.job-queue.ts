import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { JobQueue, type CrawlShare, type ShareResult } from '../../ports/job-queue.port.js';

export interface InProcessJobQueueOptions {
  /** Crawls at work at once. */
  readonly maxActiveCrawls: number;
}

/** A crawl keeps its slot for at least this long when others wait. */
const TURN_MS = 2_000;
/** A crawl that gave up its turn at once had nothing to do, or a fault: others come first, and the processor rests. */
const SHORTEST_TURN_MS = 100;

interface Turn {
  readonly abort: AbortController;
  readonly startedAt: number;
  readonly end: Promise<void>;
}

type Handler = (share: CrawlShare) => Promise<ShareResult>;

/** Gives crawls turns in this process: round robin over as many slots as may be at work at once. */
@Injectable()
export class InProcessJobQueue extends JobQueue implements BeforeApplicationShutdown {
  private readonly waiting = new Set<string>();
  private readonly turns = new Map<string, Turn>();
  private readonly rests = new Set<NodeJS.Timeout>();
  private handler: Handler | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: InProcessJobQueueOptions) {
    super();
  }

  /** One slot a crawl is enough here: the page loop itself runs many pages at once. */
  async submit(crawlId: string): Promise<void> {
    if (this.turns.has(crawlId)) return;
    this.waiting.add(crawlId);
    this.pump();
  }

  async work(handler: Handler): Promise<void> {
    this.handler = handler;
    this.pump();
  }

  async isReady(): Promise<boolean> {
    return true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.handler = null;
    clearTimeout(this.timer);
    for (const rest of this.rests) clearTimeout(rest);
    for (const { abort } of this.turns.values()) abort.abort();
    await Promise.all([...this.turns.values()].map(({ end }) => end));
  }

  private pump(): void {
    for (const crawlId of this.waiting) {
      if (!this.handler || this.turns.size >= this.options.maxActiveCrawls) break;
      this.waiting.delete(crawlId);
      this.start(crawlId, this.handler);
    }
    if (this.waiting.size > 0) this.endLongTurns();
  }

  private start(crawlId: string, handler: Handler): void {
    const abort = new AbortController();
    const startedAt = Date.now();
    const end = handler({ crawlId, signal: abort.signal })
      .catch((): ShareResult => 'again')
      .then((result) => this.ended(crawlId, result, Date.now() - startedAt));
    this.turns.set(crawlId, { abort, startedAt, end });
  }

  private ended(crawlId: string, result: ShareResult, tookMs: number): void {
    this.turns.delete(crawlId);
    if (result === 'again') this.queueAgain(crawlId, SHORTEST_TURN_MS - tookMs);
    this.pump();
  }

  private queueAgain(crawlId: string, restMs: number): void {
    if (!this.handler) return;
    if (restMs <= 0) return void this.waiting.add(crawlId);
    const rest = setTimeout(() => {
      this.rests.delete(rest);
      void this.submit(crawlId);
    }, restMs);
    this.rests.add(rest);
  }

  /** Asks the crawls that had their turn to leave, the longest first, one for each that waits. */
  private endLongTurns(): void {
    clearTimeout(this.timer);
    const now = Date.now();
    const longest = [...this.turns.values()].sort((a, b) => a.startedAt - b.startedAt).slice(0, this.waiting.size);
    for (const { abort, startedAt } of longest) if (now - startedAt >= TURN_MS) abort.abort();
    const next = longest.find(({ abort }) => !abort.signal.aborted);
    if (next) this.timer = setTimeout(() => this.pump(), next.startedAt + TURN_MS - now);
  }
}
