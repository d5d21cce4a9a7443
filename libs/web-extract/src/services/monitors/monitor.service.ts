import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { NotConfiguredError, NotFoundError } from '../../model/errors.js';
import type { JsonSchema } from '../../model/extraction/extraction.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import type {
  CheckPageStatus,
  CheckStatus,
  MonitorCheck,
  MonitorCheckPage,
} from '../../model/monitor/check.js';
import type { Monitor, MonitorHead } from '../../model/monitor/monitor.js';
import { MonitorStore, type ListRange, type MonitorsPart } from '../../ports/stores/monitor-store.port.js';
import { PageHistory } from '../../ports/stores/page-history.port.js';
import { MonitorFollower, type MonitorNews } from './following/monitor-follower.js';
import { MonitorChanges } from './monitor-changes.js';
import type { MonitorChange, MonitorRequest } from './planning/monitor-request.js';
import { MonitorPlanner } from './planning/monitor-planner.js';
import { fieldMonitor, type WatchFieldsOptions } from './planning/watch-fields.js';
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
  /** Maximum size of the pages as JSON in bytes; one page is always read. @default 8 MiB */
  readonly maxBytes?: number;
  /** @default any status */
  readonly status?: CheckPageStatus;
}

const LIST: ListRange = { offset: 0, limit: 25 };
/** Size of a part of a list as JSON. */
const MAX_BYTES = 8 * 1024 * 1024;
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
    const { targets, ...fields } = await this.planner.plan(request, owner, null);
    const now = Date.now();
    const monitor: Monitor = {
      ...fields,
      targets: targets!, // required above
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
    const refusal = await this.store.create(monitor, this.changes.dueAt(monitor), this.changes.limits);
    if (refusal) throw this.changes.errorOf(refusal);
    this.changes.announce();
    return { monitor, warnings: await this.planner.warningsOf(monitor) };
  }

  /**
   * Creates a monitor that reports changes of fields of pages, such as prices, and ignores other changes. Fields are read from the data that the pages state
   * (JSON-LD, microdata, embedded state), by a model only where a field is missing and one is configured. The diff of a changed page has `fields`, each
   * with `previous` and `current`; dates, prices and numbers are compared by value.
   * @param schema JSON schema of an object; its properties are the fields
   * @throws as {@link create}
   */
  async watchFields(
    urls: string | readonly string[],
    schema: JsonSchema,
    options: WatchFieldsOptions = {},
  ): Promise<AcceptedMonitor> {
    const { owner } = options;
    const list = typeof urls === 'string' ? [urls] : urls;
    return this.create(fieldMonitor(list, schema, options), owner === undefined ? {} : { owner });
  }

  /**
   * Lists the monitors of an owner, the newest first: at most 8 MiB of them as JSON, and one at least. Further ones are listed from the
   * `offset` after the last one on; none are left when the list is empty.
   * @throws UnavailableError
   */
  async list(range: Partial<ListRange> = {}, owner = HOST_OWNER): Promise<readonly Monitor[]> {
    return (await this.listPart(range, owner)).monitors;
  }

  /** Lists monitors as `list` does, and says whether there are more. @throws UnavailableError */
  async listPart(range: Partial<ListRange> = {}, owner = HOST_OWNER): Promise<MonitorsPart> {
    return this.store.list(owner, { ...LIST, maxBytes: MAX_BYTES, ...range });
  }

  /** @throws NotFoundError if it is unknown or of another owner; UnavailableError */
  async get(id: string, owner?: string): Promise<Monitor> {
    return this.whole(await this.head(id, owner));
  }

  private async head(id: string, owner?: string): Promise<MonitorHead> {
    const stored = ID.test(id) ? await this.store.find(id) : null;
    if (!stored || (owner !== undefined && stored.monitor.owner !== owner))
      throw new NotFoundError('Monitor not found');
    return stored.monitor;
  }

  private async whole(head: MonitorHead): Promise<Monitor> {
    const targets = await this.store.targets(head.id);
    if (!targets) throw new NotFoundError('Monitor not found');
    return { ...head, targets };
  }

  /**
   * Changes the given fields of a monitor. A running check continues with its former targets.
   * @throws NotFoundError, InvalidRequestError, BlockedAddressError, MonitorLimitError, NotConfiguredError, UnavailableError
   */
  async update(id: string, change: MonitorChange, owner?: string): Promise<AcceptedMonitor> {
    const { owner: holder } = await this.head(id, owner);
    const head = await this.changes.change(id, async (stored) => {
      const known = { ...stored, workload: await this.changes.workloadOf(stored) };
      const { targets, ...fields } = await this.planner.plan(change, holder, known);
      const monitor = this.changed(known, change, { ...known, ...fields });
      return { monitor, ...(targets ? { targets } : {}) };
    });
    const monitor = await this.whole(head!);
    return { monitor, warnings: await this.planner.warningsOf(monitor) };
  }

  private changed(
    known: MonitorHead,
    { status = known.status, schedule }: MonitorChange,
    planned: MonitorHead,
  ): MonitorHead {
    const now = Date.now();
    const isRestarted = schedule !== undefined || status !== known.status;
    const nextRunAt = isRestarted ? this.planner.nextRun(planned, now) : known.nextRunAt;
    return { ...planned, status, nextRunAt: status === 'paused' ? null : nextRunAt, updatedAt: now };
  }

  /** Deletes a monitor with its checks and the history of its pages, and cancels a running check. @throws NotFoundError, UnavailableError */
  async remove(id: string, owner?: string): Promise<void> {
    const { currentCheckId, owner: holder } = await this.head(id, owner);
    const targets = currentCheckId === null ? [] : await this.jobs.targetsOf(currentCheckId);
    if (!(await this.store.remove(id))) throw new NotFoundError('Monitor not found');
    if (currentCheckId !== null) await this.jobs.cancel(currentCheckId, targets);
    await this.history?.forget(holder, { tag: `monitor:${id}` });
  }

  /** Starts a check now. @throws NotFoundError, ConflictError while a check is queued or running, UnavailableError */
  async run(id: string, owner?: string): Promise<MonitorCheck> {
    await this.head(id, owner);
    return this.changes.begin(id);
  }

  /** Lists the checks of a monitor, the newest first. @throws NotFoundError, UnavailableError */
  async checks(
    id: string,
    { status, ...range }: Partial<ListRange> & { readonly status?: CheckStatus } = {},
    owner?: string,
  ): Promise<readonly MonitorCheck[]> {
    await this.head(id, owner);
    return this.store.checks(id, { ...LIST, ...range, ...(status === undefined ? {} : { status }) });
  }

  /**
   * Returns a check and a part of its pages, in order of their completion: at most `maxBytes` of them as JSON, and one at least.
   * @throws NotFoundError, UnavailableError
   */
  async check(
    id: string,
    checkId: string,
    { skip = 0, limit = 25, maxBytes = MAX_BYTES, status }: CheckPagesRange = {},
    owner?: string,
  ): Promise<CheckWithPages> {
    await this.head(id, owner);
    const check = ID.test(checkId) ? await this.store.findCheck(checkId) : null;
    if (check?.monitorId !== id) throw new NotFoundError('Check not found');
    const range = { from: skip, count: limit, maxBytes, ...(status === undefined ? {} : { status }) };
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
    await this.head(id, owner);
    yield* this.follower.follow(id, signal);
  }
}
