import type { PageContent, StoredEntry } from '../../../model/change-log.js';
import type { EntryPage } from '../../../ports/stores/change-log.port.js';
import { unpackBytes } from '../pack-row.js';

/** An entry with its content as it is stored. */
export type PackedEntry = Omit<StoredEntry, 'content'> & { readonly content: Buffer | null };

/** Part of a range of entries as it is stored. */
export interface PackedPart {
  readonly entries: readonly PackedEntry[];
  readonly hasMore: boolean;
  /** Number up to which the range was read. */
  readonly last: number;
}

/** Size of the contents returned at once: packed texts may be a thousand times as large when they are unpacked. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Unpacks entries, up to a size. */
export async function unpackEntries({ entries, hasMore, last }: PackedPart): Promise<EntryPage> {
  const unpacked: StoredEntry[] = [];
  let bytes = 0;
  for (const { content, ...facts } of entries) {
    if (bytes > MAX_BYTES) return { entries: unpacked, hasMore: true, last: unpacked.at(-1)!.seq };
    const text = content && (await unpackBytes(content)).toString();
    bytes += text?.length ?? 0;
    unpacked.push({ ...facts, content: text === null ? null : (JSON.parse(text) as PageContent) });
  }
  return { entries: unpacked, hasMore, last };
}
