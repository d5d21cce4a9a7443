import type { PageReader } from '../../engine/page-reader.js';
import type { RobotsGate } from '../../engine/robots/robots-gate.js';
import type { CrawlScope } from '../../engine/scope/crawl-scope.js';
import { readSitemaps } from '../../engine/sitemap/read-sitemaps.js';
import { RobotsDisallowedError } from '../../model/errors.js';
import type { MapRequest } from '../../model/site-map.js';
import type { Fetcher } from '../../ports/fetcher.port.js';

export interface MapTools {
  readonly reader: PageReader;
  readonly fetcher: Fetcher;
  readonly robots: RobotsGate;
}

/** A link of the site, with the words that lead to it. */
export interface MappedLink {
  readonly url: string;
  text: string;
  title: string | null;
}

/** Further pages are looked at for this long, this many at a time. */
const FURTHER_PAGES_MS = 3_000;
const LANES = 8;
/** One page of a map must not use up its time. */
const PAGE_TIMEOUT_MS = 10_000;
const MAX_TEXT_CHARS = 300;

/** Collects the links of one site. What it has is there at any time. */
export class MapWalk {
  readonly warnings: string[] = [];
  /** Why the start page could not be read. */
  failure: unknown = null;
  private readonly found = new Map<string, MappedLink>();
  /** Pages whose links are not known yet. */
  private readonly unread: string[] = [];

  constructor(
    private readonly tools: MapTools,
    private readonly request: MapRequest,
    private readonly scope: CrawlScope,
    private readonly limit: number,
  ) {}

  get links(): readonly MappedLink[] {
    return [...this.found.values()];
  }

  async run(signal: AbortSignal): Promise<void> {
    const { useSitemap = true, sitemapOnly = false } = this.request;
    const start = sitemapOnly ? null : this.readStart(signal);
    const listed = useSitemap || sitemapOnly ? await this.readSitemaps(signal) : 0;
    await start;
    if (listed === 0 && !sitemapOnly) await this.readFurther(signal);
  }

  private async readStart(signal: AbortSignal): Promise<void> {
    try {
      await this.readPage(this.request.url, signal);
      this.add(this.request.url, '');
    } catch (error) {
      if (signal.aborted) throw error;
      this.failure = error;
      const why =
        error instanceof RobotsDisallowedError ? 'is disallowed by robots.txt' : 'could not be read';
      this.warnings.push(`The start page ${why}; links come from sitemaps only`);
    }
  }

  /** @returns how many links the sitemaps listed */
  private async readSitemaps(signal: AbortSignal): Promise<number> {
    const { robots, fetcher } = this.tools;
    const { url } = this.request;
    const { sitemaps } = await robots.rulesFor(url, signal);
    let listed = 0;
    const walk = {
      startUrl: url,
      declared: sitemaps,
      admits: (link: string) => this.scope.explain(link, { rule: 'sitemap', hops: 1 }).admitted,
      beforeHop: (hop: string) => robots.check(hop, signal),
    };
    for await (const urls of readSitemaps(fetcher, walk, signal)) {
      listed += urls.length;
      for (const link of urls) this.add(link, '');
      if (this.isFull()) break;
    }
    return listed;
  }

  /** Looks into page after page for links, until nothing is new, there are enough, or time is up. */
  private async readFurther(signal: AbortSignal): Promise<void> {
    const until = Date.now() + FURTHER_PAGES_MS;
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), FURTHER_PAGES_MS);
    const giveUp = () => stop.abort();
    signal.addEventListener('abort', giveUp);
    const underway = new Set<Promise<void>>();
    try {
      while (Date.now() < until && !signal.aborted && !this.isFull()) {
        while (underway.size < LANES && this.unread.length > 0) {
          const page: Promise<void> = this.readQuietly(this.unread.shift()!, stop.signal).finally(() =>
            underway.delete(page),
          );
          underway.add(page);
        }
        if (underway.size === 0) return;
        await Promise.race(underway);
      }
      stop.abort();
      await Promise.all(underway);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    }
  }

  private async readQuietly(url: string, signal: AbortSignal): Promise<void> {
    await this.readPage(url, signal).catch(() => {}); // its link is listed already; it only leads no further
  }

  private async readPage(url: string, signal: AbortSignal): Promise<void> {
    const { reader, robots } = this.tools;
    const { page, anchors } = await reader.read(
      { url, formats: [], timeoutMs: PAGE_TIMEOUT_MS },
      { signal, collectAnchors: true, admitHop: (hop) => robots.check(hop, signal) },
    );
    const self = this.found.get(this.scope.keyOf(url));
    if (self) self.title = page.metadata.title;
    for (const anchor of anchors ?? []) this.add(anchor.url, anchor.text);
  }

  private add(url: string, text: string): void {
    const verdict = this.scope.explain(url, { rule: 'link', hops: 1 });
    if (!verdict.admitted) return;
    const known = this.found.get(verdict.key);
    if (known) {
      if (known.text.length < MAX_TEXT_CHARS && !known.text.includes(text)) known.text += ` ${text}`;
      return;
    }
    const link = this.request.ignoreQuery === false ? url : url.replace(/\?.*$/s, '');
    this.found.set(verdict.key, { url: link.replace(/#.*$/s, ''), text, title: null });
    this.unread.push(link);
  }

  private isFull(): boolean {
    return this.found.size >= this.limit;
  }
}
