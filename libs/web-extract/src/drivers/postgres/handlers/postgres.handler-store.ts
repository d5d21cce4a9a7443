import type { HandlerCursor, HandlerFailure, RegisteredHandler } from '../../../model/handlers/handler.js';
import {
  HandlerStore,
  type CursorClaim,
  type CursorStep,
  type FailureRange,
} from '../../../ports/stores/handler-store.port.js';
import { failureId, readFailureId } from '../../handler-store/failure-id.js';
import { shortHash } from '../../page-store/pages/short-hash.js';
import type { PostgresConnection } from '../connection/postgres-connection.js';
import { fromColumnText, toColumnText } from '../connection/postgres-values.js';
import { PostgresEffectTransactions } from './postgres.effect-transactions.js';

interface CursorRow extends Pick<HandlerCursor, 'position' | 'attempts' | 'interruptions'> {
  readonly source_id: string;
  readonly source: string;
  readonly is_done: boolean;
}

interface FailureRow {
  readonly n: number;
  readonly failure: Buffer;
}

/** Cursors read with one statement. */
const PART = 500;

/** Cursors of handlers of all processes. */
export class PostgresHandlerStore extends HandlerStore {
  override readonly transactions: PostgresEffectTransactions;

  constructor(private readonly runner: PostgresConnection) {
    super();
    this.transactions = new PostgresEffectTransactions(runner);
  }

  override async register(
    { name, kind }: RegisteredHandler,
    cursors: readonly HandlerCursor[],
    maxHandlers: number,
  ): Promise<'new' | 'known' | 'other-kind' | 'full'> {
    const text = 'SELECT {schema}.register_handler($1, $2, $3, $4, $5, $6, $7, $8) AS result';
    const columns = [
      cursors.map(({ source }) => shortHash(source)),
      cursors.map(({ source }) => toColumnText(source)),
      cursors.map(({ position }) => toColumnText(position)),
      cursors.map(({ attempts }) => attempts),
      cursors.map(({ isDone }) => String(isDone)),
    ];
    const parameters = [toColumnText(name), kind, maxHandlers, ...columns];
    const [row] = await this.runner.run<{ result: 'new' }>(text, parameters);
    return row!.result;
  }

  override async handlers(): Promise<readonly RegisteredHandler[]> {
    return this.runner.run('SELECT name, kind FROM {schema}.handler_rows ORDER BY name');
  }

  override async remove(handler: string): Promise<boolean> {
    const text = `WITH cursors AS (DELETE FROM {schema}.handler_cursors WHERE handler = $1),
      failures AS (DELETE FROM {schema}.handler_failures WHERE handler = $1)
      DELETE FROM {schema}.handler_rows WHERE name = $1 RETURNING 1`;
    return (await this.runner.run(text, [toColumnText(handler)])).length > 0;
  }

  override async take(
    handler: string,
    source: string,
    { holder, leaseMs, renews = false }: CursorClaim,
  ): Promise<HandlerCursor | null> {
    const text = 'SELECT * FROM {schema}.take_cursor($1, $2, $3, $4, $5, $6)';
    const parameters = [toColumnText(handler), shortHash(source), toColumnText(source), holder, leaseMs, renews]; // prettier-ignore
    const [row] = await this.runner.run<CursorRow>(text, parameters);
    return row ? cursorOf(row) : null;
  }

  override async begin(handler: string, source: string, holder: string): Promise<boolean> {
    const text = `UPDATE {schema}.handler_cursors SET called_by = $3
      WHERE handler = $1 AND source_id = $2 AND holder = $3 RETURNING 1`;
    return (await this.runner.run(text, [toColumnText(handler), shortHash(source), holder])).length > 0;
  }

