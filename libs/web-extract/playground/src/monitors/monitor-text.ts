import type { CheckSummary, Monitor } from '../api/monitor-answers.js';
import { count, dateTime } from '../ui/format.js';

const CHANGES = ['changed', 'new', 'removed', 'error'] as const;

/** `12 pages, 2 changed, 1 new` */
export function summaryText(summary: CheckSummary | null): string {
  if (!summary) return '';
  const counts = CHANGES.filter((status) => summary[status] > 0).map(
    (status) => `${count(summary[status])} ${status}`,
  );
  const { totalPages } = summary;
  return [`${count(totalPages)} ${totalPages === 1 ? 'page' : 'pages'}`, ...counts].join(', ');
}

export function scheduleText({ schedule: { cron, adaptive, timezone } }: Monitor): string {
  if (adaptive) return `adaptive, ${adaptive.minMinutes} to ${adaptive.maxMinutes} minutes`;
  return `${cron} ${timezone}`;
}

/** A time of a response; empty for null. */
export const timeOf = (iso: string | null): string => (iso === null ? '' : dateTime(Date.parse(iso)));
