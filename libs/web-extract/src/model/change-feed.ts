import type { CorpusChunk, CorpusMetadata } from './change-log.js';

/** Chunks of a page in an entry. */
export interface EntryChunks {
  /** New chunks, and chunks that replace those with the same id. */
  readonly upsert: readonly CorpusChunk[];
  /** Ids of deleted chunks. */
  readonly delete: readonly string[];
  /** Ids of all chunks of the page, in order. */
  readonly all: readonly string[];
  /** `upsert` has all chunks of the page: delete all others first. */
  readonly replace?: true;
}

interface EntryFacts {
  /** Position after this entry. */
  readonly cursor: string;
  /** ISO 8601: visit that found the change. */
  readonly at: string;
  readonly url: string;
  /** Null for the first entry of a page. */
  readonly previousFingerprint: string | null;
}

/** A page that is new, or that has changed. */
export interface UpsertEntry extends EntryFacts {
  readonly type: 'upsert';
  readonly fingerprint: string;
  readonly metadata: CorpusMetadata;
  readonly chunks: EntryChunks;
}

/** A page that no longer exists. */
export interface DeleteEntry extends EntryFacts {
  readonly type: 'delete';
  readonly fingerprint: null;
}

/** An entry of a change feed. */
export type ChangeEntry = UpsertEntry | DeleteEntry;

/** Entries of a change feed. */
export interface ChangePage {
  readonly entries: readonly ChangeEntry[];
  /** Position after these entries, also if there are none. */
  readonly cursor: string;
  /**
   * Present while the whole corpus is read. When it is complete, pages that were not listed since its beginning do not
   * exist any more. Never complete for a tag that has no feed yet.
   */
  readonly snapshot?: { readonly complete: boolean };
  /** Number of removals that are held. */
  readonly held: number;
  /** True if further entries exist. */
  readonly hasMore: boolean;
  /** The tag has no feed: names the tags that have one. */
  readonly warning?: string;
}
