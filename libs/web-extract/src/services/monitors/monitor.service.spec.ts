import { MemoryMonitorStore } from '../../drivers/in-process/monitors/memory.monitor-store.js';
import { MonitorLimitError, NotFoundError } from '../../model/errors.js';
import { resolveOptions } from '../../model/options.js';
import type { PageHistory } from '../../ports/stores/page-history.port.js';
import type { EventStream } from '../events/event-stream.js';
import { MonitorFollower } from './following/monitor-follower.js';
import { MonitorChanges } from './monitor-changes.js';
import { MonitorService } from './monitor.service.js';
import { MonitorPlanner } from './planning/monitor-planner.js';
import type { CheckJobs } from './work/check-jobs.js';

const REQUEST = {
  name: 'Pages',
  schedule: { cron: '0 9 * * *' },
  targets: [{ type: 'scrape' as const, urls: ['https://site.example/'] }],
};

describe('MonitorService', () => {
  let service: MonitorService;
  beforeEach(() => {
    const store = new MemoryMonitorStore();
    const options = resolveOptions({});
    const extraction = { validate: async () => {}, admit: () => {} };
    const planner = new MonitorPlanner(options, extraction as never, null, null);
    const changes = new MonitorChanges(
      store,
      planner,
      { publish: () => {} } as unknown as EventStream,
      options,
    );
    const jobs = { cancel: async () => {}, targetsOf: async () => [] } as unknown as CheckJobs;
    const history = { forget: async () => {} } as unknown as PageHistory;
    service = new MonitorService(store, changes, planner, jobs, new MonitorFollower(store), history);
  });

  it('refuses what an owner has beyond the limit, also at once, and nothing of another owner', async () => {
    let refused = 0;
    const create = () =>
      service.create(REQUEST, { owner: 'anna' }).catch((error: unknown) => {
        expect(error).toBeInstanceOf(MonitorLimitError);
        refused++;
      });
    for (let n = 0; n < 3; n++) await Promise.all(Array.from({ length: 100 }, create));
    expect(refused).toBe(200);
    expect(await service.list({ limit: 100 }, 'anna')).toHaveLength(100);
    expect((await service.create(REQUEST, { owner: 'berta' })).monitor.owner).toBe('berta');
  });

  it('shows and changes nothing of other owners', async () => {
    const { monitor } = await service.create(REQUEST, { owner: 'anna' });
    const check = await service.run(monitor.id, 'anna');
    expect(await service.list({}, 'berta')).toEqual([]);
    for (const work of [
      () => service.get(monitor.id, 'berta'),
      () => service.update(monitor.id, { name: 'Other' }, 'berta'),
      () => service.run(monitor.id, 'berta'),
      () => service.checks(monitor.id, {}, 'berta'),
      () => service.check(monitor.id, check.id, {}, 'berta'),
      () => service.watch(monitor.id, 'berta').next(),
      () => service.remove(monitor.id, 'berta'),
    ])
      await expect(work()).rejects.toThrow(NotFoundError);
    const own = (await service.create(REQUEST, { owner: 'berta' })).monitor;
    await expect(service.check(own.id, check.id, {}, 'berta')).rejects.toThrow(NotFoundError);
    expect((await service.get(monitor.id, 'anna')).name).toBe('Pages');
  });

  it('has no next run while it is paused, and one again when it is active', async () => {
    const { id } = (await service.create(REQUEST)).monitor;
    expect((await service.update(id, { status: 'paused' })).monitor.nextRunAt).toBeNull();
    expect((await service.update(id, { schedule: { text: 'hourly' } })).monitor.nextRunAt).toBeNull();
    expect((await service.update(id, { status: 'active' })).monitor.nextRunAt).toBeGreaterThan(Date.now());
  });
});
