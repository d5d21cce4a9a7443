import { UnavailableError } from '../../../model/errors.js';
import type { CrawlStatus, PageTask } from '../../../model/crawl/crawl.js';
import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import type { TakeResult } from '../../../ports/stores/frontier.port.js';
import type { ActiveTask } from './active-task.js';

/** Identity of a worker in the leases of a crawl. */
export interface LeaseHolder {
  readonly crawlId: string;
  /** Names this process in leases. */
  readonly worker: string;
  readonly leaseMs: number;
}

/** Callbacks about changes of the crawl. */
interface LeaseListener {
  /** The store has news of the crawl, or the crawl is over. */
  changed(): void;
  /** Called every 300 ms. */
  looked(): void;
}

/**
 * Notifications of a cancellation may be lost. After this time without a store response the status is read, so that a
 * cancellation takes effect within a second.
 */
const LONGEST_SILENCE_MS = 600;
const LISTEN_MS = 300;

/** Leases of one crawl, kept alive until their tasks are done, lost, or everything is stopped: the crawl is over, or the process ends. */
export class LeaseKeeper {
  /** Final status if the crawl ended while leases were held, else null. */
  ended: CrawlStatus | null = null;

  /** By their leases. */
  private readonly active = new Map<string, ActiveTask>();
  private readonly unsubscribe: () => void;
  private readonly heartbeat: NodeJS.Timeout;
  private readonly look: NodeJS.Timeout;
  private isLooking = false;
  /** When the store said last how the crawl is. */
  private heardAt = 0;
  /** Reason for stopping all tasks; null while tasks may run. */
  private stopped: UnavailableError | null = null;

  constructor(
    private readonly store: CrawlStore,
    private readonly holder: LeaseHolder,
    private readonly listener: LeaseListener,
  ) {
    this.unsubscribe = store.subscribe(holder.crawlId, (change) => {
      if (change === 'ended') void this.checkStatus();
      listener.changed();
    });
    this.heartbeat = setInterval(() => void this.renew(), holder.leaseMs / 3);
    this.look = setInterval(() => void this.lookAtStatus(), LISTEN_MS);
  }

  /** Leases the next task. It counts as in progress after `keep`. */
  async take(busyHosts: readonly string[], hasBrowser: boolean): Promise<TakeResult> {
    const { crawlId, worker, leaseMs } = this.holder;
    const result = await this.store.frontier.take(crawlId, worker, leaseMs, busyHosts, hasBrowser);
    this.heardAt = performance.now();
    if (result.kind === 'over') this.stop(result.status);
    return result;
  }

  /** True if all tasks were stopped, possibly during a store request. */
  get isStopped(): boolean {
    return this.stopped !== null;
  }

  keep(active: ActiveTask): void {
    this.active.set(active.task.lease, active);
  }

  /** The task came to an end. @returns false when it was not kept */
  drop({ task }: ActiveTask): boolean {
    return this.active.delete(task.lease);
  }

  /** Tasks in progress. */
  get kept(): ActiveTask[] {
    return [...this.active.values()];
  }

  /** Number of tasks in progress. */
  get size(): number {
    return this.active.size;
  }

  /** The task was not begun. */
  async giveBack(task: PageTask): Promise<void> {
    await this.store.frontier.release(task, 0, false);
  }

  /** Aborts all tasks in progress and releases their leases. */
  async releaseLeases(): Promise<void> {
    const { kept } = this;
    this.abortAll('shutting down');
    await Promise.allSettled(kept.map(({ task }) => this.giveBack(task)));
  }

  close(): void {
    clearInterval(this.heartbeat);
    clearInterval(this.look);
    this.unsubscribe();
  }

  /** Reads the status of the crawl. With all places taken, no lease request would report a cancellation. */
  private async checkStatus(): Promise<void> {
    const job = await this.store.find(this.holder.crawlId).catch(() => null);
    if (job && job.status !== 'running') this.stop(job.status);
  }

  /** Reads the status unless a recent lease request has reported it. */
  private async lookAtStatus(): Promise<void> {
    this.listener.looked();
    const isSilent = performance.now() - this.heardAt >= LONGEST_SILENCE_MS;
    if (!isSilent || this.isLooking || this.size === 0) return;
    this.isLooking = true;
    await this.checkStatus();
    this.heardAt = performance.now();
    this.isLooking = false;
  }

  private stop(status: CrawlStatus): void {
    this.ended = status;
    this.abortAll(`the crawl is ${status}`);
    this.listener.changed();
  }

  private abortAll(reason: string): void {
    this.stopped = new UnavailableError(reason);
    for (const active of this.active.values()) active.abort(this.stopped);
  }

  private async renew(): Promise<void> {
    if (this.size === 0) return;
    const tasks = this.kept.map(({ task }) => task);
    try {
      for (const { lease } of await this.store.frontier.renew(tasks, this.holder.leaseMs))
        this.active.get(lease)?.abort(new UnavailableError('the lease was lost'));
    } catch {
      // the store is out of reach: the leases may hold until the next beat, and `complete` checks them in any case
    }
  }
}
