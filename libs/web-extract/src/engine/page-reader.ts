import { CacheMissError, FetchTimeoutError } from '../model/errors.js';
import type { Conversion, ContentRule } from '../model/conversion.js';
import type { KindDecision, KindVote } from '../model/page/page-kind.js';
import type { Page, PageLink } from '../model/page.js';
import type { PageRequest } from '../model/page-request.js';
import { sayNotice } from '../model/problems/shortfall.js';
import type { StatedJson } from '../model/page/structured-data.js';
import { waitsOf } from '../model/page/waits-of.js';
import type { Converter } from '../ports/converter.port.js';
import type { Fetcher, FetchResponse } from '../ports/fetcher.port.js';
import { withoutScriptShell } from './content/quality/quality-warnings.js';
import { HOST_OWNER } from '../model/principal.js';
import { BodyRoom, LARGE_BODY_BYTES, type BodyShare } from './body-room.js';
import { documentSettings, type DocumentLimits } from './documents/document-settings.js';
import { acceptLanguage } from './accept-language.js';
import { formatOptions, formatsToRead, furtherFormats } from './formats-to-read.js';
import { lowerTimeout, type LoweredTimeout } from './lower-timeout.js';
import { missingFeatures, type Equipment } from './missing-features.js';
import type { BrowserTurns } from './rendering/browser-turns.js';
import { PageFinisher, type FinishedPage } from './rendering/page-finisher.js';
import { PageRun } from './run/page-run.js';
import { validateUrl, type PageUrl } from './url/validate-url.js';
import type { AllowList } from './url/allow-list.js';
import { withoutCredentials } from './url/without-credentials.js';
import { withDeadline, type WorkClock } from './with-deadline.js';

/** What the pipeline needs besides its stages. */
export interface PageReaderOptions extends Equipment {
  /** Longest time for one page in milliseconds when the request states none. */
  readonly timeoutMs: number;
  /** Ceiling of what a request may state; none when absent. */
  readonly maxTimeoutMs?: number;
  readonly contentRules: readonly ContentRule[];
  /** How large documents may be, and how they are read. */
  readonly documents: DocumentLimits;
  /** Which addresses outside the open Internet may be read. */
  readonly allowed: AllowList;
  /** Asked before every hop; throws when the hop may not be fetched. Absent: robots.txt is not consulted. */
  readonly validateHop?: (url: string, owner?: string) => Promise<void>;
}

/** How one reading differs from a plain scrape. */
interface ReadingContext {
  readonly signal?: AbortSignal;
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
  /** Let the fetcher try again on connect errors, 429 and 503. @default true */
  readonly retry?: boolean;
  /** Of a crawl: where other pages of the site have their content. */
  readonly kinds?: readonly KindDecision[];
  /** Measures the stages. Absent: nobody wants to know. */
  readonly run?: PageRun;
}

/** A page and what a crawl needs to go on from it. */
export interface PageReading {
  readonly page: Page;
  /** `null` unless asked for. */
  readonly anchors: readonly PageLink[] | null;
  /** What an extraction goes by besides the text; `null` unless one was asked for. */
  readonly structured: StatedJson | null;
  /** The `Retry-After` header. */
  readonly retryAfter: string | null;
  readonly bytes: number;
  /** What the page says about others of its kind; null unless `kinds` were given and it was looked at block by block, and if it is large. */
  readonly vote: KindVote | null;
  /** The same page with other decisions about its kind, converted anew from what was read. */
  readonly again: (kinds: readonly KindDecision[], signal: AbortSignal) => Promise<Page>;
}

/** A page that is being read. */
interface Reading extends LoweredTimeout {
  /** As given, with options that the host does not permit. */
  readonly wish: PageRequest;
  readonly request: PageRequest;
  readonly asked: PageUrl;
  readonly context: ReadingContext & { readonly run: PageRun };
  readonly signal: AbortSignal;
  readonly clock: WorkClock;
}

