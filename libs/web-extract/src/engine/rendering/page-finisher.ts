import type { Conversion } from '../../model/conversion.js';
import { FetchTimeoutError, PageActionError, SiteError } from '../../model/errors.js';
import type { PageRequest, RenderMode } from '../../model/page-request.js';
import type { FetchResponse } from '../../ports/fetcher.port.js';
import type { Renderer, Rendering, RenderRequest } from '../../ports/renderer.port.js';
import { acceptLanguage } from '../accept-language.js';
import { withScheme, type PageUrl } from '../url/admit-url.js';
import { parseUrl } from '../url/parse-url.js';
import { browserWishes, screenshotOf } from './browser-wishes.js';
import { needsBrowser } from './needs-browser.js';

/** A page as far as the static road had it, or as a browser finished it. */
export interface FinishedPage {
  readonly response: FetchResponse;
  readonly conversion: Conversion;
  /** Null when no browser was asked, or its page was not the better one. */
  readonly rendering: Rendering | null;
  /** What was asked for and is not there, in sentences. */
  readonly warnings: readonly string[];
}

/** What the reader of a page knows besides. */
export interface Finishing {
  readonly request: PageRequest;
  /** The address that was asked for. */
  readonly asked: PageUrl;
  readonly priority: 'scrape' | 'crawl';
  readonly admitHop: ((url: string) => Promise<void>) | undefined;
  readonly signal: AbortSignal;
  /** Time left of the whole road, in milliseconds. */
  readonly leftMs: () => number;
  /** Converts a response as the static road does. */
  readonly convert: (response: FetchResponse) => Promise<Conversion>;
}

/** Kept for the conversion of the finished page. */
const CONVERSION_MS = 400;
/** With less left it is not worth beginning. */
const MIN_RENDER_MS = 1_500;

/** Why wishes cannot be granted, and how that is said of actions. */
interface Obstacle {
  readonly ofWish: string;
  readonly ofActions: string;
}

const NONE_INSTALLED: Obstacle = {
  ofWish: 'needs a browser, and none is installed',
  ofActions: 'Actions need a browser, and none is installed',
};
const NO_HTML: Obstacle = {
  ofWish: 'was left out: the page is no HTML',
  ofActions: 'Actions need a page of HTML',
};

/** Lets a browser finish the pages that need it, or whose request does. Others are passed on untouched. */
export class PageFinisher {
  /**
   * @param renderer null where the host wants none
   * @param mode of requests that state none; `never` leaves only what they ask for
   */
  constructor(
    private readonly renderer: Renderer | null,
    private readonly mode: RenderMode,
  ) {}

  /** Decides before any work. @throws PageActionError for actions that nobody could do */
  admit({ actions = [], render }: PageRequest): void {
    const isPossible = this.renderer !== null && render !== 'never';
    if (actions.length > 0 && !isPossible) throw new PageActionError(NONE_INSTALLED.ofActions);
  }

  /** @throws PageActionError, FetchTimeoutError and SiteError when what was asked for cannot be had; UnavailableError */
  async finish(response: FetchResponse, conversion: Conversion, finishing: Finishing): Promise<FinishedPage> {
    const { render = this.mode } = finishing.request;
    const wishes = browserWishes(finishing.request);
    const renderer = finishing.request.render === 'never' ? null : this.renderer;
    const sent = { response, conversion, rendering: null, warnings: [] };
    const isNeeded = render === 'always' || (render === 'auto' && needsBrowser(response, conversion));
    if (wishes.length === 0 && !(renderer && isNeeded)) return sent;
    if (!renderer || !(await renderer.isAvailable())) return unmet(sent, wishes, NONE_INSTALLED);
    if (!conversion.browserHint) return unmet(sent, wishes, NO_HTML);
    try {
      const rendering = await renderer.render(toRenderRequest(response, finishing), finishing.signal);
      return await choose(sent, rendering, wishes, finishing);
    } catch (error) {
      return unrendered(sent, wishes, error);
    }
  }
}

function toRenderRequest(document: FetchResponse, finishing: Finishing): RenderRequest {
  const { request, asked, priority, admitHop, leftMs } = finishing;
  const timeoutMs = leftMs() - CONVERSION_MS;
  if (timeoutMs < MIN_RENDER_MS) throw new FetchTimeoutError(document.url, 'no rendered page', timeoutMs);
  const language = acceptLanguage(request.location);
  const { authorization } = asked;
  const { headersFor = asked.href } = request;
  const origin = headersFor === null ? null : originOf(headersFor);
  return {
    document,
    origin,
    fragment: /#.*/s.exec(request.url.trim())?.[0] ?? '',
    headers: { ...(authorization === null ? {} : { authorization }), ...request.headers },
    mobile: request.mobile ?? false,
    skipTlsVerification: request.skipTlsVerification ?? false,
    blockAds: request.blockAds ?? true,
    waitForMs: request.waitForMs ?? 0,
    actions: request.actions ?? [],
    screenshot: screenshotOf(request),
    timeoutMs,
    priority,
    ...(language === undefined ? {} : { acceptLanguage: language }),
    ...(admitHop === undefined ? {} : { beforeHop: admitHop }),
  };
}

function originOf(address: string): string | null {
  return parseUrl(withScheme(address))?.origin ?? null;
}

/** The browser's page, unless the one that was sent says more: a page that broke in the browser is no better. */
async function choose(
  sent: FinishedPage,
  rendering: Rendering,
  wishes: readonly string[],
  { convert }: Finishing,
): Promise<FinishedPage> {
  const response = responseOf(rendering, sent.response);
  const conversion = await convert(response);
  const isBetter = wishes.includes('actions') || saysMore(conversion, sent.conversion, wishes.length > 0);
  const { warnings } = rendering;
  if (isBetter) return { response, conversion: { ...conversion, fetchedBy: 'browser' }, rendering, warnings };
  return { ...sent, rendering, warnings };
}

/** Scripts take away placeholders, too: only a page that lost much is not the page. */
function saysMore(rendered: Conversion, sent: Conversion, isAskedFor: boolean): boolean {
  const chars = rendered.browserHint?.textChars ?? 0;
  const before = sent.browserHint?.textChars ?? 0;
  if (isAskedFor) return 2 * chars >= before;
  return chars >= before || (chars > 0 && rendered.browserHint?.isNeeded === false);
}

function responseOf(
  { html, url, statusCode, statusText, headers }: Rendering,
  sent: FetchResponse,
): FetchResponse {
  return {
    ...sent,
    url,
    statusCode,
    statusText,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    body: Buffer.from(html),
  };
}

/** What cannot be done at all. @throws PageActionError */
function unmet(sent: FinishedPage, wishes: readonly string[], obstacle: Obstacle): FinishedPage {
  if (wishes.includes('actions')) throw new PageActionError(obstacle.ofActions);
  return { ...sent, warnings: wishes.map((wish) => `${wish} ${obstacle.ofWish}`) };
}

/** The page as it was sent is an answer, unless something was asked for that it does not have. */
function unrendered(sent: FinishedPage, wishes: readonly string[], error: unknown): FinishedPage {
  const mayDoWithout = error instanceof FetchTimeoutError || error instanceof SiteError;
  if (!mayDoWithout || wishes.includes('actions') || wishes.includes('screenshot')) throw error;
  const why = error instanceof FetchTimeoutError ? 'there was not enough time' : 'it broke in the browser';
  return { ...sent, warnings: [`The page was not rendered: ${why}`] };
}
