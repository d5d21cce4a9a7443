import type { ExtractionRequest } from '../extraction/extraction.js';
import type { MarkdownOptions } from './markdown-options.js';
import type { TrackingRequest } from './page-change.js';
import type { ScreenshotOptions } from './screenshot-options.js';

/** What a caller can ask to be computed of a page. Nothing else is computed. */
export type PageFormat =
  | 'markdown'
  | 'html'
  | 'rawHtml'
  | 'links'
  | 'images'
  | 'attributes'
  | 'chunks'
  | 'highlights'
  /** The product of the page, from its structured data. */
  | 'product'
  /** The objects of its structured data. */
  | 'schemaOrg'
  /** What `quality.removed` lists; the rest of `quality` every page has. */
  | 'quality'
  | 'summary'
  | 'answer'
  | 'screenshot'
  | 'screenshot@fullPage'
  | 'extraction'
  | 'timings';

/** An attribute that is wanted of every element that a selector matches. */
export interface AttributeWish {
  /** Bounded as `includeSelectors` are, and counted with them. */
  readonly selector: string;
  readonly attribute: string;
}

export interface AttributeValues extends AttributeWish {
  /** In document order, as the page writes them: an address is neither resolved nor judged. */
  readonly values: readonly string[];
}

/** What is asked about a page, to be answered in words. */
export interface PageQuestion {
  readonly text: string;
  /** `directQuote`: the answer is made of passages of the page, each as it stands there. @default 'freeform' */
  readonly mode?: 'freeform' | 'directQuote';
}

/** When a browser finishes the page: never, where that is needed, or always. */
export type RenderMode = 'never' | 'auto' | 'always';

/** Where the visitor appears to be; decides `Accept-Language`. */
export interface PageLocation {
  /** ISO 3166-1 alpha-2 code, upper case. */
  readonly country?: string;
  /** BCP 47 tags, the preferred first. */
  readonly languages?: readonly string[];
}

export type ProxyKind = 'basic' | 'stealth' | 'auto';

/** One step of browser automation; carried as the caller wrote it, understood by the renderer. */
export interface PageAction {
  readonly type: string;
  readonly [option: string]: unknown;
}

/** One page to be read. Only `url` is required. */
export interface PageRequest {
  /** Address of the page; without a scheme `http://` is assumed. */
  readonly url: string;

  /**
   * What to compute. An empty list gives metadata only.
   * @default ['markdown']
   */
  readonly formats?: readonly PageFormat[];

  /**
   * Drop navigation, headers, footers and asides.
   * @default true
   */
  readonly onlyMainContent?: boolean;

  /**
   * CSS selectors of the parts to keep. Replaces the choice of main content. A selector has at most 1,000 characters, 100 parts and
   * 10 levels of `:is()` and its kind; all of a request together, with `excludeSelectors`, have at most 10,240 characters.
   */
  readonly includeSelectors?: readonly string[];

  /** CSS selectors of the parts to drop, after `includeSelectors`. */
  readonly excludeSelectors?: readonly string[];

  /**
   * Headers sent with the request. Where it is redirected to another origin only `Accept`, `Accept-Language` and `User-Agent` go
   * along, unless the host lists the site in `headersTo`.
   */
  readonly headers?: Readonly<Record<string, string>>;

  /**
   * Address of the site that `headers` are meant for, when that is another one; null: none.
   * @default the page's own
   */
  readonly headersFor?: string | null;

  /**
   * Longest time for the whole request in milliseconds, redirects, retries, waits and conversion included.
   * @default 30_000, and besides what `waitForMs` and waiting `actions` take
   */
  readonly timeoutMs?: number;

  /**
   * Who asks. What there is not enough of is shared fairly by owner.
   * @default 'host'
   */
  readonly owner?: string;

  /**
   * `auto` where the page as it was sent is not what its readers see, and where something else here needs a browser.
   * @default the host's `browser.render`
   */
  readonly render?: RenderMode;

  /** Extra time for scripts before the page is read, in milliseconds, once it is ready. More than 0 asks for a browser. */
  readonly waitForMs?: number;

  /** Done in a browser, one after the other, before the page is read. */
  readonly actions?: readonly PageAction[];

  /** How the formats `screenshot` and `screenshot@fullPage` are taken. */
  readonly screenshotOptions?: ScreenshotOptions;

  /**
   * In a browser, ask no server of advertisements for anything.
   * @default true
   */
  readonly blockAds?: boolean;

  /** Ask as a phone would. */
  readonly mobile?: boolean;

  /** Accept invalid TLS certificates. */
  readonly skipTlsVerification?: boolean;

  /**
   * Drop inline `data:` images from markdown, keeping their alternative text.
   * @default true
   */
  readonly removeBase64Images?: boolean;

  /** How markdown is written, and `chunks` with it; those have their links inline. */
  readonly markdownOptions?: MarkdownOptions;

  /**
   * Most tokens of a chunk, 32 to 100,000; of the format `chunks`. Tokens are estimated.
   * @default 512
   */
  readonly maxChunkTokens?: number;

  /**
   * Convert PDF files. `false` returns the file in base64 instead.
   * @default true
   */
  readonly parsePdf?: boolean;

  /**
   * Pages, slides or sheets read of a document, up to the host's `documents.maxPages`.
   * @default as many as the host allows
   */
  readonly maxPages?: number;

  /**
   * Write a rule and `<!-- page 3 -->` between the pages of a document.
   * @default false
   */
  readonly pageMarkers?: boolean;

  /**
   * Answer the markdown of each page of a PDF as `documentPages` too.
   * @default false
   */
  readonly documentPages?: boolean;

  /**
   * Write what the speaker of a presentation is to say below each slide.
   * @default false
   */
  readonly speakerNotes?: boolean;

  readonly location?: PageLocation;

  /**
   * How hidden the fetch should be. Every kind goes through the host's proxies where it has some.
   * @default 'basic'
   */
  readonly proxy?: ProxyKind;

  /** Compare the page with its last visit; the result is `Page.change`. Needs the format `markdown` and the option `history`. */
  readonly track?: TrackingRequest;

  /**
   * Accept a stored response that is at most so old, in milliseconds; needs the option `cache`.
   * @default the host's `cache.defaultMaxAgeMs`
   */
  readonly maxAgeMs?: number;

  /** Read from the cache only, and accept a stored response that is at least so old, in milliseconds. */
  readonly minAgeMs?: number;

  /**
   * Read from the cache only; without a stored response the request fails with SCRAPE_LOCKDOWN_CACHE_MISS.
   * @default false
   */
  readonly lockdown?: boolean;

  /**
   * Store the response in the cache.
   * @default true
   */
  readonly storeInCache?: boolean;

  /**
   * Store nothing of the page, neither in the cache nor in the history.
   * @default false
   */
  readonly zeroDataRetention?: boolean;

  /** Obey robots.txt for this page. Crawl and map always do; a single scrape only if the host says so. */
  readonly respectRobots?: boolean;

  /** Structured data wanted of the page, within `timeoutMs` as well. */
  readonly extraction?: ExtractionRequest;

  /** Of the format `attributes`: 1 to 100. */
  readonly attributes?: readonly AttributeWish[];

  /** Of the format `highlights`: the words that passages are looked for with; at most 10,000 characters. */
  readonly highlightsFor?: string;

  /** Of the format `answer`. */
  readonly question?: PageQuestion;

  /**
   * What a missing or failing model does where `summary` or `answer` was asked for: `fail` the whole request, or leave the value out
   * and `warn`.
   * @default 'warn'
   */
  readonly onModelFailure?: 'fail' | 'warn';
}
