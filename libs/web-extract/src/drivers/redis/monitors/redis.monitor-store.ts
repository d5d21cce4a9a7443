import { randomUUID } from 'node:crypto';
import { triedAt, type CheckStatus, type MonitorCheck, type MonitorMessage, type PageState } from '../../../model/monitor/check.js'; // prettier-ignore
import type { Monitor, MonitorHead, MonitorTarget } from '../../../model/monitor/monitor.js';
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
} from '../../../ports/stores/monitor-store.port.js';
import { packPages, pagesOf } from '../../monitor-store/packed-page.js';
import type { RedisLink } from '../connection/redis-link.js';
import { scanHash } from '../pages/scan-hash.js';
import { RedisScripts, type ScriptArguments } from '../redis-scripts.js';
import { checkRow, readCheck, refusalOf, storedOf, textOf, withoutTargets } from './monitor-rows.js';
import { RedisMonitorOutbox } from './redis.monitor-outbox.js';

/** Rows that are read at once. */
const CHUNK = 100;
/** Monitors that are read at once: earlier versions stored megabytes of targets with each. */
const HEADS = 4;
/** Bytes of packed pages that are read at once. */
const CHUNK_BYTES = 2 * 1024 * 1024;

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

  override async create(
    { targets, ...head }: Monitor,
    dueAt: number | null,
    limits: MonitorLimits,
  ): Promise<MonitorRefusal | null> {
    const { maxPerOwner, maxBytesPerOwner, maxBytes } = limits;
    const args = [head.id, head.owner, JSON.stringify(head), dueAt ?? '', JSON.stringify(targets)];
    return refusalOf(await this.run('create', [...args, maxPerOwner, maxBytesPerOwner, maxBytes]));
  }

  override async find(id: string): Promise<StoredMonitor | null> {
    const replies = await this.scripts.send((client) =>
      client.multi().hget(this.name('monitors'), id).hget(this.name('revisions'), id).exec(),
    );
    const [json, revision] = (replies ?? []).map(([, value]) => value as string | null);
    return json == null ? null : { monitor: await this.headOf(id, json), revision: Number(revision) };
  }

  /** The monitor of a row. Rows of earlier versions have its targets, which are stored apart then. */
  private async headOf(id: string, json: string): Promise<MonitorHead> {
    const row = JSON.parse(json) as MonitorHead & Partial<Pick<Monitor, 'targets'>>;
    if (!row.targets) return row;
    const head = withoutTargets(row);
    await this.run('split', [id, head.owner, json, JSON.stringify(head), JSON.stringify(row.targets)]);
    return head;
  }

  override async targets(id: string): Promise<readonly MonitorTarget[] | null> {
    const json = await this.scripts.send((client) => client.hget(this.name('monitorTargets'), id));
    if (json !== null) return JSON.parse(json) as MonitorTarget[];
    if ((await this.find(id)) === null) return null;
    const split = await this.scripts.send((client) => client.hget(this.name('monitorTargets'), id)); // it was a row of an earlier version
    return split === null ? null : (JSON.parse(split) as MonitorTarget[]);
  }

  override async list(owner: string, { offset, limit, maxBytes }: MonitorsRange): Promise<MonitorsPart> {
    const heads = await this.heads(owner, { offset, limit: limit + 1 });
    const monitors: Monitor[] = [];
    if (heads.length === 0) return { monitors, hasMore: false };
    const ids = heads.map(({ id }) => id);
    const sizes = await this.scripts.send((client) => client.hmget(this.name('monitorBytes'), ...ids));
    let sum = 0;
    for (const [at, head] of heads.entries()) {
      sum += Number(sizes[at] ?? 0);
      if (monitors.length === limit || (monitors.length > 0 && sum > maxBytes)) return { monitors, hasMore: true }; // prettier-ignore
      const targets = await this.targets(head.id);
      if (targets) monitors.push({ ...head, targets }); // else it was deleted in the meantime
    }
    return { monitors, hasMore: false };
  }

  override async heads(owner: string, { offset, limit }: ListRange): Promise<readonly MonitorHead[]> {
    const last = offset + limit - 1;
    const ids = await this.scripts.send((client) =>
      client.zrevrange(this.name('owner', owner), offset, last),
    );
    const heads: MonitorHead[] = [];
    for (let from = 0; from < ids.length; from += HEADS) {
      const some = ids.slice(from, from + HEADS);
      const rows = await this.scripts.send((client) => client.hmget(this.name('monitors'), ...some));
      for (const [at, row] of rows.entries()) if (row !== null) heads.push(await this.headOf(some[at]!, row));
    }
    return heads;
  }

  override async owners(): Promise<readonly string[]> {
    return this.scripts.send((client) => client.smembers(this.name('owners')));
  }

  override async write({
    monitor,
    replaced,
    expectedRevision,
    dueAt,
    checks = [],
    task,
    outgoing,
  }: MonitorWrite): Promise<MonitorStored | MonitorRefusal | null> {
    const { maxBytesPerOwner = 0, maxBytes = 0 } = replaced?.limits ?? {};
    const args = [
      ...[monitor.id, monitor.owner, expectedRevision, JSON.stringify(withoutTargets(monitor)), dueAt ?? ''],
      ...[JSON.stringify(checks.map(checkRow)), task?.checkId ?? '', task?.lease ?? '', textOf(outgoing)],
      ...[replaced ? JSON.stringify(replaced.targets) : '', maxBytesPerOwner, maxBytes],
    ];
    const answer = await this.run('write', args);
    return typeof answer === 'string' ? refusalOf(answer) : storedOf(answer);
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

  override async checkTargets(id: string): Promise<readonly MonitorTarget[]> {
    const json = await this.scripts.send((client) => client.hget(this.name('targets'), id));
    return json === null ? [] : (JSON.parse(json) as MonitorTarget[]);
  }

  override async checks(
    monitorId: string,
    { offset, limit, status }: ListRange & { readonly status?: CheckStatus },
  ): Promise<readonly MonitorCheck[]> {
    const found: MonitorCheck[] = [];
    let left = offset;
    for await (const check of this.eachCheck(monitorId)) {
      if ((status !== undefined && check.status !== status) || left-- > 0) continue;
      if (found.push(check) === limit) break;
    }
    return found;
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
    { check, targets, from, pages, states, outgoing }: CheckRecord,
  ): Promise<MonitorStored | null> {
    const packed = await packPages(pages);
    const texts = Object.fromEntries(
      Object.entries(states).map(([key, state]) => [key, JSON.stringify(state)]),
    );
    const args = [
      ...[task.monitorId, task.owner, task.checkId, task.lease, JSON.stringify(checkRow(check))],
      ...[textOf(outgoing), JSON.stringify(texts), from, targets ? JSON.stringify(targets) : '', ...packed],
    ];
    return storedOf(await this.run('record', args));
  }

  override async pages(checkId: string, range: PagesRange) {
    const { from, status } = range;
    const [first, skip] = status === undefined ? [from, 0] : [0, from];
    return pagesOf(this.eachPacked(checkId, first), range, skip);
  }

  /** Packed pages of a check. Their sizes are read first: a hundred may be more than the process can hold. */
  private async *eachPacked(checkId: string, first: number): AsyncGenerator<Buffer> {
    for (let from = first; ;) {
      const count = (await this.run('count-pages', [checkId, from, CHUNK, CHUNK_BYTES])) as number;
      if (count === 0) return;
      const positions = Array.from({ length: count }, (_, n) => String(from + n));
      const rows = await this.scripts.send((client) =>
        client.hmgetBuffer(this.name('pages', checkId), ...positions),
      );
      for (const row of rows) {
        if (row === null) return;
        yield row;
      }
      from += count;
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

  /** Checks without their targets; missing ones are left out. */
  private async readChecks(ids: readonly string[]): Promise<MonitorCheck[]> {
    if (ids.length === 0) return [];
    const rows = await this.scripts.send((client) => client.hmget(this.name('checks'), ...ids));
    return rows.flatMap((row) => (row === null ? [] : [readCheck(row)]));
  }

  private run(name: string, args: ScriptArguments): Promise<unknown> {
    return this.scripts.run(`monitor/${name}`, [this.prefix], args);
  }

  private name(kind: string, of?: string): string {
    return this.prefix + kind + (of === undefined ? '' : `:${of}`);
  }
}
