import { printable } from '../terminal/printable';
import type { CheckAnswer, MonitorAnswer, SummaryAnswer, TargetAnswer } from './monitor-answers';
import { facts, table } from './table';

const SHOWN_URLS = 3;

/** Time to the minute. @param timeZone IANA name; by default that of the machine */
export const timeOf = (iso: string | null, timeZone?: string): string =>
  iso === null
    ? '-'
    : new Date(iso).toLocaleString('sv-SE', {
        dateStyle: 'short',
        timeStyle: 'short',
        ...(timeZone ? { timeZone } : {}),
      });

export function monitorTable(monitors: readonly MonitorAnswer[]): string {
  const head = ['ID', 'STATUS', 'NEXT RUN', 'SCHEDULE', 'LAST CHECK', 'NAME'];
  const rows = monitors.map((monitor) => {
    const { id, status, nextRunAt, lastCheckSummary, name, schedule } = monitor;
    return [
      id,
      status,
      timeOf(nextRunAt, schedule.timezone),
      scheduleText(monitor),
      summaryText(lastCheckSummary),
      name,
    ];
  });
  return table(head, rows);
}

export function monitorFacts(monitor: MonitorAnswer): string {
  const { estimatedCreditsPerMonth: credits, webhook, notification, goal } = monitor;
  const recipients = notification?.email?.recipients.join(', ');
  const optional: readonly (readonly [string, string | null | undefined])[] = [
    ['goal', goal],
    ['webhook', webhook?.url],
    ['mails to', recipients],
    ['credits a month', credits === null ? null : `about ${credits}`],
  ];
  return facts([
    ['id', monitor.id],
    ['name', monitor.name],
    ['status', monitor.status],
    ['schedule', scheduleText(monitor)],
    ['next run', timeOf(monitor.nextRunAt, monitor.schedule.timezone)],
    ['last run', timeOf(monitor.lastRunAt, monitor.schedule.timezone)],
    ['last check', summaryText(monitor.lastCheckSummary)],
    ...monitor.targets.map((target) => ['target', targetText(target)] as const),
    ...optional.flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
    ['retention', `${monitor.retentionDays} days`],
  ]);
}

export function checkTable(checks: readonly CheckAnswer[]): string {
  const head = ['ID', 'STATUS', 'TRIGGER', 'CREATED', 'PAGES'];
  const rows = checks.map(({ id, status, trigger, createdAt, summary }) => [
    id,
    status,
    trigger,
    timeOf(createdAt),
    summaryText(summary),
  ]);
  return table(head, rows);
}

/** The line of a check, and a line with its warning if there is one. */
export function checkLine(check: CheckAnswer): string {
  const { id, status, startedAt, createdAt, summary, error, warning } = check;
  const reason = error === null ? '' : ` (${error})`;
  return `Check ${id} of ${timeOf(startedAt ?? createdAt)}: ${status}${reason}, ${summaryText(summary)}${warning === undefined ? '' : `\nwarning: ${printable(warning)}`}`;
}

function scheduleText({ schedule: { cron, adaptive, timezone } }: MonitorAnswer): string {
  if (adaptive) return `adaptive, ${adaptive.minMinutes}-${adaptive.maxMinutes} minutes ${timezone}`;
  return `${cron ?? ''} ${timezone}`;
}

/** `12 pages, 2 changed, 1 new`. */
export function summaryText(summary: SummaryAnswer | null): string {
  if (!summary) return '-';
  const counts = (['changed', 'new', 'removed', 'error'] as const)
    .filter((status) => summary[status] > 0)
    .map((status) => `${summary[status]} ${status}`);
  const { totalPages } = summary;
  return [`${totalPages} ${totalPages === 1 ? 'page' : 'pages'}`, ...counts].join(', ');
}

function targetText(target: TargetAnswer): string {
  if (target.type === 'crawl') return `site ${target.url}`;
  if (target.type === 'search') return `search ${target.queries.join(', ')}`;
  const { urls } = target;
  const rest = urls.length - SHOWN_URLS;
  return `${urls.slice(0, SHOWN_URLS).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
