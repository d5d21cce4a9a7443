import {
  NO_HOST_FACTS,
  type HistoryGroup,
  type HistoryKey,
  type HostFacts,
  type SnapshotHead,
  type SnapshotText,
  type SnapshotVersion,
  type VisitVerdict,
} from '../../model/snapshot.js';
import {
  PageHistory,
  type ForgetFilter,
  type HistoryFinding,
  type HistoryUsage,
  type RecordResult,
  type RememberedPage,
  type SnapshotUpdate,
} from '../../ports/stores/page-history.port.js';
import { packFacts, unpackFacts } from '../page-store/pages/head-row.js';
import { groupId } from '../page-store/pages/page-place.js';
import { pageId } from '../page-store/pages/page-id.js';
import { isAtHosts, siteOf } from '../page-store/pages/site-of.js';
import { withoutDetails } from '../page-store/pages/without-details.js';
import type { StoreBounds } from '../page-store/owner-bytes.js';
import { boundsFor, type BoundsOfOwner } from './pages/bounds-of-owner.js';
import { packRow, unpackRow } from '../page-store/pack-row.js';
import { shortHash } from '../page-store/pages/short-hash.js';
import type { RedisLink } from './connection/redis-link.js';
import { bodyIn, RedisBodyPacks } from './pages/redis.body-packs.js';
import { readBody } from '../page-store/packs/read-body.js';
import { ownerAndGroup, pageArguments, siteOfRow } from './pages/place-of.js';
import { HISTORY_STORE } from './pages/history-keys.js';
import { scanHash, scanHashBytes } from './pages/scan-hash.js';
import { packFeedWrites } from './pages/pack-feed-writes.js';
import { RedisChangeLog } from './redis.change-log.js';
import { RedisScripts, type ScriptArguments } from './redis-scripts.js';

const NONE = '-';
/** Removes a page whatever its revision is. */
const ANY_REVISION = '';
/** Values of one place in the reply of `places`. */
const PLACE_VALUES = 3;
const NOTHING = Buffer.alloc(0);

/** A history for many processes, in Redis. */
export class RedisPageHistory extends PageHistory {
  private readonly scripts: RedisScripts;
  private readonly prefix: string;
  private readonly log: RedisChangeLog;
  private readonly packs: RedisBodyPacks;

  /** @param prefix begins every key */
  constructor(
    connection: RedisLink,
    prefix: string,
    private readonly bounds: StoreBounds | BoundsOfOwner,
  ) {
    super();
    this.prefix = `${prefix}${HISTORY_STORE}:`;
    this.scripts = new RedisScripts(connection, this.prefix);
    this.log = new RedisChangeLog(this.scripts, this.prefix);
    this.packs = new RedisBodyPacks('history', this.scripts, this.prefix, ['versions', 'texts']);
  }

  override get bodies(): RedisBodyPacks {
    return this.packs;
  }

  override get changes(): RedisChangeLog {
    return this.log;
  }

  override async find(key: HistoryKey, visitId?: string): Promise<HistoryFinding> {
    const visit = visitId === undefined ? NONE : shortHash(visitId);
    const lookUp = async () => {
      const args = [...ownerAndGroup(key), ...pageArguments(key), visit];
      const [row, text, packed, site] = (await this.runForBytes('find', args)) as (Buffer | null)[];
      return { row: row ? readRow(row, site!.toString()) : null, packed, body: bodyIn(text) };
    };
    const owner = shortHash(key.owner);
    const { row, packed, body } = await readBody(lookUp, (place) => this.packs.read(owner, place));
    const verdict = packed ? await unpackRow<VisitVerdict>(packed) : null;
    if (!row) return { entry: null, verdict };
    return { entry: { ...row, text: body ? await unpackRow<SnapshotText>(body) : null }, verdict };
  }

