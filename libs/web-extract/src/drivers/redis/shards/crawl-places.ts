import type { RedisCrawlStore } from '../redis.crawl-store.js';
import type { ShardScripts } from './shard-scripts.js';

/** The store of each crawl. */
export interface CrawlPlaces {
  /** All shards, by number. */
  readonly stores: readonly RedisCrawlStore[];
  readonly scripts: ShardScripts;
  storeOf(crawlId: string): RedisCrawlStore;
}
