import { Inject, Injectable } from '@nestjs/common';
import { BodyRoom } from '../../pipeline/body-room.js';
import { VerificationBudget } from '../../pipeline/freshness/verification-budget.js';
import type { PageReader } from '../../pipeline/page-reader.js';
import { ResolvedOptions } from '../../model/options.js';
import type { PageRequest } from '../../model/page/page-request.js';
import { UnavailableError } from '../../model/errors.js';
import { ExtractionCompute } from '../../ports/extraction-compute.port.js';
import { PageHistory } from '../../ports/stores/page-history.port.js';
import { FeedRemovals } from '../changes/feed-removals.js';
import { PageFeeds } from '../changes/page-feeds.js';
import { EventStream } from '../events/event-stream.js';
import { converterVersion } from './converter-version.js';
import { hostWithPort, splitUrl } from '../../web/scope/split-url.js';
import type { StatefulRequest } from '../../model/page/state-key.js';
import { historyKey } from './history-key.js';
import { HostKnowledge } from './host-knowledge.js';
import { TrackedVisit } from './visits/tracked-visit.js';
import type { TrackerTools, VisitPlan } from './visits/visit-plan.js';

/** Why a page is not tracked, for its warnings. */
export interface Untracked {
  readonly warning: string;
}

/** Compares pages with what their history says. */
@Injectable()
export class PageTracker {
  private readonly tools: TrackerTools | null;

  constructor(
    // null where the host wants none; the union would leave Nest without a type to inject by
    @Inject(PageHistory) history: PageHistory | null,
    compute: ExtractionCompute,
    private readonly events: EventStream,
    options: ResolvedOptions,
    removals: FeedRemovals,
  ) {
    const settings = options.history;
    this.tools =
      history && settings
        ? {
            history,
            compute,
            hosts: new HostKnowledge(history),
            room: new BodyRoom(),
            feeds: history.changes && new PageFeeds(history.changes, compute, settings.maxFeeds),
            settleScrape: (feed) => removals.settle(feed, null),
            verification: new VerificationBudget(settings.verifyOneIn === 0 ? 0 : 1 / settings.verifyOneIn),
            converter: converterVersion(options),
            maxVersions: settings.maxSnapshots - 1,
            trustSitemap: settings.trustSitemap,
            report: (event) => this.events.publish(event),
          }
        : null;
  }

  /** True if page history is enabled. */
  get isOn(): boolean {
    return this.tools !== null;
  }

  /** True if facts about the host of a page are stored in its history. */
  async knowsHost(request: StatefulRequest): Promise<boolean> {
    const key = historyKey(request, request.url, false);
    return (await this.tools?.hosts.isKnown(key, hostOf(request.url)).catch(() => false)) ?? false;
  }

  /** Stores facts about the host of a page, so that later jobs know it. */
  async noteHost(request: StatefulRequest): Promise<void> {
    const key = historyKey(request, request.url, false);
    await this.tools?.hosts.note(key, hostOf(request.url)).catch(() => {}); // the next job notes it again
  }

  /**
   * Begins a visit of a page that is tracked. The visit must be released.
   * @throws FetchTimeoutError where its text finds no room in time; UnavailableError where a repeated visit cannot be looked up
   */
  async begin(
    reader: Pick<PageReader, 'admit'>,
    request: PageRequest,
    plan: VisitPlan,
  ): Promise<TrackedVisit | Untracked> {
    if (!this.tools) return untracked('this server keeps no history');
    if (request.zeroDataRetention === true) return untracked('zeroDataRetention stores nothing');
    if (request.lockdown === true || request.minAgeMs !== undefined) return untracked('nothing is fetched');
    const key = historyKey(request, reader.admit(request.url).href, plan.isSimilar);
    try {
      return await TrackedVisit.begin(this.tools, key, request, plan);
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      this.events.publish({ type: 'history-failed', kind: plan.kind,
        crawlId: plan.crawlId, owner: key.owner, reason: error.message, at: Date.now() }); // prettier-ignore
      if (plan.isRepeated) throw error;
      return untracked('the history cannot be read now');
    }
  }
}

export const untracked = (reason: string): Untracked => ({ warning: `Changes were not tracked: ${reason}` });

function hostOf(url: string): string {
  const parts = splitUrl(url);
  return parts ? hostWithPort(parts) : '';
}
