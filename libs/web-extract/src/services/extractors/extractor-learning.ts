import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { FairSemaphore } from '../../concurrency/fair-semaphore.js';
import {
  ConflictError,
  ExtractorNotLearnedError,
  InvalidRequestError,
  NotFoundError,
  RateLimitedError,
  UnavailableError,
  WebExtractError,
} from '../../model/errors.js';
import type { ModelUsage } from '../../model/extraction/extraction.js';
import type { LearnedPage, LearningPage, PageExample } from '../../model/extractor/extractor-learning.js';
import type { ExampleSource } from '../../model/extractor/extractor-program.js';
import type { ExamplePage } from '../../model/extractor/extractor-view.js';
import { kept } from '../../model/kept.js';
import type { Page } from '../../model/page/page.js';
import { ExtractionCompute } from '../../ports/extraction-compute.port.js';
import { ExtractorStore, PENDING } from '../../ports/stores/extractor-store.port.js';
import { EventStream } from '../events/event-stream.js';
import { weigh } from '../memory/weigh.js';
import { RunningWork } from '../running-work.js';
import { ScrapeService } from '../scrape.service.js';
import { eachOf } from './each-of.js';
import { busy, ExtractorLeases } from './extractor-leases.js';
import { ExtractorRecords, extractorNotFound, UNBOUNDED } from './extractor-records.js';
import { errorOf } from './extractor-runs.js';
import { JobPages, MAX_JOB_CHARS } from './job-pages.js';
import { JobPlaces } from './job-places.js';
import { NO_USAGE, type ExtractorRecord, type ExtractorState } from './extractor-state.js';

/** Pages of a request that are read at once. */
const AT_ONCE = 4;
/** Extractors of an owner that this process learns at once. */
const MAX_RUNNING = 8;
/** Characters of a job as stored. */
const MAX_JOB_TEXT = 2 * MAX_JOB_CHARS;
/** Bytes of jobs of an owner that may not be stored; of all owners together a quarter more. */
const MAX_UNSTORED_BYTES = 33_554_432;
/** A job whose process has ended this often is not tried again. */
const MAX_ATTEMPTS = 3;
/** Pause before the third attempt at a job. */
const PAUSE_MS = 60_000;
const ROUND_MS = 15_000;
/** Jobs of a process that was restarted are continued after this time. */
const FIRST_ROUND_MS = 2_000;

/** Pages to learn from, as stored until they were read. */
export interface LearningJob {
  readonly pages: readonly ExamplePage[];
  readonly sources: readonly ExampleSource[];
}

/** Stands for a job that may not be stored: if it is found without the job, its process has ended. */
const UNSTORED = 'null';

/** A page that was read for learning. */
interface ReadExample {
  readonly page: LearningPage | null;
  /** True for a page that has no room with the others of its job. */
  readonly isDropped?: boolean;
  readonly url: string;
  readonly usage: ModelUsage;
  readonly warnings: readonly string[];
}

/**
 * Learns extractors in jobs: stored, and continued by another process if this one ends. Waiting jobs are in the store only; those
 * at work have a bounded number of places, time, and characters of HTML.
 */
