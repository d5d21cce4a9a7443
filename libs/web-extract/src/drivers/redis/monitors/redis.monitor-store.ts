import { randomUUID } from 'node:crypto';
import { triedAt, type CheckStatus, type MonitorCheck, type MonitorCheckPage, type MonitorMessage, type PageState } from '../../../model/monitor/check.js'; // prettier-ignore
import type { Monitor } from '../../../model/monitor/monitor.js';
import {
  MonitorStore,
  type CheckRecord,
  type CheckTask,
  type DueMonitor,
  type ListRange,
  type MonitorStored,
  type MonitorWrite,
  type PagesRange,
  type StateCounts,
  type StoredMonitor,
} from '../../../ports/stores/monitor-store.port.js';
import { packRow, unpackRow } from '../../page-store/pack-row.js';
import type { RedisLink } from '../connection/redis-link.js';
import { scanHash } from '../pages/scan-hash.js';
import { RedisScripts, type ScriptArguments } from '../redis-scripts.js';
import { checkRow, readCheck, storedOf, textOf } from './monitor-rows.js';
import { RedisMonitorOutbox } from './redis.monitor-outbox.js';

/** Rows that are read at once. */
const CHUNK = 100;

/** Monitors for many processes, in Redis. */
export class RedisMonitorStore extends MonitorStore {
  override readonly outbox: RedisMonitorOutbox;
  private readonly scripts: RedisScripts;
  private readonly prefix: string;

  /** @param prefix begins every key */
  constructor(connection: RedisLink, prefix: string) {
    super();
    this.prefix = `${prefix}monitors:`;
    this.scripts = new RedisScripts(connection, this.prefix);
    this.outbox = new RedisMonitorOutbox(this.scripts, this.prefix);
  }

  override async create(monitor: Monitor, dueAt: number | null, maxPerOwner: number): Promise<boolean> {
    const { id, owner } = monitor;
    return (await this.run('create', [id, owner, JSON.stringify(monitor), dueAt ?? '', maxPerOwner])) === 1;
  }

  override async find(id: string): Promise<StoredMonitor | null> {
    const replies = await this.scripts.send((client) =>
      client.multi().hget(this.name('monitors'), id).hget(this.name('revisions'), id).exec(),
    );
    const [json, revision] = (replies ?? []).map(([, value]) => value as string | null);
    return json == null ? null : { monitor: JSON.parse(json) as Monitor, revision: Number(revision) };
  }

  override async list(owner: string, { offset, limit }: ListRange): Promise<readonly Monitor[]> {
    const last = offset + limit - 1;
    const ids = await this.scripts.send((client) =>
      client.zrevrange(this.name('owner', owner), offset, last),
    );
    if (ids.length === 0) return [];
    const rows = await this.scripts.send((client) => client.hmget(this.name('monitors'), ...ids));
    return rows.flatMap((row) => (row === null ? [] : [JSON.parse(row) as Monitor]));
  }

  override async owners(): Promise<readonly string[]> {
    return this.scripts.send((client) => client.smembers(this.name('owners')));
  }

  override async write({
    monitor,
    expectedRevision,
    dueAt,
    checks = [],
    keepsTargets,
    task,
    outgoing,
  }: MonitorWrite): Promise<MonitorStored | null> {
    const args = [
      ...[monitor.id, monitor.owner, expectedRevision, JSON.stringify(monitor), dueAt ?? ''],
      ...[
        JSON.stringify(checks.map((check) => checkRow(check, keepsTargets))),
        task?.checkId ?? '',
        task?.lease ?? '',
        textOf(outgoing),
      ],
    ];
    return storedOf(await this.run('write', args));
  }

  override async remove(id: string): Promise<boolean> {
    const stored = await this.find(id);
    return stored !== null && (await this.run('remove', [id, stored.monitor.owner])) === 1;
  }

