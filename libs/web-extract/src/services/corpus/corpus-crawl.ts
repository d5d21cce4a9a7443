import { Injectable, Optional } from '@nestjs/common';
import { historyVariant } from '../../pipeline/freshness/history-options.js';
import type { CrawlCounters, CrawlJob } from '../../model/crawl/crawl.js';
import { InvalidRequestError, UnavailableError, WebExtractError } from '../../model/errors.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import { CrawlStore } from '../../ports/stores/crawl-store.port.js';
import { BatchService } from '../crawl/batch.service.js';
import { CrawlService } from '../crawl/crawl.service.js';
import { jobStates } from '../crawl/following/job-states.js';
import { HandlerRegistry } from '../handlers/handler-registry.js';
import type { HeldLedger } from './held-ledger.js';
import type { SyncPlan } from './sync-plan.js';

/** Conditions of the crawl of a sync. */
interface Waiting {
  /** Aborts the wait. */
  readonly signal: AbortSignal;
  /** True to cancel the crawl with it. */
  readonly isCancelled: () => boolean;
  readonly onStart: (crawlId: string) => void;
  readonly onProgress: (crawlId: string, counters: CrawlCounters) => void;
}

/** Visits the pages of a corpus: the first half of a sync. */
@Injectable()
export class CorpusCrawl {
  constructor(
    private readonly crawls: CrawlService,
    private readonly batches: BatchService,
    private readonly store: CrawlStore,
    @Optional() private readonly handlers?: HandlerRegistry,
  ) {}

  /** True if a handler of this process receives the pages of the crawl. */
  isHandled(owner: string, tag: string): boolean {
    return owner === HOST_OWNER && this.handlers?.readsPagesOf(tag) === true;
  }

  /** Returns the ended job. @throws the errors of the services, the reason of the signal */
  async run(
    plan: SyncPlan,
    ledger: HeldLedger,
    { signal, isCancelled, onStart, onProgress }: Waiting,
  ): Promise<CrawlJob> {
    const id = await this.jobOf(plan, ledger);
    onStart(id);
    try {
      await this.checkOptions(id, ledger);
      for await (const job of jobStates(this.store, id, signal)) {
        onProgress(id, job.counters);
        if (job.status !== 'running') return job;
      }
    } catch (error) {
      if (isCancelled() || error instanceof InvalidRequestError) await this.cancel(id);
      throw error;
    }
    throw new UnavailableError('the crawl of the sync was deleted before its end');
  }

  /** The job that an interrupted sync has left running, or a new one. */
  private async jobOf(plan: SyncPlan, ledger: HeldLedger): Promise<string> {
    const [name, known] = ledger.state.job?.split(' ') ?? [];
    const job = known !== undefined && name === plan.name ? await this.store.find(known) : null;
    if (job?.status === 'running') return job.id;
    const { owner } = ledger.feed;
    const { id } =
      'urls' in plan.job
        ? await this.batches.start(plan.job, { owner })
        : await this.crawls.start(plan.job, { owner });
    await ledger.note({ job: `${plan.name} ${id}` });
    return id;
  }

  /** @throws InvalidRequestError if the pages of the tag have other options: the feed would not change */
  private async checkOptions(id: string, { log, feed }: HeldLedger): Promise<void> {
    const [job, state] = await Promise.all([this.store.find(id), log.state(feed)]);
    if (!job || !state || state.variant === null) return;
    if (state.variant === historyVariant({ ...job.request.page, url: job.request.url })) return;
    const reason = 'belongs to pages with other options: use another tag, or forget the history of this one';
    throw InvalidRequestError.at(['tag'], { code: 'contradiction', reason });
  }

  private async cancel(id: string): Promise<void> {
    await this.crawls.cancel(id).catch((error: unknown) => {
      if (!(error instanceof WebExtractError)) throw error; // it has ended, or its store is unreachable: it ends by its own limits
    });
  }
}
