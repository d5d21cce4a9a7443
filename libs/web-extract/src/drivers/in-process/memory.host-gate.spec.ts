import { hostGateContract } from '../../testing/contracts/host-gate.contract.js';
import { MemoryHostGate } from './memory.host-gate.js';

const CRAWL = { id: 'crawl', owner: 'anna' };

describe('MemoryHostGate', () => {
  describe('keeps the contract', () => hostGateContract(() => new MemoryHostGate()));

  describe('by the clock', () => {
    beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));
    afterEach(() => jest.useRealTimers());

    it('never comes too close, however late the one before started', async () => {
      const gate = new MemoryHostGate();
      const starts: number[] = [];
      while (starts.length < 50) {
        const answer = await gate.enter('127.0.0.1:80', { delayMs: 100, maxConcurrent: 16 }, CRAWL);
        if ('retryAtMs' in answer) {
          jest.setSystemTime(answer.retryAtMs + 3); // timers are late
          continue;
        }
        starts.push(Date.now());
        await answer.release();
      }
      const gaps = starts.slice(1).map((start, n) => start - starts[n]!);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(100);
      expect(starts[49]! - starts[0]!).toBeLessThanOrEqual(49 * 100 * 1.05);
    });

    it('forgets hosts that are idle, and no other', async () => {
      const gate = new MemoryHostGate();
      const policy = { delayMs: 1_000, maxConcurrent: 1 };
      await gate.enter('busy.test:80', { delayMs: 0, maxConcurrent: 1 }, CRAWL);
      for (let n = 0; n < 20_000; n++) {
        const pass = await gate.enter(`host-${n}.test:80`, policy, CRAWL);
        if ('release' in pass) await pass.release();
        jest.setSystemTime(Date.now() + 1);
      }
      expect(gate.size).toBeLessThan(6_000);
      expect(await gate.enter('busy.test:80', { delayMs: 0, maxConcurrent: 1 }, CRAWL)).toHaveProperty(
        'retryAtMs',
      );
      expect(await gate.enter('host-19999.test:80', policy, CRAWL)).toHaveProperty('retryAtMs');
    });
  });
});
