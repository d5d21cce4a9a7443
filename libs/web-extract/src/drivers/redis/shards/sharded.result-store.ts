import type { PageFailure, PageRecord } from '../../../model/crawl/crawl.js';
import {
  ResultStore,
  type ResultsRange,
  type StoredResults,
} from '../../../ports/stores/result-store.port.js';
import type { CrawlPlaces } from './crawl-places.js';

/** The results of each crawl, on its shard. */
export class ShardedResultStore extends ResultStore {
  constructor(private readonly places: CrawlPlaces) {
    super();
  }

  async storedPages(crawlId: string, range: ResultsRange): Promise<StoredResults> {
    return this.of(crawlId).storedPages(crawlId, range);
  }

  async failures(crawlId: string, from?: number, count?: number): Promise<PageFailure[]> {
    return this.of(crawlId).failures(crawlId, from, count);
  }

  async robotsBlocked(crawlId: string, from?: number, count?: number): Promise<string[]> {
    return this.of(crawlId).robotsBlocked(crawlId, from, count);
  }

  async records(crawlId: string, from: number, count: number): Promise<PageRecord[]> {
    return this.of(crawlId).records(crawlId, from, count);
  }

  private of(crawlId: string): ResultStore {
    return this.places.storeOf(crawlId).results;
  }
}
