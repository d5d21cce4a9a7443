import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { OWNERS_TOTAL, type StoreBounds } from '../../page-store/owner-bytes.js';
import { RowsPageCache } from '../../page-store/rows.page-cache.js';
import type { StatementRunner } from '../connection/postgres-connection.js';
import { PostgresRowStore } from '../rows/postgres.row-store.js';

/** A cache in PostgreSQL, for many processes. Others see a response shortly after it was put. */
@Injectable()
export class PostgresPageCache extends RowsPageCache implements OnApplicationShutdown {
  constructor(connection: StatementRunner, bounds: StoreBounds) {
    const store = new PostgresRowStore(connection, 'cache', [OWNERS_TOTAL]);
    super(() => Promise.resolve(store), bounds);
  }

  onApplicationShutdown(): Promise<void> {
    return this.flush();
  }
}
