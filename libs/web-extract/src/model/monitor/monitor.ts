import type { CrawlRequest } from '../crawl/crawl.js';
import type { PageRequest } from '../page/page-request.js';

/** Bounds of an adaptive schedule. */
export interface AdaptiveBounds {
  /** Shortest time between two visits of a page, in minutes. */
  readonly minMinutes: number;
  /** Longest time between two visits of a page, in minutes. */
  readonly maxMinutes: number;
  /** Maximum number of visited pages in 24 hours. @default no maximum of its own */
  readonly maxPagesPerDay?: number;
}

/** When a monitor runs. */
export type MonitorSchedule =
  | {
      /** Five fields: minute, hour, day of the month, month and weekday. */
      readonly cron: string;
      /** IANA name. */
      readonly timezone: string;
      /** True to distribute the starts of several monitors within the minute. */
      readonly isSpread: boolean;
    }
  | {
      /** Visits each page as often as it changes. */
      readonly adaptive: AdaptiveBounds;
      readonly timezone: string;
    };

/** Properties of all targets. */
interface TargetFacts {
  readonly id: string;
  /** Stored with the target for the layer that presents it; not used by the monitor. */
  readonly presentation?: Readonly<Record<string, unknown>>;
}

/** A list of pages. */
export interface ScrapeTarget extends TargetFacts {
  readonly type: 'scrape';
  /** 1 to 1,000 URLs. */
  readonly urls: readonly string[];
  readonly page?: Omit<PageRequest, 'url' | 'owner'>;
}

/** The pages of a site. */
export interface CrawlTarget extends TargetFacts {
  readonly type: 'crawl';
  readonly crawl: CrawlRequest;
}

/** Maximum age of search results. */
export type SearchWindow = '5m' | '15m' | '1h' | '6h' | '24h' | '7d';

/** Search results. */
export interface SearchTarget extends TargetFacts {
  readonly type: 'search';
  /** 1 to 12 queries. */
  readonly queries: readonly string[];
  readonly searchWindow: SearchWindow;
  readonly includeDomains: readonly string[];
  readonly excludeDomains: readonly string[];
  /** Maximum number of results of all queries together, 1 to 50. */
  readonly maxResults: number;
}

/** What a monitor observes. */
export type MonitorTarget = ScrapeTarget | CrawlTarget | SearchTarget;

/** Events sent to the webhook of a monitor. */
export type MonitorEvent = 'monitor.page' | 'monitor.check.completed';

/** Webhook of a monitor. */
export interface MonitorWebhook {
  readonly id: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Added to every message. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly events: readonly MonitorEvent[];
}

/** Mails about changes. */
export interface MonitorNotification {
  readonly email?: {
    readonly enabled: boolean;
    /** At most 20 addresses. */
    readonly recipients: readonly string[];
    readonly includeDiffs: boolean;
  };
}

/** Number of pages of a check by status. */
export interface MonitorSummary {
  readonly totalPages: number;
  readonly same: number;
  readonly changed: number;
  readonly new: number;
  readonly removed: number;
  readonly error: number;
}

export const NO_PAGES: MonitorSummary = { totalPages: 0, same: 0, changed: 0, new: 0, removed: 0, error: 0 };

/** A monitor as stored. Times are milliseconds since the epoch. */
export interface Monitor {
  readonly id: string;
  readonly owner: string;
  /** True if it was created with a stored key: it is paused when its owner has no valid key left. */
  readonly needsKey: boolean;
  readonly name: string;
  readonly status: 'active' | 'paused';
  readonly schedule: MonitorSchedule;
  /** Null while paused. */
  readonly nextRunAt: number | null;
  readonly lastRunAt: number | null;
  /** The check that is queued or running. */
  readonly currentCheckId: string | null;
  readonly targets: readonly MonitorTarget[];
  readonly webhook: MonitorWebhook | null;
  readonly notification: MonitorNotification | null;
  readonly retentionDays: number;
  /** Number of checks so far. */
  readonly checkCount: number;
  /** Question that changes are judged by. */
  readonly goal: string | null;
  readonly judgeEnabled: boolean;
  readonly lastCheckSummary: MonitorSummary | null;
  /** Extent of a check of the targets; absent in monitors of earlier versions. */
  readonly workload?: Workload;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A monitor without its targets, which may be megabytes. */
export type MonitorHead = Omit<Monitor, 'targets'>;

/** Extent of a check of some targets. */
export interface Workload {
  /** Credits of the targets whose number of pages is known. */
  readonly credits: number;
  /** The crawls: the limit of each, and the credits of a page. */
  readonly crawls: readonly { readonly limit: number | null; readonly credits: number }[];
  /** True if a target is a search. */
  readonly hasSearch: boolean;
}
