import type { CrawlUrl, DiscoveryRule } from '../../model/crawl/crawl.js';

// Stores write the place in these lists: new ones go to the end.
const KINDS: readonly CrawlUrl['kind'][] = ['page', 'sitemaps', 'site', 'search'];
const RULES: readonly DiscoveryRule[] = [
  'seed',
  'link',
  'sitemap',
  'redirect',
  'canonical',
  'remembered',
  'unanswered',
];

export const codeOfKind = (kind: CrawlUrl['kind']): number => KINDS.indexOf(kind);
export const kindOf = (code: number): CrawlUrl['kind'] => KINDS[code] ?? 'page';

export const codeOfRule = (rule: DiscoveryRule): number => RULES.indexOf(rule);
export const ruleOf = (code: number): DiscoveryRule => RULES[code] ?? 'link';
