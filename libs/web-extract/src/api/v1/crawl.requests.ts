import type { CrawlPatterns, CrawlRequest } from '../../model/crawl.js';
import { toWebhook } from '../webhook.js';
import type { CrawlBodyV1, CrawlerOptionsV1 } from './dto/crawl-body.v1.js';
import { toPageOptions } from './scrape.requests.js';

export function toCrawlRequest(body: CrawlBodyV1): CrawlRequest {
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
    respectRobots: !(body.ignoreRobotsTxt ?? false),
    ...defined({ limit: limit ?? options.limit, maxDepth: maxDepth ?? options.maxDepth, maxDiscoveryDepth }),
    ...defined({ delayMs: delay === undefined ? undefined : delay * 1000, maxConcurrency }),
    ...(webhook === undefined ? {} : { webhook: toWebhook(webhook, 'v1') }),
  };
}

/** In a crawl a failed extraction is a warning of its page, never the end of it. */
function toCrawledPage({ scrapeOptions = {} }: CrawlBodyV1): NonNullable<CrawlRequest['page']> {
  const page = toPageOptions(scrapeOptions);
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
    include: withoutEmpty(options.includePaths),
    exclude: withoutEmpty(options.excludePaths),
    onWholeUrl,
  };
}

/** An empty pattern is no rule. */
const withoutEmpty = (patterns: readonly string[] = []): string[] =>
  patterns.filter((pattern) => pattern !== '');

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

function defined<T extends object>(values: T): Defined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
}
