import { splitUrl, hostWithPort } from '../../web/scope/split-url.js';
import type {
  HistoryGroup,
  HistoryKey,
  HostFacts,
  SnapshotText,
  SnapshotVersion,
  VisitVerdict,
} from '../../model/snapshot.js';
import { NO_HOST_FACTS } from '../../model/snapshot.js';
import {
  PageHistory,
  type ForgetFilter,
  type HistoryFinding,
  type HistoryUsage,
  type RecordResult,
  type RememberedPage,
  type SnapshotUpdate,
} from '../../ports/page-history.port.js';
import {
  bytesOfGroup,
  bytesOfHead,
  bytesOfHost,
  bytesOfVisit,
  packHead,
  unpackHead,
  withoutDetails,
  type HeadRow,
  type StoredHead,
} from './head-row.js';
import { FeedWriter, type PackedFeedWrite } from './feed-writer.js';
import { OwnerBytes, type StoreBounds } from './owner-bytes.js';
import { RowsChangeLog } from './rows.change-log.js';
import type { RowId, Rows, RowStore } from './row-store.js';
import { packRow, unpackRow } from './pack-row.js';
import { shortHash } from './short-hash.js';

/** Where a page is: its group, its host, and its name there. */
interface Place {
  readonly owner: string;
  readonly group: string;
  readonly host: string;
  readonly page: string;
}

/** When a verdict was recorded, and the page that it is about. */
type VisitRow = readonly [at: number, group: string, page: string];

/** Rows that one visit removes at most to make room. */
const MAX_EVICTED = 64;

/** A history in a store of rows. */
export class RowsPageHistory extends PageHistory {
  private readonly bytes: OwnerBytes;
  private readonly feeds: FeedWriter;
  private readonly log: RowsChangeLog;

  /** @param minOlderEntries number of older entries that a change feed keeps at least */
  constructor(
    private readonly open: () => Promise<RowStore>,
    private readonly bounds: StoreBounds,
    minOlderEntries?: number,
  ) {
    super();
    this.bytes = new OwnerBytes(bounds);
    this.feeds = new FeedWriter(this.bytes, placeOf, minOlderEntries);
    this.log = new RowsChangeLog(open, this.feeds, this.bytes, placeOf);
  }

  override get changes(): RowsChangeLog {
    return this.log;
  }

  override async find(key: HistoryKey, visitId?: string): Promise<HistoryFinding> {
    const store = await this.open();
    const found = await store.look((rows) => {
      const place = placeOf(rows, key);
      const row = rows.get<HeadRow>('heads', partitionOf(place), place.page);
      const stored = row ? unpackHead(row) : null;
      const text = stored?.text == null ? undefined : rows.get<Buffer>('texts', place.owner, stored.text);
      const verdict = visitId === undefined ? undefined : verdictOf(rows, place.owner, visitId);
      return { stored, text, verdict };
    });
    const { stored } = found;
    const verdict = found.verdict ? await unpackRow<VisitVerdict>(found.verdict) : null;
    if (!stored) return { entry: null, verdict };
    const { head, revision } = stored;
    const text = found.text ? await unpackRow<SnapshotText>(found.text) : null;
    return { entry: { head, revision, text }, verdict };
  }

  override async record(
    key: HistoryKey,
    update: SnapshotUpdate,
    expectedRevision: number,
  ): Promise<RecordResult> {
    const [text, version, verdict, status, feed] = await Promise.all([
      update.text && packRow(update.text),
      update.version && packRow(update.version),
      update.visit && packRow(update.visit.verdict),
      update.visit && packRow(withoutDetails(update.visit.verdict)),
      packWrites(update.feed),
    ]);
    const store = await this.open();
    const packed = { text, version, verdict, status, feed, expectedRevision };
    const result = await store.change((rows) => this.recordIn(rows, key, update, packed));
    return result.kind === 'repeated'
      ? { kind: 'repeated', verdict: await unpackRow<VisitVerdict>(result.packed) }
      : result;
  }

