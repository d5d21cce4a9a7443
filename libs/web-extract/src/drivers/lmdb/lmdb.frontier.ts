import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CrawlUrl, PageOutcome, PageTask, VisitFacts } from '../../model/crawl/crawl.js';
import {
  Frontier,
  type BrowserPermit,
  type BrowserRequest,
  type CompletionResult,
  type TakeResult,
} from '../../ports/stores/frontier.port.js';
import type { Listeners } from '../crawl-store/listeners.js';
import { addIfRunning, URLS_A_STEP } from './crawl/frontier/add-urls.js';
import type { OpenStore } from './storage/open-store.js';
import type { Lease } from './crawl/frontier/lease.js';
import { endTask } from './crawl/end-task.js';
import type { StoreDirectory } from './storage/store-directory.js';
import { takeTask } from './crawl/frontier/take-task.js';

/**
 * Leases are held in memory, which is exclusive to this process. Tasks that were running when it died are queued at
 * the next start.
 */
export class LmdbFrontier extends Frontier {
  constructor(
    private readonly directory: StoreDirectory,
    private readonly listeners: Listeners,
  ) {
    super();
  }

  async take(
    crawlId: string,
    _worker: string,
    leaseMs: number,
    busyHosts: readonly string[] = [],
  ): Promise<TakeResult> {
    const store = await this.directory.open();
    const crawl = store.running.get(crawlId);
    if (!crawl) return { kind: 'over', status: store.find(crawlId)?.head.status ?? 'failed' };
    store.commits.checkWritable();
    return takeTask(store, crawl, { leaseMs, busyHosts: new Set(busyHosts) });
  }

  async renew(tasks: readonly PageTask[], leaseMs: number): Promise<PageTask[]> {
    const store = await this.directory.open();
    const endsAt = Date.now() + leaseMs;
    return tasks.filter((task) => {
      const lease = leaseOf(store, task);
      if (lease) lease.endsAt = endsAt;
      return !lease;
    });
  }

  async release(task: PageTask, notBeforeMs: number, isRetry: boolean): Promise<boolean> {
    const store = await this.directory.open();
    const crawl = store.running.get(task.crawlId);
    const lease = leaseOf(store, task);
    if (!crawl || !lease || lease.isEnding || crawl.isEnding) return false;
    crawl.giveBack(lease, isRetry, notBeforeMs, Date.now());
    this.listeners.notify(task.crawlId, 'progress');
    return true;
  }

  async add(crawlId: string, urls: readonly CrawlUrl[]): Promise<number> {
    const store = await this.directory.open();
    const crawl = store.running.get(crawlId);
    let added = 0;
    for (let at = 0; crawl && at < urls.length; at += URLS_A_STEP) {
      const step = urls.slice(at, at + URLS_A_STEP);
      added += await store.commits.submit((batch) => addIfRunning(batch, store.database, crawl, step));
      await nextTurn(); // others want to work too
    }
    if (added > 0) this.listeners.notify(crawlId, 'progress');
    return added;
  }

  async complete(
    task: PageTask,
    outcome: PageOutcome,
    children: readonly CrawlUrl[],
    facts: VisitFacts,
  ): Promise<CompletionResult> {
    return endTask(await this.directory.open(), task, outcome, children, facts);
  }

  /** There are no other processes to notify. */
  async announceBrowser(): Promise<void> {}

  /** There is no other worker that a page could be left to. */
  async askForBrowser(task: PageTask, { hasBrowser, most }: BrowserRequest): Promise<BrowserPermit> {
    const store = await this.directory.open();
    const crawl = store.running.get(task.crawlId);
    const lease = leaseOf(store, task);
    if (!crawl || !lease) return 'nobody'; // what becomes of the page counts no more
    if (!lease.isRendered && crawl.rendered >= most) return 'full';
    if (!hasBrowser) return 'nobody';
    lease.isRendered = true;
    return 'granted';
  }
}

function leaseOf(store: OpenStore, task: PageTask): Lease | undefined {
  return store.running.get(task.crawlId)?.leases.get(task.lease);
}
