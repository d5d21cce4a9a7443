import { setImmediate as nextTurn } from 'node:timers/promises';
import { ByteTurns } from '../../../model/byte-turns.js';
import type { ResultsRange, StoredResults } from '../../../ports/stores/result-store.port.js';
import { unpackPage } from '../../crawl-store/pack-page.js';
import type { PagesPointer } from '../../crawl-store/segments/segment.js';
import type { PagesRead } from '../../crawl-store/segments/segment-reader.js';
import type { OpenStore, StoredCrawl } from '../storage/open-store.js';
import type { Key, Table } from '../storage/table.js';
import { segmentAt } from './sealed-rows.js';

/** Bytes of pages, and rows, read in one turn of the event loop: a few milliseconds. */
const TURN_BYTES = 2 * 1024 * 1024;
const ROWS_A_TURN = 2_000;

/** Reads packed pages of a segment. */
type ReadSegment = (pointer: PagesPointer, read: PagesRead) => Promise<Buffer[]>;

/** Reads pages up to a limit. */
export async function readResults(
  store: OpenStore,
  { row, head }: StoredCrawl,
  { from, maxPages, maxBytes }: ResultsRange,
  readSegment: ReadSegment,
): Promise<StoredResults> {
  const pages: Buffer[] = [];
  let bytes = 0;
  const turns = new ByteTurns(TURN_BYTES);
  const isFull = (): boolean => pages.length >= maxPages || from + pages.length >= head.pages;
  while (!isFull()) {
    const read = await encodedPages(store, row.n, readSegment, {
      from: from + pages.length,
      most: maxPages - pages.length,
      maxBytes: maxBytes - bytes,
      isFirst: pages.length === 0,
    });
    if (read.length === 0) break; // the bytes are used up, or it has expired or was closed in between
    pages.push(...read);
    const readBytes = read.reduce((sum, { length }) => sum + length, 0);
    bytes += readBytes;
    await turns.after(readBytes);
  }
  const next = from + pages.length;
  return { pages, next, hasMore: next < head.pages };
}

/** The next page of the store, or pages of a segment. */
async function encodedPages(
  store: OpenStore,
  n: number,
  readSegment: ReadSegment,
  read: Omit<PagesRead, 'first'>,
): Promise<Buffer[]> {
  if (!store.isOpen) return [];
  const json = store.database.results.get([n, read.from]);
  if (json) return json.length > read.maxBytes && !read.isFirst ? [] : [json];
  const sealed = segmentAt(store.database, n, 'pages', read.from);
  if (!sealed) return [];
  const packed = await readSegment(sealed.pointer, { ...read, first: sealed.first });
  return Promise.all(packed.map(unpackPage));
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
