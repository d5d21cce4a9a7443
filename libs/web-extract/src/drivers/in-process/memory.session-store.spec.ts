import { sessionStoreContract } from '../../testing/contracts/session-store.contract.js';
import { MemorySessionStore } from './memory.session-store.js';

describe('MemorySessionStore', () => sessionStoreContract(() => new MemorySessionStore()));
