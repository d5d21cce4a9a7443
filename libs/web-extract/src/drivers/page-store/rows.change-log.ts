import type {
  ChunkRef,
  FeedName,
  FeedPage,
  FeedSettings,
  FeedState,
  LedgerRow,
  LedgerState,
  PageContent,
  PendingRemoval,
  StoredEntry,
} from '../../model/change-log.js';
import type { HistoryKey } from '../../model/snapshot.js';
import {
  ChangeLog,
  type CorpusPage,
  type EntryPage,
  type EntryRange,
  type FeedLimits,
  type LedgerChange,
} from '../../ports/change-log.port.js';
import {
  feedIdOf,
  newFeed,
  refsOf,
  stateOf,
  type EntryRow,
  type FeedPlace,
  type FeedRow,
  type PageRow,
  type PendingRow,
  type SinkRow,
} from './feed-rows.js';
import type { FeedWriter } from './feed-writer.js';
import type { OwnerBytes } from './owner-bytes.js';
import { unpackRow } from './pack-row.js';
import { PART, type Rows, type RowStore } from './row-store.js';
import { shortHash } from './short-hash.js';

/** Maximum size of the packed contents returned at once. */
const MAX_READ_BYTES = 2 * 1024 * 1024;
const NOTHING = { remove: [], hold: [] };

/** Change feeds in a store of rows. */
export class RowsChangeLog extends ChangeLog {
  constructor(
    private readonly store: () => Promise<RowStore>,
    private readonly writer: FeedWriter,
    private readonly bytes: OwnerBytes,
    private readonly placeOf: (rows: Pick<Rows, 'get'>, key: HistoryKey) => FeedPlace,
  ) {
    super();
  }

  override async open(
    name: FeedName,
    settings: FeedSettings,
    { maxFeeds }: FeedLimits,
    change?: { readonly maxChunkTokens: number | null },
  ): Promise<FeedState | null> {
    const known = await this.state(name);
    if (known && known.variant !== null && !change) return known;
    const { owner, id } = idsOf(name);
    const store = await this.store();
    return store.change((rows) => {
      const before = rows.get<FeedRow>('feeds', owner, id);
      if (!before && rows.first('feeds', owner, maxFeeds).length >= maxFeeds) return null;
      const row = before ?? newFeed(name.tag, settings);
      const variant = row.variant ?? settings.variant;
      const next = { ...row, variant, ...change };
      rows.put('feeds', owner, id, next);
      return stateOf(next);
    });
  }

  override async state(name: FeedName): Promise<FeedState | null> {
    const { owner, id } = idsOf(name);
    const row = await (await this.store()).look((rows) => rows.get<FeedRow>('feeds', owner, id));
    return row ? stateOf(row) : null;
  }

  override async tags(owner: string): Promise<readonly string[]> {
    const store = await this.store();
    const found = await store.look((rows) => rows.first<FeedRow>('feeds', shortHash(owner), 100_000));
    return found.map(([, { tag }]) => tag);
  }

  override async page(key: HistoryKey): Promise<FeedPage | null> {
    const { id } = idsOf(key);
    const row = await (
      await this.store()
    ).look((rows) => rows.get<PageRow>('feedPages', id, this.placeOf(rows, key).page));
    if (!row) return null;
    const { seq, isLive, fingerprint, shape, url } = row;
    return { seq, isLive, fingerprint, shape, url };
  }

  override async chunksOf(name: FeedName, seq: number): Promise<readonly ChunkRef[] | null> {
    const packed = await (
      await this.store()
    ).look((rows) => rows.get<Buffer>('feedChunks', idsOf(name).id, seq));
    return packed ? refsOf(await unpackRow<PageContent>(packed)) : null;
  }

  override async read(name: FeedName, range: EntryRange): Promise<EntryPage> {
    const { id } = idsOf(name);
    const store = await this.store();
    const { found, hasMore } = await store.look((rows) => collect(rows, id, range));
    return { entries: await Promise.all(found.map(unpackEntry)), hasMore };
  }