  override async advance(
    handler: string,
    source: string,
    { holder, failure, maxFailures, position, attempts, isDone, from }: CursorStep,
  ): Promise<boolean> {
    const text = 'SELECT {schema}.advance_cursor($1, $2, $3, $4, $5, $6, $7, $8, $9) AS moved';
    const failed = failure ? Buffer.from(JSON.stringify(failure)) : null;
    const names = [toColumnText(handler), shortHash(source), holder, toColumnText(position)];
    const parameters = [
      ...names,
      attempts,
      isDone,
      failed,
      maxFailures,
      from === undefined ? null : toColumnText(from),
    ];
    const [row] = await this.runner.run<{ moved: boolean }>(text, parameters);
    return row!.moved;
  }

  override async leave(handler: string, source: string, holder: string): Promise<void> {
    const text = `UPDATE {schema}.handler_cursors SET holder = NULL, lease_ends = NULL, called_by = NULL
      WHERE handler = $1 AND source_id = $2 AND holder = $3`;
    await this.runner.run(text, [toColumnText(handler), shortHash(source), holder]);
  }

  override async cursor(handler: string, source: string): Promise<HandlerCursor | null> {
    const text = 'SELECT * FROM {schema}.handler_cursors WHERE handler = $1 AND source_id = $2';
    const [row] = await this.runner.run<CursorRow>(text, [toColumnText(handler), shortHash(source)]);
    return row ? cursorOf(row) : null;
  }

  override async *cursors(handler: string): AsyncGenerator<readonly HandlerCursor[]> {
    const text = `SELECT * FROM {schema}.handler_cursors WHERE handler = $1 AND source_id > $2
      ORDER BY source_id LIMIT ${PART}`;
    for (let after = ''; ;) {
      const rows = await this.runner.run<CursorRow>(text, [toColumnText(handler), after]);
      if (rows.length > 0) yield rows.map(cursorOf);
      if (rows.length < PART) return;
      after = rows[PART - 1]!.source_id;
    }
  }

  override async drop(handler: string, source: string): Promise<boolean> {
    const text = 'DELETE FROM {schema}.handler_cursors WHERE handler = $1 AND source_id = $2 RETURNING 1';
    return (await this.runner.run(text, [toColumnText(handler), shortHash(source)])).length > 0;
  }

  override async failures({ handler, limit }: FailureRange): Promise<readonly HandlerFailure[]> {
    const text =
      'SELECT n, failure FROM {schema}.handler_failures WHERE handler = $1 ORDER BY n DESC LIMIT $2';
    const rows = await this.runner.run<FailureRow>(text, [toColumnText(handler), limit]);
    return rows.map((row) => failureOf(handler, row));
  }

  override async failureCount(handler: string): Promise<number> {
    const text = 'SELECT count(*) AS count FROM {schema}.handler_failures WHERE handler = $1';
    const [row] = await this.runner.run<{ count: number }>(text, [toColumnText(handler)]);
    return row!.count;
  }

  override async failure(id: string): Promise<HandlerFailure | null> {
    const place = readFailureId(id);
    if (!place) return null;
    const text = 'SELECT n, failure FROM {schema}.handler_failures WHERE handler = $1 AND n = $2';
    const [row] = await this.runner.run<FailureRow>(text, [toColumnText(place.handler), place.n]);
    return row ? failureOf(place.handler, row) : null;
  }

  override async removeFailure(id: string): Promise<boolean> {
    const place = readFailureId(id);
    if (!place) return false;
    const text = 'DELETE FROM {schema}.handler_failures WHERE handler = $1 AND n = $2 RETURNING 1';
    return (await this.runner.run(text, [toColumnText(place.handler), place.n])).length > 0;
  }
}

const cursorOf = ({
  source,
  position,
  attempts,
  is_done: isDone,
  interruptions,
}: CursorRow): HandlerCursor => ({
  source: fromColumnText(source),
  position: fromColumnText(position),
  attempts,
  isDone,
  interruptions,
});

const failureOf = (handler: string, { n, failure }: FailureRow): HandlerFailure => ({
  id: failureId(handler, n),
  ...(JSON.parse(failure.toString()) as Omit<HandlerFailure, 'id'>),
});
