import type { AdaptiveBounds, Monitor, MonitorEvent, MonitorNotification, MonitorTarget, SearchTarget, Workload } from '../../../model/monitor/monitor.js'; // prettier-ignore
import type { CrawlTarget, ScrapeTarget } from '../../../model/monitor/monitor.js';

/** Schedule of a new monitor: one of `cron`, `text` and `adaptive`. */
export interface ScheduleRequest {
  /** Five fields: minute, hour, day of the month, month and weekday. */
  readonly cron?: string;
  /** Words such as `every 30 minutes` or `weekdays at 8:30`. */
  readonly text?: string;
  readonly adaptive?: AdaptiveBounds;
  /** IANA name. @default 'UTC' */
  readonly timezone?: string;
}

/** Target of a new monitor. */
export type TargetRequest =
  | (Omit<ScrapeTarget, 'id'> & { readonly id?: string })
  | (Omit<CrawlTarget, 'id'> & { readonly id?: string })
  | (Pick<SearchTarget, 'type' | 'queries'> & Partial<SearchTarget>);

/** Webhook of a new monitor. */
export interface MonitorWebhookRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** @default all events */
  readonly events?: readonly MonitorEvent[];
}

/** A new monitor. `name`, `schedule` and `targets` are required. */
export interface MonitorRequest {
  /** 1 to 200 characters. */
  readonly name: string;
  readonly schedule: ScheduleRequest;
  /** 1 to 50 targets. */
  readonly targets: readonly TargetRequest[];
  readonly webhook?: MonitorWebhookRequest | null;
  readonly notification?: MonitorNotification | null;
  /** Retention of checks in days, 1 to 365. @default 30 */
  readonly retentionDays?: number;
  /** Question that changes are judged by; at most 2,000 characters. */
  readonly goal?: string | null;
  /** @default true with a goal */
  readonly judgeEnabled?: boolean;
}

/** Changed fields of a monitor. Null removes a webhook, a notification or a goal. */
export interface MonitorChange extends Partial<MonitorRequest> {
  readonly status?: Monitor['status'];
}

/** Fields of a monitor that a request determines. */
export type PlannedFields = Pick<
  Monitor,
  'name' | 'schedule' | 'webhook' | 'notification' | 'retentionDays' | 'goal' | 'judgeEnabled'
> & {
  readonly workload: Workload;
  /** Null if they stay as they are. */
  readonly targets: readonly MonitorTarget[] | null;
};
