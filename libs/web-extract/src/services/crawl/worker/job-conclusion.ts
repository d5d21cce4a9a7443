import type { CrawlJob, PageRecord } from '../../../model/crawl/crawl.js';
import { isTransientStatus } from '../../../model/retry/transient-status.js';
import type { ResultStore } from '../../../ports/stores/result-store.port.js';
import { namesPages } from '../planning/pages-of-job.js';

/** A result with more pages needs no explanation. */
const SHORT_PAGES = 5;
const MAX_RECORDS = 200;
/** Fewer may be chance. */
const MIN_SENT_BACK = 2;

/** A visit that was redirected to a page which sets a cookie, counted beside the refused links. */
export const SENT_BACK = 'redirected-for-cookie';

/** Rules that leave out links which callers may have expected, and what each says of them. */
const TELLING_RULES: Readonly<Record<string, string>> = {
  'outside-path': 'lie outside the folder of the start page',
  'not-included': 'match no including pattern',
  subdomain: 'lie on subdomains',
  'max-depth': 'are deeper than the crawl goes',
};

/** The end of a job with pages: its state, and a note about its result. */
export interface Conclusion {
  readonly status: 'completed' | 'failed';
  readonly reason: string | null;
}

/** Fails a crawl of which only an error of the start page is there; explains why the result of another is short. */
export async function concludeCrawl(
  job: CrawlJob,
  results: Pick<ResultStore, 'records'>,
): Promise<Conclusion> {
  const { counters, request } = job;
  if (namesPages(job) || counters.pages > SHORT_PAGES) return { status: 'completed', reason: null };
  const failed =
    counters.pages === 1 && Object.keys(counters.statusCounts).map(Number).find(isTransientStatus);
  if (failed) return { status: 'failed', reason: `The start page answered with HTTP status ${failed}` };
  if (counters.pages >= (request.limit ?? Infinity)) return { status: 'completed', reason: null };
  const records = await results.records(job.id, 0, MAX_RECORDS);
  const reasons = [sentBack(records), leftOut(records, counters.pages)].filter((reason) => reason !== null);
  return { status: 'completed', reason: reasons.length === 0 ? null : reasons.join('. ') };
}

function sentBack(records: readonly PageRecord[]): string | null {
  const count = records.filter(({ refused }) => refused[SENT_BACK]).length;
  if (count < MIN_SENT_BACK || count * 2 < records.length) return null;
  return `${count} pages redirected to a page that sets a cookie: the site seems to need its cookie on every request: set the option cookies to always`;
}

function leftOut(records: readonly PageRecord[], pages: number): string | null {
  const counts = new Map<string, number>();
  for (const { refused } of records)
    for (const [rule, count] of Object.entries(refused))
      if (rule in TELLING_RULES) counts.set(rule, (counts.get(rule) ?? 0) + count);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  if (!most || most[1] < pages) return null;
  const [rule, count] = most;
  return `${count === 1 ? '1 link was' : `${count} links were`} left out by the rule ${rule}: they ${TELLING_RULES[rule]}`;
}
