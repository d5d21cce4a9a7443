import { randomUUID } from 'node:crypto';
import type { Cost, KeyRecord, Reservation } from '../../model/keys/api-key.js';
import { NO_USAGE, type DayLimits } from '../../model/keys/usage.js';
import type { KeyStore } from '../../ports/stores/key-store.port.js';

/** Returns a key as created by services. */
export function someKey(values: Partial<KeyRecord> = {}): KeyRecord {
  const id = randomUUID();
  const times = { createdAt: Date.now(), expiresAt: null };
  return {
    id,
    hash: `hash of ${id}`,
    prefix: 'we_abcdef',
    name: 'test',
    owner: 'anna',
    limits: {},
    ...times,
    ...values,
  };
}

/** Limits of a day; resources that are not named have none. */
export const limitsOfDay = (limits: Partial<DayLimits> = {}): DayLimits => ({
  pages: Infinity,
  bytes: Infinity,
  browserMs: Infinity,
  tokens: Infinity,
  ...limits,
});

/**
 * Contract suite of `KeyStore`. Call it inside a spec of the driver; `makeStore` returns an empty one.
 *
 * @param afterKill returns the store of the next process after that of `store` was killed and its
 * reservations have timed out; absent if the store does not outlive its process
 */
export function keyStoreContract(
  makeStore: () => KeyStore | Promise<KeyStore>,
  afterKill?: (store: KeyStore) => KeyStore | Promise<KeyStore>,
): void {
  let store: KeyStore;
  beforeEach(async () => {
    store = await makeStore();
  });

  it('keeps the first secret that it is given', async () => {
    expect(await store.secret('first')).toBe('first');
    expect(await store.secret('second')).toBe('first');
  });

  it('finds a key by its hash, with all that was said of it', async () => {
    const key = someKey({ limits: { requestsPerMinute: 3 }, expiresAt: Date.now() + 3_600_000 });
    await store.add(key);
    expect(await store.find(key.hash)).toMatchObject(key);
    expect(await store.find('another')).toBeNull();
  });

  it('lists the keys of an owner without their hashes, the oldest first', async () => {
    const [late, early] = [someKey({ createdAt: 2 }), someKey({ createdAt: 1 })];
    for (const key of [late, early, someKey({ owner: 'bert' })]) await store.add(key);
    const { hash: _, ...first } = early;
    const listed = await store.ofOwner('anna');
    expect(listed.map(({ id }) => id)).toEqual([early.id, late.id]);
    expect(listed[0]).toEqual({ ...first, lastUsedAt: null });
    expect(await store.ofOwner('nobody')).toEqual([]);
  });

  it('removes a key of its owner, once', async () => {
    const [key, other] = [someKey(), someKey()];
    await store.add(key);
    await store.add(other);
    expect(await store.remove(key.id, 'bert')).toBeNull();
    expect(await store.remove('unknown', null)).toBeNull();
    expect(await store.find(key.hash)).not.toBeNull();
    expect(await store.remove(key.id, 'anna')).toBe('anna');
    expect(await store.remove(key.id, 'anna')).toBeNull();
    expect(await store.find(key.hash)).toBeNull();
    expect((await store.ofOwner('anna')).map(({ id }) => id)).toEqual([other.id]);
    expect(await store.remove(other.id, null)).toBe('anna');
  });

  it('notes when a key was used', async () => {
    const key = someKey();
    await store.add(key);
    await store.touch(key.id, 17);
    expect((await store.ofOwner('anna'))[0]).toMatchObject({ lastUsedAt: 17 });
    await store.touch('unknown', 17);
  });

  const PAGE = { pages: 1, credits: 1 };
  const NOTHING = { pages: 0, credits: 0 };
  const reserve = (owner: string, most: Cost, pages = Infinity) =>
    store.reserve(owner, most, limitsOfDay({ pages }));
  const reserveAtOnce = (count: number, most: Cost, pages = Infinity) =>
    Promise.all(Array.from({ length: count }, () => reserve('anna', most, pages)));
  const reserved = async (most: Cost, pages = Infinity): Promise<Reservation> => {
    const reservation = await reserve('anna', most, pages);
    if (typeof reservation === 'string') throw new Error(reservation);
    return reservation;
  };

  it('counts the credits of owners that were given some', async () => {
    await store.settle('anna', await reserved(PAGE), PAGE, PAGE);
    expect(await store.ledger('anna')).toBeNull();
    await store.grant('anna', 10);
    await store.grant('anna', 5);
    await store.settle('anna', await reserved(PAGE), PAGE, PAGE);
    expect(await store.ledger('anna')).toEqual({ granted: 15, used: 1 });
    expect(await store.ledger('bert')).toBeNull();
  });

  it('sets aside no more credits than there are, whoever asks at once', async () => {
    await store.grant('anna', 7);
    const answers = await reserveAtOnce(5, { pages: 1, credits: 3 });
    expect(answers.filter((answer) => answer === 'no-credits')).toHaveLength(2);
    expect(answers.flatMap((answer) => (typeof answer === 'string' ? [] : [answer.credits])).sort()).toEqual([
      1, 3, 3,
    ]);
    expect(await store.ledger('anna')).toEqual({ granted: 7, used: 7 });
    expect(await reserve('bert', PAGE)).toMatchObject({ credits: 0, since: 0, balance: null });
  });

  it('takes back credits that were not used, and more where work came to more and there are some', async () => {
    await store.grant('anna', 10);
    const most = { pages: 1, credits: 5 };
    const [one, other] = [await reserved(most), await reserved(most)];
    await store.settle('anna', one, most, PAGE);
    expect(await store.ledger('anna')).toEqual({ granted: 10, used: 6 });
    await store.settle('anna', other, most, { pages: 1, credits: 100 });
    expect(await store.ledger('anna')).toEqual({ granted: 10, used: 10 });
  });

  it('sets aside no more pages than a day has, and takes back those that were not read', async () => {
    expect(await store.usageOfDay('anna')).toEqual({ ...NO_USAGE, since: 0, resetsInMs: 0 });
    const answers = await reserveAtOnce(5, PAGE, 3);
    expect(answers.filter((answer) => answer === 'no-pages')).toHaveLength(2);
    const { pages, resetsInMs } = await store.usageOfDay('anna');
    expect(pages).toBe(3);
    expect(resetsInMs).toBeGreaterThan(86_000_000);
    const first = answers.find((answer) => typeof answer !== 'string')!;
    await store.settle('anna', first as Reservation, PAGE, NOTHING);
    expect(await store.usageOfDay('anna')).toMatchObject({ pages: 2 });
    expect(typeof (await reserve('anna', PAGE, 3))).toBe('object');
    expect(await reserve('anna', NOTHING, 3)).toBe('no-pages');
    expect(typeof (await reserve('bert', PAGE, 3))).toBe('object');
  });

  it('gives back no pages of another day, nor what was not counted', async () => {
    const uncounted = await reserved(PAGE);
    const { since } = await reserved(PAGE, 3);
    await store.settle('anna', uncounted, PAGE, NOTHING);
    await store.settle('anna', { credits: 0, since: since - 1, pages: 0, balance: null }, PAGE, NOTHING);
    expect(await store.usageOfDay('anna')).toMatchObject({ pages: 1 });
  });

  it('counts what was set aside and settled once, under way and after', async () => {
    await store.grant('anna', 10);
    const reservation = await reserved(PAGE, 9);
    expect(await store.ledger('anna')).toEqual({ granted: 10, used: 1 });
    await store.settle('anna', reservation, PAGE, PAGE);
    expect(await store.ledger('anna')).toEqual({ granted: 10, used: 1 });
    expect(await store.usageOfDay('anna')).toMatchObject({ pages: 1 });
  });

  it('sets nothing aside where one of both is missing', async () => {
    await store.grant('anna', 1);
    await reserved(PAGE, 1);
    await store.grant('anna', 5);
    expect(await reserve('anna', PAGE, 1)).toBe('no-pages');
    expect(await store.ledger('anna')).toEqual({ granted: 6, used: 1 });
  });

  it('reports the pages and the credits after a reservation', async () => {
    await store.grant('anna', 10);
    await reserved(PAGE, 5);
    expect(await reserved({ pages: 2, credits: 3 }, 5)).toMatchObject({
      pages: 3,
      balance: { granted: 10, used: 4 },
    });
    expect(await store.reserve('bert', PAGE, limitsOfDay())).toMatchObject({ pages: 0, balance: null });
  });

  it('adds the usage of an owner in one day, whoever adds at once', async () => {
    const amounts = { pages: 1, bytes: 5_000_000_000, browserMs: 1_500, tokens: 20 };
    await Promise.all(Array.from({ length: 4 }, () => store.use('anna', amounts)));
    const { since, resetsInMs, ...sums } = await store.use('anna', { ...NO_USAGE, tokens: 1 });
    expect(sums).toEqual({ pages: 4, bytes: 20_000_000_000, browserMs: 6_000, tokens: 81 });
    expect(since).toBeGreaterThan(1_600_000_000_000);
    expect(resetsInMs).toBeGreaterThan(86_000_000);
    expect(await store.usageOfDay('anna')).toMatchObject({ ...sums, since });
    expect(await store.usageOfDay('bert')).toMatchObject(NO_USAGE);
  });

  it.each(['bytes', 'browserMs', 'tokens'] as const)(
    'refuses when the %s of a day are used',
    async (name) => {
      const limits = limitsOfDay({ [name]: 10 });
      await store.use('anna', { ...NO_USAGE, [name]: 9 });
      expect(typeof (await store.reserve('anna', PAGE, limits))).toBe('object');
      await store.use('anna', { ...NO_USAGE, [name]: 1 });
      expect(await store.reserve('anna', PAGE, limits)).toBe(`no-${name}`);
      expect(typeof (await store.reserve('bert', PAGE, limits))).toBe('object');
      expect(typeof (await store.reserve('anna', PAGE, limitsOfDay()))).toBe('object');
    },
  );

  it('counts pages that were used and pages that are reserved together', async () => {
    await store.use('anna', { ...NO_USAGE, pages: 2 });
    await reserved(PAGE, 3);
    expect(await reserve('anna', PAGE, 3)).toBe('no-pages');
  });

  it('gives a notice of a period to one claim', async () => {
    const claim = (notice: string, period: number, owner = 'anna') =>
      store.claimNotice(owner, notice, period);
    const claims = await Promise.all([claim('near', 7), claim('near', 7), claim('near', 7)]);
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect([await claim('end', 7), await claim('near', 7, 'bert'), await claim('near', 8)]).toEqual([
      true,
      true,
      true,
    ]);
  });

  if (!afterKill) return;

  it('gives back what a killed process had set aside, and keeps what was settled', async () => {
    await store.grant('anna', 10);
    const most = { pages: 2, credits: 4 };
    await store.settle('anna', await reserved(most, 9), most, { pages: 1, credits: 3 });
    await reserved(most, 9);
    await reserved(most);
    const next = await afterKill(store);
    expect(await next.ledger('anna')).toEqual({ granted: 10, used: 3 });
    expect(await next.usageOfDay('anna')).toMatchObject({ pages: 1 });
    expect(await next.reserve('anna', { pages: 8, credits: 7 }, limitsOfDay({ pages: 9 }))).toMatchObject({
      credits: 7,
    });
  });
}