  override async record(
    key: HistoryKey,
    update: SnapshotUpdate,
    expectedRevision: number,
  ): Promise<RecordResult> {
    const { head, visit } = update;
    const [text, version, verdict, status, feed] = await Promise.all([
      update.text ? packRow(update.text) : NOTHING,
      update.version ? packRow(update.version) : NOTHING,
      visit ? packRow(visit.verdict) : NOTHING,
      visit ? packRow(withoutDetails(visit.verdict)) : NOTHING,
      packFeedWrites(update.feed),
    ]);
    const [owner, group] = ownerAndGroup(key);
    const page = pageArguments(key);
    const { maxBytes, maxBytesPerOwner } = await boundsFor(this.bounds, key.owner);
    const reply = (await this.runForBytes('record', [
      ...[owner, group, JSON.stringify([key.tag, key.variant]), ...page],
      ...[expectedRevision, packFacts(head, siteOfRow(page)), update.maxVersions],
      ...[update.isSameText ? 1 : 0, visit ? shortHash(visit.id) : NONE, head.visitedAt],
      ...[Math.floor(maxBytes), Math.floor(maxBytesPerOwner), text, version, verdict, status],
      ...feed,
    ])) as [Buffer, (Buffer | number)?, Buffer?, number?];
    const kind = reply[0].toString() as RecordResult['kind'];
    if (kind === 'repeated') return { kind, verdict: await unpackRow<VisitVerdict>(reply[1] as Buffer) };
    if (kind !== 'recorded') return { kind };
    const lacks = String(reply[2]) as 'nothing' | 'version' | 'text';
    const missing = Number(reply[3]) === 0 ? { lacksEntry: true as const } : {};
    return { kind, revision: Number(reply[1]), lacks, ...missing };
  }

  override async versions(key: HistoryKey): Promise<readonly SnapshotVersion[]> {
    const owner = shortHash(key.owner);
    const versions: SnapshotVersion[] = [];
    for (const n of (await this.run('versions', [groupId(key), ...pageArguments(key)])) as string[]) {
      const lookUp = async () => ({ body: await this.packs.lookUp('versions', owner, n) });
      const { body } = await readBody(lookUp, (place) => this.packs.read(owner, place));
      if (body === null) break; // each is a difference to the one before it
      versions.push(await unpackRow<SnapshotVersion>(body));
    }
    return versions;
  }

  override async groups(owner: string, tag: string): Promise<readonly HistoryGroup[]> {
    const groups: HistoryGroup[] = [];
    for await (const [, of, variant] of this.groupsOf(shortHash(owner)))
      if (of === tag) groups.push({ owner, tag, variant });
    return groups;
  }

  override async *remembered(
    group: HistoryGroup,
    hosts: readonly string[] | null,
  ): AsyncGenerator<readonly RememberedPage[]> {
    const id = groupId(group);
    for await (const site of this.sitesOf(id, hosts)) {
      for await (const rows of scanHashBytes(this.scripts, this.heads(id, site))) {
        const heads = rows.map(([, row]) => readRow(row, site).head);
        yield heads
          .filter(({ url }) => isAtHosts(url, hosts))
          .map(({ url, hops, goneVisits }) => ({ url, hops, goneVisits }));
      }
    }
  }

  override async hostFacts(group: HistoryGroup, host: string): Promise<HostFacts | null> {
    const name = this.name('sites', groupId(group));
    const lines = await this.scripts.send((client) => client.hget(name, siteOf(host)));
    if (lines === null) return null;
    const line = lines.split('\n').find((one) => one.startsWith(`${host} `));
    return line === undefined ? NO_HOST_FACTS : (JSON.parse(line.slice(host.length)) as HostFacts);
  }

  override async keepHostFacts(group: HistoryGroup, host: string, facts: HostFacts): Promise<void> {
    await this.run('keep-facts', [...ownerAndGroup(group), siteOf(host), host, JSON.stringify(facts)]);
  }

  override async tags(owner: string): Promise<readonly string[]> {
    const tags = new Set<string>();
    for await (const [, tag] of this.groupsOf(shortHash(owner))) tags.add(tag);
    return [...tags];
  }

  override async forget(owner: string, { tag, url, alias }: ForgetFilter = {}): Promise<number> {
    const ownerId = shortHash(owner);
    let removed = 0;
    for await (const [group, of] of this.groupsOf(ownerId)) {
      if (tag !== undefined && of !== tag) continue;
      removed +=
        url === undefined
          ? await this.forgetGroup(ownerId, group)
          : await this.forgetPage(ownerId, group, { url, ...(alias === undefined ? {} : { alias }) });
    }
    if (url === undefined) await this.log.forget(ownerId, tag);
    else await this.log.forgetPage(ownerId, pageId(url), tag);
    await this.packs.forget(ownerId);
    return removed;
  }

