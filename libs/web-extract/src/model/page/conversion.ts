import type { FormatFields, PageFormat } from '../formats/page-formats.js';
import type { DocumentPage, DocumentPictures, DocumentSettings } from './document.js';
import type { MarkdownOptions } from './markdown-options.js';
import type { Page, PageLink, PageMetadata, PageQuality } from './page.js';
import type { KindDecision, TemplateSample, PathHash } from './page-kind.js';
import type { AttributeSelector } from './attributes.js';
import type { ExtractorResult } from '../extractor/extractor-run.js';
import type { ConversionStage } from './page-timings.js';
import type { StatedJson } from './structured-data.js';

/**
 * Include and exclude selectors for the pages of one host. Plain data, so that it can be sent to a worker.
 */
export interface ContentRule {
  /** Host name, or `*.example.com` to include its subdomains. */
  readonly host: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** The bytes of a response and the conversion options. Structured-cloneable. */
export interface ConversionRequest {
  readonly body: Uint8Array;
  /** Final URL of the response; relative URLs are resolved against it. */
  readonly url: string;
  /** The Content-Type header as received. */
  readonly contentType: string | null;
  readonly statusCode: number;
  readonly formats: readonly PageFormat[];
  readonly onlyMainContent: boolean;
  readonly includeSelectors: readonly string[];
  readonly excludeSelectors: readonly string[];
  readonly removeBase64Images: boolean;
  /** Markdown options. @default the defaults of {@link MarkdownOptions} */
  readonly markdownOptions?: MarkdownOptions;
  /** Maximum number of tokens of a chunk. @default 512 */
  readonly maxChunkTokens?: number;
  /** Used by the format `attributes`. */
  readonly attributes?: readonly AttributeSelector[];
  /** Used by the format `highlights`. */
  readonly highlightsFor?: string;
  readonly parsePdf: boolean;
  /** Settings for documents. @default {@link DEFAULT_DOCUMENT_SETTINGS} */
  readonly documents?: DocumentSettings;
  readonly contentRules: readonly ContentRule[];
  /** Also collect `anchors` (required by crawls). */
  readonly collectAnchors: boolean;
  /** Also collect `searchText` (required by crawls with searchable pages). @default false */
  readonly collectSearchText?: boolean;
  /**
   * For a page of a crawl: content locations learned from other pages of its site. Absent: the page is
   * analysed individually.
   */
  readonly kinds?: readonly KindDecision[];
  /** Selector whose presence in the page as sent is reported in `hasSign`. */
  readonly signSelector?: string;
  /** JSON of an extractor program to run on the page as sent. */
  readonly extractor?: string;
  /** Pages of frames, which become part of a page of frames. */
  readonly frames?: readonly FrameResponse[];
}

/** The page of a frame, for the page that shows it. */
export interface FrameResponse {
  readonly requestedUrl: string;
  /** After redirects. */
  readonly url: string;
  readonly body: Uint8Array;
  readonly contentType: string | null;
}

/** Default conversion options. */
export const DEFAULT_CONVERSION: Pick<
  ConversionRequest,
  | 'onlyMainContent'
  | 'includeSelectors'
  | 'excludeSelectors'
  | 'removeBase64Images'
  | 'contentRules'
  | 'collectAnchors'
> = {
  onlyMainContent: true,
  includeSelectors: [],
  excludeSelectors: [],
  removeBase64Images: true,
  contentRules: [],
  collectAnchors: false,
};

/** Result of a conversion. */
export interface Conversion extends FormatFields {
  readonly metadata: PageMetadata;
  readonly searchText?: string;
  readonly documentPages?: readonly DocumentPage[];
  readonly anchors: readonly PageLink[] | null;
  /**
   * Data that the page states in a machine-readable form, see {@link StatedJson}; null unless an extraction
   * or the format `structuredData` is requested, and if the page is not HTML.
   */
  readonly structuredData: StatedJson | null;
  readonly quality: PageQuality;
  /**
   * Content selection of this page as a vote for pages of the same template; absent unless `kinds` were given
   * and the scorer ran.
   */
  readonly vote?: TemplateSample;
  /** Template whose decision was used; absent if the page was analysed individually. */
  readonly settledBy?: PathHash;
  /** True if the page has an element for `signSelector`. */
  readonly hasSign?: boolean;
  /** Result of the extractor program; absent without one, and if the page is not HTML. */
  readonly extractor?: ExtractorResult;
  /** Absent if the page shows no others. */
  readonly onward?: OnwardPages;
  /** Sitemap that the page names (`<link rel=sitemap>`); absent if there is none, and unless `collectAnchors` is requested. */
  readonly sitemap?: string;
  /** Absent if the page is not HTML. */
  readonly browserHint?: BrowserHint;
  readonly fetchedBy: Page['fetchedBy'];
  /** Duration of each stage in the thread, in milliseconds. */
  readonly stageMs?: Readonly<Record<ConversionStage, number>>;
  readonly warnings: readonly string[];
  /** Images that contain the text of a document; absent if it has text, or they were not requested. */
  readonly pictures?: DocumentPictures;
}

/** Other pages that readers see instead of this one. */
export interface OnwardPages {
  /** Page that readers are sent to within five seconds, possibly the same one; null for none. */
  readonly refresh: string | null;
  /** Frames of the same host, of a page of frames. */
  readonly frames: readonly string[];
}

/** Indicates the benefit of rendering a page in a browser. */
export interface BrowserHint {
  /** True if the page as sent differs from what readers see, because scripts fill it or redirect. */
  readonly isNeeded: boolean;
  /** Number of characters of the text that was kept. */
  readonly textChars: number;
}
