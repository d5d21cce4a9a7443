import type { EntryRange } from '../../../ports/stores/change-log.port.js';
import { MAX_READ_BYTES, type EntryRow, type PageRow } from './feed-rows.js';
import type { PackedEntry } from './unpack-entries.js';
import { PART, type Rows } from '../row-store.js';

/** An entry with its packed content. */
export interface FoundEntry {
  readonly seq: number;
  readonly entry: EntryRow;
  readonly content: Buffer | null;
  readonly isDetached: boolean;
}

/** Part of a range of entries, with their packed contents. */
interface FoundPart {
  readonly found: readonly FoundEntry[];
  readonly hasMore: boolean;
  /** Number up to which the range was read. */
  readonly last: number;
}

/** Entries that are looked through at once: those of a snapshot may be far between. */
const MAX_LOOKED_AT = 5_000;

/** Reads the entries of a range, up to a size. */
export function collectEntries(
  rows: Pick<Rows, 'get' | 'after'>,
  id: string,
  { after, limit, snapshotUntil }: EntryRange,
): FoundPart {
  const found: FoundEntry[] = [];
  let bytes = 0;
  let at = after;
  for (let looked = 0; looked < MAX_LOOKED_AT; looked += PART) {
    const part = rows.after<EntryRow>('feedEntries', id, at, PART);
    for (const [n, entry] of part) {
      const seq = Number(n);
      if (snapshotUntil !== undefined && seq > snapshotUntil) return { found, hasMore: false, last: at };
      if (snapshotUntil !== undefined && !isCurrent(rows, id, seq, entry)) {
        at = seq;
        continue;
      }
      if (found.length >= limit || bytes > MAX_READ_BYTES) return { found, hasMore: true, last: at };
      at = seq;
      const next = foundEntry(rows, id, seq, entry);
      bytes += next.content?.length ?? 0;
      found.push(next);
    }
    if (part.length < PART) return { found, hasMore: false, last: at };
  }
  return { found, hasMore: true, last: at };
}

const isCurrent = (rows: Pick<Rows, 'get'>, id: string, seq: number, [page, isUpsert]: EntryRow): boolean =>
  isUpsert && rows.get<PageRow>('feedPages', id, page)?.seq === seq;

export function foundEntry(rows: Pick<Rows, 'get'>, id: string, seq: number, entry: EntryRow): FoundEntry {
  const [, isUpsert, , , , , before] = entry;
  const content = isUpsert ? (rows.get<Buffer>('feedChunks', id, seq) ?? null) : null;
  const isDetached = before > 0 && rows.get('feedEntries', id, before) === undefined;
  return { seq, entry, content, isDetached };
}

export function packedEntry({ seq, entry, content, isDetached }: FoundEntry): PackedEntry {
  const [, isUpsert, at, url, fingerprint, previousFingerprint, previousSeq] = entry;
  const type = isUpsert ? 'upsert' : 'delete';
  return { seq, at, type, url, fingerprint, previousFingerprint, previousSeq, isDetached, content };
}
