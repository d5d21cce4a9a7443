import { handlerStoreContract } from '../../testing/contracts/handler-store.contract.js';
import { MemoryHandlerStore } from './memory.handler-store.js';

describe('MemoryHandlerStore', () => handlerStoreContract(() => new MemoryHandlerStore()));
