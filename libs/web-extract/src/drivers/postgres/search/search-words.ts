import { countStems } from '../../../convert/words/count-stems.js';
import type { PageOutcome } from '../../../model/crawl/crawl.js';
import { samePageKey } from '../../../web/url/same-page.js';
import { writtenAt } from '../../local-search/page-hit.js';
import { isWithoutText, wordsOf, type SearchablePage } from '../../local-search/page-words.js';
import type { Parameter } from '../connection/postgres-connection.js';
import { numberOf } from '../crawl/url-arguments.js';

/** Occurrences of a word that count: one in the head, and some in the body of a page. Each takes two bytes. */
const MOST = 4;
/** A tsvector has at most a megabyte. Texts of pages are cut long before, but some characters are several when normalized. */
const MAX_BYTES = 200_000;

export const NO_SEARCH_WORDS: readonly null[] = [null, null, null];

/** Columns of the index: words, a number of the URL, and the date of the page. Null for pages that are not searched. */
export function searchWords(outcome: PageOutcome & { kind: 'page' }): readonly Parameter[] {
  const { page, isSearchable = false } = outcome;
  if (!isSearchable || page.statusCode >= 400 || isWithoutText(page)) return NO_SEARCH_WORDS;
  return [vectorOf(page), numberOf(samePageKey(page.url)), boundedTime(writtenAt(page))];
}

/**
 * A `tsvector` of the words that the index in memory has of a page: without accents, reduced to stems, and pairs of characters in scripts
 * without blanks. The configurations of PostgreSQL have other words for each language. Words are letters and digits only, so nothing in them
 * has to be escaped.
 */
export function vectorOf(page: SearchablePage): string {
  const { counts } = countStems(wordsOf(page));
  const words: string[] = [];
  let bytes = 0;
  for (const [word, { head, body }] of counts) {
    if (word === '') continue;
    bytes += Buffer.byteLength(word);
    if (bytes > MAX_BYTES) break;
    words.push(`'${word}':${[...(head > 0 ? ['1A'] : []), ...POSITIONS.slice(0, body)].join(',')}`);
  }
  return words.join(' ');
}

/** A `tsquery` of any of these words. */
export const anyOf = (words: Iterable<string>): string =>
  Array.from(words, (word) => `'${word}'`).join(' | ');

const POSITIONS = Array.from({ length: MOST }, (_, n) => String(n + 2));

const boundedTime = (ms: number | null): number | null => (ms === null ? null : Math.round(ms));
