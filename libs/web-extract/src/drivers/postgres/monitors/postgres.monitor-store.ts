import { Injectable } from '@nestjs/common';
import type { Monitor, MonitorHead } from '../../../model/monitor/monitor.js';
import type {
  CheckRecord,
  CheckTask,
  DueMonitor,
  ListRange,
  MonitorLimits,
  MonitorRefusal,
  MonitorsPart,
  MonitorsRange,
  MonitorStored,
  MonitorWrite,
  Outgoing,
} from '../../../ports/stores/monitor-store.port.js';
import { CheckRows } from '../../monitor-store/check-rows.js';
import { ALL, headOf, jsonBytes, weightOf } from '../../monitor-store/monitor-row.js';
import { packPages } from '../../monitor-store/packed-page.js';
import { isOpen, type CheckRow, type MonitorRow } from '../../monitor-store/rows.js';
import { StateRows, STATES_TOTAL } from '../../monitor-store/state-rows.js';
import { CHUNK } from '../../monitor-store/stored-checks.js';
import { StoredMonitors } from '../../monitor-store/stored-monitors.js';
import { TargetRows } from '../../monitor-store/target-rows.js';
import { MESSAGES_TOTAL, WaitingMessages } from '../../monitor-store/waiting-messages.js';
import type { Rows, RowStore } from '../../page-store/row-store.js';
import type { StatementRunner } from '../connection/postgres-connection.js';
import { ServerClock } from '../connection/server-clock.js';
import { DueWork } from '../due/due-work.js';
import { WatchedRowStore } from '../due/watched.row-store.js';
import { LeaseLine } from '../leases/lease-line.js';
import { DueRows } from './due-rows.js';
import { MONITORS_TOTAL, OwnedRows, OWNERS_OF_MONITORS } from './owned-rows.js';
import { PostgresMonitorOutbox } from './postgres.monitor-outbox.js';

/** A monitor as stored, with its place in the list of its owner. */
interface PlacedRow extends MonitorRow {
  readonly place: number;
}

const COUNTERS = [MONITORS_TOTAL, STATES_TOTAL, MESSAGES_TOTAL];

/** Monitors in PostgreSQL, for many processes. Times when they are due, and leases, are rows too. */
@Injectable()
export class PostgresMonitorStore extends StoredMonitors {
  override readonly outbox: PostgresMonitorOutbox;
  private readonly store: WatchedRowStore;
  private readonly clock: ServerClock;
  private readonly checkLine = new LeaseLine('checks');
  private readonly messageLine = new LeaseLine('messages');

  /** @param work spares looks while there is nothing to take */
  constructor(
    connection: StatementRunner,
    private readonly work = new DueWork(null),
  ) {
    super();
    const kinds = ['monitors', 'checks', 'messages'] as const;
    this.store = new WatchedRowStore(connection, work, { name: 'monitors', counters: COUNTERS, kinds });
    this.clock = new ServerClock(connection);
    this.outbox = new PostgresMonitorOutbox(this.store, { line: this.messageLine, clock: this.clock, work });
  }

  override create(
    { targets, ...monitor }: Monitor,
    dueAt: number | null,
    limits: MonitorLimits,
  ): Promise<MonitorRefusal | null> {
    const { id, owner } = monitor;
    const row: MonitorRow = { monitor, revision: 1, dueAt, targetBytes: jsonBytes(targets) };
    const weight = weightOf(row);
    return this.store.change((rows) => {
      const owned = new OwnedRows(rows);
      if (owned.isFull(owner, limits.maxPerOwner)) return 'maxPerOwner';
      const refusal = owned.refusal(owner, weight, limits);
      if (refusal) return refusal;
      const place = owned.add(monitor, weight);
      rows.put('monitors', ALL, id, { ...row, place } satisfies PlacedRow);
      new TargetRows(rows).put(id, targets);
      new DueRows(rows).change(id, null, dueAt);
      return null;
    });
  }

