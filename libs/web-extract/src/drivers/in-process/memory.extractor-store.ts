import { RowsExtractorStore } from '../extractor-store/rows.extractor-store.js';
import { MemoryRowStore } from '../page-store/memory.row-store.js';

/** Extractors of one process, lost with it. */
export class MemoryExtractorStore extends RowsExtractorStore {
  constructor() {
    const store = new MemoryRowStore();
    super(async () => store);
  }
}
