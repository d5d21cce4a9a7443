import { Injectable, Optional } from '@nestjs/common';
import type { PageReading } from '../../pipeline/page-reading.js';
import type { OwnCheck } from '../../extraction/output-schema.js';
import { needsAnswer } from '../../extraction/answers/needs-answer.js';
import { warningOf } from '../../extraction/no-model.js';
import type { TokenBudget } from '../../extraction/token-budget.js';
import { RemoteExtractor, type ExtractionContext } from '../../extraction/remote-extractor.js';
import { PageRun } from '../../pipeline/run/page-run.js';
import { withDeadline } from '../../concurrency/with-deadline.js';
import {
  ExtractionFailedError,
  FetchTimeoutError,
  InvalidRequestError,
  NotConfiguredError,
  NotFoundError,
} from '../../model/errors.js';
import { ResolvedOptions } from '../../model/options.js';
import type { ExtractionRequest } from '../../model/extraction/extraction.js';
import type { Page } from '../../model/page/page.js';
import type { PageRequest } from '../../model/page/page-request.js';
import { AutoExtraction } from '../extractors/auto-extraction.js';
import { ExtractorRuns } from '../extractors/extractor-runs.js';
import type { ExtractionResult, AnswerRequest } from '../../ports/extraction-compute.port.js';

/** The rest of a request's time, once its page was read. */
export interface ExtractionTime {
  /** When the request began, as `performance.now()` counts. */
  readonly startedAt: number;
  readonly signal: AbortSignal;
  /** Pages of crawls yield to single scrapes. @default 'scrape' */
  readonly priority?: 'scrape' | 'crawl';
  readonly ownCheck?: OwnCheck;
  /** Token budget shared by the pages of a job. */
  readonly tokens?: TokenBudget;
  /** Job of the page. */
  readonly jobId?: string;
  /** Timing of the page; absent if it is not measured. */
  readonly run?: PageRun;
}

/** The parts of a reading that an extraction needs. */
export type ExtractableReading = Pick<PageReading, 'page' | 'structured' | 'extracted'>;

/** The extraction as the last stage of a page's pipeline, within the time of its request. */
@Injectable()
export class PageExtraction {
  constructor(
    private readonly extractor: RemoteExtractor,
    private readonly options: ResolvedOptions,
    @Optional() private readonly runs?: ExtractorRuns,
    @Optional() private readonly auto?: AutoExtraction,
  ) {}

  /**
   * Checks that the request has a schema or prompt, and that the schema is valid.
   * @throws InvalidRequestError naming `extraction…`; NotFoundError for an unknown extractor; UnavailableError
   */
  async validate(extraction: ExtractionRequest | undefined, owner?: string): Promise<void> {
    if (!extraction) return;
    if (extraction.extractor === 'auto' && !extraction.schema)
      throw InvalidRequestError.at(['extraction', 'schema'], { code: 'required' });
    if (namesExtractor(extraction)) {
      if (!this.runs) throw new NotConfiguredError('This server has no extractors');
      await this.runs.validate(extraction, owner);
    } else if (extraction.fallback !== undefined && extraction.extractor === undefined)
      throw InvalidRequestError.at(['extraction', 'fallback'], { code: 'contradiction', reason: 'needs an extractor' }); // prettier-ignore
    if (namesExtractor(extraction) && !extraction.schema) return;
    if (!extraction.schema && !extraction.prompt?.trim())
      throw InvalidRequestError.at(['extraction'], { code: 'nothing-to-extract' });
    await this.extractor.checkSchema(extraction, owner === undefined ? {} : { owner });
  }

  /**
   * Checks before the page is read whether the requested extraction is possible.
   * @throws NotConfiguredError without a model if the page's own data are not sufficient
   */
  admit(request: Pick<PageRequest, 'extraction' | 'formats' | 'onModelFailure'> = {}): void {
    if (request.extraction && asksModel(request.extraction)) this.extractor.admit(request.extraction);
    if (needsAnswer(request)) this.extractor.validateWords(request.onModelFailure);
  }

  /**
   * Adds the requested extraction, summary and answer to a page.
   *
   * @throws FetchTimeoutError, ExtractionFailedError, NotConfiguredError if the request fails on model errors; the
   * reason of the signal
   */
  async add(reading: ExtractableReading, request: PageRequest, time: ExtractionTime): Promise<Page> {
    const wish = wordsWish(request);
    if (!request.extraction && !wish) return reading.page;
    const page = withoutUnasked(reading.page, request);
    if (page.statusCode >= 400 && !(request.extraction && namesExtractor(request.extraction))) {
      return warned(page, [`Nothing was extracted: the site answered ${page.statusCode}`]);
    }
    const { run = new PageRun() } = time;
    const [extracted, said] = await run.measure('extract', () =>
      Promise.all([
        this.extracted(reading, request, time),
        wish ? this.said(reading.page, wish, request, time) : NOTHING_ADDED,
      ]),
    );
    return warned({ ...page, ...extracted.added, ...said.added }, [...extracted.warnings, ...said.warnings]);
  }

  private extracted(reading: ExtractableReading, request: PageRequest, time: ExtractionTime): Promise<Added> {
    const { extraction } = request;
    if (!extraction) return Promise.resolve(NOTHING_ADDED);
    return orWarning(extraction.onFailure, time.signal, async () => {
      const result = await this.resultOf(reading, request, extraction, time);
      return { added: { extraction: result.extraction }, warnings: result.warnings };
    });
  }