  override async list(owner: string, { offset, limit, maxBytes }: MonitorsRange): Promise<MonitorsPart> {
    const found = await this.ownedRows(owner, { offset, limit: limit + 1 });
    const monitors: Monitor[] = [];
    let sum = 0;
    for (const row of found) {
      sum += weightOf(row);
      if (monitors.length === limit || (monitors.length > 0 && sum > maxBytes)) return { monitors, hasMore: true }; // prettier-ignore
      const targets = await this.targets(row.monitor.id);
      if (targets) monitors.push({ ...row.monitor, targets }); // else it was deleted in the meantime
    }
    return { monitors, hasMore: false };
  }

  override async heads(owner: string, range: ListRange): Promise<readonly MonitorHead[]> {
    return (await this.ownedRows(owner, range)).map(({ monitor }) => monitor);
  }

  /** The newest first. */
  private ownedRows(owner: string, { offset, limit }: ListRange): Promise<readonly PlacedRow[]> {
    return this.store.look((rows) => {
      const ids = rows.first<string>('ownedMonitors', owner, Number.MAX_SAFE_INTEGER).map(([, id]) => id);
      const chosen = ids.reverse().slice(offset, offset + limit);
      return chosen.flatMap((id) => rows.get<PlacedRow>('monitors', ALL, id) ?? []);
    });
  }

  override async owners(): Promise<readonly string[]> {
    const owners: string[] = [];
    for await (const part of this.store.parts('usage', OWNERS_OF_MONITORS))
      owners.push(...part.map(([owner]) => String(owner)));
    return owners;
  }

  override async write({
    monitor: changed,
    replaced,
    expectedRevision,
    dueAt,
    checks = [],
    task,
    outgoing,
  }: MonitorWrite): Promise<MonitorStored | MonitorRefusal | null> {
    const monitor = headOf(changed);
    const { id, owner } = monitor;
    const bytes = replaced && jsonBytes(replaced.targets);
    const nowMs = await this.clock.now();
    return this.store.change((rows) => {
      const row = rows.get<PlacedRow>('monitors', ALL, id);
      if (row?.revision !== expectedRevision || (task && !this.isHeld(rows, task))) return null;
      const targetBytes = bytes ?? row.targetBytes ?? 0;
      const next: PlacedRow = {
        monitor,
        revision: expectedRevision + 1,
        dueAt,
        targetBytes,
        place: row.place,
      };
      const [owned, more] = [new OwnedRows(rows), weightOf(next) - weightOf(row)];
      const refusal = replaced ? owned.refusal(owner, more, replaced.limits) : null;
      if (refusal) return refusal;
      rows.put('monitors', ALL, id, next);
      owned.resize({ owner }, more);
      new DueRows(rows).change(id, row.dueAt, dueAt);
      if (replaced) new TargetRows(rows).put(id, replaced.targets);
      const checkRows = new CheckRows(rows);
      for (const check of checks) {
        checkRows.put(check);
        if (!isOpen(check)) this.checkLine.remove(rows, check.id);
        else if (!this.checkLine.get(rows, check.id)) this.checkLine.put(rows, check.id, { owner, receiver: id, availableAt: nowMs }); // prettier-ignore
      }
      return this.append(rows, monitor, outgoing ?? null, nowMs);
    });
  }

  override async remove(id: string): Promise<boolean> {
    const removed = await this.store.change((rows) => {
      const row = rows.get<PlacedRow>('monitors', ALL, id);
      if (!row) return null;
      rows.remove('monitors', ALL, id);
      new TargetRows(rows).remove(id);
      new WaitingMessages(rows).removeAll(id);
      new DueRows(rows).change(id, row.dueAt, null);
      new OwnedRows(rows).remove(row.monitor, row.place, weightOf(row));
      this.messageLine.remove(rows, id);
      const { currentCheckId } = row.monitor;
      if (currentCheckId !== null) this.checkLine.remove(rows, currentCheckId);
      return row.monitor;
    });
    if (!removed) return false;
    await this.removeChecks(id, Infinity, 0);
    await this.inParts((rows) => new StateRows(rows).removeSome(id, removed.owner, CHUNK));
    return true;
  }

  override async due(nowMs: number, count: number): Promise<readonly DueMonitor[]> {
    const dueAt = await this.work.dueAt('monitors');
    if (dueAt === null || dueAt! > nowMs) return [];
    const first = await this.store.look((rows) => new DueRows(rows as Rows).first(count));
    return first.filter(({ dueAt }) => dueAt <= nowMs);
  }

