import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { ApiKey, Cost, KeyRecord, CreditBalance, Reservation } from '../../model/keys/api-key.js';
import { USAGE_RESOURCES } from '../../model/keys/usage.js';
import type { DayLimits, UsageAmounts, UsageOfDay } from '../../model/keys/usage.js';
import { KeyStore, type Refusal, type UsageBatch } from '../../ports/stores/key-store.port.js';
import type { RedisLink } from './connection/redis-link.js';
import { RedisScripts, type ScriptArguments } from './redis-scripts.js';

const NO_LIMIT = -1;
/** Longer than any work takes; what takes longer still is counted when it ends. */
const ASIDE_MS = 900_000;

type ReserveReply = [
  credits: number,
  since: number,
  pages: number,
  id: string,
  granted: string,
  used: number,
];
type UsageReply = [since: number, resetsInMs: number, ...amounts: number[]];

/** Keys of a whole deployment. */
export class RedisKeyStore extends KeyStore {
  private readonly scripts: RedisScripts;

  /**
   * @param prefix prefix of every key
   * @param asideMs time after which an open reservation is released
   */
  constructor(
    private readonly connection: RedisLink,
    private readonly prefix: string,
    private readonly asideMs = ASIDE_MS,
  ) {
    super();
    this.scripts = new RedisScripts(connection, prefix);
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

  async remove(id: string, owner: string | null): Promise<string | null> {
    const hash = await this.send((redis) => redis.hget(this.name('key-hashes'), id));
    const key = hash === null ? null : await this.find(hash);
    if (!key || (owner !== null && key.owner !== owner)) return null;
    // no transaction: a full Redis refuses those, and a revoked key must go
    await this.send(async (redis) => {
      await redis.hdel(this.name('keys'), key.hash); // from here on it is refused
      await redis.hdel(this.name('key-uses'), id);
      await redis.srem(this.ofOwnerName(key.owner), key.hash);
      await redis.hdel(this.name('key-hashes'), id);
    });
    return key.owner;
  }

  async touch(id: string, usedAtMs: number): Promise<void> {
    await this.send((redis) => redis.hset(this.name('key-uses'), id, usedAtMs));
  }

  async grant(owner: string, credits: number): Promise<void> {
    await this.send((redis) => redis.hincrby(this.name('credits-granted'), owner, credits));
  }

  async reserve(owner: string, most: Cost, limits: DayLimits): Promise<Reservation | Refusal> {
    const perDay = USAGE_RESOURCES.map((name) => (limits[name] === Infinity ? NO_LIMIT : limits[name]));
    const args = [randomUUID(), most.credits, most.pages, ...perDay];
    const reply = (await this.allow('reserve', owner, args)) as Refusal | ReserveReply;
    if (typeof reply === 'string') return reply;
    const [credits, since, pages, id, granted, used] = reply;
    const balance = granted === '' ? null : { granted: Number(granted), used };
    return { credits, since, pages, balance, ...(id === '' ? {} : { id }) };
  }

  async settle(owner: string, reserved: Reservation, most: Cost, cost: Cost): Promise<void> {
    const { id = '', credits, since } = reserved;
    await this.allow('settle', owner, [id, credits, most.pages, since, cost.credits, cost.pages]);
  }

  async use(owner: string, amounts: UsageAmounts, batch?: UsageBatch): Promise<UsageOfDay> {
    const sums = USAGE_RESOURCES.map((name) => Math.round(amounts[name]));
    const args = [...sums, batch?.process ?? '', batch?.number ?? ''];
    return usageOf((await this.allow('use', owner, args)) as UsageReply);
  }

  async usageOfDay(owner: string): Promise<UsageOfDay> {
    return usageOf((await this.allow('usage-of-day', owner)) as UsageReply);
  }

  async claimNotice(owner: string, notice: string, period: number): Promise<boolean> {
    return (await this.allow('claim-notice', owner, [notice, period])) === 1;
  }

  async ledger(owner: string): Promise<CreditBalance | null> {
    const reply = (await this.allow('ledger', owner)) as [number, number] | null;
    return reply && { granted: reply[0], used: reply[1] };
  }

  /** @param name of a script in `lua/allowance` */
  private allow(name: string, owner: string, args: ScriptArguments = []): Promise<unknown> {
    return this.scripts.run(`allowance/${name}`, [this.prefix], [owner, this.asideMs, ...args]);
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

function usageOf([
  since,
  resetsInMs,
  pages = 0,
  bytes = 0,
  browserMs = 0,
  tokens = 0,
]: UsageReply): UsageOfDay {
  return { pages, bytes, browserMs, tokens, since, resetsInMs: Math.max(0, resetsInMs) };
}
