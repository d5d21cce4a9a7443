import { RowsHandlerStore } from '../handler-store/rows.handler-store.js';
import { MemoryRowStore } from '../page-store/memory.row-store.js';

/** Cursors of handlers of one process, lost with it. */
export class MemoryHandlerStore extends RowsHandlerStore {
  constructor() {
    const store = new MemoryRowStore();
    super(async () => store);
  }
}
