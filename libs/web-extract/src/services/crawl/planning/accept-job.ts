import type { CrawlRequest, CrawlUrl } from '../../../model/crawl/crawl.js';
import {
  ConflictError,
  RateLimitedError,
  SessionUnknownError,
  UnavailableError,
} from '../../../model/errors.js';
import type { ResolvedOptions } from '../../../model/options.js';
import { HOST_OWNER } from '../../../model/keys/principal.js';
import type { CrawlStore, CreateResult, OwnerRoom } from '../../../ports/stores/crawl-store.port.js';
import type { JobQueue } from '../../../ports/job-queue.port.js';
import { ADVISED_SECONDS } from '../../../model/retry/policies.js';
import type { Allowance } from '../../keys/allowance.js';
import type { SessionEngine } from '../../sessions/session-engine.js';
import type { CrawlLifecycle } from '../worker/crawl-lifecycle.js';

/** Extract jobs of an owner whose webhook messages wait at once: two messages each, so 1,000. */
const EXTRACT_JOBS_WITH_MESSAGES = 500;

/** Owner of a job, and conditions of its submission. */
export interface SubmitOptions {
  /** Jobs are seen by their owner only. @default 'host' */
  readonly owner?: string;
  /** A second submission with the same key within 24 hours is refused. */
  readonly idempotencyKey?: string;
  /** True to cancel the job once its owner has no valid stored key. @default false */
  readonly needsKey?: boolean;
  /** True to accept a job whose session does not exist: each of its pages fails. @default false */
  readonly mayLackSession?: boolean;
  /** Id of the job, unique among all jobs. @default a new one */
  readonly id?: string;
}

/** A job made definite. */
export interface JobPlan {
  readonly request: CrawlRequest;
  /** Most pages. */
  readonly limit: number;
  readonly seeds: readonly CrawlUrl[];
  /** Workers that may join. */
  readonly slotCount: number;
}

/** Services that store jobs and hand them to workers. */
interface JobDependencies {
  readonly store: CrawlStore;
  readonly queue: JobQueue;
  readonly options: ResolvedOptions;
  /** Usage limits of owners; absent if usage is not limited. */
  readonly allowance: Allowance | undefined;
  readonly life: CrawlLifecycle;
  /** Absent where there are no sessions. */
  readonly sessions?: SessionEngine | undefined;
}

/**
 * Keeps a job, and hands it to the workers. It is durable when this resolves.
 *
 * @returns its id
 * @throws RateLimitedError (the owner has too many jobs, or had its pages), InsufficientCreditsError, ConflictError (idempotency key
 * used), UnavailableError
 */
export async function acceptJob(
  { store, queue, options, allowance, life, sessions }: JobDependencies,
  { request, limit, seeds, slotCount }: JobPlan,
  {
    owner = HOST_OWNER,
    idempotencyKey = undefined,
    needsKey = false,
    id = store.newId(owner, idempotencyKey ?? null),
    mayLackSession = false,
  }: SubmitOptions,
): Promise<string> {
  const startUrl = (request.kind ?? 'crawl') === 'crawl' ? request.url : null;
  const state = await sessions?.admit(request.page ?? {}, owner, startUrl).catch((error: unknown) => {
    if (mayLackSession && error instanceof SessionUnknownError) return undefined; // its pages fail
    throw error;
  });
  const { pages = Infinity, runningCrawls = Infinity } = (await allowance?.admit(owner)) ?? {};
  const most = Math.min(limit, pages);
  const trace = life.currentTrace();
  const bounded = {
    ...life.forHandlers(owner, request),
    ...(most < limit ? { limit: most } : {}),
    ...(needsKey ? { needsKey } : {}),
    ...(state === undefined ? {} : { state }),
    ...(trace === undefined ? {} : { trace }),
  };
  const job = { id, owner, request: bounded, createdAt: Date.now() };
  const { maxRunningCrawlsPerOwner, maxKeptCrawls: kept } = options.limits;
  const room = { running: Math.min(maxRunningCrawlsPerOwner, runningCrawls), kept };
  const result = await store.create({
    job,
    limit: most,
    seeds,
    idempotencyKey: idempotencyKey ?? null,
    room,
  });
  refuseUnlessCreated(result, room);
  life.started(job);
  if (request.kind === 'extract' && request.webhook) await limitMessages(store, life, owner);
  await queue.submit(job.id, slotCount, owner).catch(ignoreUnavailable);
  return job.id;
}

/** Should the store be out of reach, the next job of the owner drops them. */
async function limitMessages(store: CrawlStore, life: CrawlLifecycle, owner: string): Promise<void> {
  const dropped = await store.outbox
    .limitExtractJobs(owner, EXTRACT_JOBS_WITH_MESSAGES)
    .catch(ignoreUnavailable);
  life.messagesDropped(owner, dropped ?? []);
}

/** A job that is stored was accepted: to refuse it now would have it submitted, and done, twice. */
export function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof UnavailableError)) throw error;
}

/** @throws ConflictError, RateLimitedError */
export function refuseUnlessCreated(result: CreateResult, { running, kept }: OwnerRoom): void {
  if (result === 'key-used') throw new ConflictError('Idempotency key already used');
  if (result === 'too-many-running') {
    throw new RateLimitedError(`at most ${running} crawls may run at once`, ADVISED_SECONDS.runningCrawls);
  }
  if (result === 'too-many-kept') {
    throw new RateLimitedError(
      `at most ${kept} crawls are kept until their results expire`,
      ADVISED_SECONDS.keptCrawls,
    );
  }
}
