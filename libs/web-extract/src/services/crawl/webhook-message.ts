import { createHmac } from 'node:crypto';
import type { CrawlJob, CrawlWebhook } from '../../model/crawl.js';
import type { Page } from '../../model/page.js';

/** What happened, in the order it is told: the beginning, each page, the end. */
export type CrawlNews =
  | { readonly type: 'started' }
  | { readonly type: 'page'; readonly page: Page }
  | { readonly type: 'completed' | 'failed'; readonly pages: readonly Page[] };

/** Writes a page as a message carries it; each API version has its own form. */
export type PresentPage = (page: Page, job: CrawlJob) => object;

/** The message of one event; null when the receiver did not ask for it. */
export function webhookMessage(
  job: CrawlJob,
  webhook: CrawlWebhook,
  news: CrawlNews,
  present: PresentPage,
): object | null {
  if (webhook.format === 'v0') return messageV0(job, news, present);
  if (webhook.events && !webhook.events.includes(news.type)) return null;
  return {
    success: news.type !== 'failed',
    type: `${job.request.kind === 'batch' ? 'batch_scrape' : 'crawl'}.${news.type}`,
    id: job.id,
    data: news.type === 'page' ? [present(news.page, job)] : [],
    metadata: webhook.metadata ?? {},
    ...(news.type === 'failed' ? { error: job.error ?? 'Crawl was cancelled' } : {}),
  };
}

/** v0 knows one message, at the end, with everything. */
function messageV0(job: CrawlJob, news: CrawlNews, present: PresentPage): object | null {
  if (news.type === 'started' || news.type === 'page') return null;
  return {
    success: news.type === 'completed',
    jobId: job.id,
    data: news.pages.map((page) => present(page, job)),
    ...(news.type === 'failed' ? { error: job.error ?? 'Crawl was cancelled' } : {}),
  };
}

/** Headers of a message: the receiver's own, and a signature by which it knows the sender. */
export function webhookHeaders(
  webhook: CrawlWebhook,
  body: string,
  secret: string | undefined,
): Record<string, string> {
  const signature = secret === undefined ? null : createHmac('sha256', secret).update(body).digest('hex');
  const own = Object.entries(webhook.headers ?? {}).filter(([name]) => !OURS.has(name.toLowerCase()));
  return {
    ...Object.fromEntries(own),
    'Content-Type': 'application/json',
    ...(signature === null ? {} : { 'X-Web-Extract-Signature': `sha256=${signature}` }),
  };
}

/** Headers that no receiver may choose. */
const OURS: ReadonlySet<string> = new Set(['content-type', 'x-web-extract-signature']);
