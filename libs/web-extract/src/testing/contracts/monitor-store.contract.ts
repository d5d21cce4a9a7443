import { randomBytes, randomUUID } from 'node:crypto';
import { NO_VISITS, type MonitorCheck } from '../../model/monitor/check.js';
import type { Monitor } from '../../model/monitor/monitor.js';
import type { CheckRecord, MonitorStore } from '../../ports/stores/monitor-store.port.js';
import { monitorOutboxContract } from './monitor-store/monitor-outbox.contract.js';
import { beginCheck, createMonitor, outgoing, RECORD, recordCheck, someCheck, someCheckPage, someMonitor } from './monitor-store/samples.contract.js'; // prettier-ignore

/**
 * Contract suite of `MonitorStore`. Call it inside a spec of the driver.
 * @param makeStore returns an empty one
 */
export function monitorStoreContract(makeStore: () => MonitorStore | Promise<MonitorStore>): void {
  let store: MonitorStore;
  beforeEach(async () => {
    store = await makeStore();
  });

  const create = (values: Partial<Monitor> = {}, dueAt: number | null = 1_000) =>
    createMonitor(store, values, dueAt);
  const begin = (monitor: Monitor, values: Partial<MonitorCheck> = {}) => beginCheck(store, monitor, values);
  const take = async () => (await store.takeCheck(60_000))!;
  const record = (check: MonitorCheck, values: Partial<CheckRecord>) => recordCheck(store, check, values);

  it('finds a monitor as it was created', async () => {
    const monitor = await create({ goal: 'Prices — “any”' });
    expect((await store.find(monitor.id))?.monitor).toEqual(monitor);
    expect(await store.find(randomUUID())).toBeNull();
  });

  it('lists the monitors of an owner, the newest first', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift((await create({ createdAt: 1_000 + n })).id);
    await create({ owner: 'berta' });
    const list = async (offset: number, limit: number) => (await store.list('anna', { offset, limit })).map(({ id }) => id); // prettier-ignore
    expect(await list(0, 100)).toEqual(ids);
    expect(await list(1, 2)).toEqual(ids.slice(1, 3));
    expect(await store.list('carla', { offset: 0, limit: 10 })).toEqual([]);
    expect([...(await store.owners())].sort()).toEqual(['anna', 'berta']);
  });

  it('accepts no more monitors of an owner than the limit, also with concurrent calls', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => store.create(someMonitor(), null, 3)));
    expect(made.filter(Boolean)).toHaveLength(3);
    expect(await store.create(someMonitor({ owner: 'berta' }), null, 3)).toBe(true);
    const [first] = await store.list('anna', { offset: 0, limit: 1 });
    await store.remove(first!.id);
    expect(await store.create(someMonitor(), null, 3)).toBe(true);
  });

  it('makes one of several concurrent changes', async () => {
    const monitor = await create();
    const { revision } = (await store.find(monitor.id))!;
    const changes = ['a', 'b', 'c'].map((name) =>
      store.write({ monitor: { ...monitor, name }, expectedRevision: revision, dueAt: null }),
    );
    expect((await Promise.all(changes)).filter(Boolean)).toHaveLength(1);
    const now = (await store.find(monitor.id))!;
    expect(now.revision).not.toBe(revision);
    expect(
      await store.write({ monitor: now.monitor, expectedRevision: now.revision, dueAt: null }),
    ).not.toBeNull();
  });

  it('returns due monitors, the longest waiting first', async () => {
    const late = await create({}, 300);
    const early = await create({}, 100);
    await create({}, 900);
    await create({}, null);
    expect(await store.due(300, 10)).toEqual([
      { id: early.id, dueAt: 100 },
      { id: late.id, dueAt: 300 },
    ]);
    expect(await store.due(300, 1)).toHaveLength(1);
    expect(await store.nextDueAt()).toBe(100);
    const { revision } = (await store.find(early.id))!;
    await store.write({ monitor: early, expectedRevision: revision, dueAt: null });
    expect(await store.nextDueAt()).toBe(300);
    await store.remove(late.id);
    expect(await store.nextDueAt()).toBe(900);
  });

  it('leases each open check once, also with concurrent calls', async () => {
    const monitors = await Promise.all([create(), create(), create()]);
    const checks = await Promise.all(monitors.map((monitor) => begin(monitor)));
    const tasks = await Promise.all(Array.from({ length: 6 }, () => store.takeCheck(60_000)));
    const taken = tasks.filter((task) => task !== null);
    expect(taken.map(({ checkId }) => checkId).sort()).toEqual(checks.map(({ id }) => id).sort());
    expect(taken.every(({ owner }) => owner === 'anna')).toBe(true);
  });

  it('skips checks of busy owners', async () => {
    await begin(await create());
    const other = await begin(await create({ owner: 'berta' }));
    expect((await store.takeCheck(60_000, ['anna']))?.checkId).toBe(other.id);
    expect(await store.takeCheck(60_000, ['anna'])).toBeNull();
  });

  it('leases a check again when its lease has expired, and ignores the former holder', async () => {
    const check = await begin(await create());
    const former = (await store.takeCheck(1))!;
    let task = null;
    while (task === null) task = await store.takeCheck(60_000);
    expect(task.checkId).toBe(check.id);
    expect(await store.renewChecks([former, task], 60_000)).toEqual([former]);
    expect(await store.record(former, { ...RECORD, check })).toBeNull();
    expect(await store.record(task, { ...RECORD, check })).not.toBeNull();
  });

  it('releases a check for a while', async () => {
    await begin(await create());
    const task = await take();
    await store.releaseCheck(task, 60_000);
    expect(await store.takeCheck(60_000)).toBeNull();
    expect(await store.record(task, { ...RECORD, check: someCheck(someMonitor()) })).toBeNull();
    const other = await begin(await create());
    await store.releaseCheck(await take(), 0);
    expect((await store.takeCheck(60_000))?.checkId).toBe(other.id);
  });

  it('ends a check with the lease only', async () => {
    const monitor = await create();
    const check = await begin(monitor);
    const task = await take();
    const { revision } = (await store.find(monitor.id))!;
    const end = {
      monitor,
      expectedRevision: revision,
      dueAt: null,
      checks: [{ ...check, status: 'completed' as const }],
    };
    expect(await store.write({ ...end, task: { ...task, lease: 'other' } })).toBeNull();
    expect(await store.write({ ...end, task })).not.toBeNull();
    expect((await store.findCheck(check.id))?.status).toBe('completed');
    expect(await store.renewChecks([task], 1_000)).toEqual([task]);
    expect(await store.takeCheck(60_000)).toBeNull();
  });

  it('keeps the targets of a check while parts of it are recorded, and changes them on request', async () => {
    const monitor = await create();
    const check = await begin(monitor);
    const targetsOf = async () => [
      (await store.findCheck(check.id))!.targets,
      (await store.checks(monitor.id, { offset: 0, limit: 1 }))[0]!.targets,
    ];
    const some: MonitorCheck['targets'] = [{ id: 'o', type: 'scrape', urls: ['https://site.example/o'] }];
    const task = await record(check, {
      keepsTargets: true,
      check: { ...check, targets: [], actualCredits: 2 },
    });
    expect(await targetsOf()).toEqual([monitor.targets, monitor.targets]);
    await store.record(task, { ...RECORD, check: { ...check, targets: some } });
    expect(await targetsOf()).toEqual([some, some]);
    const write = async (values: Partial<MonitorCheck>, keepsTargets: boolean) => {
      const { revision } = (await store.find(monitor.id))!;
      const current = { ...monitor, currentCheckId: check.id };
      const change = {
        monitor: current,
        expectedRevision: revision,
        dueAt: null,
        checks: [{ ...check, ...values }],
      };
      expect(await store.write({ ...change, keepsTargets })).not.toBeNull();
    };
    await write({ status: 'running', targets: [] }, true);
    expect(await targetsOf()).toEqual([some, some]);
    await write({ status: 'completed', targets: [] }, false);
    expect(await targetsOf()).toEqual([[], []]);
  });

  it('lists the checks of a monitor, the newest first, and by status', async () => {
    const monitor = await create();
    const ids: string[] = [];
    for (let number = 1; number <= 5; number++) {
      const status = number % 2 === 0 ? 'skipped_overlap' : 'completed';
      ids.unshift((await begin(monitor, { number, status })).id);
    }
    const list = async (offset: number, limit: number, status?: 'completed') =>
      (await store.checks(monitor.id, { offset, limit, ...(status ? { status } : {}) })).map(({ id }) => id);
    expect(await list(0, 10)).toEqual(ids);
    expect(await list(1, 2)).toEqual(ids.slice(1, 3));
    expect(await list(1, 2, 'completed')).toEqual([ids[2], ids[4]]);
    expect(await store.findCheck(randomUUID())).toBeNull();
  });

  it('returns the pages of a check in order, and by status', async () => {
    const check = await begin(await create());
    const pages = Array.from({ length: 30 }, (_, n) =>
      someCheckPage({ url: `https://site.example/${n}`, status: n % 3 === 0 ? 'changed' : 'same' }),
    );
    const task = await record(check, { pages: pages.slice(0, 20) });
    await store.record(task, { ...RECORD, check, from: 15, pages: pages.slice(15) });
    expect(await store.pages(check.id, { from: 0, count: 100 })).toEqual({ pages, hasMore: false });
    expect(await store.pages(check.id, { from: 25, count: 2 })).toEqual({
      pages: pages.slice(25, 27),
      hasMore: true,
    });
    const changed = pages.filter(({ status }) => status === 'changed');
    expect(await store.pages(check.id, { from: 4, count: 3, status: 'changed' })).toEqual({ pages: changed.slice(4, 7), hasMore: true }); // prettier-ignore
    expect(await store.pages(check.id, { from: 9, count: 3, status: 'changed' })).toEqual({ pages: changed.slice(9), hasMore: false }); // prettier-ignore
  });

  it('remembers the visits of pages', async () => {
    const monitor = await create();
    const state = {
      url: 'https://site.example/',
      targetId: 't',
      scrapeId: 's',
      lastAt: 5,
      visits: NO_VISITS,
    };
    await record(await begin(monitor), { states: { a: state, b: { ...state, scrapeId: 'other' } } });
    expect(await store.states(monitor.id, ['a', 'c'])).toEqual({ a: state });
    const all = new Map<string, unknown>();
    for await (const part of store.eachState(monitor.id))
      for (const [key, value] of part) all.set(key, value);
    expect([...all.keys()].sort()).toEqual(['a', 'b']);
  });

  it('counts the visits of an owner and of all, and deletes old ones', async () => {
    const [monitor, other] = [await create(), await create({ owner: 'berta' })];
    const state = { url: 'u', targetId: 't', scrapeId: 's', lastAt: 5, visits: NO_VISITS };
    await record(await begin(other), { states: { a: state } });
    const task = await record(await begin(monitor), { states: { a: state, b: { ...state, lastAt: 9 } } });
    const retried = { ...state, failures: { lastAt: 20, count: 1 } };
    await store.record(task, {
      ...RECORD,
      check: (await store.findCheck(task.checkId))!,
      states: { a: state, c: retried },
    });
    expect(await store.countStates('anna')).toEqual({ owner: 3, all: 4 });
    expect(await store.countStates('nobody')).toEqual({ owner: 0, all: 4 });
    expect(await store.removeStates(monitor.id, 9)).toBe(1);
    expect(Object.keys(await store.states(monitor.id, ['a', 'b', 'c'])).sort()).toEqual(['b', 'c']);
    expect(await store.countStates('anna')).toEqual({ owner: 2, all: 3 });
    await store.remove(monitor.id);
    expect(await store.countStates('anna')).toEqual({ owner: 0, all: 1 });
    expect(await store.removeStates(monitor.id, Infinity)).toBe(0);
  });

  it('deletes a monitor with everything that belongs to it', async () => {
    const monitor = await create();
    const check = await begin(monitor);
    const state = { url: 'u', targetId: 't', scrapeId: 's', lastAt: 5, visits: NO_VISITS };
    const task = await record(check, { pages: [someCheckPage()], states: { a: state }, outgoing: outgoing('h', 1) }); // prettier-ignore
    expect(await store.remove(monitor.id)).toBe(true);
    expect(await store.remove(monitor.id)).toBe(false);
    expect(await store.find(monitor.id)).toBeNull();
    expect(await store.findCheck(check.id)).toBeNull();
    expect(await store.checks(monitor.id, { offset: 0, limit: 10 })).toEqual([]);
    expect((await store.pages(check.id, { from: 0, count: 10 })).pages).toEqual([]);
    expect(await store.states(monitor.id, ['a'])).toEqual({});
    expect(await store.message(monitor.id, 0)).toBeNull();
    expect(await store.outbox.take('worker', 60_000)).toBeNull();
    expect(await store.takeCheck(60_000)).toBeNull();
    expect(await store.record(task, { ...RECORD, check })).toBeNull();
    expect(await store.due(Infinity, 10)).toEqual([]);
  });

  it('deletes old checks, but none that is open', async () => {
    const monitor = await create();
    for (let number = 1; number <= 6; number++)
      await begin(monitor, { number, createdAt: number, status: 'completed' });
    await begin(monitor, { number: 7, createdAt: 0, status: 'running' });
    expect(await store.removeChecks(monitor.id, 3, 100)).toBe(2);
    expect(await store.removeChecks(monitor.id, 0, 3)).toBe(2);
    const left = await store.checks(monitor.id, { offset: 0, limit: 10 });
    expect(left.map(({ number }) => number)).toEqual([7, 6, 5]);
  });

  it('limits the pages of an owner: those of the oldest checks are deleted first', async () => {
    const page = () => someCheckPage({ error: randomBytes(3_000).toString('hex') });
    const checks: MonitorCheck[] = [];
    for (let n = 0; n < 4; n++) {
      const check = await begin(await create());
      await record(check, { pages: [page(), page()] });
      checks.push(check);
    }
    const other = await begin(await create({ owner: 'berta' }));
    await record(other, { pages: [page()] });
    const sizeOf = async (check: MonitorCheck) =>
      (await store.pages(check.id, { from: 0, count: 10 })).pages.length;
    expect(await store.limitPages('anna', 100_000_000)).toBe(0);
    expect(await store.limitPages('anna', 10_000)).toBeGreaterThan(0);
    expect(await Promise.all([...checks, other].map(sizeOf))).toEqual([0, 0, expect.any(Number), 2, 1]);
    expect(await store.findCheck(checks[0]!.id)).not.toBeNull();
    expect(await store.limitPages('anna', 0)).toBeGreaterThan(0);
  });

  describe('messages', () => monitorOutboxContract(() => store));
}