  override async due(nowMs: number, count: number): Promise<readonly DueMonitor[]> {
    const until = Number.isFinite(nowMs) ? nowMs : '+inf';
    const rows = await this.scripts.send((client) =>
      client.zrangebyscore(this.name('due'), '-inf', until, 'WITHSCORES', 'LIMIT', 0, count),
    );
    return rows.flatMap((id, at) => (at % 2 === 0 ? [{ id, dueAt: Number(rows[at + 1]) }] : []));
  }

  override async nextDueAt(): Promise<number | null> {
    const [, dueAt] = await this.scripts.send((client) =>
      client.zrange(this.name('due'), 0, 0, 'WITHSCORES'),
    );
    return dueAt === undefined ? null : Number(dueAt);
  }

  override async findCheck(id: string): Promise<MonitorCheck | null> {
    const [check] = await this.readChecks([id]);
    return check ?? null;
  }

  override async checks(
    monitorId: string,
    { offset, limit, status }: ListRange & { readonly status?: CheckStatus },
  ): Promise<readonly MonitorCheck[]> {
    const found: MonitorCheck[] = [];
    for await (const check of this.eachCheck(monitorId)) {
      if (status === undefined || check.status === status) found.push(check);
      if (found.length === offset + limit) break;
    }
    return found.slice(offset);
  }

  override async takeCheck(leaseMs: number, busyOwners: readonly string[] = []): Promise<CheckTask | null> {
    const lease = randomUUID();
    const taken = (await this.run('take-check', [leaseMs, lease, JSON.stringify(busyOwners)])) as
      string[] | null;
    if (!taken) return null;
    const [checkId, monitorId, owner] = taken as [string, string, string];
    return { checkId, monitorId, owner, lease };
  }

  override async renewChecks(tasks: readonly CheckTask[], leaseMs: number): Promise<readonly CheckTask[]> {
    const held = await Promise.all(
      tasks.map(({ checkId, lease }) => this.run('renew-check', [checkId, lease, leaseMs, 0])),
    );
    return tasks.filter((_, at) => held[at] !== 1);
  }

  override async releaseCheck({ checkId, lease }: CheckTask, waitMs: number): Promise<void> {
    await this.run('renew-check', [checkId, lease, waitMs, 1]);
  }

  override async record(
    task: CheckTask,
    { check, keepsTargets, from, pages, states, outgoing }: CheckRecord,
  ): Promise<MonitorStored | null> {
    const packed = await Promise.all(pages.map((page) => packRow(page)));
    const texts = Object.fromEntries(
      Object.entries(states).map(([key, state]) => [key, JSON.stringify(state)]),
    );
    const args = [
      ...[
        task.monitorId,
        task.owner,
        task.checkId,
        task.lease,
        JSON.stringify(checkRow(check, keepsTargets)),
      ],
      ...[textOf(outgoing), JSON.stringify(texts), from, ...packed],
    ];
    return storedOf(await this.run('record', args));
  }

  override async pages(checkId: string, { from, count, status }: PagesRange) {
    const pages: MonitorCheckPage[] = [];
    let left = from;
    for (let at = status === undefined ? from : 0; ; at += CHUNK) {
      const positions = Array.from({ length: CHUNK }, (_, n) => String(at + n));
      const rows = await this.scripts.send((client) =>
        client.hmgetBuffer(this.name('pages', checkId), ...positions),
      );
      for (const row of rows) {
        if (row === null) return { pages, hasMore: false };
        const page = await unpackRow<MonitorCheckPage>(row);
        if (status !== undefined && (page.status !== status || left-- > 0)) continue;
        if (pages.length === count) return { pages, hasMore: true };
        pages.push(page);
      }
    }
  }

  override async states(
    monitorId: string,
    keys: readonly string[],
  ): Promise<Readonly<Record<string, PageState>>> {
    if (keys.length === 0) return {};
    const rows = await this.scripts.send((client) => client.hmget(this.name('states', monitorId), ...keys));
    const found = keys.flatMap((key, at) =>
      rows[at] == null ? [] : [[key, JSON.parse(rows[at]) as PageState] as const],
    );
    return Object.fromEntries(found);
  }

