import type { CrawlJob } from '../../../model/crawl/crawl.js';
import type { MailProgress, MonitorCheck, MonitorCheckPage } from '../../../model/monitor/check.js';
import type { Monitor, ScrapeTarget } from '../../../model/monitor/monitor.js';
import { resolveOptions, type ResolvedOptions } from '../../../model/options.js';
import type { Page } from '../../../model/page/page.js';
import type { MonitorStore } from '../../../ports/stores/monitor-store.port.js';
import type { EventStream } from '../../events/event-stream.js';
import { AdaptivePlanner } from '../adaptive/adaptive-planner.js';
import type { BeginMail } from '../messages/monitor-mails.js';
import { MonitorChanges } from '../monitor-changes.js';
import { MonitorPlanner } from '../planning/monitor-planner.js';
import { jobIdOf } from './begin-check.js';
import { CheckRoom } from './check-room.js';
import type { CheckTools } from './check-tools.js';
import { StateRoom } from './state-room.js';
import { CheckWork, type WorkResult } from './check-work.js';

type Published = Parameters<EventStream['publish']>[0];

export const onePage = (url: string, status: 'new' | 'same' | 'changed' | 'removed' = 'new'): Page =>
  ({
    requestedUrl: url, statusCode: 200, statusText: 'OK', metadata: { title: null, description: null },
    change: { status }, extraction: null, markdown: 'Text', warnings: [],
  }) as unknown as Page; // prettier-ignore

/** Monitors of a store, whose jobs visit their pages at once. */
export class ChecksFixture {
  readonly events: Published[] = [];
  readonly cancelled: string[] = [];
  readonly released: string[] = [];
  readonly visited: string[] = [];
  readonly mailed: string[] = [];
  readonly planner: MonitorPlanner;
  readonly changes: MonitorChanges;
  readonly tools: CheckTools;
  /** Visits a page. */
  visit: (url: string) => Page | Promise<Page> = (url) => onePage(url);
  /** Called before a job is started. */
  beforeJob: () => void | Promise<void> = () => {};
  /** Jobs by id. */
  readonly jobs = new Map<string, { readonly job: CrawlJob; readonly pages: readonly Page[] }>();

  constructor(
    readonly store: MonitorStore,
    tools: Partial<CheckTools> = {},
    options: ResolvedOptions = resolveOptions({ monitors: { minIntervalMs: 1_000 } }),
  ) {
    const events = { publish: (event: Published) => void this.events.push(event) } as unknown as EventStream;
    this.planner = new MonitorPlanner(options, null as never, null, null);
    this.changes = new MonitorChanges(this.store, this.planner, events, options);
    const news = { changed: async () => new Set<string>() };
    this.tools = {
      store: this.store, changes: this.changes, events,
      adaptive: new AdaptivePlanner(this.store, options, news as never),
      jobs: {
        start: (check: MonitorCheck, target: ScrapeTarget) => this.start(check, target),
        find: async (id: string) => this.jobs.get(id)?.job ?? null,
        cancel: async (id: string) => void this.cancelled.push(id),
        targetsOf: async () => [],
        release: async ({ id }: CrawlJob) => void this.released.push(id),
      },
      crawls: { results: { pages: async (id: string, range: { from: number; maxPages: number }) => this.results(id, range), failures: async () => [] } },
      searches: null, presenter: { page: () => ({}), completed: () => ({}) },
      judge: { judge: async (_: Monitor, pages: readonly MonitorCheckPage[]) => pages },
      mails: { send: async (_: Monitor, { id }: MonitorCheck, from: MailProgress, begin: BeginMail) => {
        if (from.attempts > 0) return;
        await begin({ next: 0, attempts: 1 });
        this.mailed.push(id);
      } },
      quota: { left: async () => Infinity, add: async () => null },
      memory: new CheckRoom(this.store),
      maxPageBytes: options.monitors.maxBytesPerOwner,
      room: new StateRoom(this.store, options.monitors),
      report: (error: unknown) => {
        throw error;
      },
      ...tools,
    } as unknown as CheckTools; // prettier-ignore
  }

  /** Works on the next check. @returns null if there is none */
  async work(signal = new AbortController().signal): Promise<WorkResult | null> {
    const task = await this.store.takeCheck(60_000);
    return task && CheckWork.run(this.tools, task, signal);
  }

  private async start(check: MonitorCheck, { id: targetId, urls }: ScrapeTarget): Promise<string> {
    await this.beforeJob();
    const id = jobIdOf(check.id, targetId);
    if (this.jobs.has(id)) return id;
    this.visited.push(...urls);
    const pages = await Promise.all(urls.map((url) => this.visit(url)));
    const counters = { pages: pages.length, credits: pages.length };
    this.jobs.set(id, { pages, job: { id, status: 'completed', counters, request: { url: '' }, error: null } as unknown as CrawlJob }); // prettier-ignore
    return id;
  }

  private results(id: string, { from, maxPages }: { from: number; maxPages: number }) {
    const pages = this.jobs.get(id)!.pages.slice(from, from + maxPages);
    return { pages, next: from + pages.length };
  }
}
