import { UnavailableError } from '../../../../model/errors.js';
import type { MonitorStored, Outgoing } from '../../../../ports/stores/monitor-store.port.js';
import type { RedisMonitorStore } from '../../monitors/redis.monitor-store.js';
import type { OwnerStores } from './owner-stores.js';

/** Keys of the bytes of waiting messages: of all owners, and by owner. */
const NAMES = ['monitors:waitingTotal', 'monitors:waitingBytes', ''];

interface Waiting {
  readonly shard: number;
  readonly total: number;
  /** Of the owner with the most. */
  readonly largest: number;
}

/** The limit of the waiting messages of all owners, over all shards: the shard of the owner with the most drops its oldest ones. */
export class MessageBound {
  constructor(private readonly stores: OwnerStores<RedisMonitorStore>) {}

  /** @returns the stored change, with what was dropped on any shard */
  async apply(stored: MonitorStored, outgoing: Outgoing | null | undefined): Promise<MonitorStored> {
    if (!outgoing || outgoing.messages.length === 0) return stored;
    try {
      return { dropped: [...stored.dropped, ...(await this.dropAbove(outgoing.limits.maxBytes))] };
    } catch (error) {
      if (error instanceof UnavailableError) return stored; // the next messages try again
      throw error;
    }
  }

  private async dropAbove(maxBytes: number): Promise<MonitorStored['dropped']> {
    const waiting = await this.measure();
    const excess = waiting.reduce((sum, { total }) => sum + total, 0) - maxBytes;
    const [first] = [...waiting].sort((a, b) => b.largest - a.largest);
    if (excess <= 0 || !first) return [];
    return this.stores.at(first.shard).dropMessages(Math.min(excess, first.total));
  }

  private measure(): Promise<Waiting[]> {
    return this.stores.scripts.each('usage', NAMES, (reply, shards) =>
      (reply as [number, number, string, number][]).map(([total, , , largest], n) => ({
        ...{ shard: shards[n]!, total, largest },
      })),
    );
  }
}
