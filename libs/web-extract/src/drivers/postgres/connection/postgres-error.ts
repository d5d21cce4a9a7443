import { isNativeError } from 'node:util/types';
import { Logger } from '@nestjs/common';
import { UnavailableError } from '../../../model/errors.js';
import { ADVISED_SECONDS } from '../../../model/retry/policies.js';

/**
 * Classes of SQLSTATE that are temporary (appendix A of PostgreSQL's documentation): connection exceptions, rolled back transactions,
 * insufficient resources, operator intervention and system errors; and standbys, transactions that were idle for too long, locks that were
 * not available, and missing databases.
 */
const PASSES = /^(?:08|25006|25P03|25P04|28|3D000|40|53|55P03|57|58)/;
/** Errors that end the connection. A standby is left, too: after a failover the address leads to another server. */
const BREAKS = /^(?:08|25006|25P03|25P04|57P|58)/;
/** Codes of Node for errors of sockets, such as EPIPE. SQLSTATE always has a digit. */
const OF_SOCKET = /^(?:E[A-Z]+|ERR_(?:STREAM|SOCKET)_[A-Z_]+)$/;
/** Statements that PostgreSQL has undone because of another transaction: serialization failures and deadlocks. */
const UNDONE = new Set(['40001', '40P01']);
/** Messages of `pg` for lost or refused connections, and for statements without a response. */
const NOT_THERE =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout (?:exceeded when|expired)|Cannot use a pool after|connect |read |write |getaddrinfo )/;
/** invalid_sql_statement_name and duplicate_prepared_statement. */
const UNPREPARED = new Set(['26000', '42P05']);
const TELL_AGAIN_MS = 60_000;

const codeOf = (error: unknown): string => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
};

const isOfServer = (error: unknown): boolean => /^(?=.*\d)[0-9A-Z]{5}$/.test(codeOf(error));

const isOfSocket = (error: Error): boolean => OF_SOCKET.test(codeOf(error)) || 'syscall' in error;

/** True if PostgreSQL has undone the statement, and it may succeed at once. */
export const isUndone = (error: unknown): boolean => UNDONE.has(codeOf(error));

/**
 * True if a prepared statement was not executed: its session does not have it, has it already, or a migration has changed the type of its
 * result. The server has done nothing, but undone the transaction.
 */
export const isUnprepared = (error: unknown): boolean =>
  UNPREPARED.has(codeOf(error)) ||
  (codeOf(error) === '0A000' && (error as { routine?: string }).routine === 'RevalidateCachedQuery');

/** True if the server has not answered in time: it may still be executing the statement. */
export const isUnanswered = (error: unknown): boolean =>
  isNativeError(error) && error.message === 'Query read timeout';

/** True if the connection is of no use any more. */
export const isBroken = (error: unknown): boolean => !isOfServer(error) || BREAKS.test(codeOf(error));

/** True if the server cannot be had now, but may be later. */
export const isPassing = (error: unknown): boolean =>
  isNativeError(error) &&
  (isOfServer(error) ? PASSES.test(codeOf(error)) : NOT_THERE.test(error.message) || isOfSocket(error));

/**
 * Converts the error of a statement to the public error: UnavailableError if the server is away, full, or stopped the statement. Details go
 * to the log. Other errors are returned unchanged.
 */
export function postgresError(error: unknown): unknown {
  if (!isNativeError(error) || error instanceof UnavailableError || !isPassing(error)) return error;
  const reason = isOfServer(error) ? 'PostgreSQL cannot serve now' : 'PostgreSQL is out of reach';
  return new UnavailableError(reason, ADVISED_SECONDS.store, { cause: error });
}

/** Logs statements that the server does not execute while crawls wait and retry, at most once a minute per kind. */
export class ServerErrorLog {
  private readonly logger = new Logger('WebExtract');
  private readonly tellFrom = new Map<string, number>();

  tell(error: unknown): void {
    if (!isNativeError(error) || !isOfServer(error) || !isPassing(error) || isBroken(error)) return;
    const kind = codeOf(error).slice(0, 2);
    const now = performance.now();
    if (now < (this.tellFrom.get(kind) ?? -Infinity)) return;
    this.tellFrom.set(kind, now + TELL_AGAIN_MS);
    this.logger.error(
      `PostgreSQL does not execute a statement, crawls wait: ${error.message} (${codeOf(error)})`,
    );
  }
}
