import { Logger } from '@nestjs/common';
import type { CrawlStatus, CrawlUrl, PageOutcome, PageTask, VisitFacts } from '../../model/crawl/crawl.js';
import {
  Frontier,
  type BrowserPermit,
  type BrowserRequest,
  type CompletionResult,
  type TakeResult,
} from '../../ports/stores/frontier.port.js';
import type { ArchivedQueue } from './crawl/archived-queue.js';
import type { CrawlNews } from './crawl/crawl-news.js';
import { leaseOf, newToken } from '../crawl-store/lease-token.js';
import type { ServerClock } from '../crawl-store/server-clock.js';
import type { RedisScripts } from './redis-scripts.js';
import { addressArguments, outcomeArguments } from './crawl/task-arguments.js';
import { unpackRow } from '../crawl-store/url-row.js';
import { before } from '../../model/cut-text.js';

/** Addresses queued by one script: others wait about 2 ms for it. */
export const URLS_A_STEP = 500;

/** What a frontier shares with the rest of its store. */
interface FrontierParts {
  readonly news: CrawlNews;
  readonly clock: ServerClock;
  readonly queue: ArchivedQueue;
}

/** Leases are rows in Redis with their expiry time. */
export class RedisFrontier extends Frontier {
  private readonly logger = new Logger('WebExtract');

  private readonly news: CrawlNews;
  private readonly clock: ServerClock;
  private readonly queue: ArchivedQueue;

  constructor(
    private readonly scripts: RedisScripts,
    { news, clock, queue }: FrontierParts,
  ) {
    super();
    this.news = news;
    this.clock = clock;
    this.queue = queue;
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
      const reply = (await this.scripts.runOf(crawlId, 'queue/take', args)) as TakeReply;
      if (reply[0] === 'over') return { kind: 'over', status: reply[1] ?? this.tellMissing(crawlId) };
      if (reply[0] === 'drained') return { kind: 'drained' };
      this.clock.observe(reply[1]);
      if (reply.at(-1) === 1) void this.queue.load(crawlId);
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
      const numbers = (await this.scripts.runOf(id, 'queue/renew', [
        leaseMs,
        ...own.flatMap(leaseOf),
      ])) as number[];
      return numbers.map((number) => own[number]!);
    });
    return (await Promise.all(lost)).flat();
  }

  async release(task: PageTask, notBeforeMs: number, isRetry: boolean): Promise<boolean> {
    const args = [...leaseOf(task), this.clock.toServer(notBeforeMs), isRetry ? 1 : 0];
    const isReleased = (await this.scripts.runOf(task.crawlId, 'queue/release', args)) === 1;
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
  ): Promise<CompletionResult> {
    const args = await outcomeArguments(task, outcome, facts);
    const last = await this.addAllButLast(task, children);
    const kind = await this.scripts.runOf(task.crawlId, 'queue/complete', [
      ...args,
      ...addressArguments(last),
    ]);
    this.news.progress(task.crawlId);
    return kind as CompletionResult;
  }

  async announceBrowser(forMs: number): Promise<void> {
    await this.scripts.runOf('', 'queue/announce-browser', [forMs]);
  }

  async askForBrowser(
    task: PageTask,
    { hasBrowser, most, patienceMs }: BrowserRequest,
  ): Promise<BrowserPermit> {
    const args = [...leaseOf(task), hasBrowser ? 1 : 0, Math.min(most, Number.MAX_SAFE_INTEGER), patienceMs];
    const grant = (await this.scripts.runOf(task.crawlId, 'queue/ask-for-browser', args)) as BrowserPermit;
    if (grant === 'left') this.news.progress(task.crawlId);
    return grant;
  }

  /** Reports a missing crawl, so that its worker learns that Redis was flushed or evicts keys. */
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
    return (await this.scripts.runOf(crawlId, 'queue/add-urls', [
      ...lease,
      ...addressArguments(urls),
    ])) as number;
  }
}

type TakeReply =
  | ['task', nowMs: number, place: string, attempts: number, isThere: 0 | 1, isLow: 0 | 1]
  | ['wait', nowMs: number, untilMs: number | null, isLeft: 0 | 1, isLow: 0 | 1]
  | ['drained']
  | ['over', CrawlStatus | null];

const NO_FACTS = { durationMs: 0, bytes: 0, flags: [], refused: {} };

/**
 * @param place host, sequence and row: `site.test:80 17`, a line for the base, a line for the row
 */
function readTask(crawlId: string, place: string, token: string, attempts: number): PageTask {
  const host = before(place, [' ']);
  const rest = place.slice(host.length + 1);
  const sequence = /^\d*/.exec(rest)![0];
  const row = rest.slice(sequence.length);
  return { ...readUrl(row, host), crawlId, lease: `${sequence}.${token}`, attempts };
}

function readUrl(row: string, host: string): CrawlUrl {
  const base = before(row.slice(1), ['\n']);
  return unpackRow(row.slice(base.length + 2), base, host);
}
