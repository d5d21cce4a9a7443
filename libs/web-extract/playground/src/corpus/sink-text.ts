import type { LastSync, Sink } from '../api/feed-answers.js';
import { count, dateTime, duration } from '../ui/format.js';

/** How a sink is shown: a badge, and lines of text. */
export interface SinkText {
  readonly badge: string;
  readonly kind: string;
  readonly lines: readonly string[];
}

/** The last sync of a sink, or the one that runs. */
export function sinkText({ isRunning, lastSync }: Sink): SinkText {
  const lines = lastSync === null ? [] : linesOf(lastSync);
  if (isRunning) return { badge: 'running', kind: 'badge-scraping', lines: lines.map((line, n) => (n === 0 ? `Before: ${line}` : line)) }; // prettier-ignore
  if (lastSync === null) return { badge: 'never ended', kind: '', lines };
  const { outcome, crawlStatus } = lastSync;
  if (outcome !== 'completed') return { badge: outcome, kind: outcome === 'failed' ? 'badge-bad' : 'badge-warn', lines }; // prettier-ignore
  if (crawlStatus !== 'completed') return { badge: `crawl ${crawlStatus}`, kind: 'badge-bad', lines };
  return { badge: outcome, kind: 'badge-good', lines };
}

function linesOf({ at, ms, reason, counts, incomplete }: LastSync): string[] {
  const time = `${dateTime(Date.parse(at))}, ${duration(ms)}`;
  if (counts === null) return [time, ...(reason ? [reason] : [])];
  const names = (['new', 'changed', 'removed', 'held', 'failed'] as const).filter(
    (name) => counts[name] > 0 || name === 'new' || name === 'changed' || name === 'removed',
  );
  const pages = names.map((name) => `${count(counts[name])} ${name}`).join(', ');
  const rest = incomplete === 'limit' ? [`Limit reached: ${count(counts.notChecked)} pages not checked`] : [];
  return [time, pages, ...rest];
}
