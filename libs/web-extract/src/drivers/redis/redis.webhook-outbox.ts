import {
  JobOutbox,
  NO_BUSY_RECEIVERS,
  type BusyReceivers,
  type DroppedJobMessages,
  type WebhookRetry,
  type WebhookTask,
} from '../../ports/stores/webhook-outbox.port.js';
import { newToken } from '../crawl-store/lease-token.js';
import { limitJobs, type WaitingJob } from '../crawl-store/limit-jobs.js';
import type { RedisScripts } from './redis-scripts.js';

const NO_RETRY: WebhookRetry = { tries: 0, waitMs: 0 };
type TakenWebhook = [id: string, position: number, owner: string, receiver: string, tries: number];

/** One queue in Redis of the crawls with pending messages. */
export class RedisWebhookOutbox extends JobOutbox {
  constructor(private readonly scripts: RedisScripts) {
    super();
  }

  async take(
    _worker: string,
    leaseMs: number,
    { owners, receivers }: BusyReceivers = NO_BUSY_RECEIVERS,
  ): Promise<WebhookTask | null> {
    const lease = newToken();
    const names = receivers.map(({ owner, receiver }) => `${receiver} ${owner}`);
    const args = [leaseMs, lease, JSON.stringify(owners), JSON.stringify(names)];
    const taken = (await this.scripts.runOf('', 'webhooks/take', args)) as TakenWebhook | null;
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
    await this.scripts.runOf(task.crawlId, 'webhooks/acknowledge', [
      task.crawlId,
      task.lease,
      position,
      isReleased ? 1 : 0,
      tries,
      waitMs,
    ]);
  }

  async limitExtractJobs(owner: string, maxJobs: number): Promise<readonly DroppedJobMessages[]> {
    return limitJobs(await this.waitingExtractJobs(owner), maxJobs, (id) => this.drop(id));
  }

  /** Extract jobs of an owner with messages to send. */
  async waitingExtractJobs(owner: string): Promise<WaitingJob[]> {
    const jobs = (await this.scripts.runOf('', 'webhooks/waiting-extract-jobs', [owner])) as [
      string,
      number,
    ][];
    return jobs.map(([id, createdAt]) => ({ id, createdAt }));
  }

  /** Drops the messages of a job. @returns how many were waiting */
  async drop(id: string): Promise<number> {
    return (await this.scripts.runOf(id, 'webhooks/drop', [id])) as number;
  }
}
