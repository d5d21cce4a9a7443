import { randomBytes } from 'node:crypto';
import { restAfter } from '../../turns/another-turn.js';
import type { QueuedJob, QueueListener, SlotData, TurnQueue } from '../../turns/queued-job.js';
import type { PostgresConnection } from '../connection/postgres-connection.js';
import { fromColumnText, toColumnText } from '../connection/postgres-values.js';

const CHANNEL = 'queue';
/** Longest interval of looks for jobs, and while there are none at all and notifications arrive. */
const [LOOK_MS, EMPTY_LOOK_MS] = [1_000, 10_000];
/** Least interval, for jobs that become due one after the other. */
const PAUSE_MS = 20;

const ADD = `WITH added AS (INSERT INTO {schema}.queue_jobs (id, crawl_id, owner, due) VALUES ($1, $2, $3, {schema}.now_ms()) ON CONFLICT (id) DO NOTHING RETURNING 1)
  SELECT pg_notify($4, '') FROM added`;
const MISSING = `SELECT u.id FROM unnest($1::text[]) AS u(id) WHERE NOT EXISTS (SELECT FROM {schema}.queue_jobs j WHERE j.id = u.id)`;
const TAKE = 'SELECT * FROM {schema}.take_jobs($1, $2, $3)';
const RENEW = `UPDATE {schema}.queue_jobs SET due = {schema}.now_ms() + $3 WHERE id = ANY ($1) AND token = $2`;
const END = 'DELETE FROM {schema}.queue_jobs WHERE id = $1 AND token = $2';
const PUT_BACK = `WITH back AS (UPDATE {schema}.queue_jobs SET due = {schema}.now_ms() + $3, token = NULL WHERE id = $1 AND token = $2 RETURNING 1)
  SELECT pg_notify($4, '') FROM back WHERE $3 = 0`;
const PROMOTE = `UPDATE {schema}.queue_jobs SET due = {schema}.now_ms() WHERE id = $1 AND token IS NULL RETURNING 1`;

interface JobRow {
  readonly id: string | null;
  readonly crawl_id: string;
  readonly owner: string;
  readonly wait_ms: number | null;
}

/**
 * Jobs are rows, taken with SKIP LOCKED and held by a lock that is renewed. Workers look when a notification arrives, when a job becomes due,
 * and once a second, less often while there are none.
 */
export class PostgresQueue implements TurnQueue {
  readonly technology = 'PostgreSQL';
  /** Identifies this object: no other renews or ends its jobs. */
  private readonly token = randomBytes(12).toString('base64url');
  private readonly running = new Map<string, Promise<void>>();
  private listener: QueueListener | undefined;
  private take: ((job: QueuedJob) => Promise<void>) | undefined;
  private concurrency = 0;
  private looking: Promise<void> | undefined;
  private mustLookAgain = false;
  private timer: NodeJS.Timeout | undefined;
  private heartbeat: NodeJS.Timeout | undefined;
  private stopListening: (() => void) | undefined;
  private isClosed = false;

  constructor(
    private readonly connection: PostgresConnection,
    private readonly lockMs: number,
  ) {}

  listen(listener: QueueListener): void {
    this.listener = listener;
  }

  async missing(jobIds: readonly string[]): Promise<string[]> {
    const rows = await this.connection.run<{ id: string }>(MISSING, [jobIds.map(toColumnText)]);
    return rows.map(({ id }) => fromColumnText(id));
  }

  isReady(): Promise<boolean> {
    return this.connection.isReady();
  }

  explain(error: unknown): unknown {
    return this.connection.explain(error);
  }

  async add(_name: string, { crawlId, owner }: SlotData, jobId: string): Promise<void> {
    const values = [jobId, crawlId, owner].map(toColumnText);
    await this.connection.run(ADD, [...values, this.channel]);
    this.look();
  }

  process(concurrency: number, take: (job: QueuedJob) => Promise<void>): void {
    this.concurrency = concurrency;
    this.take = take;
    this.stopListening = this.connection.listener.listen(CHANNEL, () => this.look());
    this.heartbeat = setInterval(() => void this.renew(), this.lockMs / 3);
    this.look();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.stopListening?.();
    clearTimeout(this.timer);
    await this.looking;
    await Promise.all(this.running.values());
    clearInterval(this.heartbeat);
  }

  /** Wait while there is no job at all: new ones are notified of. */
  private get emptyWaitMs(): number {
    return this.connection.listener.isListening ? EMPTY_LOOK_MS : LOOK_MS;
  }

  private get channel(): string {
    return this.connection.listener.nameOf(CHANNEL);
  }

  private look(): void {
    this.mustLookAgain = true;
    if (!this.take || this.isClosed || this.looking) return;
    this.looking = this.lookAgain().finally(() => (this.looking = undefined));
  }

  private async lookAgain(): Promise<void> {
    let waitMs = LOOK_MS;
    while (this.mustLookAgain && !this.isClosed) {
      this.mustLookAgain = false;
      waitMs = await this.takeJobs().catch((error: unknown) => {
        this.listener?.onError(error);
        return LOOK_MS;
      });
    }
    clearTimeout(this.timer);
    if (!this.isClosed) this.timer = setTimeout(() => this.look(), waitMs);
  }

  /** @returns the time until the next look */
  private async takeJobs(): Promise<number> {
    const places = this.concurrency - this.running.size;
    if (places <= 0) return LOOK_MS; // the end of a job causes a look
    const rows = await this.connection.run<JobRow>(TAKE, [places, this.lockMs, this.token]);
    for (const row of rows) if (row.id !== null) this.start(fromColumnText(row.id), row);
    if (this.running.size >= this.concurrency) return LOOK_MS;
    const { wait_ms: waitMs } = rows.at(-1)!;
    return waitMs === null ? this.emptyWaitMs : Math.min(Math.max(waitMs, PAUSE_MS), LOOK_MS);
  }

  private start(id: string, row: JobRow): void {
    const data = { crawlId: fromColumnText(row.crawl_id), owner: fromColumnText(row.owner) };
    const job: QueuedJob = { id, data, promote: () => this.promote(id) };
    const end = this.run(job)
      .catch((error: unknown) => this.listener?.onError(error)) // its lock expires
      .finally(() => {
        if (this.running.get(id) === end) this.running.delete(id);
        this.listener?.onTurnStored(id);
        this.look();
      });
    this.running.set(id, end);
  }

  private async run(job: QueuedJob): Promise<void> {
    const key = toColumnText(job.id);
    const error: unknown = await this.take!(job).then(
      () => null,
      (reason: unknown) => reason ?? new Error('its turn failed'),
    );
    if (error === null) await this.connection.run(END, [key, this.token]);
    else await this.connection.run(PUT_BACK, [key, this.token, restAfter(error), this.channel]);
  }

  /** Makes a delayed job available. */
  private async promote(id: string): Promise<void> {
    const promoted = await this.connection.run(PROMOTE, [toColumnText(id)]);
    if (promoted.length === 0) throw new Error('another process has the job');
    this.look();
  }

  private async renew(): Promise<void> {
    const ids = [...this.running.keys()].map(toColumnText);
    if (ids.length === 0) return;
    await this.connection.run(RENEW, [ids, this.token, this.lockMs]).catch(() => {}); // repeated; other workers may take the jobs
  }
}
