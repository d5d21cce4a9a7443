import { changeLogContract } from '../../testing/contracts/change-log.contract.js';
import { MemoryPageHistory } from './memory.page-history.js';

describe('Change feeds in memory', () => changeLogContract((bounds) => new MemoryPageHistory(bounds)));