  private resultOf(
    reading: ExtractableReading,
    request: PageRequest,
    extraction: ExtractionRequest,
    time: ExtractionTime,
  ): Promise<ExtractionResult> {
    const { runs, auto } = this;
    const { extractor } = extraction;
    if (extractor === undefined || !runs || !auto) return this.run(reading, request, extraction, time);
    const askModel = (asked: ExtractionRequest) => this.run(reading, request, asked, time);
    return extractor === 'auto'
      ? auto.read(reading, request, extraction, { ...time, askModel })
      : runs.read(reading, request, extraction, { askModel, jobId: time.jobId });
  }

  private said(page: Page, wish: AnswerRequest, request: PageRequest, time: ExtractionTime): Promise<Added> {
    return orWarning(request.onModelFailure, time.signal, async () => {
      const { url, metadata, markdown } = page;
      const { summary, answer, usage, warnings } = await this.inTime(url, request, time, (context) =>
        this.extractor.say({ url, metadata, text: markdown ?? '' }, wish, context),
      );
      const words = { ...(summary === null ? {} : { summary }), ...(answer === null ? {} : { answer }) };
      return { added: { ...words, wordsUsage: usage }, warnings };
    });
  }

  /** Effective timeout of the page; the warning about a lowered timeout is added when it is read. */
  private timeOf({ timeoutMs }: PageRequest): number {
    const { limits } = this.options;
    return timeoutMs === undefined ? limits.timeoutMs : Math.min(timeoutMs, limits.maxTimeoutMs);
  }

  private run(
    { page, structured }: ExtractableReading,
    request: PageRequest,
    extraction: ExtractionRequest,
    time: ExtractionTime,
  ): Promise<ExtractionResult> {
    const text = (extraction.readFrom === 'rawHtml' ? page.rawHtml : page.markdown) ?? '';
    const stated = extraction.ignoresStated === true ? null : structured;
    const source = { text, url: page.url, metadata: page.metadata, structured: stated };
    return this.inTime(page.url, request, time, (context) =>
      this.extractor.extract(source, extraction, context),
    );
  }

  /** Calls the model within the remaining time of the request. */
  private inTime<T>(
    url: string,
    request: PageRequest,
    { startedAt, signal, priority, ownCheck, tokens }: ExtractionTime,
    ask: (context: ExtractionContext) => Promise<T>,
  ): Promise<T> {
    const timeoutMs = this.timeOf(request);
    const budgetMs = Math.max(1, timeoutMs - (performance.now() - startedAt));
    const onTimeout = () => new FetchTimeoutError(url, 'no extraction', timeoutMs);
    return withDeadline(budgetMs, signal, onTimeout, (under) =>
      ask({
        budgetMs,
        signal: under,
        ...(request.owner === undefined ? {} : { owner: request.owner }),
        ...(priority === undefined ? {} : { priority }),
        ...(ownCheck === undefined ? {} : { ownCheck }),
        ...(tokens === undefined ? {} : { tokens }),
      }),
    );
  }
}

const namesExtractor = ({ extractor }: ExtractionRequest): boolean =>
  extractor !== undefined && extractor !== 'auto';

/** False for an extractor without a fallback. */
const asksModel = (extraction: ExtractionRequest): boolean =>
  !namesExtractor(extraction) || extraction.fallback === 'model';

/** Fields that a model adds to a page. */
interface Added {
  readonly added: Partial<Pick<Page, 'extraction' | 'found' | 'summary' | 'answer' | 'wordsUsage'>>;
  readonly warnings: readonly string[];
}

const NOTHING_ADDED: Added = { added: {}, warnings: [] };

/** @throws what fails the request; the reason of the signal in any case */
async function orWarning(
  onFailure: 'fail' | 'warn' = 'warn',
  signal: AbortSignal,
  work: () => Promise<Added>,
): Promise<Added> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (onFailure === 'fail' || !isFailure(error)) throw error;
    return { added: foundIn(error), warnings: [warningOf(error)] };
  }
}

const foundIn = (error: unknown): Added['added'] =>
  error instanceof NotConfiguredError && error.found !== undefined ? { found: error.found } : {};

function wordsWish({ formats = [], question }: PageRequest): AnswerRequest | null {
  const summary = formats.includes('summary');
  const asked = (formats.includes('answer') && question) || null;
  return summary || asked ? { summary, question: asked } : null;
}

function isFailure(error: unknown): error is Error {
  return (
    error instanceof ExtractionFailedError ||
    error instanceof InvalidRequestError || // a stored schema that would not be taken any more
    error instanceof NotConfiguredError ||
    error instanceof NotFoundError || // an extractor that was removed meanwhile
    error instanceof FetchTimeoutError
  );
}

function withoutUnasked(page: Page, { formats = ['markdown'], extraction }: PageRequest): Page {
  const drops = (format: 'rawHtml' | 'markdown') => !formats.includes(format) && page[format] !== null;
  const dropsMarkdown = extraction?.extractor !== undefined && drops('markdown');
  if (!drops('rawHtml') && !dropsMarkdown) return page;
  return {
    ...page,
    ...(drops('rawHtml') ? { rawHtml: null } : {}),
    ...(dropsMarkdown ? { markdown: null } : {}),
  };
}

function warned(page: Page, warnings: readonly string[]): Page {
  return warnings.length === 0 ? page : { ...page, warnings: [...page.warnings, ...warnings] };
}
