import type { SessionEngine } from '../../sessions/session-engine.js';
import type { RobotsGate } from '../../../web/robots/robots-gate.js';
import type { CrawlScope } from '../../../web/scope/crawl-scope.js';
import { guessedSitemaps } from '../../../web/sitemap/guessed-sitemaps.js';
import { readSitemaps } from '../../../web/sitemap/read-sitemaps.js';
import { authorizationAt } from '../../../web/url/authorization-at.js';
import type { CrawlJob, CrawlRequest, CrawlUrl, PageTask } from '../../../model/crawl/crawl.js';
import type { Fetcher } from '../../../ports/fetcher.port.js';

interface SitemapTools {
  readonly robots: RobotsGate;
  readonly fetcher: Fetcher;
  readonly sessions?: Pick<SessionEngine, 'fetcherFor'>;
}

/** Addresses given at once. */
const BATCH = 1_000;

/** The addresses of a site's sitemaps that belong to a crawl, in parts. */
export async function* sitemapSeeds(
  task: PageTask,
  { request, owner }: CrawlJob,
  scope: CrawlScope,
  { robots, fetcher, sessions }: SitemapTools,
  signal: AbortSignal,
  onDate?: (url: string, lastModified: string) => void,
): AsyncGenerator<CrawlUrl[]> {
  const rules = await robots.rulesFor(task.url, signal, owner);
  const { foundOn: named } = task; // by the start page
  const respects = request.respectRobots !== false;
  const walk = {
    startUrl: task.url,
    owner,
    declared: [...(named === null ? [] : [named]), ...rules.sitemaps],
    guessed: named === null ? guessedSitemaps(rules) : [],
    headersFor: authorizationAt(request.url, authorizationOf(request)),
    ...(onDate ? { onDate } : {}),
    admits: (url: string) => scope.explain(url, { rule: 'sitemap', hops: 1 }).admitted,
    ...(respects ? { beforeHop: (url: string) => robots.check(url, signal, owner) } : {}),
  };
  const files = sessions?.fetcherFor(fetcher, owner, request.page?.session, walk.guessed) ?? fetcher;
  for await (const urls of readSitemaps(files, walk, signal)) {
    const found = urls.flatMap((url) => entryOf(url, scope));
    for (let at = 0; at < found.length; at += BATCH) yield found.slice(at, at + BATCH);
  }
}

/** Authorization of the crawl's pages, which applies to its sitemaps, too. */
function authorizationOf({ page }: CrawlRequest): string | null {
  const headers = Object.entries(page?.headers ?? {});
  return headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? null;
}

function entryOf(url: string, scope: CrawlScope): CrawlUrl[] {
  const { admitted, key, host } = scope.explain(url, { rule: 'sitemap', hops: 1 });
  if (!admitted) return [];
  return [{ kind: 'page', url, key, host, hops: 1, rule: 'sitemap', foundOn: null, variantOf: null }];
}
