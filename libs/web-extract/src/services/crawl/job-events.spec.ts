import { Logger } from '@nestjs/common';
import { LmdbCrawlStore } from '../../drivers/lmdb/lmdb.crawl-store.js';
import { UnavailableError } from '../../model/errors.js';
import { completePage, startCrawl, takeOne, urlsTo } from '../../testing/crawl-store/samples.contract.js';
import { JobEvents, type CrawlEvent } from './job-events.js';

/** Counts how often pages are read. */
class CountedStore extends LmdbCrawlStore {
  readings = 0;

  override results(...range: Parameters<LmdbCrawlStore['results']>) {
    this.readings++;
    return super.results(...range);
  }
}

describe('JobEvents', () => {
  let store: CountedStore;
  let events: JobEvents;
  let id: string;

  beforeAll(() => Logger.overrideLogger(false));
  beforeEach(async () => {
    store = new CountedStore();
    events = new JobEvents(store);
    id = await startCrawl(store, { seeds: urlsTo(5) });
  });
  afterEach(() => store.close());

  const visit = async (count: number) => {
    for (let n = 0; n < count; n++) await completePage(store, await takeOne(store, id));
  };
  const told = (event: CrawlEvent) => (event.type === 'page' ? event.page.url.slice(-3) : event.job.status);

  async function all(from: number): Promise<[string, number][]> {
    const heard: [string, number][] = [];
    for await (const event of events.read(id, from)) heard.push([told(event), event.cursor]);
    return heard;
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
    const watch = events.read(id, 0);
    const next = watch.next();
    await visit(1);
    expect(told((await next).value as CrawlEvent)).toBe('/p0');
    await watch.return(undefined);
  });

  it('ends when its signal fires', async () => {
    const stop = new AbortController();
    const watch = events.read(id, 0, stop.signal);
    const next = watch.next();
    stop.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it('ends when the crawl was forgotten', async () => {
    await store.finish(id, 'completed', null, 0);
    await store.expire(Date.now() + 1);
    expect(await all(0)).toEqual([]);
  });

  it('reads a page once for all who wait for it, and for those who come a little later', async () => {
    const readers = Array.from({ length: 200 }, () => events.read(id, 0));
    const first = readers.map((reader) => reader.next());
    await visit(1);
    const heard = (await Promise.all(first)).map(({ value }) => told(value as CrawlEvent));
    expect(new Set(heard)).toEqual(new Set(['/p0']));
    const readings = store.readings;
    const late = events.read(id, 0);
    expect(told((await late.next()).value as CrawlEvent)).toBe('/p0');
    expect([readings <= 3, store.readings]).toEqual([true, readings]); // nothing, perhaps nothing again, the page
    const ends = Promise.all([...readers, late].map((reader) => reader.next()));
    await store.finish(id, 'completed', null, 60_000);
    await ends;
    expect(store.readings).toBeLessThanOrEqual(readings + 3);
  });

  it('reads no more for those who lag behind than what they are at', async () => {
    await visit(5);
    await store.finish(id, 'completed', null, 60_000);
    const slow = events.read(id, 0);
    await slow.next();
    expect(await all(0)).toHaveLength(6);
    const rest: string[] = [];
    for await (const event of slow) rest.push(told(event));
    expect(rest).toEqual(['/p1', '/p2', '/p3', '/p4', 'completed']);
  });

  it('tells everyone that the store is out of reach, and reads again later', async () => {
    const broken = events.read(id, 0);
    store.results = () => Promise.reject(new UnavailableError('out of reach'));
    await expect(broken.next()).rejects.toThrow(UnavailableError);
    delete (store as Partial<CountedStore>).results;
    await visit(1);
    expect(told((await events.read(id, 0).next()).value as CrawlEvent)).toBe('/p0');
  });
});
