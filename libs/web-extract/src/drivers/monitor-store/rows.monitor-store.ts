import type { Monitor, MonitorHead } from '../../model/monitor/monitor.js';
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
} from '../../ports/stores/monitor-store.port.js';
import type { Rows, RowStore } from '../page-store/row-store.js';
import { CheckRows } from './check-rows.js';
import { ALL, headOf, jsonBytes, weightOf } from './monitor-row.js';
import { disown, loadMonitors, own, type OpenMonitors } from './open-monitors.js';
import { packPages } from './packed-page.js';
import { isOpen, type MonitorRow } from './rows.js';
import { RowsMonitorOutbox } from './rows.monitor-outbox.js';
import { StateRows } from './state-rows.js';
import { CHUNK } from './stored-checks.js';
import { StoredMonitors } from './stored-monitors.js';
import { TargetRows } from './target-rows.js';
import { WaitingMessages } from './waiting-messages.js';

/** Monitors of one process in a store of rows. Times when they are due and leases are held in memory. */
export class RowsMonitorStore extends StoredMonitors {
  override readonly outbox = new RowsMonitorOutbox(() => this.opened());
  private opening: Promise<OpenMonitors> | undefined;

  constructor(private readonly open: () => Promise<RowStore>) {
    super();
  }

  override async create(
    { targets, ...monitor }: Monitor,
    dueAt: number | null,
    limits: MonitorLimits,
  ): Promise<MonitorRefusal | null> {
    const store = await this.opened();
    const { id, owner } = monitor;
    const row: MonitorRow = { monitor, revision: 1, dueAt, targetBytes: jsonBytes(targets) };
    if ((store.owned.get(owner)?.size ?? 0) >= limits.maxPerOwner) return 'maxPerOwner';
    const refusal = store.bytes.refusal(id, owner, weightOf(row), limits);
    if (refusal) return refusal;
    own(store, monitor); // first: another call must count it
    store.bytes.set(id, owner, weightOf(row));
    try {
      await store.rows.change((rows) => {
        new TargetRows(rows).put(id, targets);
        rows.put('monitors', ALL, id, row);
      });
    } catch (error) {
      disown(store, monitor);
      throw error;
    }
    store.due.set(id, dueAt);
    return null;
  }

  override async list(owner: string, { offset, limit, maxBytes }: MonitorsRange): Promise<MonitorsPart> {
    const { rows, bytes } = await this.opened();
    const monitors: Monitor[] = [];
    const heads = await this.heads(owner, { offset, limit: limit + 1 });
    let sum = 0;
    for (const head of heads) {
      sum += bytes.of(head.id);
      if (monitors.length === limit || (monitors.length > 0 && sum > maxBytes)) return { monitors, hasMore: true }; // prettier-ignore
      const targets = await rows.look((now) => new TargetRows(now as Rows).of(head.id));
      if (targets) monitors.push({ ...head, targets }); // else it was deleted in the meantime
    }
    return { monitors, hasMore: false };
  }

  override async heads(owner: string, { offset, limit }: ListRange): Promise<readonly MonitorHead[]> {
    const { rows, owned } = await this.opened();
    const ids = [...(owned.get(owner) ?? [])].reverse().slice(offset, offset + limit);
    return rows.look((now) => ids.flatMap((id) => now.get<MonitorRow>('monitors', ALL, id)?.monitor ?? []));
  }

  override async owners(): Promise<readonly string[]> {
    return [...(await this.opened()).owned.keys()];
  }

