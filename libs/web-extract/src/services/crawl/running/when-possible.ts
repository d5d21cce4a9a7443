import { UnavailableError } from '../../../model/errors.js';
import { PAUSES_MS } from '../../../model/retry/policies.js';

/**
 * Does it as soon as it can be done. A page that was had is not lost because the disk is full for a while: the heartbeat keeps its lease.
 * @returns null when the signal ends the wait
 */
export async function whenPossible<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T | null> {
  while (!signal.aborted) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      await new Promise((resume) => setTimeout(resume, PAUSES_MS.busyStore));
    }
  }
  return null;
}
