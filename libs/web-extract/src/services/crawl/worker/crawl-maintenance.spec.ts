import { Logger } from '@nestjs/common';
import { LmdbCrawlStore } from '../../../drivers/lmdb/lmdb.crawl-store.js';
import { UnavailableError } from '../../../model/errors.js';
import type { JobQueue } from '../../../ports/job-queue.port.js';
import { startCrawl } from '../../../testing/contracts/crawl-store/samples.contract.js';
import { resolveOptions } from '../../../model/options.js';
import { EventStream } from '../../events/event-stream.js';
import { TraceCarrier } from '../../events/trace-carrier.js';
import { CrawlLifecycle } from './crawl-lifecycle.js';
import type { KeylessJobs } from '../page/keyless-jobs.js';
import { CrawlMaintenance } from './crawl-maintenance.js';

describe('CrawlMaintenance', () => {
  let store: LmdbCrawlStore;
  let submit: jest.Mock;
  let keeper: CrawlMaintenance;

  beforeAll(() => Logger.overrideLogger(false));
  beforeEach(() => {
    store = new LmdbCrawlStore();
    submit = jest.fn(async () => {});
    const options = resolveOptions({ limits: { crawlTimeoutMs: 60_000 } });
    const life = new CrawlLifecycle(store, new EventStream(), new TraceCarrier(), options);
    const keyless = { cancelAmong: async () => {} } as unknown as KeylessJobs;
    keeper = new CrawlMaintenance(store, { submit } as unknown as JobQueue, life, keyless, options);
  });
  afterEach(() => store.close());

  it('queues every running crawl again, with all its slots, should it have fallen out', async () => {
    const id = await startCrawl(store, { limit: 10_000 });
    await keeper.makeRound(50_000);
    expect(submit.mock.calls).toEqual([[id, 20, 'anna']]);
    expect((await store.find(id))?.status).toBe('running');
  });

  it('ends a crawl whose time is up', async () => {
    const id = await startCrawl(store); // created at 1_000
    await keeper.makeRound(61_000);
    expect(await store.find(id)).toMatchObject({
      status: 'failed',
      error: 'The crawl did not end within 60000 ms',
    });
    expect(submit).not.toHaveBeenCalled();
  });

  it('deletes what has expired', async () => {
    const id = await startCrawl(store);
    await store.finish(id, 'completed', null, 1_000);
    await keeper.makeRound(Date.now() + 2_000);
    expect([await store.find(id), await store.isExpired(id)]).toEqual([null, true]);
  });

  it('goes on with its rounds when the store is out of reach for one, and stops at the end', async () => {
    jest.useFakeTimers();
    try {
      const running = jest.spyOn(store, 'running').mockRejectedValueOnce(new UnavailableError('gone'));
      keeper.onApplicationBootstrap();
      await jest.advanceTimersByTimeAsync(15_000);
      await jest.advanceTimersByTimeAsync(15_000);
      expect(running).toHaveBeenCalledTimes(2);
      await keeper.beforeApplicationShutdown();
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });
});
