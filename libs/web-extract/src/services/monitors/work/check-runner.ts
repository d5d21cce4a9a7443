import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { FairSemaphore } from '../../../concurrency/fair-semaphore.js';
import { ResolvedOptions } from '../../../model/options.js';
import { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import { MonitorStore, type CheckTask } from '../../../ports/stores/monitor-store.port.js';
import { EventStream } from '../../events/event-stream.js';
import { AdaptivePlanner } from '../adaptive/adaptive-planner.js';
import { PageJudge } from '../judging/page-judge.js';
import { MonitorMails } from '../messages/monitor-mails.js';
import { MonitorMessagePresenter } from '../messages/monitor-message.js';
import { MonitorChanges } from '../monitor-changes.js';
import { CheckJobs } from './check-jobs.js';
import { CheckRoom } from './check-room.js';
import type { CheckTools } from './check-tools.js';
import { CheckWork } from './check-work.js';
import { PageQuota } from './page-quota.js';
import { SearchCheck } from './search-check.js';
import { StateRoom } from './state-room.js';
import { kept } from '../../../model/kept.js';

/** Checks of one owner that this process works on at once; their pages share the slots of crawls. */
const CHECKS = 200;
const LOOK_MS = 1_000;
/** Wait of a check whose owner has too many jobs, or whose store is unavailable. */
const WAIT_MS = 2_000;

/** A check in progress. */
interface ActiveCheck {
  readonly task: CheckTask;
  readonly controller: AbortController;
  readonly work: Promise<void>;
}

/** Works on the checks of monitors: takes them with a lease, which it renews until they have ended. */
@Injectable()
export class CheckRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('WebExtract');
  private readonly places = new FairSemaphore(CHECKS);
  private readonly active = kept('checks', new Map<string, ActiveCheck>());
  private readonly tools: CheckTools;
  private looking: Promise<void> | null = null;
  private mustLookAgain = false;
  private isClosing = false;
  private timers: NodeJS.Timeout[] = [];
  private unsubscribe: (() => void) | undefined;

  constructor(
    private readonly store: MonitorStore,
    crawls: CrawlStore,
    jobs: CheckJobs,
    searches: SearchCheck,
    judge: PageJudge,
    presenter: MonitorMessagePresenter,
    mails: MonitorMails,
    quota: PageQuota,
    private readonly changes: MonitorChanges,
    events: EventStream,
    adaptive: AdaptivePlanner,
    memory: CheckRoom,
    private readonly options: ResolvedOptions,
  ) {
    this.tools = {
      store, crawls, jobs, searches, judge, presenter, mails, quota, changes, events,
      adaptive,
      memory,
      maxPageBytes: options.monitors.maxBytesPerOwner,
      room: new StateRoom(store, options.monitors),
      report: (error) => this.report(error),
    }; // prettier-ignore
  }

  onApplicationBootstrap(): void {
    this.unsubscribe = this.changes.onChange(() => this.look());
    this.timers = [
      setInterval(() => this.look(), LOOK_MS),
      setInterval(() => void this.renew(), this.options.limits.leaseMs / 3),
    ];
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    this.unsubscribe?.();
    for (const timer of this.timers) clearInterval(timer);
    for (const { controller } of this.active.values()) controller.abort(new Error('shutting down'));
    await this.looking;
    await Promise.all([...this.active.values()].map(({ work }) => work));
  }

  /** Takes checks while there is room. */
  look(): void {
    this.mustLookAgain = this.looking !== null;
    this.looking ??= this.takeAll()
      .catch(() => {}) // the store is unavailable; the next look tries again
      .finally(() => {
        this.looking = null;
        if (this.mustLookAgain && !this.isClosing) this.look();
      });
  }

  private async takeAll(): Promise<void> {
    while (!this.isClosing && !this.places.isFull) {
      const task = await this.store.takeCheck(this.options.limits.leaseMs, this.places.sated);
      if (!task) return;
      this.begin(task);
    }
  }

  private begin(task: CheckTask): void {
    this.places.take(task.owner, 1);
    const controller = new AbortController();
    const work = this.work(task, controller.signal).finally(() => {
      this.active.delete(task.lease);
      this.places.release(task.owner);
      this.look();
    });
    this.active.set(task.lease, { task, controller, work });
  }

  private async work(task: CheckTask, signal: AbortSignal): Promise<void> {
    const result = await CheckWork.run(this.tools, task, signal).catch(() => 'waiting' as const);
    const waitMs = this.isClosing ? 0 : WAIT_MS;
    if (result === 'waiting') await this.store.releaseCheck(task, waitMs).catch(() => {}); // else the lease expires
  }

  private async renew(): Promise<void> {
    const tasks = [...this.active.values()].map(({ task }) => task);
    if (tasks.length === 0) return;
    const lost = await this.store.renewChecks(tasks, this.options.limits.leaseMs).catch(() => []);
    for (const { lease } of lost) this.active.get(lease)?.controller.abort(new Error('lease lost'));
  }

  private report(error: unknown): void {
    this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}
