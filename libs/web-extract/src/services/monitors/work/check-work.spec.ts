import { randomUUID } from 'node:crypto';
import { InsufficientCreditsError, RateLimitedError, UnavailableError } from '../../../model/errors.js';
import type { Monitor } from '../../../model/monitor/monitor.js';
import { resolveOptions } from '../../../model/options.js';
import { MemoryMonitorStore } from '../../../drivers/in-process/monitors/memory.monitor-store.js';
import { MONITOR_ROOM, someMonitor } from '../../../testing/contracts/monitor-store/samples.contract.js';
import { jobIdOf } from './begin-check.js';
import { pageKey } from './check-page.js';
import { ChecksFixture, onePage } from './checks.fixture.js';

const PAGE = 'https://site.example/a';
const OTHER = 'https://site.example/b';
const scrape = (...urls: string[]) => [{ id: 't', type: 'scrape' as const, urls }];

async function setUp(values: Partial<Monitor> = {}, checks = new ChecksFixture(new MemoryMonitorStore())) {
  const monitor = someMonitor({ targets: scrape(PAGE), nextRunAt: 1_000, ...values });
  await checks.store.create(monitor, 1_000, MONITOR_ROOM);
  const latest = async () => (await checks.store.checks(monitor.id, { offset: 0, limit: 1 }))[0]!;
  const now = async () => (await checks.store.find(monitor.id))!.monitor;
  return { checks, monitor, latest, now };
}

