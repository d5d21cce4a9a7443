import type { ExtractorJobCounts } from '../../model/extractor/extractor-view.js';
import {
  ExtractorStore,
  PENDING,
  type ExtractorBounds,
  type ExtractorPlace,
  type ForgetRange,
  type ListRange,
  type RecordedValues,
  type StoredExtractor,
  type StoredRuns,
  type ValueBounds,
  type WaitingMark,
  type WaitingPlace,
} from '../../ports/stores/extractor-store.port.js';
import type { BusyReceivers } from '../../ports/stores/webhook-outbox.port.js';
import { bytesOfValues, valueKey } from '../extractor-store/value-key.js';
import type { RedisConnection } from './connection/redis-connection.js';
import { isRefused } from './connection/redis-error.js';
import { scanHash } from './pages/scan-hash.js';
import { RedisScripts, type ScriptArguments } from './redis-scripts.js';

type Kind = 'state' | 'values';
type Taken = readonly [name: string, isLast: number];
type Row = Omit<StoredExtractor, 'revision'>;

/** Values that one script deletes. */
const STEP = 200;
/** Jobs are kept for a shorter time. */
const COUNTS_SECONDS = 30 * 86_400;

/** Extractors for many processes, in Redis: the keys of an owner are described in `lua/extractor/include/extractor.lua`. */
export class RedisExtractorStore extends ExtractorStore {
  private readonly scripts: RedisScripts;
  private readonly prefix: string;

  /** @param prefix begins every key */
  constructor(connection: RedisConnection, prefix: string) {
    super();
    this.prefix = `${prefix}extractors:`;
    this.scripts = new RedisScripts(connection, this.prefix);
  }

  override async create(
    owner: string,
    { revision, ...row }: StoredExtractor,
    { maxPerOwner, maxBytesPerOwner, maxBytes }: ExtractorBounds,
  ): Promise<'stored' | 'exists' | 'full'> {
    const left = await this.bytesLeft('state', maxBytes);
    const args = [row.id, row.name ?? '', JSON.stringify(row), revision, maxPerOwner, maxBytesPerOwner, left, row.createdAt]; // prettier-ignore
    return this.counted<'stored'>('state', await this.run(owner, 'create', args));
  }

  override async find(owner: string, idOrName: string): Promise<StoredExtractor | null> {
    const byId = await this.read(owner, idOrName);
    if (byId) return byId;
    const id = await this.scripts.send((client) => client.hget(this.key(owner, 'names'), idOrName));
    return id === null ? null : this.read(owner, id);
  }

  override async list(owner: string, { offset, limit }: ListRange): Promise<readonly StoredExtractor[]> {
    const times = await this.scripts.send((client) => client.hgetall(this.key(owner, 'times')));
    const ids = Object.entries(times)
      .sort(([a, x], [b, y]) => Number(y) - Number(x) || (a < b ? 1 : -1))
      .slice(offset, offset + limit)
      .map(([id]) => id);
    if (ids.length === 0) return [];
    const [rows, revisions] = await this.scripts.send((client) =>
      Promise.all([
        client.hmget(this.key(owner, 'all'), ...ids),
        client.hmget(this.key(owner, 'revisions'), ...ids),
      ]),
    );
    return rows.flatMap((row, n) =>
      row === null ? [] : { ...(JSON.parse(row) as Row), revision: Number(revisions[n] ?? 0) },
    );
  }

  override async replace(
    owner: string,
    { revision, ...row }: StoredExtractor,
    { maxBytesPerOwner, maxBytes }: ExtractorBounds,
  ): Promise<'stored' | 'raced' | 'exists' | 'gone' | 'full'> {
    const left = await this.bytesLeft('state', maxBytes);
    const args = [row.id, row.name ?? '', JSON.stringify(row), revision, maxBytesPerOwner, left];
    return this.counted<'stored'>('state', await this.run(owner, 'replace', args));
  }

  override async remove(owner: string, id: string): Promise<boolean> {
    const isThere = this.counted<number>('state', await this.run(owner, 'remove', [id]));
    await this.scripts.send((client) => client.srem(`${this.prefix}pending`, memberOf(owner, id)));
    await this.setWaiting(owner, id, null);
    await this.forget(owner, { id });
    return (await isThere) === 1;
  }

  override async putProgram(
    owner: string,
    id: string,
    version: number,
    program: string,
    { maxBytesPerOwner, maxBytes }: ExtractorBounds,
  ): Promise<'stored' | 'gone' | 'full'> {
    const left = await this.bytesLeft('state', maxBytes);
    const answer = await this.run(owner, 'put-program', [id, version, program, maxBytesPerOwner, left]);
    const result = await this.counted<'stored' | 'gone' | 'full'>('state', answer);
    if (version === PENDING && result === 'stored')
      await this.scripts.send((client) => client.sadd(`${this.prefix}pending`, memberOf(owner, id)));
    return result;
  }

