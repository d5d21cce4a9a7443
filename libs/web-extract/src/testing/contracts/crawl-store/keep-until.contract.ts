import { randomUUID } from 'node:crypto';
import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import { crawlAll, startCrawl, urlOf, urlsTo } from './samples.contract.js';

const HOUR_MS = 3_600_000;

/** Contract for changing the expiry of ended crawls. */
export function keepUntilContract(getStore: () => CrawlStore): void {
  let store: CrawlStore;
  beforeEach(() => {
    store = getStore();
  });

  const completed = async (): Promise<string> => {
    const id = await startCrawl(store, { seeds: urlsTo(2) });
    await crawlAll(store, id);
    await store.finish(id, 'completed', null, HOUR_MS);
    return id;
  };
  const pageCount = async (id: string) =>
    (await store.results.pages(id, { from: 0, maxPages: 10, maxBytes: 1e9 })).pages.length;

  it('longer, are deleted at the new time', async () => {
    const id = await completed();
    const until = Date.now() + 3 * HOUR_MS;
    expect(await store.keepUntil(id, until)).toBe(true);
    expect(await store.find(id)).toMatchObject({ status: 'completed', expiresAt: until });
    await store.expire(Date.now() + 2 * HOUR_MS);
    expect(await pageCount(id)).toBe(2);
    expect((await store.ofOwner('anna')).map((note) => note.id)).toEqual([id]);
    await store.expire(until + 1);
    expect(await store.find(id)).toBeNull();
    expect(await store.isExpired(id)).toBe(true);
  });

  it('shorter, are deleted at the new time', async () => {
    const id = await completed();
    await store.keepUntil(id, Date.now() + 3 * HOUR_MS);
    expect(await store.keepUntil(id, Date.now() + HOUR_MS)).toBe(true);
    await store.expire(Date.now() + 2 * HOUR_MS);
    expect(await store.find(id)).toBeNull();
  });

  it('several times at once, are deleted once at a time that was set', async () => {
    const id = await completed();
    const times = [4, 3, 2].map((hours) => Date.now() + hours * HOUR_MS);
    await Promise.all(times.map((time) => store.keepUntil(id, time)));
    const { expiresAt } = (await store.find(id))!;
    expect(times).toContain(expiresAt);
    await store.expire(expiresAt! - 1);
    expect(await pageCount(id)).toBe(2);
    await store.expire(expiresAt! + 1);
    expect(await store.find(id)).toBeNull();
  });

  it('can be reopened, and are not deleted then', async () => {
    const id = await completed();
    await store.keepUntil(id, Date.now() + 2 * HOUR_MS);
    await store.reopen(id, [urlOf('/new')]);
    await store.expire(Date.now() + 3 * HOUR_MS);
    expect(await store.find(id)).toMatchObject({ status: 'running', expiresAt: null });
  });

  it('are neither running nor expired', async () => {
    const running = await startCrawl(store, { seeds: urlsTo(1) });
    expect(await store.keepUntil(running, Date.now() + HOUR_MS)).toBe(false);
    const id = await completed();
    await store.keepUntil(id, Date.now() - 1);
    expect(await store.find(id)).toBeNull();
    expect(await store.keepUntil(id, Date.now() + HOUR_MS)).toBe(false);
    expect(await store.keepUntil(randomUUID(), Date.now() + HOUR_MS)).toBe(false);
  });
}
