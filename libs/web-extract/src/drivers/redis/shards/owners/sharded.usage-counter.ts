import { UsageCounter, type Usage } from '../../../../ports/stores/usage-counter.port.js';
import { countInRedis } from '../../../rate-limiter/limiter.usage-counter.js';
import type { RedisShards } from '../redis-shards.js';

/** Counts of each name, on its shard. */
export class ShardedUsageCounter extends UsageCounter {
  private readonly counters = new Map<string, UsageCounter>();

  constructor(private readonly shards: RedisShards) {
    super();
  }

  add(name: string, amount: number, windowSeconds: number): Promise<Usage> {
    return this.of(name).add(name, amount, windowSeconds);
  }

  read(name: string, windowSeconds: number): Promise<Usage> {
    return this.of(name).read(name, windowSeconds);
  }

  private of(name: string): UsageCounter {
    const { prefix } = this.shards.placeOf(name);
    const counter = this.counters.get(prefix) ?? countInRedis(this.shards.connection, `${prefix}:`);
    this.counters.set(prefix, counter);
    return counter;
  }
}
