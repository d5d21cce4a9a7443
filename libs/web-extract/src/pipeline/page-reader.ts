import { HOST_OWNER } from '../model/keys/principal.js';
import { withDeadline, type WorkClock } from '../concurrency/with-deadline.js';
import { BodyTooLargeError, FetchTimeoutError, WebExtractError } from '../model/errors.js';
import type { PageRequest } from '../model/page/page-request.js';
import type { Page } from '../model/page/page.js';
import { waitsOf } from '../model/page/waits-of.js';
import type { Converter } from '../ports/converter.port.js';
import type { Fetcher, FetchResponse } from '../ports/fetcher.port.js';
import { validateUrl, type PageUrl } from '../web/url/validate-url.js';
import { assemblePage } from './assemble-page.js';
import { BodyRoom, LARGE_BODY_BYTES, type BodyShare } from './body-room.js';
import type { HopGate } from './hop-gate.js';
import { lookUp } from './freshness/look-up.js';
import type { CacheLookup } from './freshness/response-cache.js';
import { asFinished, asResponse, cacheStateOf } from './freshness/stored-response.js';
import { lowerTimeout, type LoweredTimeout } from './lower-timeout.js';
import { missingFeatures } from './missing-features.js';
import type { PageReaderOptions } from './page-reader-options.js';
import type {
  FormerText,
  KnownPage,
  OpenedReading,
  PageReading,
  ReadingContext,
  UnchangedPage,
} from './page-reading.js';
import { PageStages } from './page-stages.js';
import { factsOf, isByBrowser, unchangedPage } from './reading-facts.js';
import { PageRenderer, type FinishedPage } from './rendering/page-renderer.js';
import { PageRun } from './run/page-run.js';

/** A page that is being read. */
interface Reading extends LoweredTimeout {
  /** As given, with options that the host does not permit. */
  readonly wish: PageRequest;
  readonly request: PageRequest;
  readonly asked: PageUrl;
  readonly context: ReadingContext & { readonly run: PageRun };
  readonly signal: AbortSignal;
  readonly clock: WorkClock;
  /** The last visit, for pages that are compared. */
  readonly known: KnownPage | null;
  readonly cached: CacheLookup | null;
  readonly gate: HopGate;
}

/** Runs the pipeline of one page: fetch, convert, assemble. */
export class PageReader {
  private readonly stages: PageStages;

  constructor(
    fetcher: Fetcher,
    converter: Converter,
    private readonly options: PageReaderOptions,
    private readonly finisher: PageRenderer = new PageRenderer(null, 'never'),
    private readonly room: BodyRoom = new BodyRoom(),
  ) {
    this.stages = new PageStages(fetcher, converter, options);
  }

  /** Decides, before any work, whether the address may be read. @throws InvalidUrlError, BlockedAddressError */
  admit(url: string): PageUrl {
    return validateUrl(url, this.options.allowed);
  }

  /** Whether pages can be finished in a browser here, as far as that was asked. */
  get browser(): PageRenderer['browser'] {
    return this.finisher.browser;
  }

  /** Looks for a browser, without starting it. */
  async findBrowser(): Promise<void> {
    await this.finisher.findBrowser();
  }

  /** Pages are about to be read that need a browser. */
  startBrowserAhead(): void {
    this.finisher.startAhead();
  }

