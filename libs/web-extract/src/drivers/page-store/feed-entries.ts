import type { PageContent, StoredEntry } from '../../model/change-log.js';
import type { EntryRange } from '../../ports/change-log.port.js';
import { MAX_READ_BYTES, type EntryRow, type PageRow } from './feed-rows.js';
import { unpackRow } from './pack-row.js';
import { PART, type Rows } from './row-store.js';

/** An entry with its packed content. */
export interface FoundEntry {
  readonly seq: number;
  readonly entry: EntryRow;
  readonly content: Buffer | null;
  readonly isDetached: boolean;
}

/** Reads the entries of a range, up to a size. */
export function collectEntries(
  rows: Pick<Rows, 'get' | 'after'>,
  id: string,
  { after, limit, snapshotUntil }: EntryRange,
): { readonly found: readonly FoundEntry[]; readonly hasMore: boolean } {
  const found: FoundEntry[] = [];
  let bytes = 0;
  for (let at = after; ;) {
    const part = rows.after<EntryRow>('feedEntries', id, at, PART);
    for (const [n, entry] of part) {
      const seq = Number(n);
      if (snapshotUntil !== undefined && seq > snapshotUntil) return { found, hasMore: false };
      at = seq;
      if (snapshotUntil !== undefined && !isCurrent(rows, id, seq, entry)) continue;
      if (found.length >= limit || bytes > MAX_READ_BYTES) return { found, hasMore: true };
      const next = foundEntry(rows, id, seq, entry);
      bytes += next.content?.length ?? 0;
      found.push(next);
    }
    if (part.length < PART) return { found, hasMore: false };
  }
}

const isCurrent = (rows: Pick<Rows, 'get'>, id: string, seq: number, [page, isUpsert]: EntryRow): boolean =>
  isUpsert && rows.get<PageRow>('feedPages', id, page)?.seq === seq;

export function foundEntry(rows: Pick<Rows, 'get'>, id: string, seq: number, entry: EntryRow): FoundEntry {
  const [, isUpsert, , , , , before] = entry;
  const content = isUpsert ? (rows.get<Buffer>('feedChunks', id, seq) ?? null) : null;
  const isDetached = before > 0 && rows.get('feedEntries', id, before) === undefined;
  return { seq, entry, content, isDetached };
}

export async function unpackEntry({ seq, entry, content, isDetached }: FoundEntry): Promise<StoredEntry> {
  const [, isUpsert, at, url, fingerprint, previousFingerprint, previousSeq] = entry;
  return {
    seq,
    at,
    type: isUpsert ? 'upsert' : 'delete',
    url,
    fingerprint,
    previousFingerprint,
    previousSeq,
    isDetached,
    content: content && (await unpackRow<PageContent>(content)),
  };
}
