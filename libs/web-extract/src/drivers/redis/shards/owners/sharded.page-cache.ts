import { UnavailableError } from '../../../../model/errors.js';
import {
  PageCache,
  type CachedResponse,
  type CacheKey,
  type CacheUsage,
} from '../../../../ports/stores/page-cache.port.js';
import type { StoreBounds } from '../../../page-store/owner-bytes.js';
import { RedisPageCache } from '../../redis.page-cache.js';
import type { RedisShards } from '../redis-shards.js';
import { OwnerStores } from './owner-stores.js';
import { ShardedBodyPacks } from './sharded.body-packs.js';
import { SharedBounds } from './shared-bounds.js';

const USED = ['cache:usage'];

/** Responses of each owner, on its shard. */
export class ShardedPageCache extends PageCache {
  private readonly shared: SharedBounds;
  private readonly packs: ShardedBodyPacks;
  private readonly stores: OwnerStores<RedisPageCache>;

  /** @param measuredMs time for which a measurement of all shards holds */
  constructor(
    shards: RedisShards,
    private readonly bounds: StoreBounds,
    measuredMs?: number,
  ) {
    super();
    this.shared = new SharedBounds(() => this.stores, 'cache', bounds, measuredMs);
    this.stores = new OwnerStores(
      shards,
      ({ link, prefix }, shard) => new RedisPageCache(link, `${prefix}:`, this.shared.on(shard)),
    );
    this.packs = new ShardedBodyPacks('cache', this.stores, USED);
  }

  override get bodies(): ShardedBodyPacks {
    return this.packs;
  }

  override async get(key: CacheKey, maxAgeMs: number): Promise<CachedResponse | null> {
    return this.at(key.owner).get(key, maxAgeMs);
  }

  override async put(key: CacheKey, response: CachedResponse): Promise<void> {
    await this.at(key.owner).put(key, response);
    await this.shared.trim();
  }

  override async remove(owner: string, urls?: readonly string[]): Promise<number> {
    return this.at(owner).remove(owner, urls);
  }

  override async expire(beforeMs: number): Promise<number> {
    let removed = 0;
    for (const store of await this.stores.where('with-keys', USED))
      removed += await store.expire(beforeMs).catch(noneIfAway);
    return removed;
  }

  /** Of the shards within reach. */
  override async usage(): Promise<CacheUsage> {
    const stores = await this.stores.where('with-keys', USED);
    const usages = await Promise.all(stores.map((store) => store.usage()));
    return { bytes: usages.reduce((sum, { bytes }) => sum + bytes, 0), maxBytes: this.bounds.maxBytes };
  }

  private at(owner: string): RedisPageCache {
    return this.stores.of(owner);
  }
}

export function noneIfAway(error: unknown): number {
  if (error instanceof UnavailableError) return 0;
  throw error;
}
