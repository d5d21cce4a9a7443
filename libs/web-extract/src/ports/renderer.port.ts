import type { ActionResults, RenderTimings } from '../model/page/page.js';
import type { PageAction } from '../model/page/page-request.js';
import type { PageNotice } from '../model/problems/shortfall.js';
import type { ScreenshotOptions } from '../model/page/screenshot-options.js';
import type { FetchResponse } from './fetcher.port.js';

/** A picture of a page. */
export interface ScreenshotWish extends ScreenshotOptions {
  /** The whole page, and not only what is seen of it at first. */
  readonly fullPage: boolean;
}

/** A page for a browser to finish. */
export interface RenderRequest {
  /** The document as it was fetched. The browser is given it: the site is not asked for it again. */
  readonly document: FetchResponse;
  /** Scheme, host and port of the site that `headers` are for; null for no site's. */
  readonly origin: string | null;
  /** The part of the address that no site is told, with its number sign; empty when there is none. */
  readonly fragment: string;
  /**
   * The caller's headers. They go with documents, cookies and credentials with every request to `origin`; to other sites go only
   * `SHARED_HEADERS` of them.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** Value of `Accept-Language`, complete. */
  readonly acceptLanguage?: string;
  /** Show the page as a phone would. */
  readonly mobile: boolean;
  readonly skipTlsVerification: boolean;
  /** Ask no server of advertisements for anything. */
  readonly blockAds: boolean;
  /** Time in milliseconds that passes after the page is ready, before anything else is done. */
  readonly waitForMs: number;
  /** Done one after the other. */
  readonly actions: readonly PageAction[];
  /** Taken after the actions; null for none. The page is opened in a window of the size that is asked for. */
  readonly screenshot: ScreenshotWish | null;
  /** Longest time in milliseconds; with the priority `scrape` waiting for a turn is part of it. */
  readonly timeoutMs: number;
  /** Scrapes have their turn before crawls. */
  readonly priority: 'scrape' | 'crawl';
  /** Whose page it is: owners have their turns side by side. @default 'host' */
  readonly owner?: string;
  /** Called when its turn has come. */
  readonly onTurn?: () => void;
  /** Asked before the page's scripts lead it to another document; a thrown error keeps it where it is. */
  readonly beforeHop?: (url: string) => Promise<void>;
}

/** A page as a reader would see it. */
export interface Rendering {
  /** The address after all navigation by scripts, without fragment. */
  readonly url: string;
  readonly statusCode: number;
  readonly statusText: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The document, with what stands in open shadow roots and in visible frames in its place. */
  readonly html: string;
  /** A `data:` address; null when none was asked for. */
  readonly screenshot: string | null;
  /** Null when no actions were asked for. */
  readonly actions: ActionResults | null;
  /** What is not as it was asked for; what names a field of the request is a `Shortfall`. */
  readonly warnings: readonly PageNotice[];
  readonly timings: RenderTimings;
}

/**
 * Finishes pages in a real browser: their scripts run, every request of theirs is under the address policy, and nothing of
 * one page is there in the next.
 */
export abstract class Renderer {
  /** Whether there is a browser, for all that can be told without starting it. */
  abstract isInstalled(): Promise<boolean>;

  /** Whether there is a browser that works. The first call looks for it and starts it; nothing is done before. */
  abstract isAvailable(): Promise<boolean>;

  /**
   * Renders one page. A page that never gets ready is taken as it is when its time is up.
   *
   * @throws PageActionError naming the action that failed; FetchTimeoutError when nothing, or not all that was asked for, could
   * be had in time; SiteError when the page broke; UnavailableError when too many wait; the reason of the signal
   */
  abstract render(request: RenderRequest, signal?: AbortSignal): Promise<Rendering>;
}
