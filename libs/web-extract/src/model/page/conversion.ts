import type { Chunk } from './chunk.js';
import type { DocumentPage, DocumentPictures, DocumentSettings } from './document.js';
import type { MarkdownOptions } from './markdown-options.js';
import type { Page, PageLink, PageMetadata, PageQuality } from './page.js';
import type { KindDecision, KindVote, PathHash } from './page-kind.js';
import type { AttributeValues, AttributeWish, PageFormat } from './page-request.js';
import type { ConversionStage } from './page-timings.js';
import type { PageProduct, SchemaOrgObject } from './schema-org.js';
import type { StatedJson } from './structured-data.js';

/** Include and exclude selectors for the pages of one host; plain data so that it can cross into a worker. */
export interface ContentRule {
  /** Host name, or `*.example.com` for its subdomains too. */
  readonly host: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** Bytes of a response and what to make of them. Structured-cloneable. */
export interface ConversionRequest {
  readonly body: Uint8Array;
  /** Final address of the response; relative addresses are resolved against it. */
  readonly url: string;
  /** The Content-Type header as received. */
  readonly contentType: string | null;
  readonly statusCode: number;
  readonly formats: readonly PageFormat[];
  readonly onlyMainContent: boolean;
  readonly includeSelectors: readonly string[];
  readonly excludeSelectors: readonly string[];
  readonly removeBase64Images: boolean;
  /** How markdown is written. Absent: as its defaults say. */
  readonly markdownOptions?: MarkdownOptions;
  /** Most tokens of a chunk. Absent: the usual size. */
  readonly maxChunkTokens?: number;
  /** Of the format `attributes`. */
  readonly attributes?: readonly AttributeWish[];
  /** Of the format `highlights`. */
  readonly highlightsFor?: string;
  readonly parsePdf: boolean;
  /** How files that are no text are read. Absent: as {@link DEFAULT_DOCUMENT_SETTINGS}. */
  readonly documents?: DocumentSettings;
  readonly contentRules: readonly ContentRule[];
  /** Also collect `anchors` (crawls need them). */
  readonly collectAnchors: boolean;
  /** Also take `searchText` (crawls need it where their pages are searched). @default false */
  readonly collectSearchText?: boolean;
  /** For a page of a crawl: where other pages of its site have their content. Absent: the page is judged by itself alone. */
  readonly kinds?: readonly KindDecision[];
}

/** How a page is converted where nothing is said about it. */
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

/** What a response became. */
export interface Conversion {
  readonly metadata: PageMetadata;
  readonly markdown: string | null;
  readonly html: string | null;
  readonly rawHtml: string | null;
  readonly links: readonly string[] | null;
  /** Absent unless asked for, as the next ones. */
  readonly images?: readonly string[];
  readonly attributes?: readonly AttributeValues[];
  readonly chunks?: readonly Chunk[];
  readonly highlights?: string;
  readonly searchText?: string;
  readonly documentPages?: readonly DocumentPage[];
  readonly product?: PageProduct;
  readonly schemaOrg?: readonly SchemaOrgObject[];
  readonly anchors: readonly PageLink[] | null;
  /** What the page states for programs, see {@link StatedJson}; null unless an extraction is wanted, and for what is no HTML. */
  readonly structuredData: StatedJson | null;
  readonly quality: PageQuality;
  /** What the choice of content says about pages of the same kind; absent unless `kinds` were given and the scorer was asked. */
  readonly vote?: KindVote;
  /** Kind of page whose decision was used; absent where the page was judged by itself. */
  readonly settledBy?: PathHash;
  /** Absent for what is no HTML. */
  readonly browserHint?: BrowserHint;
  readonly fetchedBy: Page['fetchedBy'];
  /** Milliseconds of its stages in the thread. */
  readonly stageMs?: Readonly<Record<ConversionStage, number>>;
  readonly warnings: readonly string[];
  /** Pictures that stand for the text of a document; absent where it has text, and where they were not asked for. */
  readonly pictures?: DocumentPictures;
}

/** What a browser could make of a page. */
export interface BrowserHint {
  /** The page as it was sent is not what its readers see: scripts fill it, or lead them on. */
  readonly isNeeded: boolean;
  /** Characters of the text that was kept. */
  readonly textChars: number;
}
