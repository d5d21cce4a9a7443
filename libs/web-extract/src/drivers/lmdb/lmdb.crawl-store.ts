import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
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
import { addIfRunning, URLS_A_STEP } from './add-urls.js';
import { advanceWebhook } from './advance-webhook.js';
import { createCrawl } from './create-crawl.js';
import { finishCrawl } from './finish-crawl.js';
import { Listeners } from '../crawl-store/listeners.js';
import type { OpenStore } from './open-store.js';
import { readResults, readRows } from './read-crawl.js';
import type { Lease } from './running-crawl.js';
import { reopenCrawl } from './reopen-crawl.js';
import { settleTask } from './settle-task.js';
import { StoreDirectory, type LmdbStoreOptions } from './store-directory.js';
import type { Key, Table } from './table.js';
import { takeTask } from './take-task.js';

/**
 * Crawls in one process with nothing else to install: LMDB in a directory that this process owns.
 *
 * Opens at the first crawl, or with the application when the directory holds a store. What a method has resolved survives
 * the death of the process; a new crawl survives a power loss too, of the last pages some may be fetched again then.
 */
@Injectable()
export class LmdbCrawlStore
  extends CrawlStore
  implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown
{
  readonly isShared = false;
  private readonly listeners = new Listeners();
  private readonly directory: StoreDirectory;

  constructor(options: LmdbStoreOptions = {}) {
    super();
    this.directory = new StoreDirectory(options, this.listeners);
  }

  /** A directory that cannot be used ends the start. @throws DataDirError */
  async onModuleInit(): Promise<void> {
    await this.directory.start();
  }

  onApplicationBootstrap(): void {
    this.directory.prepare().catch(() => {}); // nobody waits; what is wrong with it is said by the first crawl
  }

  async create(crawl: NewCrawl): Promise<CreateResult> {
    const store = await this.directory.open();
    return store.commits.submit((batch) => createCrawl(batch, store, crawl), {
      isFlushed: store.flush !== 'never',
    });
  }

  async find(crawlId: string): Promise<CrawlJob | null> {
    const store = await this.directory.openIfPresent();
    return store?.jobOf(crawlId) ?? null;
  }

  async isExpired(crawlId: string): Promise<boolean> {
    const store = await this.directory.openIfPresent();
    return store !== null && store.database.crawls.has(crawlId) && store.find(crawlId) === null;
  }

  checkReady(): Promise<void> {
    return this.directory.checkReady();
  }

  async running(owner: string | null): Promise<CrawlNote[]> {
    const store = await this.directory.openIfPresent();
    return store?.runningOf(owner) ?? [];
  }

  async ofOwner(owner: string): Promise<CrawlNote[]> {
    const store = await this.directory.openIfPresent();
    return store?.notesOf(owner) ?? [];
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

  /** Nobody else is there to hear it. */
  async announceBrowser(): Promise<void> {}

  /** There is no other worker that a page could be left to. */
  async askForBrowser(task: PageTask, { hasBrowser, most }: BrowserWish): Promise<BrowserGrant> {
    const store = await this.directory.open();
    const crawl = store.running.get(task.crawlId);
    const lease = leaseOf(store, task);
    if (!crawl || !lease) return 'nobody'; // what becomes of the page counts no more
    if (!lease.isRendered && crawl.rendered >= most) return 'full';
    if (!hasBrowser) return 'nobody';
    lease.isRendered = true;
    return 'granted';
  }

  async release(task: PageTask, notBeforeMs: number, isRetry: boolean): Promise<boolean> {
    const store = await this.directory.open();
    const crawl = store.running.get(task.crawlId);
    const lease = leaseOf(store, task);
    if (!crawl || !lease || lease.isSettling || crawl.isEnding) return false;
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
  ): Promise<PageOutcome['kind'] | 'lost'> {
    return settleTask(await this.directory.open(), task, outcome, children, facts);
  }

  async finish(
    crawlId: string,
    status: Exclude<CrawlStatus, 'running'>,
    error: string | null,
    retentionMs: number,
    gathered: GatheredData | null = null,
  ): Promise<boolean> {
    const store = await this.directory.open();
    const crawl = store.running.get(crawlId);
    if (!crawl) return false;
    return finishCrawl(store, crawl, { status, error, retentionMs, gathered });
  }

  async reopen(crawlId: string, urls: readonly CrawlUrl[]): Promise<boolean> {
    const store = await this.directory.open();
    const first = urls.slice(0, URLS_A_STEP);
    const isOpen = await store.commits.submit((batch) => reopenCrawl(batch, store, crawlId, first), {
      isUrgent: true,
    });
    if (isOpen) await this.add(crawlId, urls.slice(URLS_A_STEP));
    return isOpen;
  }

  async results(crawlId: string, range: ResultsRange): Promise<CrawlResults> {
    const store = await this.directory.openIfPresent();
    const crawl = store?.find(crawlId);
    if (!store || !crawl) return { pages: [], next: range.from, hasMore: false };
    return readResults(store, crawl, range);
  }

  async failures(crawlId: string): Promise<PageFailure[]> {
    return this.rows(crawlId, 'failures');
  }

  async robotsBlocked(crawlId: string): Promise<string[]> {
    return this.rows(crawlId, 'blocked');
  }

  async records(crawlId: string, from: number, count: number): Promise<PageRecord[]> {
    return this.rows(crawlId, 'records', from, count);
  }

  subscribe(crawlId: string, listener: (change: CrawlChange) => void): () => void {
    return this.listeners.add(crawlId, listener);
  }

  async takeWebhook(_worker: string, leaseMs: number, busy?: BusyReceivers): Promise<WebhookTask | null> {
    const store = await this.directory.openIfPresent();
    return store?.webhooks.take(leaseMs, Date.now(), busy) ?? null;
  }

  async advanceWebhook(
    task: WebhookTask,
    position: number,
    isReleased: boolean,
    retry?: WebhookRetry,
  ): Promise<void> {
    return advanceWebhook(await this.directory.open(), task, { position, isReleased, retry });
  }

  async expire(nowMs: number): Promise<number> {
    const store = await this.directory.openIfPresent();
    return store?.expiry.run(nowMs) ?? 0;
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  /** Writes what is under way and gives the directory back. Everything is refused from then on. */
  close(): Promise<void> {
    return this.directory.close();
  }

  private async rows<T extends 'failures' | 'blocked' | 'records'>(
    crawlId: string,
    table: T,
    from = 0,
    count = Infinity,
  ): Promise<RowOf<T>[]> {
    const store = await this.directory.openIfPresent();
    const crawl = store?.find(crawlId);
    if (!store || !crawl) return [];
    return readRows(store, store.database[table] as Table<RowOf<T>, Key>, crawl.row.n, from, count);
  }
}

type RowOf<T> = T extends 'failures' ? PageFailure : T extends 'records' ? PageRecord : string;

function leaseOf(store: OpenStore, task: PageTask): Lease | undefined {
  return store.running.get(task.crawlId)?.leases.get(task.lease);
}
