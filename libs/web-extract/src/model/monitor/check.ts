import type { PageMetadata } from '../page/page.js';
import type { FieldChange, TextDiff } from '../page/page-change.js';
import type { MonitorSummary } from './monitor.js';

/** Status of a check. The last five are final. */
export type CheckStatus =
  | 'queued'
  | 'running'
  /** No page has the status `error`. */
  | 'completed'
  /** No page could be read. */
  | 'failed'
  /** Some pages have the status `error`. */
  | 'partial'
  /** Another check was running. */
  | 'skipped_overlap'
  /** The owner has no credits, or no pages of the day, left. */
  | 'skipped_no_credits';

export const CHECK_STATUSES: readonly CheckStatus[] = [
  'queued', 'running', 'completed', 'failed', 'partial', 'skipped_overlap', 'skipped_no_credits',
]; // prettier-ignore

/** The work on one target of a check. */
export type TargetResult =
  | { readonly targetId: string; readonly type: 'scrape'; readonly expectedJobs: readonly string[] }
  | { readonly targetId: string; readonly type: 'crawl'; readonly crawlId: string }
  | { readonly targetId: string; readonly type: 'search'; readonly resultCount: number };

/** A check as stored. Its targets, which may be megabytes, are read apart. Times are milliseconds since the epoch. */
export interface MonitorCheck {
  readonly id: string;
  readonly monitorId: string;
  readonly owner: string;
  /** Counts the checks of the monitor. */
  readonly number: number;
  readonly status: CheckStatus;
  readonly trigger: 'scheduled' | 'manual';
  /** Null for manual checks. */
  readonly scheduledFor: number | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly estimatedCredits: number;
  readonly actualCredits: number | null;
  readonly summary: MonitorSummary;
  readonly targetResults: readonly TargetResult[];
  readonly error: string | null;
  /** Warning of the first page that has one. */
  readonly warning?: string;
  /** Position of the work: a check that was interrupted continues there. */
  readonly progress: CheckProgress;
  /** True until the pages that are due were chosen from the targets of an adaptive monitor. */
  readonly toPlan?: boolean;
  /** Earliest time when a page that an adaptive check does not visit is due; null without such pages. */
  readonly restDueAt?: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Position of a check in its targets. */
export interface CheckProgress {
  /** Index of the target. */
  readonly target: number;
  /** Results of its job that are recorded. */
  readonly pages: number;
  /** Failures of its job that are recorded. */
  readonly failures: number;
  /** Mails about the end of the check; absent before the first one. */
  readonly mails?: MailProgress;
}

/** Position in the recipients of a monitor, stored before each mail. */
export interface MailProgress {
  /** Attempts to write the text of the mails from the pages of the check, stored before each. */
  readonly written?: number;
  /** Index of the recipient. */
  readonly next: number;
  /** Attempts for this recipient; more than one if the process died during the first. */
  readonly attempts: number;
}

/** Status of a page in a check. */
export type CheckPageStatus = 'same' | 'new' | 'changed' | 'removed' | 'error';

export const PAGE_STATUSES: readonly CheckPageStatus[] = ['same', 'new', 'changed', 'removed', 'error'];

/** A change that matters for the goal, with quotes of the page. */
export interface MeaningfulChange {
  readonly type: 'added' | 'removed' | 'changed';
  readonly before: string | null;
  readonly after: string | null;
  readonly reason: string;
}

/** Judgement of a change by a model. */
export interface Judgment {
  readonly meaningful: boolean;
  readonly confidence: 'high' | 'medium' | 'low';
  readonly reason: string;
  readonly meaningfulChanges: readonly MeaningfulChange[];
}

/** A page of a check. Plain JSON. */
export interface MonitorCheckPage {
  readonly id: string;
  readonly targetId: string;
  readonly url: string;
  readonly status: CheckPageStatus;
  /** `currentScrapeId` of the previous visit. */
  readonly previousScrapeId: string | null;
  /** Null if the page could not be read. */
  readonly currentScrapeId: string | null;
  readonly statusCode: number | null;
  readonly error: string | null;
  /** Warnings of the page, such as the names of fields without a value. */
  readonly warning?: string;
  readonly metadata: Pick<PageMetadata, 'title' | 'description'> | null;
  readonly diff: { readonly text?: TextDiff; readonly fields?: Readonly<Record<string, FieldChange>> } | null;
  /** Extracted data of the page. */
  readonly snapshot: unknown;
  readonly judgment: Judgment | null;
  /** Of search results that were not compared: `ignored` for an excluded domain or time, `skipped` if `error` prevented it. */
  readonly searchStatus?: 'ignored' | 'skipped';
  readonly createdAt: number;
}

/** Visits of a page by one monitor. */
export interface PageState {
  readonly url: string;
  readonly targetId: string;
  /** Null for a page that was never read. */
  readonly scrapeId: string | null;
  /** Identifies the title and snippet of a search result. */
  readonly text?: string;
  /** Time of the last visit that read the page; of the first failure if there was none. */
  readonly lastAt: number;
  /** Failures since the last visit that read the page. */
  readonly failures?: { readonly lastAt: number; readonly count: number };
  /** Visits after the first one; used by adaptive schedules. */
  readonly visits: VisitCounts;
}

/** Time of the last attempt to read a page. */
export const triedAt = ({ lastAt, failures }: PageState): number => failures?.lastAt ?? lastAt;

/** Visits of a page and their changes, at irregular intervals. */
export interface VisitCounts {
  readonly visits: number;
  readonly changes: number;
  /** Sum of the intervals without a change, in days. */
  readonly quietDays: number;
  /** Number of changes by the interval before them: powers of two of minutes. */
  readonly changedIn: Readonly<Record<string, number>>;
}

export const NO_VISITS: VisitCounts = { visits: 0, changes: 0, quietDays: 0, changedIn: {} };

/** A message for the webhook of a monitor. */
export interface MonitorMessage {
  readonly position: number;
  readonly event: 'monitor.page' | 'monitor.check.completed';
  readonly body: object;
}
