import type { SearchAnswer, SearchQuery } from '../model/search/search.js';

/** Searches pages. Absent if the host has not configured a provider. */
export abstract class SearchProvider {
  /** The part that searches the web and not the index of crawled pages; null if there is none. @default itself */
  get web(): SearchProvider | null {
    return this;
  }

  /**
   * Returns at most `query.limit` results with unique URLs, the most relevant first. A failed query is an
   * error, never an empty result.
   *
   * @param owner owner of the pages to search, for providers with private pages
   * @param budgetMs timeout in milliseconds
   * @throws SearchFailedError if no provider could be reached or responded in time; the reason of the signal
   */
  abstract search(
    query: SearchQuery,
    owner: string,
    budgetMs: number,
    signal: AbortSignal,
  ): Promise<SearchAnswer>;
}
