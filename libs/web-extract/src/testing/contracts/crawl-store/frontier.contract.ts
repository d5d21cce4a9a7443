import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import { MAX_QUERY_VARIANTS } from '../../../ports/stores/frontier.port.js';
import {
  completePage,
  countersOf,
  crawlAll,
  FACTS,
  failedOutcome,
  HOST,
  LONG_MS,
  START,
  startCrawl,
  takeOne,
  takeSoon,
  urlOf,
  urlsTo,
} from './samples.contract.js';

/** Contract of the store for URLs: order, leases and limit. */
export function frontierContract(getStore: () => CrawlStore): void {
  let store: CrawlStore;
  beforeEach(() => (store = getStore()));

  it('hands out addresses oldest first, with everything known about them', async () => {
    const id = await startCrawl(store, { seeds: [START, urlOf('/b', { key: 'key of b' }), urlOf('/c')] });
    const first = await takeOne(store, id);
    expect(first).toEqual({ ...START, crawlId: id, attempts: 0, lease: expect.any(String) });
    expect(await takeOne(store, id)).toMatchObject({ url: urlOf('/b').url, key: 'key of b', host: HOST });
    await completePage(store, first, [urlOf('/d', { kind: 'sitemaps', rule: 'sitemap', foundOn: null })]);
    expect((await takeOne(store, id)).key).toBe('/c');
    expect(await takeOne(store, id)).toMatchObject({
      key: '/d',
      kind: 'sitemaps',
      rule: 'sitemap',
      foundOn: null,
    });
  });

  it('skips the addresses of busy hosts', async () => {
    const other = urlOf('/other', { host: 'other.test:443' });
    const id = await startCrawl(store, { seeds: [START, urlOf('/a'), other] });
    expect((await takeOne(store, id, LONG_MS, [HOST])).key).toBe('/other');
    expect(await store.frontier.take(id, 'worker', LONG_MS, [HOST])).toMatchObject({ kind: 'wait' });
    expect((await takeOne(store, id)).key).toBe('/');
    expect((await takeOne(store, id)).key).toBe('/a');
  });

  it('waits while addresses are under way and nothing else is queued', async () => {
    const id = await startCrawl(store);
    const task = await takeOne(store, id);
    expect((await store.frontier.take(id, 'worker', LONG_MS)).kind).toBe('wait');
    await completePage(store, task);
    expect((await store.frontier.take(id, 'worker', LONG_MS)).kind).toBe('drained');
  });

  it('says over when the crawl has ended', async () => {
    const id = await startCrawl(store);
    await store.finish(id, 'cancelled', null, LONG_MS);
    expect(await store.frontier.take(id, 'worker', LONG_MS)).toEqual({ kind: 'over', status: 'cancelled' });
  });

  it('never has more pages and leases than the limit', async () => {
    const id = await startCrawl(store, { limit: 3, seeds: urlsTo(10) });
    const tasks = [await takeOne(store, id), await takeOne(store, id), await takeOne(store, id)];
    expect((await store.frontier.take(id, 'worker', LONG_MS)).kind).toBe('wait');
    for (const task of tasks) await completePage(store, task);
    expect((await store.frontier.take(id, 'worker', LONG_MS)).kind).toBe('drained');
    expect(await countersOf(store, id)).toMatchObject({ pages: 3, leased: 0, queued: 7, credits: 3 });
  });

  it('gives the place of a failed, blocked or collapsed address to another', async () => {
    const id = await startCrawl(store, { limit: 1, seeds: urlsTo(5) });
    const failed = await takeOne(store, id);
    expect(await store.frontier.complete(failed, failedOutcome(failed.url), [], FACTS)).toBe('failed');
    expect(await store.frontier.complete(await takeOne(store, id), { kind: 'blocked' }, [], FACTS)).toBe(
      'blocked',
    );
    expect(await store.frontier.complete(await takeOne(store, id), { kind: 'collapsed' }, [], FACTS)).toBe(
      'collapsed',
    );
    await completePage(store, await takeOne(store, id));
    expect((await store.frontier.take(id, 'worker', LONG_MS)).kind).toBe('drained');
    expect(await countersOf(store, id)).toMatchObject({
      pages: 1,
      failed: 1,
      blocked: 1,
      collapsed: 1,
      queued: 1,
    });
  });

  it('hands an address whose lease ran out to another worker and ignores the slow one', async () => {
    const id = await startCrawl(store);
    const slow = await takeOne(store, id, 20);
    const fast = await takeSoon(store, id);
    expect(fast).toMatchObject({ key: '/', attempts: 1 });
    expect(fast.lease).not.toBe(slow.lease);
    expect(await completePage(store, slow, [urlOf('/child')])).toBe('lost');
    expect(await store.frontier.release(slow, 0, true)).toBe(false);
    expect(await countersOf(store, id)).toMatchObject({ pages: 0, queued: 0, leased: 1 });
    expect(await completePage(store, fast)).toBe('page');
  });

  it('says when to look again', async () => {
    const id = await startCrawl(store, { seeds: [START, urlOf('/a')] });
    const before = Date.now();
    await takeOne(store, id, 5_000);
    await store.frontier.release(await takeOne(store, id, 5_000), before + 3_000, false);
    expect(await store.frontier.take(id, 'worker', LONG_MS)).toEqual({
      kind: 'wait',
      untilMs: before + 3_000,
    });
  });

  it('keeps a lease that is renewed, and names those that are lost', async () => {
    const id = await startCrawl(store, { seeds: [START, urlOf('/a')] });
    const kept = await takeOne(store, id, 1_000);
    const lost = await takeOne(store, id, 1_000);
    expect(await store.frontier.renew([kept, lost], LONG_MS)).toEqual([]);
    await store.frontier.release(lost, 0, false);
    const again = await takeOne(store, id, 1_200);
    expect(await store.frontier.renew([kept, lost], LONG_MS)).toEqual([lost]);
    expect((await takeSoon(store, id)).key).toBe(again.key); // the renewed lease is older
    expect(await completePage(store, kept)).toBe('page');
  });

  it('takes a released address again at its old place, and counts tries only', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(3) });
    const first = await takeOne(store, id);
    const second = await takeOne(store, id);
    expect(await store.frontier.release(second, 0, true)).toBe(true);
    expect(await store.frontier.release(first, 0, false)).toBe(true);
    expect(await store.frontier.release(first, 0, false)).toBe(false);
    expect(await takeOne(store, id)).toMatchObject({ key: '/p0', attempts: 0 });
    expect(await takeOne(store, id)).toMatchObject({ key: '/p1', attempts: 1 });
    expect((await takeOne(store, id)).key).toBe('/p2');
  });

  it('does not take an address before its time', async () => {
    const id = await startCrawl(store);
    const later = Date.now() + LONG_MS;
    await store.frontier.release(await takeOne(store, id), later, true);
    expect(await countersOf(store, id)).toMatchObject({ queued: 1, leased: 0 });
    expect(await store.frontier.take(id, 'worker', LONG_MS)).toEqual({ kind: 'wait', untilMs: later });
  });

  it('takes an address when its time has come, and not before', async () => {
    const id = await startCrawl(store);
    const soon = Date.now() + 200;
    await store.frontier.release(await takeOne(store, id), soon, true);
    expect((await takeSoon(store, id)).attempts).toBe(1);
    expect(Date.now()).toBeGreaterThanOrEqual(soon);
  });

  it('takes in each key once, whoever finds it and however often', async () => {
    const id = await startCrawl(store, { seeds: [START, START] });
    const start = await takeOne(store, id);
    await completePage(store, start, [urlOf('/a'), urlOf('/a'), START, urlOf('/A', { key: '/a' })]);
    expect(await store.frontier.add(id, [urlOf('/a'), urlOf('/b'), urlOf('/b')])).toBe(1);
    await completePage(store, await takeOne(store, id), [urlOf('/b'), urlOf('/')]);
    await crawlAll(store, id);
    expect(await countersOf(store, id)).toMatchObject({ pages: 3, queued: 0 });
  });

  it('takes in very long lists of addresses', async () => {
    const id = await startCrawl(store, { limit: 10_000 });
    await completePage(store, await takeOne(store, id), [...urlsTo(3_500), ...urlsTo(3_600)]);
    expect((await countersOf(store, id)).queued).toBe(3_600);
    expect(await store.frontier.add(id, urlsTo(3_700))).toBe(100);
    expect((await takeOne(store, id)).key).toBe('/p0');
  });

  it('refuses query variants of one path beyond the bound, and counts them', async () => {
    const id = await startCrawl(store, { limit: 10_000 });
    const variants = urlsTo(MAX_QUERY_VARIANTS + 7, '/list?').map((url) => ({ ...url, variantOf: '/list' }));
    await completePage(store, await takeOne(store, id), variants.slice(0, 300));
    await completePage(store, await takeOne(store, id), [
      ...variants,
      urlOf('/x?1', { variantOf: '/x' }),
      urlOf('/y?'),
    ]);
    const { trapped, queued } = await countersOf(store, id);
    expect(trapped).toBe(7);
    expect(queued).toBe(MAX_QUERY_VARIANTS - 1 + 2);
  });

  it('adds nothing to a crawl that is over or unknown', async () => {
    const id = await startCrawl(store);
    await store.finish(id, 'completed', null, LONG_MS);
    expect(await store.frontier.add(id, [urlOf('/a')])).toBe(0);
    expect(await store.frontier.add('unknown', [urlOf('/a')])).toBe(0);
  });

  it('stops taking in children when the last page is there', async () => {
    const id = await startCrawl(store, { limit: 1 });
    await completePage(store, await takeOne(store, id), urlsTo(5));
    expect(await countersOf(store, id)).toMatchObject({ pages: 1, queued: 0 });
  });
}
