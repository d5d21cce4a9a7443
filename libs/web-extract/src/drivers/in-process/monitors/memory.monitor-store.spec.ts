import { MemoryRowStore } from '../../page-store/memory.row-store.js';
import type { Rows } from '../../page-store/row-store.js';
import { RowsMonitorStore } from '../../monitor-store/rows.monitor-store.js';
import { monitorStoreContract } from '../../../testing/contracts/monitor-store.contract.js';
import { partBytesContract } from '../../../testing/contracts/monitor-store/part-bytes.contract.js';
import { MemoryMonitorStore } from './memory.monitor-store.js';

/** Counts the bytes of stored values. */
class CountingRowStore extends MemoryRowStore {
  bytes = 0;

  override change<T>(step: (rows: Rows) => T): Promise<T> {
    return super.change((rows) =>
      step({
        ...rows,
        put: (table, partition, id, value) => {
          this.bytes += Buffer.isBuffer(value) ? value.length : JSON.stringify(value).length;
          rows.put(table, partition, id, value);
        },
      }),
    );
  }
}

describe('MemoryMonitorStore', () => {
  monitorStoreContract(() => new MemoryMonitorStore());

  partBytesContract(() => {
    const rows = new CountingRowStore();
    return { store: new RowsMonitorStore(async () => rows), bytes: async () => rows.bytes };
  });
});
