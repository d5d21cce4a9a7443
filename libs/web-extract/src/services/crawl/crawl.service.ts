import { Injectable, Optional } from '@nestjs/common';
import { validateUrl } from '../../web/url/validate-url.js';
import { parseAllowList, type AllowList } from '../../web/url/allow-list.js';
import type { ExplainOptions, ScopeVerdict } from '../../model/crawl/crawl-scope.js';
import type { Chunk, ChunkOptions } from '../../model/page/chunk.js';
import type { CrawlJob, CrawlRequest, CrawlResults, PageRecord } from '../../model/crawl/crawl.js';
import { ConflictError, NotFoundError, UnavailableError } from '../../model/errors.js';
import { ResolvedOptions } from '../../model/options.js';
import type { AppliedLimit } from '../../model/problems/applied-limit.js';
import type { Page } from '../../model/page/page.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import { CrawlStore } from '../../ports/stores/crawl-store.port.js';
import type { ResultsRange } from '../../ports/stores/result-store.port.js';
import { ExtractionCompute } from '../../ports/extraction-compute.port.js';
import { JobQueue } from '../../ports/job-queue.port.js';
import { writingOf, type ExportOptions } from '../export/crawl-export.js';
import { Allowance } from '../keys/allowance.js';
import { SessionEngine } from '../sessions/session-engine.js';
import { PageExtraction } from '../extract/page-extraction.js';
import { checkChunkOptions, validatePageRequest } from '../validate-page-request.js';
import { acceptJob, type SubmitOptions } from './planning/accept-job.js';
import { crawlChunks } from './results/crawl-chunks.js';
import { CrawlLifecycle } from './worker/crawl-lifecycle.js';
import { JobEvents, type CrawlEvent } from './following/job-events.js';
import { llmsFullText, llmsText } from './results/llms-text.js';
import { readFailures, type CrawlFailures } from './results/read-failures.js';
import { StoredCrawls } from './results/stored-crawls.js';
import { inJob, withAutoExtractor } from './planning/pages-of-job.js';
import { planCrawl } from './planning/plan-crawl.js';
import { checkStoredOptions } from './planning/stored-options.js';
import { readPlace } from './following/watch-place.js';

/** An accepted crawl. It is stored and survives a crash. */
export interface AcceptedCrawl {
  readonly id: string;
  /** Differences between the request and the crawl, as sentences. */
  readonly warnings: readonly string[];
}

/** An accepted crawl of a site. */
export interface AcceptedSiteCrawl extends AcceptedCrawl {
  /** The warnings in machine-readable form. */
  readonly adjustments: readonly AppliedLimit[];
}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Default limits of one read. */
const RESULTS = { from: 0, maxPages: 100, maxBytes: 10 * 1024 * 1024 };

/** Read limits of one batch of results; the remaining pages stay in the store. */
const BATCH = { maxPages: 20, maxBytes: 4 * 1024 * 1024 };

/** Jobs that are looked at for the last one that was completed. */
const NEWEST = 20;

/** Visits that are searched for endless sites. */
const EXPLAINED_RECORDS = 5_000;

/** Crawls sites in the background. */
@Injectable()
export class CrawlService {
  private readonly allowed: AllowList;

  constructor(
    private readonly store: CrawlStore,
    private readonly queue: JobQueue,
    private readonly options: ResolvedOptions,
    private readonly extraction: PageExtraction,
    private readonly events: JobEvents,
    private readonly life: CrawlLifecycle,
    private readonly compute: ExtractionCompute,
    private readonly stored: StoredCrawls,
    @Optional() private readonly allowance?: Allowance,
    @Optional() private readonly sessions?: SessionEngine,
  ) {
    this.allowed = parseAllowList(options.allowPrivate);
  }

  /**
   * Starts a crawl in the background. The crawl is stored when the promise resolves and continues after a restart.
   *
   * @throws InvalidRequestError (bad pattern, selector, schema or value), BlockedAddressError, ConflictError (idempotency key used),
   * RateLimitedError (the owner has too many crawls), NotConfiguredError (extraction, with neither a model nor the pages' own data), UnavailableError (the store is full or out of reach)
   */
  async start(
    given: CrawlRequest,
    { owner = HOST_OWNER, ...origin }: SubmitOptions = {},
  ): Promise<AcceptedSiteCrawl> {
    const request = withAutoExtractor(given, this.options);
    checkStoredOptions(request); // before any code that would walk oversized values
    validatePageRequest({ ...request.page, url: request.url });
    await this.extraction.validate(request.page?.extraction, owner);
    await this.extraction.validate(request.page?.track?.fields, owner);
    const plan = planCrawl(request, this.allowed, this.options);
    this.extraction.admit(inJob(request.page));
    const { store, queue, options, allowance, life, sessions } = this;
    const id = await acceptJob({ store, queue, options, allowance, life, sessions }, plan, {
      ...origin,
      owner,
    });
    return { id, warnings: plan.warnings, adjustments: plan.adjustments };
  }

