import { pageCacheContract } from '../../testing/contracts/page-cache.contract.js';
import { MemoryPageCache } from './memory.page-cache.js';

describe('MemoryPageCache', () => pageCacheContract((bounds) => new MemoryPageCache(bounds)));