  /** @throws LeftToBrowserError where `turns` are given; any of the errors of the Fetcher and Converter ports, FetchTimeoutError over the whole pipeline */
  async read(request: PageRequest, given: ReadingContext = {}): Promise<PageReading> {
    return (await this.run(request, given, null)) as PageReading; // nothing is known that it could be the same as
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
    given: Pick<ReadingContext, 'signal' | 'run'> = {},
  ): Promise<OpenedReading> {
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
        const converted = await this.stages.convert(request, response, context, signal, clock.leftMs);
        const conversion = { ...converted, fetchedBy: 'browser' as const };
        const page = assemblePage(request, { response, conversion, rendering: null, warnings: [] }, warnings);
        return { page, structured: conversion.structuredData };
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

  private async run(
    wish: PageRequest,
    given: ReadingContext,
    known: KnownPage | null,
  ): Promise<PageReading | UnchangedPage> {
    const request = this.permitted(wish);
    const context = { ...given, run: given.run ?? new PageRun() };
    const asked = this.admit(request.url);
    const { timeoutMs, warnings } = this.timeOf(request);
    const onTimeout = () => new FetchTimeoutError(asked.href, 'no page', timeoutMs);
    return withDeadline(timeoutMs, context.signal, onTimeout, async (signal, clock) => {
      const share = await this.room.enter(request.owner ?? HOST_OWNER, signal);
      try {
        const cached = await lookUp(this.options.cache, request, asked, share, signal);
        if (cached?.kind !== 'hit') await this.finisher.admit(request, context.turns);
        const gate = this.stages.hopGateOf(request, context, signal);
        const reading = { wish, request, asked, timeoutMs, warnings, context, signal, clock, known, cached, gate }; // prettier-ignore
        return await this.readWithin(share, reading);
      } finally {
        share.release();
      }
    });
  }

  private async readWithin(share: BodyShare, reading: Reading): Promise<PageReading | UnchangedPage> {
    const { request, context, known, cached } = reading;
    const response = await this.response(share, reading);
    const unchanged = known && unchangedPage(response, known);
    if (unchanged) return unchanged;
    const isStored = cached?.kind === 'hit';
    if (!isStored) this.finisher.prefetch(response, request);
    const bytes = response.body.length;
    const former = isStored ? null : await this.formerText(reading, share, bytes); // before the cache replaces its body
    const finished = await this.finish(share, reading, response);
    if (cached?.kind === 'miss' && finished.warnings.length === 0 && !reading.gate.hasHeaders)
      await this.options.cache?.store(request, reading.asked, finished.response, isByBrowser(finished));
    const { conversion } = finished;
    const isLarge = finished.response.body.length > LARGE_BODY_BYTES;
    return {
      page: this.assemble(reading, finished),
      anchors: conversion.anchors,
      structured: conversion.structuredData,
      retryAfter: response.headers['retry-after'] ?? null,
      bytes,
      // pages that vote may be converted again, and are held until then
      vote: isLarge ? null : (conversion.vote ?? null),
      ...(known === null ? {} : { facts: factsOf(reading.asked, response, finished) }),
      ...(former === null ? {} : { former }),
      again: async (kinds, until) => {
        const { timeoutMs } = reading;
        const converted = await this.stages.convert(request, finished.response, { ...context, kinds }, until, timeoutMs); // prettier-ignore
        return this.assemble(reading, {
          ...finished,
          conversion: { ...converted, fetchedBy: conversion.fetchedBy },
        });
      },
    };
  }

  /** The stored response, or a new one. */
  private async response(
    share: BodyShare,
    { request, timeoutMs, context, signal, known, cached, gate }: Reading,
  ): Promise<FetchResponse> {
    const hit = cached?.kind === 'hit' ? cached.response : null;
    const fetch = () => this.stages.fetch(request, timeoutMs, context, { signal, share, known, gate });
    const response = hit ? asResponse(hit) : await context.run.measure('fetch', fetch);
    share.settle(response.body.length);
    context.run.received(hit ? 0 : response.body.length);
    context.onResponse?.(response);
    return response;
  }

  /** Converts a response, and finishes the page in a browser if it needs one. */
  private async finish(
    share: BodyShare,
    { request, asked, context, signal, clock, cached, gate }: Reading,
    response: FetchResponse,
  ): Promise<FinishedPage> {
    const convert = (of: FetchResponse) => {
      if (of !== response) share.settle(response.body.length + of.body.length);
      return this.stages.convert(request, of, context, signal, clock.leftMs);
    };
    const converted = await convert(response);
    if (cached?.kind === 'hit') return asFinished(response, converted, cached.response);
    return this.finisher.finish(response, converted, {
      request,
      asked,
      signal,
      convert,
      priority: context.priority ?? 'scrape',
      beforeHop: gate.beforeHop,
      clock,
      turns: context.turns,
      run: context.run,
    });
  }

  private assemble({ wish, request, warnings, cached }: Reading, page: FinishedPage): Page {
    return {
      ...assemblePage(request, page, [...warnings, ...missingFeatures(wish, this.options)]),
      ...(cached === null || cached.kind === 'passed' ? {} : { cache: cacheStateOf(cached) }),
    };
  }

  /** Converts the stored body of the last visit again, if its text is outdated. Failures are ignored. */
  private async formerText(
    { request, asked, known, context, signal, clock }: Reading,
    share: BodyShare,
    bytes: number,
  ): Promise<FormerText | null> {
    const bodyHash = known?.outdatedBody;
    const body = bodyHash && (await this.options.cache?.findBody(request, asked, bodyHash));
    if (!body) return null;
    share.settle(bytes + body.body.length);
    const { extraction: _, ...rest } = request;
    const wanted: PageRequest = { ...rest, formats: ['markdown'] };
    const bare = { ...context, collectAnchors: false, collectSearchText: false };
    try {
      const { markdown } = await this.stages.convert(wanted, asResponse(body), bare, signal, clock.leftMs);
      return { bodyHash, markdown: markdown ?? '' };
    } catch (error) {
      if (signal.aborted || !(error instanceof WebExtractError)) throw error;
      return null;
    } finally {
      share.settle(bytes);
    }
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
