import {
  WebhookOutbox,
  type BusyReceivers,
  type WebhookRetry,
  type WebhookTask,
} from '../../ports/webhook-outbox.port.js';
import { newToken } from './crawl/lease-token.js';
import type { RedisScripts } from './redis-scripts.js';

const NOBODY_BUSY: BusyReceivers = { owners: [], receivers: [] };
const NO_RETRY: WebhookRetry = { tries: 0, waitMs: 0 };
type TakenWebhook = [id: string, position: number, owner: string, receiver: string, tries: number];

/** One queue in Redis of the crawls with pending messages. */
export class RedisWebhookOutbox extends WebhookOutbox {
  constructor(private readonly scripts: RedisScripts) {
    super();
  }

  async take(
    _worker: string,
    leaseMs: number,
    { owners, receivers }: BusyReceivers = NOBODY_BUSY,
  ): Promise<WebhookTask | null> {
    const lease = newToken();
    const names = receivers.map(({ owner, receiver }) => `${receiver} ${owner}`);
    const args = [leaseMs, lease, JSON.stringify(owners), JSON.stringify(names)];
    const taken = (await this.scripts.runOf('', 'take-webhook', args)) as TakenWebhook | null;
    if (!taken) return null;
    const [crawlId, position, owner, receiver, tries] = taken;
    return { crawlId, lease, position, owner, receiver, tries };
  }

  async advance(
    task: WebhookTask,
    position: number,
    isReleased: boolean,
    { tries, waitMs }: WebhookRetry = NO_RETRY,
  ): Promise<void> {
    await this.scripts.runOf(task.crawlId, 'acknowledge-webhook', [
      task.crawlId,
      task.lease,
      position,
      isReleased ? 1 : 0,
      tries,
      waitMs,
    ]);
  }
}
