import { usageCounterContract } from '../../testing/contracts/usage-counter.contract.js';
import { countInMemory } from './limiter.usage-counter.js';

describe('the counter in memory', () => usageCounterContract(countInMemory));
