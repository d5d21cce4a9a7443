import { getHeapStatistics } from 'node:v8';
import {
  FetchTimeoutError,
  ConnectionError,
  UnavailableError,
  WebExtractError,
} from '../../../model/errors.js';
import { unlessAborted } from '../../../concurrency/until-aborted.js';
import { parseAllowList } from '../../../web/url/allow-list.js';
import type { Rendering, RenderRequest } from '../../../ports/renderer.port.js';
import { HostLookup } from '../../guarded-network/host-lookup.js';
import { ProxyRotation } from '../../guarded-network/proxy-rotation.js';
import { BrowserError, BrowserGoneError, NoAnswerError } from './browser-errors.js';
import type { ChromiumRendererOptions } from '../renderer-options.js';
import { ActionMemory } from '../actions/action-memory.js';
import { BlankPage } from './blank-page.js';
import { BrowserLauncher } from './browser-launcher.js';
import { BrowserPool, type BrowserUse } from './browser-pool.js';
import { GuardedProxy } from '../network/guarded-proxy.js';
import { PageSession, type LaneSettings } from '../page/page-session.js';
import { RenderQueue } from '../render-queue.js';
import { RenderRun } from '../page/render-run.js';
import { MemoryLimiter } from './memory-limiter.js';
import { RunningBrowser } from './running-browser.js';
import { WarmPage } from './warm-page.js';
import { TimeBudget } from '../time-budget.js';

/** Of the sockets to sites. */
const CONNECT_TIMEOUT_MS = 5_000;
const HEADERS_TIMEOUT_MS = 60_000;
/** Part of the heap that action results may take. */
const ACTION_SHARE = 1 / 4;
const DEFAULT_OWNER = 'host';
/** Less is not worth beginning with a page. */
const MIN_TIME_MS = 500;
/** Memory in MiB that each browser uses with one ordinary page. */
const BROWSER_MB = 250;
/** Browsers above the number of pages: one for the additional page, and one whose page is being closed. */
const MORE_BROWSERS = 2;

/** Renders with browsers of the Chromium family, one for each active owner, which it starts at the first need and keeps. */
export class RenderingBrowser {
  private readonly allowed;
  private readonly upstreams: ProxyRotation;
  private readonly queue: RenderQueue;
  private readonly actionMemory = new ActionMemory(getHeapStatistics().heap_size_limit * ACTION_SHARE);
  private readonly launcher: BrowserLauncher;
  private readonly memoryWatch: MemoryLimiter;
  private readonly browsers: BrowserPool;
  private readonly spare = new WarmPage(async (browser) => BlankPage.open(browser, await this.openProxy()));
  private proxy: Promise<GuardedProxy> | null = null;
  private isClosing = false;

  constructor(private readonly options: ChromiumRendererOptions) {
    this.allowed = parseAllowList(options.allowPrivate);
    this.upstreams = new ProxyRotation(options.proxies);
    this.queue = new RenderQueue(options);
    const isRoot = process.getuid?.() === 0;
    const { executablePath, sandbox = !isRoot, userAgents, maxMemoryMb } = options;
    this.launcher = new BrowserLauncher(
      { executablePath, hasSandbox: sandbox, userAgent: userAgents.desktop },
      async () => (await this.openProxy()).port,
    );
    this.memoryWatch = new MemoryLimiter(maxMemoryMb);
    this.browsers = new BrowserPool(maxBrowsers(options), () => this.start());
  }

  isInstalled(): Promise<boolean> {
    return this.launcher.isInstalled();
  }

  isAvailable(): Promise<boolean> {
    return this.browsers.isAvailable();
  }

