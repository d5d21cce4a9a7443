import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CrawlJob, PageFailure } from '../../../model/crawl/crawl.js';
import type { ResultStore } from '../../../ports/stores/result-store.port.js';

/** URLs without a page, with the reason. */
export interface CrawlFailures {
  /** In order of occurrence, 8 MiB at most. */
  readonly failures: readonly PageFailure[];
  /** In order of discovery, 8 MiB at most. */
  readonly robotsBlocked: readonly string[];
  /** Number of URLs beyond these bounds. The events of the job name all. */
  readonly unlisted: number;
}

const MAX_BYTES = 8 * 1024 * 1024;
const BATCH = 200;
/** Of the fields of a failure that are not texts of the site. */
const FAILURE_BYTES = 200;

/** Reads the failed and disallowed URLs of a job in batches, with turns for other work. */
export async function readFailures(results: ResultStore, { id, counters }: CrawlJob): Promise<CrawlFailures> {
  const failures = await readList(
    (from) => results.failures(id, from, BATCH),
    ({ url, message }) => url.length + message.length + FAILURE_BYTES,
  );
  const robotsBlocked = await readList(
    (from) => results.robotsBlocked(id, from, BATCH),
    (url) => url.length,
  );
  const unlisted = counters.failed - failures.length + counters.blocked - robotsBlocked.length;
  return { failures, robotsBlocked, unlisted: Math.max(0, unlisted) };
}

async function readList<T>(read: (from: number) => Promise<T[]>, weigh: (one: T) => number): Promise<T[]> {
  const list: T[] = [];
  for (let bytes = 0; ;) {
    const batch = await read(list.length);
    for (const one of batch) {
      bytes += weigh(one);
      if (bytes > MAX_BYTES) return list;
      list.push(one);
    }
    if (batch.length < BATCH) return list;
    await nextTurn();
  }
}
