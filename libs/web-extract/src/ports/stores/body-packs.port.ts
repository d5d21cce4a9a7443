import type { ResultArchive } from './result-archive.port.js';

/**
 * Moves bodies of a history or a cache from the store to an archive: several bodies of one owner become one object, a pack; then each body is
 * replaced by a pointer. A pack is registered before it is written, so that none is left behind. Safe for concurrent workers.
 *
 * A body that is removed loses its pointer at once. A pack without pointers is removed by the next {@link clean}; a pack with removed bodies
 * is dissolved: its other bodies return to the store before the object is removed. That happens within an hour after bodies of its
 * owner were forgotten, when half of its bodies are removed, and a week after the first one was removed.
 *
 * A body whose pack is missing, damaged or out of reach counts as evicted.
 */
export abstract class BodyPacks {
  /** Begins the names of all packs. */
  abstract readonly folder: string;

  /** Sets the archive. Called once, before other calls. */
  abstract use(archive: ResultArchive): void;

  /**
   * Writes packs for owners with many bodies in the store.
   * @param signal ends the work after the current pack
   * @returns the number of packs
   * @throws ArchiveUnavailableError, UnavailableError; the bodies stay in the store
   */
  abstract seal(signal?: AbortSignal): Promise<number>;

  /** Removes and dissolves packs. @returns the number of removed objects @throws ArchiveUnavailableError, UnavailableError */
  abstract clean(nowMs: number, signal?: AbortSignal): Promise<number>;

  /** True if the object is registered. */
  abstract knows(name: string): Promise<boolean>;
}
