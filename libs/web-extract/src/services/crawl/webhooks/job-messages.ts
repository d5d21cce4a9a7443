import type { CrawlJob, CrawlWebhook, PageFailure } from '../../../model/crawl/crawl.js';
import type { Page } from '../../../model/page/page.js';
import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import type { WebhookTask } from '../../../ports/stores/webhook-outbox.port.js';
import type { KeylessJobs } from '../page/keyless-jobs.js';
import type { MessageQueue, MessageSource, SourcedMessage } from './message-source.js';
import type { CrawlNews, NewsPresenter } from './webhook-message.js';

const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

/** Jobs whose failed pages are being reported. */
const MAX_JOBS = 1_000;

/** Messages of jobs: their start, each page, each page that failed, and their end. */
export class JobMessages implements MessageSource {
  /**
   * Failures that were reported, by job. They share the position of the end, which is the only one that is stored: after a restart they are
   * reported again.
   */
  private readonly reported = new Map<string, number>();

  constructor(
    private readonly store: CrawlStore,
    private readonly presenter: NewsPresenter,
    private readonly keyless: KeylessJobs,
  ) {}

  get outbox() {
    return this.store.outbox;
  }

  async open({ crawlId }: WebhookTask): Promise<MessageQueue | null> {
    const job = await this.store.find(crawlId);
    const webhook = job?.request.webhook;
    if (!job || !webhook) return null;
    return {
      owner: job.owner,
      webhook,
      name: `crawl ${job.id}`,
      next: (position) => this.next(job, webhook, position),
      maySend: () => this.keyless.mayGoOn(job),
    };
  }

  private async next(job: CrawlJob, webhook: CrawlWebhook, position: number): Promise<SourcedMessage | null> {
    const news = await this.news(job, webhook, position);
    if (!news) return null;
    if (news.type === 'page-failed') return this.failureMessage(job, webhook, news);
    const isOver = news.type === 'failed' || news.type === 'completed';
    const current = isOver ? ((await this.store.find(job.id)) ?? job) : job; // with its error, or its data
    const body = await this.presenter.present(current, webhook, news);
    return { position: news.position, body, onSent: () => void (isOver && this.reported.delete(job.id)) };
  }

  private async failureMessage(
    job: CrawlJob,
    webhook: CrawlWebhook,
    news: Positioned,
  ): Promise<SourcedMessage> {
    const body = await this.presenter.present(job, webhook, news);
    return { position: news.position, isPart: true, body, onSent: () => this.countReported(job.id) };
  }

  private countReported(id: string): void {
    this.reported.set(id, (this.reported.get(id) ?? 0) + 1);
    if (this.reported.size > MAX_JOBS) this.reported.delete(this.reported.keys().next().value!);
  }

  private async nextFailure({ id }: CrawlJob): Promise<PageFailure | undefined> {
    return (await this.store.results.failures(id, this.reported.get(id) ?? 0, 1))[0];
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
    const failure = wantsPages(job, webhook) ? await this.nextFailure(job) : undefined;
    if (failure) return { type: 'page-failed', failure, position: last };
    const type = now.status === 'completed' ? 'completed' : 'failed';
    return { type, readPages: () => this.allPages(now), position: last };
  }

  /** Pages for a message that contains all of them. Pages above the size limit are available from the API only. */
  private async allPages({ id }: CrawlJob): Promise<readonly Page[]> {
    const all = { from: 0, maxPages: Infinity, maxBytes: MAX_MESSAGE_BYTES };
    return (await this.store.results.pages(id, all)).pages;
  }
}

type Positioned = CrawlNews & { readonly position: number };

/** Extract jobs are reported as a whole. */
const wantsPages = ({ request }: CrawlJob, { events }: CrawlWebhook): boolean =>
  request.kind !== 'extract' && (events === undefined || events.includes('page'));
