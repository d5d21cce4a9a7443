import type { DocumentPage } from './document.js';
import type { Chunk } from './chunk.js';
import type { AttributeValues, PageFormat } from './page-request.js';
import type { Extraction, ModelUsage } from '../extraction/extraction.js';
import type { PageChange } from './page-change.js';
import type { PageProduct, SchemaOrgObject } from './schema-org.js';
import type { PageTimings } from './page-timings.js';
import type { Shortfall } from '../problems/shortfall.js';

export type { PageProduct, ProductPrice, ProductVariant, SchemaOrgObject } from './schema-org.js';

/** Everything known about a fetched page. Plain JSON: it travels through queues and stores unchanged. */
export interface Page {
  /** The address as it was asked for. */
  readonly requestedUrl: string;
  /** The address after all redirects. */
  readonly url: string;
  /** HTTP status of the final response. 404 is a page, not an error. */
  readonly statusCode: number;
  /** Reason phrase of a 4xx or 5xx status. */
  readonly statusText: string | null;
  readonly contentType: string | null;
  /** The engine that had the page. */
  readonly fetchedBy: 'http' | 'browser' | 'pdf' | 'cache';
  readonly metadata: PageMetadata;
  /** `null` when not asked for; the same holds for every format below. An extraction asks for its text too. */
  readonly markdown: string | null;
  readonly html: string | null;
  readonly rawHtml: string | null;
  readonly links: readonly string[] | null;
  /** Pictures of the whole page: absolute http(s) addresses, unique, in document order. Absent unless asked for, as the next ones. */
  readonly images?: readonly string[];
  readonly attributes?: readonly AttributeValues[];
  readonly chunks?: readonly Chunk[];
  /** Passages that share words with `highlightsFor`, the most telling first; empty when none does. */
  readonly highlights?: string;
  /** The pages of a PDF; absent unless asked for with `documentPages`. */
  readonly documentPages?: readonly DocumentPage[];
  /** The product that the page states; absent where it states none, or several. */
  readonly product?: PageProduct;
  /** What the page states in JSON-LD, microdata and RDFa: at most 64 objects and 256 KB. */
  readonly schemaOrg?: readonly SchemaOrgObject[];
  /** At most five sentences of a model; absent where it said nothing. */
  readonly summary?: string;
  /** What a model says to `question`; absent where it said nothing. */
  readonly answer?: string;
  /** What asking for `summary` and `answer` took. */
  readonly wordsUsage?: ModelUsage;
  /** A `data:` address. */
  readonly screenshot: string | null;
  /** What the actions brought. */
  readonly actions: ActionResults | null;
  readonly extraction: Extraction | null;
  /** What the page's own data states, where that does not satisfy the schema and no model is configured; absent otherwise. */
  readonly found?: unknown;
  /** Where its time went; absent unless asked for. */
  readonly timings?: PageTimings;
  /** Where the time of a page went that a browser finished; absent for others, and never sent over HTTP. */
  readonly renderTimings?: RenderTimings;
  /** Beginning of the text of the page, for the local search. Absent unless crawled pages are searched, and never sent over HTTP. */
  readonly searchText?: string;
  readonly quality: PageQuality;
  /** What became of it since its last visit; absent unless it was tracked. */
  readonly change?: PageChange;
  /** Whether its response came from the cache; absent where the cache was not asked. */
  readonly cache?: PageCacheState;
  /** What was asked for and could not be done, in sentences. */
  readonly warnings: readonly string[];
  /** Those of the warnings that tell what a browser did not do, for programs. Absent where there are none. */
  readonly shortfalls?: readonly Shortfall[];
}

/** Where a response came from. */
export interface PageCacheState {
  readonly state: 'hit' | 'miss';
  /** ISO 8601: when it was received; null for a miss. */
  readonly storedAt: string | null;
}

