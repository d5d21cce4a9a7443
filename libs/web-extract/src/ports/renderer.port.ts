import type { ActionResults, RenderTimings } from '../model/page/page.js';
import type { PageAction } from '../model/page/page-request.js';
import type { PageNotice } from '../model/problems/degraded-feature.js';
import type { ScreenshotOptions } from '../model/page/screenshot-options.js';
import type { OriginStorage, SessionCookie } from '../model/session/session.js';
import type { FetchResponse, HopHeaders } from './fetcher.port.js';

/** A screenshot of a page. */
export interface ScreenshotRequest extends ScreenshotOptions {
  /** Capture the whole page instead of the viewport. */
  readonly fullPage: boolean;
}

/** State of a visitor in the browser. */
export interface BrowserState {
  /** With `domain`; those of one host without a leading dot. */
  readonly cookies: readonly SessionCookie[];
  readonly storage: readonly OriginStorage[];
}

/** A visitor with state: cookies and storage are set before the document, and kept afterwards. */
export interface BrowserVisitor extends BrowserState {
  /** Origins that have the state. */
  readonly origins: readonly string[];
  /** Headers of requests to a URL; empty at other origins. */
  headersAt(url: string): HopHeaders;
  /** False: the request is not sent. */
  admits(url: string): boolean;
  /** False: no connection to the host and port is made. */
  admitsTarget(hostname: string, port: number): boolean;
  /** Called with the state after the page was read. */
  keep(state: BrowserState): void;
}

/** A page to render. */
export interface RenderRequest {
  /** The fetched response. It is passed to the browser, so the site receives no second request for it. */
  readonly document: FetchResponse;
  /** Origin (scheme, host and port) of the site that `headers` are intended for; null for none. */
  readonly origin: string | null;
  /**
   * The fragment of the URL with its number sign, which is never sent to a server; empty if there is none.
   */
  readonly fragment: string;
  /**
   * Headers of the caller. They are sent, with documents, cookies and credentials, with every request to
   * `origin`; other sites receive only `SHARED_HEADERS`.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** Complete value of `Accept-Language`. */
  readonly acceptLanguage?: string;
  /** Emulate a mobile device. */
  readonly mobile: boolean;
  readonly skipTlsVerification: boolean;
  /** Block requests to advertising servers. */
  readonly blockAds: boolean;
  /** Additional wait after the page is ready, in milliseconds. */
  readonly waitForMs: number;
  /** Performed in order. */
  readonly actions: readonly PageAction[];
  /** Taken after the actions; null for none. Its size determines the viewport. */
  readonly screenshot: ScreenshotRequest | null;
  /** Timeout in milliseconds; with the priority `scrape` it includes the queue. */
  readonly timeoutMs: number;
  /** Scrapes take precedence over crawls. */
  readonly priority: 'scrape' | 'crawl';
  /** Owner for fair scheduling. @default 'host' */
  readonly owner?: string;
  /** Called when the request leaves the queue. */
  readonly onTurn?: () => void;
  /**
   * Called before a script navigates to another document; an error prevents the navigation. Headers that it returns are sent
   * with this request only.
   */
  readonly beforeHop?: (url: string) => Promise<HopHeaders | void>;
  /** Absent: the page has no cookies but those of `headers`. */
  readonly visitor?: BrowserVisitor;
}

/** The rendered page. */
export interface Rendering {
  /** The URL after all navigation by scripts, without fragment. */
  readonly url: string;
  readonly statusCode: number;
  readonly statusText: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The document, with the content of open shadow roots and visible frames inserted. */
  readonly html: string;
  /** A `data:` URL; null if not requested. */
  readonly screenshot: string | null;
  /** Null if no actions were requested. */
  readonly actions: ActionResults | null;
  /** Features that could not be applied; those requested by a field are reported as a `DegradedFeature`. */
  readonly warnings: readonly PageNotice[];
  readonly timings: RenderTimings;
}

/**
 * Renders pages in a real browser: runs their scripts, applies the address policy to all their requests, and
 * isolates pages from each other.
 */
export abstract class Renderer {
  /** Returns true if a browser is installed, without starting it. */
  abstract isInstalled(): Promise<boolean>;

  /**
   * Returns true if a browser works. The first call searches for it and starts it; nothing happens before.
   */
  abstract isAvailable(): Promise<boolean>;

  /**
   * Renders one page. A page that never becomes ready is read in its current state when its time is over.
   *
   * @throws PageActionError naming the failed action; FetchTimeoutError if the page or a requested feature
   * was not available in time; ConnectionError if the page crashed; UnavailableError if the queue is full; the
   * reason of the signal
   */
  abstract render(request: RenderRequest, signal?: AbortSignal): Promise<Rendering>;
}
