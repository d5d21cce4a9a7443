/** Fields of the responses of `/v2/monitor` that the command line shows. */
export interface MonitorAnswer {
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'paused';
  readonly schedule: {
    readonly cron?: string;
    readonly adaptive?: AdaptiveAnswer;
    readonly timezone: string;
  };
  readonly nextRunAt: string | null;
  readonly lastRunAt: string | null;
  readonly targets: readonly TargetAnswer[];
  readonly webhook: { readonly url: string } | null;
  readonly notification: { readonly email?: { readonly recipients: readonly string[] } } | null;
  readonly retentionDays: number;
  readonly estimatedCreditsPerMonth: number | null;
  readonly lastCheckSummary: SummaryAnswer | null;
  readonly goal: string | null;
}

interface AdaptiveAnswer {
  readonly minMinutes: number;
  readonly maxMinutes: number;
}

export type TargetAnswer =
  | { readonly type: 'scrape'; readonly urls: readonly string[] }
  | { readonly type: 'crawl'; readonly url: string }
  | { readonly type: 'search'; readonly queries: readonly string[] };

export interface SummaryAnswer {
  readonly totalPages: number;
  readonly same: number;
  readonly changed: number;
  readonly new: number;
  readonly removed: number;
  readonly error: number;
}

export interface CheckAnswer {
  readonly id: string;
  readonly monitorId: string;
  readonly status: string;
  readonly trigger: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly createdAt: string;
  readonly summary: SummaryAnswer;
  readonly error: string | null;
  readonly warning?: string;
}

export interface CheckPageAnswer {
  readonly url: string;
  readonly status: PageStatus;
  readonly error: string | null;
  readonly warning?: string;
  readonly diff: { readonly text?: string; readonly json?: unknown } | null;
  readonly judgment: JudgmentAnswer | null;
}

export const PAGE_STATUSES = ['changed', 'new', 'removed', 'error', 'same'] as const;

export type PageStatus = (typeof PAGE_STATUSES)[number];

export interface JudgmentAnswer {
  readonly meaningful: boolean;
  readonly confidence: string;
  readonly reason: string;
}

export interface CheckWithPagesAnswer extends CheckAnswer {
  readonly pages: readonly CheckPageAnswer[];
  /** Path of the next part; null at the end. A part may have fewer pages than were asked for. */
  readonly next: string | null;
}
