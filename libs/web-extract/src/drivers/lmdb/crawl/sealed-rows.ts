import type { PagesPointer, RowKind, RowsPointer } from '../../crawl-store/segments/segment.js';
import type { CrawlDatabase } from '../storage/crawl-database.js';
import type { SealedCounts } from '../storage/rows.js';
import type { Key } from '../storage/table.js';

type Kind = 'pages' | RowKind;

/** Where a sealed position is. */
interface SealedPosition<K extends Kind> {
  /** Position of the first row of the segment. */
  readonly first: number;
  readonly pointer: K extends 'pages' ? PagesPointer : RowsPointer;
}

const NONE: SealedCounts = { pages: 0, records: 0, failures: 0, blocked: 0 };

/** Rows of crawl `n` that are in the archive and not in the store: the first ones of each kind. */
export const sealedOf = ({ segments }: CrawlDatabase, n: number): SealedCounts =>
  (segments.get([n]) as SealedCounts | undefined) ?? NONE;

/** Finds the segment of a position; null if the position is not sealed. */
export function segmentAt<K extends Kind>(
  database: CrawlDatabase,
  n: number,
  kind: K,
  position: number,
): SealedPosition<K> | null {
  if (position >= sealedOf(database, n)[kind]) return null;
  const { segments, writes } = database;
  const stored = segments.stored.getKeys({
    start: [n, kind, position],
    end: [n, kind],
    reverse: true,
    limit: 1,
  });
  const pending = writes.pendingIn('segments').map(({ key }) => key as Key);
  const firsts = [...stored, ...pending]
    .filter((key) => key[0] === n && key[1] === kind && (key[2] as number) <= position)
    .map((key) => key[2] as number);
  const first = Math.max(...firsts);
  const pointer = segments.get([n, kind, first]) as SealedPosition<K>['pointer'] | undefined;
  return pointer ? { first, pointer } : null;
}
