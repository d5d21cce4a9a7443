import { TimeSlice } from '../../concurrency/time-slice.js';
import { PAGE_STATUSES, type CheckPageStatus, type MonitorCheckPage } from '../../model/monitor/check.js';
import type { PagesRange } from '../../ports/stores/monitor-store.port.js';
import { packRow, unpackBytes } from '../page-store/pack-row.js';

/** First byte of rows that begin with their status. No packed row begins with it: see `packRow`. */
const WITH_STATUS = 0x0f;
const HEAD_BYTES = 2;

/** Packs a page. Its status is readable without unpacking it. */
export async function packPage(page: MonitorCheckPage): Promise<Buffer> {
  return Buffer.concat([Buffer.from([WITH_STATUS, PAGE_STATUSES.indexOf(page.status)]), await packRow(page)]);
}

/** Packs pages one by one: a page may be as large as a body. */
export async function packPages(pages: readonly MonitorCheckPage[]): Promise<Buffer[]> {
  const packed: Buffer[] = [];
  for (const page of pages) packed.push(await packPage(page));
  return packed;
}

/** Reads the pages of a range, one after the other, from packed rows in order. Rows are taken only as far as the range reaches. */
export async function pagesOf(
  rows: AsyncIterable<Uint8Array>,
  { count, maxBytes, status }: PagesRange,
  skip: number,
): Promise<{ readonly pages: readonly MonitorCheckPage[]; readonly hasMore: boolean }> {
  const pages: MonitorCheckPage[] = [];
  let left = skip;
  let bytes = 0;
  const slice = new TimeSlice();
  for await (const row of rows) {
    if (slice.isOver) await slice.pass();
    const found = statusOf(row);
    if (status !== undefined && found !== null && (found !== status || left-- > 0)) continue;
    if (pages.length === count) return { pages, hasMore: true };
    const text = await unpackBytes(found === null ? row : row.subarray(HEAD_BYTES));
    const page = JSON.parse(text.toString()) as MonitorCheckPage;
    if (status !== undefined && found === null && (page.status !== status || left-- > 0)) continue;
    bytes += text.length;
    if (pages.length > 0 && bytes > maxBytes) return { pages, hasMore: true };
    pages.push(page);
  }
  return { pages, hasMore: false };
}

/** Null for rows of earlier versions. */
const statusOf = (row: Uint8Array): CheckPageStatus | null =>
  row[0] === WITH_STATUS ? (PAGE_STATUSES[row[1]!] ?? null) : null;
