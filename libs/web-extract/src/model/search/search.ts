import type { WebExtractErrorCode } from '../errors.js';
import type { Page } from '../page/page.js';
import type { PageRequest } from '../page/page-request.js';

/** Maximum age of a result. */
export type SearchTimeRange = 'hour' | 'day' | 'week' | 'month' | 'year';

/** Type of the results. */
export type SearchSource = 'web' | 'news' | 'images';

/** A constraint on results: a host with its subdomains, or files with an extension such as `pdf`. */
export type SearchPlace = { readonly site: string } | { readonly fileType: string };

/** A search query. */
export interface SearchQuery {
  readonly query: string;
  /** @default 'web' */
  readonly source?: SearchSource;
  /** Restricts results to any of these places, if the provider supports it. */
  readonly places?: readonly SearchPlace[];
  /** Restricts results to these hosts and their subdomains. */
  readonly sites?: readonly string[];
  /** Excludes these hosts and their subdomains. */
  readonly withoutSites?: readonly string[];
  /** Maximum number of results. */
  readonly limit: number;
  /** ISO 639-1 language code of the results. @default the settings of the provider */
  readonly language?: string;
  /** ISO 3166-1 alpha-2 code of the country of the results. */
  readonly country?: string;
  /** Name of a location. */
  readonly location?: string;
  readonly timeRange?: SearchTimeRange;
  /** Passed to the provider. */
  readonly filter?: string;
}

/** A search request. Only `query` is required. */
export interface SearchRequest extends Omit<SearchQuery, 'limit'> {
  /** Maximum number of results, 1 to 100. @default 5 */
  readonly limit?: number;
  /** Timeout of the whole search in milliseconds, including the pages of the results. @default 60_000 */
  readonly timeoutMs?: number;
  /** Asks the provider of web results only, never the index of crawled pages. @default false */
  readonly webOnly?: boolean;
  /** Adds the hits that are no results to the answer, as `omitted`. @default false */
  readonly reportsOmitted?: boolean;
  /** Options and timeout for reading the page of each result. Absent: no pages are read. */
  readonly page?: Omit<PageRequest, 'url' | 'owner'>;
}

/** An image as described by a provider. */
interface SearchImage {
  readonly url: string;
  /** In pixels. */
  readonly width?: number;
  readonly height?: number;
}

/** A search result as returned by a provider. */
export interface SearchHit {
  readonly url: string;
  /** Plain text, like all fields below. */
  readonly title: string;
  /** A short snippet of the page; empty if the provider has none. */
  readonly description: string;
  /** The provider of the result, such as `searxng` or `local`. */
  readonly provider: string;
  /** Type of the result. @default 'web' */
  readonly source?: SearchSource;
  /** Publication date of a news item, as returned by the provider. */
  readonly publishedAt?: string;
  /** The image found, or that of a news item. */
  readonly image?: SearchImage;
}

/** Results of one query, the most relevant first. */
export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  /** Messages about requested options that could not be applied. */
  readonly warnings: readonly string[];
}

/** A search result and, if pages were requested, its page or the reason why there is none. */
export interface SearchResult<P extends Page = Page> extends SearchHit {
  readonly page: P | null;
  readonly failure: SearchResultFailure | null;
}

/** Reason why the page of a result could not be read. */
export interface SearchResultFailure {
  readonly code: WebExtractErrorCode;
  readonly message: string;
}

/** Results of a search request. */
export interface SearchResults<P extends Page = Page> {
  readonly results: readonly SearchResult<P>[];
  readonly warnings: readonly string[];
  /** With `reportsOmitted`: hits of the provider that are no results. */
  readonly omitted?: readonly OmittedHit[];
}

/** A hit that is no result. */
export interface OmittedHit {
  readonly hit: SearchHit;
  /** `excluded`: not on the requested sites. `refused`: its address may not be fetched. */
  readonly reason: 'excluded' | 'refused';
}
