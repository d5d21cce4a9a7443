import { Injectable, Optional } from '@nestjs/common';
import { parseAllowList, type AllowList } from '../../web/url/allow-list.js';
import type { BatchRequest } from '../../model/crawl/batch.js';
import type { CrawlJob, CrawlUrl } from '../../model/crawl/crawl.js';
import { ConflictError, InvalidRequestError, NotFoundError } from '../../model/errors.js';
import { ResolvedOptions } from '../../model/options.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import { CrawlStore } from '../../ports/stores/crawl-store.port.js';
import { JobQueue } from '../../ports/job-queue.port.js';
import { Allowance } from '../keys/allowance.js';
import { SessionEngine } from '../sessions/session-engine.js';
import { PageExtraction } from '../extract/page-extraction.js';
import { validatePageRequest } from '../validate-page-request.js';
import {
  acceptJob,
  ignoreUnavailable,
  refuseUnlessCreated,
  type SubmitOptions,
} from './planning/accept-job.js';
import { CrawlLifecycle } from './worker/crawl-lifecycle.js';
import { CrawlService, type AcceptedCrawl } from './crawl.service.js';
import { inJob, withAutoExtractor } from './planning/pages-of-job.js';
import { validateUrls, keysOf, MAX_BATCH_URLS, planBatch, seedsOf } from './planning/plan-batch.js';
import { slotCount } from './planning/plan-crawl.js';
import { checkStoredOptions } from './planning/stored-options.js';

/** An accepted batch. It is stored and survives a crash. */
export interface AcceptedBatch extends AcceptedCrawl {
  /** URLs that were skipped, unchanged. */
  readonly invalidUrls: readonly string[];
}

/**
 * Scrapes a list of URLs in the background. The job is managed by `CrawlService`: `status`, `results`, `watch` and `cancel` accept its id.
 */
@Injectable()
export class BatchService {
  private readonly allowed: AllowList;

  constructor(
    private readonly store: CrawlStore,
    private readonly queue: JobQueue,
    private readonly options: ResolvedOptions,
    private readonly extraction: PageExtraction,
    private readonly crawls: CrawlService,
    private readonly life: CrawlLifecycle,
    @Optional() private readonly allowance?: Allowance,
    @Optional() private readonly sessions?: SessionEngine,
  ) {
    this.allowed = parseAllowList(options.allowPrivate);
  }

  /**
   * Starts a batch in the background. It is stored when the promise resolves and continues after a restart. robots.txt is not consulted
   * unless `respectRobotsOnScrape` is set.
   *
   * @throws InvalidRequestError, BlockedAddressError, ConflictError (idempotency key used), RateLimitedError (the owner has too many
   * jobs), NotConfiguredError, UnavailableError
   */
  async start(
    given: BatchRequest,
    { owner = HOST_OWNER, ...origin }: SubmitOptions = {},
  ): Promise<AcceptedBatch> {
    const request = withAutoExtractor(given, this.options);
    const { urls: _, ...rest } = request;
    checkStoredOptions({ ...rest, url: '' }); // before any code that would walk oversized values
    validatePageRequest({ ...request.page, url: 'http://any.example/' });
    await this.extraction.validate(request.page?.extraction, owner);
    await this.extraction.validate(request.page?.track?.fields, owner);
    const plan = await planBatch(request, this.allowed, this.options);
    this.extraction.admit(inJob(request.page));
    const { store, queue, options, allowance, life, sessions } = this;
    const job = { ...plan, limit: MAX_BATCH_URLS };
    const id = await acceptJob({ store, queue, options, allowance, life, sessions }, job, {
      ...origin,
      owner,
    });
    return { id, warnings: plan.warnings, invalidUrls: plan.invalidUrls };
  }

  /**
   * Adds URLs to a batch; URLs that it already contains are ignored. A completed batch is resumed.
   *
   * @throws NotFoundError (no batch of this owner), ConflictError (failed or cancelled), InvalidRequestError,
   * BlockedAddressError, RateLimitedError (the owner has too many jobs), UnavailableError
   */
  async append(
    id: string,
    { urls, ignoreInvalidUrls }: Pick<BatchRequest, 'urls' | 'ignoreInvalidUrls'>,
    owner = HOST_OWNER,
  ): Promise<AcceptedBatch> {
    const job = await this.crawls.status(id, owner);
    if (job.request.kind !== 'batch') throw new NotFoundError('Job not found');
    const admitted = await validateUrls(
      { urls, ...(ignoreInvalidUrls ? { ignoreInvalidUrls } : {}) },
      this.allowed,
    );
    const seeds = await seedsOf(job.request, admitted.urls);
    refuseTooMany(job, seeds.length);
    await this.allowance?.admit(owner);
    const added = await this.store.frontier.add(id, seeds);
    if (added === 0) await this.runAgain(await this.crawls.status(id, owner), seeds);
    await this.queue.submit(id, slotCount({ limit: seeds.length }), owner).catch(ignoreUnavailable);
    return { id, warnings: [], invalidUrls: admitted.invalidUrls };
  }

  /** A batch that runs, and has all of them already, just goes on. */
  private async runAgain(job: CrawlJob, seeds: readonly CrawlUrl[]): Promise<void> {
    const { id, status, request, owner } = job;
    if (status === 'running') return;
    if (status !== 'completed') throw new ConflictError(`Batch is already ${status}; start another one`);
    const records = await this.store.results.records(id, 0, MAX_BATCH_URLS);
    const known = keysOf(
      request,
      records.map(({ url }) => url),
    );
    const added = seeds.filter(({ key }) => !known.has(key));
    if (added.length === 0) return;
    const { maxRunningCrawlsPerOwner: running, maxKeptCrawls: kept } = this.options.limits;
    const isFull = (await this.store.running(owner)).length >= running;
    refuseUnlessCreated(isFull ? 'too-many-running' : 'created', { running, kept });
    if (await this.store.reopen(id, added)) this.life.resumed(job);
    else await this.store.frontier.add(id, added); // another request reopened the batch first
  }
}

/** @throws InvalidRequestError */
function refuseTooMany({ counters }: CrawlJob, added: number): void {
  const { pages, failed, blocked, collapsed, queued, leased } = counters;
  if (pages + failed + blocked + collapsed + queued + leased + added <= MAX_BATCH_URLS) return;
  throw InvalidRequestError.at(['urls'], { code: 'batch-full', most: MAX_BATCH_URLS });
}
