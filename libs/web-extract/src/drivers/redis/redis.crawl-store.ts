import { randomInt } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { CrawlJob, CrawlNote, CrawlStatus, CrawlUrl } from '../../model/crawl/crawl.js';
import type { MergedData } from '../../model/extraction/merging.js';
import {
  CrawlStore,
  type CrawlChange,
  type CreateResult,
  type NewCrawl,
} from '../../ports/stores/crawl-store.port.js';
import { receiverOf } from '../crawl-store/receiver-of.js';
import { usedKeyOf } from '../crawl-store/used-key.js';
import { ArchivedQueue } from './crawl/archived-queue.js';
import { CrawlNews } from './crawl/crawl-news.js';
import { RedisMemoryGuard } from './connection/memory-guard.js';
import { ServerClock } from '../crawl-store/server-clock.js';
import type { RedisLink } from './connection/redis-link.js';
import { RedisExpiry } from './connection/redis-expiry.js';
import { RedisReader } from './connection/redis-reader.js';
import { RedisScripts } from './redis-scripts.js';
import { RedisFrontier, URLS_A_STEP } from './redis.frontier.js';
import { RedisResultSegments } from './redis.result-segments.js';
import { RedisResultStore } from './redis.result-store.js';
import { RedisWebhookOutbox } from './redis.webhook-outbox.js';
import { addressArguments, admissionArguments } from './crawl/task-arguments.js';

export interface RedisStoreOptions {
  /** Prefix of every key. @default 'web-extract:' */
  readonly keyPrefix?: string;
  /**
   * New crawls are refused while Redis uses more bytes than this, by us and by others; those that run go on.
   * @default nine tenths of Redis's own `maxmemory`; no ceiling when it has none
   */
  readonly maxMemoryBytes?: number;
}

/** The id of none. */
const NO_CRAWL = 'none';
/** A random odd number below 2^28: see `include/known.lua`. */
const newSalt = (): number => 2 * randomInt(2 ** 26, 2 ** 27) + 1;

/**
 * Crawls for many processes on one Redis (6.2 or later), or a primary with replicas; or a shard of a Cluster.
 *
 * One Lua script an operation, so that each is atomic. The keys of a crawl share a hash tag, but a script that creates or ends a
 * crawl also writes what spans crawls (idempotency keys, lists of an owner, due dates): exactness over sharding.
 * Time is that of Redis, and clocks of processes may differ from it. While Redis is away everything fails with UnavailableError within 5 s.
 */
