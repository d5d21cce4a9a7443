import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SealBacklog } from '../../ports/stores/result-segments.port.js';
import { packEncoded } from '../crawl-store/pack-page.js';
import {
  ROW_KINDS,
  type PackedRow,
  type RowKind,
  type SegmentPointers,
  type UnsealedRows,
} from '../crawl-store/segments/segment.js';
import {
  StoredSegments,
  type ExpiredCrawl,
  type Replacement,
} from '../crawl-store/segments/stored-segments.js';
import { sealedOf } from './crawl/sealed-rows.js';
import { readRows } from './crawl/read-crawl.js';
import type { Batch } from './storage/batch.js';
import type { OpenStore } from './storage/open-store.js';
import { EXPIRED, recordsOf, type HeadRow, type RemovalRow, type SealedCounts } from './storage/rows.js';
import type { StoreDirectory } from './storage/store-directory.js';
import type { Key, Table } from './storage/table.js';

/** Pages and rows of a kind in a segment: their removal is one batch. */
const MAX_PAGES = 1_000;
const MAX_ROWS = 2_000;
const CRAWLS_A_TURN = 500;
/** Expired crawls looked at in one round. */
const MAX_EXPIRED = 200;

/** Sealing and removals make room: they are tried on a full disk, too. */
const URGENT = { isUrgent: true };

interface SealerLease {
  readonly token: string;
  readonly endsAt: number;
}

/** Results of crawls in LMDB that are sealed. Leases are held in memory, which is exclusive to this process. */
export class LmdbResultSegments extends StoredSegments {
  private readonly leases = new Map<string, SealerLease>();
  /** Ended crawls that may have results to seal; null before all crawls were looked at. */
  private ended: Set<string> | null = null;

  constructor(private readonly directory: StoreDirectory) {
    super();
  }

  async backlogs(): Promise<SealBacklog[]> {
    const store = await this.directory.openIfPresent();
    if (!store) return [];
    this.ended ??= new Set(store.owned.ids());
    for (const id of store.running.keys()) this.ended.add(id);
    const backlogs: SealBacklog[] = [];
    let looked = 0;
    for (const id of [...this.ended]) {
      if (++looked % CRAWLS_A_TURN === 0) await nextTurn();
      if (!store.isOpen) return [];
      const backlog = backlogOf(store, id);
      const isEmpty = backlog === null || backlog.pages + backlog.rows === 0;
      if (!isEmpty) backlogs.push(backlog);
      else if (!store.running.has(id)) this.ended.delete(id);
    }
    return backlogs;
  }

  async knows(crawlId: string): Promise<boolean> {
    const store = await this.directory.openIfPresent();
    return store?.database.crawls.has(crawlId) ?? false;
  }

  /** The row with the counts also says that the crawl may have objects: it is written before the first of them. */
  protected async lease({ crawlId, sealed }: SealBacklog, token: string, leaseMs: number): Promise<boolean> {
    const { commits, database, find } = await this.opened();
    const crawl = find(crawlId);
    const isLeased = (this.leases.get(crawlId)?.endsAt ?? 0) > Date.now();
    if (!crawl || isLeased || sumOf(sealedOf(database, crawl.row.n)) !== sealed) return false;
    this.leases.set(crawlId, { token, endsAt: Date.now() + leaseMs });
    const { n } = crawl.row;
    if (database.segments.has([n])) return true;
    try {
      await commits.submit((batch) => {
        batch.put(database.segments, [n], sealedOf(database, n));
      }, URGENT);
      return true;
    } catch (error) {
      this.leases.delete(crawlId);
      throw error;
    }
  }

  protected async release(crawlId: string, token: string): Promise<void> {
    if (this.leases.get(crawlId)?.token === token) this.leases.delete(crawlId);
  }

  protected async unsealed(crawlId: string, maxBytes: number): Promise<UnsealedRows> {
    const { store, find } = await this.opened();
    const crawl = find(crawlId);
    if (!crawl) return NOTHING;
    const { n } = crawl.row;
    const first = sealedOf(store.database, n);
    const pages = await pagesOf(store, n, { from: first.pages, end: crawl.head.pages, maxBytes });
    const rows = { records: [] as string[], failures: [] as string[], blocked: [] as string[] };
    for (const kind of ROW_KINDS) {
      const table = store.database[kind] as Table<unknown, Key>;
      const found = await readRows(store, table, n, first[kind], MAX_ROWS);
      rows[kind] = found.map((row) => JSON.stringify(row));
    }
    return { first, pages, rows };
  }

