import { UnavailableError } from '../../../model/errors.js';
import {
  WebhookOutbox,
  type BusyReceivers,
  type WebhookRetry,
  type WebhookTask,
} from '../../../ports/webhook-outbox.port.js';
import { dueShards } from './due-shards.js';
import type { CrawlPlaces } from './crawl-places.js';

/** The messages of all shards, taken from them in turns. */
export class ShardedWebhookOutbox extends WebhookOutbox {
  private turn = 0;

  constructor(private readonly places: CrawlPlaces) {
    super();
  }

  async take(worker: string, leaseMs: number, busy?: BusyReceivers): Promise<WebhookTask | null> {
    const answers = await this.places.scripts.each('due', ['webhooks'], dueShards);
    const stores = answers.map((shard) => this.places.stores[shard]!);
    stores.push(...(await this.places.earlier.all()));
    this.turn++;
    for (let n = 0; n < stores.length; n++) {
      const store = stores[(n + this.turn) % stores.length]!;
      const task = await store.outbox.take(worker, leaseMs, busy).catch(skipIfAway);
      if (task) return task;
    }
    return null;
  }

  async advance(
    task: WebhookTask,
    position: number,
    isReleased: boolean,
    retry?: WebhookRetry,
  ): Promise<void> {
    const store = await this.places.storeOf(task.crawlId);
    await store.outbox.advance(task, position, isReleased, retry);
  }
}

function skipIfAway(error: unknown): null {
  if (error instanceof UnavailableError) return null;
  throw error;
}