/** Runs the pipeline of one page: fetch, convert, assemble. */
export class PageReader {
  constructor(
    private readonly fetcher: Fetcher,
    private readonly converter: Converter,
    private readonly options: PageReaderOptions,
    private readonly finisher: PageFinisher = new PageFinisher(null, 'never'),
    private readonly room: BodyRoom = new BodyRoom(),
  ) {}

  /** Decides, before any work, whether the address may be read. @throws InvalidUrlError, BlockedAddressError */
  admit(url: string): PageUrl {
    return validateUrl(url, this.options.allowed);
  }

  /** Whether pages can be finished in a browser here, as far as that was asked. */
  get browser(): PageFinisher['browser'] {
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
  async read(wish: PageRequest, given: ReadingContext = {}): Promise<PageReading> {
    const request = this.permitted(wish);
    const context = { ...given, run: given.run ?? new PageRun() };
    const { run } = context;
    const asked = this.admit(request.url);
    if (request.lockdown) throw new CacheMissError(asked.href);
    const { timeoutMs, warnings } = this.timeOf(request);
    const onTimeout = () => new FetchTimeoutError(asked.href, 'no page', timeoutMs);
    return withDeadline(timeoutMs, context.signal, onTimeout, async (signal, clock) => {
      await this.finisher.admit(request, context.turns);
      const share = await run.measure('fetch', () => this.room.enter(request.owner ?? HOST_OWNER, signal));
      try {
        return await this.readWithin(share, { wish, request, asked, timeoutMs, warnings, context, signal, clock });
      } finally {
        share.release();
      }
    });
  }

  private async readWithin(
    share: BodyShare,
    { wish, request, asked, timeoutMs, warnings, context, signal, clock }: Reading,
  ): Promise<PageReading> {
    const { run } = context;
    const fetch = () => this.fetch(request, timeoutMs, context, { signal, share });
    const response = await run.measure('fetch', fetch);
    const bytes = response.body.length;
    share.settle(bytes);
    run.received(bytes);
    this.finisher.foresee(response, request);
    const convert = (of: FetchResponse) => {
      if (of !== response) share.settle(bytes + of.body.length);
      return this.convert(request, of, context, signal, clock.leftMs);
    };
    const finished = await this.finisher.finish(response, await convert(response), {
      request,
      asked,
      signal,
      convert,
      priority: context.priority ?? 'scrape',
      validateHop: this.validateHopOf(request, context),
      clock,
      turns: context.turns,
      run,
    });
    const { conversion } = finished;
    const assemble = (page: FinishedPage) =>
      assemblePage(request, page, [...warnings, ...missingFeatures(wish, this.options)]);
    const isLarge = finished.response.body.length > LARGE_BODY_BYTES;
    return {
      page: assemble(finished),
      anchors: conversion.anchors,
      structured: conversion.structuredData,
      retryAfter: response.headers['retry-after'] ?? null,
      bytes,
      // what votes may be converted anew, and is held until then
      vote: isLarge ? null : (conversion.vote ?? null),
      again: async (kinds, until) => {
        const anew = await this.convert(request, finished.response, { ...context, kinds }, until, timeoutMs);
        return assemble({ ...finished, conversion: { ...anew, fetchedBy: conversion.fetchedBy } });
      },
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

  private validateHopOf({ owner }: PageRequest, context: ReadingContext): ReadingContext['validateHop'] {
    const { validateHop } = this.options;
    return context.validateHop ?? (validateHop && ((url: string) => validateHop(url, owner)));
  }

  private fetch(
    request: PageRequest,
    timeoutMs: number,
    context: ReadingContext,
    { signal, share }: Pick<Reading, 'signal'> & { readonly share: BodyShare },
  ): Promise<FetchResponse> {
    const { owner } = request;
    const validateHop = this.validateHopOf(request, context);
    const language = acceptLanguage(request.location);
    return this.fetcher.fetch(
      {
        url: request.url,
        ...(owner === undefined ? {} : { owner }),
        headers: request.headers ?? {},
        ...(request.headersFor === undefined ? {} : { headersFor: request.headersFor }),
        mobile: request.mobile ?? false,
        skipTlsVerification: request.skipTlsVerification ?? false,
        timeoutMs,
        maxDocumentBytes: this.options.documents.maxBytes,
        retry: context.retry ?? true,
        ...(language === undefined ? {} : { acceptLanguage: language }),
        ...(validateHop === undefined ? {} : { beforeHop: validateHop }),
        beforeLargeBody: (bytes) => share.reserve(bytes, signal),
      },
      signal,
    );
  }

  private async convert(
    request: PageRequest,
    response: FetchResponse,
    context: ReadingContext & { readonly run: PageRun },
    signal: AbortSignal,
    leftMs: number,
  ): Promise<Conversion> {
    const { run } = context;
    const work = () => this.converted(request, response, context, signal, leftMs);
    const conversion = await run.measure('convert', work);
    run.took(conversion.stageMs);
    return conversion;
  }

  private converted(
    request: PageRequest,
    response: FetchResponse,
    context: ReadingContext,
    signal: AbortSignal,
    leftMs: number,
  ): Promise<Conversion> {
    return this.converter.convert(
      {
        body: response.body,
        url: response.url,
        contentType: response.headers['content-type'] ?? null,
        statusCode: response.statusCode,
        formats: formatsToRead(request),
        onlyMainContent: request.onlyMainContent ?? true,
        includeSelectors: request.includeSelectors ?? [],
        excludeSelectors: request.excludeSelectors ?? [],
        removeBase64Images: request.removeBase64Images ?? true,
        ...(request.markdownOptions === undefined ? {} : { markdownOptions: request.markdownOptions }),
        ...formatOptions(request),
        parsePdf: request.parsePdf ?? true,
        documents: {
          ...documentSettings(request, this.options.documents, leftMs),
          followLinks: context.followDocumentLinks ?? false,
        },
        contentRules: this.options.contentRules,
        collectAnchors: context.collectAnchors ?? false,
        ...(context.collectSearchText ? { collectSearchText: true } : {}),
        ...(context.kinds === undefined ? {} : { kinds: context.kinds }),
      },
      signal,
      {
        priority: context.priority ?? 'scrape',
        ...(request.owner === undefined ? {} : { owner: request.owner }),
      },
    );
  }
}

function assemblePage(
  request: PageRequest,
  { response, conversion: converted, rendering, warnings }: FinishedPage,
  missing: readonly string[],
): Page {
  const { statusCode } = response;
  const conversion = converted.fetchedBy === 'browser' ? withoutScriptShell(converted) : converted;
  const shortfalls = warnings.filter((warning) => typeof warning !== 'string');
  return {
    requestedUrl: withoutCredentials(request.url),
    url: response.url,
    statusCode,
    statusText: statusCode >= 400 ? response.statusText : null,
    contentType: response.headers['content-type'] ?? null,
    fetchedBy: conversion.fetchedBy,
    metadata: conversion.metadata,
    markdown: conversion.markdown,
    html: conversion.html,
    rawHtml: conversion.rawHtml,
    links: conversion.links,
    ...furtherFormats(conversion),
    ...(conversion.searchText === undefined ? {} : { searchText: conversion.searchText }),
    screenshot: rendering?.screenshot ?? null,
    actions: rendering?.actions ?? null,
    extraction: null,
    ...(rendering ? { renderTimings: rendering.timings } : {}),
    quality: conversion.quality,
    ...(shortfalls.length === 0 ? {} : { shortfalls }),
    warnings: [
      ...missing,
      ...warnings.map(sayNotice),
      ...(response.truncated ? ['The response ended early; the page may be incomplete'] : []),
      ...conversion.warnings,
    ],
  };
}
