import { NotFoundError, RateLimitedError } from '../../../model/errors.js';
import type { MonitorTarget, SearchTarget } from '../../../model/monitor/monitor.js';
import type { CheckTask } from '../../../ports/stores/monitor-store.port.js';
import { estimateCredits, jobIdOf } from './begin-check.js';
import { CheckEnd, type EndResult } from './check-end.js';
import { isJob, type JobTarget } from './check-jobs.js';
import type { CheckTools } from './check-tools.js';
import { JobResults } from './job-results.js';
import { RecordedCheck } from './recorded-check.js';

/** `waiting`: the owner has too many jobs; the check is continued later. */
export type WorkResult = EndResult | 'waiting';

/** The work of one process on one check. */
export class CheckWork {
  private constructor(
    private readonly tools: CheckTools,
    private readonly check: RecordedCheck,
    private readonly signal: AbortSignal,
  ) {}

  /** Continues a check to its end. @throws the reason of the signal, UnavailableError */
  static async run(tools: CheckTools, task: CheckTask, signal: AbortSignal): Promise<WorkResult> {
    const [stored, check] = await Promise.all([
      tools.store.find(task.monitorId),
      tools.store.findCheck(task.checkId),
    ]);
    if (!stored || check === null || stored.monitor.currentCheckId !== check.id) return 'lost';
    return new CheckWork(tools, new RecordedCheck(tools, task, stored.monitor, check), signal).run();
  }

  private async run(): Promise<WorkResult> {
    const end = new CheckEnd(this.tools, this.check, this.signal);
    try {
      await this.plan();
      const isDone = (await this.startJobs()) && (await this.workOnTargets());
      return isDone ? await end.complete() : 'waiting';
    } catch (error) {
      return end.fail(error);
    }
  }

  /** Chooses the pages of an adaptive check. They are stored before the first job: a continued check has the same ones. */
  private async plan(): Promise<void> {
    const { monitor, now } = this.check;
    if (!now.toPlan) return;
    const planned = await this.tools.adaptive.plan(monitor, Date.now(), this.signal);
    const estimatedCredits = estimateCredits({ ...monitor, targets: planned.targets });
    await this.check.record([], { ...planned, estimatedCredits, toPlan: false });
  }

  /**
   * Starts the jobs of all targets that are left. The check is stored as running before: once a job has begun, its changes must be reported,
   * and the next run must not replace the check.
   * @returns false if none could be started now
   */
  private async startJobs(): Promise<boolean> {
    const { targets, progress, startedAt } = this.check.now;
    if (startedAt === null) await this.check.markRunning();
    let started = 0;
    for (const target of targets.slice(progress.target).filter(isJob)) {
      if (await this.tryToStart(target)) started++;
      else if (started === 0 && progress.target === 0 && targets.every(isJob)) return this.wait();
      else break; // the others are started when their turn comes
    }
    if (startedAt === null) this.check.publish('monitor-check-started');
    return true;
  }

  private async wait(): Promise<false> {
    await this.check.record([], { status: 'queued', startedAt: null });
    return false;
  }

  /** Starts the job of a target, unless it was started before. @returns false if the owner has too many jobs */
  private async tryToStart(target: JobTarget): Promise<boolean> {
    const { monitor, now } = this.check;
    if (await this.tools.jobs.find(jobIdOf(now.id, target.id))) return true;
    this.refuseSecondJob(target);
    try {
      const pages = await this.tools.quota.left(now.owner);
      await this.tools.jobs.start(now, target, monitor, pages);
      return true;
    } catch (error) {
      if (error instanceof RateLimitedError) return false;
      throw error;
    }
  }

  /** The results of a second job would come in another order: some would be recorded twice, others never. */
  private refuseSecondJob({ id }: JobTarget): void {
    const { progress, targets } = this.check.now;
    const isRecorded = progress.pages > 0 || progress.failures > 0;
    if (isRecorded && targets[progress.target]?.id === id)
      throw new NotFoundError('The results of the check have expired');
  }

  /** @returns false if the owner has too many jobs */
  private async workOnTargets(): Promise<boolean> {
    const { targets, progress } = this.check.now;
    for (const target of targets.slice(progress.target)) if (!(await this.workOn(target))) return false;
    return true;
  }

  private async workOn(target: MonitorTarget): Promise<boolean> {
    if (!isJob(target)) return this.search(target);
    if (!(await this.tryToStart(target))) return false;
    const jobId = jobIdOf(this.check.now.id, target.id);
    await new JobResults(this.tools, this.check, target, this.signal).recordAll(jobId);
    return true;
  }

  private async search(target: SearchTarget): Promise<true> {
    const { monitor, now } = this.check;
    const read = (keys: readonly string[]) => this.tools.store.states(monitor.id, keys);
    const { pages, known, problems } = await this.tools.searches.run(target, now, read, this.signal);
    const fitting = await this.tools.room.fit(pages, known, now);
    const judged = await this.tools.judge.judge(monitor, fitting, this.signal);
    const result = { targetId: target.id, type: 'search', resultCount: pages.length } as const;
    await this.check.finishTarget(judged, { result, credits: pages.length, error: problems[0] ?? null });
    return true;
  }
}
