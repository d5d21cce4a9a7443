import { searchTextOf } from '../../convert/search-text/search-text.js';
import type { WordsOfDocument } from '../../convert/words/count-stems.js';
import type { Page } from '../../model/page/page.js';

/** Longer titles and descriptions are truncated: their length in pages is not limited. */
const MAX_TITLE_CHARS = 500;
const MAX_DESCRIPTION_CHARS = 1_000;

/** The fields of a page that are searched. */
export type SearchablePage = Pick<Page, 'url' | 'statusCode' | 'metadata' | 'markdown'> &
  Partial<Pick<Page, 'html' | 'rawHtml' | 'searchText' | 'change'>>;

/** The words of a page by field. */
export function wordsOf(page: SearchablePage): WordsOfDocument {
  const body = textOf(page);
  const headings = [...body.matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) => heading);
  return {
    head: [
      { text: titleOf(page), weight: 3 },
      { text: headings.join('\n'), weight: 2 },
      { text: addressWords(page.url), weight: 2 },
      { text: descriptionOf(page) ?? '', weight: 1 },
    ],
    body,
  };
}

export const titleOf = ({ metadata }: SearchablePage): string =>
  (metadata.title ?? metadata.openGraph.title ?? '').slice(0, MAX_TITLE_CHARS);

export const descriptionOf = ({ metadata }: SearchablePage): string | null =>
  metadata.description?.slice(0, MAX_DESCRIPTION_CHARS) ?? null;

/** The text stored by the conversion, or computed here for pages stored without it. */
export const textOf = (page: SearchablePage): string => page.searchText ?? searchTextOf(page);

/** True if the page was reported as unchanged, without its text: the text is that of an earlier visit. */
export const isWithoutText = (page: SearchablePage): boolean =>
  page.change?.status === 'same' && textOf(page).trim() === '';

/** Splits a path such as `getStarted/v2` into words, without the scheme. */
function addressWords(url: string): string {
  const words = url.replace(/^https?:\/\//, '').replace(/([a-z])([A-Z])/g, '$1 $2');
  try {
    return decodeURIComponent(words);
  } catch {
    return words; // not escaped as UTF-8
  }
}
