import { TimeSlice } from '../../../engine/time-slice.js';
import type { CrawlScope, KnownUrls } from '../../../engine/scope/crawl-scope.js';
import type { CrawlUrl, PageTask } from '../../../model/crawl.js';
import type { PageLink, PageMetadata } from '../../../model/page.js';

/** The links of a page that enter the crawl, and how many each rule refused. */
export interface Children {
  readonly urls: readonly CrawlUrl[];
  readonly refused: Readonly<Record<string, number>>;
}

/** Decides about each link of a page, in slices: patterns may make it long. */
export async function childrenOf(
  task: PageTask,
  pageUrl: string,
  anchors: readonly PageLink[],
  metadata: PageMetadata,
  scope: CrawlScope,
  known: KnownUrls = {},
): Promise<Children> {
  const isPageNofollow = /\b(nofollow|none)\b/i.test(metadata.robots ?? '');
  const urls: CrawlUrl[] = [];
  const refused: Record<string, number> = {};
  const hops = task.hops + 1;
  const slice = new TimeSlice();
  for (const { url, nofollow } of anchors) {
    if (slice.isOver) await slice.pass();
    const verdict = scope.explain(url, { rule: 'link', hops, nofollow: nofollow || isPageNofollow }, known);
    if (verdict.admitted) {
      const { key, host, variantOf } = verdict;
      urls.push({ kind: 'page', url, key, host, hops, rule: 'link', foundOn: pageUrl, variantOf });
    } else {
      refused[verdict.rule] = (refused[verdict.rule] ?? 0) + 1;
    }
  }
  return { urls, refused };
}

/** The task of reading a site's sitemaps: addresses come from it as from a page. */
export function sitemapsTask(pageUrl: string): CrawlUrl {
  const { origin, host, protocol, port } = new URL(pageUrl);
  return {
    kind: 'sitemaps',
    url: pageUrl,
    key: `sitemaps of ${origin}`,
    host: port === '' ? `${host}:${protocol === 'https:' ? 443 : 80}` : host,
    hops: 0,
    rule: 'sitemap',
    foundOn: null,
    variantOf: null,
  };
}
