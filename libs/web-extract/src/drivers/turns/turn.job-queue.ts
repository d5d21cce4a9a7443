import { Logger, type BeforeApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import type { CrawlJob } from '../../model/crawl/crawl.js';
import { UnavailableError } from '../../model/errors.js';
import { maxEntriesToPreempt, entriesToPreempt } from '../../concurrency/entries-to-preempt.js';
import { JobQueue, type WorkerSlot, type SlotResult } from '../../ports/job-queue.port.js';
import { AnotherTurn } from './another-turn.js';
import { FairSlots } from './fair-slots.js';
import type { QueuedJob, SlotData, TurnQueue } from './queued-job.js';
import { Turn, TURN_MS } from './turn.js';
import type { WorkerRegistry } from './worker-registry.js';

export interface TurnJobQueueOptions {
  /** Default number of slots for one owner in this process; up to a quarter more for other owners. */
  readonly slots: number;
  /** Summary of a crawl for the job names and progress shown in dashboards. */
  readonly describe?: (crawlId: string) => Promise<CrawlJob | null>;
}

type Handler = (slot: WorkerSlot) => Promise<SlotResult>;

const LOOK_MS = 500;
/** A turn shorter than this had no work or failed: other crawls go first, and the job is delayed. */
const SHORTEST_TURN_MS = 100;
/**
 * Delay before a job that this worker cannot process, or whose crawl it already processes, is offered to other
 * workers.
 */
const ELSEWHERE_MS = 500;
/** Maximum number of crawls whose owner is cached. */
const MAX_OWNERS = 10_000;
const MAX_NAME_CHARS = 1_000;
const CLOSE_MS = 30_000;
const JOB_ENDS_MS = 3_000;

/**
 * Gives crawls turns in many processes through a queue on a server. Each slot of a crawl is a job of its own, at most one
 * per worker;
 * a job that is waiting or active is not added again.
 */
export abstract class TurnJobQueue extends JobQueue implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger('WebExtract');
  private readonly turns = new Map<string, Turn>();
  /** Jobs whose turn has ended here but not yet on the server. */
  private readonly ending = new Map<string, Ending>();
  /** Owner by crawl id. The owner of a crawl never changes. */
  private readonly owners = new Map<string, string>();
  private handler: Handler | null = null;
  private slots: FairSlots;
  private look: NodeJS.Timeout | undefined;
  private closing: Promise<unknown> | undefined;

  constructor(
    private readonly queue: TurnQueue,
    private readonly registry: WorkerRegistry,
    private readonly options: TurnJobQueueOptions,
  ) {
    super();
    this.slots = new FairSlots(options.slots);
    queue.listen({
      onError: (error) => this.report(error),
      onTurnStored: (jobId) => this.ending.get(jobId)?.end(),
    });
  }

  /** @throws UnavailableError while the server is away */
  async submit(crawlId: string, slotCount: number, owner: string): Promise<void> {
    try {
      const ids = shareIds(crawlId, await this.slotCount(slotCount));
      await Promise.all(ids.map((id) => this.ending.get(id)?.ended));
      const missing = await this.queue.missing(ids);
      if (missing.length === 0) return;
      const name = await this.nameOf(crawlId);
      await Promise.all(missing.map((jobId) => this.queue.add(name, { crawlId, owner }, jobId)));
    } catch (error) {
      throw this.queue.explain(error);
    }
  }

  /** Does not wait for the server: work begins when it is available. */
  async work(handler: Handler, slots = this.options.slots): Promise<void> {
    const isAtWork = this.look !== undefined;
    this.handler = handler;
    if (isAtWork) return;
    this.slots = new FairSlots(slots);
    this.registry.join(() => this.onBeat());
    this.look = setInterval(() => this.endLongTurns(), LOOK_MS);
    const atOnce = this.slots.all + 1; // one slot is always free to look up the next owner
    this.queue.process(atOnce, (job) => this.take(job));
  }

  isReady(): Promise<boolean> {
    return this.queue.isReady();
  }

  /** Takes no more jobs and signals running turns to leave; their jobs then return to the queue. */
  onModuleDestroy(): void {
    this.handler = null;
    clearInterval(this.look);
    this.slots.close();
    for (const turn of this.turns.values()) turn.ask();
    this.closing = this.queue.close();
  }

  async beforeApplicationShutdown(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const stuck = new Promise((resolve) => (timer = setTimeout(resolve, CLOSE_MS)));
    await Promise.race([Promise.all([this.closing, this.registry.leave()]), stuck]);
    clearTimeout(timer);
  }

  /** Jobs beyond the number of workers would only reach workers that already have one. */
  private async slotCount(slotCount: number): Promise<number> {
    return slotCount > 1 ? Math.min(slotCount, Math.max(1, await this.registry.count())) : 1;
  }

  private async nameOf(crawlId: string): Promise<string> {
    const job = await this.options.describe?.(crawlId);
    return job ? new URL(job.request.url).host : 'crawl';
  }

  private async take(job: QueuedJob): Promise<void> {
    const result = await this.runTurn(job).catch((error: unknown) => error);
    const ending = new Ending(() => this.ending.delete(job.id));
    this.ending.set(job.id, ending);
    if (result instanceof Error) throw result;
  }

  /** @throws AnotherTurn to put the job back into the queue */
  private async runTurn(job: QueuedJob): Promise<void> {
    if (!this.handler) throw new AnotherTurn('its worker ends', 0);
    const owner = await this.ownerOf(job.data);
    if (owner === null) return; // dropped
    const { crawlId } = job.data;
    job.data = { crawlId, owner };
    const present = this.turns.get(crawlId);
    if (present?.job.id === job.id) present?.ask(); // its lock expired during an outage, so it must stop
    if (present) return this.passOn(job);
    if (!this.slots.tryTake(job)) throw new AnotherTurn('there is no slot for its owner', this.slots.restMs);
    const turn = new Turn(crawlId, job);
    const result = await this.run(turn, this.handler).finally(() => this.slots.release(turn.owner));
    if (result === 'elsewhere') throw new AnotherTurn('its pages wait for another worker', ELSEWHERE_MS);
    if (result === 'requeue') throw new AnotherTurn('it wants another turn', SHORTEST_TURN_MS - turn.ageMs);
  }

  /**
   * The owner of a crawl according to the store, because other clients may have written to the queue. Slots are
   * shared by owner.
   * @returns null if the job is invalid or its crawl no longer exists
   */
  private async ownerOf(data: unknown): Promise<string | null> {
    if (!isSlotData(data)) return null;
    const known = this.owners.get(data.crawlId);
    if (known !== undefined) return known;
    const { describe } = this.options;
    const owner = describe ? (await describe(data.crawlId))?.owner : data.owner;
    if (owner === undefined) return null;
    if (this.owners.size >= MAX_OWNERS) this.owners.clear();
    this.owners.set(data.crawlId, owner);
    return owner;
  }

  private async run(turn: Turn, handler: Handler): Promise<SlotResult> {
    this.turns.set(turn.crawlId, turn);
    const end = turn.run(handler).finally(() => this.turns.delete(turn.crawlId));
    return Promise.race([end, turn.isStuck]);
  }

  /** A process runs at most one turn of a crawl at once. */
  private async passOn(job: QueuedJob): Promise<void> {
    const isOneTooMany = slotNumber(job) >= (await this.registry.count().catch(() => Infinity));
    if (!isOneTooMany) throw new AnotherTurn('its worker has a slot of this crawl', ELSEWHERE_MS);
  }

  /**
   * Signals crawls past their turn to leave while others wait for their slots, the longest-running first, not all at
   * once.
   */
  private endLongTurns(): void {
    const waiting = this.slots.waiting();
    const mostHere = Math.ceil(waiting.length / this.registry.lastCount); // other processes queue them too
    const turns = [...this.turns.values()].sort((a, b) => b.ageMs - a.ageMs);
    const inTheWay = entriesToPreempt(turns, waiting).slice(0, mostHere);
    const mayEnd = inTheWay.filter(({ wasLong, wasAsked }) => wasLong && !wasAsked);
    const most = Math.ceil((maxEntriesToPreempt(this.slots.all) * LOOK_MS) / TURN_MS);
    for (const turn of mayEnd.slice(0, most)) turn.ask();
  }

  private onBeat(): void {
    for (const turn of this.turns.values()) {
      if (turn.wasVeryLong && this.registry.lastCount > 1) turn.ask();
      void this.tell(turn);
    }
  }

  /** Reports the progress of the crawl, in percent of the known URLs. */
  private async tell({ crawlId, job }: Turn): Promise<void> {
    if (!job.report) return;
    try {
      const crawl = await this.options.describe?.(crawlId);
      if (crawl) await job.report(percentOf(crawl));
    } catch {
      // it is only for dashboards
    }
  }

  /** Outages are reported by the connection. */
  private report(error: unknown): void {
    if (!this.closing && !(this.queue.explain(error) instanceof UnavailableError)) {
      this.logger.warn(`${this.queue.technology}: ${String(error)}`);
    }
  }
}

