/** Sitemap entry: a page or another sitemap. */
export interface SitemapEntry {
  readonly kind: 'page' | 'sitemap';
  /** URL as written with decoded references; not validated. */
  readonly address: string;
  /** Modification date as written. */
  readonly lastModified?: string;
  /** Publication date of a feed entry as written. */
  readonly published?: string;
}

/** Collects entries from text chunks. */
export interface EntryCollector {
  /** @returns the entries completed by this chunk */
  push(text: string): SitemapEntry[];
  /** Ends the file; `isWhole` is false if it was truncated. */
  end(isWhole: boolean): SitemapEntry[];
  /** True if the file cannot contain further entries. */
  readonly isOver: boolean;
}

/** Maximum length of a URL. */
export const MAX_ADDRESS_CHARS = 8192;
