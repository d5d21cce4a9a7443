import { UnavailableError } from '../../../model/errors.js';
import type { CrawlStatus, PageTask } from '../../../model/crawl/crawl.js';
import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import type { TaskSource } from '../../../ports/page-loop.port.js';
import type { CrawlSemaphore, HostSemaphore, PlaceTaker } from '../places/crawl-semaphore.js';
import { JobAtHosts } from '../places/job-at-hosts.js';
import { LeaseKeeper, type LeaseHolder } from './lease-keeper.js';
import { ActiveTask } from './active-task.js';
import { Wake } from './wake.js';

interface CrawlSourceOptions extends LeaseHolder {
  /** Owner of the crawl. */
  readonly owner: string;
  /** Shared with the other crawls of this process. */
  readonly places: CrawlSemaphore;
  /** Places by host, also shared. */
  readonly hostPlaces: HostSemaphore;
  /** True if this process has a browser or does not know yet. */
  readonly mayHaveBrowser: () => boolean;
}

/** Other workers may have changed the crawl without a word: look again after this time. */
const LOOK_AGAIN_MS = 1_000;

/**
 * The queue of one crawl as the page loop sees it: takes addresses where there are places for them, and knows when nothing
 * may start now, when nothing ever will, and when to look again.
 */
export class CrawlSource implements Omit<TaskSource<ActiveTask>, 'retry' | 'fail'>, PlaceTaker {
  readonly owner: string;
  /** True if no page is queued or in progress in any process. */
  isDrained = false;
  /** True if only pages for workers with a browser remain. */
  isLeasedElsewhere = false;

  private readonly leases: LeaseKeeper;
  private readonly hosts: JobAtHosts;
  private readonly wake = new Wake(() => this.changed());
  private notify: () => void = () => {};
  private changes = 0;
  private isWaiting = false;
  private isLeaving = false;

  constructor(
    store: CrawlStore,
    private readonly options: CrawlSourceOptions,
  ) {
    this.owner = options.owner;
    this.hosts = new JobAtHosts(options.owner, options.hostPlaces, () => this.changed());
    this.leases = new LeaseKeeper(store, options, {
      changed: () => this.changed(),
      looked: () => this.hosts.passOnOld(Date.now()),
    });
  }

  /** Final status if the crawl ended while this source was active, else null. */
  get ended(): CrawlStatus | null {
    return this.leases.ended;
  }

  async next(): Promise<ActiveTask | null> {
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

  /** Number of tasks in progress. */
  get size(): number {
    return this.leases.size;
  }

  /** Releases the places of a finished task, whatever its result. */
  done(active: ActiveTask): void {
    active.leaveHost();
    if (this.leases.drop(active)) this.options.places.giveBack(this);
    this.changed();
  }

  /** Takes nothing from this host before `untilMs` (epoch). */
  pauseHost(host: string, untilMs: number): void {
    this.hosts.rest(host, untilMs);
    this.wake.at(untilMs);
  }

  /** Stops leasing; tasks in progress may finish. */
  drain(): void {
    this.isLeaving = true;
    this.notify();
  }

  /** Aborts all tasks in progress and releases their leases. */
  async releaseLeases(): Promise<void> {
    this.drain();
    await this.leases.releaseLeases();
  }

  close(): void {
    this.leases.close();
    for (const active of this.leases.kept) this.done(active);
    this.options.places.leave(this);
    this.hosts.close();
    this.wake.close();
  }

  private takePlace(): boolean {
    const hasPlace = this.options.places.take(this, () => this.changed());
    if (!hasPlace) this.isWaiting = true;
    return hasPlace;
  }

  private isOver(): boolean {
    return this.isLeaving || this.isDrained || this.ended !== null;
  }

  private async take(seen: number): Promise<ActiveTask | null> {
    const closed = this.hosts.closedHosts(Date.now());
    const kept = this.hosts.keptHosts();
    const result = await this.leases.take(closed, this.options.mayHaveBrowser());
    if (result.kind === 'task') return this.accept(result.task);
    this.hosts.passOn(kept);
    if (result.kind === 'drained') this.isDrained = true;
    if (result.kind === 'wait' && result.isLeft === true && this.leases.size === 0) return this.goElsewhere();
    // a change during the store request may have made room: ask again then
    if (result.kind === 'wait' && seen === this.changes) this.waitUntil(result.untilMs);
    return null;
  }

  private goElsewhere(): null {
    this.isLeasedElsewhere = true;
    this.drain();
    return null;
  }

  /** Starts a leased task, or releases it if all tasks were stopped during the store request. */
  private async accept(task: PageTask): Promise<ActiveTask | null> {
    if (this.leases.isStopped) {
      await this.leases.giveBack(task);
      return null;
    }
    const isAtHost = task.kind === 'page';
    if (isAtHost && !this.hosts.enter(task.host)) {
      await this.leases.giveBack(task);
      return this.take(this.changes); // a page of another host
    }
    const active = new ActiveTask(task, isAtHost ? () => this.hosts.leave(task.host) : null);
    this.leases.keep(active);
    return active;
  }

  private waitUntil(untilMs: number | null): void {
    this.isWaiting = true;
    // a timer may fire a millisecond early: the hosts that rest must be looked at again, too
    this.wake.at(Math.min(untilMs ?? Infinity, Date.now() + LOOK_AGAIN_MS, this.hosts.opensAtMs));
  }

  private changed(): void {
    this.changes++;
    this.isWaiting = false;
    this.notify();
  }
}
