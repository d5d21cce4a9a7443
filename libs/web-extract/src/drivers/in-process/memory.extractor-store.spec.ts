import { extractorStoreContract } from '../../testing/contracts/extractor-store.contract.js';
import { MemoryExtractorStore } from './memory.extractor-store.js';

describe('MemoryExtractorStore', () => extractorStoreContract(() => new MemoryExtractorStore()));
