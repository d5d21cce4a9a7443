/** A request for the links of a site. Only `url` is required. */
export interface MapRequest {
  /** Name of a session of the owner: its pages and sitemaps are read with it. */
  readonly session?: string;
  readonly url: string;
  /** The owner of the request. Limited resources are shared fairly between owners. @default 'host' */
  readonly owner?: string;
  /** Sort the links by relevance to these words. */
  readonly search?: string;
  /** Maximum number of links. @default 5_000 */
  readonly limit?: number;
  /** @default true */
  readonly useSitemap?: boolean;
  /** Return only links of sitemaps. @default false */
  readonly sitemapOnly?: boolean;
  /** @default true */
  readonly subdomains?: boolean;
  /** Return one link per path, regardless of the query. @default true */
  readonly ignoreQuery?: boolean;
  /** @default false */
  readonly externalLinks?: boolean;
  /** Restrict the links to the directory of a URL that has a path. @default true */
  readonly filterByPath?: boolean;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Send no requests: fails with SCRAPE_LOCKDOWN_CACHE_MISS, because links are not cached. @default false */
  readonly lockdown?: boolean;
  /** Timeout in milliseconds; the links found before it are returned. @default 30_000 */
  readonly timeoutMs?: number;
}

/** A link, with the description of its page if the page was read for the map. */
export interface SiteLink {
  readonly url: string;
  readonly title: string | null;
  readonly description: string | null;
}

/** The links of a site. */
export interface MapResult {
  /** Absolute, unique, without fragments; with `search`, the most relevant first. */
  readonly links: readonly string[];
  /** The same links in the same order. */
  readonly entries: readonly SiteLink[];
  readonly warnings: readonly string[];
}
