import { Inject, Injectable, Optional } from '@nestjs/common';
import { lowerTimeout, type LoweredTimeout } from '../../pipeline/lower-timeout.js';
import { PageReader } from '../../pipeline/page-reader.js';
import { withDeadline } from '../../concurrency/with-deadline.js';
import { urlKey } from '../../web/scope/url-key.js';
import { liesWithin } from '../../model/lies-within.js';
import {
  InvalidRequestError,
  NotConfiguredError,
  SearchFailedError,
  SearchTimeoutError,
} from '../../model/errors.js';
import type { PageOf } from '../../model/page/page.js';
import type { ValidationIssue } from '../../model/problems/validation-issue.js';
import { ResolvedOptions } from '../../model/options.js';
import type { PageFormat } from '../../model/formats/page-formats.js';
import type {
  OmittedHit,
  SearchHit,
  SearchRequest,
  SearchResult,
  SearchResults,
  SearchSource,
} from '../../model/search/search.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import { SearchProvider } from '../../ports/search-provider.port.js';
import { PageExtraction } from '../extract/page-extraction.js';
import type { Cost } from '../../model/keys/api-key.js';
import { RunningWork } from '../running-work.js';
import { ScrapeService } from '../scrape.service.js';
import { SessionEngine } from '../sessions/session-engine.js';
import { validatePageRequest } from '../validate-page-request.js';
import { readHits, type ReadHit } from './read-hits.js';
import { uniqueHits } from './unique-hits.js';

/** Search results of one source. */
interface SourceResults extends SearchResults {
  readonly source: SearchSource;
}

const DEFAULT_LIMIT = 5;
const MAX_LIMIT = 100;
const DEFAULT_TIMEOUT_MS = 60_000;
const MAX_QUERY_CHARS = 1_000;
/**
 * Factor for the number of requested results if sites are restricted: not every engine applies the restriction, and
 * results are filtered again.
 */
const SPARE = 3;

/** Searches for pages and optionally scrapes the results. */
@Injectable()
export class SearchService {
  constructor(
    // null when the host configured none; the union would leave Nest without a type to inject by
    @Inject(SearchProvider) private readonly provider: SearchProvider | null,
    private readonly scraper: ScrapeService,
    private readonly reader: PageReader,
    private readonly extraction: PageExtraction,
    private readonly work: RunningWork,
    private readonly options: ResolvedOptions,
    @Optional() private readonly sessions?: SessionEngine,
  ) {}

  /**
   * Returns distinct results, most relevant first. With `page` the results are scraped in parallel; a page that is not available at the
   * timeout has a `failure`. Addresses that may not be fetched are omitted.
   *
   * @param owner owner of the request; a local search covers the pages crawled by this owner
   * @throws InvalidRequestError, NotConfiguredError (no provider), SearchFailedError, SearchTimeoutError (no result before the
   * timeout); the reason of the signal
   */
  async search<const Formats extends readonly PageFormat[] = readonly ['markdown']>(
    request: SearchRequest & { readonly page?: { readonly formats?: Formats } },
    owner = HOST_OWNER,
    signal?: AbortSignal,
  ): Promise<SearchResults<PageOf<Formats>>> {
    validateSearch(request);
    await this.validatePage(request.page, owner);
    const provider = request.webOnly ? webOf(this.provider) : this.provider;
    if (!provider) throw new NotConfiguredError('Search is not configured', { remedy: 'search' });
    const { timeoutMs: lowered, warnings } = this.timeOf(request);
    const {
      query,
      limit = DEFAULT_LIMIT,
      timeoutMs,
      page,
      webOnly: _,
      reportsOmitted = false,
      ...options
    } = { ...request, timeoutMs: lowered };
    const endsAt = performance.now() + timeoutMs;
    const wanted = isBounded(request) ? Math.min(MAX_LIMIT, SPARE * limit) : limit;
    const run = async (under: AbortSignal) => {
      const answer = await withDeadline(
        timeoutMs,
        under,
        () => new SearchTimeoutError(timeoutMs),
        (inTime) =>
          provider.search({ ...options, query: query.trim(), limit: wanted }, owner, timeoutMs, inTime),
      );
      const admitted = uniqueHits(answer.hits, (url) => this.reader.admit(url).href);
      const hits = admitted.filter(({ url }) => liesWithin(url, request)).slice(0, limit);
      const results = page
        ? await readHits(this.pagesOf(page, owner), hits, { endsAt, signal: under })
        : hits.map(unread);
      return {
        results: results as SearchResult<PageOf<Formats>>[],
        warnings: [...warnings, ...answer.warnings],
        ...(reportsOmitted ? { omitted: omittedOf(answer.hits, admitted, request).slice(0, limit) } : {}),
      };
    };
    const most = { pages: 0, credits: page ? 0 : limit }; // pages are paid with their scrapes
    return this.work.run(run, signal, { owner, most, costOf: costOfResults });
  }

