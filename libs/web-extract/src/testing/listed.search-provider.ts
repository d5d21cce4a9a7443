import type { SearchAnswer, SearchHit, SearchQuery } from '../model/search/search.js';
import { SearchProvider } from '../ports/search-provider.port.js';

/** A hit of a test; only its address is required. */
export type TestHit = Pick<SearchHit, 'url'> & Partial<SearchHit>;

/** What searches find: always the same, or by what is searched for. */
export type TestHits = readonly TestHit[] | ((query: SearchQuery) => readonly TestHit[]);

/** Finds what a test lists, in its order. */
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
