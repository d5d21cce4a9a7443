import { jobQueueContract } from '../../testing/job-queue.contract.js';
import { InProcessJobQueue } from './in-process.job-queue.js';

describe('InProcessJobQueue', () => {
  describe('keeps the contract', () => {
    jobQueueContract(async (slots) => {
      const queue = new InProcessJobQueue({ maxActiveCrawls: slots });
      return { queue, slots, close: () => queue.beforeApplicationShutdown() };
    });
  });

  describe('by the clock', () => {
    beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
    afterEach(() => jest.useRealTimers());

    const never = () => new Promise<never>(() => {});

    it('gives the slot of a turn that is stuck to others', async () => {
      const queue = new InProcessJobQueue({ maxActiveCrawls: 1 });
      const started: string[] = [];
      await queue.work(({ crawlId }) => {
        started.push(crawlId);
        return crawlId === 'stuck' ? never() : Promise.resolve('done');
      });
      await queue.submit('stuck');
      await queue.submit('other');
      await jest.advanceTimersByTimeAsync(31_000);
      expect(started).toEqual(['stuck']);
      await jest.advanceTimersByTimeAsync(2_000);
      expect(started).toEqual(['stuck', 'other']);
    });

    it('does not wait for ever for a turn that is stuck when it ends', async () => {
      const queue = new InProcessJobQueue({ maxActiveCrawls: 1 });
      await queue.work(never);
      await queue.submit('stuck');
      const end = queue.beforeApplicationShutdown();
      await jest.advanceTimersByTimeAsync(30_000);
      await end;
      expect(jest.getTimerCount()).toBe(0);
    });

    it('lets a crawl that gives up its turn at once rest for a moment', async () => {
      const queue = new InProcessJobQueue({ maxActiveCrawls: 1 });
      let turns = 0;
      await queue.work(async () => (++turns, 'again'));
      await queue.submit('a');
      await jest.advanceTimersByTimeAsync(1_000);
      expect(turns).toBeGreaterThan(5);
      expect(turns).toBeLessThan(15);
      await queue.beforeApplicationShutdown();
      expect(jest.getTimerCount()).toBe(0);
    });
  });
});
