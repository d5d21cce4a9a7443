import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { CrawlJob, CrawlNote, CrawlStatus, CrawlUrl } from '../../../model/crawl/crawl.js';
import type { MergedData } from '../../../model/extraction/merging.js';
import {
  CrawlStore,
  type CrawlChange,
  type CreateResult,
  type NewCrawl,
} from '../../../ports/stores/crawl-store.port.js';
import { admissionOf } from '../../crawl-store/admission-of.js';
import { receiverOf } from '../../crawl-store/receiver-of.js';
import { ServerClock } from '../../crawl-store/server-clock.js';
import { usedKeyOf } from '../../crawl-store/used-key.js';
import type { Parameter, PostgresConnection } from '../connection/postgres-connection.js';
import { toColumnText, toReadableText } from '../connection/postgres-values.js';
import { DueWork } from '../due/due-work.js';
import { ArchivedQueue } from './archived-queue.js';
import { CallsInOrder } from './calls-in-order.js';
import { PostgresCrawlExpiry } from './crawl-expiry.js';
import { CrawlNews } from './crawl-news.js';
import { PostgresFrontier } from './postgres.frontier.js';
import { PostgresResultSegments } from './postgres.result-segments.js';
import { PostgresResultStore } from './postgres.result-store.js';
import { PostgresWebhookOutbox } from './postgres.webhook-outbox.js';
import { JOB_COLUMNS, NOTE_COLUMNS, readJob, readNote, type JobRow, type NoteRow } from './read-job.js';
import { callOf, numberOf, urlArguments, URLS_A_STEP } from './url-arguments.js';

const FROM_CRAWLS = 'FROM {schema}.crawl_rows r JOIN {schema}.crawl_states s ON s.crawl = r.crawl';
const IS_READABLE = '(r.expires_at IS NULL OR r.expires_at > {schema}.now_ms())';

const FIND = `SELECT ${JOB_COLUMNS} ${FROM_CRAWLS} WHERE s.id = $1 AND ${IS_READABLE}`;
const NOTES = `SELECT ${NOTE_COLUMNS} ${FROM_CRAWLS}`;
const IS_EXPIRED = `SELECT EXISTS (SELECT ${FROM_CRAWLS} WHERE s.id = $1 AND NOT ${IS_READABLE})
  OR EXISTS (SELECT FROM {schema}.crawl_expired WHERE id = $1 AND until > {schema}.now_ms()) AS expired`;
const KEEP_UNTIL = `UPDATE {schema}.crawl_rows r SET expires_at = $2 FROM {schema}.crawl_states s
  WHERE s.id = $1 AND r.crawl = s.crawl AND r.expires_at > {schema}.now_ms() RETURNING 1`;

/**
 * Crawls for many processes on one PostgreSQL.
 *
 * One statement an operation, so that each is atomic: those that change a crawl are functions that lock its row first. Time is that of
 * PostgreSQL, and clocks of processes may differ from it.
 */
@Injectable()
export class PostgresCrawlStore extends CrawlStore implements OnApplicationShutdown {
  readonly isShared = true;
  override readonly server = 'PostgreSQL';
  readonly frontier: PostgresFrontier;
  readonly results: PostgresResultStore;
  override readonly segments: PostgresResultSegments;
  readonly outbox: PostgresWebhookOutbox;
  private readonly news: CrawlNews;
  private readonly expiry: PostgresCrawlExpiry;
  private readonly order = new CallsInOrder();

  /**
   * @param connection stays open when the store is closed
   * @param work spares looks for messages while there are none
   */
  constructor(
    private readonly connection: PostgresConnection,
    private readonly work = new DueWork(null),
  ) {
    super();
    const clock = new ServerClock();
    this.news = new CrawlNews(connection, work);
    this.expiry = new PostgresCrawlExpiry(connection, clock);
    const queue = new ArchivedQueue(connection, this.news);
    this.frontier = new PostgresFrontier(connection, { news: this.news, clock, queue });
    this.segments = new PostgresResultSegments(connection, queue);
    this.results = new PostgresResultStore(connection, this.segments);
    this.outbox = new PostgresWebhookOutbox(connection, work);
  }

