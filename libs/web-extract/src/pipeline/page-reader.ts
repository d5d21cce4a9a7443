import { HOST_OWNER } from '../model/keys/principal.js';
import { withDeadline } from '../concurrency/with-deadline.js';
import { BodyTooLargeError, FetchTimeoutError, SessionUnknownError } from '../model/errors.js';
import type { Conversion } from '../model/page/conversion.js';
import type { PageRequest } from '../model/page/page-request.js';
import type { Page } from '../model/page/page.js';
import { waitsOf } from '../model/page/waits-of.js';
import type { Converter } from '../ports/converter.port.js';
import type { Fetcher, FetchResponse } from '../ports/fetcher.port.js';
import { validateUrl, type PageUrl } from '../web/url/validate-url.js';
import { assemblePage } from './assemble-page.js';
import { BodyRoom, LARGE_BODY_BYTES } from './body-room.js';
import { cacheStateOf } from './freshness/stored-response.js';
import { lowerTimeout, type LoweredTimeout } from './lower-timeout.js';
import { missingFeatures } from './missing-features.js';
import { PagePorts } from './page-ports.js';
import type { PageReaderOptions } from './page-reader-options.js';
import type { KnownPage, PageReading, ReadingContext, UnchangedPage } from './page-reading.js';
import { PAGE_STAGES, type PageTools } from './page-stages.js';
import { factsOf } from './reading-facts.js';
import { ReadingTask, type GivenReading } from './reading-task.js';
import { PageRenderer, type FinishedPage } from './rendering/page-renderer.js';
import { PageRun } from './run/page-run.js';

/** Parts of a task that its page shows. */
type ShownReading = Pick<GivenReading, 'wish' | 'request' | 'warnings'> & Pick<ReadingTask, 'cached'>;

/** Runs the stages of one page under its deadline. */
export class PageReader {
  private readonly tools: PageTools;

  constructor(
    fetcher: Fetcher,
    converter: Converter,
    private readonly options: PageReaderOptions,
    private readonly renderer: PageRenderer = new PageRenderer(null, 'never'),
    private readonly room: BodyRoom = new BodyRoom(),
  ) {
    const ports = new PagePorts(fetcher, converter, options);
    this.tools = { ports, renderer, cache: options.cache };
  }

  /** Decides, before any work, whether the address may be read. @throws InvalidUrlError, BlockedAddressError */
  admit(url: string): PageUrl {
    return validateUrl(url, this.options.allowed);
  }

  /** Whether pages can be finished in a browser here, as far as that was asked. */
  get browser(): PageRenderer['browser'] {
    return this.renderer.browser;
  }

  /** Looks for a browser, without starting it. */
  async findBrowser(): Promise<void> {
    await this.renderer.findBrowser();
  }

  /** Pages are about to be read that need a browser. */
  startBrowserAhead(): void {
    this.renderer.startAhead();
  }

  /** @throws LeftToBrowserError where `turns` are given; any of the errors of the Fetcher and Converter ports, FetchTimeoutError over the whole pipeline */
  async read(request: PageRequest, given: ReadingContext = {}): Promise<PageReading> {
    return (await this.run(request, given, null)) as PageReading; // nothing is known that it could be the same as
  }

  /** Removes the stored response of a page that turned out to be for visitors without cookies. */
  async forgetStored(request: PageRequest): Promise<void> {
    await this.options.cache?.remove(request, this.admit(request.url));
  }

  /** Reads a page of which something is known. @throws as {@link read} does */
  revisit(
    request: PageRequest,
    known: KnownPage,
    given: ReadingContext = {},
  ): Promise<PageReading | UnchangedPage> {
    return this.run(request, given, known);
  }

  /** Reads a page that is to be compared, whatever is known of it. @throws as {@link read} does */
  async reread(request: PageRequest, given: ReadingContext = {}): Promise<PageReading> {
    return (await this.run(request, given, { validators: null, bodyHash: null })) as PageReading; // it cannot be unchanged
  }

  /**
   * Converts a page that the host has open; `request.url` is its address. Nothing is fetched, rendered or cached.
   * @throws BodyTooLargeError, FetchTimeoutError, the errors of the Converter port, and what `content` rejects with
   */
  readOpened(
    request: PageRequest,
    content: () => Promise<string>,
    given: Pick<ReadingContext, 'signal' | 'run' | 'collectAnchors'> = {},
  ): Promise<PageReading> {
    const context = { ...given, run: given.run ?? new PageRun() };
    const { timeoutMs, warnings } = this.timeOf(request);
    const onTimeout = () => new FetchTimeoutError(request.url, 'no page', timeoutMs);
    return withDeadline(timeoutMs, context.signal, onTimeout, async (signal, clock) => {
      const share = await this.room.enter(request.owner ?? HOST_OWNER, signal);
      try {
        const html = await context.run.measure('fetch', content);
        signal.throwIfAborted();
        const response = this.openedResponse(request.url, html);
        share.settle(response.body.length);
        const converted = await this.tools.ports.convert(request, response, context, signal, clock.leftMs);
        const conversion = { ...converted, fetchedBy: 'browser' as const };
        const finished = { response, conversion, rendering: null, warnings: [] };
        const page = assemblePage(request, finished, warnings);
        return {
          page,
          anchors: conversion.anchors,
          structured: conversion.structuredData,
          ...extractedBy(conversion),
          retryAfter: null,
          bytes: response.body.length,
          vote: null,
          ...(request.track ? { facts: factsOf({ href: response.url }, response, finished) } : {}),
          again: async () => page,
        };
      } finally {
        share.release();
      }
    });
  }

