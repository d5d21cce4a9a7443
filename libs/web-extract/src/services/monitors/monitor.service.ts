import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { MonitorLimitError, NotConfiguredError, NotFoundError } from '../../model/errors.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import type {
  CheckPageStatus,
  CheckStatus,
  MonitorCheck,
  MonitorCheckPage,
} from '../../model/monitor/check.js';
import type { Monitor } from '../../model/monitor/monitor.js';
import { ResolvedOptions } from '../../model/options.js';
import { MonitorStore, type ListRange } from '../../ports/stores/monitor-store.port.js';
import { PageHistory } from '../../ports/stores/page-history.port.js';
import { MonitorFollower, type MonitorNews } from './following/monitor-follower.js';
import { MonitorChanges } from './monitor-changes.js';
import type { MonitorChange, MonitorRequest } from './planning/monitor-request.js';
import { MonitorPlanner } from './planning/monitor-planner.js';
import { CheckJobs } from './work/check-jobs.js';

/** Owner of a new monitor. */
export interface MonitorOrigin {
  /** Monitors are seen by their owner only. @default 'host' */
  readonly owner?: string;
  /** True to pause the monitor once its owner has no valid stored key. @default false */
  readonly needsKey?: boolean;
}

/** A stored monitor. */
export interface AcceptedMonitor {
  readonly monitor: Monitor;
  /** Differences between the request and the work of the monitor, as sentences. */
  readonly warnings: readonly string[];
}

/** A check with a part of its pages. */
export interface CheckWithPages {
  readonly check: MonitorCheck;
  readonly pages: readonly MonitorCheckPage[];
  readonly hasMore: boolean;
}

/** Pages of a check to read. */
export interface CheckPagesRange {
  /** Number of pages to skip. @default 0 */
  readonly skip?: number;
  /** @default 25 */
  readonly limit?: number;
  /** @default any status */
  readonly status?: CheckPageStatus;
}

const LIST: ListRange = { offset: 0, limit: 25 };
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Checks pages, sites and searches periodically and reports their changes. */
@Injectable()
export class MonitorService {
  constructor(
    private readonly store: MonitorStore,
    private readonly changes: MonitorChanges,
    private readonly planner: MonitorPlanner,
    private readonly jobs: CheckJobs,
    private readonly follower: MonitorFollower,
    private readonly options: ResolvedOptions,
    // null where the host wants none; the union would leave Nest without a type to inject by
    @Inject(PageHistory) private readonly history: PageHistory | null,
  ) {}

  /**
   * Creates a monitor; durable once the promise resolves.
   * @throws InvalidRequestError, BlockedAddressError, MonitorLimitError, NotConfiguredError (no history, or a search without a provider),
   * UnavailableError
   */
  async create(
    request: MonitorRequest,
    { owner = HOST_OWNER, needsKey = false }: MonitorOrigin = {},
  ): Promise<AcceptedMonitor> {
    if (!this.history)
      throw new NotConfiguredError('Monitors need the history of pages, which this server does not keep');
    const fields = await this.planner.plan(request, owner, null);
    const now = Date.now();
    const monitor: Monitor = {
      ...fields,
      id: randomUUID(),
      owner,
      needsKey,
      status: 'active',
      nextRunAt: this.planner.nextRun(fields, now),
      lastRunAt: null,
      currentCheckId: null,
      checkCount: 0,
      lastCheckSummary: null,
      createdAt: now,
      updatedAt: now,
    };
    const { maxPerOwner } = this.options.monitors;
    const isCreated = await this.store.create(monitor, this.changes.dueAt(monitor), maxPerOwner);
    if (!isCreated) throw new MonitorLimitError(maxPerOwner);
    this.changes.announce();
    return { monitor, warnings: await this.planner.warningsOf(monitor) };
  }

  /** Lists the monitors of an owner, the newest first. @throws UnavailableError */
  async list(range: Partial<ListRange> = {}, owner = HOST_OWNER): Promise<readonly Monitor[]> {
    return this.store.list(owner, { ...LIST, ...range });
  }

