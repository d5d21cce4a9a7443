import type { CrawlResults, PageFailure, PageRecord } from '../../model/crawl/crawl.js';
import { ResultStore, type ResultsRange } from '../../ports/result-store.port.js';
import { readResults, readRows } from './crawl/read-crawl.js';
import type { StoreDirectory } from './storage/store-directory.js';
import type { Key, Table } from './storage/table.js';

/** Reads the tables and pending writes. */
export class LmdbResultStore extends ResultStore {
  constructor(private readonly directory: StoreDirectory) {
    super();
  }

  async pages(crawlId: string, range: ResultsRange): Promise<CrawlResults> {
    const store = await this.directory.openIfPresent();
    const crawl = store?.find(crawlId);
    if (!store || !crawl) return { pages: [], next: range.from, hasMore: false };
    return readResults(store, crawl, range);
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
    return readRows(store, store.database[table] as Table<RowOf<T>, Key>, crawl.row.n, from, count);
  }
}

type RowOf<T> = T extends 'failures' ? PageFailure : T extends 'records' ? PageRecord : string;
