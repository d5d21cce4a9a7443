import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RootDatabase } from 'lmdb';
import type { CrawlRequest } from '../../../model/crawl/crawl.js';
import {
  EXPIRED,
  MEMORY_MS,
  noteOf,
  type CrawlRow,
  type HeadRow,
  type LiveCrawlRow,
} from '../storage/rows.js';
import type { StoredTables } from '../storage/write-behind.js';

/** Options of crawls have a bound of a quarter of this; the first layout of the store had none. */
const MAX_ROW_BYTES = 1024 * 1024;
const ROWS_A_STEP = 200;
const TOO_LARGE = 'The options of this crawl are larger than this version of the package keeps';

/**
 * Writes the notes that the first layout of the store lacks, some crawls at a time: however much is in the store, little of it is in memory.
 * Crawls whose options are too large to be kept end, and keep their results. May be repeated.
 */
export async function indexCrawls(root: RootDatabase<unknown, string>, tables: StoredTables): Promise<void> {
  for (let ids = idsAfter(tables, null); ids.length > 0; ids = idsAfter(tables, ids.at(-1)!)) {
    await root.batch(() => ids.forEach((id) => indexCrawl(tables, id)));
    await nextTurn();
  }
}

function idsAfter({ crawls }: StoredTables, last: string | null): string[] {
  const range = last === null ? {} : { start: last };
  const ids = [...crawls.getKeys({ ...range, limit: ROWS_A_STEP })] as string[];
  return ids.filter((id) => id !== last);
}

function indexCrawl(tables: StoredTables, id: string): void {
  const bytes = tables.crawls.getBinary(id)?.length ?? 0;
  const row = tables.crawls.get(id) as CrawlRow | undefined;
  if (row === undefined || row === EXPIRED) return;
  const head = tables.heads.get(row.n) as HeadRow | undefined;
  if (!head) return;
  const known = bytes > MAX_ROW_BYTES ? endTooLarge(tables, id, row, head) : head;
  void tables.notes.put(row.n, noteOf(id, row, known.expiresAt));
}

function endTooLarge(tables: StoredTables, id: string, row: LiveCrawlRow, head: HeadRow): HeadRow {
  void tables.crawls.put(id, { ...row, request: withoutLargeOptions(row.request) });
  void tables.webhooks.remove(row.n);
  if (head.status !== 'running') return head;
  const now = Date.now();
  const expiresAt = now + MEMORY_MS;
  const ended: HeadRow = {
    ...head,
    status: 'failed',
    error: TOO_LARGE,
    finishedAt: now,
    expiresAt,
    attempts: [],
  };
  void tables.heads.put(row.n, ended);
  void tables.due.put([now, 'queue', row.n], 0);
  void tables.due.put([expiresAt, 'crawl', id], 0);
  return ended;
}

/** The options needed for responses about the crawl. */
function withoutLargeOptions({
  url,
  limit,
  page,
  presentation,
  skipErrorPages,
  zeroDataRetention,
}: CrawlRequest): CrawlRequest {
  return {
    url: url.slice(0, 2_000),
    ...(limit === undefined ? {} : { limit }),
    ...(page?.formats === undefined ? {} : { page: { formats: page.formats.slice(0, 10) } }),
    ...(presentation === undefined ? {} : { presentation }),
    ...(skipErrorPages === undefined ? {} : { skipErrorPages }),
    ...(zeroDataRetention ? { zeroDataRetention } : {}),
  };
}
