import { Injectable, Optional } from '@nestjs/common';
import { InvalidRequestError } from '../model/errors.js';
import type { OpenedPage, OpenedPageFormat, OpenedPageOptions } from '../model/page/opened-page.js';
import type { Page, PageOf } from '../model/page/page.js';
import type { PageFormat } from '../model/formats/page-formats.js';
import { HOST_OWNER } from '../model/keys/principal.js';
import type { PageRequest } from '../model/page/page-request.js';
import type { StatefulRequest } from '../model/page/state-key.js';
import type { PageUrl } from '../web/url/validate-url.js';
import { withoutCredentials } from '../web/url/without-credentials.js';
import { PageReader } from '../pipeline/page-reader.js';
import type { PageReading, ReadingContext, UnchangedPage } from '../pipeline/page-reading.js';
import { PageExtraction } from './extract/page-extraction.js';
import { withFailureMode } from './extract/with-failure-mode.js';
import { paymentOf } from './credits-of.js';
import type { PageRun } from '../pipeline/run/page-run.js';
import { PageTracker } from './history/page-tracker.js';
import type { TrackedVisit } from './history/visits/tracked-visit.js';
import { readFields, readingRequest } from './history/tracked-fields.js';
import { EventStream, withTimings } from './events/event-stream.js';
import { SessionEngine } from './sessions/session-engine.js';
import { RunningWork } from './running-work.js';
import { validatePageRequest } from './validate-page-request.js';

/** Reads single pages. */
@Injectable()
export class ScrapeService {
  constructor(
    private readonly reader: PageReader,
    private readonly work: RunningWork,
    private readonly extraction: PageExtraction,
    private readonly events: EventStream,
    private readonly tracker: PageTracker,
    @Optional() private readonly sessions?: SessionEngine,
  ) {}

  /**
   * Fetches one page and computes the requested formats, which determine its type. A response with status 404 or 500 is a page too.
   *
   * @param signal aborts the request; the promise rejects with its reason
   * @throws InvalidRequestError, BlockedAddressError, NotConfiguredError and ExtractionFailedError (only extraction was
   * requested), and the fetch, conversion and availability errors of the pipeline; all are WebExtractErrors
   */
  async scrape<const Formats extends readonly PageFormat[] = readonly ['markdown']>(
    request: PageRequest & { readonly formats?: Formats },
    signal?: AbortSignal,
  ): Promise<PageOf<Formats>> {
    validatePageRequest(request);
    const page = await this.scrapeValid(withFailureMode<PageRequest>(request), signal);
    return page as PageOf<Formats>; // the converter returns every requested format
  }

  private async scrapeValid(request: PageRequest, signal?: AbortSignal): Promise<Page> {
    await this.extraction.validate(request.extraction, request.owner);
    await this.extraction.validate(request.track?.fields, request.owner);
    const asked = this.reader.admit(request.url);
    this.extraction.admit(request);
    const state = await this.sessions?.admit(request, request.owner ?? HOST_OWNER, asked.href);
    const stateful: StatefulRequest = state === undefined ? request : { ...request, state };
    const startedAt = performance.now();
    const payment = paymentOf(request);
    const { url, owner } = request;
    const read = (under: AbortSignal) =>
      this.events.follow({ kind: 'scrape', url, owner }, async (run) => {
        const time = { startedAt, signal: under, run };
        const page = request.track
          ? await this.tracked(stateful, this.fetching(asked), time)
          : await this.extraction.add(
              await this.reader.read(stateful, { signal: under, run, asked }),
              stateful,
              time,
            );
        return withTimings(page, request, run);
      });
    return this.work.run(read, signal, payment);
  }

