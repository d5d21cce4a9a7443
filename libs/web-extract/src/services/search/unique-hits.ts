import { samePageKey } from '../../web/url/same-page.js';
import { WebExtractError } from '../../model/errors.js';
import type { SearchHit } from '../../model/search/search.js';

/**
 * The hits whose address may be fetched, each address once: the first one counts.
 * @param admit gives the normalised address; throws a WebExtractError for one that may not be fetched
 */
export function uniqueHits(hits: readonly SearchHit[], admit: (url: string) => string): SearchHit[] {
  const found = new Map<string, SearchHit>();
  for (const hit of hits) {
    const page = keyOf(hit.url, admit);
    const key = page === null ? null : hitKey(page, hit);
    if (key !== null && !found.has(key)) found.set(key, hit);
  }
  return [...found.values()];
}

/** Key of a result. One page may have several image results. */
export function hitKey(page: string, { source, image }: SearchHit): string {
  return source === 'images' && image ? `${page} ${image.url}` : page;
}

function keyOf(url: string, admit: (url: string) => string): string | null {
  try {
    return samePageKey(admit(url));
  } catch (error) {
    if (error instanceof WebExtractError) return null; // outside the address policy, or no address at all
    throw error;
  }
}
