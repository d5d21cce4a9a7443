import { MAX_ACTIVITIES } from '../../ports/stores/activity-log.port.js';
import { activityLogContract } from '../../testing/contracts/activity-log.contract.js';
import { MemoryActivityLog } from './memory.activity-log.js';

const ALL = { sinceMs: 0, after: null, count: MAX_ACTIVITIES };
const activity = (id: string) => ({
  key: id,
  id,
  endpoint: 'scrape',
  version: 'v2',
  createdAt: Date.now(),
  target: null,
});

describe('MemoryActivityLog', () => {
  describe('keeps the contract', () => activityLogContract(() => new MemoryActivityLog()));

  it('is bounded in all, and drops requests of the owners with most of them first', async () => {
    const log = new MemoryActivityLog();
    for (let n = 0; n < 1_000; n++) await log.add('loud', activity(`loud-${n}`));
    for (let n = 0; n < 25_000; n++) await log.add(`owner-${n}`, activity(`${n}`));
    const sizeOf = async (owner: string) => (await log.read(owner, ALL)).activities.length;

    expect(await sizeOf('loud')).toBeLessThan(10);
    expect(await sizeOf('owner-24999')).toBe(1);
    let sum = 0;
    for (let n = 0; n < 25_000; n++) sum += await sizeOf(`owner-${n}`);
    expect(sum).toBeGreaterThanOrEqual(18_000);
    expect(sum).toBeLessThanOrEqual(20_000);
  });
});