/** Waits until the end of a job is stored, up to a time limit. */
class Ending {
  readonly ended: Promise<void>;
  end!: () => void;

  constructor(onEnd: () => void) {
    this.ended = new Promise((resolve) => {
      const timer = setTimeout(() => this.end(), JOB_ENDS_MS).unref();
      this.end = () => {
        clearTimeout(timer);
        onEnd();
        resolve();
      };
    });
  }
}

function isSlotData(data: unknown): data is SlotData {
  const { crawlId, owner } = Object(data) as Partial<Record<keyof SlotData, unknown>>;
  const isName = (value: unknown) => typeof value === 'string' && value.length <= MAX_NAME_CHARS;
  return isName(crawlId) && isName(owner);
}

const shareIds = (crawlId: string, slotCount: number): string[] =>
  Array.from({ length: slotCount }, (_, n) => (n === 0 ? crawlId : `${crawlId}#${n + 1}`));

/** Counted from 0. */
const slotNumber = ({ id }: QueuedJob): number => Number(id.split('#')[1] ?? 1) - 1;

function percentOf({ request, counters }: CrawlJob): number {
  const known = counters.pages + counters.queued + counters.leased;
  const total = Math.min(request.limit ?? Infinity, known);
  return total > 0 ? Math.round((100 * counters.pages) / total) : 0;
}
