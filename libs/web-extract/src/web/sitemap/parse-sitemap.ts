import type { SitemapEntry } from './entry-collector.js';
import { SitemapEntries } from './sitemap-entries.js';
import { unpackSitemap } from './unpack-sitemap.js';

/** A sitemap file as it was fetched. */
interface SitemapFile {
  readonly body: Uint8Array;
  /** The body was cut; a half line at its end does not count. */
  readonly truncated: boolean;
}

/**
 * The entries of a sitemap, in batches as the file is read: XML sitemaps and indexes, RSS, Atom, one address on a line;
 * packed with gzip or not. What is broken is skipped, what is whole counts; a file of another kind has no entries.
 * Entities that a file declares are not expanded.
 *
 * @param maxBytes most bytes read after unpacking
 * @see https://www.sitemaps.org/protocol.html
 */
export async function* parseSitemap(file: SitemapFile, maxBytes: number): AsyncGenerator<SitemapEntry[]> {
  const entries = new SitemapEntries();
  for await (const text of unpackSitemap(file.body, maxBytes)) {
    const batch = entries.push(text);
    if (batch.length > 0) yield batch;
    if (entries.isOver) return;
  }
  const rest = entries.end(!file.truncated);
  if (rest.length > 0) yield rest;
}