  protected async replace(
    crawlId: string,
    token: string,
    unsealed: UnsealedRows,
    pointers: SegmentPointers,
  ): Promise<Replacement> {
    const { commits, store } = await this.opened();
    const result = await commits.submit((batch): Replacement => {
      const crawl = store.find(crawlId);
      if (!crawl) return 'gone';
      const { row } = crawl;
      const isOwned = this.leases.get(crawlId)?.token === token;
      if (!isOwned || !isSame(sealedOf(store.database, row.n), unsealed.first)) return 'lost';
      writePointers(batch, store, row.n, unsealed, pointers);
      return 'replaced';
    }, URGENT);
    if (result !== 'lost') await this.release(crawlId, token);
    return result;
  }

  protected async expired(nowMs: number): Promise<ExpiredCrawl[]> {
    const store = await this.directory.openIfPresent();
    if (!store) return [];
    const { removals, writes } = store.database;
    const rows = new Map<string, RemovalRow | undefined>();
    for (const { key, value } of removals.stored.getRange({})) rows.set(key, value);
    for (const { key, value } of writes.pendingIn('removals'))
      rows.set(key as string, value as RemovalRow | undefined);
    return [...rows]
      .filter(([, row]) => row !== undefined && row.dueAt <= nowMs)
      .slice(0, MAX_EXPIRED)
      .map(([crawlId, row]) => ({ crawlId, wasEmpty: row!.wasEmpty }));
  }

  protected async postpone(
    { crawlId }: ExpiredCrawl,
    { untilMs, wasEmpty }: { readonly untilMs: number; readonly wasEmpty: boolean },
  ): Promise<void> {
    const { commits, database } = await this.opened();
    await commits.submit((batch) => batch.put(database.removals, crawlId, { dueAt: untilMs, wasEmpty }));
  }

  protected async forget({ crawlId }: ExpiredCrawl): Promise<void> {
    const { commits, database } = await this.opened();
    await commits.submit((batch) => batch.remove(database.removals, crawlId), URGENT);
  }

  private async opened() {
    const store = await this.directory.open();
    const { commits, database } = store;
    return { store, commits, database, find: (id: string) => store.find(id) };
  }
}

const NOTHING: UnsealedRows = {
  first: { pages: 0, records: 0, failures: 0, blocked: 0 },
  pages: [],
  rows: { records: [], failures: [], blocked: [] },
};

const KINDS = ['pages', ...ROW_KINDS] as const;

const sumOf = (counts: SealedCounts): number => KINDS.reduce((sum, kind) => sum + counts[kind], 0);

const isSame = (one: SealedCounts, other: SealedCounts): boolean =>
  KINDS.every((kind) => one[kind] === other[kind]);

/** @returns null for crawls that are not sealed. The size of pages is not counted: it would mean reading them */
function backlogOf(store: OpenStore, crawlId: string): SealBacklog | null {
  const crawl = store.find(crawlId);
  if (!crawl || isPrivate(store, crawlId)) return null;
  const { head, row } = crawl;
  const sealed = sealedOf(store.database, row.n);
  const pages = head.pages - sealed.pages;
  const others = ROW_KINDS.reduce((sum, kind) => sum + countOf(head, kind) - sealed[kind], 0);
  const isEnded = head.status !== 'running';
  return { crawlId, isEnded, sealed: sumOf(sealed), pages, rows: others, bytes: 0 };
}

function isPrivate({ database }: OpenStore, crawlId: string): boolean {
  const row = database.crawls.get(crawlId);
  return !row || row === EXPIRED || row.request.zeroDataRetention === true;
}

function countOf(head: HeadRow, kind: RowKind): number {
  if (kind === 'records') return recordsOf(head);
  return kind === 'failures' ? head.failed : head.blocked;
}

async function pagesOf(
  store: OpenStore,
  n: number,
  { from, end, maxBytes }: { readonly from: number; readonly end: number; readonly maxBytes: number },
): Promise<PackedRow[]> {
  const pages: PackedRow[] = [];
  for (let left = maxBytes; left > 0 && pages.length < MAX_PAGES && from + pages.length < end;) {
    const json = store.isOpen ? store.database.results.get([n, from + pages.length]) : undefined;
    if (!json) break; // expired or closed in between
    const page = await packEncoded(json);
    pages.push(page);
    left -= page.packed.length;
  }
  return pages;
}

function writePointers(
  batch: Batch,
  { database }: OpenStore,
  n: number,
  { first, pages, rows }: UnsealedRows,
  pointers: SegmentPointers,
): void {
  const lengths = {
    pages: pages.length,
    records: rows.records.length,
    failures: rows.failures.length,
    blocked: rows.blocked.length,
  };
  const sealed = { ...first };
  for (const kind of KINDS) {
    const pointer = pointers[kind];
    if (pointer === null) continue;
    const table = database[kind === 'pages' ? 'results' : kind] as Table<unknown, Key>;
    batch.put(database.segments, [n, kind, first[kind]], pointer);
    for (let at = first[kind]; at < first[kind] + lengths[kind]; at++) batch.remove(table, [n, at]);
    sealed[kind] = first[kind] + lengths[kind];
  }
  batch.put(database.segments, [n], sealed);
}