  override async entry(name: FeedName, seq: number): Promise<StoredEntry | null> {
    const { id } = idsOf(name);
    const found = await (
      await this.store()
    ).look((rows) => {
      const entry = rows.get<EntryRow>('feedEntries', id, seq);
      return entry ? foundEntry(rows, id, seq, entry) : null;
    });
    return found && unpackEntry(found);
  }

  override async *pages(name: FeedName): AsyncGenerator<readonly CorpusPage[]> {
    const store = await this.store();
    for await (const part of store.parts<PageRow>('feedPages', idsOf(name).id))
      yield part.flatMap(([page, { seq, isLive }]) => (isLive ? [{ page: String(page), seq }] : []));
  }

  override async *pending(name: FeedName): AsyncGenerator<readonly PendingRemoval[]> {
    const store = await this.store();
    for await (const part of store.parts<PendingRow>('feedPending', idsOf(name).id))
      yield part.map(([page, row]) => ({ page: String(page), ...row }));
  }

  override async settle(
    name: FeedName,
    { remove, hold }: { readonly remove: readonly string[]; readonly hold: readonly string[] } = NOTHING,
  ): Promise<number> {
    const { owner, id } = idsOf(name);
    const at = Date.now();
    const store = await this.store();
    let removed = 0;
    for (const pages of inParts(remove))
      removed += await store.change((rows) => {
        const feed = this.writer.open(rows, owner, id);
        if (!feed) return 0;
        const meant = pages.filter((page) => rows.get('feedPending', id, page) !== undefined);
        const count = meant.filter((page) => this.writer.remove(feed, page, at)).length;
        this.writer.close(feed);
        return count;
      });
    for (const pages of inParts(hold))
      await store.change((rows) => {
        const feed = this.writer.open(rows, owner, id);
        if (!feed) return;
        for (const page of pages) {
          const row = rows.get<PendingRow>('feedPending', id, page);
          if (!row || row.heldAt !== null) continue;
          rows.put('feedPending', id, page, { ...row, heldAt: at });
          feed.row.held++;
        }
        this.writer.close(feed);
      });
    return removed;
  }

  override async takeLedger(
    name: FeedName,
    sink: string,
    { holder, leaseMs, maxLedgers }: { readonly holder: string; readonly leaseMs: number; readonly maxLedgers: number }, // prettier-ignore
  ): Promise<LedgerState | 'full' | null> {
    const { id } = idsOf(name);
    return (await this.store()).change((rows) => {
      const key = shortHash(sink);
      const before = rows.get<SinkRow>('feedSinks', id, key);
      if (!before && rows.first('feedSinks', id, maxLedgers).length >= maxLedgers) return 'full';
      const now = Date.now();
      if (before?.holder != null && before.holder !== holder && before.leasedUntil > now) return null;
      const state = { signature: before?.signature ?? null, job: before?.job ?? null };
      rows.put('feedSinks', id, key, { ...state, holder, leasedUntil: now + leaseMs } satisfies SinkRow);
      return state;
    });
  }

  override async leaveLedger(name: FeedName, sink: string, holder: string): Promise<void> {
    await this.changeSink(name, sink, holder, (row) => ({ ...row, holder: null, leasedUntil: 0 }));
  }

  override async noteLedger(
    name: FeedName,
    sink: string,
    holder: string,
    change: Partial<LedgerState>,
  ): Promise<boolean> {
    return this.changeSink(name, sink, holder, (row) => ({ ...row, ...change }));
  }

  override async *ledger(name: FeedName, sink: string): AsyncGenerator<readonly LedgerRow[]> {
    const store = await this.store();
    for await (const part of store.parts<LedgerRow>('feedLedgers', ledgerOf(name, sink)))
      yield part.map(([, row]) => row);
  }

  override async ledgerRow(name: FeedName, sink: string, page: string): Promise<LedgerRow | null> {
    const store = await this.store();
    const row = await store.look((rows) => rows.get<LedgerRow>('feedLedgers', ledgerOf(name, sink), page));
    return row ?? null;
  }

