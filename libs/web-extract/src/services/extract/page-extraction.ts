import type { PageReading } from '../../engine/page-reader.js';
import type { OwnCheck } from '../../engine/extraction/wanted-shape.js';
import type { RemoteExtractor } from '../../engine/extraction/remote-extractor.js';
import { withDeadline } from '../../engine/with-deadline.js';
import {
  ExtractionFailedError,
  FetchTimeoutError,
  InvalidRequestError,
  NotConfiguredError,
} from '../../model/errors.js';
import type { ExtractionRequest } from '../../model/extraction.js';
import type { Page } from '../../model/page.js';
import type { PageRequest } from '../../model/page-request.js';
import type { ExtractionResult, GatheringResult, PagePart } from '../../ports/examiner.port.js';

/** The rest of a request's time, once its page was read. */
export interface ExtractionTime {
  /** When the request began, as `performance.now()` counts. */
  readonly startedAt: number;
  readonly signal: AbortSignal;
  /** Pages of crawls yield to single scrapes. @default 'scrape' */
  readonly priority?: 'scrape' | 'crawl';
  readonly ownCheck?: OwnCheck;
}

/** The times of pages, in milliseconds. */
export interface PageTimes {
  /** When the request states none. */
  readonly timeoutMs: number;
  /** The most that a request may state. */
  readonly maxTimeoutMs: number;
}

/** The extraction as the last stage of a page's road, within the time of its request. */
export class PageExtraction {
  constructor(
    private readonly extractor: RemoteExtractor,
    private readonly limits: PageTimes,
  ) {}

  /**
   * Checks that something is asked for, and that a schema is one.
   * @throws InvalidRequestError naming `extraction…`; UnavailableError
   */
  async validate(extraction: ExtractionRequest | undefined, owner?: string): Promise<void> {
    if (!extraction) return;
    if (!extraction.schema && !extraction.prompt?.trim()) throw new InvalidRequestError([NOTHING_ASKED]);
    await this.extractor.checkSchema(extraction, owner === undefined ? {} : { owner });
  }

  /**
   * Decides before any work whether an extraction can come to something.
   * @throws NotConfiguredError when there is nothing to extract with
   */
  admit(extraction: ExtractionRequest | undefined): void {
    if (extraction) this.extractor.admit(extraction);
  }

  /**
   * The page with its extraction, if one was asked for.
   *
   * @throws where the request says that a failure fails it: FetchTimeoutError, ExtractionFailedError, NotConfiguredError; the
   * reason of the signal in any case
   */
  async add(
    reading: Pick<PageReading, 'page' | 'structured'>,
    request: PageRequest,
    time: ExtractionTime,
  ): Promise<Page> {
    const { extraction } = request;
    if (!extraction) return reading.page;
    const page = withoutUnasked(reading.page, request);
    if (page.statusCode >= 400) {
      return warned(page, [`Nothing was extracted: the site answered ${page.statusCode}`]);
    }
    try {
      const result = await this.run(reading, request, extraction, time);
      return warned({ ...page, extraction: result.extraction }, result.warnings);
    } catch (error) {
      if (time.signal.aborted) throw time.signal.reason;
      if (extraction.onFailure === 'fail' || !isFailure(error)) throw error;
      return warned(page, [error.message]);
    }
  }

  /**
   * Makes one of what several pages state, within a minute.
   * @throws ExtractionFailedError when together they do not satisfy the schema; UnavailableError; the reason of the signal
   */
  gather(
    parts: readonly PagePart[],
    extraction: ExtractionRequest,
    { owner, signal }: { readonly owner: string; readonly signal: AbortSignal },
  ): Promise<GatheringResult> {
    const onTimeout = () =>
      new ExtractionFailedError(`it took longer than ${GATHERING_MS} ms to put the pages together`);
    return withDeadline(GATHERING_MS, signal, onTimeout, (under) =>
      this.extractor.gather(parts, extraction, {
        owner,
        priority: 'crawl',
        budgetMs: GATHERING_MS,
        signal: under,
      }),
    );
  }

  /** As the page had: whoever read it told that a time was lowered. */
  private timeOf({ timeoutMs }: PageRequest): number {
    return timeoutMs === undefined ? this.limits.timeoutMs : Math.min(timeoutMs, this.limits.maxTimeoutMs);
  }

  private run(
    { page, structured }: Pick<PageReading, 'page' | 'structured'>,
    request: PageRequest,
    extraction: ExtractionRequest,
    { startedAt, signal, priority, ownCheck }: ExtractionTime,
  ): Promise<ExtractionResult> {
    const timeoutMs = this.timeOf(request);
    const budgetMs = Math.max(1, timeoutMs - (performance.now() - startedAt));
    const text = (extraction.readFrom === 'rawHtml' ? page.rawHtml : page.markdown) ?? '';
    const source = { text, url: page.url, metadata: page.metadata, structured };
    const onTimeout = () => new FetchTimeoutError(page.url, 'no extraction', timeoutMs);
    return withDeadline(budgetMs, signal, onTimeout, (under) =>
      this.extractor.extract(source, extraction, {
        budgetMs,
        signal: under,
        ...(request.owner === undefined ? {} : { owner: request.owner }),
        ...(priority === undefined ? {} : { priority }),
        ...(ownCheck === undefined ? {} : { ownCheck }),
      }),
    );
  }
}

const GATHERING_MS = 60_000;

const NOTHING_ASKED = { path: ['extraction'], message: 'extraction needs a schema or a prompt' };

function isFailure(error: unknown): error is Error {
  return (
    error instanceof ExtractionFailedError ||
    error instanceof InvalidRequestError || // a stored schema that would not be taken any more
    error instanceof NotConfiguredError ||
    error instanceof FetchTimeoutError
  );
}

function withoutUnasked(page: Page, { formats = [] }: PageRequest): Page {
  return formats.includes('rawHtml') || page.rawHtml === null ? page : { ...page, rawHtml: null };
}

function warned(page: Page, warnings: readonly string[]): Page {
  return warnings.length === 0 ? page : { ...page, warnings: [...page.warnings, ...warnings] };
}
