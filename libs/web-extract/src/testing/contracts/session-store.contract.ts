import type { SessionStore, StoredSession } from '../../ports/stores/session-store.port.js';

const stored = (name: string, revision = 1, sealed = 'sealed'): StoredSession => ({
  revision,
  sealed,
  view: {
    name,
    origins: ['https://app.example.com'],
    loginOrigins: [],
    account: name,
    state: 'new',
    generation: 0,
    login: null,
    cookies: 1,
    headers: [],
    storage: 0,
    persisted: true,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    renewedAt: null,
    expiresAt: null,
    retryAt: null,
    error: null,
  },
});
const NEW = { expected: 0, maxSessions: 2 };

/** Contract suite of `SessionStore`. Call it inside a spec of the driver. @param makeStore returns an empty one */
export function sessionStoreContract(makeStore: () => SessionStore | Promise<SessionStore>): void {
  let store: SessionStore;
  beforeEach(async () => {
    store = await makeStore();
  });

  it('finds what was stored, of its owner only', async () => {
    await store.put('anna', stored('wiki'), NEW);
    expect(await store.find('anna', 'wiki')).toEqual(stored('wiki'));
    expect([await store.find('boris', 'wiki'), await store.find('anna', 'other')]).toEqual([null, null]);
  });

  it('refuses a write of another revision', async () => {
    expect(await store.put('anna', stored('wiki'), NEW)).toBe('stored');
    expect(await store.put('anna', stored('wiki'), NEW)).toBe('raced');
    expect(await store.put('anna', stored('wiki', 2, 'new'), { ...NEW, expected: 1 })).toBe('stored');
    expect(await store.find('anna', 'wiki')).toMatchObject({ revision: 2, sealed: 'new' });
  });

  it('replaces any revision if asked to, and counts on', async () => {
    await store.put('anna', stored('wiki', 5), NEW);
    await store.put('anna', stored('wiki', 1), { ...NEW, expected: null });
    expect((await store.find('anna', 'wiki'))?.revision).toBeGreaterThan(5);
  });

  it('stores a number of sessions of an owner', async () => {
    await store.put('anna', stored('a'), NEW);
    await store.put('anna', stored('b'), NEW);
    expect(await store.put('anna', stored('c'), NEW)).toBe('full');
    expect(await store.put('anna', stored('b', 2), { ...NEW, expected: 1 })).toBe('stored');
    expect(await store.put('boris', stored('c'), NEW)).toBe('stored');
  });

  it('lists and removes', async () => {
    await store.put('anna', stored('a'), NEW);
    await store.put('anna', stored('b'), NEW);
    expect((await store.list('anna')).map(({ name }) => name).sort()).toEqual(['a', 'b']);
    expect([await store.remove('anna', 'a'), await store.remove('anna', 'a')]).toEqual([true, false]);
    expect((await store.list('anna')).map(({ name }) => name)).toEqual(['b']);
  });

  it('leases to one holder at a time', async () => {
    expect(await store.lease('anna/wiki', 'one', 60_000)).toBe(true);
    expect(await store.lease('anna/wiki', 'one', 60_000)).toBe(true);
    expect(await store.lease('anna/wiki', 'two', 60_000)).toBe(false);
    await store.release('anna/wiki', 'two');
    expect(await store.lease('anna/wiki', 'two', 60_000)).toBe(false);
    await store.release('anna/wiki', 'one');
    expect(await store.lease('anna/wiki', 'two', 1)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await store.lease('anna/wiki', 'three', 60_000)).toBe(true);
  });

  it('tells other holders that a lease is taken', async () => {
    await store.lease('job', 'one', 60_000);
    expect([await store.isLeased('job', 'one'), await store.isLeased('job', 'two')]).toEqual([false, true]);
    expect(await store.isLeased('other', 'two')).toBe(false);
  });

  it('replaces the cookies of a job by the next revision only', async () => {
    expect(await store.findJobCookies('job')).toBeNull();
    expect(await store.putJobCookies('job', { revision: 1, sealed: 'a' }, 60_000)).toBe(true);
    expect(await store.putJobCookies('job', { revision: 1, sealed: 'b' }, 60_000)).toBe(false);
    expect(await store.putJobCookies('job', { revision: 2, sealed: 'c' }, 60_000)).toBe(true);
    expect(await store.findJobCookies('job')).toEqual({ revision: 2, sealed: 'c' });
    expect(await store.findJobCookies('other')).toBeNull();
    await store.removeJobCookies('job');
    expect(await store.findJobCookies('job')).toBeNull();
    expect(await store.putJobCookies('job', { revision: 3, sealed: 'd' }, 60_000)).toBe(false);
  });

  it('forgets the cookies of a job that nothing writes any more', async () => {
    await store.putJobCookies('job', { revision: 1, sealed: 'a' }, 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await store.findJobCookies('job')).toBeNull();
    expect(await store.putJobCookies('job', { revision: 1, sealed: 'b' }, 60_000)).toBe(true);
  });
}
