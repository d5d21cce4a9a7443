import type {
  ChunkRef,
  FeedName,
  FeedPage,
  FeedSettings,
  FeedState,
  PageContent,
  PendingRemoval,
  StoredEntry,
} from '../../model/change-log.js';
import type { HistoryKey } from '../../model/snapshot.js';
import type { CorpusPage, EntryPage, EntryRange, FeedLimits } from '../../ports/stores/change-log.port.js';
import { collectEntries, foundEntry, packedEntry } from './feed/feed-entries.js';
import {
  feedIdsOf,
  newFeed,
  refsOf,
  stateOf,
  type EntryRow,
  type FeedRow,
  type PageRow,
  type PendingRow,
} from './feed/feed-rows.js';
import type { FeedWriter } from './feed/feed-writer.js';
import { inParts } from './in-parts.js';
import type { OwnerBytes } from './owner-bytes.js';
import { unpackRow } from './pack-row.js';
import { placeOf } from './pages/page-place.js';
import { PART, type RowStore } from './row-store.js';
import { RowsLedgers, type SharedLedgers } from './rows.ledgers.js';
import { shortHash } from './pages/short-hash.js';
import { unpackEntries } from './feed/unpack-entries.js';

const NOTHING = { remove: [], hold: [] };

/** Change feeds in a store of rows. */
export class RowsChangeLog extends RowsLedgers {
  constructor(
    store: () => Promise<RowStore>,
    private readonly writer: FeedWriter,
    bytes: OwnerBytes,
    shared?: SharedLedgers,
  ) {
    super(store, bytes, shared);
  }

  override async open(
    name: FeedName,
    settings: FeedSettings,
    { maxFeeds }: FeedLimits,
    change?: { readonly maxChunkTokens: number | null },
  ): Promise<FeedState | null> {
    const known = await this.state(name);
    if (known && known.variant !== null && !change) return known;
    const { owner, id } = feedIdsOf(name);
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
    const { owner, id } = feedIdsOf(name);
    const row = await (await this.store()).look((rows) => rows.get<FeedRow>('feeds', owner, id));
    return row ? stateOf(row) : null;
  }

  override async tags(owner: string): Promise<readonly string[]> {
    const store = await this.store();
    const found = await store.look((rows) => rows.first<FeedRow>('feeds', shortHash(owner), 100_000));
    return found.map(([, { tag }]) => tag);
  }

  override async page(key: HistoryKey): Promise<FeedPage | null> {
    const { id } = feedIdsOf(key);
    const row = await (
      await this.store()
    ).look((rows) => rows.get<PageRow>('feedPages', id, placeOf(rows, key).page));
    if (!row) return null;
    const { seq, isLive, fingerprint, shape, url } = row;
    return { seq, isLive, fingerprint, shape, url };
  }

  override async chunksOf(name: FeedName, seq: number): Promise<readonly ChunkRef[] | null> {
    const packed = await (
      await this.store()
    ).look((rows) => rows.get<Buffer>('feedChunks', feedIdsOf(name).id, seq));
    return packed ? refsOf(await unpackRow<PageContent>(packed)) : null;
  }

  override async read(name: FeedName, range: EntryRange): Promise<EntryPage> {
    const { id } = feedIdsOf(name);
    const store = await this.store();
    const { found, ...end } = await store.look((rows) => collectEntries(rows, id, range));
    return unpackEntries({ entries: found.map(packedEntry), ...end });
  }

  override async entry(name: FeedName, seq: number): Promise<StoredEntry | null> {
    const { id } = feedIdsOf(name);
    const found = await (
      await this.store()
    ).look((rows) => {
      const entry = rows.get<EntryRow>('feedEntries', id, seq);
      return entry ? foundEntry(rows, id, seq, entry) : null;
    });
    if (!found) return null;
    const { entries } = await unpackEntries({ entries: [packedEntry(found)], hasMore: false, last: seq });
    return entries[0]!;
  }

  override async *pages(name: FeedName): AsyncGenerator<readonly CorpusPage[]> {
    const store = await this.store();
    for await (const part of store.parts<PageRow>('feedPages', feedIdsOf(name).id))
      yield part.flatMap(([page, { seq, isLive }]) => (isLive ? [{ page: String(page), seq }] : []));
  }

  override async *pending(name: FeedName): AsyncGenerator<readonly PendingRemoval[]> {
    const store = await this.store();
    for await (const part of store.parts<PendingRow>('feedPending', feedIdsOf(name).id))
      yield part.map(([page, row]) => ({ page: String(page), ...row }));
  }

  override async settle(
    name: FeedName,
    { remove, hold }: { readonly remove: readonly string[]; readonly hold: readonly string[] } = NOTHING,
  ): Promise<number> {
    const { owner, id } = feedIdsOf(name);
    const at = Date.now();
    const store = await this.store();
    let removed = 0;
    for (const pages of inParts(remove, PART))
      removed += await store.change((rows) => {
        const feed = this.writer.open(rows, owner, id);
        if (!feed) return 0;
        const meant = pages.filter((page) => rows.get('feedPending', id, page) !== undefined);
        const count = meant.filter((page) => this.writer.remove(feed, page, at)).length;
        this.writer.close(feed);
        return count;
      });
    for (const pages of inParts(hold, PART))
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
}
