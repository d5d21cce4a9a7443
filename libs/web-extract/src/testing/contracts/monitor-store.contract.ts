import { randomBytes, randomUUID } from 'node:crypto';
import { NO_VISITS, type MonitorCheck } from '../../model/monitor/check.js';
import type { Monitor } from '../../model/monitor/monitor.js';
import type { CheckRecord, MonitorStore } from '../../ports/stores/monitor-store.port.js';
import { monitorOutboxContract } from './monitor-store/monitor-outbox.contract.js';
import { beginCheck, createMonitor, MONITOR_ROOM, outgoing, RECORD, recordCheck, someCheck, someCheckPage, someMonitor } from './monitor-store/samples.contract.js'; // prettier-ignore

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
    const { targets, ...head } = monitor;
    expect((await store.find(monitor.id))?.monitor).toEqual(head);
    expect(await store.targets(monitor.id)).toEqual(targets);
    expect([await store.find(randomUUID()), await store.targets(randomUUID())]).toEqual([null, null]);
  });

  it('lists the monitors of an owner, the newest first', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift((await create({ createdAt: 1_000 + n })).id);
    await create({ owner: 'berta' });
    const list = async (offset: number, limit: number) => {
      const { monitors, hasMore } = await store.list('anna', { offset, limit, maxBytes: 1e6 });
      expect(monitors.every(({ targets }) => targets.length === 1)).toBe(true);
      expect((await store.heads('anna', { offset, limit })).map(({ id }) => id)).toEqual(monitors.map(({ id }) => id)); // prettier-ignore
      return [monitors.map(({ id }) => id), hasMore];
    };
    expect(await list(0, 100)).toEqual([ids, false]);
    expect(await list(0, 5)).toEqual([ids, false]);
    expect(await list(1, 2)).toEqual([ids.slice(1, 3), true]);
    expect(await store.list('carla', { offset: 0, limit: 10, maxBytes: 1e6 })).toEqual({ monitors: [], hasMore: false }); // prettier-ignore
    expect([...(await store.owners())].sort()).toEqual(['anna', 'berta']);
  });

  const targetsOf = (bytes: number): Monitor['targets'] => [
    { id: 't', type: 'scrape', urls: [`https://site.example/${'x'.repeat(bytes)}`] },
  ];

  it('lists large monitors in parts of at least one', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) ids.unshift((await create({ createdAt: n, targets: targetsOf(10_000) })).id);
    const part = async (offset: number, maxBytes: number) => {
      const { monitors, hasMore } = await store.list('anna', { offset, limit: 10, maxBytes });
      return [monitors.map(({ id }) => id), hasMore];
    };
    expect(await part(0, 25_000)).toEqual([ids.slice(0, 2), true]);
    expect(await part(2, 25_000)).toEqual([ids.slice(2), false]);
    expect(await part(1, 1)).toEqual([[ids[1]], true]);
  });

  it('accepts no more monitors of an owner than the limit, also with concurrent calls', async () => {
    const limits = { ...MONITOR_ROOM, maxPerOwner: 3 };
    const made = await Promise.all(
      Array.from({ length: 8 }, () => store.create(someMonitor(), null, limits)),
    );
    expect(made.filter((refusal) => refusal === null)).toHaveLength(3);
    expect(made.filter((refusal) => refusal === 'maxPerOwner')).toHaveLength(5);
    expect(await store.create(someMonitor({ owner: 'berta' }), null, limits)).toBeNull();
    const [first] = await store.heads('anna', { offset: 0, limit: 1 });
    await store.remove(first!.id);
    expect(await store.create(someMonitor(), null, limits)).toBeNull();
  });

  it('accepts no more bytes of monitors than the limits of an owner and of all, also with concurrent calls', async () => {
    const limits = { ...MONITOR_ROOM, maxBytesPerOwner: 25_000, maxBytes: 40_000 };
    const large = (owner = 'anna') => someMonitor({ owner, targets: targetsOf(10_000) });
    const made = await Promise.all(Array.from({ length: 4 }, () => store.create(large(), null, limits)));
    expect(made.filter((refusal) => refusal === null)).toHaveLength(2);
    expect(made.filter((refusal) => refusal === 'maxBytesPerOwner')).toHaveLength(2);
    expect(await store.create(large('berta'), null, limits)).toBeNull();
    expect(await store.create(large('carla'), null, limits)).toBe('maxBytes');
    const [first] = await store.heads('anna', { offset: 0, limit: 1 });
    await store.remove(first!.id);
    expect(await store.create(large('carla'), null, limits)).toBeNull();
  });

  it('refuses new targets that are too large, and counts those it has stored', async () => {
    const limits = { ...MONITOR_ROOM, maxBytesPerOwner: 25_000 };
    const monitor = await create();
    const replace = async (bytes: number) => {
      const { revision, monitor: head } = (await store.find(monitor.id))!;
      const replaced = { targets: targetsOf(bytes), limits };
      return store.write({ monitor: { ...head, name: `${bytes}` }, replaced, expectedRevision: revision, dueAt: null }); // prettier-ignore
    };
    expect(await replace(15_000)).toEqual({ dropped: [] });
    expect(await replace(30_000)).toBe('maxBytesPerOwner');
    expect((await store.find(monitor.id))!.monitor.name).toBe('15000');
    expect(await store.targets(monitor.id)).toEqual(targetsOf(15_000));
    expect(await store.create(someMonitor({ targets: targetsOf(15_000) }), null, limits)).toBe('maxBytesPerOwner'); // prettier-ignore
    expect(await replace(5)).toEqual({ dropped: [] });
    expect(await store.create(someMonitor({ targets: targetsOf(15_000) }), null, limits)).toBeNull();
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

  it('gives an open check the targets of its monitor, until it is over', async () => {
    const monitor = await create();
    const check = await begin(monitor);
    const some: Monitor['targets'] = [{ id: 'o', type: 'scrape', urls: ['https://site.example/o'] }];
    const write = async (status: MonitorCheck['status'], targets?: Monitor['targets']) => {
      const { revision, monitor: head } = (await store.find(monitor.id))!;
      const change = {
        monitor: head,
        expectedRevision: revision,
        dueAt: null,
        checks: [{ ...check, status }],
      };
      const replaced = targets && { replaced: { targets, limits: MONITOR_ROOM } };
      expect(await store.write({ ...change, ...replaced })).not.toBeNull();
    };
    const task = await record(check, { check: { ...check, actualCredits: 2 } });
    await write('running', targetsOf(1));
    expect(await store.checkTargets(check.id)).toEqual(monitor.targets);
    await store.record(task, { ...RECORD, check, targets: some });
    expect(await store.checkTargets(check.id)).toEqual(some);
    await write('running');
    expect(await store.checkTargets(check.id)).toEqual(some);
    await write('completed');
    expect(await store.checkTargets(check.id)).toEqual([]);
    expect(await store.targets(monitor.id)).toEqual(targetsOf(1));
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
    expect(await store.pages(check.id, { from: 0, count: 100, maxBytes: 1e6 })).toEqual({
      pages,
      hasMore: false,
    });
    expect(await store.pages(check.id, { from: 25, count: 2, maxBytes: 1e6 })).toEqual({
      pages: pages.slice(25, 27),
      hasMore: true,
    });
    const changed = pages.filter(({ status }) => status === 'changed');
    expect(await store.pages(check.id, { from: 4, count: 3, maxBytes: 1e6, status: 'changed' })).toEqual({ pages: changed.slice(4, 7), hasMore: true }); // prettier-ignore
    expect(await store.pages(check.id, { from: 9, count: 3, maxBytes: 1e6, status: 'changed' })).toEqual({ pages: changed.slice(9), hasMore: false }); // prettier-ignore
  });

  it('returns large pages in parts of at least one, and skips those of another status without reading them', async () => {
    const check = await begin(await create());
    const pages = Array.from({ length: 9 }, (_, n) =>
      someCheckPage({ status: n % 2 === 0 ? 'changed' : 'same', error: `${n}`.repeat(10_000) }),
    );
    await record(check, { pages });
    const read = async (from: number, maxBytes: number, status?: 'changed') => {
      const part = await store.pages(check.id, { from, count: 100, maxBytes, ...(status ? { status } : {}) });
      return [part.pages.map(({ error }) => Number(error![0])), part.hasMore];
    };
    expect(await read(0, 25_000)).toEqual([[0, 1], true]);
    expect(await read(7, 25_000)).toEqual([[7, 8], false]);
    expect(await read(3, 1)).toEqual([[3], true]);
    expect(await read(1, 35_000, 'changed')).toEqual([[2, 4, 6], true]);
    expect(await read(4, 35_000, 'changed')).toEqual([[8], false]);
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
    expect((await store.pages(check.id, { from: 0, count: 10, maxBytes: 1e6 })).pages).toEqual([]);
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
      (await store.pages(check.id, { from: 0, count: 10, maxBytes: 1e6 })).pages.length;
    expect(await store.limitPages('anna', 100_000_000)).toBe(0);
    expect(await store.limitPages('anna', 10_000)).toBeGreaterThan(0);
    expect(await Promise.all([...checks, other].map(sizeOf))).toEqual([0, 0, expect.any(Number), 2, 1]);
    expect(await store.findCheck(checks[0]!.id)).not.toBeNull();
    expect(await store.limitPages('anna', 0)).toBeGreaterThan(0);
  });

  describe('messages', () => monitorOutboxContract(() => store));
}