  /**
   * Converts the current content of a page open in a browser of the application, such as a `Page` of Playwright or Puppeteer.
   * Nothing is fetched and nothing is cached; the page stays open. `timeoutMs` includes `content()`; `statusCode` is 200. With `track`
   * the content is compared with that of the last visit; its address must then be one that may be read.
   *
   * @param page only `url()` and `content()` are called
   * @param signal aborts the request; the promise rejects with its reason
   * @throws InvalidRequestError, BlockedAddressError (with `track`), BodyTooLargeError, FetchTimeoutError, ConversionFailedError, UnavailableError; if only extraction was
   * requested NotConfiguredError, ExtractionFailedError; the rejection of `content()`
   */
  async scrapePage<const Formats extends readonly OpenedPageFormat[] = readonly ['markdown']>(
    page: OpenedPage,
    options: OpenedPageOptions<Formats> = {},
    signal?: AbortSignal,
  ): Promise<PageOf<Formats>> {
    const request = withFailureMode<PageRequest>({ ...options, url: withoutCredentials(page.url()) });
    validatePageRequest(request);
    refusePictures(request);
    await this.extraction.validate(request.extraction, request.owner);
    await this.extraction.validate(request.track?.fields, request.owner);
    this.extraction.admit(request);
    const startedAt = performance.now();
    const payment = paymentOf(request);
    const { url, owner } = request;
    const readOpened: TrackedReadings['read'] = (wanted, { signal: under, run, collectAnchors = false }) =>
      this.reader.readOpened(wanted, () => page.content(), { signal: under!, run: run!, collectAnchors });
    const read = (under: AbortSignal) =>
      this.events.follow({ kind: 'scrape', url, owner }, async (run) => {
        const time = { startedAt, signal: under, run };
        const finished = request.track
          ? await this.tracked(request, { read: readOpened, revisit: readOpened, reread: readOpened }, time)
          : await this.extraction.add(await readOpened(request, time), request, time);
        return withTimings(finished as PageOf<Formats>, request, run); // the converter returns every requested format
      });
    return this.work.run(read, signal, payment);
  }

  /** Readings of a page that is fetched. */
  private fetching(asked: PageUrl): TrackedReadings {
    const { reader } = this;
    return {
      read: (request, context) => reader.read(request, { ...context, asked }),
      revisit: (request, context, visit) => reader.revisit(request, visit.known, context),
      reread: (request, context) => reader.reread(request, context),
    };
  }

  private async tracked(request: PageRequest, readings: TrackedReadings, time: ScrapeTime): Promise<Page> {
    const visit = await this.tracker.begin(this.reader, request, {
      kind: 'scrape',
      crawlId: null,
      visitId: null,
      isRepeated: false,
      isSimilar: false,
      hops: null,
      isHidden: false,
      followsDocumentLinks: false,
      signal: time.signal,
    });
    if ('conclude' in visit)
      return this.visited(visit, request, readings, time).finally(() => visit.release());
    const { signal, run } = time;
    const page = await this.extraction.add(await readings.read(request, { signal, run }), request, time);
    return { ...page, warnings: [...page.warnings, visit.warning] };
  }

  private async visited(
    visit: TrackedVisit,
    request: PageRequest,
    readings: TrackedReadings,
    time: ScrapeTime,
  ): Promise<Page> {
    const { signal, run } = time;
    const wanted = visit.readingRequest(readingRequest(request));
    const context = {
      signal,
      run,
      collectAnchors: true,
      ...(visit.isNew ? {} : { kinds: visit.decisions }),
    };
    const { page } = await visit.conclude(await readings.revisit(wanted, context, visit), {
      reread: () => readings.reread(wanted, context),
      finish: async (reading) => {
        const extracted = await this.extraction.add(reading, request, time);
        const finished = await readFields(this.extraction, { reading, page: extracted }, request, time);
        return { ...finished, decision: visit.decisionOf(reading) };
      },
    });
    return page;
  }
}

/** @throws InvalidRequestError where a picture is requested of a page that the application has open */
function refusePictures({ formats = [] }: PageRequest): void {
  if (!formats.some((format) => format.startsWith('screenshot'))) return;
  const reason = 'must not contain a screenshot: take it with the page itself';
  throw InvalidRequestError.at(['formats'], { code: 'contradiction', reason });
}

/** Ways to read a page that is tracked. */
interface TrackedReadings {
  /** Reads a page whose history is not available. */
  readonly read: (request: PageRequest, context: ReadingContext) => Promise<PageReading>;
  readonly revisit: (
    request: PageRequest,
    context: ReadingContext,
    visit: TrackedVisit,
  ) => Promise<PageReading | UnchangedPage>;
  /** Reads a page again after another visit was recorded. */
  readonly reread: (request: PageRequest, context: ReadingContext) => Promise<PageReading>;
}

/** Start time, abort signal and timings of a scrape. */
interface ScrapeTime {
  readonly startedAt: number;
  readonly signal: AbortSignal;
  readonly run: PageRun;
}
