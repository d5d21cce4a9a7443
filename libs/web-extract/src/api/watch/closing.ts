import type { CrawlJob } from '../../model/crawl/crawl.js';
import { NotFoundError, RateLimitedError, UnauthorizedError } from '../../model/errors.js';
import { toErrorReply } from '../errors/error-reply.js';

/** @see RFC 6455, section 5.5: maximum size of the reason in a close frame */
const MAX_REASON_BYTES = 123;

/** Close code and reason of a WebSocket. Published clients parse the reason. */
export interface Closing {
  readonly code: number;
  readonly reason: string;
  /** Error message, for clients that read frames only. */
  readonly error?: string;
}

/** The job belongs to another owner. */
export class ForeignJobError extends NotFoundError {
  constructor() {
    super('Job not found');
  }
}

/** A client does not receive the data sent to it. */
export class StalledReaderError extends Error {
  /** @param stalledMs absent: it was too slow while others waited for the memory */
  constructor(stalledMs?: number) {
    super(stalledMs === undefined ? 'Read too slowly' : `Nothing was read for ${stalledMs / 1000} s`);
  }
}

/** The process ends, or the maximum duration of a watch has passed. */
export const GOING_AWAY = closingOf(1001, 'The server goes away; watch again');

/** @see RFC 6455, section 7.4, and the registry of close codes */
export function closingOfError(error: unknown): Closing {
  if (error instanceof StalledReaderError) return closingOf(1013, error.message);
  return closingOf(codeOf(error), toErrorReply(error).body.error);
}

function codeOf(error: unknown): number {
  if (error instanceof UnauthorizedError) return 3000;
  if (error instanceof ForeignJobError) return 3003;
  if (error instanceof NotFoundError) return 1008;
  if (error instanceof RateLimitedError) return 1013;
  return 1011;
}

/** Close code of a finished job after all events were sent. */
export function closingOfJob({ status, error }: CrawlJob): Closing {
  if (status === 'completed') return { code: 1000, reason: JSON.stringify({ type: 'done' }) };
  return { code: 1000, reason: reasonOf(error ?? `Crawl was ${status}`) };
}

function closingOf(code: number, error: string): Closing {
  return { code, reason: reasonOf(error), error };
}

/** JSON that fits: of a long message its beginning. */
function reasonOf(error: string): string {
  const letters = [...error];
  let reason = JSON.stringify({ type: 'error', error });
  while (Buffer.byteLength(reason) > MAX_REASON_BYTES) {
    letters.length -= Math.max(1, Math.ceil((Buffer.byteLength(reason) - MAX_REASON_BYTES) / 4));
    reason = JSON.stringify({ type: 'error', error: `${letters.join('')}…` });
  }
  return reason;
}
