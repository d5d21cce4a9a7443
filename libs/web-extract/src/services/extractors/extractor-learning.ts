import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { FairSemaphore } from '../../concurrency/fair-semaphore.js';
import {
  ConflictError,
  ExtractorNotLearnedError,
  NotFoundError,
  UnavailableError,
  WebExtractError,
} from '../../model/errors.js';
import type { ModelUsage } from '../../model/extraction/extraction.js';
import type { LearningPage, PageExample } from '../../model/extractor/extractor-learning.js';
import type { ExampleSource } from '../../model/extractor/extractor-program.js';
import type { ExamplePage } from '../../model/extractor/extractor-view.js';
import { kept } from '../../model/kept.js';
import type { Page } from '../../model/page/page.js';
import { ExtractionCompute } from '../../ports/extraction-compute.port.js';
import { ExtractorStore, PENDING } from '../../ports/stores/extractor-store.port.js';
import { EventStream } from '../events/event-stream.js';
import { RunningWork } from '../running-work.js';
import { ScrapeService } from '../scrape.service.js';
import { eachOf } from './each-of.js';
import { ExtractorLeases } from './extractor-leases.js';
import { ExtractorRecords } from './extractor-records.js';
import { errorOf } from './extractor-runs.js';
import { NO_USAGE, type ExtractorRecord, type ExtractorState } from './extractor-state.js';

/** Pages of a request that are read at once. */
const AT_ONCE = 4;
/** Extractors of an owner that this process learns at once. */
const MAX_RUNNING = 4;
const ROUND_MS = 15_000;
/** Jobs of a process that was restarted are continued after this time. */
const FIRST_ROUND_MS = 2_000;

/** Pages to learn from, as stored until they were read. */
export interface LearningJob {
  readonly pages: readonly ExamplePage[];
  readonly sources: readonly ExampleSource[];
}

/** A page that was read for learning. */
interface ReadExample {
  readonly page: LearningPage | null;
  readonly url: string;
  readonly usage: ModelUsage;
  readonly warnings: readonly string[];
}

