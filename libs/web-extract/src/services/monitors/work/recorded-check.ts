import type { MonitorCheck, TargetResult } from '../../../model/monitor/check.js';
import type { MonitorHead, MonitorTarget } from '../../../model/monitor/monitor.js';
import type { CheckTask } from '../../../ports/stores/monitor-store.port.js';
import { pageMessages } from '../messages/monitor-message.js';
import { publishDropped } from '../messages/publish-dropped.js';
import { summarize, type CheckedPage } from './check-page.js';
import type { CheckTools } from './check-tools.js';

/** Another process continues the check. */
export class LeaseLostError extends Error {}

/** A check in progress, as it is stored. Each change is made with the lease of the process. */
export class RecordedCheck {
  /** @param check the check as it was read from the store */
  constructor(
    private readonly tools: CheckTools,
    readonly task: CheckTask,
    readonly monitor: MonitorHead,
    private check: MonitorCheck,
  ) {}

  get now(): MonitorCheck {
    return this.check;
  }

  /** Stores pages and a change of the check. @param targets new ones @throws LeaseLostError */
  async record(
    pages: readonly CheckedPage[],
    change: Partial<MonitorCheck>,
    targets?: readonly MonitorTarget[],
  ): Promise<void> {
    const plain = pages.map(({ page }) => page);
    const summary = summarize(this.check.summary, plain);
    const warning = this.check.warning ?? plain.find((page) => page.warning !== undefined)?.warning;
    const warned = warning === undefined ? {} : { warning };
    const check = { ...this.check, ...change, ...warned, summary, updatedAt: Date.now() };
    const stored = await this.tools.store.record(this.task, {
      check,
      ...(targets ? { targets } : {}),
      from: this.check.summary.totalPages,
      pages: plain,
      states: Object.fromEntries(pages.flatMap(({ key, state }) => (state ? [[key, state]] : []))),
      outgoing: pageMessages(this.monitor, check, plain, this.tools.presenter),
    });
    if (!stored) throw new LeaseLostError();
    if (pages.length > 0) await this.tools.store.limitPages(this.task.owner, this.tools.maxPageBytes);
    this.check = check;
    publishDropped(this.tools.events, stored);
    this.publishPages(pages);
  }

  /** Records the end of a target. @param error of the target, if there is one */
  async finishTarget(pages: readonly CheckedPage[], { result, credits, error }: TargetEnd): Promise<void> {
    const { progress, targetResults, actualCredits } = this.check;
    await this.record(pages, {
      targetResults: [...targetResults, result],
      actualCredits: (actualCredits ?? 0) + credits,
      progress: { ...progress, target: progress.target + 1, pages: 0, failures: 0 },
      error: error ?? this.check.error,
    });
  }

  /**
   * Stores the check as running. Changes the monitor as well: the next run, which reads the check before it replaces it, must notice.
   * @throws LeaseLostError
   */
  async markRunning(): Promise<void> {
    const now = Date.now();
    const check = { ...this.check, status: 'running' as const, startedAt: now, updatedAt: now };
    const step = (monitor: MonitorHead) =>
      monitor.currentCheckId === check.id ? { monitor, checks: [check] } : null;
    if (!(await this.tools.changes.change(check.monitorId, step, this.task))) throw new LeaseLostError();
    this.check = check;
  }

  /** Takes over the check that the end has stored. */
  ended(check: MonitorCheck): void {
    this.check = check;
    this.publish('monitor-check-ended');
  }

  publish(type: 'monitor-check-started' | 'monitor-check-ended'): void {
    const { id: checkId, monitorId, owner, status, summary, scheduledFor, createdAt } = this.check;
    const at = Date.now();
    const ms = at - (scheduledFor ?? createdAt);
    this.tools.events.publish({ type, kind: 'monitor', crawlId: null, monitorId, name: this.monitor.name, checkId, owner, status, summary, ms, at }); // prettier-ignore
  }

  private publishPages(pages: readonly CheckedPage[]): void {
    const { id: checkId, monitorId, owner } = this.check;
    const base = { type: 'monitor-page', kind: 'monitor', crawlId: null, monitorId, checkId, owner } as const;
    for (const { page } of pages) {
      const { url, status } = page;
      this.tools.events.publish({ ...base, url, status, at: Date.now() });
    }
  }
}

/** End of the work on a target. */
interface TargetEnd {
  readonly result: TargetResult;
  readonly credits: number;
  readonly error: string | null;
}
