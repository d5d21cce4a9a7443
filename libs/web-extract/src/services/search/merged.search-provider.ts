import { samePageKey } from '../../web/url/same-page.js';
import { SearchFailedError } from '../../model/errors.js';
import type { SearchAnswer, SearchHit, SearchQuery } from '../../model/search/search.js';
import { SearchProvider } from '../../ports/search-provider.port.js';
import { hitKey } from './unique-hits.js';

/** Usual value of reciprocal rank fusion: how little the first places differ. */
const RANK_DAMPING = 60;

/** Asks several providers at once. What several of them found comes first; of equal hits that of the first provider counts. */
export class MergedSearchProvider extends SearchProvider {
  constructor(private readonly providers: readonly SearchProvider[]) {
    super();
  }

  override get web(): SearchProvider | null {
    const providers = this.providers.flatMap(({ web }) => web ?? []);
    return providers.length > 1 ? new MergedSearchProvider(providers) : (providers[0] ?? null);
  }

  /** Searches all providers. A failed provider adds a warning if another one has results. */
  async search(
    query: SearchQuery,
    owner: string,
    budgetMs: number,
    signal: AbortSignal,
  ): Promise<SearchAnswer> {
    const settled = await Promise.allSettled(
      this.providers.map((provider) => provider.search(query, owner, budgetMs, signal)),
    );
    const answers = settled.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
    const failures = settled
      .filter((one) => one.status === 'rejected')
      .map(({ reason }) => reason as unknown);
    const hits = fuse(answers.map((answer) => answer.hits)).slice(0, query.limit);
    const fatal = failures.find((failure) => hits.length === 0 || !(failure instanceof SearchFailedError));
    if (fatal) throw fatal;
    const warnings = failures.map((failure) => (failure as SearchFailedError).message);
    return { hits, warnings: [...answers.flatMap((answer) => answer.warnings), ...warnings] };
  }
}

/**
 * Merges several lists by reciprocal rank fusion, as scores of different providers are not comparable.
 * @see Cormack, Clarke, Büttcher: Reciprocal Rank Fusion (SIGIR 2009)
 */
function fuse(lists: readonly (readonly SearchHit[])[]): SearchHit[] {
  const found = new Map<string, { readonly hit: SearchHit; score: number }>();
  for (const hits of lists) {
    for (const [rank, hit] of hits.entries()) {
      const key = hitKey(samePageKey(hit.url), hit);
      const score = 1 / (RANK_DAMPING + rank);
      const known = found.get(key);
      if (known) known.score += score;
      else found.set(key, { hit, score });
    }
  }
  return [...found.values()].sort((a, b) => b.score - a.score).map(({ hit }) => hit);
}
