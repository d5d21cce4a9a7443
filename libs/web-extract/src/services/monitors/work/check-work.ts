import { InsufficientCreditsError, NotFoundError, RateLimitedError, UnavailableError, WebExtractError } from '../../../model/errors.js'; // prettier-ignore
import type { CrawlJob } from '../../../model/crawl/crawl.js';
import type { CheckStatus, MonitorCheck, TargetResult } from '../../../model/monitor/check.js';
import type { CrawlTarget, Monitor, MonitorTarget, ScrapeTarget } from '../../../model/monitor/monitor.js';
import type { CheckTask, MonitorStore } from '../../../ports/monitor-store.port.js';
import type { CrawlStore } from '../../../ports/crawl-store.port.js';
import type { AdaptivePlanner } from '../adaptive/adaptive-planner.js';
import type { PageJudge } from '../judging/page-judge.js';
import { endMessage, pageMessages, type MonitorMessagePresenter } from '../messages/monitor-message.js';
import { publishDropped } from '../messages/publish-dropped.js';
import type { MonitorChanges } from '../monitor-changes.js';
import type { EventStream } from '../../events/event-stream.js';
import type { MonitorMails } from '../messages/monitor-mails.js';
import { estimateCredits, jobIdOf } from './begin-check.js';
import { isJob, type CheckJobs } from './check-jobs.js';
import { pageKey, summarize, toCheckPage, toFailedPage, type CheckedPage } from './check-page.js';
import type { PageQuota } from './page-quota.js';
import type { SearchCheck } from './search-check.js';

/** Dependencies of the work on checks. */
export interface CheckTools {
  readonly store: MonitorStore;
  readonly crawls: CrawlStore;
  readonly jobs: CheckJobs;
  readonly searches: SearchCheck;
  readonly judge: PageJudge;
  readonly presenter: MonitorMessagePresenter;
  readonly mails: MonitorMails;
  readonly quota: PageQuota;
  readonly changes: MonitorChanges;
  readonly events: EventStream;
  readonly adaptive: Pick<AdaptivePlanner, 'dueTargets' | 'nextRun'>;
  /** Logs an error that is a bug. */
  readonly report: (error: unknown) => void;
}

type JobTarget = ScrapeTarget | CrawlTarget;

/** Results of a job that are read at once. */
const CHUNK = { maxPages: 50, maxBytes: 8 * 1024 * 1024 };
const FAILURES = 200;
/** Look at a job without a notification from the store. */
const LOOK_MS = 1_000;
/** `waiting`: the owner has too many jobs; the check is continued later. */
export type WorkResult = 'ended' | 'waiting' | 'lost';

/** The work of one process on one check. */
export class CheckWork {
  private constructor(
    private readonly tools: CheckTools,
    private readonly task: CheckTask,
    private monitor: Monitor,
    private check: MonitorCheck,
    private readonly signal: AbortSignal,
  ) {}

  /** Continues a check to its end. @throws the reason of the signal, UnavailableError */
  static async run(tools: CheckTools, task: CheckTask, signal: AbortSignal): Promise<WorkResult> {
    const [stored, check] = await Promise.all([
      tools.store.find(task.monitorId),
      tools.store.findCheck(task.checkId),
    ]);
    if (!stored || check === null || stored.monitor.currentCheckId !== check.id) return 'lost';
    return new CheckWork(tools, task, stored.monitor, check, signal).run();
  }

  private async run(): Promise<WorkResult> {
    try {
      await this.plan();
      const isStarted = await this.startJobs();
      if (!isStarted) return 'waiting';
      for (let at = this.check.progress.target; at < this.check.targets.length; at++) {
        const result = await this.workOn(this.check.targets[at]!);
        if (result === 'waiting') return result;
      }
      return await this.end(statusOf(this.check), this.check.error);
    } catch (error) {
      return this.fail(error);
    }
  }

