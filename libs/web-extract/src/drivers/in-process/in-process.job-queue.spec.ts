import { jobQueueContract } from '../../testing/contracts/job-queue.contract.js';
import { InProcessJobQueue } from './in-process.job-queue.js';

describe('InProcessJobQueue', () => {
  describe('keeps the contract', () => {
    jobQueueContract(async (slots) => {
      const queue = new InProcessJobQueue({ crawlSlotsPerProcess: slots });
      return { queue, slots, close: () => queue.beforeApplicationShutdown() };
    });
  });

  describe('with several owners', () => {
    const turns: string[] = [];
    const asked: string[] = [];
    let queue: InProcessJobQueue;
    const never = () => new Promise<never>(() => {});
    beforeEach(async () => {
      jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
      turns.length = asked.length = 0;
      queue = new InProcessJobQueue({ crawlSlotsPerProcess: 4 });
      await queue.work(({ crawlId, signal }) => {
        turns.push(crawlId);
        signal.addEventListener('abort', () => asked.push(crawlId), { once: true });
        return never();
      });
    });
    afterEach(() => jest.useRealTimers());

    it('has a slot for another owner while the crawls of one hold all and leave none', async () => {
      for (let n = 1; n <= 9; n++) await queue.submit(`a${n}`, 1, 'anna');
      await queue.submit('b1', 1, 'berta');
      expect(turns).toEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
    });

    it('asks nobody to leave for an owner that has more at work', async () => {
      for (let n = 1; n <= 4; n++) await queue.submit(`a${n}`, 1, 'anna');
      await queue.submit('b1', 1, 'berta');
      await jest.advanceTimersByTimeAsync(2_500);
      expect(asked).toEqual([]);
      for (let n = 5; n <= 12; n++) await queue.submit(`a${n}`, 1, 'anna');
      await jest.advanceTimersByTimeAsync(0);
      expect(asked).toEqual(['a1']);
      await jest.advanceTimersByTimeAsync(750);
      expect(asked).toEqual(['a1', 'a2', 'a3', 'a4']);
    });
  });

  it('asks few of many to leave at a time, and each in the end', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const queue = new InProcessJobQueue({ crawlSlotsPerProcess: 256 });
    const asked = new Set<string>();
    await queue.work(({ crawlId, signal }) => {
      signal.addEventListener('abort', () => asked.add(crawlId), { once: true });
      return new Promise<never>(() => {});
    });
    for (let n = 0; n < 512; n++) await queue.submit(`${n}`, 1, 'anna');
    await jest.advanceTimersByTimeAsync(4_000);
    expect(asked.size).toBeGreaterThan(10);
    expect(asked.size).toBeLessThan(30);
    await jest.advanceTimersByTimeAsync(26_000);
    expect(asked.size).toBeGreaterThan(200);
    jest.useRealTimers();
  });

  describe('by the clock', () => {
    beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
    afterEach(() => jest.useRealTimers());

    const never = () => new Promise<never>(() => {});

    it('gives the slot of a turn that is stuck to others', async () => {
      const queue = new InProcessJobQueue({ crawlSlotsPerProcess: 1 });
      const started: string[] = [];
      await queue.work(({ crawlId }) => {
        started.push(crawlId);
        return crawlId === 'stuck' ? never() : Promise.resolve('done');
      });
      await queue.submit('stuck', 1, 'anna');
      await queue.submit('other', 1, 'anna');
      await jest.advanceTimersByTimeAsync(31_000);
      expect(started).toEqual(['stuck']);
      await jest.advanceTimersByTimeAsync(2_000);
      expect(started).toEqual(['stuck', 'other']);
    });

    it('does not wait for ever for a turn that is stuck when it ends', async () => {
      const queue = new InProcessJobQueue({ crawlSlotsPerProcess: 1 });
      await queue.work(never);
      await queue.submit('stuck', 1, 'anna');
      const end = queue.beforeApplicationShutdown();
      await jest.advanceTimersByTimeAsync(30_000);
      await end;
      expect(jest.getTimerCount()).toBe(0);
    });

    it('lets a crawl that gives up its turn at once rest for a moment', async () => {
      const queue = new InProcessJobQueue({ crawlSlotsPerProcess: 1 });
      let turns = 0;
      await queue.work(async () => (++turns, 'requeue'));
      await queue.submit('a', 1, 'anna');
      await jest.advanceTimersByTimeAsync(1_000);
      expect(turns).toBeGreaterThan(5);
      expect(turns).toBeLessThan(15);
      await queue.beforeApplicationShutdown();
      expect(jest.getTimerCount()).toBe(0);
    });
  });
});