  /**
   * Searches several sources in parallel. A failed source adds a warning if another one succeeded.
   * @throws the errors of `search`
   */
  async searchAll(
    requests: readonly (SearchRequest & { readonly source: SearchSource })[],
    owner = HOST_OWNER,
    signal?: AbortSignal,
  ): Promise<SourceResults[]> {
    const settled = await Promise.allSettled(
      requests.map((request) => this.search<readonly PageFormat[]>(request, owner, signal)),
    );
    const failure = settled.find((one) => one.status === 'rejected' && !isSearchFailure(one.reason));
    if (failure?.status === 'rejected') throw failure.reason;
    if (settled.every((one) => one.status === 'rejected')) throw settled[0]?.reason;
    return settled.map((one, index) => {
      const { source } = requests[index]!;
      if (one.status === 'fulfilled') return { source, ...one.value };
      return { source, results: [], warnings: [`${source}: ${(one.reason as Error).message}`] };
    });
  }

  /** Reads a result; those outside of the origins of a session are read without it. */
  private pagesOf(page: NonNullable<SearchRequest['page']>, owner: string): ReadHit {
    const { session, ...plain } = page;
    return async (request, signal) => {
      const scope = (await this.sessions?.scopeOf(owner, session)) ?? null;
      const options = scope?.covers(request.url) ? page : plain;
      const timeoutMs = Math.min(page.timeoutMs ?? Infinity, request.timeoutMs);
      return this.scraper.scrape({ ...options, ...request, timeoutMs, owner }, signal);
    };
  }

  /** Timeout of a search, also an upper bound for its pages. Lowered to the limit with a single warning. */
  private timeOf({ timeoutMs = DEFAULT_TIMEOUT_MS, page }: SearchRequest): LoweredTimeout {
    const { maxTimeoutMs } = this.options.limits;
    const longestMs = Math.max(timeoutMs, page?.timeoutMs ?? 0);
    const { warnings } = lowerTimeout(longestMs, maxTimeoutMs);
    return { timeoutMs: Math.min(timeoutMs, maxTimeoutMs), warnings };
  }

  /** Validates page options before the search request is sent. */
  private async validatePage(page: SearchRequest['page'], owner: string): Promise<void> {
    if (!page) return;
    validatePageRequest({ ...page, url: 'http://any.example/' });
    await this.extraction.validate(page.extraction, owner);
    this.extraction.admit(page);
    await this.sessions?.admit(page, owner, null);
  }
}

const isSearchFailure = (error: unknown): boolean =>
  error instanceof SearchFailedError || error instanceof SearchTimeoutError;

/** Hits that are not admitted or not on the requested sites, each URL once. */
function omittedOf(
  hits: readonly SearchHit[],
  admitted: readonly SearchHit[],
  request: SearchRequest,
): OmittedHit[] {
  const known = new Set(admitted.map(({ url }) => urlKey(url)));
  const refused = hits.filter(({ url }) => !known.has(urlKey(url)) && known.add(urlKey(url)));
  return [
    ...admitted
      .filter(({ url }) => !liesWithin(url, request))
      .map((hit) => ({ hit, reason: 'excluded' as const })),
    ...refused.map((hit) => ({ hit, reason: 'refused' as const })),
  ];
}

const isBounded = ({ sites = [], withoutSites = [] }: SearchRequest): boolean =>
  sites.length + withoutSites.length > 0;

/** Pages that were read are counted with their scrapes. */
const costOfResults = ({ results }: SearchResults): Cost => ({
  pages: 0,
  credits: results.filter(({ page }) => !page).length,
});

const unread = (hit: SearchHit): SearchResult => ({ ...hit, page: null, failure: null });

function validateSearch({
  query,
  limit = DEFAULT_LIMIT,
  timeoutMs = DEFAULT_TIMEOUT_MS,
}: SearchRequest): void {
  if (typeof query !== 'string' || query.trim() === '') throw invalid('query', { code: 'required' });
  if (query.length > MAX_QUERY_CHARS) throw invalid('query', { code: 'chars', most: MAX_QUERY_CHARS });
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw invalid('limit', { code: 'integer-range', least: 1, most: MAX_LIMIT });
  }
  if (!(timeoutMs > 0)) throw invalid('timeoutMs', { code: 'more-than', bound: 0 });
}

const invalid = (field: keyof SearchRequest, fault: ValidationIssue): InvalidRequestError =>
  InvalidRequestError.at([field], fault);

/** A provider of the host without the property searches the web. */
function webOf(provider: SearchProvider | null): SearchProvider | null {
  return provider?.web === undefined ? provider : provider.web;
}