  /** Returns the state and counters of a crawl. @throws NotFoundError if it is unknown, expired, or of another owner */
  async status(id: string, owner?: string): Promise<CrawlJob> {
    if (!ID.test(id)) throw new NotFoundError('Job not found'); // stores need not take just any text for a key
    const job = await this.store.find(id);
    if (job && (owner === undefined || job.owner === owner)) return job;
    throw new NotFoundError((await this.store.isExpired(id)) ? 'Job expired' : 'Job not found');
  }

  /** Returns finished pages in order of completion. @throws NotFoundError */
  async results(id: string, range: Partial<ResultsRange> = {}, owner?: string): Promise<CrawlResults> {
    await this.status(id, owner);
    return this.store.results.pages(id, { ...RESULTS, ...range });
  }

  /**
   * Splits the finished pages into chunks for a language model; `sameAs` names an earlier chunk with the same text. The crawl must have
   * requested the format `markdown`; anchors require the format `chunks` as well.
   * @throws NotFoundError
   */
  async *chunks(id: string, options: ChunkOptions = {}, owner?: string): AsyncGenerator<Chunk> {
    checkChunkOptions(options);
    await this.status(id, owner);
    yield* crawlChunks(this.eachPage(id), options);
  }

  /**
   * Builds `llms.txt` of a finished crawl: its pages by folder, with title and description.
   * @throws NotFoundError; ConflictError while it runs
   */
  async llmsText(id: string, owner?: string): Promise<string> {
    const { request, rootUrl } = await this.ended(id, owner);
    return llmsText(this.eachPage(id), rootUrl ?? request.url);
  }

  /**
   * Builds `llms-full.txt` of a finished crawl, one part per page, in order of completion.
   * @throws NotFoundError; ConflictError while it runs
   */
  async *llmsFullText(id: string, owner?: string): AsyncGenerator<string> {
    await this.ended(id, owner);
    yield* llmsFullText(this.eachPage(id));
  }

  /**
   * Exports the finished pages of a crawl in order of completion, in parts of a stream. At most two exports of an owner run at the same time.
   * @throws NotFoundError; while it is read RateLimitedError, UnavailableError
   */
  async export(id: string, options: ExportOptions = {}, owner?: string): Promise<AsyncGenerator<Buffer>> {
    return this.stored.export(await this.status(id, owner), writingOf(options));
  }

  private async ended(id: string, owner?: string): Promise<CrawlJob> {
    const job = await this.status(id, owner);
    if (job.status === 'running') throw new ConflictError('Crawl is still running');
    return job;
  }

  private async *eachPage(id: string): AsyncGenerator<Page> {
    for (let from = 0, hasMore = true; hasMore;) {
      const results = await this.store.results.pages(id, { from, ...BATCH });
      yield* results.pages;
      ({ next: from, hasMore } = results);
    }
  }

  /** Returns the URLs that failed and those that robots.txt disallows. @throws NotFoundError */
  async failures(id: string, owner?: string): Promise<CrawlFailures> {
    return readFailures(this.store.results, await this.status(id, owner));
  }

  /** Returns the outcome of each handled URL, in order of completion. @throws NotFoundError */
  async records(id: string, from = 0, count = 1_000, owner?: string): Promise<PageRecord[]> {
    await this.status(id, owner);
    return this.store.results.records(id, from, count);
  }

  /**
   * Cancels a crawl: requests in progress are aborted, results stay readable. Idempotent.
   * @throws NotFoundError; ConflictError if it has already completed or failed
   */
  async cancel(id: string, owner?: string): Promise<void> {
    const { status } = await this.status(id, owner);
    if (status === 'cancelled') return;
    const isCancelled = await this.life.end(id, 'cancelled');
    if (!isCancelled && (await this.status(id, owner)).status !== 'cancelled') {
      throw new ConflictError('Crawl is already completed');
    }
  }

  /**
   * Reports which rule of a crawl admits or rejects a URL. The crawl is given by its id, or as a request that was not started.
   * Sends no request; robots.txt is not consulted. For a crawl that was submitted, pages of endless sites that it left count too.
   * @throws NotFoundError; InvalidRequestError, BlockedAddressError for an invalid crawl request
   */
  async explain(
    crawl: string | CrawlRequest,
    url: string,
    found: ExplainOptions = {},
    owner?: string,
  ): Promise<ScopeVerdict> {
    if (typeof crawl !== 'string') {
      const { href } = validateUrl(crawl.url, this.allowed);
      return this.judge({ ...crawl, url: href }, href, url, { found, owner });
    }
    const { request, rootUrl, owner: jobOwner } = await this.status(crawl, owner);
    const scope = await this.sessions?.scopeOf(jobOwner, request.page?.session).catch(() => null); // its session is gone
    const guarded = scope?.ruleFor(new URL(url, rootUrl ?? request.url).href);
    const verdict = await this.judge(request, rootUrl ?? request.url, url, { found, owner });
    if (guarded != null) return { ...verdict, admitted: false, rule: guarded, detail: null };
    const trap = verdict.admitted && verdict.rule !== 'start' ? await this.trapOf(crawl, url) : null;
    return trap === null ? verdict : { ...verdict, admitted: false, rule: 'trap-same-content', detail: trap };
  }

