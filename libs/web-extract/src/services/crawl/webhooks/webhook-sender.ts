import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { FairSemaphore } from '../../../concurrency/fair-semaphore.js';
import type { CrawlJob, CrawlWebhook } from '../../../model/crawl/crawl.js';
import { jsonBuffer } from '../../../model/json-in-steps.js';
import type { Page } from '../../../model/page/page.js';
import { ResolvedOptions } from '../../../model/options.js';
import { CrawlStore } from '../../../ports/crawl-store.port.js';
import type { WebhookRetry, WebhookTask } from '../../../ports/webhook-outbox.port.js';
import { Fetcher } from '../../../ports/fetcher.port.js';
import { PAUSES_MS } from '../../../model/retry/policies.js';
import { KeylessJobs } from '../page/keyless-jobs.js';
import { newWorkerName } from '../worker/worker-name.js';
import { ReceiverBackoff, type Receiver } from './receiver-backoff.js';
import { NewsPresenter, webhookHeaders, type CrawlNews } from './webhook-message.js';

const TIMEOUT_MS = 10_000;
const LEASE_MS = 120_000;
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
/** Crawls of one owner whose messages are sent side by side; those of one crawl go one after another. */
const LANES = 12;
/** Messages of a crawl that are sent before others have their turn. */
const MESSAGES_A_TURN = 50;

/**
 * Sends the webhook messages of jobs at least once each, without holding up the jobs.
 *
 * A failed message waits in the store for its next try. Lanes are shared by owner; a receiver gets a few at most, and none for a while
 * when it keeps failing. Messages of a job whose owner has lost its last key are dropped.
 */
