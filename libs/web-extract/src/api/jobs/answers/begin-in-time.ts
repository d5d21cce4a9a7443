import { setTimeout as sleep } from 'node:timers/promises';
import { ArchiveUnavailableError } from '../../../model/errors.js';
import type { DocumentsReading } from './crawl-documents.js';

const PATIENCE_MS = 10_000;
const PAUSE_MS = 500;

/**
 * Waits for the first documents of a further part of the results while the archive is unavailable. Published clients end their paging
 * quietly at an error, and would take the parts before it for all results.
 *
 * @returns false if the archive is still unavailable after 10 s: the client is to repeat its request
 */
export async function beginInTime(documents: Pick<DocumentsReading, 'begin'>): Promise<boolean> {
  const endsAt = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      await documents.begin();
      return true;
    } catch (error) {
      if (!(error instanceof ArchiveUnavailableError)) throw error;
      const leftMs = endsAt - performance.now();
      if (leftMs <= PAUSE_MS) return false;
      await sleep(PAUSE_MS);
    }
  }
}
