import { Inject, Injectable } from '@nestjs/common';
import { parseAllowList, type AllowList } from '../../../web/url/allow-list.js';
import { withDeadline } from '../../../concurrency/with-deadline.js';
import { InvalidRequestError, UnavailableError } from '../../../model/errors.js';
import type { Monitor, MonitorHead, MonitorTarget, Workload } from '../../../model/monitor/monitor.js';
import { ResolvedOptions } from '../../../model/options.js';
import type { LanguageModel } from '../../../ports/language-model.port.js';
import { MeteredLanguageModel } from '../../usage/metered-ports.js';
import { SearchProvider } from '../../../ports/search-provider.port.js';
import { PageExtraction } from '../../extract/page-extraction.js';
import { estimateCredits, workloadOf } from '../work/begin-check.js';
import { CronClock } from '../schedules/next-run.js';
import { runsPerMonth } from '../schedules/smallest-gap.js';
import type { MonitorChange, MonitorRequest, PlannedFields } from './monitor-request.js';
import { planNotification, planWebhook } from './plan-notice.js';
import { planSchedule } from './plan-schedule.js';
import { planTargets } from './plan-targets.js';

const MAX_NAME_CHARS = 200;
const MAX_GOAL_CHARS = 2_000;
const MAX_RETENTION_DAYS = 365;
const RETENTION_DAYS = 30;
/** Time for the host to decide about recipients. */
const ALLOW_MS = 10_000;

/** Checks monitors before they are stored. */
@Injectable()
export class MonitorPlanner {
  private readonly allowed: AllowList;
  private readonly clock = new CronClock();

  constructor(
    private readonly options: ResolvedOptions,
    private readonly extraction: PageExtraction,
    // null where the host configured none; the unions would leave Nest without types to inject by
    @Inject(MeteredLanguageModel) private readonly model: LanguageModel | null,
    @Inject(SearchProvider) private readonly search: SearchProvider | null,
  ) {
    this.allowed = parseAllowList(options.allowPrivate);
  }

  /**
   * Checks a new monitor, or the changed fields of one.
   * @param known the monitor to change, and what a check of it amounts to
   * @throws InvalidRequestError naming the field, BlockedAddressError, NotConfiguredError
   */
  async plan(
    given: MonitorRequest | MonitorChange,
    owner: string,
    known: (MonitorHead & { readonly workload: Workload }) | null,
  ): Promise<PlannedFields> {
    const { name = known?.name, retentionDays = known?.retentionDays ?? RETENTION_DAYS } = given;
    const goal = given.goal === undefined ? (known?.goal ?? null) : given.goal;
    checkTexts(name, goal, retentionDays);
    const schedule = given.schedule ? this.schedule(given) : known?.schedule;
    const targets = given.targets ? await this.targets(given, owner) : null;
    const workload = targets ? this.workloadOf(targets) : known?.workload;
    if (!schedule) throw InvalidRequestError.at(['schedule'], { code: 'required' });
    if (!workload) throw InvalidRequestError.at(['targets'], { code: 'required' });
    const judgeEnabled = given.judgeEnabled ?? known?.judgeEnabled ?? true;
    const needsGoal = judgeEnabled && workload.hasSearch;
    if (needsGoal && goal === null)
      throw problem('goal', 'is required for search targets, unless judgeEnabled is false');
    return {
      name: name!, schedule, targets, workload, retentionDays, goal, judgeEnabled,
      webhook: this.webhook(given, known), notification: notificationOf(given, known),
    }; // prettier-ignore
  }

  /** Differences between a monitor and its work, as sentences. */
  async warningsOf({ goal, judgeEnabled, notification, owner }: MonitorHead): Promise<readonly string[]> {
    const email = notification?.email;
    const warnings = [];
    if (goal !== null && judgeEnabled && !this.model)
      warnings.push('Changes are not judged: no language model is configured');
    if (!email?.enabled || email.recipients.length === 0) return warnings;
    const { mailer, allowRecipient } = this.options.monitors;
    if (!mailer) return [...warnings, 'No mails are sent: no mailer is configured'];
    const late = () => new UnavailableError('allowRecipient did not answer', 1);
    const allowed = await withDeadline(ALLOW_MS, undefined, late, () =>
      Promise.all(email.recipients.map(async (address) => allowRecipient?.(owner, address) ?? false)),
    );
    const refused = email.recipients.filter((_, at) => !allowed[at]);
    if (refused.length > 0) warnings.push(`No mails are sent to ${refused.join(', ')}: the host does not allow these recipients`); // prettier-ignore
    return warnings;
  }

  /** Next run after a time; null for a schedule that has ended. */
  nextRun({ schedule }: Pick<MonitorHead, 'schedule'>, afterMs: number): number | null {
    return 'cron' in schedule ? this.clock.next(schedule.cron, schedule.timezone, afterMs) : afterMs;
  }

  /** Credits of 30 days; null for adaptive schedules without a budget. */
  creditsPerMonth(monitor: Monitor): number | null {
    const { schedule } = monitor;
    const { maxPagesPerDay = null } = 'adaptive' in schedule ? schedule.adaptive : {};
    if (!('cron' in schedule)) return maxPagesPerDay === null ? null : 30 * maxPagesPerDay;
    const { workload = this.workloadOf(monitor.targets), lastCheckSummary } = monitor;
    return Math.ceil(estimateCredits(workload, lastCheckSummary) * runsPerMonth(schedule.cron));
  }

  /** Extent of a check of some targets. */
  workloadOf(targets: readonly MonitorTarget[]): Workload {
    return workloadOf(targets, this.model !== null);
  }

  private schedule({ schedule }: MonitorRequest | MonitorChange) {
    return planSchedule(schedule!, this.options.monitors.minIntervalMs, this.clock, Date.now());
  }

  private targets({ targets }: MonitorRequest | MonitorChange, owner: string) {
    const { allowed, options, extraction, search } = this;
    return planTargets(targets!, {
      allowed,
      options,
      extraction,
      hasSearch: search !== null && search.web !== null,
      owner,
    });
  }

  private webhook({ webhook }: MonitorRequest | MonitorChange, known: MonitorHead | null) {
    if (webhook === undefined) return known?.webhook ?? null;
    return webhook && planWebhook(webhook, known?.webhook ?? null, this.allowed);
  }
}

function notificationOf({ notification }: MonitorRequest | MonitorChange, known: MonitorHead | null) {
  if (notification === undefined) return known?.notification ?? null;
  return notification && planNotification(notification);
}

function checkTexts(name: unknown, goal: unknown, retentionDays: unknown): void {
  if (name === undefined) throw InvalidRequestError.at(['name'], { code: 'required' });
  if (typeof name !== 'string' || name.trim() === '' || name.length > MAX_NAME_CHARS)
    throw problem('name', `must be a text of 1 to ${MAX_NAME_CHARS} characters`);
  if (goal !== null && (typeof goal !== 'string' || goal.trim() === '' || goal.length > MAX_GOAL_CHARS))
    throw problem('goal', `must be null or a text of 1 to ${MAX_GOAL_CHARS} characters`);
  if (
    !Number.isInteger(retentionDays) ||
    !((retentionDays as number) >= 1 && (retentionDays as number) <= MAX_RETENTION_DAYS)
  )
    // prettier-ignore
    throw problem('retentionDays', `must be an integer from 1 to ${MAX_RETENTION_DAYS}`);
}

const problem = (field: string, reason: string): InvalidRequestError =>
  InvalidRequestError.at([field], { code: 'contradiction', reason });