  override async writeLedger(
    name: FeedName,
    sink: string,
    holder: string,
    { page, row }: LedgerChange,
  ): Promise<boolean> {
    const partition = ledgerOf(name, sink);
    const { owner, id } = idsOf(name);
    const store = await this.store();
    return store.change((rows) => {
      if (rows.get<SinkRow>('feedSinks', id, shortHash(sink))?.holder !== holder) return false;
      const before = rows.get<LedgerRow>('feedLedgers', partition, page);
      if (row) rows.put('feedLedgers', partition, page, row);
      else rows.remove('feedLedgers', partition, page);
      this.bytes.add(rows, owner, (row ? bytesOfLedger(row) : 0) - (before ? bytesOfLedger(before) : 0));
      return true;
    });
  }

  /** Deletes all pages of the feeds of an owner, and the ledgers. @param tag absent: all feeds */
  async forget(owner: string, tag?: string): Promise<void> {
    const store = await this.store();
    for await (const feeds of store.parts<FeedRow>('feeds', owner))
      for (const [id, row] of feeds)
        if (tag === undefined || row.tag === tag) await this.forgetFeed(store, owner, String(id));
  }

  /** Deletes a page that is known by redirects only. */
  async forgetUrl(owner: string, url: string, tag?: string): Promise<void> {
    const store = await this.store();
    await store.change((rows) => {
      for (const [id, { tag: of }] of rows.first<FeedRow>('feeds', owner, 100_000)) {
        const feed = tag === undefined || of === tag ? this.writer.open(rows, owner, String(id)) : null;
        if (feed && this.writer.remove(feed, shortHash(url), Date.now())) this.writer.close(feed);
      }
    });
  }

  /** Drops deletions before a time, and feeds that have nothing left. */
  async expire(owner: string, beforeMs: number): Promise<void> {
    const store = await this.store();
    for await (const feeds of store.parts<FeedRow>('feeds', owner))
      for (const [id] of feeds) await this.expireFeed(store, owner, String(id), beforeMs);
  }

  private async expireFeed(store: RowStore, owner: string, id: string, beforeMs: number): Promise<void> {
    for await (const part of store.parts<PageRow>('feedPages', id)) {
      const deleted = part.filter(([, { isLive }]) => !isLive);
      if (deleted.length === 0) continue;
      await store.change((rows) => {
        const feed = this.writer.open(rows, owner, id);
        if (!feed) return;
        for (const [page, { seq }] of deleted) {
          const entry = rows.get<EntryRow>('feedEntries', id, seq);
          const isOld = entry !== undefined && entry[2] < beforeMs;
          const isNewest = rows.get<PageRow>('feedPages', id, page)?.seq === seq;
          if (isOld && isNewest) this.writer.dropDeletion(feed, String(page), seq);
        }
        this.writer.close(feed);
      });
    }
    await store.change((rows) => {
      const feed = rows.get<FeedRow>('feeds', owner, id);
      const isEmpty = feed && feed.live === 0 && feed.deletes === 0 && feed.expired > 0;
      if (isEmpty && rows.first('feedSinks', id, 1).length === 0) rows.remove('feeds', owner, id);
    });
  }

  private async forgetFeed(store: RowStore, owner: string, id: string): Promise<void> {
    for await (const part of store.parts<PageRow>('feedPages', id))
      await store.change((rows) => {
        const feed = this.writer.open(rows, owner, id);
        if (!feed) return;
        for (const [page] of part) this.writer.remove(feed, String(page), Date.now());
        this.writer.close(feed);
      });
    for await (const part of store.parts('feedMoves', id))
      await store.change((rows) => part.forEach(([page]) => rows.remove('feedMoves', id, page)));
    for await (const part of store.parts('feedSinks', id))
      for (const [sink] of part) await this.forgetLedger(store, owner, `${id} ${String(sink)}`);
    await store.change((rows) => {
      for (const [sink] of rows.first('feedSinks', id, 1_000)) rows.remove('feedSinks', id, sink);
      const row = rows.get<FeedRow>('feeds', owner, id);
      if (row) rows.put('feeds', owner, id, { ...row, variant: null, maxChunkTokens: null });
    });
  }

