import type { SitemapEntry } from './entry-collector.js';
import { SitemapEntries } from './sitemap-entries.js';
import { unpackSitemap } from './unpack-sitemap.js';

/** A fetched sitemap file. */
interface SitemapFile {
  readonly body: Uint8Array;
  /** True if the body was truncated; an incomplete last line is then ignored. */
  readonly truncated: boolean;
}

/**
 * Reads the entries of a sitemap in batches: XML sitemaps and indexes, RSS, Atom, or one URL per line, with or without
 * gzip. Invalid entries are skipped; files of other types have no entries. Entities declared in the file are not
 * expanded.
 *
 * @param maxBytes maximum number of decompressed bytes
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