  override async *eachState(monitorId: string): AsyncGenerator<readonly (readonly [string, PageState])[]> {
    for await (const rows of scanHash(this.scripts, this.name('states', monitorId)))
      yield rows.map(([key, row]) => [key, JSON.parse(row) as PageState] as const);
  }

  override async countStates(owner: string): Promise<StateCounts> {
    const [ofOwner, all] = await this.scripts.send(async (client) =>
      Promise.all([client.hget(this.name('stateCounts'), owner), client.get(this.name('stateTotal'))]),
    );
    return { owner: Number(ofOwner ?? 0), all: Number(all ?? 0) };
  }

  override async removeStates(monitorId: string, beforeMs: number): Promise<number> {
    const stored = await this.find(monitorId);
    let removed = 0;
    for await (const rows of scanHash(this.scripts, this.name('states', monitorId))) {
      const old = rows.filter(([, row]) => triedAt(JSON.parse(row) as PageState) < beforeMs);
      if (!stored || old.length === 0) continue;
      removed += (await this.run('remove-states', [
        monitorId,
        stored.monitor.owner,
        ...old.flat(),
      ])) as number;
    }
    return removed;
  }

  /** Positions are consecutive: the message is at this one, or there is none. */
  override async message(monitorId: string, position: number): Promise<MonitorMessage | null> {
    const first = await this.scripts.send((client) => client.hget(this.name('line', monitorId), 'position'));
    const at = Math.max(position, Number(first ?? 0));
    const row = await this.scripts.send((client) =>
      client.hget(this.name('messages', monitorId), String(at)),
    );
    return row === null ? null : { ...(JSON.parse(row) as Omit<MonitorMessage, 'position'>), position: at };
  }

  override async removeChecks(monitorId: string, beforeMs: number, most: number): Promise<number> {
    let seen = 0;
    const removed: MonitorCheck[] = [];
    for await (const check of this.eachCheck(monitorId)) {
      seen++;
      const isOpen = check.status === 'queued' || check.status === 'running';
      if (!isOpen && (check.createdAt < beforeMs || seen > most)) removed.push(check);
    }
    for (const { owner, id } of removed) await this.run('remove-check', [monitorId, owner, id]);
    return removed.length;
  }

  override async limitPages(owner: string, maxBytes: number): Promise<number> {
    for (let removed = 0; ; removed++)
      if ((await this.run('limit-pages', [owner, maxBytes])) !== 1) return removed;
  }

  /** Drops the oldest waiting messages of the owner with the most. */
  async dropMessages(bytes: number): Promise<MonitorStored['dropped']> {
    return storedOf(await this.run('drop-messages', [bytes]))!.dropped;
  }

  private async *eachCheck(monitorId: string): AsyncGenerator<MonitorCheck> {
    for (let from = 0; ; from += CHUNK) {
      const ids = await this.scripts.send((client) =>
        client.zrevrange(this.name('checks', monitorId), from, from + CHUNK - 1),
      );
      yield* await this.readChecks(ids);
      if (ids.length < CHUNK) return;
    }
  }

  /** Checks with their targets; missing ones are left out. */
  private async readChecks(ids: readonly string[]): Promise<MonitorCheck[]> {
    if (ids.length === 0) return [];
    const [checks, targets] = await this.readHashes(['checks', 'targets'], ids);
    return checks!.flatMap((row, at) => (row === null ? [] : [readCheck(row, targets![at] ?? null)]));
  }

  /** Values of several hashes, read at once. */
  private async readHashes(kinds: readonly string[], ids: readonly string[]): Promise<(string | null)[][]> {
    const replies = await this.scripts.send((client) => {
      const transaction = client.multi();
      for (const kind of kinds) transaction.hmget(this.name(kind), ...ids);
      return transaction.exec();
    });
    return (replies ?? []).map(([, rows]) => rows as (string | null)[]);
  }

  private run(name: string, args: ScriptArguments): Promise<unknown> {
    return this.scripts.run(`monitor/${name}`, [this.prefix], args);
  }

  private name(kind: string, of?: string): string {
    return this.prefix + kind + (of === undefined ? '' : `:${of}`);
  }
}