  override async versions(key: HistoryKey): Promise<readonly SnapshotVersion[]> {
    const store = await this.open();
    const packed = await store.look((rows) => {
      const place = placeOf(rows, key);
      const row = rows.get<HeadRow>('heads', partitionOf(place), place.page);
      return (row ? unpackHead(row).versions : []).map(([n]) => rows.get<Buffer>('versions', place.owner, n));
    });
    const gone = packed.indexOf(undefined); // each is a difference to the one before it
    const whole = gone < 0 ? packed : packed.slice(0, gone);
    return Promise.all(whole.map((version) => unpackRow<SnapshotVersion>(version!)));
  }

  override async groups(owner: string, tag: string): Promise<readonly HistoryGroup[]> {
    const store = await this.open();
    const groups: HistoryGroup[] = [];
    for await (const part of store.parts<GroupRow>('groups', shortHash(owner)))
      for (const [, [of, variant]] of part) if (of === tag) groups.push({ owner, tag, variant });
    return groups;
  }

  override async *remembered(
    group: HistoryGroup,
    hosts: readonly string[] | null,
  ): AsyncGenerator<readonly RememberedPage[]> {
    const store = await this.open();
    const id = groupId(group);
    for await (const host of this.hostsOf(store, id, hosts)) {
      for await (const part of store.parts<HeadRow>('heads', `${id} ${host}`)) {
        yield part.map(([, row]) => {
          const { url, hops, goneVisits } = unpackHead(row).head;
          return { url, hops, goneVisits };
        });
      }
    }
  }

  override async hostFacts(group: HistoryGroup, host: string): Promise<HostFacts | null> {
    const store = await this.open();
    return (await store.look((rows) => rows.get<HostFacts>('hosts', groupId(group), host))) ?? null;
  }

  override async keepHostFacts(group: HistoryGroup, host: string, facts: HostFacts): Promise<void> {
    const store = await this.open();
    await store.change((rows) => {
      const before = rows.get('hosts', groupId(group), host);
      if (before === undefined) return;
      rows.put('hosts', groupId(group), host, facts);
      this.bytes.add(rows, shortHash(group.owner), bytesOfHost(host, facts) - bytesOfHost(host, before));
    });
  }

  override async forget(owner: string, filter: ForgetFilter = {}): Promise<number> {
    const store = await this.open();
    const ownerId = shortHash(owner);
    let removed = 0;
    for await (const part of store.parts<GroupRow>('groups', ownerId)) {
      for (const [id, [tag]] of part) {
        if (filter.tag !== undefined && tag !== filter.tag) continue;
        removed += await this.forgetGroup(store, { owner: ownerId, group: String(id) }, filter);
      }
    }
    if (filter.url === undefined) await this.log.forget(ownerId, filter.tag);
    else await this.log.forgetUrl(ownerId, filter.url, filter.tag);
    if (removed > 0) await store.scrub();
    return removed;
  }

  override async expire(beforeMs: number, verdictsBeforeMs: number): Promise<number> {
    const store = await this.open();
    let removed = 0;
    for (const owner of await store.look((rows) => this.bytes.owners(rows))) {
      const isOld = ({ head }: StoredHead) => head.visitedAt < beforeMs;
      for await (const part of store.parts('groups', owner))
        for (const [group] of part) removed += await this.removePages(store, owner, String(group), isOld);
      await this.removeVerdicts(store, owner, ([at]) => at < verdictsBeforeMs);
      await this.log.expire(owner, beforeMs);
    }
    return removed;
  }

  override async usage(): Promise<HistoryUsage> {
    const store = await this.open();
    const bytes = await store.look((rows) => this.bytes.total(rows));
    return { bytes, maxBytes: this.bounds.maxBytes };
  }

