import type { RedisCrawlStore } from '../redis.crawl-store.js';
import type { EarlierCrawls } from './earlier-crawls.js';
import type { ShardScripts } from './shard-scripts.js';

/** The store of each crawl. */
export interface CrawlPlaces {
  /** All shards, by number. */
  readonly stores: readonly RedisCrawlStore[];
  readonly scripts: ShardScripts;
  readonly earlier: EarlierCrawls;
  storeOf(crawlId: string): Promise<RedisCrawlStore>;
  /** The store of a crawl that has a shard. */
  shardOf(crawlId: string): RedisCrawlStore;
}
