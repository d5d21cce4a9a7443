import { NotFoundError, RateLimitedError } from '../../../model/errors.js';
import type { MonitorTarget } from '../../../model/monitor/monitor.js';
import type { CheckTask } from '../../../ports/stores/monitor-store.port.js';
import { estimateCredits, jobIdOf } from './begin-check.js';
import { CheckEnd, type EndResult } from './check-end.js';
import { isJob, type JobTarget } from './check-jobs.js';
import type { CheckTools } from './check-tools.js';
import { JobResults, type StartedTarget } from './job-results.js';
import { LeaseLostError, RecordedCheck } from './recorded-check.js';

/** `waiting`: the owner has too many jobs; the check is continued later. */
export type WorkResult = EndResult | 'waiting';

/** A target without what it observes, which may be megabytes. */
type Place = Pick<MonitorTarget, 'id' | 'type'>;

/** The work of one process on one check. */
export class CheckWork {
  /** The targets of the check; empty before they are read. */
  private places: readonly Place[] = [];

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
    const end = new CheckEnd(this.tools, this.check, this.signal, () => this.jobTargets());
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
    const { targets, restDueAt } = await this.tools.adaptive.plan(monitor, Date.now(), this.signal);
    const estimatedCredits = estimateCredits(
      this.tools.changes.workloadOfTargets(targets),
      monitor.lastCheckSummary,
    );
    await this.check.record([], { restDueAt, estimatedCredits, toPlan: false }, targets);
  }

  /**
   * Starts the jobs of all targets that are left. The check is stored as running before: once a job has begun, its changes must be reported,
   * and the next run must not replace the check.
   * @returns false if none could be started now
   */
  private async startJobs(): Promise<boolean> {
    const { startedAt } = this.check.now;
    if (startedAt === null) await this.check.markRunning();
    if (!(await this.withTargets((targets) => this.startEach(targets)))) return this.wait();
    if (startedAt === null) this.check.publish('monitor-check-started');
    return true;
  }

  /** @returns false if none could be started, and there is nothing else to do */
  private async startEach(targets: readonly MonitorTarget[]): Promise<boolean> {
    const { target: first } = this.check.now.progress;
    this.places = targets.map(({ id, type }) => ({ id, type }));
    let started = 0;
    for (const target of targets.slice(first).filter(isJob)) {
      if (await this.tryToStart(target)) started++;
      else if (started === 0 && first === 0 && targets.every(isJob)) return false;
      else break; // the others are started when their turn comes
    }
    return true;
  }

  private withTargets<T>(work: (targets: readonly MonitorTarget[]) => Promise<T> | T): Promise<T> {
    return this.tools.memory.withTargets(this.check.now, this.signal, work);
  }

  /** Ids of the targets that are jobs. Those of a check that was deleted are in memory alone. */
  private async jobTargets(): Promise<readonly string[]> {
    if (this.places.length === 0) return this.tools.jobs.targetsOf(this.check.now.id);
    return this.places.filter(isJob).map(({ id }) => id);
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
    const { progress } = this.check.now;
    const isRecorded = progress.pages > 0 || progress.failures > 0;
    if (isRecorded && this.places[progress.target]?.id === id)
      throw new NotFoundError('The results of the check have expired');
  }

  /** @returns false if the owner has too many jobs */
  private async workOnTargets(): Promise<boolean> {
    const { progress } = this.check.now;
    for (const place of this.places.slice(progress.target)) if (!(await this.workOn(place))) return false;
    return true;
  }

  private async workOn(place: Place): Promise<boolean> {
    if (!isJob(place)) return this.search(place);
    const jobId = jobIdOf(this.check.now.id, place.id);
    if (!(await this.tools.jobs.find(jobId)) && !(await this.startLate(place))) return false;
    await new JobResults(this.tools, this.check, place as StartedTarget, this.signal).recordAll(jobId);
    return true;
  }

  /** Starts the job of a target whose turn has come. @returns false if the owner has too many jobs */
  private startLate({ id }: Place): Promise<boolean> {
    return this.withTargets((targets) => {
      const target = targets.filter(isJob).find((one) => one.id === id);
      if (!target) throw new LeaseLostError(); // the check was deleted
      return this.tryToStart(target);
    });
  }

  private async search({ id }: Place): Promise<true> {
    const { monitor, now } = this.check;
    const target = await this.withTargets((targets) => targets.find((one) => one.id === id));
    if (target?.type !== 'search') throw new LeaseLostError(); // the check was deleted
    const read = (keys: readonly string[]) => this.tools.store.states(monitor.id, keys);
    const { pages, known, problems, resultCount } = await this.tools.searches.run(
      target,
      now,
      read,
      this.signal,
    );
    const fitting = await this.tools.room.fit(pages, known, now);
    const judged = await this.tools.judge.judge(monitor, fitting, this.signal);
    const result = { targetId: target.id, type: 'search', resultCount } as const;
    await this.check.finishTarget(judged, { result, credits: resultCount, error: problems[0] ?? null });
    return true;
  }
}