  /** Chooses the pages of an adaptive check. They are stored before the first job: a continued check has the same ones. */
  private async plan(): Promise<void> {
    const { toPlan } = this.check;
    if (!toPlan) return;
    const targets = await this.tools.adaptive.dueTargets(
      this.monitor,
      { nowMs: Date.now(), ...toPlan },
      this.signal,
    );
    await this.record([], {
      targets,
      toPlan: null,
      estimatedCredits: estimateCredits({ ...this.monitor, targets }),
    });
  }

  /**
   * Starts the jobs of all targets that are left. The check is stored as running before: once a job has begun, its changes must be reported,
   * and the next run must not replace the check.
   * @returns false if none could be started now
   */
  private async startJobs(): Promise<boolean> {
    const { targets, progress } = this.check;
    const isFirst = this.check.startedAt === null;
    if (isFirst) await this.markRunning();
    let started = 0;
    for (const target of targets.slice(progress.target).filter(isJob)) {
      try {
        await this.startJob(target);
        started++;
      } catch (error) {
        if (!(error instanceof RateLimitedError)) throw error;
        if (started === 0 && progress.target === 0 && targets.every(isJob)) return this.wait();
        break; // the others are started when their turn comes
      }
    }
    if (isFirst) this.publish('monitor-check-started');
    return true;
  }

  /** Changes the monitor as well: the next run, which reads the check before it replaces it, must notice. */
  private async markRunning(): Promise<void> {
    const now = Date.now();
    const check = { ...this.check, status: 'running' as const, startedAt: now, updatedAt: now };
    const step = (monitor: Monitor) =>
      monitor.currentCheckId === check.id ? { monitor, checks: [check] } : null;
    if (!(await this.tools.changes.change(check.monitorId, step, this.task))) throw new LeaseLostError();
    this.check = check;
  }

  private async wait(): Promise<false> {
    await this.record([], { status: 'queued', startedAt: null });
    return false;
  }

  private async startJob(target: JobTarget): Promise<string> {
    const pages = await this.tools.quota.left(this.check.owner);
    return this.tools.jobs.start(this.check, target, this.monitor, pages);
  }

  private async workOn(target: MonitorTarget): Promise<WorkResult | 'done'> {
    if (!isJob(target)) return this.search(target);
    const id = jobIdOf(this.check.id, target.id);
    if (!(await this.tools.jobs.find(id))) {
      try {
        await this.startJob(target);
      } catch (error) {
        if (error instanceof RateLimitedError) return 'waiting';
        throw error;
      }
    }
    const job = await this.follow(id, target.id);
    await this.finishJob(job, target);
    return 'done';
  }

  private async search(target: Extract<MonitorTarget, { type: 'search' }>): Promise<'done'> {
    const keep = (keys: readonly string[]) => this.tools.store.states(this.monitor.id, keys);
    const { pages, problems } = await this.tools.searches.run(target, this.check, keep, this.signal);
    const result = { targetId: target.id, type: 'search', resultCount: pages.length } as const;
    const error = problems[0] ?? this.check.error;
    await this.record(await this.judged(pages), { ...this.finished(result, pages.length), error });
    return 'done';
  }

  /** The check after a target, with its credits. */
  private finished(result: TargetResult, credits: number): Partial<MonitorCheck> {
    const { progress, targetResults, actualCredits } = this.check;
    return {
      targetResults: [...targetResults, result],
      actualCredits: (actualCredits ?? 0) + credits,
      progress: { ...progress, target: progress.target + 1, pages: 0, failures: 0 },
    };
  }

  /** Records the pages of a job until it has ended. */
  private async follow(id: string, targetId: string): Promise<CrawlJob> {
    for (;;) {
      this.signal.throwIfAborted();
      const job = await this.tools.jobs.find(id);
      if (!job) throw new NotFoundError('The results of the check have expired');
      const isOver = job.status !== 'running';
      const isMore = job.counters.pages - this.check.progress.pages >= CHUNK.maxPages;
      const usedUp = isOver || isMore ? await this.readPages(id, targetId) : null;
      if (isOver) return job;
      if (usedUp) throw usedUp; // jobs that run side by side were started with the same pages left
      await this.changeOf(id);
    }
  }

