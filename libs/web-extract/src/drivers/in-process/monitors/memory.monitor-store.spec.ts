import { monitorStoreContract } from '../../../testing/contracts/monitor-store.contract.js';
import { MemoryMonitorStore } from './memory.monitor-store.js';

describe('MemoryMonitorStore', () => monitorStoreContract(() => new MemoryMonitorStore()));
