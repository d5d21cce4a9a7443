import type { SyncProgress, SyncResult } from 'nestjs-web-extract/corpus';
import { progressText } from '../terminal/progress-line';
import type { Terminal } from '../terminal/terminal';

/** Interval of lines without a terminal, as in a CI log. */
const LINE_INTERVAL_MS = 10_000;
const BYTES_PER_MB = 1e6;

/** Prints the progress of a sync: one updated line on a terminal, elsewhere a line every 10 s. */
export function progressOf(terminal: Terminal, limit: number): (progress: SyncProgress) => void {
  const startedAt = performance.now();
  let toldAt = startedAt;
  return (progress) => {
    const now = performance.now();
    if (terminal.isWatched) return terminal.progress(textOf(progress, limit, now - startedAt));
    if (now - toldAt < LINE_INTERVAL_MS) return;
    toldAt = now;
    terminal.note(textOf(progress, limit, now - startedAt));
  };
}

function textOf(progress: SyncProgress, limit: number, elapsedMs: number): string {
  if (progress.phase === 'crawl')
    return progressText(progress.counters, limit, progress.counters.pages, elapsedMs);
  return `${progress.new} new, ${progress.changed} changed, ${progress.removed} removed ${progress.url}`;
}

/** `3 new, 7 changed, 1 removed, 489 unchanged, 2 failed, 1.2 MB not sent again` */
export function summaryOf(result: SyncResult): string {
  const { changed, removed, unchanged, skipped, failed, bytesSaved } = result;
  const saved = bytesSaved === 0 ? '' : `, ${(bytesSaved / BYTES_PER_MB).toFixed(1)} MB not sent again`;
  const passedOver = skipped === 0 ? '' : `, ${skipped} skipped`;
  return `${result.new} new, ${changed} changed, ${removed} removed, ${unchanged} unchanged${passedOver}, ${failed} failed${saved}`;
}
