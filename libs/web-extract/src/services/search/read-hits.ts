import { WebExtractError } from '../../model/errors.js';
import type { SearchHit, SearchResult } from '../../model/search/search.js';
import type { Page } from '../../model/page/page.js';

/** Pages of one search in progress at the same time. */
const MAX_AT_ONCE = 10;

/** Reads the page of a result. @throws WebExtractError */
export type ReadHit = (
  request: { readonly url: string; readonly headersFor: null; readonly timeoutMs: number },
  signal: AbortSignal,
) => Promise<Page>;

interface ReadingTime {
  /** As `performance.now()` counts. */
  readonly endsAt: number;
  readonly signal: AbortSignal;
}

/** Reads the pages of hits side by side; all of them have the same end of time. @throws the reason of the signal */
export async function readHits(
  read: ReadHit,
  hits: readonly SearchHit[],
  time: ReadingTime,
): Promise<SearchResult[]> {
  const results: SearchResult[] = [];
  const waiting = hits.entries();
  const readInTurn = async () => {
    for (const [position, hit] of waiting) results[position] = await readHit(read, hit, time);
  };
  await Promise.all(Array.from({ length: Math.min(MAX_AT_ONCE, hits.length) }, readInTurn));
  return results;
}

async function readHit(
  read: ReadHit,
  hit: SearchHit,
  { endsAt, signal }: ReadingTime,
): Promise<SearchResult> {
  const leftMs = Math.max(1, Math.ceil(endsAt - performance.now())); // too late: it says so
  try {
    return {
      ...hit,
      page: await read({ url: hit.url, headersFor: null, timeoutMs: leftMs }, signal),
      failure: null,
    };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (!(error instanceof WebExtractError)) throw error;
    return { ...hit, page: null, failure: { code: error.code, message: error.message } };
  }
}