  /** @returns an error if the owner has used up the pages of the day */
  private async readPages(id: string, targetId: string): Promise<Error | null> {
    for (let usedUp: Error | null = null; ;) {
      const { progress } = this.check;
      const results = await this.tools.crawls.results.pages(id, { from: progress.pages, ...CHUNK });
      if (results.pages.length === 0) return usedUp;
      const place = { check: this.check, targetId, nowMs: Date.now() };
      const keys = results.pages.map(({ requestedUrl }) => pageKey(requestedUrl));
      const known = await this.tools.store.states(this.monitor.id, keys);
      const checked = results.pages.map((page, at) => toCheckPage(page, known[keys[at]!] ?? null, place));
      await this.record(await this.judged(checked), { progress: { ...progress, pages: results.next } });
      usedUp = await this.tools.quota.add(this.check.owner, results.pages.length);
    }
  }

  /** Records the failures of a job, and the end of its target. */
  private async finishJob(job: CrawlJob, target: JobTarget): Promise<void> {
    const place = { check: this.check, targetId: target.id, nowMs: Date.now() };
    for (;;) {
      const { progress } = this.check;
      const failures = await this.tools.crawls.results.failures(job.id, progress.failures, FAILURES);
      if (failures.length === 0) break;
      const keys = failures.map(({ url }) => pageKey(url));
      const known = await this.tools.store.states(this.monitor.id, keys);
      const checked = failures.map((failure, at) => toFailedPage(failure, known[keys[at]!] ?? null, place));
      await this.record(checked, {
        progress: { ...progress, failures: progress.failures + failures.length },
      });
    }
    const isEmpty = job.counters.pages === 0 && this.check.progress.failures === 0;
    const reason = job.status === 'cancelled' ? 'The job of the check was cancelled' : job.error;
    const known = isEmpty ? await this.tools.store.states(this.monitor.id, [pageKey(job.request.url)]) : {};
    const missing = isEmpty && reason !== null
      ? [toFailedPage({ url: job.request.url, message: reason }, known[pageKey(job.request.url)] ?? null, place)]
      : []; // prettier-ignore
    const result: TargetResult =
      target.type === 'scrape'
        ? { targetId: target.id, type: 'scrape', expectedJobs: [job.id] }
        : { targetId: target.id, type: 'crawl', crawlId: job.id };
    await this.record(missing, {
      ...this.finished(result, job.counters.credits),
      error: reason ?? this.check.error,
    });
  }

