import { Inject, Injectable } from '@nestjs/common';
import type { SitemapDate } from '../../pipeline/freshness/sitemap-date.js';
import { PageReader } from '../../pipeline/page-reader.js';
import { CrawlScope } from '../../web/scope/crawl-scope.js';
import { bareHost, hostWithPort, splitUrl } from '../../web/scope/split-url.js';
import type { CrawlJob, CrawlUrl, PageTask } from '../../model/crawl/crawl.js';
import { UnavailableError } from '../../model/errors.js';
import { PageHistory, type RememberedPage } from '../../ports/stores/page-history.port.js';
import type { Frontier } from '../../ports/stores/frontier.port.js';
import { tagOf, type StateKey } from '../../model/page/state-key.js';
import { hasReachedLimit, namesPages, requestOf, type StatefulTask } from '../crawl/planning/pages-of-job.js';
import { FeedRemovals } from '../changes/feed-removals.js';
import { historyKey } from './history-key.js';
import { PageTracker, type Untracked } from './page-tracker.js';
import { DateRoom, SitemapDates } from './sitemap-dates.js';
import type { TrackedVisit } from './visits/tracked-visit.js';
import type { TrackedPage, VisitPlan } from './visits/visit-plan.js';
import { KEPT, kept } from '../../model/kept.js';

/** Jobs whose dates are held at once. */
const MAX_JOBS = KEPT.sitemapDates.most;
/** A page that is gone is visited so often again, then only where it is linked. */
const MAX_GONE_VISITS = 2;
/** Remembered pages that enter a crawl at once. */
const BATCH = 1_000;

/** Properties of a crawl needed for tracking. */
type TrackedJob = Pick<CrawlJob, 'id' | 'owner' | 'request' | 'rootUrl' | 'counters'>;

/** Tracks the pages of crawls and batches. */
@Injectable()
export class CrawlTracking {
  private readonly dates = kept('sitemapDates', new Map<string, SitemapDates>());
  private readonly room = new DateRoom();

  constructor(
    private readonly tracker: PageTracker,
    @Inject(PageHistory) private readonly history: PageHistory | null,
    private readonly reader: PageReader,
    private readonly removals: FeedRemovals,
  ) {}

  isTracked({ request }: Pick<CrawlJob, 'request'>): boolean {
    return request.page?.track !== undefined && request.kind !== 'extract';
  }

  /**
   * Begins the visit of a page; null where the job tracks nothing.
   * @throws UnavailableError where the history of a page that was tried before cannot be read: its change may be recorded already
   * @param readDates reads the sitemaps of the site, where no task of this process does
   */
  async begin(
    job: TrackedJob,
    task: StatefulTask,
    readDates: (onDate: SitemapDates['note']) => Promise<unknown>,
    signal: AbortSignal,
  ): Promise<TrackedVisit | Untracked | null> {
    if (!this.isTracked(job)) return null;
    const isListed = !namesPages(job) && job.request.useSitemap !== false;
    return this.tracker.begin(this.reader, requestOf(job, task), {
      ...this.planOf(job, task, signal),
      ...(isListed ? { sitemapDate: () => this.dateOf(job, task.url, readDates, signal) } : {}),
    });
  }

  /**
   * The page of a visit that failed, if an attempt of it was recorded before: its change is known to the history and must be reported.
   * @throws UnavailableError
   */
  async recorded(job: TrackedJob, task: StatefulTask, signal: AbortSignal): Promise<TrackedPage | null> {
    if (!this.isTracked(job)) return null;
    const plan = { ...this.planOf(job, task, signal), isRepeated: true };
    try {
      const visit = await this.tracker.begin(this.reader, requestOf(job, task), plan);
      if (!('conclude' in visit)) return null;
      visit.release();
      return visit.recorded;
    } catch (error) {
      if (error instanceof UnavailableError || signal.aborted) throw error;
      return null; // a refused address was not visited
    }
  }

  /** `jar` if pages of the host were tracked with cookies before: the job begins with them. */
  async jarAt(job: Pick<TrackedJob, 'owner' | 'request'>, url: string): Promise<StateKey | undefined> {
    if (!this.isTracked(job)) return undefined;
    const request = { ...job.request.page, url, owner: job.owner, state: 'jar' as const };
    return (await this.tracker.knowsHost(request)) ? 'jar' : undefined;
  }

  /** Remembers that pages of the host are read with cookies. */
  async noteJarAt(job: Pick<TrackedJob, 'owner' | 'request'>, url: string): Promise<void> {
    if (this.isTracked(job))
      await this.tracker.noteHost({ ...job.request.page, url, owner: job.owner, state: 'jar' as const });
  }

