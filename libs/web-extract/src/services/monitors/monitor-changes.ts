import { Injectable } from '@nestjs/common';
import { ConflictError, MonitorLimitError, NotFoundError, UnavailableError } from '../../model/errors.js';
import type { MonitorCheck } from '../../model/monitor/check.js';
import type { MonitorHead, MonitorTarget, Workload } from '../../model/monitor/monitor.js';
import { ResolvedOptions } from '../../model/options.js';
import {
  MonitorStore,
  type CheckTask,
  type MonitorLimits,
  type MonitorRefusal,
  type Outgoing,
} from '../../ports/stores/monitor-store.port.js';
import { EventStream } from '../events/event-stream.js';
import { publishDropped } from './messages/publish-dropped.js';
import { MonitorPlanner } from './planning/monitor-planner.js';
import { newCheck, spreadMsOf } from './work/begin-check.js';
import { kept } from '../../model/kept.js';

/** Changes of one monitor that may collide. */
const MAX_RACES = 64;
const MINUTE_MS = 60_000;

/** A change of a monitor with its checks. */
interface Step {
  readonly monitor: MonitorHead;
  readonly targets?: readonly MonitorTarget[];
  readonly checks?: readonly MonitorCheck[];
  readonly outgoing?: Outgoing | null;
}

/** Changes stored monitors one step at a time, also with concurrent processes. */
@Injectable()
export class MonitorChanges {
  private readonly listeners = kept('parts', new Set<() => void>());

  constructor(
    private readonly store: MonitorStore,
    private readonly planner: MonitorPlanner,
    private readonly events: EventStream,
    private readonly options: ResolvedOptions,
  ) {}

  /** Limits of stored monitors. */
  get limits(): MonitorLimits {
    const { maxPerOwner, maxTargetBytesPerOwner, maxTargetBytes } = this.options.monitors;
    return { maxPerOwner, maxBytesPerOwner: maxTargetBytesPerOwner, maxBytes: maxTargetBytes };
  }

  /** The error about a limit. */
  errorOf(refusal: MonitorRefusal): MonitorLimitError {
    const { maxPerOwner, maxBytesPerOwner, maxBytes } = this.limits;
    if (refusal === 'maxPerOwner') return new MonitorLimitError(maxPerOwner);
    const [who, most] = refusal === 'maxBytes' ? ['all owners', maxBytes] : ['an owner', maxBytesPerOwner];
    return new MonitorLimitError(`The monitors of ${who} have at most ${most} bytes with their targets`);
  }

  /** Extent of a check of a monitor. */
  async workloadOf({ id, workload }: MonitorHead): Promise<Workload> {
    return workload ?? this.workloadOfTargets((await this.store.targets(id)) ?? []);
  }

  /** Extent of a check of some targets. */
  workloadOfTargets(targets: readonly MonitorTarget[]): Workload {
    return this.planner.workloadOf(targets);
  }

  /** Calls `listener` when this process has started a check or changed a due time. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Reports a started check or a changed due time. */
  announce(): void {
    for (const listener of this.listeners) listener();
  }

  /** Time when a monitor is due. */
  dueAt(monitor: MonitorHead): number | null {
    return monitor.nextRunAt === null ? null : monitor.nextRunAt + spreadMsOf(monitor);
  }

  /**
   * Changes a monitor; repeated with the current one if another process changed it at the same time.
   * @param step returns null to leave it as it is
   * @throws NotFoundError, MonitorLimitError for new targets, the errors of `step`
   */
  async change(
    id: string,
    step: (monitor: MonitorHead) => Step | null | Promise<Step | null>,
    task?: CheckTask,
  ): Promise<MonitorHead | null> {
    for (let race = 0; race < MAX_RACES; race++) {
      const stored = await this.store.find(id);
      if (!stored) throw new NotFoundError('Monitor not found');
      const next = await step(stored.monitor);
      if (!next) return null;
      const { monitor, targets, checks = [], outgoing = null } = next;
      const change = {
        monitor,
        checks,
        outgoing,
        ...(targets ? { replaced: { targets, limits: this.limits } } : {}),
        expectedRevision: stored.revision,
        dueAt: this.dueAt(monitor),
      };
      const written = await this.store.write({ ...change, ...(task ? { task } : {}) });
      if (typeof written === 'string') throw this.errorOf(written);
      if (written) {
        publishDropped(this.events, written);
        this.announce();
        return monitor;
      }
    }
    throw new UnavailableError('the monitor is being changed', 1);
  }

