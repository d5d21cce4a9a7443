import { UnavailableError } from '../../../../model/errors.js';
import type {
  ApiKey,
  Cost,
  CreditBalance,
  KeyRecord,
  PagesOfDay,
  Reservation,
} from '../../../../model/keys/api-key.js';
import { KeyStore, type Refusal } from '../../../../ports/key-store.port.js';
import { RedisKeyStore } from '../../redis.key-store.js';
import type { RedisShards } from '../redis-shards.js';
import { OwnerStores } from './owner-stores.js';

/** Owners that are remembered. */
const MAX_OWNERS = 10_000;
const NOTHING_COUNTED: Reservation = { credits: 0, since: 0 };

/**
 * Keys and quotas of each owner, on its shard. The secret that hashes keys is on the first Redis. While the Redis of an owner is out of reach, one
 * without credits and daily limit continues: nothing of it is counted.
 */
export class ShardedKeyStore extends KeyStore {
  private readonly stores: OwnerStores<RedisKeyStore>;
  /** Owners of whom nothing was counted. */
  private readonly uncounted = new Set<string>();
  /** Owner → its keys. */
  private readonly keys = new Map<string, ApiKey[]>();

  /** @param asideMs time after which an open reservation is released */
  constructor(shards: RedisShards, asideMs?: number) {
    super();
    const keys = {
      kind: 'accounts',
      hash: 'credits-granted',
      keysOf: (owner: string) => ['keys-of', 'pages-of', 'set-aside'].map((name) => `${name}:${owner}`),
      all: ['keys', 'credits-granted'],
    };
    this.stores = new OwnerStores(
      shards,
      keys,
      ({ link, prefix }) => new RedisKeyStore(link, `${prefix}:`, asideMs),
    );
  }

  async secret(fresh: string): Promise<string> {
    return this.stores.home.secret(fresh);
  }

  async add(key: KeyRecord): Promise<void> {
    await (await this.stores.of(key.owner)).add(key);
  }

  async find(hash: string): Promise<KeyRecord | null> {
    const isAt = async (store: RedisKeyStore) => (await store.find(hash)) !== null;
    return (await this.stores.holderOf('keys', hash, isAt))?.find(hash) ?? null;
  }

  async ofOwner(owner: string): Promise<ApiKey[]> {
    try {
      const keys = await (await this.stores.of(owner)).ofOwner(owner);
      if (this.keys.size >= MAX_OWNERS) this.keys.clear();
      this.keys.set(owner, keys);
      return keys;
    } catch (error) {
      const known = this.keys.get(owner);
      if (error instanceof UnavailableError && known) return known; // they cannot change meanwhile
      throw error;
    }
  }

  async remove(id: string, owner: string | null): Promise<string | null> {
    const store = owner === null ? await this.holderOfId(id) : await this.stores.of(owner);
    return store?.remove(id, owner) ?? null;
  }

  async touch(id: string, usedAtMs: number): Promise<void> {
    await (await this.holderOfId(id))?.touch(id, usedAtMs);
  }

  async grant(owner: string, credits: number): Promise<void> {
    await (await this.stores.of(owner)).grant(owner, credits);
  }

  async reserve(owner: string, most: Cost, pagesPerDay: number): Promise<Reservation | Refusal> {
    try {
      const reserved = await (await this.stores.of(owner)).reserve(owner, most, pagesPerDay);
      this.noteCounted(owner, typeof reserved === 'string' || isCounted(reserved, most, pagesPerDay));
      return reserved;
    } catch (error) {
      const isFree = pagesPerDay === Infinity && this.uncounted.has(owner);
      if (error instanceof UnavailableError && isFree) return NOTHING_COUNTED;
      throw error;
    }
  }

  async settle(owner: string, reserved: Reservation, most: Cost, cost: Cost): Promise<void> {
    await (await this.stores.of(owner)).settle(owner, reserved, most, cost);
  }

  async pagesOfDay(owner: string): Promise<PagesOfDay> {
    return (await this.stores.of(owner)).pagesOfDay(owner);
  }

  async ledger(owner: string): Promise<CreditBalance | null> {
    return (await this.stores.of(owner)).ledger(owner);
  }

  private noteCounted(owner: string, isCountedNow: boolean): void {
    if (isCountedNow) this.uncounted.delete(owner);
    else {
      if (this.uncounted.size >= MAX_OWNERS) this.uncounted.clear();
      this.uncounted.add(owner);
    }
  }

  private holderOfId(id: string): Promise<RedisKeyStore | null> {
    return this.stores.holderOf('key-hashes', id, (store) => store.hasId(id));
  }
}

/** False if the owner has neither credits nor a daily limit, as far as the request shows. */
const isCounted = ({ credits, since }: Reservation, most: Cost, pagesPerDay: number): boolean =>
  credits > 0 || since > 0 || most.credits === 0 || pagesPerDay !== Infinity;
