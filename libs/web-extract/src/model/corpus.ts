import type { CorpusChunk } from './change-log.js';
import type { BatchRequest } from './crawl/batch.js';
import type { CrawlCounters, CrawlRequest, CrawlStatus } from './crawl/crawl.js';
import type { Acknowledge, TransactionClient } from './effect-transaction.js';
import type { SyncCounts } from './last-sync.js';

/** A chunk for a search index. */
export interface CorpusEntry extends CorpusChunk {
  /** URL of the page. */
  readonly pageUrl: string;
  /** Title of the page. */
  readonly title: string | null;
  /** Language that the page declares. */
  readonly language: string | null;
}

/** Conditions of a call of a sink. */
export interface SinkCall {
  /** Aborts when the result of the call is not used any more. */
  readonly signal: AbortSignal;
  /**
   * With `transaction: true`: a client of `pg` in a transaction that is committed together with the record of what the sink has. All calls for
   * a page are in one transaction.
   */
  readonly transaction: TransactionClient;
  /**
   * With `transaction: 'own'`: applies the record of what the sink has in a transaction of the host. Other processes wait for its locks until
   * the transaction ends: await it as the last statement before the commit.
   */
  readonly acknowledge: Acknowledge;
}

/**
 * A search index of the host. All methods have to be idempotent, except with `transaction`: a call is repeated if the process ended before
 * its result was stored. A call is complete when its promise resolves.
 */
export interface CorpusSink {
  /** Identifies the index: a tag has one ledger for each name. At most 256 characters. */
  readonly name: string;
  /**
   * Changes of an index in the database of the library take place exactly once. `true`: those of the client `transaction` of the call;
   * `'own'`: those of a transaction of the host, in which each call awaits `acknowledge`. Needs `PostgresDriversModule`. @default at least once
   */
  readonly transaction?: true | 'own';
  /** Stores chunks, and replaces those with the same ids. At most 500 chunks of one page. */
  upsert(entries: readonly CorpusEntry[], call: SinkCall): unknown;
  /** Deletes chunks; unknown ids are ignored. At most 500 ids of one page. */
  remove(ids: readonly string[], call: SinkCall): unknown;
  /**
   * Deletes all chunks. Called before a sink is filled for the first time, and after its tag was forgotten. Without this method chunks of
   * an earlier ledger stay in the index.
   */
  clear?(call: SinkCall): unknown;
  /**
   * Identifies the data of the index: a value that is stored with the data and that a new index has another one of, such as a random id
   * in a table; at most 256 characters. Null: the index has no data. The index is cleared and filled again if it differs from the value of the
   * last sync. Without this method the index has to be persistent: a sync cannot notice that its data was lost.
   */
  epoch?(call: Pick<SinkCall, 'signal'>): string | null | Promise<string | null>;
}

/** A corpus to keep in sync. */
export interface SyncRequest {
  /** Site to crawl, or pages to read. Tracking options of `page` are kept, except the tag. */
  readonly crawl: CrawlRequest | BatchRequest | readonly string[];
  /**
   * Name of the corpus: 1 to 256 characters that do not start with `monitor:`. Its pages have the read options of the
   * first sync.
   */
  readonly tag: string;
  /** Settings of the chunks, for all sinks of the tag. @default those of the last sync */
  readonly chunks?: { readonly maxTokens?: number };
  /**
   * Identifies what the sink adds to the chunks, such as the embedding model. If it changes, the whole corpus is passed again; at most
   * 256 characters. @default ''
   */
  readonly signature?: string;
  /**
   * Count pages with a status of 400 or higher towards the limit of a crawl. If false, at most twice the limit is
   * read. @default true
   */
  readonly errorPagesCount?: boolean;
}

/** Limits on the removals of one sync. */
export interface RemovalGuard {
  /**
   * Fraction of the pages of the sink, 0 to 1. More than ten pages and more than this fraction stay in the sink.
   */
  readonly maxRemovedShare: number;
}

/** Conditions of a sync. */
export interface SyncOptions {
  /** Owner of the corpus and of the crawl. @default 'host' */
  readonly owner?: string;
  /** Ends the sync and cancels its crawl. The next sync continues. */
  readonly signal?: AbortSignal;
  /** Additional limit on the pages removed from the sink. @default none: the feed holds removals by `history.maxRemovedShare` */
  readonly guard?: RemovalGuard;
  /** Removes the pages whose removal is held. @default false */
  readonly confirmRemovals?: boolean;
  /** Clears the sink and passes the whole corpus again. @default false */
  readonly refill?: boolean;
  /** Longest duration of one call of the sink in milliseconds, at least 1. @default 300_000 */
  readonly sinkTimeoutMs?: number;
  /** Called at most once a second while pages are read, and after each page that was passed to the sink. */
  readonly onProgress?: (progress: SyncProgress) => void;
}

/** Progress of a sync: its crawl first, then the sink. */
export type SyncProgress =
  | { readonly phase: 'crawl'; readonly crawlId: string; readonly counters: CrawlCounters }
  | {
      readonly phase: 'sink';
      readonly new: number;
      readonly changed: number;
      readonly removed: number;
      /** URL of the last page. */
      readonly url: string;
    };

/** The result of a sync. */
export interface SyncResult extends SyncCounts {
  readonly crawlId: string;
  /** Present if the crawl has found no page: what the site answered instead. Its error pages are then counted as failed. */
  readonly reason?: string;
  /** Status of the crawl. Nothing is removed because of a crawl that was not completed. */
  readonly crawlStatus: Exclude<CrawlStatus, 'running'>;
  /**
   * `limit` if the crawl has reached its limit: pages that it has not visited stay in the corpus, also with `confirmRemovals`. Null: all pages
   * were visited.
   */
  readonly incomplete: 'limit' | null;
}

/** A search in a corpus. */
export interface CorpusQuery {
  /** Name of the corpus. */
  readonly tag: string;
  /** Words, at most 1,000 characters. */
  readonly query: string;
  /** Maximum number of passages, 1 to 50. @default 5 */
  readonly limit?: number;
  /** Owner of the corpus. @default 'host' */
  readonly owner?: string;
}

/** A chunk of a corpus that contains words of a query. */
export interface CorpusPassage {
  /** URL of the page with the anchor of the nearest heading, if known. */
  readonly url: string;
  readonly pageUrl: string;
  readonly title: string | null;
  /** Headings that apply to the passage, from the top level down. */
  readonly headingPath: readonly string[];
  /** Markdown. */
  readonly text: string;
  /** Relevance; comparable within one result. */
  readonly score: number;
}

/** Passages of a corpus. */
export interface CorpusSearchResult {
  readonly passages: readonly CorpusPassage[];
  /** Reasons why passages may be missing. */
  readonly warnings: readonly string[];
}
