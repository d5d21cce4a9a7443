import { randomBytes } from 'node:crypto';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type {
  CrawlJob,
  CrawlNote,
  CrawlResults,
  CrawlStatus,
  CrawlUrl,
  PageFailure,
  PageOutcome,
  PageRecord,
  PageTask,
  VisitFacts,
} from '../../model/crawl.js';
import type { GatheredData } from '../../model/extract-job.js';
import {
  CrawlStore,
  type BrowserGrant,
  type BrowserWish,
  type BusyReceivers,
  type CrawlChange,
  type CreateResult,
  type NewCrawl,
  type ResultsRange,
  type TakeResult,
  type WebhookRetry,
  type WebhookTask,
} from '../../ports/crawl-store.port.js';
import { hashOf } from '../crawl-store/hash-of.js';
import { receiverOf } from '../crawl-store/receiver-of.js';
import { CrawlNews } from './crawl-news.js';
import { ADD_URLS } from './lua/add-urls.js';
import { ANNOUNCE_BROWSER, ASK_FOR_BROWSER } from './lua/browser.js';
import { COMPLETE } from './lua/complete.js';
import { CREATE } from './lua/create.js';
import { FINISH } from './lua/finish.js';
import { REOPEN } from './lua/reopen.js';
import { RELEASE, RENEW } from './lua/settle.js';
import { TAKE } from './lua/take.js';
import { ADVANCE_WEBHOOK, TAKE_WEBHOOK } from './lua/webhooks.js';
import { MemoryCeiling } from './memory-ceiling.js';
import { RedisClock } from './redis-clock.js';
import type { RedisConnection } from './redis-connection.js';
import { RedisExpiry } from './redis-expiry.js';
import { RedisReader } from './redis-reader.js';
import { RedisScripts } from './redis-scripts.js';
import { addressArguments, leaseOf, outcomeArguments, readRecord } from './task-arguments.js';
import { unpackUrl } from './url-row.js';

export interface RedisStoreOptions {
  /** What every key of ours begins with. @default 'web-extract:' */
  readonly keyPrefix?: string;
  /**
   * New crawls are refused while Redis uses more bytes than this, by us and by others; those that run go on.
   * @default nine tenths of Redis's own `maxmemory`; no ceiling when it has none
   */
  readonly maxMemoryBytes?: number;
}

/** The id of none. */
const NO_CRAWL = 'none';
/** Addresses queued by one script: others wait about 2 ms for it. */
const URLS_A_STEP = 500;

const NOBODY_BUSY: BusyReceivers = { owners: [], receivers: [] };
const NO_RETRY: WebhookRetry = { tries: 0, waitMs: 0 };
type TakenWebhook = [id: string, position: number, owner: string, receiver: string, tries: number];

/**
 * Crawls for many processes on one Redis (6.2 or later), or a primary with replicas; not on Redis Cluster.
 *
 * One Lua script an operation, so that each is atomic. The keys of a crawl share a hash tag, but a script that creates or ends a
 * crawl also writes what spans crawls (idempotency keys, lists of an owner, due dates): exactness over sharding.
 * Time is that of Redis, and clocks of processes may differ from it. While Redis is away everything fails with UnavailableError within 5 s.
 */
