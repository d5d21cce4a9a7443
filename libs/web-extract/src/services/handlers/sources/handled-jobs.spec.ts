import type { CrawlNote } from '../../../model/crawl/crawl.js';
import { MemoryHandlerStore } from '../../../drivers/in-process/memory.handler-store.js';
import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import type { EventStream } from '../../events/event-stream.js';
import type { Handler } from '../handler.js';
import { HandledJobs, LIST_MS } from './handled-jobs.js';
import { LostItems } from './lost-items.js';

const noteOf = (id: string): CrawlNote => ({ id, owner: 'host', createdAt: 1, limit: 5, pages: 2, finishedAt: 9 }); // prettier-ignore

describe('the jobs of the application', () => {
  const setUp = () => {
    const crawls = {
      isPartial: false,
      ofOwner: async () => [noteOf('a'), noteOf('b')],
      async listOfOwner() {
        return { notes: await this.ofOwner(), isPartial: this.isPartial };
      },
      find: jest.fn(async (id: string) => ({ id, createdAt: 1, request: {} })),
    };
    const jobs = new HandledJobs(crawls as unknown as CrawlStore);
    const clock = jest.spyOn(performance, 'now');
    const ids = async () => {
      clock.mockReturnValue(clock.getMockImplementation()!() + LIST_MS);
      return (await jobs.current()).map(({ id }) => id).sort();
    };
    clock.mockReturnValue(1_000_000);
    return { crawls, jobs, ids };
  };

  it('are still there while a part of the store is out of reach', async () => {
    const { crawls, jobs, ids } = setUp();
    expect(await ids()).toEqual(['a', 'b']);
    const facts = await jobs.factsOf('a');
    Object.assign(crawls, { isPartial: true, ofOwner: async () => [noteOf('b'), noteOf('c')] });
    expect(await ids()).toEqual(['a', 'b', 'c']);
    expect((await jobs.current()).flatMap(({ id, isAway }) => (isAway ? [id] : []))).toEqual(['a']);
    expect(await jobs.factsOf('a')).toBe(facts);
    expect(crawls.find).toHaveBeenCalledTimes(1);
    Object.assign(crawls, { isPartial: false });
    expect(await ids()).toEqual(['b', 'c']);
  });

  it('keep their cursors at a start with a part of the store', async () => {
    const { crawls, jobs } = setUp();
    const store = new MemoryHandlerStore();
    const published: object[] = [];
    const events = { publish: (event: object) => void published.push(event) };
    const lost = new LostItems(store, jobs, events as unknown as EventStream);
    const handler = { name: 'pages', kind: 'page' } as Handler;
    await store.register({ name: 'pages', kind: 'page' }, [], 10);
    await lost.expect(handler, 'job:away');
    Object.assign(crawls, { isPartial: true });
    await lost.sweep([handler]);
    expect([(await store.cursor('pages', 'job:away'))?.source, published]).toEqual(['job:away', []]);
    Object.assign(crawls, { isPartial: false });
    await lost.sweep([handler]);
    expect(await store.cursor('pages', 'job:away')).toBeNull();
    expect(published).toMatchObject([{ type: 'handler-lagging', handler: 'pages', crawlId: 'away' }]);
  });
});
