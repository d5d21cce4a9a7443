import type { FeedWrite } from '../../model/change-log.js';
import type {
  HistoryGroup,
  HistoryKey,
  HostFacts,
  SnapshotHead,
  SnapshotText,
  SnapshotVersion,
  VisitVerdict,
} from '../../model/snapshot.js';
import type { BodyPacks } from './body-packs.port.js';
import type { ChangeLog } from './change-log.port.js';

/** The stored history of a page. */
export interface HistoryEntry {
  /** Increased by every recorded visit. */
  readonly revision: number;
  readonly head: SnapshotHead;
  /** Null if it was evicted, or cannot be read from the archive. */
  readonly text: SnapshotText | null;
}

/** The stored state before a visit. */
export interface HistoryFinding {
  readonly entry: HistoryEntry | null;
  /** The result of the same visit, if it was recorded before. */
  readonly verdict: VisitVerdict | null;
}

/** A visit to record. */
export interface SnapshotUpdate {
  readonly head: SnapshotHead;
  /** Absent: the stored text is kept. */
  readonly text?: SnapshotText;
  /** The previous text, as a patch of the new one. */
  readonly version?: SnapshotVersion;
  /** True if the content equals the stored one and only its surroundings differ: older versions are kept. */
  readonly isSameText?: boolean;
  /** Maximum number of older versions, the newest first. */
  readonly maxVersions: number;
  /** Id and result of the visit, stored atomically with the snapshot. */
  readonly visit?: { readonly id: string; readonly verdict: VisitVerdict };
  /** Changes of the feed of the tag, stored atomically with the snapshot; ignored without a `changes` log. */
  readonly feed?: readonly FeedWrite[];
}

export type RecordResult =
  /** `lacks`: the part that exceeded the size limit. */
  | {
      readonly kind: 'recorded';
      readonly revision: number;
      readonly lacks: 'nothing' | 'version' | 'text';
      /** The entry of the feed exceeded the size limit and is not stored. */
      readonly lacksEntry?: true;
    }
  /** Another visit, or another entry of the feed, was recorded since it was read; nothing is stored. */
  | { readonly kind: 'raced' }
  /** The same visit was recorded before; nothing is stored. */
  | { readonly kind: 'repeated'; readonly verdict: VisitVerdict }
  /** The limit of pages is reached; nothing is stored. */
  | { readonly kind: 'full' };

/** A page found by an earlier visit. */
export interface RememberedPage {
  readonly url: string;
  readonly hops: number | null;
  readonly goneVisits: number | null;
}

/** Selects the history to delete. Both absent: the whole history of the owner. */
export interface ForgetFilter {
  readonly tag?: string;
  /** Normalized. */
  readonly url?: string;
  /** Other spelling of `url`; pages stored under it are deleted, too. */
  readonly alias?: string;
}

export interface HistoryUsage {
  readonly bytes: number;
  readonly maxBytes: number;
}

/**
 * Stores the texts of pages at their last visits, by owner, tag and read options. Safe for concurrent
 * workers.
 *
 * Its total size and its size per owner are bounded: when an owner exceeds its share, older versions are
 * evicted first, then texts, the oldest first. The metadata of a page is never evicted. Throws
 * UnavailableError if the history is unreachable.
 */
export abstract class PageHistory {
  /** Change feeds of the history; null if the driver has none. */
  get changes(): ChangeLog | null {
    return null;
  }

  /** Moves texts and versions to an archive; null if the driver does not. */
  get bodies(): BodyPacks | null {
    return null;
  }

  abstract find(key: HistoryKey, visitId?: string): Promise<HistoryFinding>;

  /**
   * Records a visit and its result atomically.
   * @param expectedRevision revision of the entry that was read; 0 if there was none
   */
  abstract record(key: HistoryKey, update: SnapshotUpdate, expectedRevision: number): Promise<RecordResult>;

  /** Returns older texts of a page, the newest first. */
  abstract versions(key: HistoryKey): Promise<readonly SnapshotVersion[]>;

  /** Returns the tags of an owner that have a history. */
  abstract tags(owner: string): Promise<readonly string[]>;

  /** Returns the groups of an owner with a tag. */
  abstract groups(owner: string, tag: string): Promise<readonly HistoryGroup[]>;

  /** Returns the pages of a group, in batches. @param hosts with non-default ports; null: all hosts */
  abstract remembered(
    group: HistoryGroup,
    hosts: readonly string[] | null,
  ): AsyncIterable<readonly RememberedPage[]>;

  /** @param host with a non-default port */
  abstract hostFacts(group: HistoryGroup, host: string): Promise<HostFacts | null>;

  abstract keepHostFacts(group: HistoryGroup, host: string, facts: HostFacts): Promise<void>;

  /**
   * Deletes matching pages so that they cannot be recovered from the files of the store. @returns the number
   * of deleted pages
   */
  abstract forget(owner: string, filter?: ForgetFilter): Promise<number>;

  /**
   * Deletes pages last visited before `beforeMs`, and results recorded before `verdictsBeforeMs`. @returns
   * the number of deleted pages
   */
  abstract expire(beforeMs: number, verdictsBeforeMs: number): Promise<number>;

  abstract usage(): Promise<HistoryUsage>;
}
