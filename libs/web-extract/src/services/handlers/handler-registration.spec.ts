import { Logger } from '@nestjs/common';
import { MemoryHandlerStore } from '../../drivers/in-process/memory.handler-store.js';
import { UnavailableError } from '../../model/errors.js';
import type { HandlerKind } from '../../model/handlers/handler.js';
import { InvalidHandlersError } from '../../model/handlers/invalid-handlers.error.js';
import type { ChangeFeed } from '../changes/change-feed.service.js';
import { FirstCursors } from './first-cursors.js';
import { HandlerRegistration } from './handler-registration.js';
import type { Handler } from './handler.js';
import type { PageData } from './page-data.js';
import type { HandledJobs, ListedJob } from './sources/handled-jobs.js';

const handlerOf = (name: string, kind: HandlerKind): Handler => ({ name, kind, from: 'now', tag: 'docs' }) as Handler; // prettier-ignore

describe('the registration of handlers', () => {
  let store: MemoryHandlerStore;
  /** Null: out of reach. */
  let head: string | null;
  let registration: HandlerRegistration;
  /** Lists of jobs. */
  let lists: number;
  let listed: readonly Pick<ListedJob, 'id' | 'pages' | 'createdAt' | 'finishedAt'>[];
  beforeEach(() => {
    [lists, listed] = [0, []];
    store = new MemoryHandlerStore();
    head = '1';
    const feed = {
      head: async () => {
        if (head === null) throw new UnavailableError('the feed is out of reach', 1);
        return head;
      },
    };
    const jobs = { list: async () => (lists++, { jobs: listed, isPartial: false }) };
    registration = new HandlerRegistration(
      store,
      new FirstCursors(jobs as unknown as HandledJobs, feed as unknown as ChangeFeed),
      { check: async () => {} } as unknown as PageData,
    );
  });
  afterEach(() => jest.restoreAllMocks());

  const storeIsAway = (calls: number) => {
    const handlers = jest.spyOn(store, 'handlers');
    for (let n = 0; n < calls; n++)
      handlers.mockRejectedValueOnce(new UnavailableError('the store is out of reach', 1));
  };
  const taken = () => store.register({ name: 'a', kind: 'page' }, [], 200);
  const full = async () => {
    await store.register({ name: 'b', kind: 'crawl-end' }, [], 200);
    for (let n = 0; n < 100; n++) await store.register({ name: `former${n}`, kind: 'page' }, [], 200);
  };

  it.each([
    ['another type', taken],
    ['too many', full],
  ])('continues with the others if one is refused later: %s', async (_, prepare) => {
    const log = jest.spyOn(Logger.prototype, 'error').mockImplementation();
    const handlers = [handlerOf('a', 'crawl-end'), handlerOf('b', 'crawl-end')];
    storeIsAway(2);
    expect(await registration.start(handlers)).toEqual(handlers);
    await prepare();
    const waiting = await registration.resume(handlers);
    expect(waiting).toEqual(handlers.slice(0, 1));
    expect(await registration.resume(waiting)).toEqual(waiting);
    expect((await store.handlers()).map(({ name }) => name)).toContain('b');
    expect(log.mock.calls).toEqual([[expect.stringMatching(/- a: (the name|there are 100)[^\n]*$/)]]);
    for (const { name } of await store.handlers()) if (name !== 'b') await store.remove(name);
    expect(await registration.resume(waiting)).toEqual([]);
  });

  it.each([
    ['another type', taken],
    ['too many', full],
  ])('ends the start if one is refused: %s', async (_, prepare) => {
    await prepare();
    await expect(registration.start([handlerOf('a', 'crawl-end')])).rejects.toThrow(InvalidHandlersError);
  });

  it.each<[when: string, positions: [string | null, string, string], position: string]>([
    ['at the start', ['1', '2', '3'], '1'],
    ['when it is first within reach', [null, '2', '3'], '2'],
  ])('begins with the head of a feed %s', async (_, positions, position) => {
    const handler = handlerOf('changes', 'change');
    storeIsAway(2);
    [head] = positions;
    await registration.start([handler]);
    [, head] = positions;
    expect(await registration.resume([handler])).toEqual([handler]);
    [, , head] = positions;
    expect(await registration.resume([handler])).toEqual([]);
    for await (const cursors of store.cursors('changes')) expect(cursors).toMatchObject([{ position }]);
    expect.assertions(3);
  });

  it('passes over jobs from before the start, and none that was created while the start was stored', async () => {
    const handler = handlerOf('pages', 'page');
    storeIsAway(1);
    const job = (id: string, createdAt: number) => ({ id, pages: 3, createdAt, finishedAt: createdAt });
    listed = [job('former', Date.now() - 60_000), job('during', Date.now() + 1_000)];
    await registration.start([handler]);
    expect(await registration.resume([handler])).toEqual([]);
    for await (const cursors of store.cursors('pages'))
      expect(cursors).toMatchObject([{ source: 'job:former', position: '3', isDone: true }]);
    expect.assertions(2);
  });

  it('counts the time of the first refusal as the start for all handlers', async () => {
    storeIsAway(1);
    listed = [{ id: 'recent', pages: 3, createdAt: Date.now() - 1_000, finishedAt: null }];
    await registration.start([handlerOf('waits', 'page'), handlerOf('pages', 'page')]);
    for await (const cursors of store.cursors('pages')) expect(cursors).toEqual([]);
  });

  it('lists the jobs once for all handlers that wait', async () => {
    const handlers = ['a', 'b', 'c'].map((name) => handlerOf(name, 'page'));
    storeIsAway(3);
    await registration.start(handlers);
    lists = 0;
    expect(await registration.resume(handlers)).toEqual([]);
    expect(lists).toBe(1);
  });
});
