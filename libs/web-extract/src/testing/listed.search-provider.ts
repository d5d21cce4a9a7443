import type { SearchAnswer, SearchHit, SearchQuery } from '../model/search/search.js';
import { SearchProvider } from '../ports/search-provider.port.js';

/** A search result for a test; only its URL is required. */
export type TestHit = Pick<SearchHit, 'url'> & Partial<SearchHit>;

/** Results of all searches, or a function of the query. */
export type TestHits = readonly TestHit[] | ((query: SearchQuery) => readonly TestHit[]);

/** Returns the results listed by a test, in order. */
export class ListedSearchProvider extends SearchProvider {
  constructor(private readonly hits: TestHits) {
    super();
  }

  async search(query: SearchQuery): Promise<SearchAnswer> {
    const hits = typeof this.hits === 'function' ? this.hits(query) : this.hits;
    return { hits: hits.slice(0, query.limit).map(completeHit), warnings: [] };
  }
}

const completeHit = (hit: TestHit): SearchHit => ({
  title: hit.url,
  description: '',
  provider: 'test',
  ...hit,
});
