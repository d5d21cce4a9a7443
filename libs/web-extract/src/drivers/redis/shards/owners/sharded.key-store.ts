import { UnavailableError } from '../../../../model/errors.js';
import type { ApiKey, Cost, CreditBalance, KeyRecord, Reservation } from '../../../../model/keys/api-key.js';
import { USAGE_RESOURCES } from '../../../../model/keys/usage.js';
import type { DayLimits, UsageAmounts, UsageOfDay } from '../../../../model/keys/usage.js';
import { KeyStore, type Refusal, type UsageBatch } from '../../../../ports/stores/key-store.port.js';
import { RedisKeyStore } from '../../redis.key-store.js';
import type { RedisShards } from '../redis-shards.js';
import { OwnerStores } from './owner-stores.js';

/** Owners that are remembered. */
const MAX_OWNERS = 10_000;
const NOTHING_COUNTED: Reservation = { credits: 0, since: 0, pages: 0, balance: null };

/**
 * Keys and quotas of each owner, on its shard. The secret that hashes keys is not divided. While the node of an owner is out of reach, one
 * without credits and daily limits continues; its usage is added later.
 */
export class ShardedKeyStore extends KeyStore {
  /** Has the secret. */
  private readonly home: RedisKeyStore;
  private readonly stores: OwnerStores<RedisKeyStore>;
  /** Owners of whom nothing was counted. */
  private readonly uncounted = new Set<string>();
  /** Owner → its keys. */
  private readonly keys = new Map<string, ApiKey[]>();

  /** @param asideMs time after which an open reservation is released */
  constructor(shards: RedisShards, asideMs?: number) {
    super();
    this.home = new RedisKeyStore(shards.home.link, `${shards.home.prefix}:`, asideMs);
    this.stores = new OwnerStores(
      shards,
      ({ link, prefix }) => new RedisKeyStore(link, `${prefix}:`, asideMs),
    );
  }

  async secret(fresh: string): Promise<string> {
    return this.home.secret(fresh);
  }

  async add(key: KeyRecord): Promise<void> {
    await this.stores.of(key.owner).add(key);
  }

  async find(hash: string): Promise<KeyRecord | null> {
    return (await this.stores.holderOf('keys', hash))?.find(hash) ?? null;
  }

  async ofOwner(owner: string): Promise<ApiKey[]> {
    try {
      const keys = await this.stores.of(owner).ofOwner(owner);
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
    const store = owner === null ? await this.holderOfId(id) : this.stores.of(owner);
    return store?.remove(id, owner) ?? null;
  }

  async touch(id: string, usedAtMs: number): Promise<void> {
    await (await this.holderOfId(id))?.touch(id, usedAtMs);
  }

  async grant(owner: string, credits: number): Promise<void> {
    await this.stores.of(owner).grant(owner, credits);
  }

  async reserve(owner: string, most: Cost, limits: DayLimits): Promise<Reservation | Refusal> {
    const hasLimit = USAGE_RESOURCES.some((name) => limits[name] !== Infinity);
    try {
      const reserved = await this.stores.of(owner).reserve(owner, most, limits);
      this.noteCounted(owner, hasLimit || typeof reserved === 'string' || reserved.balance !== null);
      return reserved;
    } catch (error) {
      const isFree = !hasLimit && this.uncounted.has(owner);
      if (error instanceof UnavailableError && isFree) return NOTHING_COUNTED;
      throw error;
    }
  }

  async settle(owner: string, reserved: Reservation, most: Cost, cost: Cost): Promise<void> {
    await this.stores.of(owner).settle(owner, reserved, most, cost);
  }

  async use(owner: string, amounts: UsageAmounts, batch?: UsageBatch): Promise<UsageOfDay> {
    return this.stores.of(owner).use(owner, amounts, batch);
  }

  async usageOfDay(owner: string): Promise<UsageOfDay> {
    return this.stores.of(owner).usageOfDay(owner);
  }

  async claimNotice(owner: string, notice: string, period: number): Promise<boolean> {
    return this.stores.of(owner).claimNotice(owner, notice, period);
  }

  async ledger(owner: string): Promise<CreditBalance | null> {
    return this.stores.of(owner).ledger(owner);
  }

  private noteCounted(owner: string, isCountedNow: boolean): void {
    if (isCountedNow) this.uncounted.delete(owner);
    else {
      if (this.uncounted.size >= MAX_OWNERS) this.uncounted.clear();
      this.uncounted.add(owner);
    }
  }

  private holderOfId(id: string): Promise<RedisKeyStore | null> {
    return this.stores.holderOf('key-hashes', id);
  }
}