  override program(owner: string, id: string, version: number): Promise<string | null> {
    return this.scripts.send((client) => client.hget(this.key(owner, `programs:${id}`), String(version)));
  }

  override async removeProgram(owner: string, id: string, version: number): Promise<void> {
    const bytes = await this.run(owner, 'remove-program', [id, version]);
    await this.counted('state', [0, bytes]);
    if (version === PENDING)
      await this.scripts.send((client) => client.srem(`${this.prefix}pending`, memberOf(owner, id)));
  }

  override async pending(): Promise<readonly ExtractorPlace[]> {
    const members = await this.scripts.send((client) => client.smembers(`${this.prefix}pending`));
    return members.map(placeOf);
  }

  override async setWaiting(owner: string, id: string, mark: WaitingMark | null): Promise<void> {
    const isMarked =
      mark !== null &&
      (await this.scripts.send((client) => client.hexists(this.key(owner, 'all'), id))) === 1;
    const args = isMarked
      ? [memberOf(owner, id), mark.dueAt - Date.now(), mark.receiver, mark.isLast ? '1' : '']
      : [memberOf(owner, id)];
    await this.scripts.run('extractor/set-waiting', [this.waitingKey], args);
  }

  override async removeLastMark(owner: string, id: string): Promise<void> {
    await this.scripts.run('extractor/remove-last-mark', [this.waitingKey], [memberOf(owner, id)]);
  }

  override async takeWaiting(
    leaseMs: number,
    { owners, receivers }: BusyReceivers,
  ): Promise<WaitingPlace | null> {
    const names = receivers.map(({ owner, receiver }) => `${receiver} ${owner}`);
    const args = [leaseMs, JSON.stringify(owners), JSON.stringify(names)];
    const taken = (await this.scripts.run('extractor/take-waiting', [this.waitingKey], args)) as Taken | null;
    return taken && { ...placeOf(taken[0]), isLast: taken[1] === 1 };
  }

  /** Marks of all owners have one slot. */
  private get waitingKey(): string {
    return `${this.prefix}{waiting}:`;
  }

  override async runs(
    owner: string,
    id: string,
  ): Promise<{ readonly revision: number; readonly runs: string } | null> {
    const [revision, runs] = await this.scripts.send((client) =>
      client.hmget(this.key(owner, `runs:${id}`), 'revision', 'runs'),
    );
    return revision && runs ? { revision: Number(revision), runs } : null;
  }

  override saved(owner: string, id: string): Promise<string | null> {
    return this.scripts.send((client) => client.hget(this.key(owner, `runs:${id}`), 'saved'));
  }

  override async putRuns(
    owner: string,
    id: string,
    { runs, saved }: StoredRuns,
    expected: number,
    { maxBytesPerOwner, maxBytes }: ExtractorBounds,
  ): Promise<'stored' | 'raced' | 'full'> {
    const left = await this.bytesLeft('state', maxBytes);
    const args = [id, runs, expected, saved, maxBytesPerOwner, left];
    return this.counted<'stored'>('state', await this.run(owner, 'put-runs', args));
  }

  override async record(
    owner: string,
    id: string,
    pages: readonly RecordedValues[],
    { maxBytesPerOwner, maxBytes }: ValueBounds,
  ): Promise<void> {
    if (pages.length === 0) return;
    await this.scripts.send((client) => client.sadd(`${this.prefix}owners`, owner));
    for (const page of pages) {
      const bytes = bytesOfValues(page.url, page.values);
      const row = `${bytes} ${page.at} ${JSON.stringify(page)}`;
      const left = await this.bytesLeft('values', maxBytes);
      const args = [id, valueKey(page.url), row, bytes, maxBytesPerOwner, left];
      await this.counted('values', [0, await this.run(owner, 'record', args)]);
    }
  }

  override async recorded(owner: string, id: string, limit: number): Promise<readonly RecordedValues[]> {
    const found: RecordedValues[] = [];
    for await (const part of scanHash(this.scripts, this.key(owner, `values:${id}`))) {
      found.push(...part.map(([, row]) => readRow(row)));
      found.sort((a, b) => b.at - a.at).splice(limit);
    }
    return found;
  }

  override async recordedOf(
    owner: string,
    id: string,
    urls: readonly string[],
  ): Promise<readonly RecordedValues[]> {
    if (urls.length === 0) return [];
    const rows = await this.scripts.send((client) =>
      client.hmget(this.key(owner, `values:${id}`), ...urls.map(valueKey)),
    );
    return rows.flatMap((row) => (row === null ? [] : [readRow(row)]));
  }

