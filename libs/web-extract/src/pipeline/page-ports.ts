import { documentSettings } from '../convert/documents/document-settings.js';
import type { Conversion, FrameResponse } from '../model/page/conversion.js';
import { HOST_OWNER } from '../model/keys/principal.js';
import type { PageRequest } from '../model/page/page-request.js';
import type { Converter } from '../ports/converter.port.js';
import type { Fetcher, FetchResponse } from '../ports/fetcher.port.js';
import { acceptLanguage } from '../web/headers/accept-language.js';
import type { BodyShare } from './body-room.js';
import { HopGate } from './hop-gate.js';
import { formatOptions, formatsToRead } from './formats-to-read.js';
import type { PageReaderOptions } from './page-reader-options.js';
import type { KnownPage, ReadingContext } from './page-reading.js';
import type { PageRun } from './run/page-run.js';
import type { SessionVisit } from './session-reader.js';

/** Conditions of a fetch. */
interface FetchTerms {
  readonly signal: AbortSignal;
  readonly share: BodyShare;
  readonly known: KnownPage | null;
  readonly gate: HopGate;
  /** Page that led here by itself. Absent: the page of the request is fetched. */
  readonly onward?: OnwardStep;
}

/** A page that readers see instead of the one that they opened, or in it. */
export interface OnwardStep {
  readonly url: string;
  readonly from: FetchResponse;
}

/** Fetch and conversion of a page: turns requests of pages into those of the ports. */
export class PagePorts {
  constructor(
    private readonly fetcher: Fetcher,
    private readonly converter: Converter,
    private readonly options: PageReaderOptions,
  ) {}

  /** What runs before each hop: the check of a crawl, or the reader's own, and the hook of the host. */
  hopGateOf(
    { url: requestedUrl, owner }: PageRequest,
    context: ReadingContext & { readonly run: PageRun },
    signal: AbortSignal,
  ): HopGate {
    const { validateHop, beforeRequest } = this.options;
    const ofRobots = context.validateHop ?? (validateHop && ((url: string) => validateHop(url, owner)));
    const { session } = context;
    const check = session ? guarded(session, ofRobots) : ofRobots;
    const { kind, crawlId: jobId } = context.run.facts;
    const told = { requestedUrl, owner: owner ?? HOST_OWNER, kind, jobId };
    const hook = beforeRequest && ((url: string) => beforeRequest({ url, ...told }, signal));
    return new HopGate(check, hook);
  }

  /** Fetches the page within its share of the memory for bodies. */
  fetch(
    request: PageRequest,
    timeoutMs: number,
    context: ReadingContext,
    { signal, share, known, gate, onward }: FetchTerms,
  ): Promise<FetchResponse> {
    const { owner } = request;
    const { beforeHop } = gate;
    const visitor = context.session?.visitor ?? context.visitor;
    const language = acceptLanguage(request.location);
    return this.fetcher.fetch(
      {
        url: onward?.url ?? request.url,
        ...(owner === undefined ? {} : { owner }),
        headers: request.headers ?? {},
        ...(onward ? { headersFor: request.url, cookiesOf: onward.from } : {}),
        ...(request.headersFor === undefined ? {} : { headersFor: request.headersFor }),
        mobile: request.mobile ?? false,
        skipTlsVerification: request.skipTlsVerification ?? false,
        timeoutMs,
        maxDocumentBytes: this.options.documents.maxBytes,
        retry: context.retry ?? true,
        ...(visitor ? { visitor } : {}),
        ...(context.onResponse ? { collectHeaderPairs: true } : {}),
        ...(known?.validators ? { conditional: known.validators } : {}),
        ...(language === undefined ? {} : { acceptLanguage: language }),
        ...(beforeHop === undefined ? {} : { beforeHop }),
        beforeLargeBody: (bytes) => share.reserve(bytes, signal),
      },
      signal,
    );
  }

  /** Converts a response in a worker thread. @param leftMs time left for the page */
  async convert(
    request: PageRequest,
    response: FetchResponse,
    context: ReadingContext & { readonly run: PageRun },
    signal: AbortSignal,
    leftMs: number,
    frames: readonly FrameResponse[] = [],
  ): Promise<Conversion> {
    const { run } = context;
    const work = () => this.converted(request, response, context, signal, leftMs, frames);
    const conversion = await run.measure('convert', work);
    run.took(conversion.stageMs);
    return conversion;
  }

  private async converted(
    request: PageRequest,
    response: FetchResponse,
    context: ReadingContext,
    signal: AbortSignal,
    leftMs: number,
    frames: readonly FrameResponse[],
  ): Promise<Conversion> {
    const extractor =
      request.extraction?.extractor === undefined ? null : await this.options.programOf?.(request);
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
        ...(extractor ? { extractor } : {}),
        ...(frames.length === 0 ? {} : { frames }),
        ...(context.kinds === undefined ? {} : { kinds: context.kinds }),
        ...(context.session?.signSelector === undefined
          ? {}
          : { signSelector: context.session.signSelector }),
      },
      signal,
      {
        priority: context.priority ?? 'scrape',
        ...(request.owner === undefined ? {} : { owner: request.owner }),
      },
    );
  }
}

/** URLs that end the session or change data are refused before robots.txt is asked. */
function guarded(
  session: SessionVisit,
  check: ((url: string) => Promise<void>) | undefined,
): (url: string) => Promise<void> {
  return async (url) => {
    session.beforeHop(url);
    await check?.(url);
  };
}
