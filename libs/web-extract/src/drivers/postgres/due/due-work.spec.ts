import { setTimeout as sleep } from 'node:timers/promises';
import { describeWithPostgres } from '../../../../../../test/setup/postgres.js';
import {
  openPostgresDatabase,
  type PostgresDatabase,
} from '../../../../../../test/support/postgres-database.js';
import { UnavailableError } from '../../../model/errors.js';
import { NO_BUSY_RECEIVERS } from '../../../ports/stores/webhook-outbox.port.js';
import { startCrawl } from '../../../testing/contracts/crawl-store/samples.contract.js';
import { beginCheck, createMonitor, outgoing, RECORD } from '../../../testing/contracts/monitor-store/samples.contract.js'; // prettier-ignore
import { PostgresCrawlStore } from '../crawl/postgres.crawl-store.js';
import { PostgresExtractorStore } from '../extractors/postgres.extractor-store.js';
import { PostgresMonitorStore } from '../monitors/postgres.monitor-store.js';
import { DueWork } from './due-work.js';

describeWithPostgres('DueWork', () => {
  let database: PostgresDatabase;
  beforeAll(async () => {
    database = await openPostgresDatabase();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await database.clear();
  });
  afterAll(() => database.remove());

  /** The stores of a process, and the looks of its services, which run once a second. */
  function open(connection = database.connect()) {
    const work = new DueWork(connection);
    const stores = {
      monitors: new PostgresMonitorStore(connection, work),
      extractors: new PostgresExtractorStore(connection, work),
      crawls: new PostgresCrawlStore(connection, work),
    };
    const { monitors, extractors, crawls } = stores;
    const looks = {
      monitors: () => monitors.due(Date.now(), 10).then(([first]) => first?.id),
      next: () => monitors.nextDueAt(),
      checks: () => monitors.takeCheck(60_000).then((task) => task?.checkId),
      messages: () => monitors.outbox.take('worker', 60_000).then((task) => task?.crawlId),
      extractors: () => extractors.takeWaiting(60_000, NO_BUSY_RECEIVERS).then((place) => place?.id),
      crawls: () => crawls.outbox.take('worker', 60_000).then((task) => task?.crawlId),
    };
    return { ...stores, looks, all: () => Promise.all(Object.values(looks).map((look) => look())), connection }; // prettier-ignore
  }

  /** The times that were read are too old after a second. */
  function pass(ms: number): void {
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + ms);
  }

  const NOTHING = [undefined, null, undefined, undefined, undefined, undefined];
  const BOUNDS = { maxPerOwner: 10, maxBytesPerOwner: 1e6, maxBytes: 1e6 };

  /** Creates an extractor with a message to send. */
  async function mark(store: PostgresExtractorStore, owner: string, dueAt: number): Promise<void> {
    await store.create(owner, { id: 'e', name: null, revision: 1, createdAt: 1, state: '{}' }, BOUNDS);
    await store.setWaiting(owner, 'e', { receiver: 'hook.test', dueAt });
  }

  it('reads once a second for all kinds', async () => {
    const { all, connection } = open();
    const run = jest.spyOn(connection, 'run');
    for (let n = 0; n < 20; n++) expect(await all()).toEqual(NOTHING);
    expect(run).toHaveBeenCalledTimes(1);
    pass(1_000);
    expect(await all()).toEqual(NOTHING);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('finds at once what its process has stored, and a second later what others have', async () => {
    const [one, other] = [open(), open()];
    await Promise.all([one.all(), other.all()]);
    const due = await createMonitor(one.monitors, {}, 5);
    const monitor = await createMonitor(one.monitors);
    const check = await beginCheck(one.monitors, monitor);
    const task = (await one.monitors.takeCheck(60_000))!;
    await one.monitors.record(task, { ...RECORD, check, outgoing: outgoing('hook.test', 1) });
    await one.monitors.releaseCheck(task, 0);
    await mark(one.extractors, 'anna', Date.now());
    const crawlId = await startCrawl(one.crawls, { request: { webhook: { url: 'http://hook.test/' } } });
    expect(await other.all()).toEqual(NOTHING);
    const found = [await one.looks.monitors(), await one.looks.next()];
    expect(found).toEqual([due.id, 5]);
    pass(1_000);
    expect(await other.all()).toEqual([due.id, 5, check.id, monitor.id, 'e', crawlId]);
    // leased by the other one
    expect(await one.all()).toEqual([due.id, 5, undefined, undefined, undefined, undefined]);
  });

  it('has no due time in the past for a monitor that another process has begun', async () => {
    const [one, other] = [open(), open()];
    const monitor = await createMonitor(one.monitors, {}, 5);
    expect(await other.looks.monitors()).toBe(monitor.id);
    await beginCheck(one.monitors, monitor);
    expect(await other.looks.next()).toBeNull();
  });

  it('gives out again what was leased when the lease has ended', async () => {
    const { monitors, looks } = open();
    const check = await beginCheck(monitors, await createMonitor(monitors));
    const { lease } = (await monitors.takeCheck(300))!;
    pass(1_000);
    expect(await looks.checks()).toBeUndefined();
    await sleep(320);
    const again = await monitors.takeCheck(60_000);
    expect([again?.checkId, again?.lease === lease]).toEqual([check.id, false]);
  });

  it('finds items whose ids are stored as hashes', async () => {
    const { extractors, looks } = open();
    const owner = 'o'.repeat(2_000);
    await mark(extractors, 'anna', Date.now() + 1_000_000);
    await mark(extractors, owner, Date.now());
    pass(1_000);
    expect(await looks.extractors()).toBe('e');
    expect(await looks.extractors()).toBeUndefined();
  });

  it('reads again after a failure, and knows no less than before', async () => {
    const { looks, monitors, connection } = open();
    await looks.checks();
    const check = await beginCheck(monitors, await createMonitor(monitors));
    pass(1_000);
    const run = jest.spyOn(connection, 'run').mockRejectedValueOnce(new UnavailableError('away'));
    await expect(looks.checks()).rejects.toThrow(UnavailableError);
    run.mockRestore();
    expect(await looks.checks()).toBe(check.id);
  });
});
