import { Inject, Injectable } from '@nestjs/common';
import { withDeadline } from '../../../concurrency/with-deadline.js';
import type { Fetcher } from '../../../ports/fetcher.port.js';
import { MeteredFetcher } from '../../usage/metered-ports.js';
import { readFeedDate } from '../../../pipeline/freshness/feed-date.js';
import { RobotsGate } from '../../../web/robots/robots-gate.js';
import { urlKey } from '../../../web/scope/url-key.js';
import { feedLinks } from '../../../web/sitemap/feed-links.js';
import { readSitemaps } from '../../../web/sitemap/read-sitemaps.js';
import { parseUrl } from '../../../web/url/parse-url.js';
import { KEPT, kept } from '../../../model/kept.js';

/** Sites of one check that are asked; those with the most pages. */
const MAX_SITES = 10;
const MAX_FEEDS = 3;
const SITES_AT_ONCE = 3;
/** Time for all sites of a check. */
const DEADLINE_MS = 30_000;
const LIMITS = {
  maxFiles: 10, maxUrls: 50_000, maxDepth: 2, maxFileBytes: 10 * 1024 * 1024, fileTimeoutMs: 10_000, timeoutMs: 15_000,
} as const; // prettier-ignore
/** Start pages name their feeds in their head. */
const START_PAGE = { maxBytes: 256 * 1024, timeoutMs: 10_000, onTooLarge: 'truncate' } as const;
const FEEDS_KNOWN_MS = 86_400_000;
const MAX_KNOWN_SITES = KEPT.siteFeeds.most;
/** A site that names more of its pages than this has dates of its builds, not of its changes. */
const MAX_NAMED = { pages: 10, share: 0.2 };

/** A page with its last visit. */
export interface VisitedPage {
  readonly url: string;
  readonly lastAt: number;
}

interface Site {
  readonly origin: string;
  /** Pages by key. */
  readonly pages: ReadonlyMap<string, VisitedPage>;
}

/** Reads the sitemaps and feeds of sites, to find pages that have changed since their last visit. */
@Injectable()
export class SiteNews {
  private readonly feeds = kept(
    'siteFeeds',
    new Map<string, { readonly urls: readonly string[]; readonly untilMs: number }>(),
  );

  constructor(
    private readonly robots: RobotsGate,
    @Inject(MeteredFetcher) private readonly fetcher: Fetcher,
  ) {}

  /**
   * Returns the URLs of pages that a sitemap or feed of their site dates after their last visit. Sites that cannot be read in time name none.
   * @throws the reason of the signal
   */
  async changed(
    pages: readonly VisitedPage[],
    owner: string,
    signal: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    const named = new Set<string>();
    const late = new Error('the time for sitemaps is over');
    const queue = sitesOf(pages);
    const lane = async (under: AbortSignal) => {
      for (let site = queue.shift(); site; site = queue.shift())
        for (const url of await this.read(site, owner, under)) named.add(url);
    };
    const read = (under: AbortSignal) =>
      Promise.all(Array.from({ length: SITES_AT_ONCE }, () => lane(under)));
    await withDeadline(DEADLINE_MS, signal, () => late, read).catch((error: unknown) => {
      if (error !== late) throw error;
    });
    return named;
  }

  private read(site: Site, owner: string, signal: AbortSignal): Promise<readonly string[]> {
    return this.namedBy(site, owner, signal).catch(() => {
      signal.throwIfAborted();
      return []; // as a site without dates
    });
  }

  private async namedBy(
    { origin, pages }: Site,
    owner: string,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const named = new Set<string>();
    const now = Date.now();
    const note = (url: string, date: string) => {
      const page = pages.get(urlKey(url));
      const atMs = page ? readFeedDate(date) : null;
      if (page && atMs !== null && atMs > page.lastAt && atMs <= now) named.add(page.url);
    };
    const { sitemaps } = await this.robots.rulesFor(origin, signal, owner);
    const walk = {
      startUrl: origin,
      owner,
      declared: [...(await this.feedsOf(origin, owner, signal)), ...sitemaps],
      limits: LIMITS,
      admits: (url: string) => pages.has(urlKey(url)),
      beforeHop: (url: string) => this.robots.check(url, signal, owner),
      onDate: note,
      onPublished: note,
    };
    for await (const _ of readSitemaps(this.fetcher, walk, signal));
    const isBuild = named.size > MAX_NAMED.pages && named.size > MAX_NAMED.share * pages.size;
    return isBuild ? [] : [...named];
  }

  /** Feeds that the start page of a site names; asked once a day. */
  private async feedsOf(origin: string, owner: string, signal: AbortSignal): Promise<readonly string[]> {
    const name = `${owner} ${origin}`;
    const known = this.feeds.get(name);
    if (known && known.untilMs > Date.now()) return known.urls;
    const urls = await this.readFeeds(origin, owner, signal);
    this.feeds.delete(name);
    this.feeds.set(name, { urls, untilMs: Date.now() + FEEDS_KNOWN_MS });
    if (this.feeds.size > MAX_KNOWN_SITES) this.feeds.delete(this.feeds.keys().next().value!);
    return urls;
  }

  private async readFeeds(origin: string, owner: string, signal: AbortSignal): Promise<readonly string[]> {
    const beforeHop = (url: string) => this.robots.check(url, signal, owner);
    try {
      const { body, url, statusCode } = await this.fetcher.fetch(
        { ...START_PAGE, url: origin, owner, beforeHop },
        signal,
      );
      return statusCode < 300 ? feedLinks(Buffer.from(body).toString(), url, MAX_FEEDS) : [];
    } catch {
      signal.throwIfAborted();
      return []; // as a site without feeds
    }
  }
}

function sitesOf(pages: readonly VisitedPage[]): Site[] {
  const sites = new Map<string, Map<string, VisitedPage>>();
  for (const page of pages) {
    const origin = parseUrl('/', page.url)?.href;
    if (origin === undefined) continue;
    const known = sites.get(origin) ?? new Map<string, VisitedPage>();
    sites.set(origin, known.set(urlKey(page.url), page));
  }
  return [...sites]
    .map(([origin, known]) => ({ origin, pages: known }))
    .sort((a, b) => b.pages.size - a.pages.size)
    .slice(0, MAX_SITES);
}