  private async forgetLedger(store: RowStore, owner: string, partition: string): Promise<void> {
    for await (const part of store.parts<LedgerRow>('feedLedgers', partition))
      await store.change((rows) => {
        for (const [page, row] of part) {
          rows.remove('feedLedgers', partition, page);
          this.bytes.add(rows, owner, -bytesOfLedger(row));
        }
      });
  }

  private async changeSink(
    name: FeedName,
    sink: string,
    holder: string,
    change: (row: SinkRow) => SinkRow,
  ): Promise<boolean> {
    const { id } = idsOf(name);
    const store = await this.store();
    return store.change((rows) => {
      const row = rows.get<SinkRow>('feedSinks', id, shortHash(sink));
      if (row?.holder !== holder) return false;
      rows.put('feedSinks', id, shortHash(sink), change(row));
      return true;
    });
  }
}

interface FoundEntry {
  readonly seq: number;
  readonly entry: EntryRow;
  readonly content: Buffer | null;
  readonly isDetached: boolean;
}

function collect(
  rows: Pick<Rows, 'get' | 'after'>,
  id: string,
  { after, limit, snapshotUntil }: EntryRange,
): { readonly found: readonly FoundEntry[]; readonly hasMore: boolean } {
  const found: FoundEntry[] = [];
  let bytes = 0;
  for (let at = after; ;) {
    const part = rows.after<EntryRow>('feedEntries', id, at, PART);
    for (const [n, entry] of part) {
      const seq = Number(n);
      if (snapshotUntil !== undefined && seq > snapshotUntil) return { found, hasMore: false };
      at = seq;
      if (snapshotUntil !== undefined && !isCurrent(rows, id, seq, entry)) continue;
      if (found.length >= limit || bytes > MAX_READ_BYTES) return { found, hasMore: true };
      const next = foundEntry(rows, id, seq, entry);
      bytes += next.content?.length ?? 0;
      found.push(next);
    }
    if (part.length < PART) return { found, hasMore: false };
  }
}

const isCurrent = (rows: Pick<Rows, 'get'>, id: string, seq: number, [page, isUpsert]: EntryRow): boolean =>
  isUpsert && rows.get<PageRow>('feedPages', id, page)?.seq === seq;

function foundEntry(rows: Pick<Rows, 'get'>, id: string, seq: number, entry: EntryRow): FoundEntry {
  const [, isUpsert, , , , , before] = entry;
  const content = isUpsert ? (rows.get<Buffer>('feedChunks', id, seq) ?? null) : null;
  const isDetached = before > 0 && rows.get('feedEntries', id, before) === undefined;
  return { seq, entry, content, isDetached };
}

async function unpackEntry({ seq, entry, content, isDetached }: FoundEntry): Promise<StoredEntry> {
  const [, isUpsert, at, url, fingerprint, previousFingerprint, previousSeq] = entry;
  return {
    seq,
    at,
    type: isUpsert ? 'upsert' : 'delete',
    url,
    fingerprint,
    previousFingerprint,
    previousSeq,
    isDetached,
    content: content && (await unpackRow<PageContent>(content)),
  };
}

const idsOf = ({ owner, tag }: FeedName): { readonly owner: string; readonly id: string } => {
  const hash = shortHash(owner);
  return { owner: hash, id: feedIdOf(hash, tag) };
};

const ledgerOf = (name: FeedName, sink: string): string => `${idsOf(name).id} ${shortHash(sink)}`;

const bytesOfLedger = ({ url, chunks }: LedgerRow): number => 120 + url.length + 60 * chunks.length;

function* inParts(pages: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < pages.length; at += PART) yield pages.slice(at, at + PART);
}
