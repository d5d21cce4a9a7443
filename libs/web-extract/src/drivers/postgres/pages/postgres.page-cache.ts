import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { BYTES_OF_OWNERS, type StoreBounds } from '../../page-store/owner-bytes.js';
import { RowsPageCache } from '../../page-store/rows.page-cache.js';
import { ServerClock } from '../connection/server-clock.js';
import type { StatementRunner } from '../connection/postgres-connection.js';
import { PostgresRowNumbers } from '../rows/postgres.row-numbers.js';
import { PostgresRowStore } from '../rows/postgres.row-store.js';

/** A cache in PostgreSQL, for many processes. Others see a response shortly after it was put. */
@Injectable()
export class PostgresPageCache extends RowsPageCache implements OnApplicationShutdown {
  constructor(connection: StatementRunner, bounds: StoreBounds) {
    const store = new PostgresRowStore(connection, 'cache', BYTES_OF_OWNERS);
    const numbers = new PostgresRowNumbers(connection);
    const open = async () => {
      await numbers.fill();
      return store;
    };
    const clock = new ServerClock(connection);
    super(open, bounds, numbers, () => clock.now());
  }

  onApplicationShutdown(): Promise<void> {
    return this.flush();
  }
}