  /** Starts a check at the request of a caller. @throws NotFoundError, ConflictError while a check is queued or running */
  async begin(id: string): Promise<MonitorCheck> {
    let check!: MonitorCheck;
    await this.change(id, async (monitor) => {
      if (monitor.currentCheckId !== null)
        throw new ConflictError('A check of this monitor is already running');
      check = newCheck(monitor, await this.workloadOf(monitor), {
        trigger: 'manual',
        scheduledFor: null,
        status: 'queued',
        nowMs: Date.now(),
      });
      return { monitor: begun(monitor, check), checks: [check] };
    });
    return check;
  }

  /** Starts the scheduled check of a monitor that is due, or records that it was skipped. */
  async beginDue(id: string, nowMs: number): Promise<void> {
    await this.change(id, async (monitor) => {
      const dueAt = this.dueAt(monitor);
      if (dueAt === null || dueAt > nowMs || monitor.status === 'paused') return null;
      const current =
        monitor.currentCheckId === null ? null : await this.store.findCheck(monitor.currentCheckId);
      const next = { ...monitor, nextRunAt: this.runAfter(monitor, nowMs) };
      const beginning = { trigger: 'scheduled', scheduledFor: monitor.nextRunAt, nowMs } as const;
      if (current?.status === 'running') {
        const skipped = newCheck(monitor, NO_WORK, { ...beginning, status: 'skipped_overlap' });
        return { monitor: { ...next, checkCount: skipped.number }, checks: [skipped] };
      }
      const check = newCheck(monitor, await this.workloadOf(monitor), { ...beginning, status: 'queued' });
      const waiting = current?.status === 'queued' ? [overlapped(current, nowMs)] : [];
      return { monitor: begun(next, check), checks: [...waiting, check] };
    });
  }

  /** Pauses the monitors of an owner without a valid key. */
  async pause(id: string): Promise<void> {
    const paused = await this.change(id, (monitor) =>
      monitor.status === 'paused'
        ? null
        : { monitor: { ...monitor, status: 'paused', nextRunAt: null, updatedAt: Date.now() } },
    );
    if (!paused) return;
    this.events.publish({
      type: 'monitor-paused',
      kind: 'monitor',
      crawlId: null,
      monitorId: id,
      owner: paused.owner,
      at: Date.now(),
    });
  }

  /** An adaptive monitor is due again when its check has ended, or after its longest interval. */
  private runAfter(monitor: MonitorHead, nowMs: number): number | null {
    const { schedule } = monitor;
    if ('adaptive' in schedule) return nowMs + schedule.adaptive.maxMinutes * MINUTE_MS;
    const spreadMs = spreadMsOf(monitor); // a run of this minute may be due later in it
    return this.planner.nextRun(monitor, Math.max(nowMs - spreadMs, monitor.nextRunAt ?? nowMs));
  }
}

const NO_WORK: Workload = { credits: 0, crawls: [], hasSearch: false };

const begun = (monitor: MonitorHead, check: MonitorCheck): MonitorHead => ({
  ...monitor,
  currentCheckId: check.id,
  checkCount: check.number,
  lastRunAt: check.createdAt,
});

/** A check that waited until the next one was due. */
const overlapped = (check: MonitorCheck, nowMs: number): MonitorCheck => ({
  ...check,
  status: 'skipped_overlap',
  finishedAt: nowMs,
  updatedAt: nowMs,
});
