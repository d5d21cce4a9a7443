/** Tables of histories, caches, monitors, handlers, sessions and extractors. Those in `BLOBS` hold bytes, the others small values. */
export type TableName =
  | 'groups'
  | 'sites'
  | 'heads'
  | 'aliases'
  | 'usage'
  | 'entries'
  | 'texts'
  | 'versions'
  | 'visits'
  | 'verdicts'
  | 'bodies'
  | 'order'
  | 'archived'
  | 'packs'
  | 'monitors'
  | 'monitorTargets'
  | 'checks'
  | 'checkIndex'
  | 'checkTargets'
  | 'checkPages'
  | 'pageStates'
  | 'messages'
  | 'waiting'
  | 'handlers'
  | 'handlerCursors'
  | 'handlerFailures'
  | 'sessions'
  | 'jobCookies'
  | SharedTable
  | ExtractorTable
  | FeedTable;

/** Tables of stores that several processes use: what a single process holds in memory. */
export type SharedTable = 'dueTimes' | 'openChecks' | 'ownedMonitors' | 'leases';

/** Tables of extractors. */
export type ExtractorTable =
  | 'extractors'
  | 'extractorNames'
  | 'extractorTimes'
  | 'extractorPrograms'
  | 'extractorPending'
  | 'extractorRuns'
  | 'extractorSaved'
  | 'extractorValues'
  | 'extractorOrder'
  | 'extractorUse'
  | 'extractorJobs';

/** Tables of change feeds. */
export type FeedTable =
  | 'feeds'
  | 'feedPages'
  | 'feedEntries'
  | 'feedChunks'
  | 'feedDiffs'
  | 'feedPending'
  | 'feedMoves'
  | 'feedSinks'
  | 'feedLedgers';

export const BLOBS: ReadonlySet<TableName> = new Set<TableName>([
  'heads',
  'texts',
  'versions',
  'verdicts',
  'bodies',
  'checkPages',
  'feedChunks',
]);

/** Rows of a partition are ordered by number, or not at all. */
export type RowId = string | number;

/** The rows of all tables, within one step. */
export interface Rows {
  get<V>(table: TableName, partition: string, id: RowId): V | undefined;
  put(table: TableName, partition: string, id: RowId, value: unknown): void;
  remove(table: TableName, partition: string, id: RowId): void;
  /** The first rows of a partition. */
  first<V>(table: TableName, partition: string, count: number): readonly (readonly [RowId, V])[];
  /** The ids of the first rows of a partition; their values are not read. */
  ids(table: TableName, partition: string, count: number): readonly RowId[];
  /** Rows of a partition with higher numbers, in order. */
  after<V>(table: TableName, partition: string, id: number, count: number): readonly (readonly [RowId, V])[];
}

/** Consecutive rows. */
export interface RowRange {
  /** The first row is after this one. */
  readonly after?: number;
  readonly count: number;
  /** Of tables that hold bytes: the last row is the one that reaches this sum. @default any number of bytes */
  readonly maxBytes?: number;
  /** Highest number first. */
  readonly isReversed?: boolean;
}

/** Keeps rows, in partitions of tables. Throws UnavailableError when it cannot. */
export abstract class RowStore {
  /** Runs a step that changes rows: all of its changes are stored, or none. Steps do not overlap. */
  abstract change<T>(step: (rows: Rows) => T): Promise<T>;

  abstract look<T>(step: (rows: Pick<Rows, 'get' | 'first' | 'ids' | 'after'>) => T): Promise<T>;

  /** All rows of a partition, in parts; rows that change meanwhile may be in them or not. @param most rows of a part */
  abstract parts<V>(table: TableName, partition: string, most?: number): AsyncIterable<readonly (readonly [RowId, V])[]>; // prettier-ignore

  /** Rows of a partition that is ordered by number, from a position on. */
  abstract slice<V>(
    table: TableName,
    partition: string,
    range: RowRange,
  ): Promise<readonly (readonly [number, V])[]>;

  /**
   * Removes rows, and overwrites what they were: nothing of them is left in files.
   * @param removal returns the number of removed rows; for none, nothing is overwritten
   */
  abstract erase(removal: () => Promise<number>): Promise<number>;

  abstract close(): Promise<void>;
}

/** Rows given at once. */
export const PART = 500;