  private planOf(job: TrackedJob, task: PageTask, signal: AbortSignal): VisitPlan {
    const { kind = 'crawl', scope, followDocumentLinks = false } = job.request;
    return {
      kind,
      crawlId: job.id,
      visitId: `${job.id} ${task.url}`,
      isRepeated: task.attempts > 0,
      isSimilar: !namesPages(job) && scope?.deduplicateSimilar !== false,
      hops: namesPages(job) ? null : task.hops,
      isHidden: task.rule === 'remembered',
      followsDocumentLinks: followDocumentLinks,
      signal,
    };
  }

  /** The dates of the sitemaps of a job, to be filled. */
  datesOf({ id: jobId, owner }: Pick<CrawlJob, 'id' | 'owner'>): SitemapDates {
    const dates = this.dates.get(jobId) ?? new SitemapDates(this.room, owner);
    this.dates.delete(jobId);
    this.dates.set(jobId, dates);
    if (this.dates.size > MAX_JOBS) this.forget(this.dates.keys().next().value!);
    return dates;
  }

  /** Settles the removals that a job found, before it completes. One that reached its limit decides about pages that it visited itself. */
  async settle(job: TrackedJob): Promise<void> {
    const { request, owner } = job;
    if (!this.isTracked(job) || !this.tracker.isOn) return;
    const name = { owner, tag: tagOf(request.page?.track?.tag ?? '', request.state) };
    await this.removals.settle(name, job.id, { isWhole: !hasReachedLimit(job) });
  }

  /** The job is over. */
  forget(jobId: string): void {
    this.dates.get(jobId)?.close();
    this.dates.delete(jobId);
  }

  /**
   * Adds the pages of a crawl's scope that earlier ones saw and that nothing led to. To be called when nothing else is left of it.
   * @returns whether anything is left now
   */
  async addRemembered(job: TrackedJob, frontier: Pick<Frontier, 'add'>): Promise<boolean> {
    const { request, rootUrl, counters } = job;
    const places = (request.limit ?? Infinity) - counters.pages;
    if (
      !this.history ||
      !this.tracker.isOn ||
      !this.isTracked(job) ||
      namesPages(job) ||
      rootUrl === null ||
      places <= 0
    )
      return false;
    const scope = new CrawlScope(request, rootUrl);
    const state: StateKey | undefined = request.state ?? (await this.jarAt(job, rootUrl));
    const stateful = { ...request.page, url: rootUrl, owner: job.owner, ...(state ? { state } : {}) };
    const key = historyKey(stateful, rootUrl, true);
    let added = 0;
    for await (const pages of this.history.remembered(key, hostsOf(request, rootUrl))) {
      const urls = pages.flatMap((page) => urlOf(page, scope));
      for (let at = 0; at < urls.length && added < places; at += BATCH)
        added += await frontier.add(job.id, urls.slice(at, at + Math.min(BATCH, places - added)));
      if (added >= places) break;
    }
    return added > 0;
  }

  private dateOf(
    job: TrackedJob,
    url: string,
    readDates: (onDate: SitemapDates['note']) => Promise<unknown>,
    signal: AbortSignal,
  ): Promise<SitemapDate | null> {
    const dates = this.datesOf(job);
    return dates.of(url, () => readDates((page, date) => dates.note(page, date)), signal);
  }
}

function urlOf({ url, hops, goneVisits }: RememberedPage, scope: CrawlScope): CrawlUrl[] {
  if (goneVisits !== null && goneVisits > MAX_GONE_VISITS) return [];
  const verdict = scope.explain(url, { rule: 'remembered', hops: hops ?? 1 });
  if (!verdict.admitted) return [];
  const { key, host } = verdict;
  return [
    { kind: 'page', url, key, host, hops: hops ?? 1, rule: 'remembered', foundOn: null, variantOf: null },
  ];
}

/** The hosts that a crawl keeps to, as histories name them; null: it may be at any. */
function hostsOf({ scope = {} }: CrawlJob['request'], rootUrl: string): readonly string[] | null {
  const parts = splitUrl(rootUrl);
  if (!parts || scope.subdomains || scope.externalLinks) return null;
  const bare = bareHost(parts.host);
  const names = [...new Set([parts.host, bare, `www.${bare}`])];
  return [
    ...new Set(
      names.flatMap((host) => (['http', 'https'] as const).map((scheme) => hostWithPort({ scheme, host }))),
    ),
  ];
}
