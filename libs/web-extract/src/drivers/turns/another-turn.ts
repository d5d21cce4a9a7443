import { PAUSES_MS } from '../../model/retry/policies.js';

/** The turn is over but the crawl is not: the job returns to the end of the queue. */
export class AnotherTurn extends Error {
  override readonly stack = ''; // dashboards would show it as an error

  /** @param restMs delay before the job is available again, in milliseconds */
  constructor(
    reason: string,
    readonly restMs: number,
  ) {
    super(reason);
  }
}

/** Delay of a job whose turn ended with this error, in milliseconds. */
export function restAfter(error: unknown): number {
  return error instanceof AnotherTurn ? Math.max(0, Math.ceil(error.restMs)) : PAUSES_MS.queuedJob;
}
