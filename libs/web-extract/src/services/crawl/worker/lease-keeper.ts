import { UnavailableError } from '../../../model/errors.js';
import type { CrawlStatus, PageTask } from '../../../model/crawl/crawl.js';
import type { CrawlStore } from '../../../ports/crawl-store.port.js';
import type { TakeResult } from '../../../ports/frontier.port.js';
import type { TaskUnderway } from './task-underway.js';

/** Whose leases they are. */
export interface LeaseHolder {
  readonly crawlId: string;
  /** Names this process in leases. */
  readonly worker: string;
  readonly leaseMs: number;
}

/** Who wants to know what becomes of the crawl. */
interface LeaseListener {
  /** The store has news of the crawl, or the crawl is over. */
  changed(): void;
  /** Called every 300 ms. */
  looked(): void;
}

/** Word of a cancel may be lost: a store that has not spoken for this long is asked, so that it is felt within a second all the same. */
const LONGEST_SILENCE_MS = 600;
const LISTEN_MS = 300;

/** Leases of one crawl, kept alive until their tasks are done, lost, or everything is stopped: the crawl is over, or the process ends. */
export class LeaseKeeper {
  /** How the crawl ended, when it did so while its leases were kept. */
  ended: CrawlStatus | null = null;

  /** By their leases. */
  private readonly underway = new Map<string, TaskUnderway>();
  private readonly unsubscribe: () => void;
  private readonly heartbeat: NodeJS.Timeout;
  private readonly look: NodeJS.Timeout;
  private isLooking = false;
  /** When the store said last how the crawl is. */
  private heardAt = 0;
  /** Why nothing may be under way any more. */
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

  /** A task that comes is under way only when it is kept. */
  async take(busyHosts: readonly string[], hasBrowser: boolean): Promise<TakeResult> {
    const { crawlId, worker, leaseMs } = this.holder;
    const result = await this.store.frontier.take(crawlId, worker, leaseMs, busyHosts, hasBrowser);
    this.heardAt = performance.now();
    if (result.kind === 'over') this.stop(result.status);
    return result;
  }

  /** Everything may have been stopped while the store was asked. */
  get isStopped(): boolean {
    return this.stopped !== null;
  }

  keep(underway: TaskUnderway): void {
    this.underway.set(underway.task.lease, underway);
  }

  /** The task came to an end. @returns false when it was not kept */
  drop({ task }: TaskUnderway): boolean {
    return this.underway.delete(task.lease);
  }

  /** Tasks that are under way. */
  get kept(): TaskUnderway[] {
    return [...this.underway.values()];
  }

  /** How many tasks are under way. */
  get size(): number {
    return this.underway.size;
  }

  /** The task was not begun. */
  async giveBack(task: PageTask): Promise<void> {
    await this.store.frontier.release(task, 0, false);
  }

  /** Ends everything under way at once and hands it back. */
  async abandon(): Promise<void> {
    const { kept } = this;
    this.abortAll('shutting down');
    await Promise.allSettled(kept.map(({ task }) => this.giveBack(task)));
  }

  close(): void {
    clearInterval(this.heartbeat);
    clearInterval(this.look);
    this.unsubscribe();
  }

  /** All places may be taken, so that nobody asks for the next task: learn of a cancel here. */
  private async checkStatus(): Promise<void> {
    const job = await this.store.find(this.holder.crawlId).catch(() => null);
    if (job && job.status !== 'running') this.stop(job.status);
  }

  /** Nothing is asked while tasks are taken all the time: whoever takes hears of it. */
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
    for (const underway of this.underway.values()) underway.abort(this.stopped);
  }

  private async renew(): Promise<void> {
    if (this.size === 0) return;
    const tasks = this.kept.map(({ task }) => task);
    try {
      for (const { lease } of await this.store.frontier.renew(tasks, this.holder.leaseMs))
        this.underway.get(lease)?.abort(new UnavailableError('the lease was lost'));
    } catch {
      // the store is out of reach: the leases may hold until the next beat, and `complete` checks them in any case
    }
  }
}
