import type { CrawlRequest } from 'nestjs-web-extract';
import type { OptionValues } from './command';
import { defined, oneOf, texts, wholeNumber } from './read-options';

/** Options about the crawl as a whole. */
export const CRAWL_OPTIONS = {
  limit: { type: 'string' },
  include: { type: 'string', multiple: true },
  exclude: { type: 'string', multiple: true },
  'max-depth': { type: 'string' },
  delay: { type: 'string' },
  'max-concurrency': { type: 'string' },
  'max-pages-per-host': { type: 'string' },
  subdomains: { type: 'boolean' },
  sitemap: { type: 'string' },
  'keep-errors': { type: 'boolean' },
} as const;

/** @throws UsageError */
export function readCrawlOptions(values: OptionValues): Omit<CrawlRequest, 'url' | 'page'> {
  const include = texts(values, 'include');
  const exclude = texts(values, 'exclude');
  const hasPatterns = include.length + exclude.length > 0;
  const sitemap = oneOf(values, 'sitemap', ['include', 'skip', 'only']);
  return defined({
    limit: wholeNumber(values, 'limit', 1),
    patterns: hasPatterns ? ({ syntax: 'regex', include, exclude } as const) : undefined,
    maxDepth: wholeNumber(values, 'max-depth', 0),
    delayMs: wholeNumber(values, 'delay', 0) || undefined,
    maxConcurrency: wholeNumber(values, 'max-concurrency', 1),
    maxPagesPerHost: wholeNumber(values, 'max-pages-per-host', 1),
    scope: values['subdomains'] ? { subdomains: true } : undefined,
    useSitemap: sitemap === 'skip' ? false : undefined,
    skipErrorPages: !values['keep-errors'],
    followLinks: sitemap === 'only' ? false : undefined,
  });
}
