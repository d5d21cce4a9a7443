import type { WebExtractErrorCode } from '../errors.js';
import type { Page } from '../page/page.js';
import type { PageRequest } from '../page/page-request.js';

/** How old a result may be, at most. */
export type SearchTimeRange = 'hour' | 'day' | 'week' | 'month' | 'year';

/** What kind of thing is searched for. */
export type SearchSource = 'web' | 'news' | 'images';

/** Where results may lie: a host with its subdomains, or files of an ending such as `pdf`. */
export type SearchPlace = { readonly site: string } | { readonly fileType: string };

/** What is searched for. */
export interface SearchQuery {
  readonly query: string;
  /** @default 'web' */
  readonly source?: SearchSource;
  /** Results lie in one of these places, as far as the provider understands it. */
  readonly places?: readonly SearchPlace[];
  /** Hosts that results lie on, or on subdomains of them. */
  readonly sites?: readonly string[];
  /** Hosts that results do not lie on, nor on their subdomains. */
  readonly withoutSites?: readonly string[];
  /** Most hits wanted. */
  readonly limit: number;
  /** ISO 639-1 code of the language of the results. Absent: as the provider is set up. */
  readonly language?: string;
  /** ISO 3166-1 alpha-2 code of the country that results are for. */
  readonly country?: string;
  /** A place, in words. */
  readonly location?: string;
  readonly timeRange?: SearchTimeRange;
  /** As the provider understands it. */
  readonly filter?: string;
}

/** A search. Only `query` is required. */
export interface SearchRequest extends Omit<SearchQuery, 'limit'> {
  /** Most results, 1 to 100. @default 5 */
  readonly limit?: number;
  /** Longest time for all of it in milliseconds, the pages of the results included. @default 60_000 */
  readonly timeoutMs?: number;
  /** What to read of each result's page, and how long one may take. Absent: no page is read. */
  readonly page?: Omit<PageRequest, 'url' | 'owner'>;
}

/** A picture as a provider describes it. */
interface SearchImage {
  readonly url: string;
  /** In pixels. */
  readonly width?: number;
  readonly height?: number;
}

/** What a provider says about a page. */
export interface SearchHit {
  readonly url: string;
  /** Plain text, as all below. */
  readonly title: string;
  /** A few words of the page; empty when the provider has none. */
  readonly description: string;
  /** Who found it, such as `searxng` or `local`. */
  readonly provider: string;
  /** What kind of thing it is. @default 'web' */
  readonly source?: SearchSource;
  /** When a piece of news was published, as its provider says it. */
  readonly publishedAt?: string;
  /** The picture found, or the one of a piece of news. */
  readonly image?: SearchImage;
}

/** The hits of one query, the most relevant first. */
export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  /** What was asked for and could not be done, in sentences. */
  readonly warnings: readonly string[];
}

/** A hit and, where pages were asked for, its page or why there is none. */
export interface SearchResult<P extends Page = Page> extends SearchHit {
  readonly page: P | null;
  readonly failure: SearchResultFailure | null;
}

/** Why the page of a result could not be had. */
export interface SearchResultFailure {
  readonly code: WebExtractErrorCode;
  readonly message: string;
}

/** What a search came to. */
export interface SearchResults<P extends Page = Page> {
  readonly results: readonly SearchResult<P>[];
  readonly warnings: readonly string[];
}
