import { WebhookOutbox, type BusyReceivers, type WebhookRetry, type WebhookTask } from '../../../../ports/stores/webhook-outbox.port.js'; // prettier-ignore
import type { RedisMonitorStore } from '../../monitors/redis.monitor-store.js';
import type { OwnerStores } from './owner-stores.js';
import { Turns } from './turns.js';

/** Messages of the monitors of all shards, taken from them in turns. */
export class ShardedMonitorOutbox extends WebhookOutbox {
  private readonly turns = new Turns();

  constructor(
    private readonly stores: OwnerStores<RedisMonitorStore>,
    private readonly storeOf: (monitorId: string) => Promise<RedisMonitorStore | null>,
  ) {
    super();
  }

  override async take(worker: string, leaseMs: number, busy?: BusyReceivers): Promise<WebhookTask | null> {
    for (const store of this.turns.next(await this.stores.where('with-due', ['monitors:lines']))) {
      const task = await store.outbox.take(worker, leaseMs, busy);
      if (task) return task;
    }
    return null;
  }

  override async advance(
    task: WebhookTask,
    position: number,
    isReleased: boolean,
    retry?: WebhookRetry,
  ): Promise<void> {
    const store = await this.storeOf(task.crawlId);
    await store?.outbox.advance(task, position, isReleased, retry);
  }
}