  private recordIn(
    rows: Rows,
    key: HistoryKey,
    update: SnapshotUpdate,
    { text, version, verdict, status, feed, expectedRevision }: PackedUpdate,
  ): RecordedRows {
    const place = placeOf(rows, key);
    const { owner } = place;
    const repeated = update.visit && verdictOf(rows, owner, update.visit.id);
    if (repeated) return { kind: 'repeated', packed: repeated };
    const row = rows.get<HeadRow>('heads', partitionOf(place), place.page);
    const stored = row ? unpackHead(row) : null;
    if ((stored?.revision ?? 0) !== expectedRevision) return { kind: 'raced' };
    if (!this.feeds.canWrite(rows, owner, feed)) return { kind: 'raced' };
    const entryBytes = feed.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
    const headBytes = bytesOfHead(update.head) - (stored ? bytesOfHead(stored.head) : 0);
    const least = headBytes + bytesOfVisit(status);
    const details = bytesOfVisit(verdict) - bytesOfVisit(status);
    const hasEntry = entryBytes === 0 || this.makeRoom(rows, owner, least + entryBytes);
    const needed = least + (hasEntry ? entryBytes : 0);
    const room = this.roomFor(rows, owner, [needed, text?.length ?? 0, details, version?.length ?? 0]);
    if (room === 0 && !stored && this.bytes.isFull(rows, owner, least)) return { kind: 'full' };
    if (hasEntry) this.feeds.write(rows, owner, feed, update.head.visitedAt);
    const before = stored ?? NOTHING_STORED;
    const isTextKept = text === undefined;
    if (!isTextKept) this.removeText(rows, owner, before);
    const next: StoredHead = {
      head: update.head,
      revision: before.revision + 1,
      ...(isTextKept
        ? { text: before.text, textBytes: before.textBytes }
        : room > 1
          ? { text: this.putBlob(rows, 'texts', owner, text), textBytes: text.length }
          : { text: null, textBytes: 0 }),
      versions: this.nextVersions(rows, owner, before, { version: room > 3 ? version : undefined, isTextKept: isTextKept || update.isSameText === true, most: update.maxVersions }), // prettier-ignore
      alias: before.alias ?? (key.alias === undefined ? null : shortHash(key.alias)),
    };
    if (!stored) this.begin(rows, key, place, next);
    rows.put('heads', partitionOf(place), place.page, packHead(next));
    this.bytes.add(rows, owner, headBytes);
    const kept = room > 2 ? verdict : room > 0 ? status : undefined;
    if (update.visit && kept) this.putVerdict(rows, place, update, kept);
    return {
      kind: 'recorded',
      revision: next.revision,
      lacks: room > 3 ? 'nothing' : room > 1 ? 'version' : 'text',
      ...(hasEntry ? {} : { lacksEntry: true as const }),
    };
  }

  /** Makes room for as many of the parts as possible, the first ones first. @returns their number */
  private roomFor(rows: Rows, owner: string, parts: readonly number[]): number {
    for (let count = parts.length; count > 0; count--) {
      const bytes = parts.slice(0, count).reduce((sum, part) => sum + part, 0);
      if (this.makeRoom(rows, owner, bytes)) return count;
    }
    return 0;
  }

  private putVerdict(
    rows: Rows,
    { owner, group, page }: Place,
    { head, visit }: SnapshotUpdate,
    packed: Buffer,
  ): void {
    const id = shortHash(visit!.id);
    rows.put('visits', owner, id, [head.visitedAt, group, page] satisfies VisitRow);
    rows.put('verdicts', owner, id, packed);
    this.bytes.add(rows, owner, bytesOfVisit(packed));
  }

  private begin(rows: Rows, key: HistoryKey, place: Place, { alias }: StoredHead): void {
    const { owner, group, host, page } = place;
    const { tag, variant } = key;
    if (rows.get('groups', owner, group) === undefined) {
      rows.put('groups', owner, group, [tag, variant]);
      this.bytes.add(rows, owner, bytesOfGroup(key));
    }
    if (rows.get('hosts', group, host) === undefined) {
      rows.put('hosts', group, host, NO_HOST_FACTS);
      this.bytes.add(rows, owner, bytesOfHost(host, NO_HOST_FACTS));
    }
    if (alias !== null) rows.put('aliases', group, alias, [host, page]);
  }

  private nextVersions(
    rows: Rows,
    owner: string,
    { versions }: StoredHead,
    { version, isTextKept, most }: NewVersion,
  ): StoredHead['versions'] {
    if (isTextKept) return versions;
    // without a difference to the newest text the older ones lead nowhere
    const added =
      version && most > 0 ? [[this.putBlob(rows, 'versions', owner, version), version.length] as const] : [];
    const all = added.length === 0 ? [] : [...added, ...versions].slice(0, most);
    for (const [n] of versions) {
      if (!all.some(([kept]) => kept === n)) this.removeBlob(rows, 'versions', owner, n);
    }
    return all;
  }

  private putBlob(rows: Rows, table: 'texts' | 'versions', owner: string, bytes: Buffer): number {
    const n = this.bytes.next(rows, owner);
    rows.put(table, owner, n, bytes);
    this.bytes.add(rows, owner, bytes.length);
    return n;
  }

