import type { CrawlRequest } from '../../../model/crawl/crawl.js';
import { defined } from '../../defined.js';
import { zeroRetention } from '../../jobs/zero-retention.js';
import { toWebhook } from '../../jobs/webhook.js';
import { prefixPath, type BodyPaths } from '../../errors/body-paths.js';
import type { CrawlBodyV2 } from '../dto/crawl-body.v2.js';
import { unsupportedOptions } from '../pages/parsers.js';
import { oneSession } from '../pages/one-session.js';
import { parsePageOptions, BODY_PATHS, type ParsedPageOptions } from '../pages/scrape.requests.js';

/** A crawl body as the services understand it, with what could not be carried over. */
interface ParsedCrawlBody {
  readonly request: CrawlRequest;
  readonly warnings: readonly string[];
  /** Body fields of the request. */
  readonly names: BodyPaths;
}

/** Without a path of its own, a depth in segments has no word in v2: only hops count. */
const ANY_DEPTH = Number.MAX_SAFE_INTEGER;

/**
 * @param body includes the options generated from its prompt
 * @throws InvalidRequestError where fields contradict each other; NotSupportedError, UnsupportedFormatError,
 * NotConfiguredError
 */
export function parseCrawlBody(body: CrawlBodyV2): ParsedCrawlBody {
  const { scrapeOptions = {}, robotsUserAgent } = body;
  const wish = prefixPath('scrapeOptions', () =>
    parsePageOptions({
      ...scrapeOptions,
      ...defined({ lockdown: body.lockdown || scrapeOptions.lockdown, session: oneSession(body) }),
    }),
  );
  return {
    request: toCrawlRequest(body, wish),
    warnings: [
      ...wish.warnings.map((warning) => `scrapeOptions: ${warning}`),
      ...(robotsUserAgent === undefined ? [] : ['robotsUserAgent is not allowed here']),
    ],
    names: namesOf(body),
  };
}

function namesOf({ webhook }: CrawlBodyV2): BodyPaths {
  const page = Object.entries(BODY_PATHS).map(([name, wire]) => [name, `scrapeOptions.${wire}`]);
  return {
    ...Object.fromEntries(page),
    'patterns.include': 'includePaths',
    'patterns.exclude': 'excludePaths',
    delayMs: 'delay',
    'webhook.url': typeof webhook === 'string' ? 'webhook' : 'webhook.url',
  };
}

function toCrawlRequest(body: CrawlBodyV2, { page, fields }: ParsedPageOptions): CrawlRequest {
  const { url, limit, maxDiscoveryDepth, delay, maxConcurrency, webhook, sitemap = 'include' } = body;
  const { extraction } = page;
  return {
    url,
    // in a crawl a failed extraction is a warning of its page, never the end of it
    page: extraction ? { ...page, extraction: { ...extraction, onFailure: 'warn' } } : page,
    patterns: {
      syntax: 'regex',
      include: body.includePaths ?? [],
      exclude: body.excludePaths ?? [],
      onWholeUrl: body.regexOnFullURL ?? false,
    },
    scope: {
      entireDomain: body.crawlEntireDomain ?? false,
      subdomains: body.allowSubdomains ?? false,
      externalLinks: body.allowExternalLinks ?? false,
      ignoreQuery: body.ignoreQueryParameters ?? false,
      deduplicateSimilar: body.deduplicateSimilarURLs ?? true,
    },
    maxDepth: ANY_DEPTH,
    useSitemap: sitemap !== 'skip',
    followLinks: sitemap !== 'only',
    followDocumentLinks: body.followDocumentLinks ?? false,
    respectRobots: !(body.ignoreRobotsTxt ?? false),
    ...defined({ limit, maxDiscoveryDepth, maxConcurrency, cookies: body.cookies }),
    ...defined({ delayMs: delay ? delay * 1000 : undefined }),
    ...zeroRetention(body.zeroDataRetention || body.scrapeOptions?.zeroDataRetention),
    ...defined({ skipErrorPages: body.skipErrorPages, keepResponses: body.storeResponses }),
    ...defined({ maxPagesPerHost: body.maxPagesPerHost, order: body.order }),
    ...(webhook === undefined ? {} : { webhook: toWebhook(webhook, 'v2') }),
    presentation: {
      json: fields.json,
      markdown: fields.markdown,
      ...unsupportedOptions(body.scrapeOptions?.parsers),
    },
  };
}