/** Learns extractors in jobs: stored, and continued by another process if this one ends. */
@Injectable()
export class ExtractorLearning implements OnApplicationBootstrap {
  private readonly logger = new Logger('WebExtract');
  private readonly places = new FairSemaphore(MAX_RUNNING);
  private readonly underway = kept('extractorWork', new Map<string, Promise<void>>());
  private readonly stop = new AbortController();
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
    this.stop.abort(new UnavailableError('shutting down'));
    await Promise.allSettled(this.underway.values());
  }

  /**
   * Begins to learn. The request is stored unless nothing may be stored.
   * @throws ConflictError while the extractor is learned or healed; ExtractorLimitError, NotFoundError
   */
  async begin({ owner, stored }: ExtractorRecord, job: LearningJob, isStored: boolean): Promise<void> {
    const { id } = stored;
    if (this.underway.has(id) || (await this.leases.isHeld(id)))
      throw new ConflictError('The extractor is being learned or healed: try again later');
    if (isStored) {
      const result = await this.store.putProgram(
        owner,
        id,
        PENDING,
        JSON.stringify(job),
        this.records.bounds,
      );
      if (result === 'gone') throw new NotFoundError('Extractor not found');
      if (result === 'full') throw new UnavailableError('the pages of the request cannot be stored now');
    }
    await this.records.update(owner, id, () => ({ status: 'learning', error: null }));
    this.start(owner, id, job);
  }

  /** Waits until an extractor is not being learned any more in this process, at most for `waitMs`. */
  async wait(id: string, waitMs: number, signal?: AbortSignal): Promise<void> {
    const work = this.underway.get(id);
    if (!work || waitMs <= 0) return;
    await within(work, waitMs, signal);
  }

  private start(owner: string, id: string, job: LearningJob): void {
    const work = this.work(owner, id, job)
      .catch((error: unknown) => this.report(error))
      .finally(() => this.underway.delete(id));
    this.underway.set(id, work);
  }

  /** Continues jobs of processes that have ended. */
  private async resume(): Promise<void> {
    for (const { owner, id } of await this.store.pending()) {
      if (this.stop.signal.aborted || this.underway.has(id) || (await this.leases.isHeld(id))) continue;
      const text = await this.store.program(owner, id, PENDING);
      if (text !== null) this.start(owner, id, JSON.parse(text) as LearningJob);
    }
  }

  private async work(owner: string, id: string, job: LearningJob): Promise<void> {
    await new Promise<void>((resolve) => void this.places.wait(owner, resolve));
    try {
      await this.leases.during(id, () => this.learn(owner, id, job));
    } finally {
      this.places.release(owner);
    }
  }

  private async learn(owner: string, id: string, job: LearningJob): Promise<void> {
    const record = await this.records.get(owner, id);
    try {
      await this.learnFrom(record, job);
    } catch (error) {
      if (this.stop.signal.aborted) return; // another process continues
      if (error instanceof NotFoundError) return;
      await this.fail(record, error);
    }
    await this.store.removeProgram(owner, id, PENDING);
  }

  private async learnFrom(record: ExtractorRecord, job: LearningJob): Promise<void> {
    const { owner, stored, state } = record;
    const { signal } = this.stop;
    const read = await eachOf(job.pages, AT_ONCE, (page) => this.readPage(record, page, job.sources));
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
      { owner, signal },
    );
    const fields = report.program.templates.flatMap((template) => template.fields.map(({ path }) => path));
    const isNew =
      before === null || JSON.stringify(report.program.templates) !== JSON.stringify(before.templates);
    const learning = { pages: report.pages };
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
    await this.records.update(owner, stored.id, ({ state }) => ({
      status: state.version === 0 ? 'failed' : 'ready',
      error: { code, message: message.slice(0, 500) },
    }));
  }

  private async readPage(
    record: ExtractorRecord,
    example: ExamplePage,
    sources: readonly ExampleSource[],
  ): Promise<ReadExample> {
    const { url, data } = example;
    const given: readonly PageExample[] =
      data !== undefined && sources.includes('values')
        ? [{ source: 'values', data: data as PageExample['data'] }]
        : [];
    const asksModel = data === undefined && sources.includes('model');
    try {
      const page = await this.scrape(record, example, asksModel, !sources.includes('stated'));
      const error = errorOf(page, undefined);
      if (page.rawHtml === null || (error !== null && error !== NOT_HTML))
        return { page: null, url, usage: NO_USAGE, warnings: [`${url}: ${error ?? NOT_HTML}`] };
      const answer = page.extraction?.data;
      const asked: readonly PageExample[] = isObject(answer)
        ? [{ source: 'model', data: withoutNulls(answer) }]
        : [];
      return {
        page: { url: page.url, html: page.rawHtml, examples: [...given, ...asked] },
        url,
        usage: page.extraction?.usage ?? NO_USAGE,
        warnings: asksModel ? page.warnings.map((warning) => `${url}: ${warning}`) : [],
      };
    } catch (error) {
      if (this.stop.signal.aborted || !(error instanceof WebExtractError)) throw error;
      return { page: null, url, usage: NO_USAGE, warnings: [`${url}: ${error.message}`] };
    }
  }

  private scrape(
    { owner, state }: ExtractorRecord,
    { url, html }: ExamplePage,
    asksModel: boolean,
    ignoresStated: boolean,
  ): Promise<Page> {
    const { schema, prompt, page } = state;
    const options = {
      ...page,
      owner,
      formats: ['rawHtml'] as const,
      ...(asksModel
        ? {
            extraction: {
              schema,
              ...(prompt === null ? {} : { prompt }),
              isPart: true,
              onFailure: 'warn' as const,
              ...(ignoresStated ? { ignoresStated } : {}),
            },
          }
        : {}),
    };
    if (html === undefined) return this.scrapes.scrape({ ...options, url }, this.stop.signal);
    const opened = { url: () => url, content: () => Promise.resolve(html) };
    return this.scrapes.scrapePage(opened, options, this.stop.signal);
  }

  private report(error: unknown): void {
    if (error instanceof WebExtractError) return;
    this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

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
