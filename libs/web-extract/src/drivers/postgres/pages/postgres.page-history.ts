import { Injectable } from '@nestjs/common';
import type { HistoryKey } from '../../../model/snapshot.js';
import type { RecordResult, SnapshotUpdate } from '../../../ports/stores/page-history.port.js';
import { OWNERS_TOTAL, type StoreBounds } from '../../page-store/owner-bytes.js';
import { RowsPageHistory } from '../../page-store/rows.page-history.js';
import type { StatementRunner } from '../connection/postgres-connection.js';
import { PostgresRowStore } from '../rows/postgres.row-store.js';
import { ServerEra } from './server-era.js';

/** A history in PostgreSQL, for many processes. */
@Injectable()
export class PostgresPageHistory extends RowsPageHistory {
  private readonly era: ServerEra;

  constructor(connection: StatementRunner, bounds: StoreBounds, minOlderEntries?: number) {
    const store = new PostgresRowStore(connection, 'history', [OWNERS_TOTAL]);
    const era = new ServerEra(connection);
    super(
      () => Promise.resolve(store),
      bounds,
      minOlderEntries,
      () => era.current,
    );
    this.era = era;
  }

  override async record(
    key: HistoryKey,
    update: SnapshotUpdate,
    expectedRevision: number,
  ): Promise<RecordResult> {
    if (update.feed?.length) await this.era.refresh();
    return super.record(key, update, expectedRevision);
  }
}