  override async expire(beforeMs: number, verdictsBeforeMs: number): Promise<number> {
    let removed = 0;
    for (const owner of await this.scripts.send((client) => client.smembers(`${this.prefix}owners`))) {
      const isMeant = ({ visitedAt }: SnapshotHead) => visitedAt < beforeMs;
      for await (const [group] of this.groupsOf(owner))
        removed += await this.removePages(owner, group, isMeant);
      await this.removeVisits(owner, ([at]) => Number(at) < verdictsBeforeMs);
      await this.log.expire(owner, beforeMs);
    }
    return removed;
  }

  override async usage(): Promise<HistoryUsage> {
    const bytes = await this.scripts.send((client) => client.get(`${this.prefix}total`));
    return { bytes: Number(bytes ?? 0), maxBytes: this.bounds.maxBytes };
  }

  /** Removes the oldest texts of an owner. @param owner its hash */
  async evict(owner: string, bytes: number): Promise<void> {
    await this.run('evict', [owner, bytes]);
  }

  private async *groupsOf(
    owner: string,
  ): AsyncGenerator<readonly [id: string, tag: string, variant: string]> {
    for await (const rows of scanHash(this.scripts, this.name('groups', owner))) {
      for (const [id, names] of rows) {
        const [tag, variant] = JSON.parse(names) as [string, string];
        yield [id, tag, variant];
      }
    }
  }

  private async *sitesOf(group: string, hosts: readonly string[] | null): AsyncGenerator<string> {
    if (hosts) return yield* new Set(hosts.map(siteOf));
    for await (const rows of scanHash(this.scripts, this.name('sites', group)))
      for (const [site] of rows) yield site;
  }

  private async forgetGroup(owner: string, group: string): Promise<number> {
    const removed = await this.removePages(owner, group, () => true);
    await this.removeVisits(owner, ([, of]) => of === group);
    return removed;
  }

  private async forgetPage(
    owner: string,
    group: string,
    key: { readonly url: string; readonly alias?: string },
  ): Promise<number> {
    const places = (await this.run('places', [group, ...pageArguments(key)])) as string[];
    const pages = new Set<string>();
    let removed = 0;
    for (let at = 0; at < places.length; at += PLACE_VALUES) {
      const [site, id, page] = places.slice(at, at + PLACE_VALUES) as [string, string, string];
      removed += (await this.run('remove', [owner, group, site, id, ANY_REVISION])) as number;
      pages.add(page);
    }
    await this.removeVisits(owner, ([, of, page]) => of === group && pages.has(page!));
    return removed;
  }

  /** Removes the matching pages of a group unless they are visited meanwhile, and entries of sites and groups that have none. */
  private async removePages(
    owner: string,
    group: string,
    isMeant: (head: SnapshotHead) => boolean,
  ): Promise<number> {
    let removed = 0;
    for await (const site of this.sitesOf(group, null)) {
      let left = 0;
      for await (const rows of scanHashBytes(this.scripts, this.heads(group, site))) {
        const meant = rows
          .map(([id, row]) => ({ id, ...readRow(row, site) }))
          .filter(({ head }) => isMeant(head))
          .flatMap(({ id, revision }) => [id, revision]);
        const gone =
          meant.length > 0 ? ((await this.run('remove', [owner, group, site, ...meant])) as number) : 0;
        left += rows.length - gone;
        removed += gone;
      }
      if (left === 0) await this.run('remove', [owner, group, site]);
    }
    await this.run('remove', [owner, group, NONE]);
    return removed;
  }

  private async removeVisits(owner: string, isMeant: (visit: readonly string[]) => boolean): Promise<void> {
    for await (const rows of scanHash(this.scripts, this.name('visits', owner))) {
      const meant = rows.filter(([, visit]) => isMeant(visit.split(' '))).map(([id]) => id);
      if (meant.length > 0) await this.run('remove-visits', [owner, ...meant]);
    }
  }

  private run(name: string, args: ScriptArguments): Promise<unknown> {
    return this.scripts.run(`history/${name}`, [this.prefix], args);
  }

  private runForBytes(name: string, args: ScriptArguments): Promise<unknown> {
    return this.scripts.runBytes(`history/${name}`, [this.prefix], args);
  }

  private name(kind: string, of: string): string {
    return `${this.prefix}${kind}:${of}`;
  }

  private heads(group: string, site: string): string {
    return this.name('heads', `${group} ${site}`);
  }
}

function readRow(row: Buffer, site: string): { readonly revision: number; readonly head: SnapshotHead } {
  const revision = Number(row.toString('latin1', 0, row.indexOf(' ')));
  return { revision, head: unpackFacts(row.subarray(row.indexOf('\n') + 1), site) };
}
