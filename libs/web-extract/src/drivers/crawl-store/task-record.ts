import type { PageOutcome, PageRecord, PageTask, VisitFacts } from '../../model/crawl/crawl.js';

/** The row of a failure or a disallowed URL; empty for other outcomes. */
export function noteOf(task: PageTask, outcome: PageOutcome): string {
  if (outcome.kind === 'failed') return JSON.stringify(outcome.failure);
  return outcome.kind === 'blocked' ? task.url : '';
}

/** The fields of a record that are known before it is stored; the store prepends the outcome. */
type StoredRecord = Omit<PageRecord, 'outcome'>;

/** The row of a processed URL without its outcome, which the store decides. */
export function recordOf(
  { url, foundOn, hops, rule, attempts }: PageTask,
  outcome: PageOutcome,
  { changes: _, ...facts }: VisitFacts,
): StoredRecord {
  const errorCode = outcome.kind === 'failed' ? outcome.failure.code : null;
  return { url, foundOn, hops, rule, attempts, ...facts, errorCode };
}

/** @param row the outcome, a space, and the rest */
export function readRecord(row: string): PageRecord {
  const at = row.indexOf(' ');
  const outcome = row.slice(0, at) as PageRecord['outcome'];
  const { url, ...rest } = JSON.parse(row.slice(at)) as StoredRecord;
  return { url, outcome, ...rest };
}
