import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorStoreContract } from '../../../testing/contracts/monitor-store.contract.js';
import { MONITOR_ROOM, outgoing, someCheck, someCheckPage, someMonitor } from '../../../testing/contracts/monitor-store/samples.contract.js'; // prettier-ignore
import { LmdbMonitorStore } from './lmdb.monitor-store.js';

describe('LmdbMonitorStore', () => {
  const opened: LmdbMonitorStore[] = [];
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'monitors-'));
  });
  afterEach(() => Promise.all(opened.splice(0).map((store) => store.onApplicationShutdown())));
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  const open = (path: string): LmdbMonitorStore => {
    const store = new LmdbMonitorStore(path);
    opened.push(store);
    return store;
  };

  let folders = 0;
  monitorStoreContract(() => open(join(dataDir, String(folders++))));

  it('has everything after a restart', async () => {
    const path = join(dataDir, 'restart');
    const store = open(path);
    const [first, second] = [someMonitor({ createdAt: 1 }), someMonitor({ createdAt: 2 })];
    await store.create(first, 500, MONITOR_ROOM);
    await store.create(second, null, MONITOR_ROOM);
    const check = someCheck(first);
    await store.write({
      monitor: { ...first, currentCheckId: check.id },
      expectedRevision: 1,
      dueAt: 700,
      checks: [check],
    });
    const task = (await store.takeCheck(60_000))!;
    await store.record(task, {
      check,
      from: 0,
      pages: [someCheckPage()],
      states: {},
      outgoing: outgoing('hook', 1, 2),
    });
    await store.onApplicationShutdown();
    const again = open(path);
    expect((await again.heads('anna', { offset: 0, limit: 5 })).map(({ id }) => id)).toEqual([
      second.id,
      first.id,
    ]);
    expect(await again.nextDueAt()).toBe(700);
    expect((await again.takeCheck(60_000))?.checkId).toBe(check.id);
    expect((await again.pages(check.id, { from: 0, count: 5, maxBytes: 1e6 })).pages).toHaveLength(1);
    expect((await again.outbox.take('worker', 1_000))?.crawlId).toBe(first.id);
    const { revision } = (await again.find(first.id))!;
    const more = outgoing('hook', 3);
    const limited = { ...more, limits: { ...more.limits, maxMessagesPerOwner: 2 } };
    const change = { monitor: first, expectedRevision: revision, dueAt: null, outgoing: limited };
    expect(await again.write(change)).toMatchObject({ dropped: [{ monitorId: first.id, messages: 1 }] });
  });
});
