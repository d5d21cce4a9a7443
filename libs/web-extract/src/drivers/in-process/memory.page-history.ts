import { MemoryRowStore } from '../page-store/memory.row-store.js';
import type { StoreBounds } from '../page-store/owner-bytes.js';
import { RowsPageHistory } from '../page-store/rows.page-history.js';

/** The history of one process, lost with it. */
export class MemoryPageHistory extends RowsPageHistory {
  constructor(bounds: StoreBounds) {
    const store = new MemoryRowStore();
    super(async () => store, bounds);
  }
}
