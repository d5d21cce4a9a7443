import type { DocumentPage } from './document.js';
import type { FormatFields, PageFormat, SureFormat } from '../formats/page-formats.js';
import type { Extraction, ModelUsage } from '../extraction/extraction.js';
import type { KeptResponse } from './kept-response.js';
import type { PageChange } from './page-change.js';
import type { StatedJson } from './structured-data.js';
import type { PageTimings } from './page-timings.js';
import type { DegradedFeature } from '../problems/degraded-feature.js';

export type { PageProduct, ProductPrice, ProductVariant, SchemaOrgObject } from './schema-org.js';

/**
 * A page with the requested formats. Plain JSON: stored and queued unchanged. `markdown`, `html`, `rawHtml` and
 * `links` are null unless requested, other formats are absent. Requesting an extraction also returns its text.
 */
export interface Page extends FormatFields {
  /** The requested URL. */
  readonly requestedUrl: string;
  /** The URL after all redirects. */
  readonly url: string;
  /** HTTP status of the final response. A 404 is a page, not an error. */
  readonly statusCode: number;
  /** Reason phrase of a 4xx or 5xx status. */
  readonly statusText: string | null;
  readonly contentType: string | null;
  /** The engine that provided the page. */
  readonly fetchedBy: 'http' | 'browser' | 'pdf' | 'cache';
  readonly metadata: PageMetadata;
  /** The pages of a PDF; absent unless `documentPages` is set. */
  readonly documentPages?: readonly DocumentPage[];
  /** JSON of the data that the page states in a machine-readable form; never sent over HTTP. */
  readonly structuredData?: StatedJson;
  /** At most five sentences by a model; absent if it returned none. */
  readonly summary?: string;
  /** Answer of a model to `question`; absent if it returned none. */
  readonly answer?: string;
  /** Model usage of `summary` and `answer`. */
  readonly wordsUsage?: ModelUsage;
  /** A `data:` URL. */
  readonly screenshot: string | null;
  /** Results of the browser actions. */
  readonly actions: ActionResults | null;
  readonly extraction: Extraction | null;
  /**
   * Values from the structured data of the page if they do not satisfy the schema and no model is configured;
   * absent otherwise.
   */
  readonly found?: unknown;
  /** Timings of the pipeline; absent unless requested. */
  readonly timings?: PageTimings;
  /** Timings of the browser; absent for pages that were not rendered, and never sent over HTTP. */
  readonly renderTimings?: RenderTimings;
  /**
   * Beginning of the text of the page, for local search. Absent unless crawled pages are searched, and never
   * sent over HTTP.
   */
  readonly searchText?: string;
  readonly quality: PageQuality;
  /** Changes since the previous visit; absent unless the page is tracked. */
  readonly change?: PageChange;
  /** The response that the page was read from; absent unless the job has `keepResponses`, and not sent over HTTP. */
  readonly response?: KeptResponse;
  /** Cache status of the response; absent if the cache was not used. */
  readonly cache?: PageCacheState;
  /** Session that the page was read with; absent without one. */
  readonly session?: string;
  /** Messages about requested options that could not be applied. */
  readonly warnings: readonly string[];
  /** The warnings about missing browser features, in machine-readable form. Absent if there are none. */
  readonly shortfalls?: readonly DegradedFeature[];
}

/** Cache status of a response. */
export interface PageCacheState {
  readonly state: 'hit' | 'miss';
  /** ISO 8601 time of the original response; null for a miss. */
  readonly storedAt: string | null;
}

/**
 * A page typed by its list of requested formats: those that all pages have are not null. A list without
 * literal types, such as `PageFormat[]`, narrows nothing.
 */
export type PageOf<Formats extends readonly PageFormat[]> = number extends Formats['length']
  ? Page
  : Page & { readonly [Format in Extract<Formats[number], SureFormat>]: NonNullable<Page[Format]> };

/** Milliseconds of each stage of a page in the browser, in order. */
export interface RenderTimings {
  /** Until a blank page was open; for a scrape including the queue. */
  readonly open: number;
  /** Until the page was ready, or its time was over. */
  readonly ready: number;
  /** Wait requested by `waitForMs`. */
  readonly wait: number;
  readonly actions: number;
  readonly picture: number;
  /** Reading the content. */
  readonly read: number;
}

