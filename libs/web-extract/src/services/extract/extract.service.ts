import { Inject, Injectable, Optional } from '@nestjs/common';
import { PageReader } from '../../pipeline/page-reader.js';
import { parseAllowList, type AllowList } from '../../web/url/allow-list.js';
import type { CrawlJob } from '../../model/crawl/crawl.js';
import { ExtractionFailedError, NotFoundError } from '../../model/errors.js';
import type { ExtractJob, ExtractJobRequest } from '../../model/extraction/extract-job.js';
import type { MergingPlan } from '../../model/extraction/merging.js';
import type { ExtractionRequest, ModelUsage, ValueEvidence } from '../../model/extraction/extraction.js';
import type { Page } from '../../model/page/page.js';
import { ResolvedOptions } from '../../model/options.js';
import type { PageRequest } from '../../model/page/page-request.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import { ClassReader } from '../../ports/class-reader.port.js';
import { CrawlStore } from '../../ports/stores/crawl-store.port.js';
import { JobQueue } from '../../ports/job-queue.port.js';
import { SearchProvider } from '../../ports/search-provider.port.js';
import { paymentOf } from '../credits-of.js';
import { acceptJob, type SubmitOptions } from '../crawl/planning/accept-job.js';
import { CrawlService, type AcceptedCrawl } from '../crawl/crawl.service.js';
import { CrawlLifecycle } from '../crawl/worker/crawl-lifecycle.js';
import { checkStoredOptions } from '../crawl/planning/stored-options.js';
import { EventStream, withTimings } from '../events/event-stream.js';
import { RunningWork } from '../running-work.js';
import { validatePageRequest } from '../validate-page-request.js';
import { Allowance } from '../keys/allowance.js';
import { SessionEngine } from '../sessions/session-engine.js';
import { PageExtraction } from './page-extraction.js';
import { readTarget, type ExtractionTarget } from './extraction-target.js';
import { planExtractJob } from './plan-extract-job.js';

export interface ExtractedPage<T> {
  readonly data: T;
  /** Source of each value, by JSON Pointer. */
  readonly evidence: readonly ValueEvidence[];
  /** Name of the model; null if the page's structured data was sufficient. */
  readonly model: string | null;
  readonly usage: ModelUsage;
  /** The scraped page. Evidence refers to positions in its `markdown`. */
  readonly page: Page;
  readonly warnings: readonly string[];
}

/** Maximum number of failed pages listed in the state of a job. */
const MAX_TOLD = 10;

type MergingJob = CrawlJob & { readonly request: { readonly gathering: MergingPlan } };

/** Reading and asking together, when the request states no time. */
const TIMEOUT_MS = 60_000;

/** An accepted extract job. It is stored and survives a crash. */
export interface AcceptedExtractJob extends AcceptedCrawl {
  /** URLs that were skipped, unchanged. */
  readonly invalidUrls: readonly string[];
}

/** Extracts structured data from single pages or, in background jobs, one object from many pages. */
@Injectable()
export class ExtractService {
  private readonly allowed: AllowList;

  constructor(
    private readonly reader: PageReader,
    private readonly work: RunningWork,
    private readonly extraction: PageExtraction,
    private readonly classes: ClassReader,
    private readonly store: CrawlStore,
    private readonly queue: JobQueue,
    private readonly crawls: CrawlService,
    private readonly options: ResolvedOptions,
    // null when the host configured none; the union would leave Nest without a type to inject by
    @Inject(SearchProvider) private readonly search: SearchProvider | null,
    private readonly events: EventStream,
    private readonly life: CrawlLifecycle,
    @Optional() private readonly allowance?: Allowance,
    @Optional() private readonly sessions?: SessionEngine,
  ) {
    this.allowed = parseAllowList(options.allowPrivate);
  }

