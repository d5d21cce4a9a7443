import { WebExtractError, SearchFailedError } from '../../model/errors.js';
import type { SearchAnswer, SearchHit, SearchQuery, SearchSource } from '../../model/search/search.js';
import type { Fetcher } from '../../ports/fetcher.port.js';
import { SearchProvider } from '../../ports/search-provider.port.js';
import { EnginesFailedError, readReply } from './read-reply.js';
import { searchUrl, type SearxngOptions } from './search-url.js';

/** Maximum number of requests per search, for instances with few results per page. */
const MAX_PAGES = 5;
const MAX_REPLY_BYTES = 5 * 1024 * 1024;
/** Longest suspension of failed engines; searx 1.1 does not report suspended engines. */
const SUSPENSION_MS = 120_000;

/**
 * Searches the web through the JSON API of a SearXNG instance.
 *
 * @see https://docs.searxng.org/dev/search_api.html
 */
export class SearxngSearchProvider extends SearchProvider {
  /** Time of the last engine failure without a successful search since. */
  private silentSince = -Infinity;

  /** @param fetcher must be allowed to connect to the instance, which may be on a private network */
  constructor(
    private readonly fetcher: Fetcher,
    private readonly options: SearxngOptions,
  ) {
    super();
  }

  async search(
    query: SearchQuery,
    owner: string,
    budgetMs: number,
    signal: AbortSignal,
  ): Promise<SearchAnswer> {
    const endsAt = performance.now() + Math.min(budgetMs, this.options.timeoutMs);
    const hits = new Map<string, SearchHit>();
    const warnings = new Set<string>(unusable(query));
    for (let pageNumber = 1; pageNumber <= MAX_PAGES; pageNumber++) {
      const before = hits.size;
      const reply = await this.ask(query, owner, pageNumber, endsAt, signal).catch((error: unknown) => {
        if (pageNumber === 1 || !(error instanceof SearchFailedError)) throw error;
        warnings.add(error.message); // the results of earlier pages are returned
        return null;
      });
      for (const hit of reply?.hits ?? []) addHit(hits, hit, query.source);
      for (const warning of reply?.warnings ?? []) warnings.add(warning);
      if (hits.size >= query.limit || hits.size === before) break;
    }
    return { hits: [...hits.values()].slice(0, query.limit), warnings: [...warnings] };
  }

  private async ask(
    query: SearchQuery,
    owner: string,
    pageNumber: number,
    endsAt: number,
    signal: AbortSignal,
  ): Promise<SearchAnswer> {
    const request = {
      url: searchUrl(this.options, query, pageNumber),
      owner,
      headers: { accept: 'application/json' },
      timeoutMs: Math.max(1, Math.ceil(endsAt - performance.now())),
      maxBytes: MAX_REPLY_BYTES,
      maxRedirects: 3,
      retry: false,
    };
    try {
      const reply = readReply(await this.fetcher.fetch(request, signal), pageNumber);
      if (reply.hits.length > 0) this.silentSince = -Infinity;
      else if (pageNumber === 1) this.refuseSilence();
      return reply;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof EnginesFailedError) this.silentSince = Date.now();
      if (error instanceof SearchFailedError || !(error instanceof WebExtractError)) throw error;
      // messages contain the instance's URL, which is private to the host: callers get the kind of failure only
      throw new SearchFailedError(`SearXNG could not be asked (${error.code})`, { cause: error });
    }
  }

  /** Rejects an empty result shortly after an engine failure. @throws SearchFailedError */
  private refuseSilence(): void {
    if (Date.now() - this.silentSince < SUSPENSION_MS) {
      throw new SearchFailedError(
        'the engines of SearXNG failed a moment ago and may not have been asked again',
      );
    }
  }
}

/** Keeps the first hit per page URL, for images the first per image. */
function addHit(hits: Map<string, SearchHit>, hit: SearchHit, source: SearchSource = 'web'): void {
  if (source === 'images' && !hit.image) return;
  const key = source === 'images' ? hit.image!.url : hit.url;
  if (!hits.has(key)) hits.set(key, source === 'web' ? hit : { ...hit, source });
}

/** Options that SearXNG does not support. */
function unusable({ location, filter, timeRange }: SearchQuery): string[] {
  return [
    ...(location === undefined ? [] : ['location is not supported by SearXNG']),
    ...(filter === undefined ? [] : ['filter is not supported by SearXNG']),
    ...(timeRange === 'hour' ? ['SearXNG knows no hours: results of the last day are given'] : []),
  ];
}
