import type { CrawlJob } from '../../model/crawl/crawl.js';
import { UnavailableError } from '../../model/errors.js';
import { decodePage } from '../../model/page/stored-page.js';
import type { ResultStore } from '../../ports/stores/result-store.port.js';
import type { DatedPage } from './warc-of-pages.js';

const PAGES = { maxPages: 20, maxBytes: 4 * 1024 * 1024 };
const RECORDS = 1_000;

/**
 * Reads the pages that a crawl had when `job` was read, as they are stored.
 * @throws UnavailableError if they expire in between: a part is never taken for all of them
 */
export async function* storedPages(results: ResultStore, { id, counters }: CrawlJob): AsyncGenerator<Buffer> {
  for (let from = 0; from < counters.pages;) {
    const { pages, next } = await results.storedPages(id, { ...PAGES, from });
    if (pages.length === 0) throw new UnavailableError('the results of the job have expired');
    yield* pages.slice(0, counters.pages - from);
    from = next;
  }
}

/** Reads these pages with the times of their visits. */
export async function* datedPages(results: ResultStore, job: CrawlJob): AsyncGenerator<DatedPage> {
  const times = visitTimes(results, job.id);
  for await (const stored of storedPages(results, job)) {
    const { value } = await times.next();
    yield { page: await decodePage(stored), at: value ?? Date.now() };
  }
}

/** Times of the visits of pages, in the order of the pages: their records are stored in the same step. */
async function* visitTimes(results: ResultStore, id: string): AsyncGenerator<number, undefined> {
  for (let from = 0; ; from += RECORDS) {
    const records = await results.records(id, from, RECORDS);
    for (const { outcome, startedAt } of records) if (outcome === 'page') yield startedAt;
    if (records.length < RECORDS) return undefined;
  }
}