  /** The page of an endless site that this URL is, or lies below; null for none among the pages that were visited first. */
  private async trapOf(id: string, url: string): Promise<string | null> {
    const records = await this.store.results.records(id, 0, EXPLAINED_RECORDS);
    const traps = records.filter(({ refused }) => refused['trap-same-content'] !== undefined);
    return traps.find((trap) => trap.url === url || isBelowPage(url, trap.url))?.url ?? null;
  }

  /** In a thread: a thousand patterns take a tenth of a second to compile, and anyone may ask again and again. */
  private judge(
    { url: start, maxDepth, maxDiscoveryDepth, patterns, scope }: CrawlRequest,
    rootUrl: string,
    url: string,
    { found, owner }: { readonly found: ExplainOptions; readonly owner: string | undefined },
  ): Promise<ScopeVerdict> {
    const crawl = { url: start, maxDepth, maxDiscoveryDepth, patterns, scope };
    return this.compute.explain({ crawl, rootUrl, url, found }, { owner });
  }

  /** Returns the running crawls of an owner, or of all owners. */
  async active(owner?: string): Promise<CrawlJob[]> {
    const jobs: CrawlJob[] = [];
    for await (const job of await this.eachActive(owner)) jobs.push(job);
    return jobs;
  }

  /** Iterates over the running crawls of an owner, or of all owners, without loading all of them at once. */
  async eachActive(owner?: string): Promise<AsyncGenerator<CrawlJob>> {
    const notes = await this.store.running(owner ?? null);
    return this.jobsOf(notes.map(({ id }) => id));
  }

  /** Returns when the most recent job of the owner completed (milliseconds since the epoch), null if none of the newest jobs has. */
  async lastCompletedAt(owner: string): Promise<number | null> {
    const notes = await this.store.ofOwner(owner);
    const jobs = await Promise.all(notes.slice(0, NEWEST).map(({ id }) => this.findListed(id)));
    const ends = jobs.flatMap((job) => (job?.status === 'completed' ? [job.finishedAt ?? 0] : []));
    return ends.length === 0 ? null : Math.max(...ends);
  }

  /** True while lists of crawls lack some, because a part of the store is out of reach. */
  get isPartial(): boolean {
    return this.store.isPartial;
  }

  private async *jobsOf(ids: readonly string[]): AsyncGenerator<CrawlJob> {
    for (const id of ids) {
      const job = await this.findListed(id);
      if (job?.status === 'running') yield job;
    }
  }

  /** Null for a crawl that has got out of reach since it was listed. */
  private async findListed(id: string): Promise<CrawlJob | null> {
    try {
      return await this.store.find(id);
    } catch (error) {
      if (error instanceof UnavailableError && this.store.isPartial) return null;
      throw error;
    }
  }

  /** Returns the newest crawls of an owner whose results are still stored, running ones included. */
  async recent(owner: string, most = 100): Promise<CrawlJob[]> {
    const notes = (await this.store.ofOwner(owner)).slice(0, most);
    const jobs = await Promise.all(notes.map(({ id }) => this.findListed(id)));
    return jobs.filter((job) => job !== null);
  }

  /** Checks the store and the queue. @throws UnavailableError if one of them is unreachable */
  async checkReady(): Promise<void> {
    if (!(await this.queue.isReady())) throw new UnavailableError('the job queue is out of reach', 5);
    await this.store.checkReady();
  }

  /**
   * Follows a crawl: yields each page, each failed or disallowed URL, the progress about once a second, and the final state. Ends after the
   * final state; leave the loop or abort `signal` to stop earlier.
   * @param cursor the `place` of the last received event to continue after it, or a number of pages to skip
   * @throws NotFoundError; InvalidRequestError for an invalid cursor
   */
  async *watch(
    id: string,
    cursor: number | string = 0,
    owner?: string,
    signal?: AbortSignal,
  ): AsyncGenerator<CrawlEvent> {
    const place = readPlace(cursor);
    await this.status(id, owner);
    yield* this.events.follow(id, place, { signal });
  }
}

/** True for URLs in the folder of a page that ends with a slash. */
const isBelowPage = (url: string, page: string): boolean => page.endsWith('/') && url.startsWith(page);
