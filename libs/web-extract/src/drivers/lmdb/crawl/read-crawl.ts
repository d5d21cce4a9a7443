import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CrawlResults } from '../../../model/crawl/crawl.js';
import type { MergedData } from '../../../model/extraction/extract-job.js';
import type { Page } from '../../../model/page/page.js';
import { decodePage } from '../../../model/page/stored-page.js';
import type { ResultsRange } from '../../../ports/result-store.port.js';
import type { OpenStore, StoredCrawl } from '../storage/open-store.js';
import type { Key, Table } from '../storage/table.js';

/** Bytes parsed, and rows read, in one turn of the event loop: a few milliseconds. */
const BYTES_A_TURN = 512 * 1024;
const ROWS_A_TURN = 2_000;

/** Reads pages up to a limit. Later pages are not decoded; long reads yield to the event loop. */
export async function readResults(
  store: OpenStore,
  { row, head }: StoredCrawl,
  { from, maxPages, maxBytes }: ResultsRange,
): Promise<CrawlResults> {
  const pages: Page[] = [];
  let bytes = 0;
  let turnEnds = BYTES_A_TURN;
  let position = from;
  for (; pages.length < maxPages && position < head.pages; position++) {
    const json = store.isOpen ? store.database.results.get([row.n, position]) : undefined;
    if (!json) break; // expired or closed in between
    bytes += json.length;
    if (pages.length > 0 && bytes > maxBytes) break;
    pages.push(await decodePage(json));
    if (bytes < turnEnds) continue;
    turnEnds = bytes + BYTES_A_TURN;
    await nextTurn();
  }
  return { pages, next: position, hasMore: position < head.pages };
}

/** Position of the result of an extract job, after its pages. */
export const GATHERED = 'gathered';

export function readGathered({ database }: OpenStore, n: number): MergedData | null {
  const json = database.results.get([n, GATHERED]);
  return json ? (JSON.parse(json.toString()) as MergedData) : null;
}

/** Reads rows of crawl `n` from a position on, up to the first that is not there. */
export async function readRows<T>(
  store: OpenStore,
  table: Table<T, Key>,
  n: number,
  from: number,
  count: number,
): Promise<T[]> {
  const rows: T[] = [];
  while (store.isOpen && rows.length < count) {
    const row = table.get([n, from + rows.length]);
    if (row === undefined) break;
    rows.push(row);
    if (rows.length % ROWS_A_TURN === 0) await nextTurn();
  }
  return rows;
}
