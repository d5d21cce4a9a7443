export interface FeedChunk {
  readonly id: string;
  readonly text: string;
  readonly headingPath: readonly string[];
  readonly tokens: number;
}

export interface FeedChunks {
  readonly upsert: readonly FeedChunk[];
  readonly delete: readonly string[];
  readonly all: readonly string[];
  /** `upsert` has all chunks of the page. */
  readonly replace?: true;
}

interface EntryFacts {
  readonly cursor: string;
  readonly at: string;
  readonly url: string;
  readonly previousFingerprint: string | null;
}

export interface UpsertEntry extends EntryFacts {
  readonly type: 'upsert';
  readonly fingerprint: string;
  readonly metadata: { readonly title: string | null };
  readonly chunks: FeedChunks;
}

export interface DeleteEntry extends EntryFacts {
  readonly type: 'delete';
  readonly fingerprint: null;
}

/** Entry of a change feed. */
export type FeedEntry = UpsertEntry | DeleteEntry;

export interface ChangesAnswer {
  readonly data: readonly FeedEntry[];
  /** Continues after the entries. */
  readonly cursor: string;
  /** Present while the whole corpus is read. */
  readonly snapshot?: { readonly complete: boolean };
  readonly warning?: string;
}

/** A tag of the key with a feed. */
export interface FeedTag {
  readonly tag: string;
  /** Number of pages that exist. */
  readonly pages: number;
  /** Number of held removals. */
  readonly held: number;
}

export interface TagsAnswer {
  readonly data: readonly FeedTag[];
}