@Injectable()
export class RedisCrawlStore extends CrawlStore implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly isShared = true;
  private readonly logger = new Logger('WebExtract');
  private readonly scripts: RedisScripts;
  private readonly news: CrawlNews;
  private readonly ceiling: MemoryCeiling;
  private readonly clock = new RedisClock();
  private readonly expiry: RedisExpiry;
  private readonly reader: RedisReader;

  /** @param connection stays open when the store is closed */
  constructor(
    private readonly connection: RedisConnection,
    options: RedisStoreOptions = {},
  ) {
    super();
    this.scripts = new RedisScripts(connection, options.keyPrefix ?? 'web-extract:');
    this.expiry = new RedisExpiry(this.scripts, this.clock);
    this.reader = new RedisReader(this.scripts);
    this.news = new CrawlNews(connection, this.scripts);
    this.ceiling = new MemoryCeiling(this.scripts, options.maxMemoryBytes);
  }

  /** Commands sent to Redis so far: to be held against the pages crawled meanwhile. */
  get roundTrips(): number {
    return this.scripts.roundTrips;
  }

  /** A Redis that is away is looked at when it is there. */
  async onApplicationBootstrap(): Promise<void> {
    await this.ceiling.warnAtStart().catch(() => this.connection.client.once('ready', this.onReady));
  }

  async create({ job, limit, seeds, idempotencyKey, room }: NewCrawl): Promise<CreateResult> {
    await this.ceiling.checkRoom();
    const { id, owner, request, createdAt } = job;
    const key = idempotencyKey === null ? '' : hashOf(JSON.stringify([owner, idempotencyKey]));
    const result = await this.scripts.run(CREATE, id, [
      id,
      owner,
      JSON.stringify(request),
      createdAt,
      Math.min(limit, Number.MAX_SAFE_INTEGER), // Lua reads no infinity
      key,
      request.webhook ? receiverOf(request.webhook.url) : '',
      room?.running ?? '',
      room?.kept ?? '',
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

  async take(
    crawlId: string,
    _worker: string,
    leaseMs: number,
    busyHosts: readonly string[] = [],
    hasBrowser = true,
  ): Promise<TakeResult> {
    for (;;) {
      const token = newToken();
      const args = [leaseMs, token, hasBrowser ? 1 : 0, ...busyHosts];
      const reply = (await this.scripts.run(TAKE, crawlId, args)) as TakeReply;
      if (reply[0] === 'over') return { kind: 'over', status: reply[1] ?? this.tellMissing(crawlId) };
      if (reply[0] === 'drained') return { kind: 'drained' };
      this.clock.observe(reply[1]);
      if (reply[0] === 'wait') {
        const untilMs = reply[2] === null ? null : this.clock.toLocal(reply[2]);
        return { kind: 'wait', untilMs, ...(reply[3] === 1 ? { isLeft: true } : {}) };
      }
      const [, , place, attempts, isThere] = reply;
      const task = readTask(crawlId, place, token, attempts);
      if (isThere === 0) return { kind: 'task', task };
      await this.complete(task, { kind: 'collapsed' }, [], { ...NO_FACTS, startedAt: Date.now() });
    }
  }

  async renew(tasks: readonly PageTask[], leaseMs: number): Promise<PageTask[]> {
    const crawls = [...new Set(tasks.map(({ crawlId }) => crawlId))];
    const lost = crawls.map(async (id) => {
      const own = tasks.filter(({ crawlId }) => crawlId === id);
      const numbers = (await this.scripts.run(RENEW, id, [leaseMs, ...own.flatMap(leaseOf)])) as number[];
      return numbers.map((number) => own[number]!);
    });
    return (await Promise.all(lost)).flat();
  }

  async announceBrowser(forMs: number): Promise<void> {
    await this.scripts.run(ANNOUNCE_BROWSER, '', [forMs]);
  }

  async askForBrowser(task: PageTask, { hasBrowser, most, patienceMs }: BrowserWish): Promise<BrowserGrant> {
    const args = [...leaseOf(task), hasBrowser ? 1 : 0, Math.min(most, Number.MAX_SAFE_INTEGER), patienceMs];
    const grant = (await this.scripts.run(ASK_FOR_BROWSER, task.crawlId, args)) as BrowserGrant;
    if (grant === 'left') this.news.progress(task.crawlId);
    return grant;
  }

  async release(task: PageTask, notBeforeMs: number, isRetry: boolean): Promise<boolean> {
    const args = [...leaseOf(task), this.clock.toRedis(notBeforeMs), isRetry ? 1 : 0];
    const isReleased = (await this.scripts.run(RELEASE, task.crawlId, args)) === 1;
    if (isReleased) this.news.progress(task.crawlId);
    return isReleased;
  }

  async add(crawlId: string, urls: readonly CrawlUrl[]): Promise<number> {
    let added = 0;
    for (let at = 0; at < urls.length; at += URLS_A_STEP) {
      added += await this.addStep(crawlId, ['', ''], urls.slice(at, at + URLS_A_STEP));
    }
    if (added > 0) this.news.progress(crawlId);
    return added;
  }

  async complete(
    task: PageTask,
    outcome: PageOutcome,
    children: readonly CrawlUrl[],
    facts: VisitFacts,
  ): Promise<PageOutcome['kind'] | 'lost'> {
    const args = await outcomeArguments(task, outcome, facts);
    const last = await this.addAllButLast(task, children);
    const kind = await this.scripts.run(COMPLETE, task.crawlId, [...args, ...addressArguments(last)]);
    this.news.progress(task.crawlId);
    return kind as PageOutcome['kind'] | 'lost';
  }

  async finish(
    crawlId: string,
    status: Exclude<CrawlStatus, 'running'>,
    error: string | null,
    retentionMs: number,
    gathered: GatheredData | null = null,
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
    if ((await this.scripts.run(FINISH, crawlId, args)) !== 1) return false;
    this.news.ended(crawlId);
    await this.expiry.sweep(crawlId).catch(() => {}); // `expire` goes on with it
    return true;
  }

  async reopen(crawlId: string, urls: readonly CrawlUrl[]): Promise<boolean> {
    const first = addressArguments(urls.slice(0, URLS_A_STEP));
    if ((await this.scripts.run(REOPEN, crawlId, [crawlId, ...first])) !== 1) return false;
    await this.add(crawlId, urls.slice(URLS_A_STEP));
    this.news.progress(crawlId);
    return true;
  }

  async results(crawlId: string, range: ResultsRange): Promise<CrawlResults> {
    return this.reader.results(crawlId, range);
  }

  async failures(crawlId: string): Promise<PageFailure[]> {
    return (await this.reader.rows(crawlId, 'failures')).map((row) => JSON.parse(row) as PageFailure);
  }

  async robotsBlocked(crawlId: string): Promise<string[]> {
    return this.reader.rows(crawlId, 'blocked');
  }

  async records(crawlId: string, from: number, count: number): Promise<PageRecord[]> {
    return (await this.reader.rows(crawlId, 'records', from, count)).map(readRecord);
  }

  subscribe(crawlId: string, listener: (change: CrawlChange) => void): () => void {
    return this.news.listen(crawlId, listener);
  }

  async takeWebhook(
    _worker: string,
    leaseMs: number,
    { owners, receivers }: BusyReceivers = NOBODY_BUSY,
  ): Promise<WebhookTask | null> {
    const lease = newToken();
    const names = receivers.map(({ owner, receiver }) => `${receiver} ${owner}`);
    const args = [leaseMs, lease, JSON.stringify(owners), JSON.stringify(names)];
    const taken = (await this.scripts.run(TAKE_WEBHOOK, '', args)) as TakenWebhook | null;
    if (!taken) return null;
    const [crawlId, position, owner, receiver, tries] = taken;
    return { crawlId, lease, position, owner, receiver, tries };
  }

  async advanceWebhook(
    task: WebhookTask,
    position: number,
    isReleased: boolean,
    { tries, waitMs }: WebhookRetry = NO_RETRY,
  ): Promise<void> {
    await this.scripts.run(ADVANCE_WEBHOOK, task.crawlId, [
      task.crawlId,
      task.lease,
      position,
      isReleased ? 1 : 0,
      tries,
      waitMs,
    ]);
  }

  async expire(nowMs: number): Promise<number> {
    return this.expiry.run(nowMs);
  }

  onApplicationShutdown(): void {
    this.close();
  }

  /** Nobody is told anything any more. */
  close(): void {
    this.connection.client.off('ready', this.onReady);
    this.news.close();
  }

  private readonly onReady = (): void => void this.onApplicationBootstrap();

  /** Whoever works on a crawl would not learn otherwise that somebody emptied Redis, or that it makes room by forgetting. */
  private tellMissing(crawlId: string): CrawlStatus {
    this.logger.warn(
      `Crawl ${crawlId} was at work and is not in Redis any more: it was deleted or evicted there`,
    );
    return 'failed';
  }

  /** Queues most of a very long list ahead; should the process die in between, the page is visited again and finds them known. */
  private async addAllButLast(task: PageTask, children: readonly CrawlUrl[]): Promise<readonly CrawlUrl[]> {
    let at = 0;
    for (; children.length - at > URLS_A_STEP; at += URLS_A_STEP) {
      await this.addStep(task.crawlId, leaseOf(task), children.slice(at, at + URLS_A_STEP));
    }
    return children.slice(at);
  }

  private async addStep(
    crawlId: string,
    lease: readonly [string, string],
    urls: readonly CrawlUrl[],
  ): Promise<number> {
    return (await this.scripts.run(ADD_URLS, crawlId, [...lease, ...addressArguments(urls)])) as number;
  }
}

type TakeReply =
  | ['task', nowMs: number, place: string, attempts: number, isThere: 0 | 1]
  | ['wait', nowMs: number, untilMs: number | null, isLeft: 0 | 1]
  | ['drained']
  | ['over', CrawlStatus | null];

const NO_FACTS = { durationMs: 0, bytes: 0, flags: [], refused: {} };

/** Of a lease: never the same twice, whatever Redis forgets. */
const newToken = (): string => randomBytes(9).toString('base64url');

/** @param place host, sequence and row: `site.test:80 17[0,"http…` */
function readTask(crawlId: string, place: string, token: string, attempts: number): PageTask {
  const [, host = '', sequence = '', row = ''] = /^(\S*) (\d+)(.*)$/s.exec(place) ?? [];
  return { ...unpackUrl(row, host), crawlId, lease: `${sequence}.${token}`, attempts };
}
