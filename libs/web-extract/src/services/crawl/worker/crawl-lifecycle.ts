import { Injectable, Optional } from '@nestjs/common';
import { withoutCredentials } from '../../../web/url/without-credentials.js';
import type {
  CrawlJob,
  CrawlRequest,
  CrawlStatus,
  PageOutcome,
  PageTask,
  VisitFacts,
} from '../../../model/crawl/crawl.js';
import type { CrawlFacts } from '../../../model/events.js';
import type { MergedData } from '../../../model/extraction/merging.js';
import { HOST_OWNER } from '../../../model/keys/principal.js';
import { ResolvedOptions } from '../../../model/options.js';
import { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import type { DroppedJobMessages } from '../../../ports/stores/webhook-outbox.port.js';
import { retentionMsOf } from '../planning/retention.js';
import { EventStream } from '../../events/event-stream.js';
import { TraceCarrier } from '../../events/trace-carrier.js';
import { HandlerRegistry } from '../../handlers/handler-registry.js';

type KnownJob = Pick<CrawlJob, 'id' | 'owner' | 'request'>;

/** A completed visit as stored. */
interface StoredVisit {
  readonly task: PageTask;
  readonly outcome: PageOutcome;
  /** The store may know better: a page that it has already. */
  readonly storedAs: PageOutcome['kind'];
  readonly facts: Pick<VisitFacts, 'bytes' | 'durationMs' | 'refused'>;
}

/** Ends jobs and publishes their lifecycle events. The process that ends a job publishes the event. */
@Injectable()
export class CrawlLifecycle {
  constructor(
    private readonly store: CrawlStore,
    private readonly events: EventStream,
    private readonly trace: TraceCarrier,
    private readonly options: ResolvedOptions,
    @Optional() private readonly handlers?: HandlerRegistry,
  ) {}

  /** Trace context at the time a job is accepted; undefined without tracing. */
  currentTrace(): string | undefined {
    return this.trace.current();
  }

  /** Adds what handlers of the application need to the request of a job. */
  forHandlers(owner: string, request: CrawlRequest): CrawlRequest {
    const { kind = 'crawl', page = {} } = request;
    const tag = page.track ? (page.track.tag ?? '') : null;
    if (owner !== HOST_OWNER || kind === 'extract' || this.handlers?.readsDataOf(tag) !== true)
      return request;
    const { formats = ['markdown'] } = page;
    return { ...request, page: { ...page, formats: [...new Set([...formats, 'structuredData' as const])] } };
  }

  started(job: KnownJob): void {
    this.events.publish({ type: 'crawl-started', ...factsOf(job), pages: 0 });
  }

  messagesDropped(owner: string, dropped: readonly DroppedJobMessages[]): void {
    for (const { crawlId, messages } of dropped)
      this.events.publish({
        type: 'job-messages-dropped',
        kind: 'extract',
        crawlId,
        owner,
        messages,
        at: Date.now(),
      });
  }

  resumed(job: CrawlJob): void {
    this.events.publish({ type: 'crawl-resumed', ...factsOf(job), pages: job.counters.pages });
  }

  visited(job: KnownJob, { task, outcome, storedAs, facts }: StoredVisit): void {
    if (storedAs === 'seeded' || !this.events.isHeard) return;
    const page = outcome.kind === 'page' ? outcome : null;
    const failure = outcome.kind === 'failed' ? outcome.failure : null;
    const skipped = outcome.kind === 'failed' ? outcome.response : null;
    this.events.publish({
      type: 'crawl-page',
      ...factsOf(job),
      pageUrl: withoutCredentials(task.url),
      outcome: storedAs,
      statusCode: page?.page.statusCode ?? skipped?.statusCode ?? null,
      errorCode: failure?.code ?? null,
      reason: failure?.message ?? null,
      credits: storedAs === 'page' ? (page?.credits ?? 0) : 0,
      guardedLinks: guardedLinks(facts.refused),
      bytes: facts.bytes,
      ms: facts.durationMs,
    });
  }

  /** @returns false when it was not running */
  async end(
    id: string,
    status: Exclude<CrawlStatus, 'running'>,
    reason: string | null = null,
    gathered?: MergedData | null,
  ): Promise<boolean> {
    const isEnded = await this.store.finish(id, status, reason, await this.retentionOf(id), gathered);
    if (isEnded && this.events.isHeard) await this.tellEnd(id, status, reason).catch(() => {}); // it has ended all the same
    return isEnded;
  }

  private async retentionOf(id: string): Promise<number> {
    const job = await this.store.find(id);
    return retentionMsOf(job?.request ?? {}, this.options.limits);
  }

  private async tellEnd(
    id: string,
    status: Exclude<CrawlStatus, 'running'>,
    reason: string | null,
  ): Promise<void> {
    const job = await this.store.find(id);
    if (!job) return;
    const facts = factsOf(job);
    const counters = Object.freeze(job.counters);
    const ms = facts.at - job.createdAt;
    this.events.publish({ type: 'crawl-ended', ...facts, status, reason, counters, ms });
  }
}

const guardedLinks = (refused: VisitFacts['refused']): number =>
  (refused['logout-link'] ?? 0) + (refused['unsafe-link'] ?? 0);

function factsOf({ id, owner, request }: KnownJob): CrawlFacts {
  const { kind = 'crawl', url, page } = request;
  const tag = page?.track && (page.track.tag ?? '');
  return {
    crawlId: id,
    kind,
    owner,
    url: withoutCredentials(url),
    ...(tag === undefined ? {} : { tag }),
    at: Date.now(),
  };
}
