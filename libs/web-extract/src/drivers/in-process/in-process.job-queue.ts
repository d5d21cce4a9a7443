import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { FairSemaphore } from '../../concurrency/fair-semaphore.js';
import { maxEntriesToPreempt, entriesToPreempt } from '../../concurrency/entries-to-preempt.js';
import { JobQueue, type WorkerSlot, type SlotResult } from '../../ports/job-queue.port.js';
import { kept } from '../../model/kept.js';

interface InProcessJobQueueOptions {
  /** Crawls of one owner at work at once; those of others come on top, up to a quarter more. */
  readonly crawlSlotsPerProcess: number;
}

/** A crawl keeps its slot for at least this long when others wait. */
const TURN_MS = 2_000;
/** A crawl that gave up its turn at once had nothing to do, or a fault: others come first, and the processor rests. */
const SHORTEST_TURN_MS = 100;
/**
 * Time after the leave signal after which a turn counts as stuck: its slot is freed, and shutdown does not wait for
 * it.
 */
const STUCK_MS = 30_000;

interface Turn {
  readonly owner: string;
  readonly abort: AbortController;
  readonly startedAt: number;
  readonly end: Promise<void>;
  /** Time of the leave signal. */
  askedAt: number | null;
  /** Its slot was given away. */
  isStuck: boolean;
}

interface Waiting {
  readonly owner: string;
  readonly giveUp: () => void;
}

type Handler = (slot: WorkerSlot) => Promise<SlotResult>;

/** Gives crawls turns in this process, over as many slots as may be at work at once: owners in turns, then the crawls of each. */
@Injectable()
export class InProcessJobQueue extends JobQueue implements BeforeApplicationShutdown {
  private readonly slots: FairSemaphore;
  /** Crawls submitted before `work` was called, with their owners. */
  private readonly early = kept('turns', new Map<string, string>());
  private readonly waiting = kept('turns', new Map<string, Waiting>());
  private readonly turns = kept('turns', new Map<string, Turn>());
  private readonly rests = kept('turns', new Set<NodeJS.Timeout>());
  private readonly askEveryMs: number;
  /** When the next turn may be asked to leave. */
  private mayAskAt = 0;
  private handler: Handler | null = null;
  private timer: NodeJS.Timeout | undefined;
  private look: NodeJS.Timeout | undefined;

  constructor(options: InProcessJobQueueOptions) {
    super();
    this.slots = new FairSemaphore(options.crawlSlotsPerProcess);
    this.askEveryMs = TURN_MS / maxEntriesToPreempt(this.slots.all);
  }

  /** One slot per crawl is sufficient: the page loop itself runs many pages at once. */
  async submit(crawlId: string, _shares: number, owner: string): Promise<void> {
    if (!this.handler) this.early.set(crawlId, owner);
    else if (!this.turns.has(crawlId) && !this.waiting.has(crawlId)) this.enter(crawlId, owner);
  }

  async work(handler: Handler): Promise<void> {
    this.handler = handler;
    for (const [crawlId, owner] of this.early) this.enter(crawlId, owner);
    this.early.clear();
  }

  async isReady(): Promise<boolean> {
    return true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.handler = null;
    clearTimeout(this.timer);
    clearTimeout(this.look);
    for (const rest of this.rests) clearTimeout(rest);
    for (const { giveUp } of this.waiting.values()) giveUp();
    for (const turn of this.turns.values()) ask(turn);
    const ends = Promise.all([...this.turns.values()].map(({ end }) => end));
    const stuck = new Promise((resolve) => (this.timer = setTimeout(resolve, STUCK_MS)));
    await Promise.race([ends, stuck]);
    clearTimeout(this.timer);
  }

  private enter(crawlId: string, owner: string): void {
    if (this.slots.tryTake(owner)) return this.start(crawlId, owner);
    const giveUp = this.slots.wait(owner, () => {
      this.waiting.delete(crawlId);
      this.start(crawlId, owner);
    });
    this.waiting.set(crawlId, { owner, giveUp });
    this.look ??= setTimeout(() => this.endLongTurns(), 0); // once for all that are submitted together
  }

  private start(crawlId: string, owner: string): void {
    const abort = new AbortController();
    const startedAt = Date.now();
    const end = this.handler!({ crawlId, signal: abort.signal })
      .catch((): SlotResult => 'requeue')
      .then((result) => this.ended(crawlId, turn, result));
    const turn: Turn = { owner, abort, startedAt, end, askedAt: null, isStuck: false };
    this.turns.set(crawlId, turn);
  }

  private ended(crawlId: string, turn: Turn, result: SlotResult): void {
    this.turns.delete(crawlId);
    if (!turn.isStuck) this.slots.release(turn.owner);
    const tookMs = Date.now() - turn.startedAt;
    if (result !== 'done') this.queueAgain(crawlId, turn.owner, SHORTEST_TURN_MS - tookMs);
    if (this.handler) this.endLongTurns();
  }

  private queueAgain(crawlId: string, owner: string, restMs: number): void {
    if (!this.handler) return;
    if (restMs <= 0) return void this.submit(crawlId, 1, owner);
    const rest = setTimeout(() => {
      this.rests.delete(rest);
      void this.submit(crawlId, 1, owner);
    }, restMs);
    this.rests.add(rest);
  }

  /** Asks the crawls that had their turn to leave, the longest first, one for each that waits and could have the slot; not all at once. */
  private endLongTurns(): void {
    clearTimeout(this.timer);
    this.look = undefined;
    if (this.waiting.size === 0) return;
    const now = Date.now();
    const inTheWay = this.entriesToPreempt();
    for (const turn of inTheWay) {
      if (turn.askedAt === null && now >= this.nextLook(turn)) {
        ask(turn);
        this.mayAskAt = now + this.askEveryMs;
      }
      if (turn.askedAt !== null && now - turn.askedAt >= STUCK_MS) this.giveAway(turn);
    }
    const next = Math.min(...inTheWay.filter(({ isStuck }) => !isStuck).map((turn) => this.nextLook(turn)));
    if (next < Infinity) this.timer = setTimeout(() => this.endLongTurns(), Math.max(1, next - now));
  }

  private entriesToPreempt(): Turn[] {
    const turns = [...this.turns.values()].filter(({ isStuck }) => !isStuck);
    turns.sort((a, b) => a.startedAt - b.startedAt);
    return entriesToPreempt(turns, this.waiting.values());
  }

  /** When a turn is to be asked to leave, or counts as stuck. */
  private nextLook({ askedAt, startedAt }: Turn): number {
    return askedAt === null ? Math.max(startedAt + TURN_MS, this.mayAskAt) : askedAt + STUCK_MS;
  }

  private giveAway(turn: Turn): void {
    turn.isStuck = true;
    this.slots.release(turn.owner);
  }
}

function ask(turn: Turn): void {
  turn.askedAt ??= Date.now();
  turn.abort.abort();
}
