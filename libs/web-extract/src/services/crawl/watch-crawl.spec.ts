import { Logger } from '@nestjs/common';
import { LmdbCrawlStore } from '../../drivers/lmdb/lmdb.crawl-store.js';
import { completePage, startCrawl, takeOne, urlsTo } from '../../testing/crawl-store/samples.contract.js';
import { watchCrawl, type CrawlEvent } from './watch-crawl.js';

describe('watchCrawl', () => {
  let store: LmdbCrawlStore;
  let id: string;

  beforeAll(() => Logger.overrideLogger(false));
  beforeEach(async () => {
    store = new LmdbCrawlStore();
    id = await startCrawl(store, { seeds: urlsTo(5) });
  });
  afterEach(() => store.close());

  const visit = async (count: number) => {
    for (let n = 0; n < count; n++) await completePage(store, await takeOne(store, id));
  };
  const told = (event: CrawlEvent) => (event.type === 'page' ? event.page.url.slice(-3) : event.job.status);

  async function all(from: number): Promise<[string, number][]> {
    const events: [string, number][] = [];
    for await (const event of watchCrawl(store, id, from)) events.push([told(event), event.cursor]);
    return events;
  }

  it('tells each page once, from where one stopped, and the state at the end', async () => {
    await visit(2);
    const first = all(0);
    const later = all(1);
    await visit(3);
    await store.finish(id, 'completed', null, 60_000);
    const pages = [1, 2, 3, 4, 5].map((cursor) => [`/p${cursor - 1}`, cursor]);
    expect(await first).toEqual([...pages, ['completed', 5]]);
    expect(await later).toEqual([...pages.slice(1), ['completed', 5]]);
    expect(await all(5)).toEqual([['completed', 5]]);
  });

  it('tells a page as soon as it is there', async () => {
    const watch = watchCrawl(store, id, 0);
    const next = watch.next();
    await visit(1);
    expect(told((await next).value as CrawlEvent)).toBe('/p0');
    await watch.return(undefined);
  });

  it('ends when its signal fires', async () => {
    const stop = new AbortController();
    const watch = watchCrawl(store, id, 0, stop.signal);
    const next = watch.next();
    stop.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it('ends when the crawl was forgotten', async () => {
    await store.finish(id, 'completed', null, 0);
    await store.expire(Date.now() + 1);
    expect(await all(0)).toEqual([]);
  });
});
