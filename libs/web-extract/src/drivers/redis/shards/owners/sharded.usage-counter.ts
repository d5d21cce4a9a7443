import { UsageCounter, type Usage } from '../../../../ports/stores/usage-counter.port.js';
import { countInRedis } from '../../../rate-limiter/limiter.usage-counter.js';
import type { RedisConnection } from '../../connection/redis-connection.js';
import type { RedisShards } from '../redis-shards.js';

/** Counts of each name, on its shard. */
export class ShardedUsageCounter extends UsageCounter {
  /** Shard → counter, for each Redis: a shard may be on another one later. */
  private readonly counters = new Map<RedisConnection, Map<string, UsageCounter>>();

  constructor(private readonly shards: RedisShards) {
    super();
  }

  async add(name: string, amount: number, windowSeconds: number): Promise<Usage> {
    return this.of(name).add(name, amount, windowSeconds);
  }

  async read(name: string, windowSeconds: number): Promise<Usage> {
    return this.of(name).read(name, windowSeconds);
  }

  /** @throws UnavailableError while the Redis of the name is out of reach */
  private of(name: string): UsageCounter {
    const shard = this.shards.shardOfParts(name);
    const { prefix } = this.shards.shard(shard);
    const connection = this.shards.connections[this.shards.indexOf(shard)]!;
    const counters = this.counters.get(connection) ?? new Map<string, UsageCounter>();
    this.counters.set(connection, counters);
    const counter = counters.get(prefix) ?? countInRedis(connection, `${prefix}:`);
    counters.set(prefix, counter);
    return counter;
  }
}
