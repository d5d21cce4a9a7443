import type { CrawlScope } from '../../web/scope/crawl-scope.js';
import { TimeSlice } from '../../concurrency/time-slice.js';
import type { PageLink } from '../../model/page/page.js';
import type { MapRequest, SiteLink } from '../../model/search/map-result.js';
import { mapScope } from './map-scope.js';
import { before } from '../../model/cut-text.js';

/** A link of the site, with the words that lead to it. */
export interface MappedLink extends SiteLink {
  text: string;
  title: string | null;
  description: string | null;
}

/** An address whose links are not known yet. */
export interface UnreadPage {
  readonly key: string;
  readonly url: string;
  /** Host and port. */
  readonly host: string;
}

const MAX_TEXT_CHARS = 300;
/** More are not counted. */
const MAX_OUTSIDE = 1_000;
const ANY_LINK = { rule: 'link', hops: 1 } as const;

/** The links found so far. However they came in, they are given in one order: as a reader meets them. */
export class FoundLinks {
  private readonly links = new Map<string, MappedLink>();
  /** Links of each page that was read, in document order. */
  private readonly leadsTo = new Map<string, readonly string[]>();
  private readonly listed = new Set<string>();
  private readonly unread: UnreadPage[] = [];
  /** Links of the site outside the path of the map. */
  private readonly outside = new Set<string>();
  private scope: CrawlScope;
  /** Scope of the pages to read. Links to other sites are listed and not followed. */
  private site: CrawlScope;

  constructor(
    private readonly request: MapRequest,
    root: string,
  ) {
    this.scope = mapScope(request, root);
    this.site = mapScope({ ...request, externalLinks: false }, root);
  }

  /** Number of links outside the path of the map; of very many, a part. */
  get outsideCount(): number {
    return this.outside.size;
  }

  get size(): number {
    return this.links.size;
  }

  /** A page that was read, and its links, in slices: patterns may make it long. */
  async addPage(
    url: string,
    { title, description }: Pick<SiteLink, 'title' | 'description'>,
    anchors: readonly PageLink[],
  ): Promise<void> {
    const key = this.scope.keyOf(url);
    const self = this.links.get(key);
    if (self) Object.assign(self, { title, description });
    const keys: string[] = [];
    this.leadsTo.set(key, keys);
    const slice = new TimeSlice();
    for (const anchor of anchors) {
      if (slice.isOver) await slice.pass();
      const found = this.add(anchor.url, anchor.text);
      if (found !== null) keys.push(found);
    }
  }

  admits(url: string): boolean {
    return this.scope.explain(url, ANY_LINK).admitted;
  }

  /** A link by itself: the start page, or one of a sitemap. @returns its key; null when it does not belong here */
  add(url: string, text = ''): string | null {
    const { admitted, rule, key, host } = this.scope.explain(url, ANY_LINK);
    if (!admitted) {
      if (rule === 'outside-path' && this.outside.size < MAX_OUTSIDE) this.outside.add(key);
      return null;
    }
    const known = this.links.get(key);
    if (!known) {
      const plain = this.plain(url);
      this.links.set(key, { url: plain, text, title: null, description: null });
      if (!this.request.externalLinks || this.site.explain(url, ANY_LINK).admitted)
        this.unread.push({ key, url: plain, host });
    } else if (text !== '' && known.text.length < MAX_TEXT_CHARS && !known.text.includes(text)) {
      known.text += ` ${text}`;
    }
    return key;
  }

  /** A link that a sitemap lists. */
  addListed(url: string): void {
    const key = this.add(url);
    if (key !== null) this.listed.add(key);
  }

  /** Returns the oldest unread page, or null. */
  takeUnread(): UnreadPage | null {
    let page = this.unread.shift();
    while (page && (this.leadsTo.has(page.key) || !this.links.has(page.key))) page = this.unread.shift();
    return page ?? null;
  }

  /** Changes the scope after a redirect to another site and removes links outside it. */
  moveTo(root: string): void {
    this.scope = mapScope(this.request, root);
    this.site = mapScope({ ...this.request, externalLinks: false }, root);
    for (const [key, { url }] of this.links) if (!this.admits(url)) this.links.delete(key);
  }

  /** True if the sitemaps list another URL than the requested page. */
  hasListedMoreThan(startUrl: string): boolean {
    const start = this.scope.keyOf(startUrl);
    for (const key of this.listed) if (key !== start && this.links.has(key)) return true;
    return false;
  }

  /** The start page, its links, those of sitemaps, and then those of further pages as one walks from page to page. */
  inOrder(startUrl: string): MappedLink[] {
    const start = this.scope.keyOf(startUrl);
    const keys = new Set([start, ...(this.leadsTo.get(start) ?? []), ...this.listed]);
    // the loop also visits keys added to the set meanwhile
    for (const key of keys) for (const next of this.leadsTo.get(key) ?? []) keys.add(next);
    return [...keys].flatMap((key) => this.links.get(key) ?? []);
  }

  private plain(url: string): string {
    const page = before(url, ['#']);
    return (this.request.ignoreQuery ?? true) ? before(page, ['?']) : page;
  }
}
