import type { KindDecision, PathHash, TemplateSample } from '../model/page/page-kind.js';
import type { Page, PageLink } from '../model/page/page.js';
import type { StatedJson } from '../model/page/structured-data.js';
import type { ExtractorResult } from '../model/extractor/extractor-run.js';
import type { Validators } from '../model/snapshot.js';
import type { FetchResponse, Visitor } from '../ports/fetcher.port.js';
import type { SessionVisit } from './session-reader.js';
import type { PageUrl } from '../web/url/validate-url.js';
import type { BrowserTurns } from './rendering/browser-turns.js';
import type { PageRun } from './run/page-run.js';

/** How one reading differs from a plain scrape. */
export interface ReadingContext {
  readonly signal?: AbortSignal;
  /** The validated URL of the request. Default: it is validated first. */
  readonly asked?: PageUrl;
  /** Conversions of an owner's crawls wait for those of its single scrapes. */
  readonly priority?: 'scrape' | 'crawl';
  /** Also collect the page's links with their texts. */
  readonly collectAnchors?: boolean;
  /** Also take the text that a search index needs. @default false */
  readonly collectSearchText?: boolean;
  /** Collect them of documents too. @default false */
  readonly followDocumentLinks?: boolean;
  /** Replaces the reader's own `validateHop`. */
  readonly validateHop?: (url: string) => Promise<void>;
  /** How pages of a crawl come to browsers. */
  readonly turns?: BrowserTurns;
  /** Let the fetcher try again on connect errors and statuses that may pass. @default true */
  readonly retry?: boolean;
  /** Of a crawl: where other pages of the site have their content. */
  readonly kinds?: readonly KindDecision[];
  /** Measures the stages. Default: no measurement. */
  readonly run?: PageRun;
  /** Cookies of a job. Sessions have visitors of their own. */
  readonly visitor?: Visitor;
  /** Reading of a session; set by the reader. */
  readonly session?: SessionVisit;
  /** Called with each response that was received, without `headerPairs`. */
  readonly onFetched?: (response: FetchResponse) => void;
  /** Called with each response that was received or read from the cache, with `headerPairs` if it was received. */
  readonly onResponse?: (response: FetchResponse) => void;
}

/** State of a page from its last visit. */
export interface KnownPage {
  /** Sent with the request. */
  readonly validators: Validators | null;
  /** A response with this hash is not converted. */
  readonly bodyHash: string | null;
  /** Hash of the last response, if its text was made by another version of the converter. */
  readonly outdatedBody?: string | null;
}

/** Text of the last response, converted again from its stored body. */
export interface FormerText {
  readonly bodyHash: string;
  readonly markdown: string;
}

/** A page that is as it was known. */
export interface UnchangedPage {
  readonly kind: 'unchanged';
  /** The server said so, or it sent the same body. */
  readonly by: '304' | 'body';
  /** Headers of the response. */
  readonly headers: Readonly<Record<string, string>>;
  /** Size of its body as it was sent. */
  readonly wireBytes: number;
  readonly requests: number;
}

/** What a history needs to know of a reading. */
export interface ReadingFacts {
  readonly headers: Readonly<Record<string, string>>;
  /** The response is not of the address that was requested. */
  readonly isRedirected: boolean;
  /** All redirects are permanent. */
  readonly isMovedPermanently: boolean;
  readonly bodyHash: string;
  readonly wireBytes: number;
  readonly requests: number;
  readonly isTruncated: boolean;
  /**
   * A browser finished the page; it did, and the page as it was sent is the better one; it failed; there is none; or the page needs
   * none.
   */
  readonly rendering: 'done' | 'worse' | 'failed' | 'missing' | 'none';
  /** Kind of page whose decision was used; null where the page was judged by itself. */
  readonly settledBy: PathHash | null;
}

/** A page and what a crawl needs to go on from it. */
export interface PageReading {
  readonly page: Page;
  /** `null` unless asked for. */
  readonly anchors: readonly PageLink[] | null;
  /** True if the response has set cookies. */
  readonly setsCookies?: true;
  /** The sitemap that the page names; absent if there is none. */
  readonly sitemap?: string;
  /** What an extraction uses besides the text; `null` unless one was asked for. */
  readonly structured: StatedJson | null;
  /** Result of an extractor; absent without one, and if the page is not HTML. */
  readonly extracted?: ExtractorResult;
  /** The `Retry-After` header. */
  readonly retryAfter: string | null;
  readonly bytes: number;
  /** What the page says about others of its kind; null unless `kinds` were given and it was looked at block by block, and if it is large. */
  readonly vote: TemplateSample | null;
  /** The same page with other decisions about its kind, converted again from the same response. */
  readonly again: (kinds: readonly KindDecision[], signal: AbortSignal) => Promise<Page>;
  /** Absent unless the page was revisited. */
  readonly facts?: ReadingFacts;
  /** Absent unless the converter and the body changed since the last visit, and the former body is in the cache. */
  readonly former?: FormerText;
}
