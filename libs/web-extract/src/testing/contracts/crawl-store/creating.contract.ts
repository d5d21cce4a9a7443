import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import { crawlAll, LONG_MS, START, startCrawl, urlsTo } from './samples.contract.js';

const HOUR_MS = 3_600_000;

/** Contract of the store for creating and listing crawls. */
export function creatingContract(getStore: () => CrawlStore): void {
  let store: CrawlStore;
  beforeEach(() => (store = getStore()));

  const job = { id: 'x', owner: 'anna', request: { url: START.url }, createdAt: 5 };
  const newCrawl = (id: string, idempotencyKey: string | null, owner = 'anna') => ({
    job: { ...job, id: idempotencyKey === null ? id : store.newId(owner, idempotencyKey), owner },
    limit: 5,
    seeds: [START],
    idempotencyKey,
  });

  it('knows a crawl from its creation on', async () => {
    const request = { url: START.url, limit: 7, page: { formats: ['markdown' as const] } };
    const id = await startCrawl(store, { request, seeds: urlsTo(2) });
    const zero = {
      pages: 0,
      failed: 0,
      blocked: 0,
      collapsed: 0,
      abandoned: 0,
      leased: 0,
      trapped: 0,
      rendered: 0,
      credits: 0,
      statusCounts: {},
    };
    const life = {
      status: 'running',
      rootUrl: null,
      error: null,
      createdAt: 1_000,
      finishedAt: null,
      gathered: null,
      expiresAt: null,
    };
    expect(await store.find(id)).toEqual({
      id,
      owner: 'anna',
      request,
      counters: { ...zero, queued: 2 },
      ...life,
    });
  });

  it('creates one crawl for one idempotency key of an owner', async () => {
    const same = [store.create(newCrawl('a', 'key')), store.create(newCrawl('b', 'key'))];
    expect((await Promise.all(same)).sort()).toEqual(['created', 'key-used']);
    expect(await store.create(newCrawl('c', 'key'))).toBe('key-used');
    expect(await store.find('c')).toBeNull();
    expect(await store.create(newCrawl('d', 'other key'))).toBe('created');
    expect(await store.create(newCrawl('e', 'key', 'berta'))).toBe('created');
    expect(await store.create(newCrawl('f', null))).toBe('created');
    expect(await store.create(newCrawl('g', null))).toBe('created');
  });

  it('forgets idempotency keys after 24 hours', async () => {
    await store.create(newCrawl('a', 'key'));
    await store.expire(Date.now() + 23 * HOUR_MS);
    expect(await store.create(newCrawl('b', 'key'))).toBe('key-used');
    await store.expire(Date.now() + 25 * HOUR_MS);
    expect(await store.create(newCrawl('b', 'key'))).toBe('created');
  });

  it('lists the running crawls of an owner, and of all', async () => {
    const ids = [
      await startCrawl(store),
      await startCrawl(store, { owner: 'berta' }),
      await startCrawl(store),
    ];
    await store.finish(ids[2]!, 'completed', null, LONG_MS);
    const running = async (owner: string | null) => (await store.running(owner)).map(({ id }) => id);
    expect(await running('anna')).toEqual([ids[0]]);
    expect(await running('berta')).toEqual([ids[1]]);
    expect((await running(null)).sort()).toEqual([ids[0], ids[1]].sort());
    expect(await running('nobody')).toEqual([]);
  });

  it('lists the crawls of an owner that can be read, running or over, the newest first', async () => {
    for (const [id, owner, createdAt] of [
      ['b', 'anna', 20],
      ['c', 'anna', 30],
      ['a', 'anna', 10],
      ['d', 'berta', 40],
    ] as const)
      await store.create({ ...newCrawl(id, null), job: { ...job, id, owner, createdAt } });
    await crawlAll(store, 'b');
    await store.finish('b', 'completed', null, LONG_MS);
    await store.finish('c', 'failed', null, 0);
    const found = await store.ofOwner('anna');
    expect(found.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(found[0]).toEqual({ id: 'b', owner: 'anna', createdAt: 20, limit: 5, pages: 1, finishedAt: (await store.find('b'))!.finishedAt }); // prettier-ignore
    expect(found[1]).toMatchObject({ id: 'a', finishedAt: null });
    expect(await store.ofOwner('nobody')).toEqual([]);
  });

  describe('has room for so many crawls of an owner', () => {
    const create = (id: string, running: number, kept: number, owner = 'anna', key: string | null = null) =>
      store.create({ ...newCrawl(id, key, owner), room: { running, kept } });
    const createAll = (ids: readonly string[], running: number, kept: number) =>
      Promise.all(ids.map((id) => create(id, running, kept)));
    const end = (id: string, retentionMs = LONG_MS) => store.finish(id, 'completed', null, retentionMs);
    const count = (results: readonly string[], result: string) =>
      results.filter((one) => one === result).length;

    it('that run, also when many come at once', async () => {
      const results = await createAll(['a', 'b', 'c', 'd', 'e', 'f', 'g'], 3, 100);
      expect([count(results, 'created'), count(results, 'too-many-running')]).toEqual([3, 4]);
      expect(await store.running('anna')).toHaveLength(3);
      expect(await create('h', 3, 100)).toBe('too-many-running');
      expect(await store.find('h')).toBeNull();
    });

    it('that other owners do not take', async () => {
      expect(await create('a', 1, 100)).toBe('created');
      expect(await create('b', 1, 100, 'berta')).toBe('created');
      expect(await create('c', 1, 100, 'berta')).toBe('too-many-running');
    });

    it('that an end and a cancel free', async () => {
      expect(await createAll(['a', 'b'], 2, 100)).toEqual(['created', 'created']);
      await end('a');
      expect(await create('c', 2, 100)).toBe('created');
      await store.finish('b', 'cancelled', null, LONG_MS);
      expect(await create('d', 2, 100)).toBe('created');
      expect(await create('e', 2, 100)).toBe('too-many-running');
    });

    it('that are kept, until they expire', async () => {
      await createAll(['a', 'b', 'c'], 10, 10);
      await end('a');
      await end('b', HOUR_MS);
      await end('c', 0); // expired, but not deleted yet
      expect(await create('d', 10, 2)).toBe('too-many-kept');
      expect(await create('d', 10, 3)).toBe('created');
      await store.expire(Date.now() + LONG_MS + 1);
      expect(await create('e', 10, 2)).toBe('created');
      expect(await create('f', 10, 1)).toBe('too-many-kept');
    });

    it('and leaves an idempotency key unused when there is none', async () => {
      await create('a', 1, 100);
      expect(await create('b', 1, 100, 'anna', 'key')).toBe('too-many-running');
      await end('a');
      expect(await create('b', 1, 100, 'anna', 'key')).toBe('created');
      expect(await create('c', 1, 100, 'anna', 'key')).toBe('key-used');
    });

    it('whatever owners are called', async () => {
      for (const owner of ['__proto__', 'constructor', 'running', 'a:b {c}', '漢字', ' '])
        expect(
          await Promise.all([create(`${owner}1`, 1, 9, owner), create(`${owner}2`, 1, 9, owner)]),
        ).toEqual(['created', 'too-many-running']);
    });
  });
}
