import type { CrawlUrl, PageOutcome, PageTask, VisitFacts } from '../../../model/crawl/crawl.js';
import {
  Frontier,
  type BrowserPermit,
  type BrowserRequest,
  type CompletionResult,
  type TakeResult,
} from '../../../ports/stores/frontier.port.js';
import type { RedisFrontier } from '../redis.frontier.js';
import type { CrawlPlaces } from './crawl-places.js';

/** The queue of each crawl, on its shard. */
export class ShardedFrontier extends Frontier {
  constructor(private readonly places: CrawlPlaces) {
    super();
  }

  async take(
    crawlId: string,
    worker: string,
    leaseMs: number,
    busyHosts?: readonly string[],
    hasBrowser?: boolean,
  ): Promise<TakeResult> {
    return this.of(crawlId).take(crawlId, worker, leaseMs, busyHosts, hasBrowser);
  }

  async renew(tasks: readonly PageTask[], leaseMs: number): Promise<PageTask[]> {
    const ids = [...new Set(tasks.map(({ crawlId }) => crawlId))];
    const lost = ids.map(async (id) => {
      const own = tasks.filter(({ crawlId }) => crawlId === id);
      return this.of(id).renew(own, leaseMs);
    });
    return (await Promise.all(lost)).flat();
  }

  async release(task: PageTask, notBeforeMs: number, isRetry: boolean): Promise<boolean> {
    return this.of(task.crawlId).release(task, notBeforeMs, isRetry);
  }

  async add(crawlId: string, urls: readonly CrawlUrl[]): Promise<number> {
    return this.of(crawlId).add(crawlId, urls);
  }

  async complete(
    task: PageTask,
    outcome: PageOutcome,
    children: readonly CrawlUrl[],
    facts: VisitFacts,
  ): Promise<CompletionResult> {
    return this.of(task.crawlId).complete(task, outcome, children, facts);
  }

  async announceBrowser(forMs: number): Promise<void> {
    await this.places.scripts.each('announce-browser', [forMs], () => []);
  }

  async askForBrowser(task: PageTask, wish: BrowserRequest): Promise<BrowserPermit> {
    return this.of(task.crawlId).askForBrowser(task, wish);
  }

  private of(crawlId: string): RedisFrontier {
    return this.places.storeOf(crawlId).frontier;
  }
}
