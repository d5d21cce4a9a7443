import { setTimeout } from 'node:timers/promises';
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
const LANES = 8;

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
    const lane = this.makeRound().catch(() => {}); // the store is out of reach; the next look tries again
    this.lanes.add(lane);
    void lane.then(() => this.lanes.delete(lane));
  }

  /** Serves the crawls that have something to tell, each once. */
  private async makeRound(): Promise<void> {
    const served = new Set<string>();
    while (!this.stop.signal.aborted) {
      const task = await this.store.takeWebhook(this.worker, LEASE_MS);
      if (!task) return;
      await this.serve(task);
      if (served.has(task.crawlId)) return;
      served.add(task.crawlId);
    }
  }

  private async serve(task: WebhookTask): Promise<void> {
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
    for (
      let news = await this.news(job, webhook, position);
      news;
      news = await this.news(job, webhook, position)
    ) {
      const fate = await this.tell(job, webhook, news);
      if (fate === 'stopped') return position;
      position = news.position + 1;
      if (fate === 'given up') return position; // others first, should this receiver be out of order
      await this.store.advanceWebhook(task, position, false);
    }
    return position;
  }

  private async news(job: CrawlJob, webhook: CrawlWebhook, position: number): Promise<Positioned | null> {
    if (position === 0) return { type: 'started', position };
    if (wantsPages(webhook)) {
      const { pages } = await this.store.results(job.id, { from: position - 1, maxPages: 1, maxBytes: 1 });
      if (pages[0]) return { type: 'page', page: pages[0], position };
    }
    const now = await this.store.find(job.id);
    const last = (now?.counters.pages ?? 0) + 1;
    if (!now || now.status === 'running' || position > last) return null;
    if (wantsPages(webhook) && position < last) return null; // a page came in between
    const type = now.status === 'completed' ? 'completed' : 'failed';
    return { type, pages: await this.allPages(now), position: last };
  }

  /** Only the one message of v0 holds them all; what is beyond the bound can be read from the API. */
  private async allPages({ id, request }: CrawlJob): Promise<readonly Page[]> {
    if (request.webhook?.format !== 'v0') return [];
    return (await this.store.results(id, { from: 0, maxPages: Infinity, maxBytes: MAX_V0_BYTES })).pages;
  }

  private async tell(job: CrawlJob, webhook: CrawlWebhook, news: CrawlNews): Promise<Fate> {
    const current = news.type === 'failed' ? ((await this.store.find(job.id)) ?? job) : job; // with its error
    const message = webhookMessage(current, webhook, news, this.options.present[webhook.format ?? 'v1']);
    if (!message) return 'told';
    const body = JSON.stringify(message);
    for (const waitMs of [0, ...RETRY_AFTER_MS]) {
      if (waitMs > 0) await this.pause(waitMs);
      if (this.stop.signal.aborted) return 'stopped';
      if (await this.post(webhook, body)) return 'told';
    }
    if (this.stop.signal.aborted) return 'stopped';
    this.logger.warn(`Webhook ${redactUrl(webhook.url)} did not take a message of crawl ${job.id}; given up`);
    return 'given up';
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

  private async pause(ms: number): Promise<void> {
    await setTimeout(ms, null, { signal: this.stop.signal }).catch(() => {}); // cut short at the end of the process
  }
}

/** What became of a message. `stopped`: it is told after the restart. */
type Fate = 'told' | 'given up' | 'stopped';

type Positioned = CrawlNews & { readonly position: number };

const wantsPages = ({ format, events }: CrawlWebhook): boolean =>
  format !== 'v0' && (events === undefined || events.includes('page'));