@Injectable()
export class RedisCrawlStore extends CrawlStore implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly isShared = true;
  override readonly server = 'Redis';
  readonly frontier: RedisFrontier;
  readonly results: RedisResultStore;
  override readonly segments: RedisResultSegments;
  readonly outbox: RedisWebhookOutbox;
  private readonly scripts: RedisScripts;
  private readonly news: CrawlNews;
  private readonly ceiling: RedisMemoryGuard;
  private readonly clock = new ServerClock();
  private readonly expiry: RedisExpiry;
  private readonly reader: RedisReader;

  /** @param connection stays open when the store is closed */
  constructor(
    private readonly connection: RedisLink,
    options: RedisStoreOptions = {},
  ) {
    super();
    this.scripts = new RedisScripts(connection, options.keyPrefix ?? 'web-extract:');
    this.expiry = new RedisExpiry(this.scripts, this.clock);
    this.reader = new RedisReader(this.scripts);
    this.news = new CrawlNews(connection, this.scripts);
    const queue = new ArchivedQueue(this.scripts, this.news);
    this.frontier = new RedisFrontier(this.scripts, { news: this.news, clock: this.clock, queue });
    this.segments = new RedisResultSegments(this.scripts, queue);
    this.results = new RedisResultStore(this.scripts, this.segments);
    this.outbox = new RedisWebhookOutbox(this.scripts);
    this.ceiling = new RedisMemoryGuard(this.scripts, options.maxMemoryBytes);
  }

  /** Commands sent to Redis so far: to be held against the pages crawled meanwhile. */
  get roundTrips(): number {
    return this.scripts.roundTrips;
  }

  /** A Redis that is away is looked at when it is there. */
  async onApplicationBootstrap(): Promise<void> {
    await this.warnAtStart().catch(() => {
      const { client } = this.connection;
      client.once('ready', this.onReady);
      this.stopWaiting = () => void client.off('ready', this.onReady);
    });
  }

  /** Warns if Redis may drop crawls. */
  warnAtStart(): Promise<void> {
    return this.ceiling.warnAtStart();
  }

  async create({ job, limit, seeds, idempotencyKey, room }: NewCrawl): Promise<CreateResult> {
    await this.ceiling.checkRoom();
    const { id, owner, request, createdAt } = job;
    const key = idempotencyKey === null ? '' : usedKeyOf(owner, idempotencyKey);
    const result = await this.scripts.runOf(id, 'create', [
      id,
      owner,
      JSON.stringify(request),
      createdAt,
      Math.min(limit, Number.MAX_SAFE_INTEGER), // Lua reads no infinity
      key,
      request.webhook ? receiverOf(request.webhook.url) : '',
      room?.running ?? '',
      room?.kept ?? '',
      ...admissionArguments(request),
      request.kind === 'extract' ? '1' : '',
      newSalt(),
      ...addressArguments(seeds),
    ]);
    return result as CreateResult;
  }

  async find(crawlId: string): Promise<CrawlJob | null> {
    return this.reader.job(crawlId);
  }

  async isExpired(crawlId: string): Promise<boolean> {
    return this.reader.isExpired(crawlId);
  }

  async checkReady(): Promise<void> {
    await this.reader.job(NO_CRAWL);
  }

  async running(owner: string | null): Promise<CrawlNote[]> {
    return this.reader.notes(await this.reader.runningIds(owner));
  }

  async ofOwner(owner: string): Promise<CrawlNote[]> {
    return this.reader.notes(await this.reader.idsOf(owner));
  }

  /** Summaries of crawls of this store, in the order of their ids. */
  notesOf(ids: readonly string[]): Promise<CrawlNote[]> {
    return this.reader.notes(ids);
  }

  /** True if an idempotency key was used within its time. @param key as `usedKeyOf` makes it */
  isKeyUsed(key: string): Promise<boolean> {
    return this.reader.isKeyUsed(key);
  }

  async finish(
    crawlId: string,
    status: Exclude<CrawlStatus, 'running'>,
    error: string | null,
    retentionMs: number,
    gathered: MergedData | null = null,
  ): Promise<boolean> {
    const told = [this.news.channelOf(crawlId), this.news.message('ended')];
    const args = [
      crawlId,
      status,
      error ?? '',
      retentionMs,
      ...told,
      gathered ? JSON.stringify(gathered) : '',
    ];
    if ((await this.scripts.runOf(crawlId, 'finish', args)) !== 1) return false;
    this.news.ended(crawlId);
    await this.expiry.sweep(crawlId).catch(() => {}); // `expire` goes on with it
    return true;
  }

  async reopen(crawlId: string, urls: readonly CrawlUrl[]): Promise<boolean> {
    const first = addressArguments(urls.slice(0, URLS_A_STEP));
    if ((await this.scripts.runOf(crawlId, 'reopen', [crawlId, ...first])) !== 1) return false;
    await this.frontier.add(crawlId, urls.slice(URLS_A_STEP));
    this.news.progress(crawlId);
    return true;
  }

  override async keepUntil(crawlId: string, expiresAt: number): Promise<boolean> {
    return (await this.scripts.runOf(crawlId, 'keep-until', [crawlId, expiresAt])) === 1;
  }

  subscribe(crawlId: string, listener: (change: CrawlChange) => void): () => void {
    return this.news.listen(crawlId, listener);
  }

  async expire(nowMs: number): Promise<number> {
    return this.expiry.run(nowMs);
  }

  onApplicationShutdown(): void {
    this.close();
  }

  /** Stops all notifications. */
  close(): void {
    this.news.close();
    this.stopWaiting();
  }

  private stopWaiting = (): void => {};
  private readonly onReady = (): void => void this.onApplicationBootstrap();
}
