import type { SearchResult } from '../../model/search/search.js';
import type { PageOptionsV0 } from './dto/reading-fields.v0.js';
import { presentPage, type PageReplyV0 } from './page.presenter.js';

/** A result whose page was scraped. */
interface ReadResultV0 extends PageReplyV0 {
  readonly url: string;
}

/** A result of the fast list. */
interface ListedResultV0 {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly provider: string;
  readonly metadata: Readonly<Record<string, string>>;
}

export type SearchItemV0 =
  ReadResultV0 | (ListedResultV0 & { readonly content: ''; readonly markdown: '' }) | ListedResultV0;

/** Pages that failed or are empty are left out, unless all are. */
export function presentSearch(results: readonly SearchResult[], options: PageOptionsV0 = {}): SearchItemV0[] {
  if (options.fetchPageContent === false) return results.map((result) => presentHit(result));
  const telling = results.filter(({ page }) => page?.markdown?.trim());
  return (telling.length > 0 ? telling : results).map((result) => presentResult(result, options));
}

function presentResult(result: SearchResult, options: PageOptionsV0): SearchItemV0 {
  const { page, failure, url } = result;
  if (page) return { url, ...presentPage(page, options) };
  return { ...presentHit(result, failure ? { pageError: failure.message } : {}), content: '', markdown: '' };
}

function presentHit(
  { url, title, description, provider }: SearchResult,
  more: Record<string, string> = {},
): ListedResultV0 {
  return { url, title, description, provider, metadata: { title, description, sourceURL: url, ...more } };
}
