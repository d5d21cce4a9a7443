import type { HandlerCursor, HandlerFailure } from '../../model/handlers/handler.js';
import type { CursorStep, HandlerStore } from '../../ports/stores/handler-store.port.js';

const PAGES = { name: 'pages', kind: 'page' } as const;
const CLAIM = { holder: 'one', leaseMs: 60_000 };
const OTHER = { holder: 'other', leaseMs: 60_000 };

const step = (position: string, values: Partial<CursorStep> = {}): CursorStep => ({
  holder: 'one',
  position,
  attempts: 0,
  isDone: false,
  maxFailures: 3,
  ...values,
});

const failed = (url: string): Omit<HandlerFailure, 'id'> => ({
  handler: 'pages',
  kind: 'page',
  crawlId: 'job',
  tag: null,
  url,
  position: '1',
  error: 'The database is locked',
  attempts: 5,
  failedAt: 1_000,
});

/** Contract suite of `HandlerStore`. Call it inside a spec of the driver. @param makeStore returns an empty one */
export function handlerStoreContract(makeStore: () => HandlerStore | Promise<HandlerStore>): void {
  let store: HandlerStore;
  beforeEach(async () => {
    store = await makeStore();
  });

  const start = () => store.register(PAGES, [], 10);
  const all = async (handler: string) => {
    const found: HandlerCursor[] = [];
    for await (const part of store.cursors(handler)) found.push(...part);
    return found.sort((a, b) => a.source.localeCompare(b.source));
  };

  it('registers a handler with its first cursors once', async () => {
    const first = { source: 'job:a', position: '7', attempts: 0, isDone: true, interruptions: 0 };
    expect(await store.register(PAGES, [first], 10)).toBe('new');
    expect(await store.register(PAGES, [{ ...first, position: '9' }], 10)).toBe('known');
    expect(await store.register({ name: 'pages', kind: 'change' }, [], 10)).toBe('other-kind');
    expect(await all('pages')).toEqual([first]);
    expect(await store.handlers()).toEqual([PAGES]);
  });

  it('limits the number of handlers', async () => {
    await store.register(PAGES, [], 2);
    await store.register({ name: 'more', kind: 'page' }, [], 2);
    expect(await store.register({ name: 'third', kind: 'page' }, [], 2)).toBe('full');
    expect(await store.register(PAGES, [], 2)).toBe('known');
  });

  it('gives a cursor to one holder at a time', async () => {
    await start();
    const cursor = { source: 'job:a', position: '', attempts: 0, isDone: false, interruptions: 0 };
    expect(await store.take('pages', 'job:a', CLAIM)).toEqual(cursor);
    expect(await store.take('pages', 'job:a', OTHER)).toBeNull();
    expect(await store.take('pages', 'job:a', CLAIM)).toEqual(cursor);
    expect(await store.take('pages', 'job:b', OTHER)).toEqual({ ...cursor, source: 'job:b' });
    await store.leave('pages', 'job:a', 'other');
    expect(await store.take('pages', 'job:a', OTHER)).toBeNull();
    await store.leave('pages', 'job:a', 'one');
    expect(await store.take('pages', 'job:a', OTHER)).toEqual(cursor);
  });

  it('gives one of two holders a cursor that both take at once', async () => {
    await start();
    const taken = await Promise.all([CLAIM, OTHER].map((claim) => store.take('pages', 'job:a', claim)));
    expect(taken.filter((cursor) => cursor !== null)).toHaveLength(1);
  });

  it('ignores the steps of a holder whose lease another one has taken', async () => {
    await start();
    await store.take('pages', 'job:a', { holder: 'one', leaseMs: 1 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await store.advance('pages', 'job:a', step('1'))).toBe(true); // free, but not taken
    expect(await store.take('pages', 'job:a', OTHER)).toMatchObject({ position: '1' });
    expect(await store.advance('pages', 'job:a', step('2'))).toBe(false);
    expect(await store.advance('pages', 'job:a', step('2', { holder: 'other' }))).toBe(true);
    expect(await store.cursor('pages', 'job:a')).toMatchObject({ position: '2' });
  });

  it('remembers position, failed attempts and completion', async () => {
    await start();
    await store.take('pages', 'job:a', CLAIM);
    await store.advance('pages', 'job:a', step('3', { attempts: 2 }));
    expect(await store.take('pages', 'job:a', CLAIM)).toMatchObject({ position: '3', attempts: 2 });
    await store.advance('pages', 'job:a', step('4', { isDone: true }));
    const cursor = { source: 'job:a', position: '4', attempts: 0, isDone: true, interruptions: 0 };
    expect(await store.cursor('pages', 'job:a')).toEqual(cursor);
    expect(await store.cursor('pages', 'job:b')).toBeNull();
  });

  it('counts the processes that ended during calls for one item', async () => {
    await start();
    for (let n = 0; n < 3; n++) {
      const claim = { holder: `killed-${n}`, leaseMs: 1 };
      expect(await store.take('pages', 'job:a', claim)).toMatchObject({ interruptions: n });
      expect(await store.begin('pages', 'job:a', claim.holder)).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await store.take('pages', 'job:a', CLAIM)).toMatchObject({ position: '', interruptions: 3 });
    expect(await store.cursor('pages', 'job:a')).toMatchObject({ interruptions: 3 });
    expect((await all('pages'))[0]).toMatchObject({ interruptions: 3 });
    expect(await store.begin('pages', 'job:a', 'killed-0')).toBe(false);
    await store.begin('pages', 'job:a', 'one');
    await store.advance('pages', 'job:a', step('1'));
    await store.leave('pages', 'job:a', 'one');
    expect(await store.take('pages', 'job:a', OTHER)).toMatchObject({ position: '1', interruptions: 0 });
  });

  it('counts neither holders that leave nor those that call nothing', async () => {
    await start();
    await store.take('pages', 'job:a', CLAIM);
    await store.begin('pages', 'job:a', 'one');
    expect(await store.take('pages', 'job:a', { ...CLAIM, renews: true })).toMatchObject({
      interruptions: 0,
    });
    await store.leave('pages', 'job:a', 'one');
    await store.take('pages', 'job:a', { holder: 'idle', leaseMs: 1 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await store.take('pages', 'job:a', OTHER)).toMatchObject({ interruptions: 0 });
  });

  it('drops cursors, which are not moved any more', async () => {
    await start();
    await store.take('pages', 'job:a', CLAIM);
    expect(await store.drop('pages', 'job:a')).toBe(true);
    expect(await store.drop('pages', 'job:a')).toBe(false);
    expect(await store.advance('pages', 'job:a', step('1'))).toBe(false);
    expect(await store.take('pages', 'job:a', { ...CLAIM, renews: true })).toBeNull();
    expect(await all('pages')).toEqual([]);
  });

  it('extends the lease of a holder', async () => {
    await start();
    await store.take('pages', 'job:a', { holder: 'one', leaseMs: 200 });
    expect(await store.take('pages', 'job:a', { ...CLAIM, renews: true })).not.toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await store.take('pages', 'job:a', { ...OTHER, renews: true })).toBeNull();
  });

  it('keeps the newest failures of each handler', async () => {
    await start();
    await store.take('pages', 'job:a', CLAIM);
    for (const url of ['a', 'b', 'c', 'd'])
      await store.advance('pages', 'job:a', step(url, { failure: failed(url) }));
    const found = await store.failures({ handler: 'pages', limit: 10 });
    expect(found.map(({ url }) => url)).toEqual(['d', 'c', 'b']);
    expect(await store.failures({ handler: 'pages', limit: 1 })).toEqual([found[0]]);
    expect(await store.failureCount('pages')).toBe(found.length);
    expect(await store.failure(found[1]!.id)).toEqual({ ...failed('c'), id: found[1]!.id });
    expect(await store.removeFailure(found[1]!.id)).toBe(true);
    expect(await store.removeFailure(found[1]!.id)).toBe(false);
    expect(await store.failure(found[1]!.id)).toBeNull();
    expect(await store.failures({ handler: 'other', limit: 10 })).toEqual([]);
    expect(await store.failureCount('pages')).toBe(found.length - 1);
    expect(await store.failureCount('other')).toBe(0);
    for (const id of ['', 'pages', 'pages:x', 'pages:99']) expect(await store.failure(id)).toBeNull();
  });

  it('removes a handler with everything that belongs to it', async () => {
    await start();
    await store.take('pages', 'job:a', CLAIM);
    await store.advance('pages', 'job:a', step('1', { failure: failed('a') }));
    expect(await store.remove('pages')).toBe(true);
    expect(await store.remove('pages')).toBe(false);
    expect(await store.handlers()).toEqual([]);
    expect(await store.failures({ handler: 'pages', limit: 10 })).toEqual([]);
    expect(await store.take('pages', 'job:a', CLAIM)).toBeNull();
    expect(await start()).toBe('new');
    expect(await store.take('pages', 'job:a', CLAIM)).toMatchObject({ position: '' });
  });
}
