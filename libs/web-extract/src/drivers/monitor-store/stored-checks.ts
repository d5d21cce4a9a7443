import type { MonitorCheckPage } from '../../model/monitor/check.js';
import type { PagesRange } from '../../ports/stores/monitor-store.port.js';
import { unpackRow } from '../page-store/pack-row.js';
import type { RowStore } from '../page-store/row-store.js';
import type { CheckRow } from './rows.js';

/** Rows that are read at once. */
export const CHUNK = 200;

/** Pages of a check, in order. */
export async function readPages(rows: RowStore, checkId: string, { from, count, status }: PagesRange) {
  const pages: MonitorCheckPage[] = [];
  let left = from;
  for (let after = status === undefined ? from - 1 : -1; ;) {
    const part = await rows.slice<Buffer>('checkPages', checkId, { after, count: CHUNK });
    for (const [, packed] of part) {
      const page = await unpackRow<MonitorCheckPage>(packed);
      if (status !== undefined && (page.status !== status || left-- > 0)) continue;
      if (pages.length === count) return { pages, hasMore: true };
      pages.push(page);
    }
    if (part.length < CHUNK) return { pages, hasMore: false };
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
