import { BodyTooLargeError, CacheMissError, FetchTimeoutError, NoCachedDataError, WebExtractError } from '../model/errors.js'; // prettier-ignore
import type { Conversion, ContentRule } from '../model/page/conversion.js';
import type { KindDecision, TemplateSample, PathHash } from '../model/page/page-kind.js';
import type { Page, PageCacheState, PageLink } from '../model/page/page.js';
import type { PageRequest } from '../model/page/page-request.js';
import { formatNotice } from '../model/problems/degraded-feature.js';
import type { StatedJson } from '../model/page/structured-data.js';
import { waitsOf } from '../model/page/waits-of.js';
import type { Converter } from '../ports/converter.port.js';
import type { Validators } from '../model/snapshot.js';
import type { Fetcher, FetchResponse } from '../ports/fetcher.port.js';
import type { CachedResponse } from '../ports/page-cache.port.js';
import { withoutScriptShell } from '../convert/content/quality/quality-warnings.js';
import { HOST_OWNER } from '../model/keys/principal.js';
import { BodyRoom, CACHED_BYTES, LARGE_BODY_BYTES, type BodyShare } from './body-room.js';
import { bodyHashOf } from '../convert/changes/fingerprint.js';
import type { CacheLookup, ResponseCache } from './freshness/response-cache.js';
import { documentSettings, type DocumentLimits } from '../documents/document-settings.js';
import { acceptLanguage } from '../web/headers/accept-language.js';
import { formatOptions, formatsToRead, furtherFormats } from './formats-to-read.js';
import { lowerTimeout, type LoweredTimeout } from './lower-timeout.js';
import { missingFeatures, type Equipment } from './missing-features.js';
import type { BrowserTurns } from './rendering/browser-turns.js';
import { needsBrowser } from './rendering/needs-browser.js';
import { PageRenderer, type FinishedPage } from './rendering/page-renderer.js';
import { PageRun } from './run/page-run.js';
import { validateUrl, type PageUrl } from '../web/url/validate-url.js';
import type { AllowList } from '../web/url/allow-list.js';
import { withoutCredentials } from '../web/url/without-credentials.js';
import { withDeadline, type WorkClock } from '../concurrency/with-deadline.js';

/** What the pipeline needs besides its stages. */
export interface PageReaderOptions extends Equipment {
  /** Longest time for one page in milliseconds when the request states none. */
  readonly timeoutMs: number;
  /** Ceiling of what a request may state; none when absent. */
  readonly maxTimeoutMs?: number;
  readonly contentRules: readonly ContentRule[];
  /** Largest content of a page that the host has open, in bytes. Absent: without a bound. */
  readonly maxBodyBytes?: number;
  /** How large documents may be, and how they are read. */
  readonly documents: DocumentLimits;
  /** Which addresses outside the open Internet may be read. */
  readonly allowed: AllowList;
  /** Asked before every hop; throws when the hop may not be fetched. Absent: robots.txt is not consulted. */
  readonly validateHop?: (url: string, owner?: string) => Promise<void>;
  /** Stored responses; absent where nothing is cached. */
  readonly cache?: ResponseCache;
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
  /** Called with each response that was received or read from the cache, with `headerPairs` if it was received. */
  readonly onResponse?: (response: FetchResponse) => void;
}

/** What is known of a page before it is read again. */
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

/** A page that was open, and what an extraction needs of it. */
export type OpenedReading = Pick<PageReading, 'page' | 'structured'>;

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
  readonly vote: TemplateSample | null;
  /** The same page with other decisions about its kind, converted anew from what was read. */
  readonly again: (kinds: readonly KindDecision[], signal: AbortSignal) => Promise<Page>;
  /** Absent unless the page was revisited. */
  readonly facts?: ReadingFacts;
  /** Absent unless the converter and the body changed since the last visit, and the former body is in the cache. */
  readonly former?: FormerText;
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
  /** The last visit, for pages that are compared. */
  readonly known: KnownPage | null;
  readonly cached: CacheLookup | null;
}

