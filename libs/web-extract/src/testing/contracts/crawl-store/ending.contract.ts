import { EventEmitter, once } from 'node:events';
import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
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

/** Contract of the store for ending crawls, their leased tasks and their subscribers. */
export function endingContract(getStore: () => CrawlStore): void {
  let store: CrawlStore;
  beforeEach(() => (store = getStore()));

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
    expect((await store.results.pages(id, { from: 0, maxPages: 9, maxBytes: 1e6 })).pages).toHaveLength(1);
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
    await store.frontier.complete(tasks[1]!, failedOutcome(tasks[1]!.url), [], FACTS);
    await store.finish(id, 'cancelled', null, LONG_MS);
    expect(await completePage(store, tasks[2]!, [urlOf('/child')])).toBe('lost');
    expect(await store.frontier.release(tasks[3]!, 0, false)).toBe(false);
    expect(await store.frontier.renew(tasks, LONG_MS)).toEqual(tasks);
    const counters = { pages: 1, failed: 1, abandoned: 2, leased: 0, queued: 1, credits: 1 };
    expect(await countersOf(store, id)).toMatchObject(counters);
    expect((await store.results.pages(id, ALL)).pages).toHaveLength(1);
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
        const next = await store.frontier.take(id, 'worker', LONG_MS);
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
    expect((await store.results.pages(id, ALL)).pages).toHaveLength(pages);
  });

  it('forgets a crawl that expired, and for 24 hours more that it existed', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(9) });
    const kept = await startCrawl(store);
    for (let n = 0; n < 5; n++) await completePage(store, await takeOne(store, id), urlsTo(20, `/${n}-`));
    await store.finish(id, 'completed', null, HOUR_MS);
    const now = Date.now();
    expect(await store.expire(now + HOUR_MS / 2)).toBe(0);
    expect((await store.results.pages(id, ALL)).pages).toHaveLength(5);
    expect(await store.isExpired(id)).toBe(false);
    expect(await store.expire(now + 2 * HOUR_MS)).toBe(1);
    expect([await store.find(id), (await store.results.pages(id, ALL)).pages]).toEqual([null, []]);
    expect([await store.results.records(id, 0, 9), await store.results.failures(id)]).toEqual([[], []]);
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
    expect((await store.results.pages(id, ALL)).pages).toEqual([]);
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
}
