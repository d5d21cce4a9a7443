import { MemoryRowStore } from '../page-store/memory.row-store.js';
import type { StoreBounds } from '../page-store/owner-bytes.js';
import { RowsPageCache } from '../page-store/rows.page-cache.js';

/** The cache of one process, lost with it. */
export class MemoryPageCache extends RowsPageCache {
  constructor(bounds: StoreBounds) {
    const store = new MemoryRowStore();
    super(async () => store, bounds);
  }
}
