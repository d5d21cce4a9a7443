import type { Redis } from 'ioredis';
import type { ApiKey, KeyRecord, Ledger } from '../../model/api-key.js';
import { KeyStore } from '../../ports/key-store.port.js';
import type { RedisConnection } from './redis-connection.js';

/** Keys of a whole deployment. */
export class RedisKeyStore extends KeyStore {
  /** @param prefix begins every key */
  constructor(
    private readonly connection: RedisConnection,
    private readonly prefix: string,
  ) {
    super();
  }

  async secret(fresh: string): Promise<string> {
    const name = this.name('key-secret');
    await this.send((redis) => redis.set(name, fresh, 'NX'));
    return (await this.send((redis) => redis.get(name))) ?? fresh;
  }

  async add(key: KeyRecord): Promise<void> {
    await this.send((redis) =>
      redis
        .multi()
        .hset(this.name('keys'), key.hash, JSON.stringify(key))
        .hset(this.name('key-hashes'), key.id, key.hash)
        .sadd(this.ofOwnerName(key.owner), key.hash)
        .exec(),
    );
  }

  async find(hash: string): Promise<KeyRecord | null> {
    const found = await this.send((redis) => redis.hget(this.name('keys'), hash));
    return found === null ? null : (JSON.parse(found) as KeyRecord);
  }

  async ofOwner(owner: string): Promise<ApiKey[]> {
    const hashes = await this.send((redis) => redis.smembers(this.ofOwnerName(owner)));
    if (hashes.length === 0) return [];
    const rows = await this.send((redis) => redis.hmget(this.name('keys'), ...hashes));
    const keys = rows.filter((row) => row !== null).map((row) => JSON.parse(row) as KeyRecord);
    if (keys.length === 0) return [];
    const uses = await this.send((redis) => redis.hmget(this.name('key-uses'), ...keys.map(({ id }) => id)));
    return keys
      .map(({ hash: _, ...key }, n) => ({ ...key, lastUsedAt: uses[n] == null ? null : Number(uses[n]) }))
      .sort((a, b) => a.createdAt - b.createdAt);
  }

  async remove(id: string, owner: string | null): Promise<boolean> {
    const hash = await this.send((redis) => redis.hget(this.name('key-hashes'), id));
    const key = hash === null ? null : await this.find(hash);
    if (!key || (owner !== null && key.owner !== owner)) return false;
    await this.send((redis) =>
      redis
        .multi()
        .hdel(this.name('keys'), key.hash)
        .hdel(this.name('key-hashes'), id)
        .hdel(this.name('key-uses'), id)
        .srem(this.ofOwnerName(key.owner), key.hash)
        .exec(),
    );
    return true;
  }

  async touch(id: string, usedAtMs: number): Promise<void> {
    await this.send((redis) => redis.hset(this.name('key-uses'), id, usedAtMs));
  }

  async grant(owner: string, credits: number): Promise<void> {
    await this.send((redis) => redis.hincrby(this.name('credits-granted'), owner, credits));
  }

  async charge(owner: string, credits: number): Promise<void> {
    if (await this.send((redis) => redis.hexists(this.name('credits-granted'), owner))) {
      await this.send((redis) => redis.hincrby(this.name('credits-used'), owner, credits));
    }
  }

  async ledger(owner: string): Promise<Ledger | null> {
    const [granted, used] = await Promise.all([
      this.send((redis) => redis.hget(this.name('credits-granted'), owner)),
      this.send((redis) => redis.hget(this.name('credits-used'), owner)),
    ]);
    return granted === null ? null : { granted: Number(granted), used: Number(used ?? 0) };
  }

  private readonly name = (of: string): string => `${this.prefix}${of}`;
  private readonly ofOwnerName = (owner: string): string => this.name(`keys-of:${owner}`);

  private async send<T>(command: (redis: Redis) => Promise<T>): Promise<T> {
    try {
      return await command(this.connection.client);
    } catch (error) {
      throw this.connection.explain(error);
    }
  }
}
