import { UnavailableError } from '../../../model/errors.js';
import {
  JobOutbox,
  type BusyReceivers,
  type DroppedJobMessages,
  type WebhookRetry,
  type WebhookTask,
} from '../../../ports/stores/webhook-outbox.port.js';
import { limitJobs } from '../../crawl-store/limit-jobs.js';
import { dueShards } from './due-shards.js';
import type { CrawlPlaces } from './crawl-places.js';

/** The messages of all shards, taken from them in turns. */
export class ShardedWebhookOutbox extends JobOutbox {
  private turn = 0;

  constructor(private readonly places: CrawlPlaces) {
    super();
  }

  async take(worker: string, leaseMs: number, busy?: BusyReceivers): Promise<WebhookTask | null> {
    const answers = await this.places.scripts.each('due', ['webhooks'], dueShards);
    const stores = answers.map((shard) => this.places.stores[shard]!);
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
    const { outbox } = this.places.storeOf(task.crawlId);
    await outbox.advance(task, position, isReleased, retry);
  }

  /** Jobs of shards that are out of reach are not counted. */
  async limitExtractJobs(owner: string, maxJobs: number): Promise<readonly DroppedJobMessages[]> {
    const waiting = await Promise.all(
      this.places.stores.map(({ outbox }) => outbox.waitingExtractJobs(owner).catch(skipIfAway)),
    );
    return limitJobs(
      waiting.flatMap((jobs) => jobs ?? []),
      maxJobs,
      (id) => this.places.storeOf(id).outbox.drop(id),
    );
  }
}

function skipIfAway(error: unknown): null {
  if (error instanceof UnavailableError) return null;
  throw error;
}