  /** @throws NotFoundError if it is unknown or of another owner; UnavailableError */
  async get(id: string, owner?: string): Promise<Monitor> {
    const stored = ID.test(id) ? await this.store.find(id) : null;
    if (!stored || (owner !== undefined && stored.monitor.owner !== owner))
      throw new NotFoundError('Monitor not found');
    return stored.monitor;
  }

  /**
   * Changes the given fields of a monitor. A running check continues with its former targets.
   * @throws NotFoundError, InvalidRequestError, BlockedAddressError, NotConfiguredError, UnavailableError
   */
  async update(id: string, change: MonitorChange, owner?: string): Promise<AcceptedMonitor> {
    const { owner: holder } = await this.get(id, owner);
    const monitor = await this.changes.change(id, async (known) => {
      const fields = await this.planner.plan(change, holder, known);
      return { monitor: this.changed(known, change, { ...known, ...fields }) };
    });
    return { monitor: monitor!, warnings: await this.planner.warningsOf(monitor!) };
  }

  private changed(
    known: Monitor,
    { status = known.status, schedule }: MonitorChange,
    planned: Monitor,
  ): Monitor {
    const now = Date.now();
    const isRestarted = schedule !== undefined || status !== known.status;
    const nextRunAt = isRestarted ? this.planner.nextRun(planned, now) : known.nextRunAt;
    return { ...planned, status, nextRunAt: status === 'paused' ? null : nextRunAt, updatedAt: now };
  }

  /** Deletes a monitor with its checks and the history of its pages, and cancels a running check. @throws NotFoundError, UnavailableError */
  async remove(id: string, owner?: string): Promise<void> {
    const { currentCheckId, owner: holder } = await this.get(id, owner);
    const check = currentCheckId === null ? null : await this.store.findCheck(currentCheckId);
    if (!(await this.store.remove(id))) throw new NotFoundError('Monitor not found');
    if (check) await this.jobs.cancel(check);
    await this.history?.forget(holder, { tag: `monitor:${id}` });
  }

  /** Starts a check now. @throws NotFoundError, ConflictError while a check is queued or running, UnavailableError */
  async run(id: string, owner?: string): Promise<MonitorCheck> {
    await this.get(id, owner);
    return this.changes.begin(id);
  }

  /** Lists the checks of a monitor, the newest first. @throws NotFoundError, UnavailableError */
  async checks(
    id: string,
    { status, ...range }: Partial<ListRange> & { readonly status?: CheckStatus } = {},
    owner?: string,
  ): Promise<readonly MonitorCheck[]> {
    await this.get(id, owner);
    return this.store.checks(id, { ...LIST, ...range, ...(status === undefined ? {} : { status }) });
  }

  /** Returns a check and a part of its pages, in order of their completion. @throws NotFoundError, UnavailableError */
  async check(
    id: string,
    checkId: string,
    { skip = 0, limit = 25, status }: CheckPagesRange = {},
    owner?: string,
  ): Promise<CheckWithPages> {
    await this.get(id, owner);
    const check = ID.test(checkId) ? await this.store.findCheck(checkId) : null;
    if (check?.monitorId !== id) throw new NotFoundError('Check not found');
    const range = { from: skip, count: limit, ...(status === undefined ? {} : { status }) };
    return { check, ...(await this.store.pages(checkId, range)) };
  }

  /** Estimates the credits of a monitor in 30 days; null for adaptive schedules without a budget. */
  creditsPerMonth(monitor: Monitor): number | null {
    return this.planner.creditsPerMonth(monitor);
  }

  /**
   * Follows a monitor: yields each check when it begins and ends, and each page with another status than `same`. Ends when the monitor is
   * deleted; leave the loop or abort `signal` to stop earlier.
   * @throws NotFoundError, UnavailableError
   */
  async *watch(id: string, owner?: string, signal?: AbortSignal): AsyncGenerator<MonitorNews> {
    await this.get(id, owner);
    yield* this.follower.follow(id, signal);
  }
}
