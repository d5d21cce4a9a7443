import { NO_VISITS } from '../../../model/monitor/check.js';
import { resolveOptions } from '../../../model/options.js';
import { MemoryMonitorStore } from '../../../drivers/in-process/monitors/memory.monitor-store.js';
import { randomBytes } from 'node:crypto';
import {
  MONITOR_ROOM,
  someCheck,
  someCheckPage,
  someMonitor,
} from '../../../testing/contracts/monitor-store/samples.contract.js';
import { MonitorMaintenance } from './monitor-maintenance.js';

const DAY = 86_400_000;
const NOW = 400 * DAY;

describe('MonitorMaintenance', () => {
  const store = new MemoryMonitorStore();
  const maintenance = new MonitorMaintenance(
    store,
    resolveOptions({ monitors: { maxBytesPerOwner: 100_000 } }),
  );
  const agesOf = async (id: string) =>
    (await store.checks(id, { offset: 0, limit: 100 })).map(({ createdAt }) => (NOW - createdAt) / DAY);

  it('deletes checks after the retention of their monitor', async () => {
    const monitors = [
      someMonitor({ retentionDays: 10 }),
      someMonitor({ retentionDays: 365, owner: 'berta' }),
    ];
    for (const monitor of monitors) {
      await store.create(monitor, null, MONITOR_ROOM);
      const checks = [370, 300, 11, 9].map((age, at) =>
        someCheck(monitor, { number: at + 1, status: 'completed', createdAt: NOW - age * DAY }),
      );
      await store.write({ monitor, expectedRevision: 1, dueAt: null, checks });
    }
    await maintenance.makeRound(NOW);
    expect(await agesOf(monitors[0]!.id)).toEqual([9]);
    expect(await agesOf(monitors[1]!.id)).toEqual([9, 11, 300]);
  });

  it('deletes the visits of pages whose history has expired', async () => {
    const states = new MemoryMonitorStore();
    const monitor = someMonitor();
    const check = someCheck(monitor, { status: 'running' });
    await states.create(monitor, null, MONITOR_ROOM);
    await states.write({ monitor, expectedRevision: 1, dueAt: null, checks: [check] });
    const stateAt = (lastAt: number) => ({
      url: 'u',
      targetId: 't',
      scrapeId: 's',
      lastAt,
      visits: NO_VISITS,
    });
    await states.record((await states.takeCheck(60_000))!, {
      check, from: 0, pages: [], outgoing: null, states: { old: stateAt(NOW - 91 * DAY), young: stateAt(NOW - 89 * DAY) },
    }); // prettier-ignore
    await new MonitorMaintenance(states, resolveOptions({ history: {} })).makeRound(NOW);
    expect(Object.keys(await states.states(monitor.id, ['old', 'young']))).toEqual(['young']);
  });

  it('deletes the pages of the oldest checks of an owner who stores too many', async () => {
    const monitor = someMonitor({ owner: 'carla' });
    await store.create(monitor, null, MONITOR_ROOM);
    const checks = Array.from({ length: 4 }, (_, at) =>
      someCheck(monitor, { number: at + 1, createdAt: NOW }),
    );
    for (const [at, check] of checks.entries()) {
      await store.write({ monitor, expectedRevision: at + 1, dueAt: null, checks: [check] });
      const task = (await store.takeCheck(60_000))!;
      const pages = [someCheckPage({ error: randomBytes(40_000).toString('hex') })];
      await store.record(task, {
        check: { ...check, status: 'running' },
        from: 0,
        pages,
        states: {},
        outgoing: null,
      });
    }
    await maintenance.makeRound(NOW);
    const sizes = await Promise.all(checks.map(async ({ id }) => (await store.pages(id, { from: 0, count: 5, maxBytes: 1e6 })).pages.length)); // prettier-ignore
    expect(sizes[0]).toBe(0);
    expect(sizes[3]).toBe(1);
    expect(await agesOf(monitor.id)).toHaveLength(4);
  });
});