  override async write({
    monitor: given,
    replaced,
    expectedRevision,
    dueAt,
    checks = [],
    task,
    outgoing,
  }: MonitorWrite): Promise<MonitorStored | MonitorRefusal | null> {
    const store = await this.opened();
    const monitor = headOf(given);
    const { id, owner } = monitor;
    const bytes = replaced && jsonBytes(replaced.targets);
    let weight = 0;
    const stored = await store.rows.change((rows) => {
      const row = rows.get<MonitorRow>('monitors', ALL, id);
      if (row?.revision !== expectedRevision || (task && !store.checks.holds(task))) return null;
      const targetBytes = bytes ?? row.targetBytes ?? 0;
      const next: MonitorRow = { monitor, revision: expectedRevision + 1, dueAt, targetBytes };
      weight = weightOf(next);
      const refusal = replaced ? store.bytes.refusal(id, owner, weight, replaced.limits) : null;
      if (refusal) return refusal;
      rows.put('monitors', ALL, id, next);
      if (replaced) new TargetRows(rows).put(id, replaced.targets);
      const checkRows = new CheckRows(rows);
      for (const check of checks) checkRows.put(check);
      return append(rows, monitor, outgoing ?? null);
    });
    if (stored === null || typeof stored === 'string') return stored;
    store.bytes.set(id, owner, weight);
    store.due.set(monitor.id, dueAt);
    for (const check of checks) {
      if (isOpen(check)) store.checks.add(check.id, monitor.id, monitor.owner);
      else store.checks.remove(check.id);
    }
    return settle(store, stored);
  }

  override async remove(id: string): Promise<boolean> {
    const store = await this.opened();
    const removed = await store.rows.change((rows) => {
      const row = rows.get<MonitorRow>('monitors', ALL, id);
      if (!row) return null;
      rows.remove('monitors', ALL, id);
      new TargetRows(rows).remove(id);
      new WaitingMessages(rows).removeAll(id);
      return row.monitor;
    });
    if (!removed) return false;
    store.due.set(id, null);
    store.line.set(id, null);
    if (removed.currentCheckId !== null) store.checks.remove(removed.currentCheckId);
    disown(store, removed);
    await this.removeChecks(id, Infinity, 0);
    await this.inParts((rows) => new StateRows(rows).removeSome(id, removed.owner, CHUNK));
    return true;
  }

  override async due(nowMs: number, count: number): Promise<readonly DueMonitor[]> {
    return (await this.opened()).due.due(nowMs, count);
  }

  override async nextDueAt(): Promise<number | null> {
    return (await this.opened()).due.next;
  }

  override async takeCheck(leaseMs: number, busyOwners: readonly string[] = []): Promise<CheckTask | null> {
    return (await this.opened()).checks.take(leaseMs, busyOwners, Date.now());
  }

  override async renewChecks(tasks: readonly CheckTask[], leaseMs: number): Promise<readonly CheckTask[]> {
    const { checks } = await this.opened();
    return tasks.filter((task) => !checks.renew(task, leaseMs, Date.now()));
  }

  override async releaseCheck(task: CheckTask, waitMs: number): Promise<void> {
    (await this.opened()).checks.release(task, waitMs, Date.now());
  }

  override async record(
    task: CheckTask,
    { check, targets, from, pages, states, outgoing }: CheckRecord,
  ): Promise<MonitorStored | null> {
    const store = await this.opened();
    const packed = await packPages(pages);
    const order = this.nextOrder();
    const recorded = await store.rows.change((rows) => {
      const row = rows.get<MonitorRow>('monitors', ALL, task.monitorId);
      if (!row || !store.checks.holds(task)) return null;
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
      return append(rows, row.monitor, outgoing);
    });
    return recorded && settle(store, recorded);
  }

  protected override async rows(): Promise<RowStore> {
    return (await this.opened()).rows;
  }

  private opened(): Promise<OpenMonitors> {
    this.opening ??= this.open()
      .then(loadMonitors)
      .catch((error: unknown) => {
        this.opening = undefined;
        throw error;
      });
    return this.opening;
  }
}

/** Appends messages to the outbox of a monitor, within a step of the store. */
function append(rows: Rows, monitor: MonitorHead, outgoing: Outgoing | null): WaitingMessages {
  const waiting = new WaitingMessages(rows);
  if (outgoing) waiting.append(monitor, outgoing);
  return waiting;
}

/** Takes over the lines of a completed step. */
function settle({ line }: OpenMonitors, { lines, dropped }: WaitingMessages): MonitorStored {
  for (const [id, row] of lines) line.set(id, row);
  return { dropped };
}
