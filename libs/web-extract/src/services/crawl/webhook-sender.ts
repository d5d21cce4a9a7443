import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { CrawlJob, CrawlWebhook } from '../../model/crawl.js';
import type { Page } from '../../model/page.js';
import { redactUrl } from '../../model/redact-url.js';
import type { CrawlStore, WebhookTask } from '../../ports/crawl-store.port.js';
import type { Fetcher } from '../../ports/fetcher.port.js';
import { newWorkerName } from './crawl-share.js';
import { webhookHeaders, webhookMessage, type CrawlNews, type PresentPage } from './webhook-message.js';

export interface WebhookSenderOptions {
  readonly secret: string | undefined;
  /** How each API version writes a page. */
  readonly present: Readonly<Record<'v0' | 'v1', PresentPage>>;
}

const TIMEOUT_MS = 10_000;
/** Waiting times before the tries after the first. */
const RETRY_AFTER_MS = [1_000, 5_000, 25_000];
const LOOK_FOR_WORK_MS = 1_000;
const LEASE_MS = 120_000;
const MAX_V0_BYTES = 32 * 1024 * 1024;
/** Crawls whose messages are sent side by side; those of one crawl go one after another. */
const LANES = 4;

/** Sends the messages of crawls, at least once each, whatever the receiver does to the time it takes. Never holds up a crawl. */
export class WebhookSender implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker = newWorkerName();
  private readonly logger = new Logger('WebExtract');
  private readonly stop = new AbortController();
  private readonly lanes = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: CrawlStore,
    private readonly fetcher: Fetcher,
    private readonly options: WebhookSenderOptions,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.look(), LOOK_FOR_WORK_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stop.abort();
    await Promise.all(this.lanes);
  }

  private look(): void {
    if (this.lanes.size >= LANES) return;
    const lane = this.deliverOne().catch(() => {}); // the store is out of reach; the next look tries again
    this.lanes.add(lane);
    void lane.then(() => this.lanes.delete(lane));
  }

  private async deliverOne(): Promise<void> {
    const task = await this.store.takeWebhook(this.worker, LEASE_MS);
    if (!task) return;
    const job = await this.store.find(task.crawlId);
    let position = task.position;
    try {
      if (job?.request.webhook) position = await this.deliver(job, job.request.webhook, task);
    } finally {
      await this.store.advanceWebhook(task, position, true);
    }
  }

  /** @returns the position of the first message that is still to be sent */
  private async deliver(job: CrawlJob, webhook: CrawlWebhook, task: WebhookTask): Promise<number> {
    let { position } = task;
    for (let news = await this.news(job, position); news; news = await this.news(job, position)) {
      if (!(await this.tell(job, webhook, news))) return position;
      await this.store.advanceWebhook(task, ++position, false);
    }
    return position;
  }

  private async news(job: CrawlJob, position: number): Promise<CrawlNews | null> {
    if (position === 0) return { type: 'started' };
    const { pages } = await this.store.results(job.id, { from: position - 1, maxPages: 1, maxBytes: 1 });
    if (pages[0]) return { type: 'page', page: pages[0] };
    const now = await this.store.find(job.id);
    if (!now || now.status === 'running' || position !== now.counters.pages + 1) return null;
    return { type: now.status === 'completed' ? 'completed' : 'failed', pages: await this.allPages(now) };
  }

  /** Only the one message of v0 holds them all; what is beyond the bound can be read from the API. */
  private async allPages({ id, request }: CrawlJob): Promise<readonly Page[]> {
    if (request.webhook?.format !== 'v0') return [];
    return (await this.store.results(id, { from: 0, maxPages: Infinity, maxBytes: MAX_V0_BYTES })).pages;
  }

  /** @returns false when it was not delivered because the process stops */
  private async tell(job: CrawlJob, webhook: CrawlWebhook, news: CrawlNews): Promise<boolean> {
    const current = news.type === 'failed' ? ((await this.store.find(job.id)) ?? job) : job; // with its error
    const message = webhookMessage(current, webhook, news, this.options.present[webhook.format ?? 'v1']);
    if (!message) return true;
    const body = JSON.stringify(message);
    for (const waitMs of [0, ...RETRY_AFTER_MS]) {
      if (waitMs > 0) await this.pause(waitMs);
      if (this.stop.signal.aborted) return false;
      if (await this.post(webhook, body)) return true;
    }
    this.logger.warn(`Webhook ${redactUrl(webhook.url)} did not take a message of crawl ${job.id}; given up`);
    return true;
  }

  private async post(webhook: CrawlWebhook, body: string): Promise<boolean> {
    try {
      const headers = webhookHeaders(webhook, body, this.options.secret);
      const { statusCode } = await this.fetcher.fetch(
        {
          url: webhook.url,
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
      return false; // whatever it was, the next try or the warning says it
    }
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.stop.signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    });
  }
}
