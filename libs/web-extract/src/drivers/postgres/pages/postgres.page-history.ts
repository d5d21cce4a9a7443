import { Injectable } from '@nestjs/common';
import type { HistoryKey } from '../../../model/snapshot.js';
import type { RecordResult, SnapshotUpdate } from '../../../ports/stores/page-history.port.js';
import { LedgerSteps } from '../../page-store/ledger-steps.js';
import { BYTES_OF_OWNERS, OwnerBytes, type StoreBounds } from '../../page-store/owner-bytes.js';
import { RowsPageHistory } from '../../page-store/rows.page-history.js';
import type { PostgresConnection } from '../connection/postgres-connection.js';
import { ServerClock } from '../connection/server-clock.js';
import { PostgresRowNumbers } from '../rows/postgres.row-numbers.js';
import { PostgresRowStore } from '../rows/postgres.row-store.js';
import { PostgresLedgerTransactions } from './postgres.ledger-transactions.js';
import { ServerEra } from './server-era.js';

/** A history in PostgreSQL, for many processes. */
@Injectable()
export class PostgresPageHistory extends RowsPageHistory {
  private readonly era: ServerEra;
  private readonly numbers: PostgresRowNumbers;

  constructor(connection: PostgresConnection, bounds: StoreBounds, minOlderEntries?: number) {
    const store = new PostgresRowStore(connection, 'history', BYTES_OF_OWNERS);
    const era = new ServerEra(connection);
    const numbers = new PostgresRowNumbers(connection);
    const clock = new ServerClock(connection);
    const steps = new LedgerSteps(new OwnerBytes(bounds, numbers));
    super(() => Promise.resolve(store), bounds, minOlderEntries, {
      numbers,
      era: () => era.current,
      now: () => clock.now(),
      keepsDiffs: true,
      transactions: new PostgresLedgerTransactions(connection, store, steps),
    });
    this.numbers = numbers;
    this.era = era;
  }

  override async record(
    key: HistoryKey,
    update: SnapshotUpdate,
    expectedRevision: number,
  ): Promise<RecordResult> {
    await this.numbers.fill();
    if (update.feed?.length) await this.era.refresh();
    return super.record(key, update, expectedRevision);
  }
}