  override async forget(owner: string, { id, url }: ForgetRange): Promise<number> {
    const ids =
      id === undefined ? await this.scripts.send((client) => client.hkeys(this.key(owner, 'all'))) : [id];
    let count = 0;
    for (const one of ids) {
      const keys =
        url === undefined
          ? await this.scripts.send((client) => client.hkeys(this.key(owner, `values:${one}`)))
          : [valueKey(url)];
      for (let at = 0; at < keys.length; at += STEP)
        count += await this.counted<number>(
          'values',
          await this.run(owner, 'forget', [one, ...keys.slice(at, at + STEP)]),
        );
    }
    return count;
  }

  override async expire(before: number): Promise<void> {
    const owners = await this.scripts.send((client) => client.smembers(`${this.prefix}owners`));
    for (const owner of owners)
      for (let count = STEP; count === STEP;)
        count = await this.counted<number>('values', await this.run(owner, 'expire', [before, STEP]));
  }

  override async addCounts(jobId: string, counts: ExtractorJobCounts): Promise<boolean> {
    const key = this.jobKey(jobId);
    const add = this.scripts.send((client) => {
      const commands = client.multi();
      for (const [name, value] of Object.entries(counts) as [string, number][])
        commands.hincrby(key, name, Math.round(value));
      return commands.expire(key, COUNTS_SECONDS).exec();
    });
    return add.then(
      () => true,
      (error: unknown) => {
        if (isRefused(error)) return false;
        throw error;
      },
    );
  }

  override async counts(jobId: string): Promise<ExtractorJobCounts | null> {
    const row = await this.scripts.send((client) => client.hgetall(this.jobKey(jobId)));
    if (Object.keys(row).length === 0) return null;
    const { pages, modelPages, tokens, tokensSaved } = row;
    const counts = [pages, modelPages, tokens, tokensSaved].map((count) => Number(count ?? 0));
    return { pages: counts[0]!, modelPages: counts[1]!, tokens: counts[2]!, tokensSaved: counts[3]! };
  }

  override async lease(key: string, holder: string, leaseMs: number): Promise<boolean> {
    return (await this.scripts.run('session/lease', [this.leaseKey(key)], [holder, leaseMs])) === 1;
  }

  override async isLeased(key: string): Promise<boolean> {
    return (await this.scripts.send((client) => client.exists(this.leaseKey(key)))) === 1;
  }

  override async release(key: string, holder: string): Promise<void> {
    await this.scripts.run('session/release', [this.leaseKey(key)], [holder]);
  }

  private async read(owner: string, id: string): Promise<StoredExtractor | null> {
    const found = await this.scripts.send((client) =>
      client.multi().hget(this.key(owner, 'all'), id).hget(this.key(owner, 'revisions'), id).exec(),
    );
    const [row, revision] = (found ?? []).map(([, value]) => value as string | null);
    return row ? { ...(JSON.parse(row) as Row), revision: Number(revision) } : null;
  }

  private run(owner: string, script: string, args: ScriptArguments): Promise<unknown> {
    return this.scripts.run(`extractor/${script}`, [this.key(owner, '')], args);
  }

  /** Adds the bytes of an answer to those of all owners: they are in another slot of a Cluster. */
  private async counted<Result>(kind: Kind, answer: unknown): Promise<Result> {
    const [result, bytes] = answer as [Result, number];
    if (bytes !== 0) await this.scripts.send((client) => client.incrby(`${this.prefix}total:${kind}`, bytes));
    return result;
  }

  private async bytesLeft(kind: Kind, most: number): Promise<number> {
    const total = await this.scripts.send((client) => client.get(`${this.prefix}total:${kind}`));
    return Math.max(0, most - Number(total ?? 0));
  }

  private jobKey(jobId: string): string {
    return `${this.prefix}job:${jobId}`;
  }

  private leaseKey(key: string): string {
    return `${this.prefix}lease:${key}`;
  }

  private key(owner: string, kind: string): string {
    return `${this.prefix}{${owner}}:${kind}`;
  }
}

const memberOf = (owner: string, id: string): string => `${id} ${owner}`;

function placeOf(member: string): ExtractorPlace {
  const at = member.indexOf(' ');
  return { id: member.slice(0, at), owner: member.slice(at + 1) };
}

const readRow = (row: string): RecordedValues =>
  JSON.parse(row.slice(row.indexOf(' ', row.indexOf(' ') + 1) + 1)) as RecordedValues;