@Injectable()
export class WebhookSender implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker = newWorkerName();
  private readonly logger = new Logger('WebExtract');
  private readonly stop = new AbortController();
  private readonly places = new FairSemaphore(LANES);
  private readonly rests = new ReceiverBackoff();
  private readonly lanes = new Set<Promise<void>>();
  private looking: Promise<void> | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: CrawlStore,
    private readonly fetcher: Fetcher,
    private readonly presenter: NewsPresenter,
    private readonly keyless: KeylessJobs,
    private readonly options: ResolvedOptions,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.look(), PAUSES_MS.webhookLook);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stop.abort();
    await this.looking;
    await Promise.all(this.lanes);
  }

  private look(): void {
    this.looking ??= this.fillLanes()
      .catch(() => {}) // the store is out of reach; the next look tries again
      .finally(() => (this.looking = null));
  }

  /** Starts a lane for each crawl with pending messages, while its owner is below its share of lanes. */
  private async fillLanes(): Promise<void> {
    while (!this.stop.signal.aborted && !this.places.isFull) {
      const busy = { owners: this.places.sated, receivers: this.rests.busy(performance.now()) };
      const task = await this.store.outbox.take(this.worker, LEASE_MS, busy);
      if (!task) return;
      this.begin(task);
    }
  }

  private begin(task: WebhookTask): void {
    this.places.tryTake(task.owner);
    this.rests.begin(task);
    const lane: Promise<void> = this.serve(task)
      .catch(() => {}) // store unavailable: the lease expires, and another process continues
      .finally(() => {
        this.lanes.delete(lane);
        this.rests.end(task, performance.now());
        this.places.release(task.owner);
        this.look();
      });
    this.lanes.add(lane);
  }

  private async serve(task: WebhookTask): Promise<void> {
    const job = await this.store.find(task.crawlId);
    let stand: Stand = { position: task.position };
    try {
      if (job?.request.webhook) stand = await this.deliver(job, job.request.webhook, task);
    } finally {
      await this.store.outbox.advance(task, stand.position, true, stand.retry);
    }
  }

  /** @returns the first message that is still to be sent */
  private async deliver(job: CrawlJob, webhook: CrawlWebhook, task: WebhookTask): Promise<Stand> {
    let { position, tries } = task;
    for (let sent = 0; sent < MESSAGES_A_TURN; sent++) {
      const news = await this.news(job, webhook, position);
      if (!news) return { position, retry: { tries, waitMs: PAUSES_MS.webhookLook } };
      if (!(await this.keyless.mayGoOn(job))) return { position: Number.MAX_SAFE_INTEGER };
      const isTold = await this.tell(job, webhook, news, task);
      if (!isTold && this.stop.signal.aborted) return { position, retry: { tries, waitMs: 0 } };
      const waitMs = isTold ? null : this.rests.failed(task, tries, performance.now());
      if (waitMs !== null) return { position, retry: { tries: tries + 1, waitMs } };
      position = news.position + 1;
      if (!isTold) return this.giveUp(job, webhook, position);
      tries = 0;
      await this.store.outbox.advance(task, position, false);
    }
    return { position, retry: { tries, waitMs: 0 } };
  }

  /** Others first, should this receiver be out of order. */
  private giveUp({ id }: CrawlJob, { url }: CrawlWebhook, position: number): Stand {
    const { host } = new URL(url); // the path of a webhook is often its secret
    this.logger.warn(`The webhook at ${host} did not take a message of crawl ${id}; given up`);
    return { position };
  }

  private async news(job: CrawlJob, webhook: CrawlWebhook, position: number): Promise<Positioned | null> {
    if (position === 0) return { type: 'started', position };
    if (wantsPages(job, webhook)) {
      const { pages } = await this.store.results.pages(job.id, {
        from: position - 1,
        maxPages: 1,
        maxBytes: 1,
      });
      if (pages[0]) return { type: 'page', page: pages[0], position };
    }
    const now = await this.store.find(job.id);
    const last = (now?.counters.pages ?? 0) + 1;
    if (!now || now.status === 'running' || position > last) return null;
    if (wantsPages(job, webhook) && position < last) return null; // a page came in between
    const type = now.status === 'completed' ? 'completed' : 'failed';
    return { type, readPages: () => this.allPages(now), position: last };
  }

  /** Pages for a message that contains all of them. Pages above the size limit are available from the API only. */
  private async allPages({ id }: CrawlJob): Promise<readonly Page[]> {
    const all = { from: 0, maxPages: Infinity, maxBytes: MAX_MESSAGE_BYTES };
    return (await this.store.results.pages(id, all)).pages;
  }

  /** @returns whether the receiver took the message, or did not ask for it */
  private async tell(
    job: CrawlJob,
    webhook: CrawlWebhook,
    news: CrawlNews,
    receiver: Receiver,
  ): Promise<boolean> {
    const isOver = news.type === 'failed' || news.type === 'completed';
    const current = isOver ? ((await this.store.find(job.id)) ?? job) : job; // with its error, or its data
    const message = await this.presenter.present(current, webhook, news);
    if (!message) return true;
    const isTold = await this.post(job.owner, webhook, (await jsonBuffer(message)).toString());
    if (isTold) this.rests.succeeded(receiver);
    return isTold;
  }

  private async post(owner: string, webhook: CrawlWebhook, body: string): Promise<boolean> {
    try {
      const headers = webhookHeaders(webhook, body, this.options.webhookSecret);
      const { statusCode } = await this.fetcher.fetch(
        {
          url: webhook.url,
          owner,
          post: body,
          headers,
          timeoutMs: TIMEOUT_MS,
          retry: false,
          maxBytes: 65_536,
          onTooLarge: 'truncate',
        },
        this.stop.signal,
      );
      return statusCode < 300;
    } catch {
      return false; // the next attempt or the final warning reports the failure
    }
  }
}

/** Delivery position of a crawl. */
interface Stand {
  /** The first message that is not. */
  readonly position: number;
  readonly retry?: WebhookRetry;
}

type Positioned = CrawlNews & { readonly position: number };

/** Extract jobs are reported as a whole. */
const wantsPages = ({ request }: CrawlJob, { events }: CrawlWebhook): boolean =>
  request.kind !== 'extract' && (events === undefined || events.includes('page'));
