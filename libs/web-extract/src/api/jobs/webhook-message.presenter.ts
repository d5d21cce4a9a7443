import type { CrawlJob, CrawlWebhook, PageFailure } from '../../model/crawl/crawl.js';
import type { MergedData } from '../../model/extraction/merging.js';
import type { ApiVersion } from '../../model/options.js';
import type { Page } from '../../model/page/page.js';
import type { CrawlNews, NewsPresenter } from '../../services/crawl/webhooks/webhook-message.js';

/** Writes a page as a message carries it; each API version has its own form. */
type PresentPage = (page: Page, job: CrawlJob) => object;

/** @param present of the pages of each version */
export const newsPresenter = (present: Readonly<Record<ApiVersion, PresentPage>>): NewsPresenter => ({
  present: (job, webhook, news) => messageOf(job, webhook, news, present[formatOf(webhook)]),
});

/** Hosts may name a version; where they name none, or one that does not exist, it is v1. */
const formatOf = ({ format }: CrawlWebhook): ApiVersion =>
  format === 'v0' || format === 'v2' ? format : 'v1';

/** The message of one event; null when the receiver did not ask for it. */
function messageOf(
  job: CrawlJob,
  webhook: CrawlWebhook,
  news: CrawlNews,
  present: PresentPage,
): object | null | Promise<object | null> {
  if (webhook.format === 'v0') return messageV0(job, news, present);
  const event = news.type === 'page-failed' ? 'page' : news.type;
  if (webhook.events && !webhook.events.includes(event)) return null;
  return {
    success: news.type !== 'failed' && news.type !== 'page-failed',
    type: `${TYPES[job.request.kind ?? 'crawl']}.${event}`,
    id: job.id,
    data: dataOf(job, news, present),
    metadata: webhook.metadata ?? {},
    ...(news.type === 'failed' ? { error: job.error ?? 'Crawl was cancelled' } : {}),
    ...(news.type === 'page-failed' ? { error: news.failure.message } : {}),
  };
}

const TYPES = { crawl: 'crawl', batch: 'batch_scrape', extract: 'extract' } as const;

function dataOf(job: CrawlJob, news: CrawlNews, present: PresentPage): object[] {
  if (news.type === 'page') return [present(news.page, job)];
  if (news.type === 'page-failed') return [failedPage(news.failure)];
  return news.type === 'completed' && job.gathered ? [extractedData(job, job.gathered)] : [];
}

/** A page that is not there, under the names of a page. */
function failedPage({ url, code, message }: PageFailure): object {
  return { metadata: { sourceURL: url, url, error: message, code } };
}

/** The result of an extract job. */
function extractedData({ id, request, counters }: CrawlJob, { data, sources }: MergedData): object {
  return {
    success: true,
    extractId: id,
    data,
    totalUrlsScraped: counters.pages,
    ...(request.presentation?.['sources'] ? { sources } : {}),
  };
}

/** v0 knows one message, at the end, with everything. */
async function messageV0(job: CrawlJob, news: CrawlNews, present: PresentPage): Promise<object | null> {
  if (news.type === 'started' || news.type === 'page' || news.type === 'page-failed') return null;
  const pages = await news.readPages();
  return {
    success: news.type === 'completed',
    jobId: job.id,
    data: pages.map((page) => present(page, job)),
    ...(news.type === 'failed' ? { error: job.error ?? 'Crawl was cancelled' } : {}),
  };
}
