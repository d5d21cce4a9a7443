import { Logger } from '@nestjs/common';
import { LmdbCrawlStore } from '../../../drivers/lmdb/lmdb.crawl-store.js';
import { UnavailableError } from '../../../model/errors.js';
import {
  completePage,
  FACTS,
  failedOutcome,
  startCrawl,
  takeOne,
  urlsTo,
} from '../../../testing/contracts/crawl-store/samples.contract.js';
import { JobEvents, type JobEvent } from './job-events.js';
import { readPlace } from './watch-place.js';

describe('JobEvents', () => {
  let store: LmdbCrawlStore;
  let readPages: jest.SpiedFunction<LmdbCrawlStore['results']['pages']>;
  let events: JobEvents;
  let id: string;

  beforeAll(() => Logger.overrideLogger(false));
  beforeEach(async () => {
    store = new LmdbCrawlStore();
    readPages = jest.spyOn(store.results, 'pages');
    events = new JobEvents(store);
    id = await startCrawl(store, { seeds: urlsTo(5) });
  });
  afterEach(() => store.close());

  const visit = async (count: number) => {
    for (let n = 0; n < count; n++) await completePage(store, await takeOne(store, id));
  };
  const told = (event: JobEvent) => (event.type === 'page' ? event.page.url.slice(-3) : event.job.status);

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
    expect(told((await next).value as JobEvent)).toBe('/p0');
    await watch.return(undefined);
  });

  it('ends when its signal fires', async () => {
    const stop = new AbortController();
    const watch = events.read(id, 0, { signal: stop.signal });
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
    const heard = (await Promise.all(first)).map(({ value }) => told(value as JobEvent));
    expect(new Set(heard)).toEqual(new Set(['/p0']));
    const readings = readPages.mock.calls.length;
    const late = events.read(id, 0);
    expect(told((await late.next()).value as JobEvent)).toBe('/p0');
    expect([readings <= 3, readPages.mock.calls.length]).toEqual([true, readings]); // nothing, perhaps nothing again, the page
    const ends = Promise.all([...readers, late].map((reader) => reader.next()));
    await store.finish(id, 'completed', null, 60_000);
    await ends;
    expect(readPages.mock.calls.length).toBeLessThanOrEqual(readings + 3);
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
    readPages.mockRejectedValue(new UnavailableError('out of reach'));
    await expect(broken.next()).rejects.toThrow(UnavailableError);
    readPages.mockRestore();
    await visit(1);
    expect(told((await events.read(id, 0).next()).value as JobEvent)).toBe('/p0');
  });

  describe('told in full', () => {
    const LOST = 'http://site.example/p1';

    async function follow(from: string | number = 0): Promise<[type: string, place: string][]> {
      const heard: [string, string][] = [];
      for await (const event of events.follow(id, readPlace(from))) {
        if (event.type !== 'progress') heard.push([event.type, event.place]);
      }
      return heard;
    }

    beforeEach(async () => {
      await visit(1);
      const lost = await takeOne(store, id);
      await store.frontier.complete(lost, failedOutcome(LOST), [], FACTS);
      await store.frontier.complete(await takeOne(store, id), { kind: 'blocked' }, [], FACTS);
      await visit(2);
    });

    it('has what became no page, each once, and goes on exactly behind each of its events', async () => {
      await store.finish(id, 'completed', null, 60_000);
      const all = [
        ['page', '1.0.0'],
        ['page', '2.0.0'],
        ['page', '3.0.0'],
        ['failed', '3.1.0'],
        ['blocked', '3.1.1'],
        ['state', '3.1.1.end'],
      ];
      expect(await follow()).toEqual(all);
      for (const [at, [, place]] of all.slice(0, -1).entries()) {
        expect(await follow(place)).toEqual(all.slice(at + 1));
      }
      expect((await follow(3)).map(([type]) => type)).toEqual(['failed', 'blocked', 'state']);
    });

    it('says how far it is at once, and not at every change', async () => {
      const watch = events.follow(id, readPlace(0));
      const first = await watch.next();
      expect(first.value).toMatchObject({
        type: 'progress',
        job: { counters: { pages: 3, failed: 1, blocked: 1 } },
      });
      const types: string[] = [];
      for (let n = 0; n < 5; n++) types.push((await watch.next()).value!.type);
      expect(types).toEqual(['page', 'page', 'page', 'failed', 'blocked']);
      await watch.return(undefined);
    });
  });
});
