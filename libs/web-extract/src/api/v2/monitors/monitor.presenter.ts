import type { Judgment, MonitorCheck, MonitorCheckPage, TargetResult } from '../../../model/monitor/check.js';
import type {
  CrawlTarget,
  Monitor,
  MonitorNotification,
  MonitorSummary,
  MonitorTarget,
  MonitorWebhook,
  ScrapeTarget,
} from '../../../model/monitor/monitor.js';
import type { FieldChange, TextDiff } from '../../../model/page/page-change.js';
import { defined } from '../../defined.js';
import { presentCrawlOptions, presentPageOptions } from './present-options.js';

/** A monitor in responses. */
export interface MonitorV2 {
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'paused';
  readonly schedule: MonitorScheduleReply;
  /** ISO 8601; null while paused. */
  readonly nextRunAt: string | null;
  readonly lastRunAt: string | null;
  /** The check that is queued or running. */
  readonly currentCheckId: string | null;
  /** As sent, with ids. */
  readonly targets: readonly object[];
  /** As in `POST /v2/monitor`, with an id. Values of headers are masked. */
  readonly webhook: MonitorWebhook | null;
  /** As in `POST /v2/monitor`. */
  readonly notification: MonitorNotification | null;
  readonly retentionDays: number;
  /** Null for adaptive schedules without a budget. */
  readonly estimatedCreditsPerMonth: number | null;
  /** The `summary` of the last check. */
  readonly lastCheckSummary: MonitorSummary | null;
  readonly goal: string | null;
  readonly judgeEnabled: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The schedule of a monitor. */
export interface MonitorScheduleReply {
  readonly cron?: string;
  readonly adaptive?: AdaptiveReply;
  readonly timezone: string;
}

/** Bounds of an adaptive schedule. */
export interface AdaptiveReply {
  readonly minMinutes: number;
  readonly maxMinutes: number;
  readonly maxPagesPerDay?: number;
}

/** A check in responses. */
export interface MonitorCheckV2 {
  readonly id: string;
  readonly monitorId: string;
  readonly status: MonitorCheck['status'];
  readonly trigger: MonitorCheck['trigger'];
  /** Due time; null for manual checks. */
  readonly scheduledFor: string | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly estimatedCredits: number;
  readonly reservedCredits: number | null;
  readonly actualCredits: number | null;
  readonly billingStatus: 'not_applicable' | 'confirmed';
  readonly summary: MonitorSummary;
  /** The job, or the number of results, of each target. */
  readonly targetResults: readonly TargetResult[];
  readonly error: string | null;
  /** Warning of the first page that has one, such as the names of fields without a value. */
  readonly warning?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A page of a check in responses. */
export interface MonitorCheckPageV2 {
  readonly id: string;
  readonly targetId: string;
  readonly url: string;
  readonly status: MonitorCheckPage['status'];
  readonly previousScrapeId: string | null;
  readonly currentScrapeId: string | null;
  readonly statusCode: number | null;
  readonly error: string | null;
  /** Warnings of the page, such as the names of fields without a value. */
  readonly warning?: string;
  /** `title` and `description`; of search results also `searchStatus`: `alert`, `watching`, `already_seen`, `ignored` (excluded by domain or window) or `skipped` (could not be read, see `error`). */
  readonly metadata: object | null;
  /** Of changed pages: `text`, a unified diff of the markdown, and `json`, its lines, or the changed fields if these were requested. */
  readonly diff: MonitorDiffV2 | null;
  /** Extracted data of the page. */
  readonly snapshot: { readonly json: unknown } | null;
  /** Judgement of a change by a model. */
  readonly judgment: Judgment | null;
  readonly createdAt: string;
}

/** The change of a page. */
export interface MonitorDiffV2 {
  /** A unified diff of the markdown. */
  readonly text?: string;
  readonly json?: TextDiff['json'] | Readonly<Record<string, FieldChange>>;
}

const MASKED = '********';

/** @param creditsPerMonth estimate of 30 days */
export function presentMonitor(monitor: Monitor, creditsPerMonth: number | null): MonitorV2 {
  const {
    id,
    name,
    status,
    currentCheckId,
    notification,
    retentionDays,
    lastCheckSummary,
    goal,
    judgeEnabled,
  } = monitor;
  return {
    id,
    name,
    status,
    schedule: scheduleOf(monitor),
    nextRunAt: iso(monitor.nextRunAt),
    lastRunAt: iso(monitor.lastRunAt),
    currentCheckId,
    targets: monitor.targets.map(presentTarget),
    webhook: monitor.webhook && masked(monitor.webhook),
    notification,
    retentionDays,
    estimatedCreditsPerMonth: creditsPerMonth,
    lastCheckSummary,
    goal,
    judgeEnabled,
    createdAt: iso(monitor.createdAt)!,
    updatedAt: iso(monitor.updatedAt)!,
  };
}

function scheduleOf({ schedule }: Monitor): MonitorScheduleReply {
  const { timezone } = schedule;
  return 'cron' in schedule ? { cron: schedule.cron, timezone } : { adaptive: schedule.adaptive, timezone };
}

function presentTarget(target: MonitorTarget): object {
  const { id, type } = target;
  if (target.type === 'scrape') return { id, type, urls: target.urls, ...optionsOf(target) };
  if (target.type === 'crawl') return { id, type, url: target.crawl.url, ...optionsOf(target) };
  const { queries, searchWindow, includeDomains, excludeDomains, maxResults } = target;
  return { id, type, queries, searchWindow, includeDomains, excludeDomains, maxResults };
}

/** As they were sent; of a target that the application has made, in the words of v2. */
function optionsOf(target: ScrapeTarget | CrawlTarget): object {
  if (target.presentation) {
    const { crawlOptions, scrapeOptions } = target.presentation;
    return defined({ crawlOptions, scrapeOptions });
  }
  if (target.type === 'scrape') return defined({ scrapeOptions: presentPageOptions(target.page) });
  const { crawl } = target;
  return defined({
    crawlOptions: presentCrawlOptions(crawl),
    scrapeOptions: presentPageOptions(crawl.page),
  });
}

const masked = (webhook: MonitorWebhook): MonitorWebhook => ({
  ...webhook,
  headers: Object.fromEntries(Object.keys(webhook.headers).map((name) => [name, MASKED])),
});

/** @param isMetered true if the credits of the owner are counted */
export function presentCheck(check: MonitorCheck, isMetered: boolean): MonitorCheckV2 {
  const { id, monitorId, status, trigger, estimatedCredits, actualCredits, summary, targetResults, error } =
    check;
  return {
    id,
    monitorId,
    status,
    trigger,
    scheduledFor: iso(check.scheduledFor),
    startedAt: iso(check.startedAt),
    finishedAt: iso(check.finishedAt),
    estimatedCredits,
    reservedCredits: null,
    actualCredits,
    billingStatus: isMetered && (actualCredits ?? 0) > 0 ? 'confirmed' : 'not_applicable',
    summary,
    targetResults,
    error,
    ...defined({ warning: check.warning }),
    createdAt: iso(check.createdAt)!,
    updatedAt: iso(check.updatedAt)!,
  };
}

export function presentCheckPage(page: MonitorCheckPage): MonitorCheckPageV2 {
  const { snapshot, createdAt, searchStatus: _, ...rest } = page;
  return {
    ...rest,
    metadata: presentMetadata(page),
    diff: presentDiff(page),
    snapshot: snapshot === null ? null : { json: snapshot },
    createdAt: iso(createdAt)!,
  };
}

/** Search results have no status code. */
function presentMetadata(page: MonitorCheckPage): object | null {
  const { metadata, statusCode, error, searchStatus } = page;
  if (searchStatus) return { ...metadata, searchStatus };
  if (metadata === null || statusCode !== null || error !== null) return metadata;
  return { ...metadata, searchStatus: searchStatusOf(page) };
}

function searchStatusOf({ status, judgment }: Pick<MonitorCheckPage, 'status' | 'judgment'>): string {
  if (status === 'same') return 'already_seen';
  return judgment?.meaningful === false ? 'watching' : 'alert';
}

export function presentDiff({ diff }: Pick<MonitorCheckPage, 'diff'>): MonitorDiffV2 | null {
  if (!diff) return null;
  const { text, fields } = diff;
  return { ...(text ? { text: text.text } : {}), ...defined({ json: fields ?? text?.json }) };
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
