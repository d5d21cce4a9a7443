import type { ExtractorJobCounts } from '../../model/extractor/extractor-view.js';
import type { BusyReceivers } from './webhook-outbox.port.js';

/** An extractor as stored. */
export interface StoredExtractor {
  /** A UUID. */
  readonly id: string;
  readonly name: string | null;
  /** Increases with each change. */
  readonly revision: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** State as JSON, without programs. */
  readonly state: string;
}

/** Limits of stored extractors and programs. */
export interface ExtractorBounds {
  /** Maximum number of extractors of an owner. */
  readonly maxPerOwner: number;
  /** Maximum size of the states, programs and outcomes of an owner in bytes. */
  readonly maxBytesPerOwner: number;
  /** Maximum size of the states, programs and outcomes of all owners in bytes. */
  readonly maxBytes: number;
}

/** Limits of recorded values. */
export interface ValueBounds {
  /** Maximum size of the values of an owner in bytes. */
  readonly maxBytesPerOwner: number;
  /** Maximum size of the values of all owners in bytes. At the maximum, values of an owner only replace older ones of the same owner. */
  readonly maxBytes: number;
}

/** The newest values of a page, as an extractor read them. */
export interface RecordedValues {
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Values as JSON. */
  readonly values: string;
}

/** Selects recorded values; all of an owner without any field. */
export interface ForgetRange {
  readonly id?: string;
  readonly url?: string;
}

/** Part of a list. */
export interface ListRange {
  readonly offset: number;
  readonly limit: number;
}

/** Outcomes of the last runs of an extractor. */
export interface StoredRuns {
  /** As JSON. */
  readonly runs: string;
  /** What the runs have saved, as JSON: it can be read without the outcomes. */
  readonly saved: string;
}

/** Owner and id of an extractor. */
export interface ExtractorPlace {
  readonly owner: string;
  readonly id: string;
}

/** Marks an extractor that has webhook messages to send. */
export interface WaitingMark {
  /** Host and port of the webhook URL. */
  readonly receiver: string;
  /** Time before which there is no attempt, in milliseconds since the epoch. */
  readonly dueAt: number;
  /** True for an extractor without messages. A message that is stored now may have been announced before. @default false */
  readonly isLast?: boolean;
}

/** A marked extractor. */
export interface WaitingPlace extends ExtractorPlace {
  readonly isLast: boolean;
}

/** Version number of the request of an extractor that is being learned: it is stored like a program. */
export const PENDING = 0;

/**
 * Stores extractors of owners with their programs, the outcomes of their last runs, and the values that they read. Every method
 * is atomic. Throws UnavailableError if the store is unreachable.
 */
export abstract class ExtractorStore {
  /** @returns 'exists' if the owner has an extractor of this name, 'full' if a limit is exceeded */
  abstract create(
    owner: string,
    extractor: StoredExtractor,
    bounds: ExtractorBounds,
  ): Promise<'stored' | 'exists' | 'full'>;

  /** Finds an extractor by its id, otherwise by its name. */
  abstract find(owner: string, idOrName: string): Promise<StoredExtractor | null>;

  /** Extractors of an owner, the newest first. Others than those of the range are not read. */
  abstract list(owner: string, range: ListRange): Promise<readonly StoredExtractor[]>;

  /**
   * Replaces an extractor; its stored revision is `revision` of the new one less one.
   * @returns 'raced' for another revision, 'exists' if its new name belongs to another one, 'gone' if it was removed, 'full' if it is
   * larger than before and a limit is exceeded
   */
  abstract replace(
    owner: string,
    extractor: StoredExtractor,
    bounds: ExtractorBounds,
  ): Promise<'stored' | 'raced' | 'exists' | 'gone' | 'full'>;

  /** Deletes an extractor with its programs, outcomes and values, and overwrites them. @returns false if there is none */
  abstract remove(owner: string, id: string): Promise<boolean>;

  /** Stores the program of a version as JSON. @returns 'gone' if the extractor was removed, 'full' if a limit is exceeded */
  abstract putProgram(
    owner: string,
    id: string,
    version: number,
    program: string,
    bounds: ExtractorBounds,
  ): Promise<'stored' | 'gone' | 'full'>;

  abstract program(owner: string, id: string, version: number): Promise<string | null>;

  abstract removeProgram(owner: string, id: string, version: number): Promise<void>;

  /** Owners and ids of extractors with a program of the version {@link PENDING}. */
  abstract pending(): Promise<readonly ExtractorPlace[]>;

  /** Marks an extractor in place of its last mark; not one that was removed. @param mark null removes the mark */
  abstract setWaiting(owner: string, id: string, mark: WaitingMark | null): Promise<void>;

  /** Removes a mark that is the last one, unless the extractor was marked again. */
  abstract removeLastMark(owner: string, id: string): Promise<void>;

  /**
   * Takes the place of a marked extractor whose time has come: it is due again after `leaseMs`. Those of `busy` are passed over. The
   * extractors are taken in turn.
   * @returns null if none is due
   */
  abstract takeWaiting(leaseMs: number, busy: BusyReceivers): Promise<WaitingPlace | null>;

  /** Outcomes of the last runs as JSON, with their revision; null if there are none. */
  abstract runs(
    owner: string,
    id: string,
  ): Promise<{ readonly revision: number; readonly runs: string } | null>;

  /** What the runs of an extractor have saved; null if there are none. */
  abstract saved(owner: string, id: string): Promise<string | null>;

  /**
   * Replaces the outcomes, which count as a part of the extractor.
   * @param expected revision that is replaced, 0 for none
   * @returns 'raced' for another revision, or if the extractor was removed; 'full' if they are larger than before and a limit is exceeded
   */
  abstract putRuns(
    owner: string,
    id: string,
    runs: StoredRuns,
    expected: number,
    bounds: ExtractorBounds,
  ): Promise<'stored' | 'raced' | 'full'>;

  /** Records values of pages; the oldest values of the owner are dropped. Nothing is recorded for an extractor that was removed. */
  abstract record(
    owner: string,
    id: string,
    pages: readonly RecordedValues[],
    bounds: ValueBounds,
  ): Promise<void>;

  /** Recorded values of an extractor, the newest first. */
  abstract recorded(owner: string, id: string, limit: number): Promise<readonly RecordedValues[]>;

  /** Recorded values of the given pages. */
  abstract recordedOf(owner: string, id: string, urls: readonly string[]): Promise<readonly RecordedValues[]>;

  /** Deletes recorded values and overwrites them. @returns their number */
  abstract forget(owner: string, range: ForgetRange): Promise<number>;

  /** Deletes values that were recorded, and counts of jobs that were changed, before a time, in milliseconds since the epoch. */
  abstract expire(before: number): Promise<void>;

  /**
   * Adds to the counts of a job.
   * @returns false if the store refuses them: nothing was added
   * @throws UnavailableError if they may have been added
   */
  abstract addCounts(jobId: string, counts: ExtractorJobCounts): Promise<boolean>;

  /** Counts of a job; null if there are none. */
  abstract counts(jobId: string): Promise<ExtractorJobCounts | null>;

  /** Takes or extends an exclusive lease. @returns false if another holder has it */
  abstract lease(key: string, holder: string, leaseMs: number): Promise<boolean>;

  /** True if a holder has the lease. */
  abstract isLeased(key: string): Promise<boolean>;

  /** Ends a lease of the holder. */
  abstract release(key: string, holder: string): Promise<void>;
}
