import { openFrame } from '../../crawl-store/segments/frame.js';
import { ArchiveUnavailableError } from '../../../model/errors.js';
import type { ResultArchive } from '../../../ports/stores/result-archive.port.js';

/** Deadline of a read: a page waits for it. */
const DEADLINE_MS = 5_000;
/** A failure after this time means that the archive does not respond. */
const SLOW_MS = 1_000;
/** An archive that does not respond is not read for this time, so that pages do not wait one after the other. */
const PAUSE_MS = 10_000;

/** Reads bodies from an archive. A body that cannot be read is null. */
export class BodyReader {
  private pausedUntil = -Infinity;

  constructor(private readonly archive: ResultArchive) {}

  async read(name: string, offset: number, length: number): Promise<Buffer | null> {
    const startedAt = performance.now();
    if (startedAt < this.pausedUntil) return null;
    try {
      return openFrame(await this.archive.read(name, offset, length, AbortSignal.timeout(DEADLINE_MS)));
    } catch (error) {
      if (!(error instanceof ArchiveUnavailableError)) throw error;
      const now = performance.now();
      if (now - startedAt > SLOW_MS) this.pausedUntil = now + PAUSE_MS;
      return null;
    }
  }
}
