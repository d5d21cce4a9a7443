import { readUnified } from '../changes/read-unified.js';
import type { TextDiff } from './answers.js';

/** Number of pages of a check by status. */
export interface CheckSummary {
  readonly totalPages: number;
  readonly same: number;
  readonly changed: number;
  readonly new: number;
  readonly removed: number;
  readonly error: number;
}

export interface MonitorTarget {
  readonly id?: string;
  readonly type: 'scrape' | 'crawl' | 'search';
  readonly urls?: readonly string[];
  readonly url?: string;
  readonly queries?: readonly string[];
  readonly crawlOptions?: { readonly limit?: number };
  readonly scrapeOptions?: { readonly formats?: readonly (string | MonitorFormat)[] };
}

export interface MonitorFormat {
  readonly type: string;
  readonly tag?: string;
  readonly schema?: { readonly properties?: Readonly<Record<string, { readonly type?: unknown }>> };
}

export interface Monitor {
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'paused';
  readonly schedule: {
    readonly cron?: string;
    readonly adaptive?: {
      readonly minMinutes: number;
      readonly maxMinutes: number;
      readonly maxPagesPerDay?: number;
    };
    readonly timezone: string;
  };
  readonly nextRunAt: string | null;
  readonly lastRunAt: string | null;
  readonly currentCheckId: string | null;
  readonly lastCheckSummary: CheckSummary | null;
  readonly goal: string | null;
  readonly targets: readonly MonitorTarget[];
  /** Values of headers are masked; masked values keep the stored ones. */
  readonly webhook: { readonly url: string } | null;
  readonly notification: {
    readonly email?: { readonly recipients: readonly string[]; readonly includeDiffs: boolean };
  } | null;
}

export interface MonitorCheck {
  readonly id: string;
  readonly status:
    'queued' | 'running' | 'completed' | 'failed' | 'partial' | 'skipped_overlap' | 'skipped_no_credits';
  readonly trigger: 'scheduled' | 'manual';
  readonly createdAt: string;
  readonly summary: CheckSummary;
  readonly error: string | null;
}

export type CheckPageStatus = 'same' | 'new' | 'changed' | 'removed' | 'error';

export interface MeaningfulChange {
  readonly type: 'added' | 'removed' | 'changed';
  readonly before: string | null;
  readonly after: string | null;
  readonly reason: string;
}

export interface Judgment {
  readonly meaningful: boolean;
  readonly confidence: 'high' | 'medium' | 'low';
  readonly reason: string;
  readonly meaningfulChanges: readonly MeaningfulChange[];
}

export interface CheckPage {
  readonly id: string;
  readonly url: string;
  readonly status: CheckPageStatus;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly warning?: string;
  readonly diff: { readonly text?: string; readonly json?: unknown } | null;
  readonly judgment: Judgment | null;
}

/** A response about monitors. */
export interface MonitorAnswer<Data> {
  readonly data: Data;
  readonly warning?: string;
}

export type CheckPagesAnswer = MonitorAnswer<
  MonitorCheck & { readonly pages: readonly CheckPage[]; readonly next: string | null }
>;

/** The lines of a diff; null if there are only changed fields. */
export function textDiffOf({ diff }: Pick<CheckPage, 'diff'>): TextDiff | null {
  if (hasLines(diff)) return { text: diff?.text ?? '', json: diff?.json as TextDiff['json'] };
  return diff?.text ? readUnified(diff.text) : null;
}

/** The changed fields of a page; null if it has none. */
export function changedFieldsOf({ diff }: Pick<CheckPage, 'diff'>): object | null {
  const { json } = diff ?? {};
  const isObject = typeof json === 'object' && json !== null && !hasLines(diff);
  return isObject && Object.keys(json).length > 0 ? json : null;
}

const hasLines = (diff: CheckPage['diff']): boolean =>
  Array.isArray((diff?.json as Partial<TextDiff['json']> | undefined)?.files);
