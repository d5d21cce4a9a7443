import type {
  HistoryGroup,
  HistoryKey,
  HostFacts,
  SnapshotHead,
  SnapshotText,
  SnapshotVersion,
  VisitVerdict,
} from '../model/snapshot.js';

/** What a history knows of a page. */
export interface HistoryEntry {
  /** Rises with every visit that is recorded. */
  readonly revision: number;
  readonly head: SnapshotHead;
  /** Null where it was dropped for want of room. */
  readonly text: SnapshotText | null;
}

/** What a visit finds before it begins. */
export interface HistoryFinding {
  readonly entry: HistoryEntry | null;
  /** What the same visit has recorded before. */
  readonly verdict: VisitVerdict | null;
}

/** A visit to be recorded. */
export interface SnapshotUpdate {
  readonly head: SnapshotHead;
  /** Absent: the stored one stays. */
  readonly text?: SnapshotText;
  /** The text so far, as a difference to the new one. */
  readonly version?: SnapshotVersion;
  /** The text says the same as the stored one, and only what stands around it differs: older versions stay. */
  readonly isSameText?: boolean;
  /** Older versions kept, the newest first. */
  readonly maxVersions: number;
  /** Name of the visit, and what it reports. Kept with the snapshot, in one step. */
  readonly visit?: { readonly id: string; readonly verdict: VisitVerdict };
}

export type RecordResult =
  /** `lacks`: what there was no room for. */
  | { readonly kind: 'recorded'; readonly revision: number; readonly lacks: 'nothing' | 'version' | 'text' }
  /** Another visit was recorded since the revision that was expected; nothing is stored. */
  | { readonly kind: 'raced' }
  /** The same visit was recorded before; nothing is stored. */
  | { readonly kind: 'repeated'; readonly verdict: VisitVerdict }
  /** There is no room for another page; nothing is stored. */
  | { readonly kind: 'full' };

/** A page that an earlier visit saw. */
export interface RememberedPage {
  readonly url: string;
  readonly hops: number | null;
  readonly goneVisits: number | null;
}

/** What is to be forgotten of an owner. Both absent: everything. */
export interface ForgetFilter {
  readonly tag?: string;
  /** Normalised. */
  readonly url?: string;
}

export interface HistoryUsage {
  readonly bytes: number;
  readonly maxBytes: number;
}

/**
 * Remembers what pages said at their last visits, by owner, tag and the options that they were read with. Safe for many workers at once.
 *
 * Its size is bounded, in all and by owner: of an owner that has used its part older versions go first, then texts, the oldest first;
 * what is known of a page besides its text is never dropped for room. Throws UnavailableError when it is out of reach.
 */
export abstract class PageHistory {
  abstract find(key: HistoryKey, visitId?: string): Promise<HistoryFinding>;

  /**
   * Records a visit, in one step with what it reports.
   * @param expectedRevision of the entry that was found; 0 where there was none
   */
  abstract record(key: HistoryKey, update: SnapshotUpdate, expectedRevision: number): Promise<RecordResult>;

  /** Older texts of a page, the newest first. */
  abstract versions(key: HistoryKey): Promise<readonly SnapshotVersion[]>;

  /** The groups of an owner that have a tag. */
  abstract groups(owner: string, tag: string): Promise<readonly HistoryGroup[]>;

  /** The pages of a group, in parts. @param hosts with their ports where they are not the usual ones; null: all */
  abstract remembered(
    group: HistoryGroup,
    hosts: readonly string[] | null,
  ): AsyncIterable<readonly RememberedPage[]>;

  /** @param host with its port where that is not the usual one */
  abstract hostFacts(group: HistoryGroup, host: string): Promise<HostFacts | null>;

  abstract keepHostFacts(group: HistoryGroup, host: string, facts: HostFacts): Promise<void>;

  /** Removes what matches, beyond recovery from the files of the store. @returns how many pages were removed */
  abstract forget(owner: string, filter?: ForgetFilter): Promise<number>;

  /** Removes pages last visited before, and verdicts recorded before. @returns how many pages were removed */
  abstract expire(beforeMs: number, verdictsBeforeMs: number): Promise<number>;

  abstract usage(): Promise<HistoryUsage>;
}
