import { UnavailableError } from '../../../model/errors.js';
import type { ResultArchive } from '../../../ports/stores/result-archive.port.js';
import {
  ResultSegments,
  type SealBacklog,
  type SealedRange,
} from '../../../ports/stores/result-segments.port.js';
import type { RedisCrawlStore } from '../redis.crawl-store.js';
import { dueShards } from './due-shards.js';
import type { CrawlPlaces } from './crawl-places.js';

/** The results of all shards that are to be sealed. Those of a node out of reach wait. */
export class ShardedResultSegments extends ResultSegments {
  constructor(private readonly places: CrawlPlaces) {
    super();
  }

  use(archive: ResultArchive): void {
    for (const store of this.places.stores) store.segments.use(archive);
  }

  async backlogs(): Promise<SealBacklog[]> {
    const stores = await this.withWork('sealing');
    return (await Promise.all(stores.map((store) => store.segments.backlogs()))).flat();
  }

  async seal(backlog: SealBacklog, maxBytes: number): Promise<SealedRange | null> {
    return this.places.storeOf(backlog.crawlId).segments.seal(backlog, maxBytes);
  }

  override async moveQueue(crawlId: string): Promise<boolean> {
    return this.places.storeOf(crawlId).segments.moveQueue(crawlId);
  }

  async removeExpired(nowMs: number): Promise<number> {
    let removed = 0;
    for (const store of await this.withWork('removals', nowMs)) {
      removed += await store.segments.removeExpired(nowMs).catch(noneIfAway);
    }
    return removed;
  }

  async knows(crawlId: string): Promise<boolean> {
    return this.places.storeOf(crawlId).segments.knows(crawlId);
  }

  private async withWork(kind: string, nowMs?: number): Promise<RedisCrawlStore[]> {
    const answers = await this.places.scripts.each('due', [kind, nowMs ?? ''], dueShards);
    return answers.map((shard) => this.places.stores[shard]!);
  }
}

function noneIfAway(error: unknown): number {
  if (error instanceof UnavailableError) return 0;
  throw error;
}
