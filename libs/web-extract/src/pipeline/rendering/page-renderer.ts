import type { Conversion } from '../../model/page/conversion.js';
import { FetchTimeoutError, PageActionError, ConnectionError } from '../../model/errors.js';
import type { PageRequest, RenderMode } from '../../model/page/page-request.js';
import type { BrowserFeature, PageNotice, DegradedFeature } from '../../model/problems/degraded-feature.js';
import type { FetchRequest, FetchResponse } from '../../ports/fetcher.port.js';
import type { BrowserVisitor, Renderer, Rendering, RenderRequest } from '../../ports/renderer.port.js';
import { PAUSES_MS } from '../../model/retry/policies.js';
import type { PageRun } from '../run/page-run.js';
import type { WorkClock } from '../../concurrency/with-deadline.js';
import { acceptLanguage } from '../../web/headers/accept-language.js';
import { withScheme, type PageUrl } from '../../web/url/validate-url.js';
import { parseUrl } from '../../web/url/parse-url.js';
import { browserFeatures, screenshotOf } from './browser-features.js';
import { LeftToBrowserError, type BrowserTurns } from './browser-turns.js';
import { needsBrowser } from './needs-browser.js';
import { RenderDecisionCache } from './render-decision-cache.js';

/** A page from the static pipeline or from a browser. */
export interface FinishedPage {
  readonly response: FetchResponse;
  readonly conversion: Conversion;
  /** Null if the page was not rendered, or the rendered page was not better. */
  readonly rendering: Rendering | null;
  /** Requested features that are missing. */
  readonly warnings: readonly PageNotice[];
}

/** Context of rendering a page. */
interface Finishing {
  readonly request: PageRequest;
  /** The requested URL. */
  readonly asked: PageUrl;
  readonly priority: 'scrape' | 'crawl';
  readonly beforeHop: FetchRequest['beforeHop'] | undefined;
  readonly signal: AbortSignal;
  /** Deadline of the whole pipeline. */
  readonly clock: WorkClock;
  /** For crawls that share browsers; absent: every process with a browser may render. */
  readonly turns: BrowserTurns | undefined;
  /** Converts a response like the static pipeline. */
  readonly convert: (response: FetchResponse) => Promise<Conversion>;
  readonly run: PageRun;
  /** State of the session of the page. */
  readonly visitor?: BrowserVisitor | undefined;
}

/** Time reserved for converting the rendered page. */
const CONVERSION_MS = 400;
/** Minimum remaining time for rendering. */
const MIN_RENDER_MS = 1_500;

/** Reason why browser features are unavailable, and its message for actions. */
interface Obstacle {
  /** The shortfall of a feature, or of the page itself if `wish` is null. */
  readonly of: (wish: BrowserFeature | null) => DegradedFeature;
  /** Null if actions are treated like the other features. */
  readonly ofActions: string | null;
}

const NO_BROWSER_FOR_ACTIONS = 'Actions need a browser, and none is installed';
const NONE_INSTALLED: Obstacle = {
  of: (wish) => ({ code: 'no-browser', wish }),
  ofActions: NO_BROWSER_FOR_ACTIONS,
};
const NO_HTML: Obstacle = {
  of: (wish) => ({ code: 'no-html', wish }),
  ofActions: 'Actions need a page of HTML',
};

/** Above the limit a page is used as sent, regardless of the requested features. */
const enoughRendered = (most: number): Obstacle => ({
  of: (wish) => ({ code: 'enough-rendered', wish, most }),
  ofActions: null,
});

/** Renders pages that need a browser, or whose request does. Passes on all others unchanged. */
export class PageRenderer {
  private readonly verdicts = new RenderDecisionCache();
  private isThere: boolean | null = null;
  private lookedAt = 0;

  /**
   * @param renderer null if the host disables rendering
   * @param mode default mode of requests; `never` renders only on request
   */
  constructor(
    private readonly renderer: Renderer | null,
    private readonly mode: RenderMode,
  ) {}

  /** Availability of a browser, as far as known. Counts as available during the search. */
  get browser(): 'there' | 'missing' | 'unknown' {
    if (!this.renderer) return 'missing';
    if (this.isThere === null) return 'unknown';
    if (this.isThere) return 'there';
    return performance.now() - this.lookedAt < PAUSES_MS.browser ? 'missing' : 'unknown';
  }

  /** Looks for a browser, without starting it. */
  async findBrowser(): Promise<void> {
    this.isThere = (await this.renderer?.isInstalled()) ?? false;
    this.lookedAt = performance.now();
  }

  /**
   * Validates browser features before any work starts, and starts a browser that will be needed.
   * @throws PageActionError for impossible actions; LeftToBrowserError
   */
  async admit(request: PageRequest, turns?: BrowserTurns): Promise<void> {
    const { actions = [], render } = request;
    const renderer = render === 'never' ? null : this.renderer;
    if (actions.length > 0 && !renderer && !turns) throw new PageActionError(NO_BROWSER_FOR_ACTIONS);
    if (render === 'never' || browserFeatures(request).length === 0) return;
    if (!turns) this.startAhead();
    else if (!(await this.look())) await askFor(turns, false);
  }

  /** Starts a browser before a conversion, if earlier pages of the host needed one. */
  prefetch({ url }: FetchResponse, { render = this.mode }: PageRequest): void {
    if (render === 'auto' && this.verdicts.expectNeed(new URL(url).host)) this.startAhead();
  }

  /** Starts a browser for upcoming pages. */
  startAhead(): void {
    this.look().catch(() => {}); // the next use searches again
  }

