import {
  JobOutbox,
  NO_BUSY_RECEIVERS,
  type BusyReceivers,
  type DroppedJobMessages,
  type WebhookRetry,
  type WebhookTask,
} from '../../../ports/stores/webhook-outbox.port.js';
import { newToken } from '../../crawl-store/lease-token.js';
import { limitJobs, type WaitingJob } from '../../crawl-store/limit-jobs.js';
import type { PostgresConnection } from '../connection/postgres-connection.js';
import { fromColumnText, toColumnText } from '../connection/postgres-values.js';
import { DueWork } from '../due/due-work.js';
import { callOf, numberOf } from './url-arguments.js';

const NO_RETRY: WebhookRetry = { tries: 0, waitMs: 0 };

interface TakenWebhook {
  readonly id: string;
  readonly next_position: number;
  readonly owner: string;
  readonly receiver: string;
  readonly tries: number;
}

const WAITING_EXTRACT_JOBS = `SELECT r.id, r.created_at FROM {schema}.crawl_rows r
  JOIN {schema}.webhook_rows w ON w.crawl = r.crawl JOIN {schema}.crawl_states s ON s.crawl = r.crawl
  WHERE r.owner_hash = $1 AND r.owner = $2 AND w.is_extract AND w.due IS NOT NULL AND w.position < {schema}.webhook_messages(s)
    AND (r.expires_at IS NULL OR r.expires_at > {schema}.now_ms())`;

const DROP = `WITH gone AS (DELETE FROM {schema}.webhook_rows w USING {schema}.crawl_states s WHERE s.id = $1 AND w.crawl = s.crawl RETURNING w.crawl, w.position)
  SELECT {schema}.webhook_messages(s) - g.position AS messages FROM gone g JOIN {schema}.crawl_states s ON s.crawl = g.crawl`;

/** Crawls with pending messages, by the time from which they may be leased. */
export class PostgresWebhookOutbox extends JobOutbox {
  /** @param work spares looks while there is nothing to take */
  constructor(
    private readonly connection: PostgresConnection,
    private readonly work = new DueWork(null),
  ) {
    super();
  }

  async take(
    _worker: string,
    leaseMs: number,
    { owners, receivers }: BusyReceivers = NO_BUSY_RECEIVERS,
  ): Promise<WebhookTask | null> {
    if (!(await this.work.mayTake('crawls'))) return null;
    const lease = newToken();
    const values = [
      Math.round(leaseMs),
      lease,
      owners.map(toColumnText),
      receivers.map(({ receiver }) => toColumnText(receiver)),
      receivers.map(({ owner }) => toColumnText(owner)),
    ];
    const [taken] = await this.connection.run<TakenWebhook>(callOf('take_webhook', values), values);
    if (!taken) return null;
    const { next_position: position, tries } = taken;
    const [crawlId, owner, receiver] = [taken.id, taken.owner, taken.receiver].map(fromColumnText);
    return { crawlId: crawlId!, lease, position, owner: owner!, receiver: receiver!, tries };
  }

  async advance(
    task: WebhookTask,
    position: number,
    isReleased: boolean,
    { tries, waitMs }: WebhookRetry = NO_RETRY,
  ): Promise<void> {
    const values = [toColumnText(task.crawlId), task.lease, position, isReleased, tries, Math.round(waitMs)];
    await this.connection.run(callOf('advance_webhook', values), values);
    this.work.markChanged('crawls');
  }

  async limitExtractJobs(owner: string, maxJobs: number): Promise<readonly DroppedJobMessages[]> {
    return limitJobs(await this.waitingExtractJobs(owner), maxJobs, (id) => this.drop(id));
  }

  private async waitingExtractJobs(owner: string): Promise<WaitingJob[]> {
    const rows = await this.connection.run<{ id: string; created_at: number }>(WAITING_EXTRACT_JOBS, [
      numberOf(owner),
      toColumnText(owner),
    ]);
    return rows.map((row) => ({ id: fromColumnText(row.id), createdAt: row.created_at }));
  }

  private async drop(id: string): Promise<number> {
    const [row] = await this.connection.run<{ messages: number }>(DROP, [toColumnText(id)]);
    return row?.messages ?? 0;
  }
}