  async create({ job, limit, seeds, idempotencyKey, room }: NewCrawl): Promise<CreateResult> {
    const { id, owner, request, createdAt } = job;
    const rules = admissionOf(request);
    const values = [
      toColumnText(id),
      toColumnText(owner),
      numberOf(owner),
      Buffer.from(JSON.stringify(request)),
      request.kind ?? 'crawl',
      request.zeroDataRetention === true ? null : toReadableText(request.url),
      createdAt,
      Math.min(limit, Number.MAX_SAFE_INTEGER),
      idempotencyKey === null ? null : usedKeyOf(owner, idempotencyKey),
      bounded(room?.running),
      bounded(room?.kept),
      request.webhook ? toColumnText(receiverOf(request.webhook.url)) : null,
      request.kind === 'extract',
      request.zeroDataRetention === true,
      rules?.order === 'longest-host',
      rules !== null,
      bounded(rules?.maxPagesPerHost),
      ...urlArguments(seeds),
    ];
    const create = () => this.call<{ create_crawl: CreateResult }>('create_crawl', values);
    const { create_crawl: created } = await this.order.run(`owner ${owner}`, create);
    this.work.markChanged('crawls');
    return created;
  }

  async checkReady(): Promise<void> {
    await this.connection.run('SELECT 1 FROM {schema}.crawl_states LIMIT 1');
  }

  async find(crawlId: string): Promise<CrawlJob | null> {
    const [row] = await this.connection.run<JobRow>(FIND, [toColumnText(crawlId)]);
    return row ? readJob(row) : null;
  }

  async isExpired(crawlId: string): Promise<boolean> {
    const [row] = await this.connection.run<{ expired: boolean }>(IS_EXPIRED, [toColumnText(crawlId)]);
    return row!.expired;
  }

  async running(owner: string | null): Promise<CrawlNote[]> {
    const running = `${NOTES} WHERE r.finished_at IS NULL`;
    if (owner === null) return this.notes(`${running} ORDER BY r.created_at`, []);
    const values = [numberOf(owner), toColumnText(owner)];
    return this.notes(`${running} AND r.owner_hash = $1 AND r.owner = $2 ORDER BY r.created_at`, values);
  }

  async ofOwner(owner: string): Promise<CrawlNote[]> {
    const text = `${NOTES} WHERE r.owner_hash = $1 AND r.owner = $2 AND ${IS_READABLE} ORDER BY r.created_at DESC, r.id DESC`;
    return this.notes(text, [numberOf(owner), toColumnText(owner)]);
  }

  async finish(
    crawlId: string,
    status: Exclude<CrawlStatus, 'running'>,
    error: string | null,
    retentionMs: number,
    gathered: MergedData | null = null,
  ): Promise<boolean> {
    const values = [
      toColumnText(crawlId),
      status,
      error === null ? null : Buffer.from(JSON.stringify(error)),
      Math.round(retentionMs),
      gathered === null ? null : Buffer.from(JSON.stringify(gathered)),
      this.news.channel,
      toColumnText(this.news.message('ended', crawlId)),
    ];
    const finish = () => this.call<{ finish_crawl: number | null }>('finish_crawl', values);
    const { finish_crawl: queue } = await this.order.run(`crawl ${crawlId}`, finish);
    if (queue === null) return false;
    this.news.ended(crawlId);
    this.expiry.sweepQueue(queue);
    return true;
  }

  async reopen(crawlId: string, urls: readonly CrawlUrl[]): Promise<boolean> {
    const values = [toColumnText(crawlId), ...urlArguments(urls.slice(0, URLS_A_STEP))];
    if (!(await this.call<{ reopen_crawl: boolean }>('reopen_crawl', values)).reopen_crawl) return false;
    await this.frontier.add(crawlId, urls.slice(URLS_A_STEP));
    this.news.progress(crawlId);
    return true;
  }

  override async keepUntil(crawlId: string, expiresAt: number): Promise<boolean> {
    return (await this.connection.run(KEEP_UNTIL, [toColumnText(crawlId), Math.round(expiresAt)])).length > 0;
  }

  subscribe(crawlId: string, listener: (change: CrawlChange) => void): () => void {
    return this.news.listen(crawlId, listener);
  }

  expire(nowMs: number): Promise<number> {
    return this.expiry.run(nowMs);
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  /** Stops notifications and deletions. */
  async close(): Promise<void> {
    this.news.close();
    await this.expiry.close();
  }

  private async notes(text: string, values: readonly Parameter[]): Promise<CrawlNote[]> {
    return (await this.connection.run<NoteRow>(text, values)).map(readNote);
  }

  private async call<Row>(name: string, values: readonly Parameter[]): Promise<Row> {
    const [row] = await this.connection.run<Row>(callOf(name, values), values);
    return row!;
  }
}

/** Absent and infinite limits are null. */
const bounded = (limit: number | null | undefined): number | null =>
  limit === undefined || limit === null || limit === Infinity ? null : limit;
