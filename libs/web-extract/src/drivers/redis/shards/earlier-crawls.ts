import { UnavailableError } from '../../../model/errors.js';
import { ADVISED_SECONDS } from '../../../model/retry/policies.js';
import type { RedisConnection } from '../connection/redis-connection.js';
import { RedisCrawlStore } from '../redis.crawl-store.js';
import type { RedisShards } from './redis-shards.js';

/** Ids whose place is remembered. */
const MAX_IDS = 10_000;
const LOOK_MS = 60_000;
const LOOK_AGAIN_MS = 1_000;

interface Candidate {
  readonly connection: RedisConnection;
  readonly store: RedisCrawlStore;
  /** Null before it has answered. */
  hasSome: boolean | null;
}

/**
 * Crawls of a deployment from the time when it had one Redis: their keys have the plain prefix, on one of the Redis of the list. They
 * are found until they have expired.
 */
export class EarlierCrawls {
  private readonly known: readonly Candidate[];
  /** Crawl → its store; null if it has a shard. */
  private readonly places = new Map<string, RedisCrawlStore | null>();
  private lookedAt = -Infinity;
  private looking: Promise<void> = Promise.resolve();

  constructor(private readonly shards: RedisShards) {
    const keyPrefix = `${shards.prefix}:`;
    this.known =
      shards.kind === 'list'
        ? shards.connections.map((connection, n) => ({
            connection,
            store: new RedisCrawlStore(shards.linkAt(n), { keyPrefix }),
            hasSome: null,
          }))
        : [];
  }

  /** All stores that may have some. */
  get candidates(): readonly RedisCrawlStore[] {
    return this.known.map(({ store }) => store);
  }

  /** The stores that still have some, as far as known. */
  async all(): Promise<readonly RedisCrawlStore[]> {
    const now = performance.now();
    if (now - this.lookedAt >= LOOK_MS) {
      this.lookedAt = now;
      this.looking = this.look(now);
    }
    await this.looking;
    return this.known.filter(({ hasSome }) => hasSome).map(({ store }) => store);
  }

  /** The store of a crawl; null if it has a shard, as far as known. */
  async storeOf(id: string): Promise<RedisCrawlStore | null> {
    const stores = await this.all();
    if (stores.length === 0) return null;
    const known = this.places.get(id);
    if (known !== undefined) return known;
    try {
      for (const store of stores) if (await hasCrawl(store, id)) return this.remember(id, store);
    } catch (error) {
      if (error instanceof UnavailableError) return null;
      throw error;
    }
    return this.remember(id, null);
  }

  /** True if a Redis that may have some has not answered yet: `all` lacks it. */
  get isPartial(): boolean {
    return this.known.some(({ hasSome }) => hasSome === null);
  }

  /** @throws UnavailableError while a Redis is away that may have crawls from that time */
  checkWhole(): void {
    const isAway = this.known.some(({ connection, hasSome }) => !connection.isUp && hasSome !== false);
    if (isAway) throw new UnavailableError('Redis is out of reach', ADVISED_SECONDS.store);
  }

  /** True if an idempotency key was used. */
  async isUsed(key: string): Promise<boolean> {
    const stores = await this.all();
    const used = await Promise.all(stores.map((store) => store.isKeyUsed(key)));
    return used.includes(true);
  }

  close(): void {
    for (const { store } of this.known) store.close();
  }

  private async look(now: number): Promise<void> {
    const names = ['running', 'due', 'used', 'expired', 'sweep', 'unsealed', 'removals'].map(
      (name) => `${this.shards.prefix}:${name}`,
    );
    await Promise.all(
      this.known.map(async (candidate) => {
        const { client, isUp } = candidate.connection;
        const count = isUp ? await client.exists(...names).catch(() => null) : null;
        if (count === null) this.lookedAt = now - LOOK_MS + LOOK_AGAIN_MS;
        else candidate.hasSome = count > 0;
      }),
    );
  }

  private remember(id: string, store: RedisCrawlStore | null): RedisCrawlStore | null {
    if (this.places.size >= MAX_IDS) this.places.clear();
    this.places.set(id, store);
    return store;
  }
}

const hasCrawl = async (store: RedisCrawlStore, id: string): Promise<boolean> =>
  (await store.find(id)) !== null || (await store.isExpired(id));
