import type { SearchAnswer, SearchQuery } from '../model/search/search.js';

/** Finds pages by words. Absent when the host configured none. */
export abstract class SearchProvider {
  /**
   * Gives at most `query.limit` hits, each address once, the most relevant first. What could not be asked is never an empty answer.
   *
   * @param owner whose pages may be searched, where pages belong to somebody
   * @param budgetMs longest time in milliseconds
   * @throws SearchFailedError when nobody could be asked, or nobody answered in time; the reason of the signal
   */
  abstract search(
    query: SearchQuery,
    owner: string,
    budgetMs: number,
    signal: AbortSignal,
  ): Promise<SearchAnswer>;
}