  /**
   * @throws PageActionError, FetchTimeoutError and ConnectionError if a requested feature is unavailable;
   * UnavailableError; LeftToBrowserError
   */
  async finish(response: FetchResponse, conversion: Conversion, finishing: Finishing): Promise<FinishedPage> {
    const { render: mode = this.mode } = finishing.request;
    const wishes = browserFeatures(finishing.request);
    const sent = { response, conversion, rendering: null, warnings: [] };
    const isNeeded = mode === 'always' || (mode === 'auto' && this.needs(response, conversion));
    if (wishes.length === 0 && !isNeeded) return sent;
    const obstacle = await this.obstacleOf(conversion, finishing);
    if (obstacle || !this.renderer) return unmet(sent, wishes, obstacle ?? NONE_INSTALLED, finishing);
    try {
      const renderer = this.renderer;
      const render = () => renderInTurn(renderer, response, finishing);
      const rendering = await finishing.run.measure('render', render);
      return await choose(sent, rendering, wishes, finishing);
    } catch (error) {
      return unrendered(sent, wishes, error);
    }
  }

  private needs(response: FetchResponse, conversion: Conversion): boolean {
    const isNeeded = needsBrowser(response, conversion);
    if (conversion.browserHint) this.verdicts.add(new URL(response.url).host, isNeeded);
    return isNeeded;
  }

  /** @throws LeftToBrowserError */
  private async obstacleOf(
    { browserHint }: Conversion,
    { request, turns }: Finishing,
  ): Promise<Obstacle | null> {
    if (request.render === 'never') return NONE_INSTALLED;
    const hasBrowser = await this.look();
    if (hasBrowser && !browserHint) return NO_HTML;
    if (!turns) return hasBrowser ? null : NONE_INSTALLED;
    return askFor(turns, hasBrowser);
  }

  private async look(): Promise<boolean> {
    if (!this.renderer) return false;
    if (this.browser === 'unknown') this.isThere = true;
    const isThere = await this.renderer.isAvailable();
    this.lookedAt = performance.now();
    this.isThere = isThere;
    return isThere;
  }
}

/** @throws LeftToBrowserError */
async function askFor(turns: BrowserTurns, hasBrowser: boolean): Promise<Obstacle | null> {
  const turn = await turns.ask(hasBrowser);
  if (turn === 'left') throw new LeftToBrowserError('the page goes to a worker that has a browser');
  return { granted: null, full: enoughRendered(turns.most), nobody: NONE_INSTALLED }[turn];
}

/** Queueing time of a crawl page does not count as its own: the pages of a crawl wait for each other. */
async function renderInTurn(
  renderer: Renderer,
  document: FetchResponse,
  finishing: Finishing,
): Promise<Rendering> {
  const { clock, priority, signal } = finishing;
  const request = toRenderRequest(document, finishing);
  if (priority === 'crawl') clock.stop();
  try {
    return await renderer.render({ ...request, onTurn: () => clock.go() }, signal);
  } finally {
    clock.go();
  }
}

function toRenderRequest(document: FetchResponse, finishing: Finishing): RenderRequest {
  const { request, asked, priority, beforeHop, clock, visitor } = finishing;
  const timeoutMs = clock.leftMs - CONVERSION_MS;
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
    ...(request.owner === undefined ? {} : { owner: request.owner }),
    ...(language === undefined ? {} : { acceptLanguage: language }),
    ...(beforeHop === undefined ? {} : { beforeHop }),
    ...(visitor === undefined ? {} : { visitor }),
  };
}

function originOf(address: string): string | null {
  return parseUrl(withScheme(address))?.origin ?? null;
}

/**
 * Selects the rendered page, unless the page as sent contains more: a page that failed in the browser is no
 * better.
 */
async function choose(
  sent: FinishedPage,
  rendering: Rendering,
  wishes: readonly BrowserFeature[],
  { convert }: Finishing,
): Promise<FinishedPage> {
  const response = responseOf(rendering, sent.response);
  const conversion = await convert(response);
  const isBetter = wishes.includes('actions') || saysMore(conversion, sent.conversion, wishes.length > 0);
  const { warnings } = rendering;
  if (isBetter) return { response, conversion: { ...conversion, fetchedBy: 'browser' }, rendering, warnings };
  return { ...sent, rendering, warnings };
}

/** Scripts also remove placeholders: only a large loss of text disqualifies the rendered page. */
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

/**
 * Returns the page as sent, with warnings about its missing features. @throws PageActionError if actions were
 * requested
 */
function unmet(
  sent: FinishedPage,
  wishes: readonly BrowserFeature[],
  obstacle: Obstacle,
  { turns }: Finishing,
): FinishedPage {
  if (wishes.includes('actions') && obstacle.ofActions !== null)
    throw new PageActionError(obstacle.ofActions);
  const ofPage = wishes.length === 0 && turns ? [obstacle.of(null)] : [];
  return { ...sent, warnings: [...ofPage, ...wishes.map(obstacle.of)] };
}

/** Returns the page as sent, unless a requested feature is missing from it. */
function unrendered(sent: FinishedPage, wishes: readonly BrowserFeature[], error: unknown): FinishedPage {
  const mayDoWithout = error instanceof FetchTimeoutError || error instanceof ConnectionError;
  if (!mayDoWithout || wishes.includes('actions') || wishes.includes('screenshot')) throw error;
  const why = error instanceof FetchTimeoutError ? 'there was not enough time' : 'it broke in the browser';
  return { ...sent, warnings: [`The page was not rendered: ${why}`] };
}
