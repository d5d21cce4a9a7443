import { createHmac } from 'node:crypto';
import type { CrawlJob, CrawlWebhook, PageFailure } from '../../../model/crawl/crawl.js';
import type { Page } from '../../../model/page/page.js';

/** Webhook events of a job, in order: start, each page, each page that failed, end. The message of the end may contain all pages. */
export type CrawlNews =
  | { readonly type: 'started' }
  | { readonly type: 'page'; readonly page: Page }
  | { readonly type: 'page-failed'; readonly failure: PageFailure }
  | { readonly type: 'completed' | 'failed'; readonly readPages: () => Promise<readonly Page[]> };

/** Writes messages in the form that their receiver wants. Said by the layers above, which know the forms. */
export abstract class NewsPresenter {
  /** The message of an event; null when the receiver did not ask for it. */
  abstract present(
    job: CrawlJob,
    webhook: CrawlWebhook,
    news: CrawlNews,
  ): object | null | Promise<object | null>;
}

/** Headers of a message: those configured for the receiver, and a signature. */
export function webhookHeaders(
  webhook: Pick<CrawlWebhook, 'url' | 'headers'>,
  body: string,
  secret: string | undefined,
): Record<string, string> {
  const signature = secret === undefined ? null : createHmac('sha256', secret).update(body).digest('hex');
  const own = Object.entries(webhook.headers ?? {}).filter(([name]) => !OURS.has(name.toLowerCase()));
  return {
    ...Object.fromEntries(own),
    'Content-Type': 'application/json',
    ...(signature === null ? {} : signedWith(`sha256=${signature}`)),
  };
}

/** The second name is the one that receivers written for Firecrawl read. */
const signedWith = (signature: string): Record<string, string> => ({
  'X-Web-Extract-Signature': signature,
  'X-Firecrawl-Signature': signature,
});

/** Headers that no receiver may choose. */
const OURS: ReadonlySet<string> = new Set([
  'content-type',
  'x-web-extract-signature',
  'x-firecrawl-signature',
]);