  /** The content of an open page, as a response of its address. */
  private openedResponse(url: string, html: string): FetchResponse {
    const { maxBodyBytes = Infinity } = this.options;
    if (html.length > maxBodyBytes) throw new BodyTooLargeError(url, maxBodyBytes);
    const body = Buffer.from(html);
    if (body.length > maxBodyBytes) throw new BodyTooLargeError(url, maxBodyBytes);
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    return { url, statusCode: 200, statusText: 'OK', headers, body, truncated: false, attempts: 0 };
  }

  private run(
    wish: PageRequest,
    given: ReadingContext,
    known: KnownPage | null,
  ): Promise<PageReading | UnchangedPage> {
    const { session } = wish;
    if (session === undefined) return this.runOnce(wish, given, known);
    const { sessions } = this.options;
    if (!sessions) throw new SessionUnknownError(session);
    return sessions.read({ ...wish, session }, given.signal, (visit) =>
      this.runOnce(wish, { ...given, session: visit }, known),
    );
  }

  /** The time of a login is not part of the timeout. */
  private async runOnce(
    wish: PageRequest,
    given: ReadingContext,
    known: KnownPage | null,
  ): Promise<PageReading | UnchangedPage> {
    const request = this.permitted(wish);
    const context = { ...given, run: given.run ?? new PageRun() };
    const asked = given.asked ?? this.admit(request.url);
    const { timeoutMs, warnings: lowered } = this.timeOf(request);
    const warnings = [...lowered, ...sessionWarnings(request)];
    const onTimeout = () => new FetchTimeoutError(asked.href, 'no page', timeoutMs);
    return withDeadline(timeoutMs, context.signal, onTimeout, async (signal, clock) => {
      const share = await this.room.enter(request.owner ?? HOST_OWNER, signal);
      try {
        const task = new ReadingTask({ wish, request, asked, timeoutMs, warnings, context, signal, clock, known, share }); // prettier-ignore
        return await this.runStages(task);
      } finally {
        share.release();
      }
    });
  }

  private async runStages(task: ReadingTask): Promise<PageReading | UnchangedPage> {
    for (const stage of PAGE_STAGES) {
      const pending = stage(task, this.tools);
      if (pending) await pending;
      if (task.unchanged) return task.unchanged;
    }
    return this.resultOf(task);
  }

  /** The closure keeps no more of the task than a second conversion needs. */
  private resultOf({ given, response, finished, cached, former, frames, notices }: ReadingTask): PageReading {
    const { request, asked, known, context, timeoutMs } = given;
    const { conversion } = finished;
    const isLarge = finished.response.body.length > LARGE_BODY_BYTES;
    const shown = { wish: given.wish, request, warnings: [...given.warnings, ...notices], cached };
    return {
      page: this.assemble(shown, finished),
      anchors: conversion.anchors,
      ...(response.setCookies?.length ? { setsCookies: true as const } : {}),
      ...(conversion.sitemap === undefined ? {} : { sitemap: conversion.sitemap }),
      structured: conversion.structuredData,
      ...extractedBy(conversion),
      retryAfter: response.headers['retry-after'] ?? null,
      bytes: response.body.length,
      // pages that vote may be converted again, and are held until then
      vote: isLarge ? null : (conversion.vote ?? null),
      ...(known === null ? {} : { facts: factsOf(asked, response, finished) }),
      ...(former === null ? {} : { former }),
      again: async (kinds, until) => {
        const of = { ...context, kinds };
        const { ports } = this.tools;
        const converted = await ports.convert(request, finished.response, of, until, timeoutMs, frames);
        return this.assemble(shown, {
          ...finished,
          conversion: { ...converted, fetchedBy: conversion.fetchedBy },
        });
      },
    };
  }

  private assemble({ wish, request, warnings, cached }: ShownReading, page: FinishedPage): Page {
    return {
      ...assemblePage(request, page, [...warnings, ...missingFeatures(wish, this.options)]),
      ...(wish.session === undefined ? {} : { session: wish.session }),
      ...(cached === null || cached.kind === 'passed' ? {} : { cache: cacheStateOf(cached) }),
    };
  }

  /** The request without what the host forbids. */
  private permitted(request: PageRequest): PageRequest {
    const { allowsSkipTls = true } = this.options;
    return allowsSkipTls || !request.skipTlsVerification
      ? request
      : { ...request, skipTlsVerification: false };
  }

  /** Waits that are asked for come on top of the time that the host gives a page. */
  private timeOf(request: PageRequest): LoweredTimeout {
    const { maxTimeoutMs = Infinity, timeoutMs } = this.options;
    if (request.timeoutMs !== undefined) return lowerTimeout(request.timeoutMs, maxTimeoutMs);
    const waitsMs = waitsOf(request);
    return waitsMs === 0 ? { timeoutMs, warnings: [] } : lowerTimeout(timeoutMs + waitsMs, maxTimeoutMs);
  }
}

/** Options that have no effect on pages of a session, which are not cached. */
const sessionWarnings = ({ session, maxAgeMs = 0 }: PageRequest): readonly string[] =>
  session !== undefined && maxAgeMs > 0 ? ['maxAge has no effect with a session'] : [];

const extractedBy = ({ extractor }: Conversion): Pick<PageReading, 'extracted'> =>
  extractor === undefined ? {} : { extracted: extractor };
