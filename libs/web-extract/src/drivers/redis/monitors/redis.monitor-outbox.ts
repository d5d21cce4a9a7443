import { randomUUID } from 'node:crypto';
import { NO_BUSY_RECEIVERS, WebhookOutbox, type WebhookRetry, type WebhookTask } from '../../../ports/stores/webhook-outbox.port.js'; // prettier-ignore
import type { RedisScripts } from '../redis-scripts.js';

type Taken = readonly [id: string, position: number, owner: string, receiver: string, tries: number];

/** Messages of monitors in Redis. */
export class RedisMonitorOutbox extends WebhookOutbox {
  constructor(
    private readonly scripts: RedisScripts,
    private readonly prefix: string,
  ) {
    super();
  }

  override async take(
    _worker: string,
    leaseMs: number,
    { owners, receivers } = NO_BUSY_RECEIVERS,
  ): Promise<WebhookTask | null> {
    const lease = randomUUID();
    const names = receivers.map(({ owner, receiver }) => `${receiver} ${owner}`);
    const args = [leaseMs, lease, JSON.stringify(owners), JSON.stringify(names)];
    const taken = (await this.scripts.run('monitor/take-messages', [this.prefix], args)) as Taken | null;
    if (!taken) return null;
    const [crawlId, position, owner, receiver, tries] = taken;
    return { crawlId, lease, position, owner, receiver, tries };
  }

  override async advance(
    { crawlId, lease }: WebhookTask,
    position: number,
    isReleased: boolean,
    { tries, waitMs }: WebhookRetry = { tries: 0, waitMs: 0 },
  ): Promise<void> {
    const args = [crawlId, lease, position, isReleased ? 1 : 0, tries, waitMs];
    await this.scripts.run('monitor/advance-messages', [this.prefix], args);
  }
}
