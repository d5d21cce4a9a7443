import type { CrawlJob } from '../../model/crawl/crawl.js';
import { NotFoundError, RateLimitedError, UnauthorizedError } from '../../model/errors.js';
import { toErrorReply } from '../errors/error-reply.js';

/** @see RFC 6455, section 5.5: what a close frame holds behind its code */
const MAX_REASON_BYTES = 123;

/** How a WebSocket ends. Published clients parse the reason. */
export interface Closing {
  readonly code: number;
  readonly reason: string;
  /** What went wrong, for clients that read frames only. */
  readonly error?: string;
}

/** The job belongs to somebody else. */
export class ForeignJobError extends NotFoundError {
  constructor() {
    super('Job not found');
  }
}

/** A client does not take what it is sent. */
export class StalledReaderError extends Error {
  /** @param stalledMs absent: it was too slow while others waited for the memory */
  constructor(stalledMs?: number) {
    super(stalledMs === undefined ? 'Read too slowly' : `Nothing was read for ${stalledMs / 1000} s`);
  }
}

/** The process ends, or the watch has lasted as long as any may. */
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

/** The job is over, and all of it has been told. */
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