  override async nextDueAt(): Promise<number | null> {
    const dueAt = await this.work.dueAt('monitors');
    // another process may have begun it since: with a time in the past the scheduler would look again at once
    if (dueAt !== undefined && (dueAt === null || dueAt > Date.now())) return dueAt;
    const [first] = await this.store.look((rows) => new DueRows(rows as Rows).first(1));
    return first?.dueAt ?? null;
  }

  override async takeCheck(leaseMs: number, busyOwners: readonly string[] = []): Promise<CheckTask | null> {
    if (!(await this.work.mayTake('checks'))) return null;
    const busy = { owners: busyOwners, receivers: [] };
    const taken = await this.checkLine.take(this.store, leaseMs, await this.clock.now(), busy);
    if (!taken) return null;
    const { owner, receiver: monitorId } = taken.entry;
    return { checkId: taken.id, monitorId, owner, lease: taken.lease };
  }

  override async renewChecks(tasks: readonly CheckTask[], leaseMs: number): Promise<readonly CheckTask[]> {
    const availableAt = (await this.clock.now()) + leaseMs;
    const held = await Promise.all(
      tasks.map((task) =>
        this.store.change((rows) => {
          const isHeld = this.isHeld(rows, task);
          if (isHeld) this.checkLine.put(rows, task.checkId, { owner: task.owner, availableAt });
          return isHeld;
        }),
      ),
    );
    return tasks.filter((_, at) => !held[at]);
  }

  override async releaseCheck(task: CheckTask, waitMs: number): Promise<void> {
    const availableAt = (await this.clock.now()) + waitMs;
    await this.store.change((rows) => {
      if (this.isHeld(rows, task)) this.checkLine.put(rows, task.checkId, { owner: task.owner, lease: null, availableAt }); // prettier-ignore
    });
  }

  override async record(
    task: CheckTask,
    { check, targets, from, pages, states, outgoing }: CheckRecord,
  ): Promise<MonitorStored | null> {
    const packed = await packPages(pages);
    const nowMs = await this.clock.now();
    const order = this.nextOrder();
    return this.store.change((rows) => {
      const row = rows.get<MonitorRow>('monitors', ALL, task.monitorId);
      if (!row || !this.isHeld(rows, task)) return null;
      const stored = new CheckRows(rows);
      stored.put(check);
      if (targets) new TargetRows(rows).putOfCheck(check.id, targets);
      let bytes = 0;
      for (const [at, page] of packed.entries()) {
        bytes += page.length - (rows.get<Buffer>('checkPages', check.id, from + at)?.length ?? 0);
        rows.put('checkPages', check.id, from + at, page);
      }
      if (packed.length > 0) stored.addBytes(check, bytes, order);
      new StateRows(rows).put(task.monitorId, task.owner, states);
      return this.append(rows, row.monitor, outgoing, nowMs);
    });
  }

  protected override rows(): Promise<RowStore> {
    return Promise.resolve(this.store);
  }

  protected override removeCheck(rows: Rows, row: CheckRow): void {
    super.removeCheck(rows, row);
    this.checkLine.remove(rows, row.check.id);
  }

  private isHeld(rows: Rows, { checkId, lease }: CheckTask): boolean {
    return this.checkLine.holds(rows, checkId, lease);
  }

  /** Appends messages to the outbox of a monitor, within a step of the store. */
  private append(rows: Rows, monitor: MonitorHead, outgoing: Outgoing | null, nowMs: number): MonitorStored {
    const waiting = new WaitingMessages(rows);
    if (outgoing) waiting.append(monitor, outgoing);
    for (const [id, { owner, receiver, position, next }] of waiting.lines) {
      const entry = this.messageLine.get(rows, id);
      if (position >= next && entry?.lease == null) this.messageLine.remove(rows, id);
      else this.messageLine.put(rows, id, { owner, receiver, availableAt: entry?.availableAt ?? nowMs });
    }
    return { dropped: waiting.dropped };
  }
}