  private removeText(rows: Rows, owner: string, { text }: StoredHead): void {
    if (text !== null) this.removeBlob(rows, 'texts', owner, text);
  }

  /** One that was dropped for want of room is not there any more. */
  private removeBlob(rows: Rows, table: 'texts' | 'versions', owner: string, id: RowId): void {
    const bytes = rows.get<Buffer>(table, owner, id)?.length;
    if (bytes === undefined) return;
    rows.remove(table, owner, id);
    this.bytes.add(rows, owner, -bytes);
  }

  /** Removes older versions, then texts, the oldest first. @returns whether there is room now */
  private makeRoom(rows: Rows, owner: string, bytes: number): boolean {
    if (bytes > this.bounds.maxBytesPerOwner) return false;
    for (let evicted = 0; ; evicted++) {
      const from = this.bytes.isFull(rows, owner, bytes) ? owner : this.bytes.mostGreedy(rows, bytes);
      if (from === null) return true;
      if (evicted === MAX_EVICTED || !this.evictOldest(rows, from)) return false;
    }
  }

  private evictOldest(rows: Rows, owner: string): boolean {
    for (const table of ['versions', 'texts'] as const) {
      const [oldest] = rows.first<Buffer>(table, owner, 1);
      if (!oldest) continue;
      this.removeBlob(rows, table, owner, oldest[0]);
      return true;
    }
    return false;
  }

  private async *hostsOf(
    store: RowStore,
    group: string,
    hosts: readonly string[] | null,
  ): AsyncGenerator<string> {
    if (hosts) return yield* hosts;
    for await (const part of store.parts('hosts', group)) for (const [host] of part) yield String(host);
  }

  private async forgetGroup(
    store: RowStore,
    { owner, group }: Pick<Place, 'owner' | 'group'>,
    { url, alias }: ForgetFilter,
  ): Promise<number> {
    if (url === undefined) {
      const removed = await this.removePages(store, owner, group, () => true);
      await this.removeVerdicts(store, owner, ([, of]) => of === group);
      return removed;
    }
    const pages = await store.look((rows) => placesOf(rows, group, { url, alias }));
    const removed = await store.change((rows) => {
      const found = pages.filter((place) => this.removePage(rows, owner, { group, ...place }));
      for (const { host } of found) this.removeEmpty(rows, owner, { group, host });
      return found.length;
    });
    const ids = new Set(pages.map(({ id }) => id));
    await this.removeVerdicts(store, owner, ([, of, page]) => of === group && ids.has(page));
    return removed;
  }

  /** Removes the matching pages of a group, and entries of hosts and groups that have none. */
  private async removePages(
    store: RowStore,
    owner: string,
    group: string,
    isMeant: (stored: StoredHead) => boolean,
  ): Promise<number> {
    let removed = 0;
    for await (const host of this.hostsOf(store, group, null)) {
      let left = 0;
      for await (const part of store.parts<HeadRow>('heads', `${group} ${host}`)) {
        const ids = part.filter(([, row]) => isMeant(unpackHead(row))).map(([id]) => id);
        left += part.length - ids.length;
        if (ids.length === 0) continue;
        await store.change((rows) => ids.forEach((id) => this.removePage(rows, owner, { group, host, id })));
        removed += ids.length;
      }
      if (left === 0) await store.change((rows) => this.removeEmpty(rows, owner, { group, host }));
    }
    await store.change((rows) => this.removeEmpty(rows, owner, { group, host: '' }));
    return removed;
  }

  /** Removes the entry of a host without pages, and that of a group without hosts. */
  private removeEmpty(rows: Rows, owner: string, { group, host }: Pick<Place, 'group' | 'host'>): void {
    const facts = rows.get('hosts', group, host);
    if (facts !== undefined && rows.first('heads', `${group} ${host}`, 1).length === 0) {
      rows.remove('hosts', group, host);
      this.bytes.add(rows, owner, -bytesOfHost(host, facts));
    }
    const names = rows.get<GroupRow>('groups', owner, group);
    if (names === undefined || rows.first('hosts', group, 1).length > 0) return;
    rows.remove('groups', owner, group);
    const [tag, variant] = names;
    this.bytes.add(rows, owner, -bytesOfGroup({ tag, variant }));
  }

