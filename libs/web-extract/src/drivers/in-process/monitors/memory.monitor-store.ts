import { MemoryRowStore } from '../../page-store/memory.row-store.js';
import { RowsMonitorStore } from '../../monitor-store/rows.monitor-store.js';

/** Monitors of one process, lost with it. */
export class MemoryMonitorStore extends RowsMonitorStore {
  constructor() {
    const store = new MemoryRowStore();
    super(async () => store);
  }
}