  async render(
    request: RenderRequest,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<Rendering> {
    const { document, priority, owner = DEFAULT_OWNER, timeoutMs, onTurn } = request;
    const arrived = new TimeBudget(timeoutMs, signal);
    const { host } = new URL(document.url);
    const leave = await this.queue.enter({ host, priority, owner }, signal);
    onTurn?.();
    try {
      const budget = priority === 'crawl' ? new TimeBudget(timeoutMs, signal) : arrived;
      return await this.renderTwice(request, budget, signal);
    } finally {
      leave();
    }
  }

  /** Pages under way end, and with them the browser. */
  async close(): Promise<void> {
    this.isClosing = true;
    this.queue.close(new UnavailableError('shutting down'));
    await this.browsers.close();
    await (await this.proxy)?.close();
  }

  /** Renders a page again when the browser has ended with all of its pages, unless actions have begun: these are not repeated. */
  private async renderTwice(
    request: RenderRequest,
    budget: TimeBudget,
    signal: AbortSignal,
  ): Promise<Rendering> {
    let hasActed = false;
    const onAct = () => void (hasActed = true);
    try {
      return await this.renderOnce(request, budget, signal, onAct);
    } catch (error) {
      const mayRepeat = error instanceof BrowserGoneError && !hasActed;
      if (!mayRepeat || budget.leftMs < MIN_TIME_MS) throw explained(error, request, budget, signal);
    }
    return this.renderOnce(request, budget, signal, onAct).catch((error: unknown) => {
      throw explained(error, request, budget, signal);
    });
  }

  private async renderOnce(
    request: RenderRequest,
    budget: TimeBudget,
    signal: AbortSignal,
    onAct: () => void,
  ): Promise<Rendering> {
    const settings = { ...this.options.readiness, onAct };
    const proxy = await this.openProxy();
    const use = await this.browsers.enter(request.owner ?? DEFAULT_OWNER);
    const opening = this.openLane(use.browser, request, proxy);
    const memory = this.actionMemory.open(request.owner ?? DEFAULT_OWNER, this.options.maxActionBytes);
    try {
      const work = opening.then((lane) => new RenderRun(lane, request, budget, settings, memory).run());
      return await unlessAborted(work, signal);
    } catch (error) {
      memory.release();
      throw error;
    } finally {
      // no caller waits for its end, but the browser does
      void opening
        .then(
          (lane) => lane.close(),
          () => {},
        )
        .finally(() => this.leave(use));
    }
  }

  private async leave(use: BrowserUse): Promise<void> {
    await use.leave();
    if (!this.isClosing) this.spare.prepare(use.browser);
  }

  private async start(): Promise<RunningBrowser> {
    const browser = new RunningBrowser(await this.launcher.launch(), this.options.recycleAfterPages);
    this.memoryWatch.add(browser, browser.process.gone);
    return browser;
  }

  private async openLane(
    browser: RunningBrowser,
    request: RenderRequest,
    proxy: GuardedProxy,
  ): Promise<PageSession> {
    const blank = await this.spare.take(browser);
    blank.assign(request.owner ?? DEFAULT_OWNER);
    try {
      const { visitor, blockAds } = request;
      blank.traffic.rules = {
        upstream: await this.upstreams.next(),
        blockAds,
        ...(visitor ? { visitor } : {}),
      };
      return await PageSession.begin(blank, this.settingsOf(request, proxy));
    } catch (error) {
      void blank.close();
      throw error;
    }
  }

  private settingsOf(request: RenderRequest, proxy: GuardedProxy): LaneSettings {
    const { document, origin, mobile, acceptLanguage, skipTlsVerification, screenshot, actions, beforeHop } =
      request;
    const { authorization = null, cookie = '', ...headers } = lowerCased(request.headers);
    const takesPictures = actions.some(({ type }) => ['screenshot', 'pdf', 'generatePDF'].includes(type));
    return {
      document,
      origin,
      headers,
      authorization,
      cookies: pairsOf(cookie),
      wantsPictures: screenshot !== null || takesPictures,
      allowed: this.allowed,
      mayReach: (url) => proxy.mayReach(url),
      beforeHop,
      visitor: request.visitor,
      mobile,
      viewport: screenshot?.viewport ?? null,
      acceptLanguage,
      skipTlsVerification,
      userAgent: mobile ? this.options.userAgents.mobile : this.options.userAgents.desktop,
    };
  }

  private openProxy(): Promise<GuardedProxy> {
    const { ownPorts, lookup = new HostLookup().all } = this.options;
    this.proxy ??= GuardedProxy.start({
      policy: { allowed: this.allowed, lookup },
      ownPorts,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      headersTimeoutMs: HEADERS_TIMEOUT_MS,
    });
    return this.proxy;
  }
}

/** The number of browsers for which there are pages and memory. */
function maxBrowsers({ maxPages, maxMemoryMb }: ChromiumRendererOptions): number {
  return Math.min(maxPages + MORE_BROWSERS, Math.max(1, Math.floor(maxMemoryMb / BROWSER_MB)));
}

/** Why there is no page, in words of the model. */
function explained(
  error: unknown,
  { document }: RenderRequest,
  budget: TimeBudget,
  signal: AbortSignal,
): unknown {
  if (error instanceof NoAnswerError) {
    return new FetchTimeoutError(document.url, 'no rendered page', budget.totalMs, { cause: error });
  }
  if (error instanceof WebExtractError || (signal.aborted && error === signal.reason)) return error;
  const reason = error instanceof BrowserError ? error.message : 'it sent an invalid answer';
  return new ConnectionError(document.url, `it broke in the browser: ${reason}`, { cause: error });
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function pairsOf(cookie: string): { name: string; value: string }[] {
  return cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? { name: '', value: pair } : { name: pair.slice(0, at), value: pair.slice(at + 1) };
    });
}
