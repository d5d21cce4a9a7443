import type { PageFailure, PageRecord } from '../../model/crawl/crawl.js';
import { ArchiveUnavailableError } from '../../model/errors.js';
import { ResultStore, type ResultsRange, type StoredResults } from '../../ports/stores/result-store.port.js';
import type { SegmentReader } from '../crawl-store/segments/segment-reader.js';
import { readResults, readRows } from './crawl/read-crawl.js';
import { segmentAt } from './crawl/sealed-rows.js';
import type { LmdbResultSegments } from './lmdb.result-segments.js';
import type { OpenStore } from './storage/open-store.js';
import type { StoreDirectory } from './storage/store-directory.js';
import type { Key, Table } from './storage/table.js';

/** Reads the tables and pending writes. Sealed results are read from the archive. */
export class LmdbResultStore extends ResultStore {
  constructor(
    private readonly directory: StoreDirectory,
    private readonly segments: LmdbResultSegments | null,
  ) {
    super();
  }

  async storedPages(crawlId: string, range: ResultsRange): Promise<StoredResults> {
    const store = await this.directory.openIfPresent();
    const crawl = store?.find(crawlId);
    if (!store || !crawl) return { pages: [], next: range.from, hasMore: false };
    return readResults(store, crawl, range, (pointer, read) => this.reader.pages(crawlId, pointer, read));
  }

  async failures(crawlId: string, from?: number, count?: number): Promise<PageFailure[]> {
    return this.rows(crawlId, 'failures', from, count);
  }

  async robotsBlocked(crawlId: string, from?: number, count?: number): Promise<string[]> {
    return this.rows(crawlId, 'blocked', from, count);
  }

  async records(crawlId: string, from: number, count: number): Promise<PageRecord[]> {
    return this.rows(crawlId, 'records', from, count);
  }

  private async rows<T extends 'failures' | 'blocked' | 'records'>(
    crawlId: string,
    table: T,
    from = 0,
    count = Infinity,
  ): Promise<RowOf<T>[]> {
    const store = await this.directory.openIfPresent();
    const crawl = store?.find(crawlId);
    if (!store || !crawl) return [];
    const rows: RowOf<T>[] = [];
    while (rows.length < count) {
      const part = { from: from + rows.length, count: count - rows.length };
      const step = await this.part<T>(store, { id: crawlId, n: crawl.row.n }, table, part);
      if (step.length === 0) break;
      for (const row of step) rows.push(row);
    }
    return rows;
  }

  /** Rows of a segment or of the store. Rows that are sealed while they are read are in the next part. */
  private async part<T extends 'failures' | 'blocked' | 'records'>(
    store: OpenStore,
    { id, n }: { readonly id: string; readonly n: number },
    table: T,
    { from, count }: { readonly from: number; readonly count: number },
  ): Promise<RowOf<T>[]> {
    const { database, isOpen } = store;
    const sealed = isOpen ? segmentAt(database, n, table, from) : null;
    if (!sealed) return readRows(store, database[table] as Table<RowOf<T>, Key>, n, from, count);
    const texts = await this.reader.rows(id, sealed.pointer);
    const start = from - sealed.first;
    return texts.slice(start, start + count).map((text) => JSON.parse(text) as RowOf<T>);
  }

  private get reader(): SegmentReader {
    if (!this.segments) throw new ArchiveUnavailableError('none is configured in this process');
    return this.segments.reader;
  }
}

type RowOf<T> = T extends 'failures' ? PageFailure : T extends 'records' ? PageRecord : string;