  private removePage(
    rows: Rows,
    owner: string,
    { group, host, id }: { readonly group: string; readonly host: string; readonly id: RowId },
  ): boolean {
    const row = rows.get<HeadRow>('heads', `${group} ${host}`, id);
    if (!row) return false;
    this.feeds.removeOf(rows, owner, { group, page: String(id) }, Date.now());
    const stored = unpackHead(row);
    this.removeText(rows, owner, stored);
    for (const [n] of stored.versions) this.removeBlob(rows, 'versions', owner, n);
    if (stored.alias !== null) rows.remove('aliases', group, stored.alias);
    rows.remove('heads', `${group} ${host}`, id);
    this.bytes.add(rows, owner, -bytesOfHead(stored.head));
    return true;
  }

  private async removeVerdicts(
    store: RowStore,
    owner: string,
    isMeant: (row: VisitRow) => boolean,
  ): Promise<void> {
    for await (const part of store.parts<VisitRow>('visits', owner)) {
      const ids = part.filter(([, row]) => isMeant(row)).map(([id]) => id);
      if (ids.length === 0) continue;
      await store.change((rows) => {
        for (const id of ids) {
          const packed = rows.get<Buffer>('verdicts', owner, id);
          rows.remove('visits', owner, id);
          rows.remove('verdicts', owner, id);
          this.bytes.add(rows, owner, -bytesOfVisit(packed));
        }
      });
    }
  }
}

interface PackedUpdate {
  readonly text: Buffer | undefined;
  readonly version: Buffer | undefined;
  readonly verdict: Buffer | undefined;
  /** The verdict without the details of the change. */
  readonly status: Buffer | undefined;
  readonly feed: readonly PackedFeedWrite[];
  readonly expectedRevision: number;
}

const packWrites = (writes: SnapshotUpdate['feed'] = []): Promise<PackedFeedWrite[]> =>
  Promise.all(
    writes.map(async (write) => ({
      write,
      content: write.kind === 'upsert' ? await packRow(write.content) : null,
    })),
  );

type RecordedRows =
  | Exclude<RecordResult, { readonly kind: 'repeated' }>
  | { readonly kind: 'repeated'; readonly packed: Buffer };

type GroupRow = readonly [tag: string, variant: string];

interface NewVersion {
  readonly version: Buffer | undefined;
  /** The text is the one that is stored. */
  readonly isTextKept: boolean;
  readonly most: number;
}

const NOTHING_STORED: Omit<StoredHead, 'head'> & { readonly head: never } = {
  revision: 0,
  text: null,
  textBytes: 0,
  versions: [],
  alias: null,
} as never; // its head is never read

const groupId = ({ owner, tag, variant }: HistoryGroup): string => shortHash(owner, tag, variant);

const partitionOf = ({ group, host }: Place): string => `${group} ${host}`;

function placeOf(rows: Pick<Rows, 'get'>, key: HistoryKey): Place {
  const group = groupId(key);
  const own = { owner: shortHash(key.owner), group, host: hostOf(key.url), page: shortHash(key.url) };
  if (key.alias === undefined || rows.get('heads', partitionOf(own), own.page) !== undefined) return own;
  const other = rows.get<[string, string]>('aliases', group, shortHash(key.alias));
  return other ? { ...own, host: other[0], page: other[1] } : own;
}

/** Places where a page may be stored: under its own name, and under another spelling. */
function placesOf(
  rows: Pick<Rows, 'get'>,
  group: string,
  { url, alias }: { readonly url: string; readonly alias: string | undefined },
): { readonly host: string; readonly id: string }[] {
  const own = { host: hostOf(url), id: shortHash(url) };
  const other =
    alias === undefined ? undefined : rows.get<[string, string]>('aliases', group, shortHash(alias));
  return other && other[1] !== own.id ? [own, { host: other[0], id: other[1] }] : [own];
}

const verdictOf = (rows: Pick<Rows, 'get'>, owner: string, visitId: string): Buffer | undefined =>
  rows.get<Buffer>('verdicts', owner, shortHash(visitId));

function hostOf(url: string): string {
  const parts = splitUrl(url);
  return parts ? hostWithPort(parts) : '';
}
