import type { MonitorAnswer } from './monitor-answers';
import { monitorTable } from './present-monitor';

describe('the list of monitors', () => {
  it('has the next run in the time zone of the monitor', () => {
    const monitor = {
      id: 'a',
      name: 'Prices',
      status: 'active',
      nextRunAt: '2026-01-05T08:30:00.000Z',
      lastCheckSummary: null,
      schedule: { cron: '30 17 * * *', timezone: 'Asia/Tokyo' },
    } as unknown as MonitorAnswer;
    expect(monitorTable([monitor])).toMatch(/2026-01-05 17:30\s+30 17 \* \* \* Asia\/Tokyo/);
  });
});