@Injectable()
export class ExtractorLearning implements OnApplicationBootstrap {
  private readonly logger = new Logger('WebExtract');
  private readonly places = new JobPlaces(MAX_RUNNING);
  private readonly underway = kept('extractorWork', new Map<string, Promise<void>>());
  /** Jobs that may not be stored. */
  private readonly unstored = kept('extractorWork', new Map<string, LearningJob>());
  private readonly unstoredBytes = new FairSemaphore(MAX_UNSTORED_BYTES);
  private toldAt = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: ExtractorStore,
    private readonly records: ExtractorRecords,
    private readonly leases: ExtractorLeases,
    private readonly scrapes: ScrapeService,
    private readonly compute: ExtractionCompute,
    private readonly events: EventStream,
    work: RunningWork,
  ) {
    work.endWith(() => this.end());
  }

  onApplicationBootstrap(): void {
    this.scheduleRound(FIRST_ROUND_MS);
  }

  private scheduleRound(pauseMs: number): void {
    const next = () => {
      this.scheduleRound(ROUND_MS);
      void this.resume().catch(() => {}); // the store is out of reach: the next round tries again
    };
    this.timer = setTimeout(next, pauseMs).unref();
  }

  private async end(): Promise<void> {
    clearTimeout(this.timer);
    this.places.end(new UnavailableError('shutting down'));
    await Promise.allSettled(this.underway.values());
  }

  /**
   * Begins to learn. The request is stored unless nothing may be stored.
   * @throws ConflictError while the extractor is learned or healed; ExtractorLimitError, InvalidRequestError, NotFoundError,
   * RateLimitedError for jobs that may not be stored and have no room in memory
   */
  async begin(
    { owner, stored: { id } }: ExtractorRecord,
    job: LearningJob,
    { isStored, isNew = false }: { readonly isStored: boolean; readonly isNew?: boolean },
  ): Promise<void> {
    const text = JSON.stringify(job);
    if (text.length > MAX_JOB_TEXT)
      throw InvalidRequestError.at(['pages'], { code: 'contradiction', reason: `have more than ${MAX_JOB_TEXT} characters` }); // prettier-ignore
    if (this.underway.has(id)) throw busy();
    this.underway.set(id, Promise.resolve());
    let release = () => Promise.resolve();
    let forget = () => {};
    let isMarked = false;
    try {
      release = await this.leases.take(id);
      const { state } = await this.records.get(owner, id);
      if (!isNew && state.status === 'learning') throw busy();
      if (!isStored) forget = this.holdUnstored(owner, id, job);
      const marker = isStored ? text : UNSTORED;
      const result = await this.store.putProgram(owner, id, PENDING, marker, this.records.bounds);
      if (result === 'gone') throw extractorNotFound(id);
      if (result === 'full') throw new UnavailableError('the pages of the request cannot be stored now');
      isMarked = true;
      await this.records.update(owner, id, () => ({ status: 'learning', error: null, attempts: 0 }));
    } catch (error) {
      this.underway.delete(id);
      forget();
      if (isMarked) await this.store.removeProgram(owner, id, PENDING).catch(() => {}); // a refused job does not run later
      await release();
      throw error;
    }
    if (isStored) await release(); // a process with a place takes it again
    this.start(owner, id, isStored ? undefined : () => release().finally(forget));
  }

  /** @returns forgets the job @throws RateLimitedError */
  private holdUnstored(owner: string, id: string, job: LearningJob): () => void {
    const bytes = weigh(job, MAX_UNSTORED_BYTES);
    if (!this.unstoredBytes.tryTake(owner, bytes))
      throw new RateLimitedError('too many pages that may not be stored wait to be learned from', 10);
    this.unstored.set(id, job);
    return () => {
      this.unstored.delete(id);
      this.unstoredBytes.release(owner, bytes);
    };
  }

  /** Waits until an extractor is not being learned any more in this process, at most for `waitMs`. */
  async wait(id: string, waitMs: number, signal?: AbortSignal): Promise<void> {
    const work = this.underway.get(id);
    if (!work || waitMs <= 0) return;
    await within(work, waitMs, signal);
  }

  /** @param end ends the lease of the extractor, which is taken otherwise */
  private start(owner: string, id: string, end?: () => Promise<void>): void {
    const learn = (signal: AbortSignal) => this.learn(owner, id, signal);
    const work = this.places
      .during(owner, end ? learn : (signal) => this.leases.during(id, () => learn(signal)))
      .finally(end)
      .catch((error: unknown) => this.report(error))
      .finally(() => this.underway.delete(id));
    this.underway.set(id, work);
  }

  /** Continues jobs of processes that have ended. Their pages are not read before there is a place. */
  private async resume(): Promise<void> {
    for (const { owner, id } of await this.store.pending()) {
      if (this.places.ended.aborted || this.underway.has(id) || (await this.leases.isHeld(id))) continue;
      const record = await this.records.find(owner, id);
      if (record && !isTooSoon(record)) this.start(owner, id);
    }
  }

  private async learn(owner: string, id: string, signal: AbortSignal): Promise<void> {
    const own = this.unstored.get(id);
    const text = own ? null : await this.store.program(owner, id, PENDING);
    if (!own && text === null) return; // another process has learned it
    try {
      // Counted before any page is read: a job that ends the process is not tried forever.
      const record = await this.records.update(owner, id, ({ state: { attempts = 0 } }) => ({ attempts: attempts + 1 }), UNBOUNDED); // prettier-ignore
      const isOver = await this.attempt(record, own ?? text!, signal);
      if (!isOver) return await this.giveBack(record); // another process continues
    } catch (error) {
      if (error instanceof NotFoundError) return;
      if (error instanceof UnavailableError || error instanceof ConflictError) throw error; // the next round continues
      this.logger.error(`The failure of learning extractor ${id} cannot be stored: ${String(error)}`);
    }
    await this.store.removeProgram(owner, id, PENDING);
  }

  /** @returns false if the process ends while it learns from a stored job */
  private async attempt(
    record: ExtractorRecord,
    stored: LearningJob | string,
    signal: AbortSignal,
  ): Promise<boolean> {
    const isStored = typeof stored === 'string';
    try {
      const job = isStored ? (JSON.parse(stored) as LearningJob | null) : stored;
      if (job === null) throw new ExtractorNotLearnedError(LOST);
      if (record.state.attempts > MAX_ATTEMPTS) throw new ExtractorNotLearnedError(INTERRUPTED);
      await this.learnFrom(record, job, signal);
    } catch (error) {
      if (error instanceof NotFoundError) throw error;
      if (this.places.ended.aborted && isStored) return false;
      await this.fail(record, error);
    }
    return true;
  }

  /** A process that was asked to end is no reason to give a job up. */
  private async giveBack({ owner, stored }: ExtractorRecord): Promise<void> {
    await this.records.update(owner, stored.id, ({ state }) => ({ attempts: state.attempts - 1 }), UNBOUNDED);
  }

  private async learnFrom(record: ExtractorRecord, job: LearningJob, signal: AbortSignal): Promise<void> {
    const { owner, stored, state } = record;
    const room = new JobPages();
    const read = await eachOf(job.pages, AT_ONCE, (page) =>
      this.readPage(record, page, { sources: job.sources, room, signal }),
    );
    const usage = read.reduce((all, one) => sum(all, one.usage), NO_USAGE);
    const warnings = [...new Set(read.flatMap((one) => one.warnings))];
    const pages = read.flatMap(({ page }) => page ?? []);
    const before = state.version === 0 ? null : await this.records.program(owner, stored.id, state.version);
    const counted = (current: ExtractorRecord): Partial<ExtractorState> => ({
      usage: sum(current.state.usage, usage),
      modelPages: current.state.modelPages + read.filter((one) => one.usage.calls > 0).length,
      warnings,
    });
    if (pages.length < 2) {
      await this.records.update(owner, stored.id, counted);
      throw new ExtractorNotLearnedError(
        `Fewer than two pages could be read: ${warnings[0] ?? 'no reason is known'}`,
      );
    }
    const report = await this.compute.learnExtractor(
      {
        schema: state.schema,
        pages,
        sources: job.sources,
        id: stored.id,
        ...(before ? { program: before } : {}),
      },
      { owner, signal: this.places.ended },
    );
    const fields = report.program.templates.flatMap((template) => template.fields.map(({ path }) => path));
    const isNew =
      before === null || JSON.stringify(report.program.templates) !== JSON.stringify(before.templates);
    const dropped = read.filter(({ isDropped }) => isDropped).map(({ url }) => droppedPage(url, job.sources));
    const learning = { pages: [...report.pages, ...dropped] };
    if (fields.length === 0 || !isNew) {
      await this.records.update(owner, stored.id, (current) => ({ ...counted(current), learning }));
      throw new ExtractorNotLearnedError();
    }
    const cause = before ? 'extended' : 'learned';
    const learned = await this.records.addVersion(owner, stored.id, report.program, cause, (current) => ({
      ...counted(current),
      status: 'ready',
      error: null,
      learning,
      ...(before ? { drift: [], health: 'ok' as const } : {}),
    }));
    this.events.publish({
      type: 'extractor-learned',
      owner,
      id: stored.id,
      name: learned.stored.name,
      version: learned.state.version,
      fields: [...new Set(fields)],
      at: Date.now(),
    });
  }

  private async fail({ owner, stored }: ExtractorRecord, error: unknown): Promise<void> {
    const { code, message } = error instanceof WebExtractError ? error : UNKNOWN;
    if (!(error instanceof WebExtractError)) this.report(error);
    await this.records.update(
      owner,
      stored.id,
      ({ state }) => ({
        status: state.version === 0 ? 'failed' : 'ready',
        error: { code, message: message.slice(0, 500) },
      }),
      UNBOUNDED,
    );
  }

  private async readPage(
    record: ExtractorRecord,
    example: ExamplePage,
    { sources, room, signal }: ReadTurn,
  ): Promise<ReadExample> {
    const { url, data } = example;
    const dropped = { page: null, url, usage: NO_USAGE, warnings: [`${url}: ${NO_ROOM}`], isDropped: true };
    if (room.isFull) return dropped;
    const given: readonly PageExample[] =
      data !== undefined && sources.includes('values')
        ? [{ source: 'values', data: data as PageExample['data'] }]
        : [];
    try {
      const page = await this.read(record, example, signal);
      const error = errorOf(page, undefined);
      if (page.rawHtml === null || (error !== null && error !== NOT_HTML))
        return { page: null, url, usage: NO_USAGE, warnings: [`${url}: ${error ?? NOT_HTML}`] };
      // before a model is asked: the page is in memory until it has answered
      if (!room.admit(page.rawHtml)) return dropped;
      const read = { url: page.url, html: page.rawHtml };
      if (data !== undefined || !sources.includes('model'))
        return { page: { ...read, examples: given }, url, usage: NO_USAGE, warnings: [] };
      const { answer, usage, warnings } = await this.askModel(record, read, { ignoresStated: !sources.includes('stated'), signal }); // prettier-ignore
      const asked: readonly PageExample[] = answer === null ? [] : [{ source: 'model', data: answer }];
      const named = warnings.map((warning) => `${url}: ${warning}`);
      return { page: { ...read, examples: asked }, url, usage, warnings: named };
    } catch (error) {
      if (this.places.ended.aborted || !(error instanceof WebExtractError)) throw error;
      return { page: null, url, usage: NO_USAGE, warnings: [`${url}: ${error.message}`] };
    }
  }

  private read(
    { owner, state }: ExtractorRecord,
    { url, html }: ExamplePage,
    signal: AbortSignal,
  ): Promise<Page> {
    const options = { ...state.page, owner, formats: ['rawHtml'] as const };
    if (html === undefined) return this.scrapes.scrape({ ...options, url }, signal);
    return this.scrapes.scrapePage(openedPage(url, html), options, signal);
  }

  private async askModel(
    { owner, state }: ExtractorRecord,
    { url, html }: Pick<LearningPage, 'html' | 'url'>,
    { ignoresStated, signal }: { readonly ignoresStated: boolean; readonly signal: AbortSignal },
  ): Promise<{ readonly answer: PageExample['data'] | null } & Pick<ReadExample, 'usage' | 'warnings'>> {
    const { schema, prompt, page } = state;
    const extraction = {
      schema,
      ...(prompt === null ? {} : { prompt }),
      isPart: true,
      onFailure: 'warn' as const,
      ...(ignoresStated ? { ignoresStated } : {}),
    };
    const request = { ...page, owner, formats: [] as const, extraction };
    const read = await this.scrapes.scrapePage(openedPage(url, html), request, signal);
    const data = read.extraction?.data;
    return {
      answer: isObject(data) ? withoutNulls(data) : null,
      usage: read.extraction?.usage ?? NO_USAGE,
      warnings: read.warnings,
    };
  }

  private report(error: unknown): void {
    if (error instanceof UnavailableError && !this.places.ended.aborted) this.warn(error);
    if (error instanceof WebExtractError) return;
    this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }

  private warn({ message }: UnavailableError): void {
    if (Date.now() - this.toldAt < PAUSE_MS) return;
    this.toldAt = Date.now();
    this.logger.warn(`An extractor could not be learned: ${message}; tried again later`);
  }
}

