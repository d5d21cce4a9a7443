import { isNativeError } from 'node:util/types';
import { Logger } from '@nestjs/common';
import { UnavailableError } from '../../../model/errors.js';
import { ADVISED_SECONDS } from '../../../model/retry/policies.js';

/** ioredis messages for a lost connection. */
const NOT_THERE =
  /^(Connection is closed|Command timed out|Command aborted|Reached the max retries|Stream isn't writeable|All sentinels|None of startup nodes|Failed to refresh slots|Too many Cluster redirections|Cluster (isn't ready|is closed)|connect |read |write )/;
/** Error replies of Redis to writes when its memory or disk is full. */
const NO_ROOM = /\b(OOM|MISCONF)\b/;
/** The word that such an answer begins with; before Redis 7 those of scripts are wrapped. */
const KIND = /^(?:ERR Error running script .*-)?([A-Z]+)/;
const TELL_AGAIN_MS = 60_000;

/**
 * Converts the error of a command to the public error: UnavailableError if Redis rejects the command because it is
 * loading, is full,
 * lacks a permission or holds another type at the key. Details go to the log. Other errors are returned unchanged.
 */
export function redisError(error: unknown): unknown {
  if (!isNativeError(error) || error instanceof UnavailableError) return error;
  delete (error as { command?: unknown }).command; // may hold the password
  if (isRefusal(error)) return unavailable('Redis cannot serve now', error);
  const isAway = NOT_THERE.test(error.message) || 'syscall' in error;
  return isAway ? unavailable('Redis is out of reach', error) : error;
}

const isRefusal = ({ name }: Error): boolean => name === 'ReplyError';

/** True if Redis has rejected the command of a public error: it was not executed. */
export const isRefused = (error: unknown): boolean =>
  error instanceof UnavailableError && isNativeError(error.cause) && isRefusal(error.cause);

const unavailable = (reason: string, cause: Error): UnavailableError =>
  new UnavailableError(reason, ADVISED_SECONDS.store, { cause });

/** Logs commands that Redis rejects while crawls wait and retry, at most once a minute per kind. */
export class ThrottledErrorLog {
  private readonly logger = new Logger('WebExtract');
  private readonly tellFrom = new Map<string, number>();

  tell(error: unknown): void {
    if (!isNativeError(error) || !isRefusal(error)) return;
    const kind = KIND.exec(error.message)?.[1] ?? '';
    const now = performance.now();
    if (now < (this.tellFrom.get(kind) ?? -Infinity)) return;
    this.tellFrom.set(kind, now + TELL_AGAIN_MS);
    const message = error.message.split(' script: ')[0]!;
    const what = NO_ROOM.test(message) ? 'takes nothing more, crawls wait for room' : 'refuses a command';
    this.logger.error(`Redis ${what}: ${message}`);
  }
}
