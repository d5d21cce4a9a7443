import { EventEmitter, once } from 'node:events';
import type { CrawlStore } from '../../ports/crawl-store.port.js';
import {
  completePage,
  countersOf,
  crawlAll,
  FACTS,
  failedOutcome,
  LONG_MS,
  START,
  startCrawl,
  takeOne,
  urlOf,
  urlsTo,
} from './samples.contract.js';

const ALL = { from: 0, maxPages: 1_000, maxBytes: 1e9 };
const HOUR_MS = 3_600_000;

/** What a store promises about crawls as a whole. */
export function lifecycleContract(getStore: () => CrawlStore): void {
  let store: CrawlStore;
  beforeEach(() => (store = getStore()));

  const job = { id: 'x', owner: 'anna', request: { url: START.url }, createdAt: 5 };
  const newCrawl = (id: string, idempotencyKey: string | null, owner = 'anna') => ({
    job: { ...job, id, owner },
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
    expect(found[0]).toEqual({ id: 'b', owner: 'anna', createdAt: 20, limit: 5, pages: 1 });
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
      await end('c', 0); // has expired, and is not deleted yet
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

  it('ends a crawl once', async () => {
    const id = await startCrawl(store);
    const before = Date.now();
    const twice = [
      store.finish(id, 'failed', 'no luck', LONG_MS),
      store.finish(id, 'cancelled', null, LONG_MS),
    ];
    expect((await Promise.all(twice)).filter(Boolean)).toHaveLength(1);
    expect(await store.finish(id, 'completed', null, LONG_MS)).toBe(false);
    expect(await store.finish('unknown', 'completed', null, LONG_MS)).toBe(false);
    const found = (await store.find(id))!;
    expect(found).toMatchObject({ status: 'failed', error: 'no luck' });
    expect(found.finishedAt).toBeGreaterThanOrEqual(before);
    expect(found.expiresAt! - found.finishedAt!).toBe(LONG_MS);
  });

  it('keeps what an extract job came to, and no page of it is another one', async () => {
    const request = { url: START.url, kind: 'extract' as const };
    const id = await startCrawl(store, { request, seeds: [START] });
    await completePage(store, await takeOne(store, id));
    const gathered = {
      data: JSON.parse('{"name":"Lampe 漢字","toString":null,"list":[1.5,true]}') as unknown,
      evidence: [],
      sources: { name: [START.url] },
      usage: { calls: 1, promptTokens: 2, completionTokens: 3 },
      warnings: ['w'],
    };
    expect((await store.find(id))!.gathered).toBeNull();
    expect(await store.finish(id, 'completed', null, LONG_MS, gathered)).toBe(true);
    expect((await store.find(id))!.gathered).toEqual(gathered);
    expect((await store.results(id, { from: 0, maxPages: 9, maxBytes: 1e6 })).pages).toHaveLength(1);
  });

  it('abandons what is under way when a crawl ends', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(5) });
    const tasks = [
      await takeOne(store, id),
      await takeOne(store, id),
      await takeOne(store, id),
      await takeOne(store, id),
    ];
    await completePage(store, tasks[0]!);
    await store.complete(tasks[1]!, failedOutcome(tasks[1]!.url), [], FACTS);
    await store.finish(id, 'cancelled', null, LONG_MS);
    expect(await completePage(store, tasks[2]!, [urlOf('/child')])).toBe('lost');
    expect(await store.release(tasks[3]!, 0, false)).toBe(false);
    expect(await store.renew(tasks, LONG_MS)).toEqual(tasks);
    const counters = { pages: 1, failed: 1, abandoned: 2, leased: 0, queued: 1, credits: 1 };
    expect(await countersOf(store, id)).toMatchObject(counters);
    expect((await store.results(id, ALL)).pages).toHaveLength(1);
  });

  it('counts once what is completed and cancelled at the same moment', async () => {
    for (let ticks = 0; ticks < 16; ticks++) {
      const id = await startCrawl(store, { seeds: urlsTo(6) });
      const tasks = await Promise.all(urlsTo(5).map(() => takeOne(store, id)));
      const completions = tasks.slice(0, 4).map((task) => completePage(store, task));
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
      await store.finish(id, 'cancelled', null, LONG_MS);
      const stored = (await Promise.all(completions)).filter((kind) => kind === 'page').length;
      const counters = { pages: stored, abandoned: 5 - stored, queued: 1, leased: 0 };
      expect(await countersOf(store, id)).toMatchObject(counters);
    }
  });

  it('accounts for every address when a crawl is cancelled in full flight', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(40) });
    let taken = 0;
    const visit = async () => {
      for (;;) {
        const next = await store.take(id, 'worker', LONG_MS);
        if (next.kind !== 'task') return;
        taken++;
        await completePage(store, next.task, urlsTo(5, `${next.task.key}-`));
      }
    };
    const lanes = [visit(), visit(), visit(), visit()];
    while ((await countersOf(store, id)).pages < 10) await new Promise(setImmediate);
    await store.finish(id, 'cancelled', null, LONG_MS);
    await Promise.all(lanes);
    const { pages, failed, blocked, collapsed, abandoned, leased } = await countersOf(store, id);
    expect(pages + failed + blocked + collapsed + abandoned).toBe(taken);
    expect(leased).toBe(0);
    expect((await store.results(id, ALL)).pages).toHaveLength(pages);
  });

  it('forgets a crawl that expired, and for 24 hours more that it existed', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(9) });
    const kept = await startCrawl(store);
    for (let n = 0; n < 5; n++) await completePage(store, await takeOne(store, id), urlsTo(20, `/${n}-`));
    await store.finish(id, 'completed', null, HOUR_MS);
    const now = Date.now();
    expect(await store.expire(now + HOUR_MS / 2)).toBe(0);
    expect((await store.results(id, ALL)).pages).toHaveLength(5);
    expect(await store.isExpired(id)).toBe(false);
    expect(await store.expire(now + 2 * HOUR_MS)).toBe(1);
    expect([await store.find(id), (await store.results(id, ALL)).pages]).toEqual([null, []]);
    expect([await store.records(id, 0, 9), await store.failures(id)]).toEqual([[], []]);
    expect([await store.isExpired(id), await store.isExpired(kept)]).toEqual([true, false]);
    await store.expire(now + 26 * HOUR_MS);
    expect(await store.isExpired(id)).toBe(false);
    await crawlAll(store, kept);
    expect(await countersOf(store, kept)).toMatchObject({ pages: 1 });
  });

  it('has expired the moment its time is over, before anything is deleted', async () => {
    const id = await startCrawl(store);
    await store.finish(id, 'completed', null, 0);
    expect([await store.find(id), await store.isExpired(id)]).toEqual([null, true]);
    expect((await store.results(id, ALL)).pages).toEqual([]);
  });

  it('tells who listens that something changed, and that a crawl ended', async () => {
    const events = new EventEmitter();
    const id = await startCrawl(store);
    const stop = store.subscribe(id, (change) => events.emit(change));
    const other = jest.fn();
    const stopOther = store.subscribe(await startCrawl(store), other);
    const progress = once(events, 'progress');
    await completePage(store, await takeOne(store, id));
    await progress;
    const ended = once(events, 'ended');
    await store.finish(id, 'completed', null, LONG_MS);
    await ended;
    expect(other).not.toHaveBeenCalled();
    stop();
    stopOther();
  });

  it('tells nobody who has stopped listening', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(2) });
    const gone = jest.fn();
    store.subscribe(id, gone)();
    const told = new Promise((resolve) => store.subscribe(id, resolve));
    await completePage(store, await takeOne(store, id));
    await told;
    expect(gone).not.toHaveBeenCalled();
  });

  describe('webhook messages', () => {
    const withWebhook = { request: { webhook: { url: 'http://hook.test/' } } };

    it('are there from the start, one a page, and one for the end', async () => {
      const id = await startCrawl(store, withWebhook);
      const task = (await store.takeWebhook('worker', LONG_MS))!;
      expect(task).toMatchObject({ crawlId: id, position: 0 });
      expect(await store.takeWebhook('worker', LONG_MS)).toBeNull();
      await store.advanceWebhook(task, 1, true);
      expect(await store.takeWebhook('worker', LONG_MS)).toBeNull();
      await completePage(store, await takeOne(store, id));
      const page = (await store.takeWebhook('worker', LONG_MS))!;
      expect(page).toMatchObject({ crawlId: id, position: 1 });
      await store.finish(id, 'completed', null, LONG_MS);
      await store.advanceWebhook(page, 2, false);
      await store.advanceWebhook(page, 2, true);
      const end = (await store.takeWebhook('worker', LONG_MS))!;
      expect(end).toMatchObject({ crawlId: id, position: 2 });
      await store.advanceWebhook(end, 3, true);
      expect(await store.takeWebhook('worker', LONG_MS)).toBeNull();
    });

    it('go to another sender when the lease ran out, who is not disturbed by the first', async () => {
      const id = await startCrawl(store, withWebhook);
      const slow = (await store.takeWebhook('worker', 0))!;
      const other = (await store.takeWebhook('other', LONG_MS))!;
      expect(other).toMatchObject({ crawlId: id, position: 0 });
      await store.advanceWebhook(slow, 1, true);
      expect(await store.takeWebhook('worker', LONG_MS)).toBeNull();
      await store.advanceWebhook(other, 0, true);
      expect(await store.takeWebhook('worker', LONG_MS)).toMatchObject({ position: 0 });
    });

    it('serve many crawls, and none without a webhook', async () => {
      await startCrawl(store);
      const ids = [await startCrawl(store, withWebhook), await startCrawl(store, withWebhook)];
      const tasks = [await store.takeWebhook('worker', LONG_MS), await store.takeWebhook('worker', LONG_MS)];
      expect(tasks.map((task) => task!.crawlId).sort()).toEqual(ids.sort());
      expect(await store.takeWebhook('worker', LONG_MS)).toBeNull();
    });

    it('name owner and receiver, and leave out those who are busy', async () => {
      const webhook = (host: string) => ({ request: { webhook: { url: `http://${host}/hook` } } });
      const ids = [
        await startCrawl(store, webhook('one.test')),
        await startCrawl(store, webhook('two.test:8080')),
      ];
      const busy = { owners: [], receivers: [{ owner: 'anna', receiver: 'one.test' }] };
      expect(await store.takeWebhook('worker', LONG_MS, { owners: ['anna'], receivers: [] })).toBeNull();
      const task = await store.takeWebhook('worker', LONG_MS, busy);
      expect(task).toMatchObject({ crawlId: ids[1], owner: 'anna', receiver: 'two.test:8080', tries: 0 });
      expect(await store.takeWebhook('worker', LONG_MS, busy)).toBeNull();
      const others = { owners: ['berta'], receivers: [{ owner: 'berta', receiver: 'one.test' }] };
      expect(await store.takeWebhook('worker', LONG_MS, others)).toMatchObject({ crawlId: ids[0] });
    });

    it('find one whose receiver is not busy behind a thousand whose is', async () => {
      const busy = { owners: [], receivers: [{ owner: 'anna', receiver: 'dead.test' }] };
      for (let n = 0; n < 1_000; n += 50) {
        const dead = { request: { webhook: { url: 'http://dead.test/' } } };
        await Promise.all(Array.from({ length: 50 }, () => startCrawl(store, dead)));
      }
      const id = await startCrawl(store, withWebhook);
      expect(await store.takeWebhook('worker', LONG_MS, busy)).toMatchObject({ crawlId: id });
    });

    it('are tried again after a while, by whoever comes then, who knows how often they were tried', async () => {
      await startCrawl(store, withWebhook);
      const task = (await store.takeWebhook('worker', LONG_MS))!;
      await store.advanceWebhook(task, 0, true, { tries: 1, waitMs: LONG_MS });
      expect(await store.takeWebhook('other', LONG_MS)).toBeNull();
      const id = await startCrawl(store, withWebhook);
      const next = (await store.takeWebhook('worker', LONG_MS))!;
      expect(next.crawlId).toBe(id);
      await store.advanceWebhook(next, 0, true, { tries: 2, waitMs: 0 });
      expect(await store.takeWebhook('other', LONG_MS)).toMatchObject({ crawlId: id, position: 0, tries: 2 });
    });

    it('end with the crawl', async () => {
      const id = await startCrawl(store, withWebhook);
      await store.finish(id, 'completed', null, HOUR_MS);
      await store.expire(Date.now() + 2 * HOUR_MS);
      expect(await store.takeWebhook('worker', LONG_MS)).toBeNull();
    });
  });
}
