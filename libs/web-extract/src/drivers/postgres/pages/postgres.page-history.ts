import { Injectable } from '@nestjs/common';
import { OWNERS_TOTAL, type StoreBounds } from '../../page-store/owner-bytes.js';
import { RowsPageHistory } from '../../page-store/rows.page-history.js';
import type { StatementRunner } from '../connection/postgres-connection.js';
import { PostgresRowStore } from '../rows/postgres.row-store.js';

/** A history in PostgreSQL, for many processes. */
@Injectable()
export class PostgresPageHistory extends RowsPageHistory {
  constructor(connection: StatementRunner, bounds: StoreBounds, minOlderEntries?: number) {
    const store = new PostgresRowStore(connection, 'history', [OWNERS_TOTAL]);
    super(() => Promise.resolve(store), bounds, minOlderEntries);
  }
}
