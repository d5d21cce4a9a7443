import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import type { CrawlJob, CrawlNote, CrawlStatus, CrawlUrl } from '../../model/crawl/crawl.js';
import type { MergedData } from '../../model/extraction/merging.js';
import {
  CrawlStore,
  type CrawlChange,
  type CreateResult,
  type NewCrawl,
} from '../../ports/stores/crawl-store.port.js';
import { Listeners } from '../crawl-store/listeners.js';
import { URLS_A_STEP } from './crawl/frontier/add-urls.js';
import { createCrawl } from './crawl/create-crawl.js';
import { finishCrawl } from './crawl/finish-crawl.js';
import { LmdbFrontier } from './lmdb.frontier.js';
import { LmdbResultSegments } from './lmdb.result-segments.js';
import { LmdbResultStore } from './lmdb.result-store.js';
import { LmdbWebhookOutbox } from './lmdb.webhook-outbox.js';
import { keepUntil } from './crawl/keep-until.js';
import { reopenCrawl } from './crawl/reopen-crawl.js';
import { StoreDirectory, type LmdbStoreOptions } from './storage/store-directory.js';

/**
 * Runs crawls in one process without further installation: LMDB in a directory that this process owns.
 *
 * Opens at the first crawl, or at application start if the directory contains a store. Resolved writes survive the
 * death of the
 * process. A new crawl also survives a power loss; some of the last pages may be fetched again.
 */
@Injectable()
export class LmdbCrawlStore
  extends CrawlStore
  implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown
{
  readonly isShared = false;
  readonly frontier: LmdbFrontier;
  readonly results: LmdbResultStore;
  readonly outbox: LmdbWebhookOutbox;
  /** Null without a `dataDir`: crawls end with the process, and their objects would stay behind. */
  override readonly segments: LmdbResultSegments | null;
  private readonly listeners = new Listeners();
  private readonly directory: StoreDirectory;

  constructor(options: LmdbStoreOptions = {}) {
    super();
    this.directory = new StoreDirectory(options, this.listeners);
    this.frontier = new LmdbFrontier(this.directory, this.listeners);
    this.segments = options.dataDir === undefined ? null : new LmdbResultSegments(this.directory);
    this.results = new LmdbResultStore(this.directory, this.segments);
    this.outbox = new LmdbWebhookOutbox(this.directory);
  }

  /** A directory that cannot be used ends the start. @throws DataDirError */
  async onModuleInit(): Promise<void> {
    await this.directory.start();
  }

  onApplicationBootstrap(): void {
    this.directory.prepare().catch(() => {}); // not awaited; the first crawl reports errors
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

  async finish(
    crawlId: string,
    status: Exclude<CrawlStatus, 'running'>,
    error: string | null,
    retentionMs: number,
    gathered: MergedData | null = null,
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
    if (isOpen) await this.frontier.add(crawlId, urls.slice(URLS_A_STEP));
    return isOpen;
  }

  override async keepUntil(crawlId: string, expiresAt: number): Promise<boolean> {
    const store = await this.directory.open();
    return store.commits.submit((batch) => keepUntil(batch, store, crawlId, expiresAt), { isUrgent: true });
  }

  subscribe(crawlId: string, listener: (change: CrawlChange) => void): () => void {
    return this.listeners.add(crawlId, listener);
  }

  async expire(nowMs: number): Promise<number> {
    const store = await this.directory.openIfPresent();
    return store?.expiry.run(nowMs) ?? 0;
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  /** Completes running writes and releases the directory. All later calls are rejected. */
  close(): Promise<void> {
    return this.directory.close();
  }
}
