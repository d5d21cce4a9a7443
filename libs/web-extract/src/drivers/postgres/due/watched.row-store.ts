import type { Rows } from '../../page-store/row-store.js';
import type { StatementRunner } from '../connection/postgres-connection.js';
import type { CounterPlace } from '../rows/counters.js';
import { PostgresRowStore } from '../rows/postgres.row-store.js';
import type { RowStoreName } from '../rows/row-tables.js';
import type { DueWork, WorkKind } from './due-work.js';

/** Rows with due times among them. */
export interface WatchedRows {
  readonly name: RowStoreName;
  readonly counters?: readonly CounterPlace[];
  readonly kinds: readonly WorkKind[];
}

/** Rows whose changes may make work due. */
export class WatchedRowStore extends PostgresRowStore {
  constructor(
    connection: StatementRunner,
    private readonly due: DueWork,
    private readonly watched: WatchedRows,
  ) {
    super(connection, watched.name, watched.counters);
  }

  override change<T>(step: (rows: Rows) => T): Promise<T> {
    // also when it fails: it may have been written
    return super.change(step).finally(() => this.due.markChanged(...this.watched.kinds));
  }
}
