import type { CrawlResults, PageFailure, PageRecord } from '../../model/crawl/crawl.js';
import { ArchiveUnavailableError } from '../../model/errors.js';
import { ResultStore, type ResultsRange } from '../../ports/result-store.port.js';
import type { SegmentReader } from '../crawl-store/segments/segment-reader.js';
import { readResults, readRows } from './crawl/read-crawl.js';
import { segmentAt } from './crawl/sealed-rows.js';
import type { LmdbResultSegments } from './lmdb.result-segments.js';
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

  async pages(crawlId: string, range: ResultsRange): Promise<CrawlResults> {
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
    const { n } = crawl.row;
    for (;;) {
      const at = from + rows.length;
      const sealed = rows.length < count ? segmentAt(store.database, n, table, at) : null;
      if (!sealed) break;
      const texts = await this.reader.rows(crawlId, sealed.pointer);
      const step = texts.slice(at - sealed.first, at - sealed.first + count - rows.length);
      if (step.length === 0) return rows;
      for (const text of step) rows.push(JSON.parse(text) as RowOf<T>);
    }
    const stored = store.database[table] as Table<RowOf<T>, Key>;
    return [...rows, ...(await readRows(store, stored, n, from + rows.length, count - rows.length))];
  }

  private get reader(): SegmentReader {
    if (!this.segments) throw new ArchiveUnavailableError('none is configured in this process');
    return this.segments.reader;
  }
}

type RowOf<T> = T extends 'failures' ? PageFailure : T extends 'records' ? PageRecord : string;
