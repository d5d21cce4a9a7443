import { InsufficientCreditsError, UnavailableError, WebExtractError } from '../../../model/errors.js';
import type { CheckStatus, MonitorCheck } from '../../../model/monitor/check.js';
import type { MonitorHead } from '../../../model/monitor/monitor.js';
import { endMessage } from '../messages/monitor-message.js';
import type { CheckTools } from './check-tools.js';
import { LeaseLostError, type RecordedCheck } from './recorded-check.js';

/** `lost`: another process continues the check, or its monitor was deleted. */
export type EndResult = 'ended' | 'lost';

/** Ends a check: its mails, its last message and the next run of its monitor. */
export class CheckEnd {
  constructor(
    private readonly tools: CheckTools,
    private readonly check: RecordedCheck,
    private readonly signal: AbortSignal,
    /** Ids of the targets that are jobs. */
    private readonly jobTargets: () => Promise<readonly string[]>,
  ) {}

  /** Ends a check whose targets are done. */
  complete(): Promise<EndResult> {
    const { now } = this.check;
    return this.end(statusOf(now), now.error);
  }

  /** Ends a check after an error. @throws the error if the check can be continued later */
  async fail(error: unknown): Promise<EndResult> {
    if (error instanceof LeaseLostError) return this.leave();
    if (this.signal.aborted || error instanceof UnavailableError) throw error;
    if (!(error instanceof WebExtractError)) this.tools.report(error);
    const { now } = this.check;
    await this.cancelJobs();
    const isRead = now.summary.totalPages > now.summary.error;
    if (error instanceof InsufficientCreditsError && !isRead)
      return this.end('skipped_no_credits', error.message);
    const reason = error instanceof WebExtractError ? error.message : 'An unexpected error occurred';
    return this.end(isRead ? 'partial' : 'failed', reason);
  }

  /** Cancels the jobs of a check that was deleted or replaced by the next one: their changes would not be reported. */
  private async leave(): Promise<'lost'> {
    const check = await this.tools.store.findCheck(this.check.now.id);
    const isOpen = check?.status === 'queued' || check?.status === 'running';
    if (!isOpen) await this.cancelJobs();
    return 'lost';
  }

  private async cancelJobs(): Promise<void> {
    await this.tools.jobs.cancel(this.check.now.id, await this.jobTargets());
  }

  private async end(status: CheckStatus, error: string | null): Promise<EndResult> {
    const { tools } = this;
    const { monitor, task } = this.check;
    const end = endOf(this.check.now, status, error);
    await this.sendMails(end);
    const check = { ...this.check.now, ...end };
    const nextRunAt = await tools.adaptive.nextRun(monitor, end.updatedAt, check.restDueAt);
    const step = (current: MonitorHead) =>
      current.currentCheckId === check.id ? this.ended(current, check, nextRunAt) : null;
    if (!(await tools.changes.change(monitor.id, step, task))) return 'lost';
    this.check.ended(check);
    return 'ended';
  }

  /** The position is stored before each mail: a check that is continued after a crash repeats at most the mail that was being sent. */
  private async sendMails(end: Partial<MonitorCheck>): Promise<void> {
    const { now, monitor } = this.check;
    await this.tools.mails.send(monitor, { ...now, ...end }, now.progress.mails ?? NO_MAILS, (mails) =>
      this.check.record([], { progress: { ...this.check.now.progress, mails } }),
    );
  }

  private ended(monitor: MonitorHead, check: MonitorCheck, nextRunAt: number | null) {
    const isActive = monitor.status === 'active';
    const isStarted = check.startedAt !== null;
    return {
      checks: [check],
      outgoing: endMessage(monitor, check, this.tools.presenter),
      monitor: {
        ...monitor,
        currentCheckId: null,
        lastRunAt: check.startedAt ?? monitor.lastRunAt,
        lastCheckSummary: isStarted ? check.summary : monitor.lastCheckSummary,
        ...(isActive && nextRunAt !== null ? { nextRunAt } : {}),
      },
    };
  }
}

const NO_MAILS = { next: 0, attempts: 0 };

function endOf({ actualCredits, startedAt }: MonitorCheck, status: CheckStatus, error: string | null) {
  const now = Date.now();
  return {
    status,
    startedAt: status === 'skipped_no_credits' ? null : startedAt,
    error: status === 'completed' ? null : error,
    actualCredits: actualCredits ?? 0,
    finishedAt: now,
    updatedAt: now,
  };
}

function statusOf({ summary, error }: MonitorCheck): CheckStatus {
  const { totalPages, error: failed } = summary;
  if (failed === 0 && error === null) return 'completed';
  return failed === totalPages ? 'failed' : 'partial';
}
