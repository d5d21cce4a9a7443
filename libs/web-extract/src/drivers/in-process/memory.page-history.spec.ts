import { pageHistoryContract } from '../../testing/contracts/page-history.contract.js';
import { MemoryPageHistory } from './memory.page-history.js';

describe('MemoryPageHistory', () => pageHistoryContract((bounds) => new MemoryPageHistory(bounds)));
