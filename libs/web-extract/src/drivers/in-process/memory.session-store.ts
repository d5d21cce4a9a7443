import { MemoryRowStore } from '../page-store/memory.row-store.js';
import { RowsSessionStore } from '../session-store/rows.session-store.js';

/** Sessions of one process, lost with it. */
export class MemorySessionStore extends RowsSessionStore {
  constructor() {
    const store = new MemoryRowStore();
    super(async () => store);
  }
}
