import { UnavailableError } from '../../model/errors.js';
import type { CrawlStatus, PageTask } from '../../model/crawl.js';
import type { CrawlStore } from '../../ports/crawl-store.port.js';
import type { TaskSource } from '../../ports/page-loop.port.js';
import type { FairPlaces, PlaceTaker } from './fair-places.js';
import { Wake } from './wake.js';

export interface CrawlSourceOptions {
  readonly crawlId: string;
  /** Whose crawl it is. */
  readonly owner: string;
  /** Names this process in leases. */
  readonly worker: string;
  readonly leaseMs: number;
  /** Shared with the other crawls of this process. */
  readonly places: FairPlaces;
  /** Whether this process has a browser, or may have one for all it knows. */
  readonly mayHaveBrowser: () => boolean;
}

/** What happens to the tasks that a source gave out. */
export interface TaskEnd {
  retry(task: PageTask, error: unknown): Promise<void>;
  fail(task: PageTask, error: unknown): Promise<void>;
}

interface Underway {
  readonly task: PageTask;
  readonly abort: AbortController;
  readonly since: number;
}

/** Other workers may have changed the crawl without a word: look again after this time. */
const LOOK_AGAIN_MS = 1_000;
/** Word of a cancel may be lost: a store that has not spoken for this long is asked, so that it is felt within a second all the same. */
const LONGEST_SILENCE_MS = 600;
const LISTEN_MS = 300;

/**
 * The queue of one crawl as the page loop sees it: takes leases from the store, keeps them alive, and knows when nothing
 * may start now, when nothing ever will, and when to look again.
 */
export class CrawlSource implements TaskSource<PageTask>, PlaceTaker {
  readonly owner: string;
  /** How the crawl ended, when it did so while this source was at work. */
  ended: CrawlStatus | null = null;
  /** Nothing is queued and nothing under way anywhere. */
  isDrained = false;
  /** Nothing is left here but pages for workers that have a browser. */
  isElsewhere = false;

  private readonly underway = new Map<string, Underway>();
  private readonly busyHosts = new Map<string, number>();
  private readonly wake = new Wake(() => this.changed());
  private readonly unsubscribe: () => void;
  private readonly heartbeat: NodeJS.Timeout;
  private readonly look: NodeJS.Timeout;
  private notify: () => void = () => {};
  private changes = 0;
  private isWaiting = false;
  private isLeaving = false;
  private isLooking = false;
  /** When the store said last how the crawl is. */
  private heardAt = 0;
  /** Why nothing may be under way any more. */
  private stopped: UnavailableError | null = null;

  constructor(
    private readonly store: CrawlStore,
    private readonly end: TaskEnd,
    private readonly options: CrawlSourceOptions,
  ) {
    this.owner = options.owner;
    this.unsubscribe = store.subscribe(options.crawlId, (change) => {
      if (change === 'ended') void this.checkStatus();
      this.changed();
    });
    this.heartbeat = setInterval(() => void this.renew(), options.leaseMs / 3);
    this.look = setInterval(() => void this.lookAtStatus(), LISTEN_MS);
  }

  async next(): Promise<PageTask | null> {
    if (this.isEmpty() || !this.takePlace()) return null;
    const seen = this.changes;
    try {
      const task = await this.take(seen);
      if (!task) this.options.places.giveBack(this);
      return task;
    } catch (error) {
      this.options.places.giveBack(this);
      if (!(error instanceof UnavailableError)) throw error;
      this.waitUntil(Date.now() + LOOK_AGAIN_MS); // a full disk or a store out of reach passes; nothing is lost meanwhile
      return null;
    }
  }

  isEmpty(): boolean {
    return this.isWaiting || this.isOver();
  }

  isFinished(): boolean {
    return this.isOver();
  }

  onChange(listener: () => void): void {
    this.notify = listener;
  }

  retry(task: PageTask, error: unknown): Promise<void> {
    return this.end.retry(task, error);
  }

  fail(task: PageTask, error: unknown): Promise<void> {
    return this.end.fail(task, error);
  }

  /** Fires when the task's lease is lost, the crawl is over, or the process stops. */
  signalOf(task: PageTask): AbortSignal {
    const abort = this.underway.get(task.lease)?.abort ?? new AbortController();
    return abort.signal;
  }

  /** How many tasks are under way. */
  get size(): number {
    return this.underway.size;
  }

  /** When the task was taken (epoch). */
  startOf(task: PageTask): number {
    return this.underway.get(task.lease)?.since ?? Date.now();
  }

