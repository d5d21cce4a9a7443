import type { CrawlRequest } from '../../model/crawl/crawl.js';
import { toWebhook } from '../jobs/webhook.js';
import type { BodyPaths } from '../errors/body-paths.js';
import type { CrawlBodyV0, CrawlerOptionsV0 } from './dto/crawl-body.v0.js';
import { toExtraction, toPageOptions, BODY_PATHS } from './scrape.requests.js';

const TIMEOUT_MS = 60_000;

/** Body fields of the request. */
export function wireNamesOf({ crawlerOptions, webhook }: CrawlBodyV0): BodyPaths {
  const limit = crawlerOptions?.limit === undefined ? 'maxCrawledLinks' : 'limit';
  return {
    ...BODY_PATHS,
    'patterns.include': 'crawlerOptions.includes',
    'patterns.exclude': 'crawlerOptions.excludes',
    limit: `crawlerOptions.${limit}`,
    maxDepth: 'crawlerOptions.maxDepth',
    'webhook.url': typeof webhook === 'string' ? 'webhook' : 'webhook.url',
  };
}

/** @param webhookUrl of the host, for requests that name no webhook */
export function toCrawlRequest(body: CrawlBodyV0, webhookUrl?: string): CrawlRequest {
  const { crawlerOptions: options = {}, pageOptions = {}, webhook = webhookUrl } = body;
  const limit = options.limit ?? options.maxCrawledLinks;
  const extraction = toExtraction(body.extractorOptions);
  return {
    url: body.url,
    page: {
      ...toPageOptions(pageOptions, extraction && { ...extraction, onFailure: 'warn' }),
      timeoutMs: TIMEOUT_MS,
    },
    patterns: {
      syntax: 'path',
      include: toPatterns(options.includes),
      exclude: toPatterns(options.excludes),
    },
    scope: {
      entireDomain: options.allowBackwardCrawling ?? false,
      externalLinks: options.allowExternalContentLinks ?? false,
    },
    useSitemap: !(options.ignoreSitemap ?? false),
    ...(limit === undefined ? {} : { limit }),
    ...(options.maxDepth === undefined ? {} : { maxDepth: options.maxDepth }),
    ...(webhook === undefined ? {} : { webhook: toWebhook(webhook, 'v0') }),
    presentation: toPresentation(body),
  };
}

/** Submission options that affect the status response. */
function toPresentation({ crawlerOptions, pageOptions }: CrawlBodyV0): Record<string, boolean> {
  return {
    onlyUrls: crawlerOptions?.returnOnlyUrls ?? false,
    markdown: pageOptions?.includeMarkdown ?? true,
  };
}

/** A list of patterns, or one string of them parted by commas. */
function toPatterns(patterns: CrawlerOptionsV0['includes']): string[] {
  const list = typeof patterns === 'string' ? patterns.split(',') : (patterns ?? []);
  return list.map((pattern) => pattern.trim());
}
