import {
  JobOutbox,
  type BusyReceivers,
  type DroppedJobMessages,
  type WebhookRetry,
  type WebhookTask,
} from '../../ports/stores/webhook-outbox.port.js';
import { limitExtractJobs } from './crawl/limit-extract-jobs.js';
import { acknowledgeWebhook } from './crawl/acknowledge-webhook.js';
import type { StoreDirectory } from './storage/store-directory.js';

/** Messages are positions in the tables of their crawls; who sends them is known in memory only. */
export class LmdbWebhookOutbox extends JobOutbox {
  constructor(private readonly directory: StoreDirectory) {
    super();
  }

  async take(_worker: string, leaseMs: number, busy?: BusyReceivers): Promise<WebhookTask | null> {
    const store = await this.directory.openIfPresent();
    return store?.webhooks.take(leaseMs, Date.now(), busy) ?? null;
  }

  async advance(
    task: WebhookTask,
    position: number,
    isReleased: boolean,
    retry?: WebhookRetry,
  ): Promise<void> {
    return acknowledgeWebhook(await this.directory.open(), task, { position, isReleased, retry });
  }

  async limitExtractJobs(owner: string, maxJobs: number): Promise<readonly DroppedJobMessages[]> {
    const store = await this.directory.openIfPresent();
    return store ? limitExtractJobs(store, owner, maxJobs) : [];
  }
}
