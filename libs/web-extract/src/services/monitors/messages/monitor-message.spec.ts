import type { MonitorMessagesDroppedEvent } from '../../../model/events.js';
import type { Monitor } from '../../../model/monitor/monitor.js';
import { resolveOptions } from '../../../model/options.js';
import { MemoryMonitorStore } from '../../../drivers/in-process/monitors/memory.monitor-store.js';
import type { Outgoing } from '../../../ports/stores/monitor-store.port.js';
import { MONITOR_ROOM, someCheck, someCheckPage, someMonitor } from '../../../testing/contracts/monitor-store/samples.contract.js'; // prettier-ignore
import { EventStream } from '../../events/event-stream.js';
import { MonitorChanges } from '../monitor-changes.js';
import type { MonitorPlanner } from '../planning/monitor-planner.js';
import { pageMessages, type MonitorMessagePresenter } from './monitor-message.js';

const PRESENTER: MonitorMessagePresenter = {
  page: (_webhook, _check, { url }, isBaseline) => ({ url, ...(isBaseline ? { isBaseline } : {}) }),
  completed: () => ({}),
};
const webhook: NonNullable<Monitor['webhook']> = {
  ...({ url: 'https://hook.example/path', headers: {} } as NonNullable<Monitor['webhook']>),
  events: ['monitor.page'],
};

const summary = (values: object) =>
  ({
    totalPages: 2,
    same: 0,
    changed: 0,
    new: 0,
    removed: 0,
    error: 0,
    ...values,
  }) as Monitor['lastCheckSummary'];

describe('messages of monitors', () => {
  let store: MemoryMonitorStore;
  let monitor: Monitor;
  let dropped: MonitorMessagesDroppedEvent[];
  let changes: MonitorChanges;

  beforeEach(async () => {
    store = new MemoryMonitorStore();
    monitor = someMonitor({ webhook, lastCheckSummary: summary({ new: 2 }) });
    await store.create(monitor, null, MONITOR_ROOM);
    const events = new EventStream();
    dropped = [];
    events.on('monitor-messages-dropped', (event) => dropped.push(event));
    changes = new MonitorChanges(store, {} as MonitorPlanner, events, resolveOptions({}));
  });

  const messages = (urls: readonly string[]): Outgoing => {
    const pages = urls.map((url) => someCheckPage({ url }));
    return pageMessages(monitor, someCheck(monitor), pages, PRESENTER)!;
  };

  const append = (urls: readonly string[]) =>
    changes.change(monitor.id, (current) => ({ monitor: current, outgoing: messages(urls) }));

  const first = async () => (await store.message(monitor.id, 0))!.body;

  it.each<[string, Monitor['lastCheckSummary'], boolean]>([
    ['no check has ended before', null, true],
    ['all pages of the check before were errors', summary({ error: 2 }), true],
    ['pages were read before', summary({ new: 1, error: 1 }), false],
  ])('are marked as those of the baseline if %s', (_, lastCheckSummary, isBaseline) => {
    const head = { ...monitor, lastCheckSummary };
    const { messages: made } = pageMessages(head, someCheck(monitor), [someCheckPage({})], PRESENTER)!;
    expect('isBaseline' in (made[0]!.body as object)).toBe(isBaseline);
  });

  it('wait up to a thousand of an owner; the oldest are dropped with an event', async () => {
    await append(Array.from({ length: 1_000 }, (_, n) => `https://site.example/${n}`));
    expect(dropped).toEqual([]);
    await append(['https://site.example/a', 'https://site.example/b']);
    expect(dropped).toMatchObject([{ monitorId: monitor.id, owner: monitor.owner, messages: 2 }]);
    expect(await first()).toEqual({ url: 'https://site.example/2' });
  });

  it('wait up to 8 MiB of an owner', async () => {
    const megabyte = (name: string) => `https://site.example/${name}${'x'.repeat(1024 * 1024)}`;
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await append([megabyte(name)]);
    expect(dropped).toEqual([]);
    await append([megabyte('h')]);
    expect(dropped).toMatchObject([{ messages: 1 }]);
    expect(await first()).toEqual({ url: megabyte('b') });
  });
});
