import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { UnavailableError } from '../../../model/errors.js';
import {
  HostGate,
  type HostClient,
  type HostPermit,
  type HostPolicy,
} from '../../../ports/host-gate.port.js';
import { RedisHostGate } from '../redis.host-gate.js';
import type { RedisShards } from './redis-shards.js';
import { shardOf, shardPrefix } from './shard-of.js';
import { KEPT, kept } from '../../../model/kept.js';

/** Hosts whose place is remembered. */
const MAX_HOSTS = KEPT.awayHosts.most;

/**
 * The pace of each host on one Redis, whichever shards its crawls have. While that one is out of reach it is kept on the next of the
 * list, so that crawls of other shards continue: the first page there, and after the return, waits for a whole delay.
 */
@Injectable()
export class ShardedHostGate extends HostGate implements BeforeApplicationShutdown {
  private readonly gates: readonly RedisHostGate[];
  /** Host → index of the Redis that was last used for it. */
  private readonly lastUsed = kept('awayHosts', new Map<string, number>());

  constructor(private readonly shards: RedisShards) {
    super();
    const prefix = (host: string) => shardPrefix(shards.prefix, shardOf(host));
    this.gates = shards.connections.map((_, n) => new RedisHostGate(shards.linkAt(n), { prefix }));
  }

  /** @throws UnavailableError if no Redis answers */
  async enter(
    host: string,
    policy: HostPolicy,
    caller: HostClient,
  ): Promise<HostPermit | { readonly retryAtMs: number }> {
    const home = this.shards.indexOf(shardOf(host));
    let failure: unknown;
    for (let n = 0; n < this.gates.length; n++) {
      const index = (home + n) % this.gates.length;
      if (n + 1 < this.gates.length && !this.shards.connections[index]!.isUp) continue;
      try {
        return await this.enterAt(index, home, { host, policy, caller });
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
        failure = error;
      }
    }
    throw failure;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.gates.map((gate) => gate.beforeApplicationShutdown()));
  }

  private async enterAt(
    index: number,
    home: number,
    { host, policy, caller }: { host: string; policy: HostPolicy; caller: HostClient },
  ): Promise<HostPermit | { readonly retryAtMs: number }> {
    const gate = this.gates[index]!;
    const last = this.lastUsed.get(host) ?? home;
    if (last !== index && policy.delayMs > 0) {
      await gate.moveHere(host, policy.delayMs);
      this.remember(host, index, home);
      return { retryAtMs: Date.now() + policy.delayMs };
    }
    const pass = await gate.enter(host, policy, caller);
    this.remember(host, index, home);
    return pass;
  }

  /** Only hosts away from their home are remembered. */
  private remember(host: string, index: number, home: number): void {
    if (index === home) this.lastUsed.delete(host);
    else {
      if (this.lastUsed.size >= MAX_HOSTS) this.lastUsed.clear();
      this.lastUsed.set(host, index);
    }
  }
}
