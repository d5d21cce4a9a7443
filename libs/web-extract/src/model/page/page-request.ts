import type { ExtractionRequest } from '../extraction/extraction.js';
import type { PageFormat } from '../formats/page-formats.js';
import type { AttributeSelector } from './attributes.js';
import type { MarkdownOptions } from './markdown-options.js';
import type { TrackingRequest } from './page-change.js';
import type { ScreenshotOptions } from './screenshot-options.js';

/** A question about a page, answered in natural language. */
export interface PageQuestion {
  readonly text: string;
  /** `directQuote`: the answer consists of literal passages of the page. @default 'freeform' */
  readonly mode?: 'freeform' | 'directQuote';
}

/** Rendering in a browser: never, if needed, or always. */
export type RenderMode = 'never' | 'auto' | 'always';

/** Apparent location of the visitor; determines `Accept-Language`. */
export interface PageLocation {
  /** ISO 3166-1 alpha-2 code, upper case. */
  readonly country?: string;
  /** BCP 47 tags in order of preference. */
  readonly languages?: readonly string[];
}

export type ProxyKind = 'basic' | 'stealth' | 'auto';

/** One browser action, passed unchanged to the renderer. */
export interface PageAction {
  readonly type: string;
  readonly [option: string]: unknown;
}

/** A request to read one page. Only `url` is required. */
export interface PageRequest {
  /** URL of the page; without a scheme `http://` is assumed. */
  readonly url: string;

  /**
   * Formats to compute. An empty list returns only metadata.
   * @default ['markdown']
   */
  readonly formats?: readonly PageFormat[];

  /**
   * Remove navigation, headers, footers and asides.
   * @default true
   */
  readonly onlyMainContent?: boolean;

  /**
   * CSS selectors of the parts to keep, instead of the detected main content. A selector has at most 1,000
   * characters, 100 parts and 10 levels of `:is()` and similar; all selectors of a request, including
   * `excludeSelectors`, have at most 10,240 characters.
   */
  readonly includeSelectors?: readonly string[];

  /** CSS selectors of the parts to remove, applied after `includeSelectors`. */
  readonly excludeSelectors?: readonly string[];

  /**
   * Headers sent with the request. After a redirect to another origin only `Accept`, `Accept-Language` and
   * `User-Agent` are sent, unless the host lists the site in `trustedHeaderOrigins`.
   */
  readonly headers?: Readonly<Record<string, string>>;

  /**
   * Name of a session of the owner: its cookies, headers and storage are used at its origins. Pages that are read with a session
   * are not cached, and their histories are separate.
   */
  readonly session?: string;

  /**
   * URL of the site that `headers` are intended for, if it is not the page's own; null: none.
   * @default that of the page
   */
  readonly headersFor?: string | null;

  /**
   * Timeout of the whole request in milliseconds, including redirects, retries, waits and conversion.
   * @default 30_000, plus the time of `waitForMs` and waiting `actions`
   */
  readonly timeoutMs?: number;

  /**
   * The owner of the request. Limited resources are shared fairly between owners.
   * @default 'host'
   */
  readonly owner?: string;

  /**
   * `auto`: if the page as sent differs from what readers see, or another option of this request needs a
   * browser.
   * @default the host's `browser.render`
   */
  readonly render?: RenderMode;

  /**
   * Additional time for scripts after the page is ready, in milliseconds. A value above 0 requires a browser.
   */
  readonly waitForMs?: number;

  /** Browser actions, performed in order before the page is read. */
  readonly actions?: readonly PageAction[];

  /** Options of the formats `screenshot` and `screenshot@fullPage`. */
  readonly screenshotOptions?: ScreenshotOptions;

  /**
   * Block requests to advertising servers in the browser.
   * @default true
   */
  readonly blockAds?: boolean;

  /** Send the request as a mobile device. */
  readonly mobile?: boolean;

  /** Accept invalid TLS certificates. */
  readonly skipTlsVerification?: boolean;

  /**
   * Remove inline `data:` images from markdown, but keep their alternative text.
   * @default true
   */
  readonly removeBase64Images?: boolean;

  /** Options of the formats `markdown` and `chunks`; links in chunks are always inline. */
  readonly markdownOptions?: MarkdownOptions;

  /**
   * Maximum number of tokens of a chunk in the format `chunks`, 32 to 100,000. Tokens are estimated.
   * @default 512
   */
  readonly maxChunkTokens?: number;

  /**
   * Convert PDF files. `false` returns the file in base64 instead.
   * @default true
   */
  readonly parsePdf?: boolean;

  /**
   * Maximum number of pages, slides or sheets of a document, limited by the host's `documents.maxPages`.
   * @default the host's limit
   */
  readonly maxPages?: number;

  /**
   * Write a rule and `<!-- page 3 -->` between the pages of a document.
   * @default false
   */
  readonly pageMarkers?: boolean;

  /**
   * Also return the markdown of each page of a PDF in `documentPages`.
   * @default false
   */
  readonly documentPages?: boolean;

  /**
   * Write the speaker notes of a presentation below each slide.
   * @default the option `documents.notes`
   */
  readonly speakerNotes?: boolean;

  /**
   * Read the hidden sheets, rows, columns, slides and text of a document. Otherwise a warning counts them.
   * @default the option `documents.hidden`
   */
  readonly hidden?: boolean;

  readonly location?: PageLocation;

  /**
   * Proxy type. All types use the proxies of the host, if it has any.
   * @default 'basic'
   */
  readonly proxy?: ProxyKind;

  /**
   * Compare the page with its previous visit; the result is `Page.change`. Requires the format `markdown` and
   * the option `history`.
   */
  readonly track?: TrackingRequest;

  /**
   * Maximum age of an accepted stored response, in milliseconds; requires the option `cache`.
   * @default the host's `cache.defaultMaxAgeMs`
   */
  readonly maxAgeMs?: number;

  /** Read from the cache only; minimum age of an accepted stored response, in milliseconds. */
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
   * Store nothing of the page in the cache or the history.
   * @default false
   */
  readonly zeroDataRetention?: boolean;

  /**
   * Obey robots.txt for this page. Crawls and maps always do; a single scrape only if the host enables it.
   */
  readonly respectRobots?: boolean;

  /** Structured data to extract from the page, within the same timeout. */
  readonly extraction?: ExtractionRequest;

  /** Selectors of the format `attributes`: 1 to 100. */
  readonly attributes?: readonly AttributeSelector[];

  /** Search words of the format `highlights`; at most 10,000 characters. */
  readonly highlightsFor?: string;

  /** Question of the format `answer`. */
  readonly question?: PageQuestion;

  /**
   * Behaviour of `summary` and `answer` when the model is missing or fails: `fail` the whole request, or omit
   * the value and `warn`.
   * @default 'warn'
   */
  readonly onModelFailure?: 'fail' | 'warn';
}