  /** The task came to an end, whichever. */
  done(task: PageTask): void {
    if (this.underway.delete(task.lease)) this.options.places.giveBack(this);
    this.changed();
  }

  /** Takes nothing from this host before `untilMs` (epoch). */
  rest(host: string, untilMs: number): void {
    this.busyHosts.set(host, untilMs);
    this.wake.at(untilMs);
  }

  /** Takes nothing more; what is under way may end. */
  leave(): void {
    this.isLeaving = true;
    this.notify();
  }

  /** Ends everything under way at once and hands it back. */
  async abandon(): Promise<void> {
    this.leave();
    const tasks = [...this.underway.values()];
    this.abortAll('shutting down');
    await Promise.allSettled(tasks.map(({ task }) => this.store.release(task, 0, false)));
  }

  close(): void {
    clearInterval(this.heartbeat);
    clearInterval(this.look);
    for (const { task } of this.underway.values()) this.done(task);
    this.options.places.leave(this);
    this.wake.close();
    this.unsubscribe();
  }

  private takePlace(): boolean {
    const hasPlace = this.options.places.take(this, () => this.changed());
    if (!hasPlace) this.isWaiting = true;
    return hasPlace;
  }

  private isOver(): boolean {
    return this.isLeaving || this.isDrained || this.ended !== null;
  }

  private async take(seen: number): Promise<PageTask | null> {
    const { crawlId, worker, leaseMs, mayHaveBrowser } = this.options;
    const result = await this.store.take(crawlId, worker, leaseMs, this.restingHosts(), mayHaveBrowser());
    this.heardAt = performance.now();
    if (result.kind === 'task') return this.accept(result.task);
    if (result.kind === 'over') this.stop(result.status);
    if (result.kind === 'drained') this.isDrained = true;
    if (result.kind === 'wait' && result.isLeft === true && this.underway.size === 0)
      return this.goElsewhere();
    // what changed while the store was asked may have made room: ask again then
    if (result.kind === 'wait' && seen === this.changes) this.waitUntil(result.untilMs);
    return null;
  }

  private goElsewhere(): null {
    this.isElsewhere = true;
    this.leave();
    return null;
  }

  /** Everything may have been stopped while the store was asked. */
  private async accept(task: PageTask): Promise<PageTask | null> {
    if (this.stopped) {
      await this.store.release(task, 0, false);
      return null;
    }
    this.underway.set(task.lease, { task, abort: new AbortController(), since: Date.now() });
    return task;
  }

  private restingHosts(): string[] {
    const now = Date.now();
    for (const [host, untilMs] of this.busyHosts) if (untilMs <= now) this.busyHosts.delete(host);
    return [...this.busyHosts.keys()];
  }

  /** All places may be taken, so that nobody asks for the next task: learn of a cancel here. */
  private async checkStatus(): Promise<void> {
    const job = await this.store.find(this.options.crawlId).catch(() => null);
    if (job && job.status !== 'running') this.stop(job.status);
    this.notify();
  }

  /** Nothing is asked while tasks are taken all the time: whoever takes hears of it. */
  private async lookAtStatus(): Promise<void> {
    const isSilent = performance.now() - this.heardAt >= LONGEST_SILENCE_MS;
    if (!isSilent || this.isLooking || this.underway.size === 0) return;
    this.isLooking = true;
    await this.checkStatus();
    this.heardAt = performance.now();
    this.isLooking = false;
  }

  private stop(status: CrawlStatus): void {
    this.ended = status;
    this.abortAll(`the crawl is ${status}`);
  }

  private abortAll(reason: string): void {
    this.stopped = new UnavailableError(reason);
    for (const { abort } of this.underway.values()) abort.abort(this.stopped);
  }

  private waitUntil(untilMs: number | null): void {
    this.isWaiting = true;
    // a timer may fire a millisecond early: the hosts that rest must be looked at again, too
    this.wake.at(Math.min(untilMs ?? Infinity, Date.now() + LOOK_AGAIN_MS, ...this.busyHosts.values()));
  }

  private changed(): void {
    this.changes++;
    this.isWaiting = false;
    this.notify();
  }

  private async renew(): Promise<void> {
    const tasks = [...this.underway.values()].map(({ task }) => task);
    if (tasks.length === 0) return;
    try {
      for (const lost of await this.store.renew(tasks, this.options.leaseMs)) this.lose(lost);
    } catch {
      // the store is out of reach: the leases may hold until the next beat, and `complete` checks them in any case
    }
  }

  private lose(task: PageTask): void {
    this.underway.get(task.lease)?.abort.abort(new UnavailableError('the lease was lost'));
  }
}