describe('CheckWork', () => {
  it('ends a check and stores its targets no longer than needed', async () => {
    const { checks, monitor, latest, now } = await setUp();
    await checks.changes.begin(monitor.id);
    expect(await checks.store.checkTargets((await latest()).id)).toHaveLength(1);
    expect(await checks.work()).toBe('ended');
    expect(await latest()).toMatchObject({
      status: 'completed',
      summary: { totalPages: 1, new: 1 },
    });
    expect(await checks.store.checkTargets((await latest()).id)).toEqual([]);
    expect(await now()).toMatchObject({ currentCheckId: null, lastCheckSummary: { totalPages: 1 } });
  });

  it('continues a check with its former targets when the monitor was changed', async () => {
    const { checks, monitor, latest, now } = await setUp();
    await checks.changes.begin(monitor.id);
    checks.beforeJob = async () => {
      await checks.changes.change(monitor.id, (known) => ({
        monitor: { ...known, name: 'Other' },
        targets: scrape(OTHER),
      }));
      checks.beforeJob = () => {};
    };
    expect(await checks.work()).toBe('ended');
    expect(checks.visited).toEqual([PAGE]);
    expect((await latest()).status).toBe('completed');
    expect(await now()).toMatchObject({ name: 'Other', currentCheckId: null });
    await checks.changes.begin(monitor.id);
    await checks.work();
    expect(checks.visited).toEqual([PAGE, OTHER]);
  });

  it('keeps a monitor paused that was paused during its check', async () => {
    const { checks, monitor, now } = await setUp();
    await checks.changes.begin(monitor.id);
    checks.beforeJob = () => checks.changes.pause(monitor.id);
    expect(await checks.work()).toBe('ended');
    expect(await now()).toMatchObject({ status: 'paused', nextRunAt: null });
    expect(await checks.store.nextDueAt()).toBeNull();
  });

  it('cancels the jobs of a check whose monitor was deleted before they had started', async () => {
    const { checks, monitor } = await setUp();
    const { id } = await checks.changes.begin(monitor.id);
    checks.beforeJob = async () => void (await checks.store.remove(monitor.id));
    expect(await checks.work()).toBe('lost');
    expect(checks.cancelled).toEqual([id]);
  });

  it('is not replaced by the next run once its jobs are being started', async () => {
    const { checks, monitor } = await setUp();
    const { id } = await checks.changes.begin(monitor.id);
    checks.beforeJob = () => checks.changes.beginDue(monitor.id, Date.now());
    expect(await checks.work()).toBe('ended');
    const found = await checks.store.checks(monitor.id, { offset: 0, limit: 10 });
    expect(found.map(({ id: checkId, status }) => [checkId === id, status])).toEqual([
      [false, 'skipped_overlap'],
      [true, 'completed'],
    ]);
  });

  it('is not replaced by a next run that has read it before', async () => {
    const { checks, monitor, now } = await setUp();
    const { id } = await checks.changes.begin(monitor.id);
    const find = checks.store.findCheck.bind(checks.store);
    jest.spyOn(checks.store, 'findCheck').mockImplementationOnce(async (checkId) => {
      const read = await find(checkId);
      expect(await checks.work()).toBe('ended');
      return read;
    });
    await checks.changes.beginDue(monitor.id, Date.now());
    expect((await find(id))?.status).toBe('completed');
    expect((await now()).currentCheckId).not.toBe(id);
  });

  it('leaves the jobs to the process that has taken over the check', async () => {
    const { checks, monitor } = await setUp();
    await checks.changes.begin(monitor.id);
    const controller = new AbortController();
    const task = (await checks.store.takeCheck(1))!;
    checks.beforeJob = async () => {
      while ((await checks.store.takeCheck(60_000)) === null);
    };
    const { CheckWork } = await import('./check-work.js');
    expect(await CheckWork.run(checks.tools, task, controller.signal)).toBe('lost');
    expect(checks.cancelled).toEqual([]);
  });

  it('waits while the owner has too many jobs', async () => {
    const { checks, monitor, latest } = await setUp();
    await checks.changes.begin(monitor.id);
    checks.beforeJob = () => Promise.reject(new RateLimitedError('too many', 1));
    expect(await checks.work()).toBe('waiting');
    expect(await latest()).toMatchObject({ status: 'queued', startedAt: null });
    await checks.changes.beginDue(monitor.id, Date.now());
    const found = await checks.store.checks(monitor.id, { offset: 0, limit: 10 });
    expect(found.map(({ status }) => status)).toEqual(['queued', 'skipped_overlap']);
  });

  it('skips a check without credits', async () => {
    const { checks, monitor, latest } = await setUp();
    await checks.changes.begin(monitor.id);
    checks.beforeJob = () => Promise.reject(new InsufficientCreditsError(5));
    expect(await checks.work()).toBe('ended');
    expect(await latest()).toMatchObject({ status: 'skipped_no_credits', startedAt: null });
  });

  it('ends in the middle when other checks have used up the pages of the day', async () => {
    const urls = Array.from({ length: 120 }, (_, n) => `${PAGE}${n}`);
    let counted = 0;
    const quota = {
      left: async () => Infinity,
      add: async (_: string, pages: number) =>
        (counted += pages) > 60 ? new InsufficientCreditsError(60) : null,
    };
    const { checks, monitor, latest } = await setUp(
      { targets: scrape(...urls) },
      new ChecksFixture(new MemoryMonitorStore(), { quota: quota as never }),
    );
    await checks.changes.begin(monitor.id);
    const { find } = checks.tools.jobs;
    jest.spyOn(checks.tools.jobs, 'find').mockImplementation(async (id) => {
      const job = await find(id);
      return job && { ...job, status: 'running' };
    });
    expect(await checks.work()).toBe('ended');
    expect(await latest()).toMatchObject({ status: 'partial', error: expect.stringContaining('60') });
    expect(checks.cancelled).toHaveLength(1);
  });

  it('continues its mails where they stopped', async () => {
    const email = { enabled: true, recipients: ['a@b.example'], includeDiffs: false };
    const { checks, monitor } = await setUp({ notification: { email } });
    const { id } = await checks.changes.begin(monitor.id);
    const end = jest
      .spyOn(checks.changes, 'change')
      .mockRejectedValueOnce(new Error('killed'))
      .mockRejectedValueOnce(new Error('killed'));
    jest.spyOn(checks.tools, 'report').mockImplementation();
    const task = (await checks.store.takeCheck(60_000))!;
    const { CheckWork } = await import('./check-work.js');
    await expect(CheckWork.run(checks.tools, task, new AbortController().signal)).rejects.toThrow('killed');
    end.mockRestore();
    await checks.store.releaseCheck(task, 0);
    expect(await checks.work()).toBe('ended');
    expect(checks.mailed).toEqual([id]);
  });

  it('shortens the retention of a job once its pages are recorded', async () => {
    const { checks, monitor } = await setUp();
    const { id } = await checks.changes.begin(monitor.id);
    expect(await checks.work()).toBe('ended');
    expect(checks.released).toEqual([jobIdOf(id, 't')]);
  });

  it('ends in the middle when the results of its job have expired, and starts no other job', async () => {
    const urls = Array.from({ length: 80 }, (_, n) => `${PAGE}${n}`);
    const { checks, monitor, latest } = await setUp({ targets: scrape(...urls) });
    const { id } = await checks.changes.begin(monitor.id);
    const record = checks.store.record.bind(checks.store);
    jest.spyOn(checks.store, 'record').mockImplementation(async (task, change) => {
      if (change.from >= 50) throw new UnavailableError('killed', 1);
      return record(task, change);
    });
    await expect(checks.work()).rejects.toThrow(UnavailableError);
    jest.restoreAllMocks();
    checks.jobs.delete(jobIdOf(id, 't'));
    const { CheckWork } = await import('./check-work.js');
    const [row] = await checks.store.checks(monitor.id, { offset: 0, limit: 1 });
    expect(row!.progress.pages).toBe(50);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 120_000);
    try {
      const task = await checks.store.takeCheck(60_000); // the lease has expired
      expect(await CheckWork.run(checks.tools, task!, new AbortController().signal)).toBe('ended');
    } finally {
      clock.mockRestore();
    }
    expect(checks.visited).toHaveLength(80);
    expect(await latest()).toMatchObject({ status: 'partial', summary: { totalPages: 50 } });
  });

  it('takes a page that was not read at first for new when it is', async () => {
    const { checks, monitor, latest, now } = await setUp();
    checks.visit = (url) => ({ ...onePage(url), change: null }) as never;
    await checks.changes.begin(monitor.id);
    await checks.work();
    expect(await latest()).toMatchObject({ status: 'failed', summary: { error: 1 } });
    const stateOf = async () => (await checks.store.states(monitor.id, [pageKey(PAGE)]))[pageKey(PAGE)];
    expect(await stateOf()).toMatchObject({ scrapeId: null, failures: { count: 1 } });
    checks.visit = (url) => onePage(url, 'same');
    await checks.changes.begin(monitor.id);
    await checks.work();
    expect(await latest()).toMatchObject({ summary: { new: 1 } });
    expect((await stateOf())?.failures).toBeUndefined();
    expect((await now()).lastCheckSummary).toMatchObject({ new: 1 });
  });

  it('stores no visits beyond the limit of an owner: further pages are errors, never new again', async () => {
    const options = resolveOptions({ monitors: { maxPagesPerOwner: 2 } });
    const urls = ['a', 'b', 'c'].map((name) => PAGE + name);
    const fixture = new ChecksFixture(new MemoryMonitorStore(), {}, options);
    const { checks, monitor, latest } = await setUp({ targets: scrape(...urls) }, fixture);
    for (const [at, summary] of [
      { new: 2, error: 1 },
      { same: 2, error: 1 },
    ].entries()) {
      checks.visit = (url) => onePage(url, at === 0 ? 'new' : 'same');
      await checks.changes.begin(monitor.id);
      expect(await checks.work()).toBe('ended');
      expect(await latest()).toMatchObject({ status: 'partial', summary });
    }
    const { pages } = await checks.store.pages((await latest()).id, {
      from: 0,
      count: 5,
      maxBytes: 1e6,
      status: 'error',
    });
    expect(pages).toMatchObject([{ url: urls[2], error: expect.stringContaining('at most 2 pages') }]);
    expect(await checks.store.countStates(monitor.owner)).toEqual({ owner: 2, all: 2 });
    await checks.store.remove(monitor.id);
    expect(await checks.store.countStates(monitor.owner)).toEqual({ owner: 0, all: 0 });
  });

  it('stores no visits beyond the limit of all owners', async () => {
    const options = resolveOptions({ monitors: { maxPages: 1 } });
    const checks = new ChecksFixture(new MemoryMonitorStore(), {}, options);
    const first = await setUp({ owner: 'anna' }, checks);
    await checks.changes.begin(first.monitor.id);
    await checks.work();
    const second = await setUp({ owner: 'berta' }, checks);
    await checks.changes.begin(second.monitor.id);
    await checks.work();
    expect(await second.latest()).toMatchObject({ status: 'failed', summary: { error: 1 } });
  });

  it('chooses the pages of an adaptive check once, by the visits before it', async () => {
    const adaptive = { minMinutes: 1, maxMinutes: 1_440 };
    const { checks, monitor, now } = await setUp({
      schedule: { adaptive, timezone: 'UTC' },
      targets: scrape(PAGE, OTHER),
    });
    checks.visit = (url) => onePage(url, 'same');
    await checks.changes.beginDue(monitor.id, 2_000);
    expect(await checks.work()).toBe('ended');
    expect(checks.visited).toEqual([PAGE, OTHER]);
    const { nextRunAt } = await now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(nextRunAt! + 1);
    try {
      const due = jest.spyOn(checks.tools.adaptive, 'plan');
      await checks.changes.beginDue(monitor.id, nextRunAt!);
      checks.beforeJob = () => Promise.reject(new RateLimitedError('too many', 1));
      expect(await checks.work()).toBe('waiting');
      checks.beforeJob = () => {};
      clock.mockReturnValue(nextRunAt! + 100_000);
      expect(await checks.work()).toBe('ended');
      expect(due).toHaveBeenCalledTimes(1);
      expect(checks.visited).toEqual([PAGE, OTHER, PAGE, OTHER]);
    } finally {
      clock.mockRestore();
    }
  });

  it.each([
    ['completed', [], 2],
    ['partial', ['The search "b" failed'], 1],
    ['failed', ['The search "a" failed', 'The search "b" failed'], 0],
  ] as const)('is %s after a search with the problems %s', async (status, problems, count) => {
    const targets = [{ id: 's', type: 'search' as const, queries: ['a', 'b'], searchWindow: '24h' as const, includeDomains: [], excludeDomains: [], maxResults: 10 }]; // prettier-ignore
    const page = (n: number) => ({
      key: String(n),
      page: { ...somePage, id: randomUUID() },
      state: null,
      markdown: null,
    });
    const searches = {
      run: async () => ({
        pages: Array.from({ length: count }, (_, n) => page(n)),
        known: [],
        problems,
        resultCount: count,
      }),
    };
    const { checks, monitor, latest } = await setUp(
      { targets },
      new ChecksFixture(new MemoryMonitorStore(), { searches: searches as never }),
    );
    await checks.changes.begin(monitor.id);
    expect(await checks.work()).toBe('ended');
    expect(await latest()).toMatchObject({
      status,
      error: problems[0] ?? null,
      targetResults: [{ type: 'search', resultCount: count }],
    });
  });
});

const somePage = {
  targetId: 's', url: PAGE, status: 'new' as const, previousScrapeId: null, currentScrapeId: 'c', statusCode: null, error: null,
  metadata: null, diff: null, snapshot: null, judgment: null, createdAt: 1,
}; // prettier-ignore
