/** What a sitemap lists: a page, or another sitemap. */
export interface SitemapEntry {
  readonly kind: 'page' | 'sitemap';
  /** As written, references decoded; not checked. */
  readonly address: string;
  /** When it changed, as written. */
  readonly lastModified?: string;
}

/** Collects entries as text arrives. */
export interface EntryCollector {
  /** @returns the entries that became whole with this piece */
  push(text: string): SitemapEntry[];
  /** The file has ended; `isWhole` is false when it was cut. */
  end(isWhole: boolean): SitemapEntry[];
  /** Nothing more can come of this file. */
  readonly isOver: boolean;
}

/** More than any address may have. */
export const MAX_ADDRESS_CHARS = 8192;