  /** Waits until a job has changed. */
  private changeOf(id: string): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        unsubscribe();
        this.signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, LOOK_MS);
      const unsubscribe = this.tools.crawls.subscribe(id, (change) => change === 'ended' && done());
      this.signal.addEventListener('abort', done, { once: true });
      this.tools.jobs.find(id).then((job) => job?.status === 'running' || done(), done); // it may have ended before
    });
  }

  private async judged(pages: readonly CheckedPage[]): Promise<readonly CheckedPage[]> {
    return this.tools.judge.judge(this.monitor, pages, this.signal);
  }

  /** Stores pages and a change of the check. */
  private async record(pages: readonly CheckedPage[], change: Partial<MonitorCheck>): Promise<void> {
    const from = this.check.summary.totalPages;
    const plain = pages.map(({ page }) => page);
    const check = {
      ...this.check,
      ...change,
      summary: summarize(this.check.summary, plain),
      updatedAt: Date.now(),
    };
    const states = Object.fromEntries(pages.flatMap(({ key, state }) => (state ? [[key, state]] : [])));
    const outgoing = pageMessages(this.monitor, check, plain, this.tools.presenter);
    const stored = await this.tools.store.record(this.task, {
      check,
      from,
      pages: plain,
      states,
      outgoing,
    });
    if (!stored) throw new LeaseLostError();
    this.check = check;
    publishDropped(this.tools.events, stored);
    const { id: checkId, monitorId, owner } = check;
    for (const { url, status } of plain)
      this.tools.events.publish({
        type: 'monitor-page',
        kind: 'monitor',
        crawlId: null,
        monitorId,
        checkId,
        owner,
        url,
        status,
        at: Date.now(),
      });
  }

  /** Ends the check after an error. @throws the error if the check can be continued later */
  private async fail(error: unknown): Promise<WorkResult> {
    if (error instanceof LeaseLostError) return this.leave();
    if (this.signal.aborted || error instanceof UnavailableError) throw error;
    if (!(error instanceof WebExtractError)) this.tools.report(error);
    await this.tools.jobs.cancel(this.check);
    const isRead = this.check.summary.totalPages > this.check.summary.error;
    if (error instanceof InsufficientCreditsError && !isRead)
      return this.end('skipped_no_credits', error.message);
    const reason = error instanceof WebExtractError ? error.message : 'An unexpected error occurred';
    return this.end(isRead ? 'partial' : 'failed', reason);
  }

  /** Cancels the jobs of a check that was deleted, or replaced by the next one: nobody would report the changes they find. */
  private async leave(): Promise<'lost'> {
    const check = await this.tools.store.findCheck(this.check.id);
    const isOpen = check?.status === 'queued' || check?.status === 'running';
    if (!isOpen) await this.tools.jobs.cancel(this.check);
    return 'lost';
  }

  private async end(status: CheckStatus, error: string | null): Promise<WorkResult> {
    const now = Date.now();
    const { actualCredits } = this.check;
    const isSkipped = status === 'skipped_no_credits';
    const end = { ...(isSkipped ? { startedAt: null } : {}), status, error: status === 'completed' ? null : error, actualCredits: actualCredits ?? 0, finishedAt: now, updatedAt: now }; // prettier-ignore
    await this.sendMails(end);
    const check = { ...this.check, ...end, targets: [] }; // the monitor has them; thousands of checks would repeat them
    const nextRunAt = await this.tools.adaptive.nextRun(this.monitor, now);
    const ended = await this.tools.changes.change(
      this.monitor.id,
      (monitor) => (monitor.currentCheckId === check.id ? this.ended(monitor, check, nextRunAt) : null),
      this.task,
    );
    if (!ended) return 'lost';
    this.check = check;
    this.publish('monitor-check-ended');
    return 'ended';
  }

  /** Sends the mails about the check, at most once: a check that is continued after a crash does not repeat them. */
  private async sendMails(end: Partial<MonitorCheck>): Promise<void> {
    const { progress } = this.check;
    if (progress.isMailed) return;
    if (this.monitor.notification?.email?.enabled)
      await this.record([], { progress: { ...progress, isMailed: true } });
    await this.tools.mails.send(this.monitor, { ...this.check, ...end });
  }

  private ended(monitor: Monitor, check: MonitorCheck, nextRunAt: number | null) {
    const isActive = monitor.status === 'active';
    return {
      checks: [check],
      outgoing: endMessage(monitor, check, this.tools.presenter),
      monitor: {
        ...monitor,
        currentCheckId: null,
        lastRunAt: check.startedAt ?? monitor.lastRunAt,
        lastCheckSummary: check.startedAt === null ? monitor.lastCheckSummary : check.summary,
        ...(isActive && nextRunAt !== null ? { nextRunAt } : {}),
      },
    };
  }

  private publish(type: 'monitor-check-started' | 'monitor-check-ended'): void {
    const { id: checkId, monitorId, owner, status, summary, scheduledFor, createdAt } = this.check;
    const at = Date.now();
    this.tools.events.publish({
      type,
      kind: 'monitor',
      crawlId: null,
      monitorId,
      checkId,
      owner,
      status,
      summary,
      ms: at - (scheduledFor ?? createdAt),
      at,
    });
  }
}

/** Another process continues the check. */
class LeaseLostError extends Error {}

function statusOf({ summary, error }: MonitorCheck): CheckStatus {
  const { totalPages, error: failed } = summary;
  if (failed === 0 && error === null) return 'completed';
  return failed === totalPages ? 'failed' : 'partial';
}
