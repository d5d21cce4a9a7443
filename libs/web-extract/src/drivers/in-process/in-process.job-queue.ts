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
/** A turn that does not end this long after it was asked to is stuck: its slot is given away, the end does not wait for it. */
const STUCK_MS = 30_000;

interface Turn {
  readonly abort: AbortController;
  readonly startedAt: number;
  readonly end: Promise<void>;
  /** When it was asked to leave. */
  askedAt: number | null;
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
    for (const turn of this.turns.values()) ask(turn);
    const ends = Promise.all([...this.turns.values()].map(({ end }) => end));
    const stuck = new Promise((resolve) => (this.timer = setTimeout(resolve, STUCK_MS)));
    await Promise.race([ends, stuck]);
    clearTimeout(this.timer);
  }

  private get atWork(): number {
    const now = Date.now();
    return [...this.turns.values()].filter((turn) => !isStuck(turn, now)).length;
  }

  private pump(): void {
    for (const crawlId of this.waiting) {
      if (!this.handler || this.atWork >= this.options.maxActiveCrawls) break;
      this.waiting.delete(crawlId);
      this.start(crawlId, this.handler);
    }
    if (this.handler && this.waiting.size > 0) this.endLongTurns();
  }

  private start(crawlId: string, handler: Handler): void {
    const abort = new AbortController();
    const startedAt = Date.now();
    const end = handler({ crawlId, signal: abort.signal })
      .catch((): ShareResult => 'again')
      .then((result) => this.ended(crawlId, result, Date.now() - startedAt));
    this.turns.set(crawlId, { abort, startedAt, end, askedAt: null });
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
    const longest = [...this.turns.values()]
      .filter((turn) => !isStuck(turn, now))
      .sort((a, b) => a.startedAt - b.startedAt)
      .slice(0, this.waiting.size);
    for (const turn of longest) if (now - turn.startedAt >= TURN_MS) ask(turn);
    const next = Math.min(...longest.map(nextLook));
    if (next < Infinity) this.timer = setTimeout(() => this.pump(), next - now);
  }
}

function ask(turn: Turn): void {
  turn.askedAt ??= Date.now();
  turn.abort.abort();
}

/** When a turn is to be asked to leave, or counts as stuck. */
const nextLook = ({ askedAt, startedAt }: Turn): number =>
  askedAt === null ? startedAt + TURN_MS : askedAt + STUCK_MS;

const isStuck = ({ askedAt }: Turn, now: number): boolean => askedAt !== null && now - askedAt >= STUCK_MS;