/** Results of browser actions, each list in the order of the actions. */
export interface ActionResults {
  /** `data:` URLs. */
  readonly screenshots: readonly string[];
  /** The page at the time of the action. */
  readonly scrapes: readonly { readonly url: string; readonly html: string }[];
  /** `type` as returned by `typeof`, or 'null'; `value` as JSON. */
  readonly javascriptReturns: readonly { readonly type: string; readonly value: unknown }[];
  /** `data:` URLs. */
  readonly pdfs: readonly string[];
}

/** Metadata from the head of a page, its link elements and its structured data. */
export interface PageMetadata {
  readonly title: string | null;
  readonly description: string | null;
  /** Language code that the page declares. */
  readonly language: string | null;
  /** Comma-separated. */
  readonly keywords: string | null;
  readonly robots: string | null;
  readonly author: string | null;
  readonly publishedAt: string | null;
  readonly modifiedAt: string | null;
  /** Pages or slides of a document; null for web pages, and for documents without fixed pages. */
  readonly numPages: number | null;
  readonly canonicalUrl: string | null;
  readonly faviconUrl: string | null;
  readonly openGraph: OpenGraph;
  /** All `<meta name|property>` elements by name; a list if a name is repeated. */
  readonly meta: Readonly<Record<string, string | readonly string[]>>;
}

/** Metadata of a page that declares none. */
export const NO_METADATA: PageMetadata = {
  title: null,
  description: null,
  language: null,
  keywords: null,
  robots: null,
  author: null,
  publishedAt: null,
  modifiedAt: null,
  numPages: null,
  canonicalUrl: null,
  faviconUrl: null,
  openGraph: {
    title: null,
    description: null,
    url: null,
    image: null,
    siteName: null,
    locale: null,
    localeAlternate: [],
    audio: null,
    video: null,
    determiner: null,
  },
  meta: {},
};

/** Open Graph properties (ogp.me). `url` and `image` are absolute. */
export interface OpenGraph {
  readonly title: string | null;
  readonly description: string | null;
  readonly url: string | null;
  readonly image: string | null;
  readonly siteName: string | null;
  readonly locale: string | null;
  readonly localeAlternate: readonly string[];
  readonly audio: string | null;
  readonly video: string | null;
  readonly determiner: string | null;
}

/** A link of a page, with the properties that a crawl needs. */
export interface PageLink {
  /** Absolute http(s) URL without fragment. */
  readonly url: string;
  /** Anchor text with collapsed white space, at most 200 characters. */
  readonly text: string;
  /** True if `rel` contains nofollow, ugc or sponsored. */
  readonly nofollow: boolean;
  /** Set if the link says that it logs out or changes data. */
  readonly effect?: 'logout-link' | 'unsafe-link';
}

export type PageType =
  'article' | 'documentation' | 'forum' | 'product' | 'listing' | 'collection' | 'service' | 'other';

/** Possible quality problems of a page. */
export type QualityFlag =
  | 'script-shell'
  | 'cookie-wall'
  | 'login-wall'
  | 'soft-404'
  | 'empty'
  | 'truncated'
  | 'wrong-charset'
  | 'bot-check'
  | 'unsorted';

/** Reliability of the extracted content. */
export interface PageQuality {
  /** Share of the characters of the page's visible text that the content contains, 0 to 1. */
  readonly textShare: number;
  readonly pageType: PageType;
  /**
   * The candidate selected as content: by the scorer, by other pages of the same template in the crawl, by
   * the deletion rules, or the whole page.
   */
  readonly candidate: 'scored' | 'settled' | 'pruned' | 'whole' | 'selected' | 'structured-data';
  /** Reason for the candidate, in one sentence. */
  readonly reason: string;
  readonly flags: readonly QualityFlag[];
  /**
   * Parts that were removed, in document order; absent without the format `quality`. Excludes scripts, hidden
   * parts and form controls. At most the 200 largest parts.
   */
  readonly removed?: readonly RemovedPart[];
}

/** A part of a page that was removed from its content. */
export interface RemovedPart {
  /** The element, such as `nav#menu.top`, and the beginning of its text. */
  readonly what: string;
  readonly why: string;
  /** Number of characters of its text with collapsed white space. */
  readonly chars: number;
}
