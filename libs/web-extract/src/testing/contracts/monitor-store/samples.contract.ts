import { randomUUID } from 'node:crypto';
import type { MonitorCheck, MonitorCheckPage } from '../../../model/monitor/check.js';
import { NO_PAGES, type Monitor } from '../../../model/monitor/monitor.js';
import type {
  CheckRecord,
  CheckTask,
  MonitorLimits,
  MonitorStore,
  OutboxLimits,
} from '../../../ports/stores/monitor-store.port.js';

export const someMonitor = (values: Partial<Monitor> = {}): Monitor => ({
  id: randomUUID(),
  owner: 'anna',
  needsKey: false,
  name: 'Some monitor',
  status: 'active',
  schedule: { cron: '0 9 * * *', timezone: 'UTC', isSpread: false },
  nextRunAt: 1_000,
  lastRunAt: null,
  currentCheckId: null,
  targets: [{ id: 't', type: 'scrape', urls: ['https://site.example/'] }],
  webhook: null,
  notification: null,
  retentionDays: 30,
  checkCount: 0,
  goal: null,
  judgeEnabled: true,
  lastCheckSummary: null,
  createdAt: Date.now(),
  updatedAt: Date.now(),
  ...values,
});

export const someCheck = (monitor: Monitor, values: Partial<MonitorCheck> = {}): MonitorCheck => ({
  id: randomUUID(),
  monitorId: monitor.id,
  owner: monitor.owner,
  number: 1,
  status: 'queued',
  trigger: 'scheduled',
  scheduledFor: 1_000,
  startedAt: null,
  finishedAt: null,
  estimatedCredits: 1,
  actualCredits: null,
  summary: NO_PAGES,
  targetResults: [],
  error: null,
  progress: { target: 0, pages: 0, failures: 0 },
  createdAt: 2_000,
  updatedAt: 2_000,
  ...values,
});

export const someCheckPage = (values: Partial<MonitorCheckPage> = {}): MonitorCheckPage => ({
  id: randomUUID(),
  targetId: 't',
  url: 'https://site.example/',
  status: 'new',
  previousScrapeId: null,
  currentScrapeId: 's',
  statusCode: 200,
  error: null,
  metadata: { title: 'Title', description: null },
  diff: null,
  snapshot: null,
  judgment: null,
  createdAt: 3_000,
  ...values,
});

/** Limits of monitors that no test reaches. */
export const MONITOR_ROOM: MonitorLimits = { maxPerOwner: 10_000, maxBytesPerOwner: 1e9, maxBytes: 1e9 };

export const RECORD = { from: 0, pages: [], states: {}, outgoing: null } as const;
export const AMPLE: OutboxLimits = {
  maxMessagesPerOwner: 100,
  maxBytesPerOwner: 100_000,
  maxBytes: 1_000_000,
};
export const message = (n: number) => ({ event: 'monitor.page' as const, body: { n } });
/** Messages within ample limits. */
export const outgoing = (receiver: string, ...numbers: readonly number[]) => ({
  receiver,
  messages: numbers.map(message),
  limits: AMPLE,
});

/** Creates a monitor that is due at `dueAt`. */
export async function createMonitor(
  store: MonitorStore,
  values: Partial<Monitor> = {},
  dueAt: number | null = 1_000,
): Promise<Monitor> {
  const monitor = someMonitor(values);
  expect(await store.create(monitor, dueAt, MONITOR_ROOM)).toBeNull();
  return monitor;
}

/** Starts a check of a monitor. */
export async function beginCheck(
  store: MonitorStore,
  monitor: Monitor,
  values: Partial<MonitorCheck> = {},
): Promise<MonitorCheck> {
  const { revision } = (await store.find(monitor.id))!;
  const check = someCheck(monitor, values);
  const now = { ...monitor, currentCheckId: check.id };
  const change = { monitor: now, expectedRevision: revision, dueAt: null, checks: [check] };
  expect(await store.write(change)).not.toBeNull();
  return check;
}

/** Takes a check and records a part of it. */
export async function recordCheck(
  store: MonitorStore,
  check: MonitorCheck,
  values: Partial<CheckRecord>,
): Promise<CheckTask> {
  const task = (await store.takeCheck(60_000))!;
  expect(await store.record(task, { ...RECORD, check, ...values })).toEqual({ dropped: [] });
  return task;
}
