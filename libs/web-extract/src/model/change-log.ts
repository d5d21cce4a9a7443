import type { LastSync } from './last-sync.js';
import type { HistoryKey } from './snapshot.js';

/** Names a change feed: each owner and tag has one. */
export interface FeedName {
  readonly owner: string;
  readonly tag: string;
}

/** Id of a chunk and identifier of its content. */
export type ChunkRef = readonly [id: string, version: string];

/** A chunk of a page for a search index. */
export interface CorpusChunk {
  /** Identifier of the location on the page: unaffected by text changes. */
  readonly id: string;
  /** Hash of the text without white space: equal texts have equal hashes. */
  readonly hash: string;
  /** Markdown. */
  readonly text: string;
  /** Headings that apply to the chunk, from the top level down. */
  readonly headingPath: readonly string[];
  /** URL of the page with the anchor of the nearest heading, if known. */
  readonly url: string;
  readonly tokens: number;
}

/** Metadata of a page in a change feed. */
export interface CorpusMetadata {
  readonly title: string | null;
  readonly description: string | null;
  readonly language: string | null;
  readonly author: string | null;
  readonly publishedAt: string | null;
  readonly modifiedAt: string | null;
  readonly statusCode: number;
  readonly contentType: string | null;
}

/** Content of a page in an entry, with the difference to the previous entry of the page. */
export interface PageContent {
  readonly metadata: CorpusMetadata;
  /** All chunks of the page, in order. */
  readonly chunks: readonly CorpusChunk[];
  /** Ids of chunks that are new, or whose text differs. */
  readonly upsert: readonly string[];
  /** Ids of deleted chunks. */
  readonly delete: readonly string[];
}

/** Settings of a feed, defined by its first tracked job. */
export interface FeedSettings {
  /** Read options of the pages; null if the feed was forgotten and belongs to no options. */
  readonly variant: string | null;
  /** Maximum number of tokens of a chunk; null: the default. */
  readonly maxChunkTokens: number | null;
}

/**
 * Entries that were written between two starts of the store. A store that continues from a backup uses the numbers of lost entries again,
 * in another era.
 */
export interface FeedEra {
  /** Six hexadecimal digits. */
  readonly id: string;
  /** Number of the last entry before it. */
  readonly after: number;
}

/** State of a feed. */
export interface FeedState extends FeedSettings {
  /** Changes when the feed starts again from nothing. */
  readonly epoch: string;
  /** The latest eras, in order. */
  readonly eras: readonly FeedEra[];
  /** Number of the newest entry. */
  readonly head: number;
  /** Number of pages that exist. */
  readonly live: number;
  /** Number of removals that are held. */
  readonly held: number;
  /** Entries up to this number may be missing a deleted page. */
  readonly expired: number;
}

/** The newest entry of a page. */
export interface FeedPage {
  readonly seq: number;
  readonly isLive: boolean;
  readonly fingerprint: string | null;
  /** Identifies the settings of its chunks. */
  readonly shape: string;
  readonly url: string;
}

/** A change of a feed, stored atomically with a visit. */
export type FeedWrite =
  | {
      readonly kind: 'upsert';
      readonly key: HistoryKey;
      /** Number of the newest entry of the page that was read; 0 if there was none. */
      readonly expectedSeq: number;
      readonly url: string;
      readonly fingerprint: string;
      readonly shape: string;
      readonly content: PageContent;
      /** Unified diff to the previous entry of the page, if it was computed. Stored by drivers whose readers can read it. */
      readonly diff?: string;
      /** The visited URL if it redirects to the page: a page without visits of its own is removed with it. */
      readonly redirectedFrom?: HistoryKey;
    }
  /** The page exists; a pending removal is withdrawn. */
  | {
      readonly kind: 'keep';
      readonly key: HistoryKey;
      /** Number of the newest entry of the page that was read. */
      readonly expectedSeq: number;
      /**
       * The page differs from that entry in noise only, and later visits are compared with this fingerprint: it replaces the one of the
       * page unless there is a newer entry. Null: the one of the page is left.
       */
      readonly fingerprint: string | null;
    }
  /** The page does not exist any more: its removal is pending until its job has completed. */
  | {
      readonly kind: 'gone';
      readonly key: HistoryKey;
      readonly jobId: string | null;
      readonly visits: number;
    }
  /** The URL redirects to another page. */
  | {
      readonly kind: 'moved';
      readonly key: HistoryKey;
      readonly to: HistoryKey;
      readonly isPermanent: boolean;
      readonly jobId: string | null;
    };

/** A removal that is not in the feed yet. Times are milliseconds since the epoch. */
export interface PendingRemoval {
  /** Internal name of the page. */
  readonly page: string;
  /** Job that found it; null for single scrapes. */
  readonly jobId: string | null;
  /** Number of visits that found the page removed. */
  readonly visits: number;
  /** Time at which the removal was first held; null if it was not. */
  readonly heldAt: number | null;
}

/** An entry as stored. */
export interface StoredEntry {
  readonly seq: number;
  readonly at: number;
  readonly type: 'upsert' | 'delete';
  readonly url: string;
  readonly fingerprint: string | null;
  readonly previousFingerprint: string | null;
  /** Number of the entry that the difference is relative to; 0 if there is none. */
  readonly previousSeq: number;
  /** True if that entry is not stored any more. */
  readonly isDetached: boolean;
  /** Null for deletions. */
  readonly content: PageContent | null;
}

/** Chunks of a page that a sink has received. */
export interface LedgerRow {
  /** Internal name of the page. */
  readonly page: string;
  readonly url: string;
  /** Number of the entry that the sink has received. */
  readonly seq: number;
  readonly chunks: readonly ChunkRef[];
  /** Calls of the sink for an entry that began and did not end: the process ended during them. */
  readonly interrupted?: { readonly seq: number; readonly calls: number };
}

/** The state of a sink. */
export interface LedgerState {
  /** Identifies the settings under which the sink was filled, and the data of its index; null for a new sink. */
  readonly signature: string | null;
  /** The last job that was started for the sink; null if there was none. */
  readonly job: string | null;
  /** The end of the last sync; null if none has ended. */
  readonly lastSync: LastSync | null;
}

/** A sink of a feed. */
export interface SinkSummary {
  /** The name that the application gave it. */
  readonly name: string;
  /** True while a sync has reserved it. */
  readonly isRunning: boolean;
  readonly lastSync: LastSync | null;
}
