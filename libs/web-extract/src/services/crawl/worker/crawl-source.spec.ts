import { HOST, urlOf } from '../../../testing/contracts/crawl-store/samples.contract.js';
import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import type { TakeResult } from '../../../ports/stores/frontier.port.js';
import type { CrawlJob, CrawlStatus } from '../../../model/crawl/crawl.js';
import { CrawlSource } from './crawl-source.js';
import { CrawlSemaphore, HostSemaphore } from '../places/crawl-semaphore.js';

describe('CrawlSource', () => {
  const start = 1_000_000;
  beforeEach(() => jest.useFakeTimers({ now: start }));
  afterEach(() => jest.useRealTimers());

  it('looks at a resting host again when its timer fires a millisecond early', async () => {
    const task = { ...urlOf('/a'), crawlId: 'c', lease: 'l', attempts: 0 };
    const take = jest.fn(
      async (
        _id: string,
        _worker: string,
        _leaseMs: number,
        busyHosts: readonly string[],
      ): Promise<TakeResult> =>
        busyHosts.includes(HOST) ? { kind: 'wait', untilMs: null } : { kind: 'task', task },
    );
    const store = { frontier: { take }, subscribe: () => () => {} } as unknown as CrawlStore;
    const source = new CrawlSource(store, {
      crawlId: 'c',
      owner: 'anna',
      worker: 'w',
      leaseMs: 30_000,
      places: new CrawlSemaphore(1),
      hostPlaces: new HostSemaphore(1),
      mayHaveBrowser: () => true,
    });
    const taken: number[] = [];
    const ask = async () => void ((await source.next()) && taken.push(Date.now()));
    source.pauseHost(HOST, start + 200);
    await ask();
    source.onChange(() => void ask());
    jest.setSystemTime(start - 1); // the clock of the timers and the one of the day need not agree
    await jest.advanceTimersByTimeAsync(300);
    expect(taken).toHaveLength(1);
    expect(taken[0]).toBeLessThan(start + 210);
    source.close();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('feels a cancel within a second when nobody tells it', async () => {
    const task = { ...urlOf('/a'), crawlId: 'c', lease: 'l', attempts: 0 };
    let status: CrawlStatus = 'running';
    const find = jest.fn(async () => ({ status }) as CrawlJob);
    const take = jest.fn(async (): Promise<TakeResult> => ({ kind: 'wait', untilMs: null }));
    take.mockResolvedValueOnce({ kind: 'task', task });
    const store = { frontier: { take }, find, subscribe: () => () => {} } as unknown as CrawlStore;
    const source = new CrawlSource(store, {
      crawlId: 'c',
      owner: 'anna',
      worker: 'w',
      leaseMs: 30_000,
      places: new CrawlSemaphore(1),
      hostPlaces: new HostSemaphore(1),
      mayHaveBrowser: () => true,
    });
    await jest.advanceTimersByTimeAsync(5_000);
    expect(find).not.toHaveBeenCalled(); // no task is in progress that a cancellation could end
    const active = await source.next();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(find.mock.calls.length).toBeLessThanOrEqual(20);
    await source.next(); // the store has just said that the crawl runs
    status = 'cancelled';
    await jest.advanceTimersByTimeAsync(999);
    expect(active?.signal.aborted).toBe(true);
    expect(source.ended).toBe('cancelled');
    source.close();
    expect(jest.getTimerCount()).toBe(0);
  });
});
