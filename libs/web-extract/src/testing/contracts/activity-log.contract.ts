import { MAX_ACTIVITIES, type Activity, type ActivityLog } from '../../ports/stores/activity-log.port.js';

const HOUR_MS = 3_600_000;
const ALL = { sinceMs: 0, after: null, count: MAX_ACTIVITIES };

const activity = (id: string, fields: Partial<Activity> = {}): Activity => ({
  key: `key-${id}`,
  id,
  endpoint: 'scrape',
  version: 'v2',
  createdAt: Date.now(),
  target: `https://a.example/${id}`,
  ...fields,
});

/** The promises of every ActivityLog. */
export function activityLogContract(makeLog: () => ActivityLog): void {
  let log: ActivityLog;
  beforeEach(() => (log = makeLog()));

  const idsOf = async (range = ALL, owner = 'anna') =>
    (await log.read(owner, range)).activities.map(({ id }) => id);

  it('lists the requests of an owner, the newest first', async () => {
    const one = activity('1', { target: null });
    await log.add('anna', one);
    await log.add('bert', activity('2'));
    await log.add('anna', activity('3'));

    expect(await idsOf()).toEqual(['3', '1']);
    expect(await idsOf(ALL, 'bert')).toEqual(['2']);
    expect(await idsOf(ALL, 'carl')).toEqual([]);
    expect((await log.read('anna', ALL)).activities[1]).toEqual(one);
  });

  it('reads in parts, and states whether there are more', async () => {
    for (const id of ['1', '2', '3']) await log.add('anna', activity(id));
    const first = await log.read('anna', { ...ALL, count: 2 });
    expect([first.activities.map(({ id }) => id), first.hasMore]).toEqual([['3', '2'], true]);

    await log.add('anna', activity('4'));
    const second = await log.read('anna', { ...ALL, count: 2, after: 'key-2' });
    expect([second.activities.map(({ id }) => id), second.hasMore]).toEqual([['1'], false]);
    expect(await log.read('anna', { ...ALL, after: 'unknown' })).toEqual({ activities: [], hasMore: false });
  });

  it('reads the requests to one endpoint, and those after a time', async () => {
    const now = Date.now();
    await log.add('anna', activity('1', { createdAt: now - 2 * HOUR_MS }));
    await log.add('anna', activity('2', { endpoint: 'crawl', createdAt: now }));
    await log.add('anna', activity('3', { createdAt: now }));

    expect(await idsOf({ ...ALL, sinceMs: now - HOUR_MS })).toEqual(['3', '2']);
    const crawls = await log.read('anna', { ...ALL, endpoint: 'crawl' });
    expect(crawls.activities.map(({ id }) => id)).toEqual(['2']);
  });

  it('keeps a thousand requests of an owner', async () => {
    for (let n = 0; n < MAX_ACTIVITIES + 5; n++) await log.add('anna', activity(String(n)));
    const ids = await idsOf();

    expect([ids.length, ids[0], ids.at(-1)]).toEqual([MAX_ACTIVITIES, String(MAX_ACTIVITIES + 4), '5']);
  });
}
