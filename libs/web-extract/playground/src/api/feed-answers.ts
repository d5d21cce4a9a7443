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

/** The end of the last sync of a sink. */
export interface LastSync {
  /** ISO 8601. */
  readonly at: string;
  readonly ms: number;
  readonly outcome: 'completed' | 'failed' | 'aborted';
  readonly reason: string | null;
  readonly crawlStatus: 'completed' | 'failed' | 'cancelled' | null;
  /** Null unless the sync was completed. */
  readonly counts: Readonly<
    Record<'new' | 'changed' | 'removed' | 'held' | 'failed' | 'notChecked', number>
  > | null;
  readonly incomplete: 'limit' | null;
}

/** A search index that the application keeps in sync with a tag. */
export interface Sink {
  readonly name: string;
  readonly isRunning: boolean;
  readonly lastSync: LastSync | null;
}

/** A tag of the key with a feed. */
export interface FeedTag {
  readonly tag: string;
  /** Number of pages that exist. */
  readonly pages: number;
  /** Number of held removals. */
  readonly held: number;
  readonly sinks: readonly Sink[];
}

export interface TagsAnswer {
  readonly data: readonly FeedTag[];
}