/** Time and room of a job. */
interface ReadTurn {
  readonly sources: readonly ExampleSource[];
  readonly room: JobPages;
  readonly signal: AbortSignal;
}

const LOST = 'The process ended while it learned from pages that were not stored';
const INTERRUPTED = `Learning was interrupted ${MAX_ATTEMPTS} times by the end of the process, or by its store`;
const NO_ROOM = `not used: the pages of a request have more than ${MAX_JOB_CHARS} characters`;

/** True if the last attempt at a job is too recent for another one. */
function isTooSoon({ state: { attempts = 0, updatedAt } }: ExtractorRecord): boolean {
  return attempts > 1 && attempts <= MAX_ATTEMPTS && Date.now() - Date.parse(updatedAt) < PAUSE_MS;
}

/** The report of a page without room. */
function droppedPage(url: string, [source = 'values']: readonly ExampleSource[]): LearnedPage {
  return { url, template: null, sources: [], problems: [{ path: '', reason: 'size', source }] };
}

/** A page whose HTML is known. */
export const openedPage = (url: string, html: string) => ({
  url: () => url,
  content: () => Promise.resolve(html),
});

const NOT_HTML = 'the page is not HTML';
const UNKNOWN = { code: 'UNKNOWN_ERROR', message: 'The extractor could not be learned' };

/** Waits for work, at most for a time. @throws the reason of the signal */
export async function within(work: Promise<unknown>, waitMs: number, signal?: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, waitMs);
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([work, timeUp]).finally(() => clearTimeout(timer));
  signal?.throwIfAborted();
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const withoutNulls = (data: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null && value !== ''));

export const sum = (a: ModelUsage, b: ModelUsage): ModelUsage => ({
  calls: a.calls + b.calls,
  promptTokens: a.promptTokens + b.promptTokens,
  completionTokens: a.completionTokens + b.completionTokens,
});
