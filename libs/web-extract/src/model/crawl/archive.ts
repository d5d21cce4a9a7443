/** One object of an archive. */
export interface ArchivedObject {
  readonly name: string;
  /** Time of its last modification, in milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/** Part of a listing. */
export interface ArchiveListing {
  readonly objects: readonly ArchivedObject[];
  /** Continues the listing; null at its end. */
  readonly cursor: string | null;
}

/**
 * Stores results of crawls outside of the crawl store: a directory or a bucket. Names consist of letters, digits and `. _ / -`;
 * they contain no `..` and begin and end with a letter or digit.
 *
 * Every method has a deadline of its own and throws ArchiveUnavailableError if the archive cannot be reached, is full, or refuses the
 * request. Errors contain neither names of objects nor credentials.
 */
export interface Archive {
  /**
   * Stores an object. It is complete and durable once the promise resolves; after an error it may exist in part.
   * Callers use a new name for each object.
   */
  put(name: string, bytes: Buffer): Promise<void>;

  /**
   * Reads `length` bytes of an object from the position `from`.
   * @throws ArchiveUnavailableError also if the object is missing or shorter
   */
  read(name: string, from: number, length: number, signal?: AbortSignal): Promise<Buffer>;

  /** Lists the objects whose names begin with `prefix`, incomplete ones included, some at a time. */
  list(prefix: string, cursor?: string): Promise<ArchiveListing>;

  /** Removes objects; missing ones are ignored. */
  remove(names: readonly string[]): Promise<void>;

  /** @throws ArchiveUnavailableError while the archive cannot be used */
  checkReady(): Promise<void>;

  /** Closes connections. */
  close(): Promise<void>;
}

const METHODS = ['put', 'read', 'list', 'remove', 'checkReady', 'close'];

/** True if the value has the methods of an archive. */
export const isArchive = (value: unknown): boolean =>
  METHODS.every((name) => typeof (value as Record<string, unknown> | null)?.[name] === 'function');
