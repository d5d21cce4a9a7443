import { WebExtractError } from '../../model/errors.js';
import type { PageRequest } from '../../model/page/page-request.js';
import type { SearchHit, SearchResult } from '../../model/search/search.js';
import type { ScrapeService } from '../scrape.service.js';

/** Pages of one search in progress at the same time. */
const MAX_AT_ONCE = 10;

interface ReadingTime {
  /** As `performance.now()` counts. */
  readonly endsAt: number;
  readonly signal: AbortSignal;
}

/** Reads the pages of hits side by side; all of them have the same end of time. @throws the reason of the signal */
export async function readHits(
  scraper: ScrapeService,
  hits: readonly SearchHit[],
  page: Omit<PageRequest, 'url'>,
  time: ReadingTime,
): Promise<SearchResult[]> {
  const results: SearchResult[] = [];
  const waiting = hits.entries();
  const readInTurn = async () => {
    for (const [position, hit] of waiting) results[position] = await readHit(scraper, hit, page, time);
  };
  await Promise.all(Array.from({ length: Math.min(MAX_AT_ONCE, hits.length) }, readInTurn));
  return results;
}

async function readHit(
  scraper: ScrapeService,
  hit: SearchHit,
  page: Omit<PageRequest, 'url'>,
  { endsAt, signal }: ReadingTime,
): Promise<SearchResult> {
  const leftMs = Math.max(1, Math.ceil(endsAt - performance.now())); // too late: it says so
  const timeoutMs = Math.min(page.timeoutMs ?? leftMs, leftMs);
  try {
    return {
      ...hit,
      page: await scraper.scrape({ ...page, url: hit.url, headersFor: null, timeoutMs }, signal),
      failure: null,
    };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (!(error instanceof WebExtractError)) throw error;
    return { ...hit, page: null, failure: { code: error.code, message: error.message } };
  }
}