/** Formats that every page has when they are asked for. */
type SureFormat =
  'markdown' | 'html' | 'links' | 'images' | 'attributes' | 'chunks' | 'highlights' | 'schemaOrg' | 'timings';

/**
 * A page by the list of formats asked for: what every page has of them is not null. A list that is not known word by word, such as
 * `PageFormat[]`, promises nothing.
 */
export type PageOf<Formats extends readonly PageFormat[]> = number extends Formats['length']
  ? Page
  : Page & { readonly [Format in Extract<Formats[number], SureFormat>]: NonNullable<Page[Format]> };

/** Milliseconds of each stage of a page in the browser, in their order. */
export interface RenderTimings {
  /** Until a blank page was open; of a scrape with the wait for its turn. */
  readonly open: number;
  /** Until it was ready, or its time was up. */
  readonly ready: number;
  /** What `waitForMs` asked for. */
  readonly wait: number;
  readonly actions: number;
  readonly picture: number;
  /** Reading what is there then. */
  readonly read: number;
}

/** What browser actions brought, each list in the order of its actions. */
export interface ActionResults {
  /** `data:` addresses. */
  readonly screenshots: readonly string[];
  /** The page as it was then. */
  readonly scrapes: readonly { readonly url: string; readonly html: string }[];
  /** `type` as `typeof` has it, or 'null'; `value` as JSON carries it. */
  readonly javascriptReturns: readonly { readonly type: string; readonly value: unknown }[];
  /** `data:` addresses. */
  readonly pdfs: readonly string[];
}

/** What the head of a page, its link elements and its structured data state. */
export interface PageMetadata {
  readonly title: string | null;
  readonly description: string | null;
  /** Language code as the page states it. */
  readonly language: string | null;
  /** Comma-separated. */
  readonly keywords: string | null;
  readonly robots: string | null;
  readonly author: string | null;
  readonly publishedAt: string | null;
  readonly modifiedAt: string | null;
  /** Pages or slides of a document; null for web pages, and for documents that have none until they are printed. */
  readonly numPages: number | null;
  readonly canonicalUrl: string | null;
  readonly faviconUrl: string | null;
  readonly openGraph: OpenGraph;
  /** Every `<meta name|property>` under its own name; a list where it is repeated. */
  readonly meta: Readonly<Record<string, string | readonly string[]>>;
}

/** Of what states nothing. */
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

/** A link of a page with what a crawl needs to know of it. */
export interface PageLink {
  /** Absolute http(s) address without fragment. */
  readonly url: string;
  /** Anchor text, white space squeezed, at most 200 characters. */
  readonly text: string;
  /** `rel` says nofollow, ugc or sponsored. */
  readonly nofollow: boolean;
}

export type PageType =
  'article' | 'documentation' | 'forum' | 'product' | 'listing' | 'collection' | 'service' | 'other';

/** What may be wrong with a page. */
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

/** How far the content can be trusted. */
export interface PageQuality {
  /** Characters of the page's visible text that the content kept, 0 to 1. */
  readonly textShare: number;
  readonly pageType: PageType;
  /**
   * Which candidate became the content: the scorer's, what pages of its kind in the same crawl agree on, the deletion rules', or all
   * of the page.
   */
  readonly candidate: 'scored' | 'settled' | 'pruned' | 'whole' | 'selected' | 'structured-data';
  /** Why that candidate, in one sentence. */
  readonly reason: string;
  readonly flags: readonly QualityFlag[];
  /**
   * What was left out as no content, in document order; of the format `quality`, absent without it. Scripts, hidden parts and form
   * controls are no text of the page and are not listed. The largest 200 parts.
   */
  readonly removed?: readonly RemovedPart[];
}

/** A part of a page that is not in its content. */
export interface RemovedPart {
  /** The element, such as `nav#menu.top`, and how its text begins. */
  readonly what: string;
  readonly why: string;
  /** Of its text, white space squeezed. */
  readonly chars: number;
}