/** Runs the pipeline of one page: fetch, convert, assemble. */
export class PageReader {
  constructor(
    private readonly fetcher: Fetcher,
    private readonly converter: Converter,
    private readonly options: PageReaderOptions,
    private readonly finisher: PageRenderer = new PageRenderer(null, 'never'),
    private readonly room: BodyRoom = new BodyRoom(),
  ) {}

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
        const converted = await this.convert(request, response, context, signal, clock.leftMs);
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
        const cached = await this.lookUp(request, asked, share, signal);
        if (cached?.kind !== 'hit') await this.finisher.admit(request, context.turns);
        const reading = { wish, request, asked, timeoutMs, warnings, context, signal, clock, known, cached };
        return await this.readWithin(share, reading);
      } finally {
        share.release();
      }
    });
  }

  private async readWithin(share: BodyShare, reading: Reading): Promise<PageReading | UnchangedPage> {
    const { wish, request, asked, timeoutMs, warnings, context, signal, clock, known, cached } = reading;
    const { run } = context;
    const hit = cached?.kind === 'hit' ? cached.response : null;
    const fetch = () => this.fetch(request, timeoutMs, context, { signal, share, known });
    const response = hit ? asResponse(hit) : await run.measure('fetch', fetch);
    const bytes = response.body.length;
    share.settle(bytes);
    run.received(hit ? 0 : bytes);
    context.onResponse?.(response);
    const unchanged = known && unchangedPage(response, known);
    if (unchanged) return unchanged;
    if (!hit) this.finisher.prefetch(response, request);
    const convert = (of: FetchResponse) => {
      if (of !== response) share.settle(bytes + of.body.length);
      return this.convert(request, of, context, signal, clock.leftMs);
    };
    const former = hit ? null : await this.formerText(reading, share, bytes); // before the cache replaces its body
    const converted = await convert(response);
    const finishing = () =>
      this.finisher.finish(response, converted, {
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
    const finished = hit ? asFinished(response, converted, hit) : await finishing();
    if (cached?.kind === 'miss' && finished.warnings.length === 0)
      await this.options.cache?.store(request, asked, finished.response, isByBrowser(finished));
    const { conversion } = finished;
    const assemble = (page: FinishedPage) => ({
      ...assemblePage(request, page, [...warnings, ...missingFeatures(wish, this.options)]),
      ...(cached === null || cached.kind === 'passed' ? {} : { cache: cacheStateOf(cached) }),
    });
    const isLarge = finished.response.body.length > LARGE_BODY_BYTES;
    return {
      page: assemble(finished),
      anchors: conversion.anchors,
      structured: conversion.structuredData,
      retryAfter: response.headers['retry-after'] ?? null,
      bytes,
      // pages that vote may be converted again, and are held until then
      vote: isLarge ? null : (conversion.vote ?? null),
      ...(known === null ? {} : { facts: factsOf(asked, response, finished) }),
      ...(former === null ? {} : { former }),
      again: async (kinds, until) => {
        const anew = await this.convert(request, finished.response, { ...context, kinds }, until, timeoutMs);
        return assemble({ ...finished, conversion: { ...anew, fetchedBy: conversion.fetchedBy } });
      },
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
      const { markdown } = await this.convert(wanted, asResponse(body), bare, signal, clock.leftMs);
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

  /** @throws CacheMissError, NoCachedDataError where nothing may be fetched */
  private async lookUp(
    request: PageRequest,
    url: PageUrl,
    share: BodyShare,
    signal: AbortSignal,
  ): Promise<CacheLookup | null> {
    if (this.options.cache) {
      const beforeRead = () => share.reserve(CACHED_BYTES, signal);
      const found = await this.options.cache.find(request, url, beforeRead);
      share.settle(found.kind === 'hit' ? found.response.body.length : 1);
      return found;
    }
    if (request.lockdown === true) throw new CacheMissError(request.url);
    if (request.minAgeMs !== undefined) throw new NoCachedDataError(request.url);
    return null;
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
    { signal, share, known }: Pick<Reading, 'signal' | 'known'> & { readonly share: BodyShare },
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
        ...(context.onResponse ? { collectHeaderPairs: true } : {}),
        ...(known?.validators ? { conditional: known.validators } : {}),
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

/** The page as it is known, if the response says so. */
function unchangedPage(response: FetchResponse, { validators, bodyHash }: KnownPage): UnchangedPage | null {
  const { statusCode, headers, receivedBytes = response.body.length, attempts: requests } = response;
  const found = { kind: 'unchanged', headers, wireBytes: receivedBytes, requests } as const;
  if (statusCode === 304 && validators) return { ...found, by: '304' };
  if (bodyHash === null || response.truncated || bodyHashOf(response) !== bodyHash) return null;
  return { ...found, by: 'body' };
}

const isByBrowser = ({ conversion }: FinishedPage): boolean => conversion.fetchedBy === 'browser';

function factsOf(asked: PageUrl, response: FetchResponse, finished: FinishedPage): ReadingFacts {
  return {
    headers: response.headers,
    isRedirected: response.url !== asked.href,
    isMovedPermanently: response.isMovedPermanently === true,
    bodyHash: bodyHashOf(response),
    wireBytes: response.receivedBytes ?? response.body.length,
    requests: response.attempts,
    isTruncated: response.truncated,
    rendering: renderingOf(response, finished),
    settledBy: finished.conversion.settledBy ?? null,
  };
}

function renderingOf(response: FetchResponse, finished: FinishedPage): ReadingFacts['rendering'] {
  const { rendering, warnings, conversion } = finished;
  if (isByBrowser(finished)) return 'done';
  if (rendering) return 'worse';
  const isMissing = warnings.some((warning) => typeof warning !== 'string' && warning.code === 'no-browser');
  if (isMissing) return 'missing';
  if (warnings.length > 0) return 'failed';
  return needsBrowser(response, conversion) ? 'missing' : 'none';
}

function asResponse({ storedAt: _, isRendered: __, ...response }: CachedResponse): FetchResponse {
  return { ...response, truncated: false, attempts: 0 };
}

function asFinished(
  response: FetchResponse,
  conversion: Conversion,
  { isRendered }: CachedResponse,
): FinishedPage {
  const fetchedBy = isRendered ? 'browser' : conversion.fetchedBy;
  return { response, conversion: { ...conversion, fetchedBy }, rendering: null, warnings: [] };
}

function cacheStateOf(lookup: CacheLookup): PageCacheState {
  if (lookup.kind !== 'hit') return { state: 'miss', storedAt: null };
  return { state: 'hit', storedAt: new Date(lookup.response.storedAt).toISOString() };
}

/** Maximum length of the format `structuredData`; longer data is left out. */
const MAX_STATED_CHARS = 262_144;

function statedFormat(
  { formats = [] }: Pick<PageRequest, 'formats'>,
  { structuredData }: Conversion,
): Pick<Page, 'structuredData'> {
  if (!formats.includes('structuredData') || structuredData === null) return {};
  return structuredData.length > MAX_STATED_CHARS ? {} : { structuredData };
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
    ...statedFormat(request, conversion),
    ...(conversion.searchText === undefined ? {} : { searchText: conversion.searchText }),
    screenshot: rendering?.screenshot ?? null,
    actions: rendering?.actions ?? null,
    extraction: null,
    ...(rendering ? { renderTimings: rendering.timings } : {}),
    quality: conversion.quality,
    ...(shortfalls.length === 0 ? {} : { shortfalls }),
    warnings: [
      ...missing,
      ...warnings.map(formatNotice),
      ...(response.truncated ? ['The response ended early; the page may be incomplete'] : []),
      ...conversion.warnings,
    ],
  };
}
