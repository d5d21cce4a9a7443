import type { ResultsRange, StoredResults } from '../../ports/stores/result-store.port.js';
import { unpackPage } from './pack-page.js';

const PAGES_A_ROUND = 200;

/** Arguments of one read. */
export interface Round {
  readonly from: number;
  readonly most: number;
  readonly maxBytes: number;
  /** The first page is returned regardless of its size. */
  readonly isFirst: boolean;
}

/** Reads a range of packed pages, and their total number. The range is empty if they have expired. */
type ReadPacked = (round: Round) => Promise<{ readonly total: number; readonly packed: readonly Buffer[] }>;

/** Reads pages until a bound is met; a long answer comes in rounds. */
export async function readResults(
  read: ReadPacked,
  { from, maxPages, maxBytes }: ResultsRange,
): Promise<StoredResults> {
  const pages: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const { total, packed } = await read({
      from: from + pages.length,
      most: Math.min(maxPages - pages.length, PAGES_A_ROUND),
      maxBytes: Math.min(maxBytes, Number.MAX_SAFE_INTEGER) - bytes,
      isFirst: pages.length === 0,
    });
    const encoded = await Promise.all(packed.map(unpackPage));
    pages.push(...encoded);
    bytes += encoded.reduce((sum, { length }) => sum + length, 0);
    const next = from + pages.length;
    if (encoded.length === 0 || pages.length >= maxPages || next >= total) {
      return { pages, next, hasMore: next < total };
    }
  }
}
