import {
  NO_HOST_FACTS,
  type HistoryGroup,
  type HistoryKey,
  type HostFacts,
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
import { unpackHead, type HeadRow, type StoredHead } from './pages/head-row.js';
import { FeedWriter, type PackedFeedWrite } from './feed/feed-writer.js';
import { OwnerBytes, type RowNumbers, type StoreBounds } from './owner-bytes.js';
import { partitionOf } from './pages/page-id.js';
import { groupId, placeOf, type GroupRow, type SiteRow } from './pages/page-place.js';
import { bodyOf } from './packs/pack-rows.js';
import { readBody } from './packs/read-body.js';
import { RowsBodyPacks } from './packs/rows.body-packs.js';
import { PageRecorder } from './pages/page-recorder.js';
import { PageRemover, sitesOf } from './pages/page-remover.js';
import { RowsChangeLog } from './rows.change-log.js';
import type { SharedLedgers } from './rows.ledgers.js';
import { FeedCleaner } from './feed/feed-cleaner.js';
import type { RowStore } from './row-store.js';
import { packRow, unpackRow } from './pack-row.js';
import { bytesOfSite } from './row-bytes.js';
import { shortHash } from './pages/short-hash.js';
import { isAtHosts, siteOf } from './pages/site-of.js';
import { TextRows } from './pages/text-rows.js';
import { VisitRows } from './pages/visit-rows.js';
import { withoutDetails } from './pages/without-details.js';

/** State that all processes with the same rows share. */
export interface SharedHistory extends SharedLedgers {
  readonly numbers: RowNumbers;
  /** Identifies the present start of the server. */
  readonly era: () => string;
  /** The rows can be read without this code: diffs of changes are stored as text. */
  readonly keepsDiffs: boolean;
}

/** A history in a store of rows. */
export class RowsPageHistory extends PageHistory {
  private readonly bytes: OwnerBytes;
  private readonly feeds: FeedWriter;
  private readonly log: RowsChangeLog;
  private readonly cleaner: FeedCleaner;
  private readonly visits: VisitRows;
  private readonly packs: RowsBodyPacks;
  private readonly recorder: PageRecorder;
  private readonly remover: PageRemover;
  private readonly keepsDiffs: boolean;

  /**
   * @param minOlderEntries number of older entries that a change feed keeps at least
   * @param shared what processes have in common. @default this object is the only one that uses the store
   */
  constructor(
    private readonly open: () => Promise<RowStore>,
    private readonly bounds: StoreBounds,
    minOlderEntries?: number,
    shared?: SharedHistory,
  ) {
    super();
    this.bytes = new OwnerBytes(bounds, shared?.numbers);
    this.keepsDiffs = shared?.keepsDiffs ?? false;
    this.feeds = new FeedWriter(this.bytes, minOlderEntries, shared?.era);
    this.log = new RowsChangeLog(open, this.feeds, this.bytes, shared);
    this.cleaner = new FeedCleaner(open, this.feeds, this.log);
    const texts = new TextRows(this.bytes, bounds);
    this.visits = new VisitRows(this.bytes);
    this.packs = new RowsBodyPacks('history', open, this.bytes, ['versions', 'texts'], shared?.now);
    this.recorder = new PageRecorder(this.bytes, texts, this.visits, this.feeds);
    this.remover = new PageRemover(this.bytes, texts, this.visits, this.feeds);
  }

  override get changes(): RowsChangeLog {
    return this.log;
  }

  override get bodies(): RowsBodyPacks {
    return this.packs;
  }

  override async find(key: HistoryKey, visitId?: string): Promise<HistoryFinding> {
    const store = await this.open();
    const ownerId = shortHash(key.owner);
    const lookUp = () =>
      store.look((rows) => {
        const { stored } = placeOf(rows, key);
        const body = stored?.text == null ? null : bodyOf(rows, 'texts', ownerId, stored.text);
        const verdict = visitId === undefined ? undefined : this.visits.get(rows, ownerId, visitId);
        return { stored, body, verdict };
      });
    const found = await readBody(lookUp, (body) => this.packs.read(ownerId, body));
    const { stored } = found;
    const verdict = found.verdict ? await unpackRow<VisitVerdict>(found.verdict) : null;
    if (!stored) return { entry: null, verdict };
    const { head, revision } = stored;
    const text = found.body ? await unpackRow<SnapshotText>(found.body) : null;
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
      this.packWrites(update.feed),
    ]);
    const store = await this.open();
    const packed = { text, version, verdict, status, feed, expectedRevision };
    const result = await store.change((rows) => this.recorder.record(rows, key, update, packed));
    return result.kind === 'repeated'
      ? { kind: 'repeated', verdict: await unpackRow<VisitVerdict>(result.packed) }
      : result;
  }

  override async versions(key: HistoryKey): Promise<readonly SnapshotVersion[]> {
    const store = await this.open();
    const ownerId = shortHash(key.owner);
    const numbers = await store.look((rows) => placeOf(rows, key).stored?.versions ?? []);
    const versions: SnapshotVersion[] = [];
    for (const [n] of numbers) {
      const lookUp = () => store.look((rows) => ({ body: bodyOf(rows, 'versions', ownerId, n) }));
      const { body } = await readBody(lookUp, (place) => this.packs.read(ownerId, place));
      if (body === null) break; // each is a difference to the one before it
      versions.push(await unpackRow<SnapshotVersion>(body));
    }
    return versions;
  }

  override async tags(owner: string): Promise<readonly string[]> {
    const store = await this.open();
    const tags = new Set<string>();
    for await (const part of store.parts<GroupRow>('groups', shortHash(owner)))
      for (const [, [tag]] of part) tags.add(tag);
    return [...tags];
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
    for await (const site of sitesOf(store, id, hosts)) {
      for await (const part of store.parts<HeadRow>('heads', partitionOf({ group: id, site }))) {
        const pages = part.map(([, row]) => unpackHead(row, site).head);
        yield pages
          .filter(({ url }) => isAtHosts(url, hosts))
          .map(({ url, hops, goneVisits }) => ({ url, hops, goneVisits }));
      }
    }
  }

  override async hostFacts(group: HistoryGroup, host: string): Promise<HostFacts | null> {
    const store = await this.open();
    const facts = await store.look((rows) => rows.get<SiteRow>('sites', groupId(group), siteOf(host)));
    return facts ? (facts[host] ?? NO_HOST_FACTS) : null;
  }

  override async keepHostFacts(group: HistoryGroup, host: string, facts: HostFacts): Promise<void> {
    const store = await this.open();
    const [id, site] = [groupId(group), siteOf(host)];
    await store.change((rows) => {
      const before = rows.get<SiteRow>('sites', id, site);
      if (before === undefined) return;
      const after = { ...before, [host]: facts };
      rows.put('sites', id, site, after);
      this.bytes.add(rows, shortHash(group.owner), bytesOfSite(site, after) - bytesOfSite(site, before));
    });
  }

  override async forget(owner: string, filter: ForgetFilter = {}): Promise<number> {
    const store = await this.open();
    return store.erase(() => this.removeAll(store, shortHash(owner), filter));
  }

  /** Removes the pages of an owner with the entries of their feeds. @returns number of the removed pages */
  private async removeAll(store: RowStore, ownerId: string, filter: ForgetFilter): Promise<number> {
    let removed = 0;
    for await (const part of store.parts<GroupRow>('groups', ownerId)) {
      for (const [id, [tag]] of part) {
        if (filter.tag !== undefined && tag !== filter.tag) continue;
        removed += await this.remover.forgetGroup(store, { owner: ownerId, group: String(id) }, filter);
      }
    }
    if (filter.url === undefined) await this.cleaner.forget(ownerId, filter.tag);
    else await this.cleaner.forgetUrl(ownerId, filter.url, filter.tag);
    await this.packs.forget(ownerId);
    return removed;
  }

  override async expire(beforeMs: number, verdictsBeforeMs: number): Promise<number> {
    const store = await this.open();
    let removed = 0;
    for (const owner of await store.look((rows) => this.bytes.owners(rows))) {
      const isOld = ({ head }: StoredHead) => head.visitedAt < beforeMs;
      for await (const part of store.parts('groups', owner))
        for (const [group] of part)
          removed += await this.remover.removePages(store, owner, String(group), isOld);
      await this.visits.removeAll(store, owner, ([at]) => at < verdictsBeforeMs);
      await this.cleaner.expire(owner, beforeMs);
    }
    return removed;
  }

  override async usage(): Promise<HistoryUsage> {
    const store = await this.open();
    const bytes = await store.look((rows) => this.bytes.total(rows));
    return { bytes, maxBytes: this.bounds.maxBytes };
  }

  private packWrites(writes: SnapshotUpdate['feed'] = []): Promise<PackedFeedWrite[]> {
    return Promise.all(
      writes.map(async (write) => {
        if (write.kind !== 'upsert') return { write, content: null, diff: null };
        const diff = (this.keepsDiffs && write.diff) || null;
        return { write, content: await packRow(write.content), diff };
      }),
    );
  }
}
