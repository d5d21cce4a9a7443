import type { ChangeEntry, EntryChunks } from '../../model/change-feed.js';
import type { PageContent, StoredEntry } from '../../model/change-log.js';

/**
 * An entry for a reader.
 * @param after number of the last entry that the reader has seen; null: nothing, the entry has to be complete
 */
export function presentEntry(entry: StoredEntry, cursor: string, after: number | null): ChangeEntry {
  const { at, url, previousSeq, isDetached, previousFingerprint, fingerprint, content } = entry;
  const facts = { cursor, at: new Date(at).toISOString(), url, previousFingerprint };
  if (!content) return { ...facts, type: 'delete', fingerprint: null };
  const isWhole = after === null || (isDetached && after < previousSeq);
  const chunks = isWhole ? wholeOf(content) : differenceOf(content);
  return { ...facts, type: 'upsert', fingerprint: fingerprint!, metadata: content.metadata, chunks };
}

function wholeOf({ chunks }: PageContent): EntryChunks {
  return { upsert: chunks, delete: [], all: chunks.map(({ id }) => id), replace: true };
}

function differenceOf({ chunks, upsert, delete: removed }: PageContent): EntryChunks {
  const changed = new Set(upsert);
  const all = chunks.map(({ id }) => id);
  return { upsert: chunks.filter(({ id }) => changed.has(id)), delete: removed, all };
}
