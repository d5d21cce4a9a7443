import type { FeedEntry } from '../api/feed-answers.js';
import { count } from '../ui/format.js';
import type { ReadFeed } from './feed-reader.js';

/** `1 chunk`, `1,234 chunks` */
export const countOf = (value: number, noun: string, plural = `${noun}s`): string =>
  `${count(value)} ${value === 1 ? noun : plural}`;

/** `3 chunks upserted, 1 deleted` */
export function chunksText(entry: FeedEntry): string {
  if (entry.type === 'delete') return 'all chunks deleted';
  const { upsert, delete: removed, replace } = entry.chunks;
  const upserted = `${countOf(upsert.length, 'chunk')} upserted`;
  return replace ? `${upserted}, replacing all others` : `${upserted}, ${count(removed.length)} deleted`;
}

/** State of the snapshot. */
export function snapshotText({ isComplete }: ReadFeed): string {
  if (isComplete === null) return 'changes only';
  return isComplete
    ? 'snapshot complete: pages that are not listed do not exist any more'
    : 'snapshot not complete yet';
}

/** Result of the last request for more entries. */
export function lastText({ lastCount, entries, dropped }: ReadFeed): string {
  if (lastCount === null) return '';
  if (entries.length === 0) return 'No entries. Crawls with the format Changes and this tag add them.';
  if (lastCount === 0) return 'No new changes.';
  const total = entries.length + dropped;
  return `${countOf(lastCount, 'entry', 'entries')} read, ${count(total)} in all.`;
}
