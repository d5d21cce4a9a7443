import type { PagesRange } from '../../ports/stores/monitor-store.port.js';
import type { RowStore } from '../page-store/row-store.js';
import { pagesOf } from './packed-page.js';
import type { CheckRow } from './rows.js';

/** Rows that are read at once. */
export const CHUNK = 200;
/** Bytes of packed pages that are read at once. */
const CHUNK_BYTES = 2 * 1024 * 1024;

/** Pages of a check, in order. */
export function readPages(rows: RowStore, checkId: string, range: PagesRange) {
  const { from, status } = range;
  const [first, skip] = status === undefined ? [from, 0] : [0, from];
  return pagesOf(eachPacked(rows, checkId, first), range, skip);
}

async function* eachPacked(rows: RowStore, checkId: string, first: number): AsyncGenerator<Buffer> {
  for (let after = first - 1; ;) {
    const range = { after, count: CHUNK, maxBytes: CHUNK_BYTES };
    const part: readonly (readonly [number, Buffer])[] = await rows.slice<Buffer>('checkPages', checkId, range); // prettier-ignore
    for (const [, packed] of part) yield packed;
    if (part.length === 0) return;
    after = part.at(-1)![0];
  }
}

/** Checks of a monitor, the newest first. */
export async function* eachCheck(rows: RowStore, monitorId: string): AsyncGenerator<CheckRow> {
  for (let after: number | undefined; ;) {
    const range = { count: CHUNK, isReversed: true, ...(after === undefined ? {} : { after }) };
    const part: readonly (readonly [number, CheckRow])[] = await rows.slice<CheckRow>('checks', monitorId, range); // prettier-ignore
    for (const [, row] of part) yield row;
    if (part.length < CHUNK) return;
    after = part.at(-1)![0];
  }
}
