import { UnavailableError } from '../../../model/errors.js';
import { resolveOptions } from '../../../model/options.js';
import type { JobQueue } from '../../../ports/job-queue.port.js';
import { RunningWork } from '../../running-work.js';
import { CrawlRunner } from './crawl-runner.js';
import type { CrawlContext } from './crawl-context.js';

function startOf(failure: Error) {
  const work = jest.fn(async () => {});
  const queue = { work, isReady: async () => true } as unknown as JobQueue;
  const loop = { prepare: async () => {} };
  const store = { running: () => Promise.reject(failure) };
  const options = resolveOptions();
  const runner = new CrawlRunner(
    queue,
    { loop, store } as unknown as CrawlContext,
    new RunningWork(options),
    options,
  );
  return { work, started: runner.onApplicationBootstrap() };
}

describe('CrawlRunner at its start', () => {
  it('goes on without the crawls of before when the store cannot tell them now', async () => {
    const { work, started } = startOf(new UnavailableError('Redis is loading'));
    await started;
    expect(work).toHaveBeenCalled();
  });

  it('fails when there is a fault', async () => {
    await expect(startOf(new Error('a fault')).started).rejects.toThrow('a fault');
  });
});
