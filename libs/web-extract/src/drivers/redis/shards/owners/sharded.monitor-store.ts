import type {
  CheckStatus,
  MonitorCheck,
  MonitorMessage,
  PageState,
} from '../../../../model/monitor/check.js';
import type { Monitor, MonitorHead, MonitorTarget } from '../../../../model/monitor/monitor.js';
import {
  MonitorStore,
  type CheckRecord,
  type CheckTask,
  type DueMonitor,
  type ListRange,
  type MonitorLimits,
  type MonitorRefusal,
  type MonitorsPart,
  type MonitorsRange,
  type MonitorStored,
  type MonitorWrite,
  type PagesRange,
  type StateCounts,
  type StoredMonitor,
} from '../../../../ports/stores/monitor-store.port.js';
import { RedisMonitorStore } from '../../monitors/redis.monitor-store.js';
import type { RedisShards } from '../redis-shards.js';
import { MessageBound } from './message-bound.js';
import { OwnerStores } from './owner-stores.js';
import { ShardedMonitorOutbox } from './sharded.monitor-outbox.js';
import { Turns } from './turns.js';

/** A search is used again for this time. */
const UPCOMING_MS = 100;

/** Keys of the bytes of monitors of a shard; the names of owners and of the owner are not used. */
const BYTES = ['monitors:monitorTotal', 'monitors:waitingBytes', ''];

const NO_STATES: Readonly<Record<string, PageState>> = {};

/** Monitors of each owner, on its shard. */
export class ShardedMonitorStore extends MonitorStore {
  override readonly outbox: ShardedMonitorOutbox;
  private readonly stores: OwnerStores<RedisMonitorStore>;
  private readonly bound: MessageBound;
  private readonly turns = new Turns();
  /** When the next monitor is due, as the last search has found; null after a change. */
  private upcoming: { readonly dueAt: number | null; readonly readAt: number } | null = null;
  /** Number of changes by this process. */
  private changes = 0;

  constructor(shards: RedisShards) {
    super();
    this.stores = new OwnerStores(shards, ({ link, prefix }) => new RedisMonitorStore(link, `${prefix}:`));
    this.bound = new MessageBound(this.stores);
    this.outbox = new ShardedMonitorOutbox(this.stores, (id) => this.of(id));
  }

  override async create(
    monitor: Monitor,
    dueAt: number | null,
    limits: MonitorLimits,
  ): Promise<MonitorRefusal | null> {
    this.changed();
    const store = this.stores.of(monitor.owner);
    if (await this.exceeds(limits, JSON.stringify(monitor).length)) return 'maxBytes';
    return store.create(monitor, dueAt, limits);
  }

  override async find(id: string): Promise<StoredMonitor | null> {
    return (await this.of(id))?.find(id) ?? null;
  }

  override async targets(id: string): Promise<readonly MonitorTarget[] | null> {
    return (await this.of(id))?.targets(id) ?? null;
  }

  override async list(owner: string, range: MonitorsRange): Promise<MonitorsPart> {
    return this.stores.of(owner).list(owner, range);
  }

  override async heads(owner: string, range: ListRange): Promise<readonly MonitorHead[]> {
    return this.stores.of(owner).heads(owner, range);
  }

  /** Of the shards within reach. */
  override async owners(): Promise<readonly string[]> {
    const stores = await this.stores.where('with-keys', ['monitors:owners']);
    return (await Promise.all(stores.map((store) => store.owners()))).flat();
  }

  override async write(change: MonitorWrite): Promise<MonitorStored | MonitorRefusal | null> {
    this.changed();
    const store = this.stores.of(change.monitor.owner);
    if (await this.outgrows(store, change)) return 'maxBytes';
    const stored = await store.write(change);
    return stored === null || typeof stored === 'string' ? stored : this.bound.apply(stored, change.outgoing);
  }

  /** True if new targets are larger than those before, and too large for all shards together. */
  private async outgrows(store: RedisMonitorStore, { monitor, replaced }: MonitorWrite): Promise<boolean> {
    if (!replaced) return false;
    const before = JSON.stringify((await store.targets(monitor.id)) ?? []).length;
    const more = JSON.stringify(replaced.targets).length - before;
    return more > 0 && this.exceeds(replaced.limits, more);
  }

  /**
   * True if the monitors of all shards would have more bytes than the limit. Each shard checks its own sum when it stores: calls at the
   * same time may exceed the limit of all by what they store.
   */
  private async exceeds({ maxBytes }: Pick<MonitorLimits, 'maxBytes'>, more: number): Promise<boolean> {
    const totals = await this.stores.scripts.each('usage', BYTES, (reply) =>
      (reply as [total: number][]).map(([total]) => total),
    );
    return totals.reduce((sum, total) => sum + total, more) > maxBytes;
  }

  override async remove(id: string): Promise<boolean> {
    return (await this.of(id))?.remove(id) ?? false;
  }

