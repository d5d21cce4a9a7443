import { resolveOptions } from '../../../model/options.js';
import type { CrawlJob } from '../../../model/crawl/crawl.js';
import { NotFoundError } from '../../../model/errors.js';
import { CheckJobs } from './check-jobs.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const now = Date.now();
const ended = (values: Partial<CrawlJob> = {}): CrawlJob =>
  ({ id: 'j', finishedAt: now, expiresAt: now + DAY_MS, ...values }) as CrawlJob;

describe('CheckJobs', () => {
  let kept: number[];
  let found: CrawlJob | null;
  const jobs = () => {
    const store = {
      keepUntil: async (_: string, until: number) => void kept.push(until - now),
      find: async () => found,
    };
    const crawls = { cancel: async () => Promise.reject(new NotFoundError('unknown')) };
    return new CheckJobs(null as never, crawls as never, store as never, null as never, resolveOptions({}));
  };
  beforeEach(() => {
    kept = [];
    found = null;
    jest.spyOn(Date, 'now').mockReturnValue(now);
  });
  afterEach(() => jest.restoreAllMocks());

  it('keeps the results of a recorded job for ten minutes', async () => {
    await jobs().release(ended());
    expect(kept).toEqual([10 * MINUTE_MS]);
  });

  it('never keeps results longer than the host wants', async () => {
    await jobs().release(ended({ expiresAt: now + MINUTE_MS }));
    expect(kept).toEqual([]);
  });

  it('leaves results alone that a handler waits for', async () => {
    await jobs().release(ended({ expiresAt: now + 2 * DAY_MS }));
    expect(kept).toEqual([]);
  });

  it('keeps the results of a check that was cancelled no longer', async () => {
    await jobs().cancel('c', ['t']);
    expect(kept).toEqual([]);
    found = ended();
    await jobs().cancel('c', ['t']);
    expect(kept).toEqual([10 * MINUTE_MS]);
  });
});
