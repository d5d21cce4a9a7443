import type {
  ChunkRef,
  FeedName,
  FeedPage,
  FeedSettings,
  FeedState,
  LedgerRow,
  LedgerState,
  PendingRemoval,
  SinkSummary,
  StoredEntry,
} from '../../model/change-log.js';
import type { HistoryKey } from '../../model/snapshot.js';
import type { LedgerTransactions } from './ledger-transactions.port.js';

/** Selects entries to read. */
export interface EntryRange {
  /** Number of the last entry that was read. */
  readonly after: number;
  /** At most this number of entries. */
  readonly limit: number;
  /** Reads only the newest entries of existing pages, up to this entry; absent: all entries. */
  readonly snapshotUntil?: number;
}

export interface EntryPage {
  /** At most 8 MiB, and one entry. */
  readonly entries: readonly StoredEntry[];
  /** False if the range has no further entries. True also if there were too many to look through at once, even without a result. */
  readonly hasMore: boolean;
  /** Number up to which the range was read. */
  readonly last: number;
}

/** A page that exists, with the number of its newest entry. */
export interface CorpusPage {
  /** Internal name of the page. */
  readonly page: string;
  readonly seq: number;
}

/** A row of a ledger to write. */
export interface LedgerChange {
  /** Internal name of the page. */
  readonly page: string;
  readonly row: LedgerRow | null;
}

export interface FeedLimits {
  /** Maximum number of feeds of an owner. */
  readonly maxFeeds: number;
}

/**
 * Stores the change feeds of a page history, and which chunks consumers have received. Entries are written by
 * `PageHistory.record` only, atomically with the visit; deletions also by `settle` and when pages are forgotten or
 * expire. Numbers of entries increase and are never used again within an epoch.
 *
 * The newest entry of each existing page is never dropped; older ones are, the oldest first, if there are more of them
 * than pages. Throws UnavailableError if the store is unreachable.
 */
export abstract class ChangeLog {
  /** Commits effects of sinks together with their ledgers; null if the driver cannot. */
  readonly transactions: LedgerTransactions | null = null;

  /**
   * Returns the feed, after creating it if there is none. The settings of an existing feed are kept, except those that
   * `change` names.
   * @returns null if the owner has too many feeds
   */
  abstract open(
    name: FeedName,
    settings: FeedSettings,
    limits: FeedLimits,
    change?: { readonly maxChunkTokens: number | null },
  ): Promise<FeedState | null>;

  abstract state(name: FeedName): Promise<FeedState | null>;

  /** Returns the tags of an owner that have a feed. */
  abstract tags(owner: string): Promise<readonly string[]>;

  /** Returns the newest entry of a page; null if it has none. */
  abstract page(key: HistoryKey): Promise<FeedPage | null>;

  /** Returns the chunks of an entry; null if it is not stored. */
  abstract chunksOf(name: FeedName, seq: number): Promise<readonly ChunkRef[] | null>;

  abstract read(name: FeedName, range: EntryRange): Promise<EntryPage>;

  /** Returns one entry; null if it is not stored any more. */
  abstract entry(name: FeedName, seq: number): Promise<StoredEntry | null>;

  /** Returns the existing pages, in batches. */
  abstract pages(name: FeedName): AsyncIterable<readonly CorpusPage[]>;

  /** Returns the pending removals, in batches. */
  abstract pending(name: FeedName): AsyncIterable<readonly PendingRemoval[]>;

  /**
   * Decides about pending removals; pages that were found again since are ignored.
   * @returns the number of deletions written
   */
  abstract settle(
    name: FeedName,
    decision: { readonly remove: readonly string[]; readonly hold: readonly string[] },
  ): Promise<number>;

  /**
   * Reserves the ledger of a sink for one holder, after creating it if there is none.
   * @returns null if another holder has reserved it; 'full' if the feed has too many ledgers
   */
  abstract takeLedger(
    name: FeedName,
    sink: string,
    claim: { readonly holder: string; readonly leaseMs: number; readonly maxLedgers: number },
  ): Promise<LedgerState | 'full' | null>;

  /** Ends the reservation. */
  abstract leaveLedger(name: FeedName, sink: string, holder: string): Promise<void>;

  /** Changes the given fields of the state. @returns false if the holder has lost the reservation */
  abstract noteLedger(
    name: FeedName,
    sink: string,
    holder: string,
    change: Partial<LedgerState>,
  ): Promise<boolean>;

  /** Returns the sinks that have a ledger, by name; any `limit` of them if there are more. */
  abstract ledgers(name: FeedName, limit: number): Promise<readonly SinkSummary[]>;

  abstract ledger(name: FeedName, sink: string): AsyncIterable<readonly LedgerRow[]>;

  /** Returns the row of a page; null if it has none. */
  abstract ledgerRow(name: FeedName, sink: string, page: string): Promise<LedgerRow | null>;

  /**
   * Stores or, if `row` is null, deletes the row of a page.
   * @returns false if the holder has lost the reservation; nothing is stored
   */
  abstract writeLedger(name: FeedName, sink: string, holder: string, change: LedgerChange): Promise<boolean>;
}
