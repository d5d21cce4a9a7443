import type { CrawlPatterns, CrawlRequest } from '../../../model/crawl/crawl.js';
import { defined } from '../../defined.js';
import { zeroRetention } from '../../jobs/zero-retention.js';
import { toWebhook } from '../../jobs/webhook.js';
import { prefixPath, type BodyPaths } from '../../errors/body-paths.js';
import type { CrawlBodyV1, CrawlerOptionsV1 } from '../dto/crawl-body.v1.js';
import { fieldsOf } from '../extraction/extraction.requests.js';
import { toPageOptions, warningsOf, wireNamesOf } from '../pages/scrape.requests.js';

/** A crawl body as the services understand it, with what could not be carried over. */
interface ParsedCrawlBody {
  readonly request: CrawlRequest;
  readonly warnings: readonly string[];
  /** Body fields of the request. */
  readonly names: BodyPaths;
}

/** @throws InvalidRequestError where fields contradict each other */
export function parseCrawlBody(body: CrawlBodyV1): ParsedCrawlBody {
  const { scrapeOptions = {} } = body;
  const warnings = warningsOf(scrapeOptions).map((warning) => `scrapeOptions: ${warning}`);
  return { request: toCrawlRequest(body), warnings, names: namesOf(body) };
}

function namesOf({ scrapeOptions = {}, crawlerOptions = {}, webhook, ...top }: CrawlBodyV1): BodyPaths {
  const place = (field: keyof CrawlerOptionsV1): string =>
    top[field] === undefined && crawlerOptions[field] !== undefined ? `crawlerOptions.${field}` : field;
  const page = Object.entries(wireNamesOf(scrapeOptions)).map(([name, wire]) => [
    name,
    `scrapeOptions.${wire}`,
  ]);
  return {
    ...Object.fromEntries(page),
    'patterns.include': place('includePaths'),
    'patterns.exclude': place('excludePaths'),
    delayMs: 'delay',
    'webhook.url': typeof webhook === 'string' ? 'webhook' : 'webhook.url',
  };
}

function toCrawlRequest(body: CrawlBodyV1): CrawlRequest {
  const options = withAliases(body);
  const { limit, maxDepth, maxDiscoveryDepth, delay, maxConcurrency, webhook } = body;
  return {
    url: body.url,
    page: toCrawledPage(body),
    patterns: toPatterns(options, body.regexOnFullURL ?? false),
    scope: {
      entireDomain: body.crawlEntireDomain ?? options.allowBackwardLinks ?? false,
      subdomains: body.allowSubdomains ?? false,
      externalLinks: options.allowExternalLinks ?? false,
      ignoreQuery: body.ignoreQueryParameters ?? false,
      deduplicateSimilar: body.deduplicateSimilarURLs ?? true,
    },
    useSitemap: !(options.ignoreSitemap ?? false),
    followDocumentLinks: body.followDocumentLinks ?? false,
    respectRobots: !(body.ignoreRobotsTxt ?? false),
    ...defined({ limit: limit ?? options.limit, maxDepth: maxDepth ?? options.maxDepth, maxDiscoveryDepth }),
    ...defined({ delayMs: delay ? delay * 1000 : undefined, maxConcurrency }),
    ...zeroRetention(body.zeroDataRetention),
    ...defined({ skipErrorPages: body.skipErrorPages, keepResponses: body.storeResponses }),
    ...defined({ maxPagesPerHost: body.maxPagesPerHost, order: body.order }),
    ...(webhook === undefined ? {} : { webhook: toWebhook(webhook, 'v1') }),
    presentation: { ...fieldsOf(body.scrapeOptions ?? {}) },
  };
}

/** In a crawl a failed extraction is a warning of its page, never the end of it. */
function toCrawledPage({ scrapeOptions = {} }: CrawlBodyV1): NonNullable<CrawlRequest['page']> {
  const page = prefixPath('scrapeOptions', () => toPageOptions(scrapeOptions));
  return page.extraction ? { ...page, extraction: { ...page.extraction, onFailure: 'warn' } } : page;
}

/** Top-level fields win over those of `crawlerOptions`. */
function withAliases(body: CrawlBodyV1): CrawlerOptionsV1 {
  const { includePaths, excludePaths, ignoreSitemap, allowBackwardLinks, allowExternalLinks } = body;
  const top = { includePaths, excludePaths, ignoreSitemap, allowBackwardLinks, allowExternalLinks };
  return { ...body.crawlerOptions, ...defined(top) };
}

function toPatterns(options: CrawlerOptionsV1, onWholeUrl: boolean): CrawlPatterns {
  return {
    syntax: 'regex',
    include: options.includePaths ?? [],
    exclude: options.excludePaths ?? [],
    onWholeUrl,
  };
}
