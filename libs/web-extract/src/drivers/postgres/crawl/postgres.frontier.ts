import { Logger } from '@nestjs/common';
import type { CrawlStatus, CrawlUrl, PageOutcome, PageTask, VisitFacts } from '../../../model/crawl/crawl.js';
import {
  Frontier,
  type BrowserPermit,
  type BrowserRequest,
  type CompletionResult,
  type TakeResult,
} from '../../../ports/stores/frontier.port.js';
import { leaseOf } from '../../crawl-store/lease-token.js';
import type { ServerClock } from '../../crawl-store/server-clock.js';
import { toColumnText } from '../connection/postgres-values.js';
import type { Parameter, PostgresConnection } from '../connection/postgres-connection.js';
import type { ArchivedQueue } from './archived-queue.js';
import { CallsInOrder } from './calls-in-order.js';
import type { CrawlNews } from './crawl-news.js';
import { outcomeArguments } from './outcome-arguments.js';
import { UrlClaims } from './url-claims.js';
import { callOf, readAddress, urlArguments, URLS_A_STEP } from './url-arguments.js';

/** What a frontier shares with the rest of its store. */
interface FrontierParts {
  readonly news: CrawlNews;
  readonly clock: ServerClock;
  readonly queue: ArchivedQueue;
}

/** Leases are rows with their expiry time, by the clock of the server. */
export class PostgresFrontier extends Frontier {
  private readonly logger = new Logger('WebExtract');
  private readonly order = new CallsInOrder();
  private readonly claims: UrlClaims;
  private readonly news: CrawlNews;
  private readonly clock: ServerClock;
  private readonly queue: ArchivedQueue;

  constructor(
    private readonly connection: PostgresConnection,
    { news, clock, queue }: FrontierParts,
  ) {
    super();
    this.news = news;
    this.clock = clock;
    this.queue = queue;
    this.claims = new UrlClaims(connection);
  }

  async take(
    crawlId: string,
    _worker: string,
    leaseMs: number,
    busyHosts: readonly string[] = [],
    hasBrowser = true,
  ): Promise<TakeResult> {
    for (;;) {
      const [reply, token] = await this.claims.take({ crawlId, leaseMs, busyHosts, hasBrowser });
      if (reply.kind === 'over') return { kind: 'over', status: reply.status ?? this.reportMissing(crawlId) };
      if (reply.kind === 'drained') return { kind: 'drained' };
      this.clock.observe(reply.now_ms);
      if (reply.is_due) void this.queue.load(crawlId);
      if (reply.kind === 'wait') {
        const untilMs = reply.until_ms === null ? null : this.clock.toLocal(reply.until_ms);
        return { kind: 'wait', untilMs, ...(reply.is_left ? { isLeft: true } : {}) };
      }
      const { seq, attempts } = reply;
      const lease = `${seq}.${token}`;
      const task = { ...readAddress(reply.address, reply.host), crawlId, lease, attempts };
      if (!reply.is_there) return { kind: 'task', task };
      await this.complete(task, { kind: 'collapsed' }, [], { ...NO_FACTS, startedAt: Date.now() });
    }
  }

  async renew(tasks: readonly PageTask[], leaseMs: number): Promise<PageTask[]> {
    if (tasks.length === 0) return [];
    const leases = tasks.map(leaseOf);
    const values = [
      tasks.map(({ crawlId }) => toColumnText(crawlId)),
      leases.map(([sequence]) => sequence),
      leases.map(([, token]) => token),
      Math.round(leaseMs),
    ];
    const lost = await this.connection.run<{ n: number }>(
      'SELECT n FROM {schema}.renew_urls($1, $2, $3, $4) AS n',
      values,
    );
    return lost.map(({ n }) => tasks[n - 1]!);
  }

  async release(task: PageTask, notBeforeMs: number, isRetry: boolean): Promise<boolean> {
    const notBefore = Math.round(this.clock.toServer(notBeforeMs));
    const values = [toColumnText(task.crawlId), ...leaseOf(task), notBefore, isRetry];
    const reply = await this.call<{ release_url: boolean }>('release_url', values);
    if (reply!.release_url) this.news.progress(task.crawlId);
    return reply!.release_url;
  }

  async add(crawlId: string, urls: readonly CrawlUrl[]): Promise<number> {
    let added = 0;
    for (let at = 0; at < urls.length; at += URLS_A_STEP) {
      added += await this.addStep(crawlId, [null, null], urls.slice(at, at + URLS_A_STEP));
    }
    if (added > 0) this.news.progress(crawlId);
    return added;
  }

  async complete(
    task: PageTask,
    outcome: PageOutcome,
    children: readonly CrawlUrl[],
    facts: VisitFacts,
  ): Promise<CompletionResult> {
    const values = await outcomeArguments(task, outcome, facts);
    const last = await this.addAllButLast(task, children);
    const reply = await this.call<{ complete_url: CompletionResult }>('complete_url', [
      ...values,
      ...urlArguments(last),
    ]);
    this.news.progress(task.crawlId);
    return reply!.complete_url;
  }

  async announceBrowser(forMs: number): Promise<void> {
    await this.connection.run(ANNOUNCE_BROWSER, [Math.round(forMs)]);
  }

  async askForBrowser(
    task: PageTask,
    { hasBrowser, most, patienceMs }: BrowserRequest,
  ): Promise<BrowserPermit> {
    const limits = [Math.min(most, Number.MAX_SAFE_INTEGER), Math.round(patienceMs)];
    const values = [toColumnText(task.crawlId), ...leaseOf(task), hasBrowser, ...limits];
    const ask = () => this.call<{ ask_for_browser: BrowserPermit }>('ask_for_browser', values);
    const permit = (await this.order.run(task.crawlId, ask))!.ask_for_browser;
    if (permit === 'left') this.news.progress(task.crawlId);
    return permit;
  }

  private async call<Row>(name: string, values: readonly Parameter[]): Promise<Row | undefined> {
    const [row] = await this.connection.run<Row>(callOf(name, values), values);
    return row;
  }

  /** Reports a missing crawl, so that its worker learns that somebody deleted rows. */
  private reportMissing(crawlId: string): CrawlStatus {
    this.logger.warn(`Crawl ${crawlId} was at work and is not in PostgreSQL any more: it was deleted there`);
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
    lease: readonly [string, string] | readonly [null, null],
    urls: readonly CrawlUrl[],
  ): Promise<number> {
    const values = [toColumnText(crawlId), ...lease, ...urlArguments(urls)];
    return (await this.call<{ add_to_crawl: number }>('add_to_crawl', values))!.add_to_crawl;
  }
}

const ANNOUNCE_BROWSER = `INSERT INTO {schema}.crawl_browsers (seen, until) VALUES ({schema}.now_ms(), {schema}.now_ms() + $1)
  ON CONFLICT (one) DO UPDATE SET seen = EXCLUDED.seen, until = EXCLUDED.until`;

const NO_FACTS = { durationMs: 0, bytes: 0, flags: [], refused: {} };