  /**
   * Scrapes a page and extracts data from it within `timeoutMs` (default: 60_000).
   *
   * @param signal aborts the request; the promise rejects with its reason
   * @throws InvalidRequestError, BlockedAddressError; NotConfiguredError if a model is needed and none is configured;
   * ExtractionFailedError if the model returns no data that satisfies the schema, or the response has status 4xx or 5xx;
   * FetchTimeoutError and the other errors of the pipeline
   */
  async extract<T = unknown>(
    source: string | PageRequest,
    target: ExtractionTarget<T>,
    signal?: AbortSignal,
  ): Promise<ExtractedPage<T>> {
    const { ownCheck, ...extraction } = await readTarget(target, this.classes);
    const asked = typeof source === 'string' ? { url: source } : source;
    const request: PageRequest = {
      timeoutMs: TIMEOUT_MS,
      ...asked,
      extraction: { ...extraction, onFailure: 'fail' },
    };
    validatePageRequest(request);
    await this.extraction.validate(request.extraction, request.owner);
    const { href } = this.reader.admit(request.url);
    this.extraction.admit(request);
    await this.sessions?.admit(request, request.owner ?? HOST_OWNER, href);
    const startedAt = performance.now();
    const payment = paymentOf(request);
    const { url, owner } = request;
    const read = (under: AbortSignal) =>
      this.events.follow({ kind: 'extract', url, owner }, async (run) => {
        const time = { startedAt, signal: under, run, ...(ownCheck ? { ownCheck } : {}) };
        const reading = await this.reader.read(request, { signal: under, run });
        return withTimings(await this.extraction.add(reading, request, time), request, run);
      });
    const page = await this.work.run(read, signal, payment);
    if (!page.extraction) throw new ExtractionFailedError(page.warnings.at(-1) ?? 'there is no answer');
    const { data, evidence, model, usage } = page.extraction;
    return { data: data as T, evidence, model, usage, page, warnings: page.warnings };
  }

  /**
   * Starts a job that extracts one object from several pages. It is stored when the promise resolves and continues after a restart. Listed
   * pages are fetched like scrapes; robots.txt applies to the pages of sites and searches.
   *
   * @throws InvalidRequestError, BlockedAddressError, ConflictError (idempotency key used), RateLimitedError (the owner has too many
   * jobs), NotConfiguredError (a model or a search provider is needed and not configured),
   * UnavailableError
   */
  async start(
    request: ExtractJobRequest,
    { owner = HOST_OWNER, ...origin }: SubmitOptions = {},
  ): Promise<AcceptedExtractJob> {
    const { schema, prompt, systemPrompt, page, presentation, webhook } = request;
    const extraction = { schema, prompt, systemPrompt } as ExtractionRequest;
    checkStoredOptions({
      url: '',
      page: { ...page, extraction },
      ...(presentation ? { presentation } : {}),
      ...(webhook ? { webhook } : {}),
    });
    validatePageRequest({ ...page, url: 'http://any.example/' });
    await this.extraction.validate(extraction, owner);
    const { store, queue, options, allowed, allowance, life, sessions } = this;
    const context = { allowed, options, canSearch: this.search !== null, nowMs: Date.now() };
    const plan = await planExtractJob(request, context);
    this.extraction.admit({ extraction: { ...extraction, onFailure: 'fail' } });
    const id = await acceptJob({ store, queue, options, allowance, life, sessions }, plan, {
      ...origin,
      owner,
    });
    return { id, warnings: plan.warnings, invalidUrls: plan.invalidUrls };
  }

  /** Returns the state and the result of a job. @throws NotFoundError if it is unknown, expired, of another owner, or no extract job */
  async job(id: string, owner?: string): Promise<ExtractJob> {
    const { request, status, gathered, error, counters, createdAt, expiresAt } = await this.find(id, owner);
    const { failures } = await this.crawls.failures(id, owner);
    const unread = failures.map(({ url, message }) => `${url}: ${message}`).slice(0, MAX_TOLD);
    return {
      id,
      status,
      gathered,
      error,
      failures,
      warnings: [
        ...request.gathering.warnings,
        ...(gathered?.warnings ?? []),
        ...(error === null ? unread : []),
      ],
      credits: counters.credits,
      createdAt,
      expiresAt,
      presentation: request.presentation ?? {},
    };
  }

  /**
   * Cancels a job: no further page is fetched and the model is not called again. Idempotent.
   * @throws NotFoundError; ConflictError if it has already completed or failed
   */
  async cancel(id: string, owner?: string): Promise<void> {
    await this.find(id, owner);
    await this.crawls.cancel(id, owner);
  }

  private async find(id: string, owner?: string): Promise<MergingJob> {
    const job = await this.crawls.status(id, owner);
    if (!job.request.gathering) throw new NotFoundError('Job not found');
    return job as MergingJob;
  }
}
