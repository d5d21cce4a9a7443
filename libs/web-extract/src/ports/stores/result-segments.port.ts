import type { ResultArchive } from './result-archive.port.js';

/** Results of one crawl that are in the store and not in the archive. */
export interface SealBacklog {
  readonly crawlId: string;
  readonly isEnded: boolean;
  /** Number of sealed rows; a change means that the backlog begins later. */
  readonly sealed: number;
  readonly pages: number;
  /** Records, failures and disallowed URLs. */
  readonly rows: number;
  /** Size of the pages as JSON, up to the first 4_000 of them; 0 if the store would have to read them for it. */
  readonly bytes: number;
  /** True if there may be waiting URLs to move, or objects of URLs that were read back to remove. */
  readonly hasQueue?: boolean;
}

/** A sealed range of results. */
export interface SealedRange {
  readonly pages: number;
  readonly rows: number;
  /** Size of its object in the archive. */
  readonly bytes: number;
}

/**
 * Moves results of crawls from the store to an archive. A range of positions becomes one object, the segment; then a pointer replaces the
 * range in one atomic step. Positions and the order of results do not change. Safe for concurrent workers: a crawl has one sealer at a
 * time, and a segment without a pointer is an orphan that is removed with its crawl.
 */
export abstract class ResultSegments {
  /** Sets the archive that sealed results are written to and read from. Called once, before other calls. */
  abstract use(archive: ResultArchive): void;

  /** Returns the crawls with results to seal. Jobs with `zeroDataRetention` are never sealed. */
  abstract backlogs(): Promise<SealBacklog[]>;

  /**
   * Seals the first range of a backlog, up to `maxBytes` of packed pages.
   * @returns null if another worker seals the crawl or has sealed it since, or it does not exist any more
   * @throws ArchiveUnavailableError, UnavailableError; the results stay in the store
   */
  abstract seal(backlog: SealBacklog, maxBytes: number): Promise<SealedRange | null>;

  /**
   * Moves some of the waiting URLs of a crawl with a long queue, and removes objects whose URLs are not waiting any more. The store reads
   * them back itself when they are next.
   * @returns true if URLs were moved. Several calls may be needed to find them: a call searches a bounded number of hosts
   * @throws ArchiveUnavailableError, UnavailableError; the URLs stay in the store
   */
  async moveQueue(_crawlId: string): Promise<boolean> {
    return false;
  }

  /**
   * Removes the objects of expired crawls. A crawl is forgotten when two listings of its objects, an hour apart, were empty.
   * @returns the number of removed objects
   */
  abstract removeExpired(nowMs: number): Promise<number>;

  /** True if the crawl has a record in the store, even an expired one. */
  abstract knows(crawlId: string): Promise<boolean>;
}
