/** A site whose links are wanted. Only `url` is required. */
export interface MapRequest {
  readonly url: string;
  /** Who asks. What there is not enough of is shared fairly by owner. @default 'host' */
  readonly owner?: string;
  /** Order the links by how much they have to do with these words. */
  readonly search?: string;
  /** Most links given. @default 5_000 */
  readonly limit?: number;
  /** @default true */
  readonly useSitemap?: boolean;
  /** Links of sitemaps only. @default false */
  readonly sitemapOnly?: boolean;
  /** @default true */
  readonly subdomains?: boolean;
  /** One link a path. @default true */
  readonly ignoreQuery?: boolean;
  /** @default false */
  readonly externalLinks?: boolean;
  /** Keep to the folder of an address that has a path. @default true */
  readonly filterByPath?: boolean;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Send no request: fails with SCRAPE_LOCKDOWN_CACHE_MISS, as no links are kept. @default false */
  readonly lockdown?: boolean;
  /** Longest time for all of it in milliseconds; what was found by then counts. @default 30_000 */
  readonly timeoutMs?: number;
}

/** A link, with what its page says of itself where a page was read for the map. */
export interface SiteLink {
  readonly url: string;
  readonly title: string | null;
  readonly description: string | null;
}

/** The links of a site. */
export interface SiteMap {
  /** Absolute, unique, without fragments; with `search`, the most relevant first. */
  readonly links: readonly string[];
  /** The same links in the same order. */
  readonly entries: readonly SiteLink[];
  readonly warnings: readonly string[];
}
