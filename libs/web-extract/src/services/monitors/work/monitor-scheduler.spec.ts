import { Logger } from '@nestjs/common';
import type { Monitor } from '../../../model/monitor/monitor.js';
import { MemoryMonitorStore } from '../../../drivers/in-process/monitors/memory.monitor-store.js';
import { MONITOR_ROOM, someMonitor } from '../../../testing/contracts/monitor-store/samples.contract.js';
import type { KeyService } from '../../keys/key.service.js';
import { spreadMsOf } from './begin-check.js';
import { ChecksFixture } from './checks.fixture.js';
import { MonitorScheduler } from './monitor-scheduler.js';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const NOON = Date.UTC(2027, 0, 1, 12);
const HOURLY = { cron: '0 * * * *', timezone: 'UTC', isSpread: false };

describe('MonitorScheduler', () => {
  let checks: ChecksFixture;
  let scheduler: MonitorScheduler;
  const valid = new Set(['anna']);
  beforeEach(() => {
    checks = new ChecksFixture(new MemoryMonitorStore());
    const keys = { hasValidKey: async (owner: string) => valid.has(owner) } as unknown as KeyService;
    scheduler = new MonitorScheduler(checks.store, checks.changes, keys);
  });
  afterEach(() => jest.restoreAllMocks());

  const create = async (values: Partial<Monitor> = {}): Promise<Monitor> => {
    const monitor = someMonitor({ schedule: HOURLY, nextRunAt: NOON, ...values });
    await checks.store.create(monitor, checks.changes.dueAt(monitor), MONITOR_ROOM);
    return monitor;
  };
  const find = async ({ id }: Monitor) => (await checks.store.find(id))!.monitor;
  const checksOf = ({ id }: Monitor) => checks.store.checks(id, { offset: 0, limit: 100 });
  const statuses = async (monitor: Monitor) => (await checksOf(monitor)).map(({ status }) => status);

  it('starts a check once it is due', async () => {
    const monitor = await create();
    await scheduler.makeRound(NOON - 1);
    expect(await checksOf(monitor)).toEqual([]);
    await scheduler.makeRound(NOON);
    await scheduler.makeRound(NOON + 1);
    expect(await checksOf(monitor)).toMatchObject([
      { status: 'queued', trigger: 'scheduled', scheduledFor: NOON },
    ]);
    expect((await find(monitor)).nextRunAt).toBe(NOON + HOUR);
  });

  it('makes up the runs that were missed by one check', async () => {
    const monitor = await create();
    await scheduler.makeRound(NOON + 5 * HOUR + 1);
    expect(await checksOf(monitor)).toMatchObject([{ scheduledFor: NOON }]);
    expect((await find(monitor)).nextRunAt).toBe(NOON + 6 * HOUR);
  });

  it('makes up nothing for paused monitors', async () => {
    const monitor = await create({ status: 'paused', nextRunAt: null });
    await scheduler.makeRound(NOON + 5 * HOUR);
    expect(await checksOf(monitor)).toEqual([]);
  });

  it('skips no run that is due later in its minute', async () => {
    const schedule = { cron: '* * * * *', timezone: 'UTC', isSpread: true };
    let values = someMonitor({ schedule, nextRunAt: NOON });
    while (spreadMsOf(values) < 40_000) values = someMonitor({ schedule, nextRunAt: NOON });
    const monitor = await create(values);
    await scheduler.makeRound(NOON + MINUTE + 20_000); // its run of 12:00 is late, that of 12:01 is due soon
    expect((await find(monitor)).nextRunAt).toBe(NOON + MINUTE);
    await scheduler.makeRound(NOON + MINUTE + spreadMsOf(monitor));
    expect((await checksOf(monitor)).map(({ scheduledFor }) => scheduledFor)).toEqual([NOON + MINUTE, NOON]);
  });

  it('records a run as skipped while a check is running, and replaces one that is waiting', async () => {
    const monitor = await create();
    await scheduler.makeRound(NOON);
    await scheduler.makeRound(NOON + HOUR);
    expect(await statuses(monitor)).toEqual(['queued', 'skipped_overlap']);
    const [waiting] = await checksOf(monitor);
    const task = (await checks.store.takeCheck(MINUTE))!;
    await checks.store.record(task, {
      check: { ...waiting!, status: 'running' },
      from: 0,
      pages: [],
      states: {},
      outgoing: null,
    });
    await scheduler.makeRound(NOON + 2 * HOUR);
    expect(await statuses(monitor)).toEqual(['skipped_overlap', 'running', 'skipped_overlap']);
    expect((await find(monitor)).currentCheckId).toBe(waiting!.id);
  });

  it('pauses the monitors of an owner without a valid key, with an event', async () => {
    const [own, foreign] = [
      await create({ needsKey: true }),
      await create({ owner: 'berta', needsKey: true }),
    ];
    await scheduler.makeRound(NOON);
    expect(await statuses(own)).toEqual(['queued']);
    expect(await statuses(foreign)).toEqual([]);
    expect(await find(foreign)).toMatchObject({ status: 'paused', nextRunAt: null });
    expect(checks.events).toMatchObject([{ type: 'monitor-paused', monitorId: foreign.id, owner: 'berta' }]);
    await scheduler.makeRound(NOON + HOUR);
    expect(checks.events).toHaveLength(1);
  });

  it('starts others when one monitor cannot be started', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation();
    const broken = await create({
      nextRunAt: NOON - 1,
      schedule: { cron: 'broken', timezone: 'UTC', isSpread: false },
    });
    const others = await Promise.all(Array.from({ length: 120 }, () => create()));
    await scheduler.makeRound(NOON);
    for (const monitor of others) expect(await statuses(monitor)).toEqual(['queued']);
    await scheduler.makeRound(NOON + 1_000);
    expect(logged).toHaveBeenCalledTimes(1);
    expect(await statuses(broken)).toEqual([]);
    await scheduler.makeRound(NOON + 2 * MINUTE);
    expect(logged).toHaveBeenCalledTimes(2);
  });
});