  /** Of the shards within reach. */
  override async due(nowMs: number, count: number): Promise<readonly DueMonitor[]> {
    const { changes } = this;
    const rows = await this.first(count);
    const due = rows.filter(({ dueAt }) => dueAt <= nowMs);
    if (due.length === 0 && changes === this.changes)
      this.upcoming = { dueAt: rows[0]?.dueAt ?? null, readAt: performance.now() };
    return due;
  }

  /** Right after a search for due monitors it is known: a process without work asks each node once. */
  override async nextDueAt(): Promise<number | null> {
    const { upcoming } = this;
    this.upcoming = null;
    if (upcoming && performance.now() - upcoming.readAt < UPCOMING_MS) return upcoming.dueAt;
    const [first] = await this.first(1);
    return first?.dueAt ?? null;
  }

  private changed(): void {
    this.changes++;
    this.upcoming = null;
  }

  /** The monitors that are due first, now or later. */
  private async first(count: number): Promise<readonly DueMonitor[]> {
    const lists = await this.stores.scripts.each('due-rows', ['monitors:due', '+inf', count], (reply) =>
      (reply as string[][]).map(rowsOf),
    );
    return lists
      .flat()
      .sort((a, b) => a.dueAt - b.dueAt)
      .slice(0, count);
  }

  override async findCheck(id: string): Promise<MonitorCheck | null> {
    return (await this.stores.holderOf('monitors:checks', id))?.findCheck(id) ?? null;
  }

  override async checkTargets(id: string): Promise<readonly MonitorTarget[]> {
    return (await this.stores.holderOf('monitors:checks', id))?.checkTargets(id) ?? [];
  }

  override async checks(
    monitorId: string,
    range: ListRange & { readonly status?: CheckStatus },
  ): Promise<readonly MonitorCheck[]> {
    return (await this.of(monitorId))?.checks(monitorId, range) ?? [];
  }

  /** Takes from the shards in turns. */
  override async takeCheck(leaseMs: number, busyOwners: readonly string[] = []): Promise<CheckTask | null> {
    for (const store of this.turns.next(await this.stores.where('with-due', ['monitors:open']))) {
      const task = await store.takeCheck(leaseMs, busyOwners);
      if (task) return task;
    }
    return null;
  }

  override async renewChecks(tasks: readonly CheckTask[], leaseMs: number): Promise<readonly CheckTask[]> {
    const lost = tasks.map((task) => this.stores.of(task.owner).renewChecks([task], leaseMs));
    return (await Promise.all(lost)).flat();
  }

  override async releaseCheck(task: CheckTask, waitMs: number): Promise<void> {
    await this.stores.of(task.owner).releaseCheck(task, waitMs);
  }

  override async record(task: CheckTask, record: CheckRecord): Promise<MonitorStored | null> {
    const stored = await this.stores.of(task.owner).record(task, record);
    return stored && this.bound.apply(stored, record.outgoing);
  }

  override async pages(checkId: string, range: PagesRange): ReturnType<MonitorStore['pages']> {
    const store = await this.stores.holderOf('monitors:checks', checkId);
    return store?.pages(checkId, range) ?? { pages: [], hasMore: false };
  }

  override async states(
    monitorId: string,
    keys: readonly string[],
  ): Promise<Readonly<Record<string, PageState>>> {
    return (await this.of(monitorId))?.states(monitorId, keys) ?? NO_STATES;
  }

  override async *eachState(monitorId: string): AsyncGenerator<readonly (readonly [string, PageState])[]> {
    const store = await this.of(monitorId);
    if (store) yield* store.eachState(monitorId);
  }

  /** All: of the shards within reach. */
  override async countStates(owner: string): Promise<StateCounts> {
    const stores = await this.stores.where('with-keys', ['monitors:stateTotal']);
    const counts = await Promise.all(stores.map((store) => store.countStates(owner)));
    const sum = (kind: keyof StateCounts) => counts.reduce((total, one) => total + one[kind], 0);
    return { owner: sum('owner'), all: sum('all') };
  }

  override async removeStates(monitorId: string, beforeMs: number): Promise<number> {
    return (await this.of(monitorId))?.removeStates(monitorId, beforeMs) ?? 0;
  }

  override async message(monitorId: string, position: number): Promise<MonitorMessage | null> {
    return (await this.of(monitorId))?.message(monitorId, position) ?? null;
  }

  override async removeChecks(monitorId: string, beforeMs: number, most: number): Promise<number> {
    return (await this.of(monitorId))?.removeChecks(monitorId, beforeMs, most) ?? 0;
  }

  override async limitPages(owner: string, maxBytes: number): Promise<number> {
    return this.stores.of(owner).limitPages(owner, maxBytes);
  }

  private of(id: string): Promise<RedisMonitorStore | null> {
    return this.stores.holderOf('monitors:monitors', id);
  }
}

/** Members with their scores, as Redis answers them. */
const rowsOf = (row: readonly string[]): DueMonitor[] =>
  row.flatMap((id, n) => (n % 2 === 0 ? [{ id, dueAt: Number(row[n + 1]) }] : []));
