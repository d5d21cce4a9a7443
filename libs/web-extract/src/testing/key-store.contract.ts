import { randomUUID } from 'node:crypto';
import type { KeyRecord } from '../model/api-key.js';
import type { KeyStore } from '../ports/key-store.port.js';

/** A key as services make it. */
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

/** What every KeyStore promises. Call it inside a spec of the driver; `makeStore` gives one that holds nothing. */
export function keyStoreContract(makeStore: () => KeyStore | Promise<KeyStore>): void {
  let store: KeyStore;
  beforeEach(async () => {
    store = await makeStore();
  });

  it('keeps the first secret that it is given', async () => {
    expect(await store.secret('first')).toBe('first');
    expect(await store.secret('second')).toBe('first');
  });

  it('finds a key by its hash, with all that was said of it', async () => {
    const key = someKey({ limits: { requestsPerMinute: 3 }, expiresAt: Date.now() + 1_000 });
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
    expect(await store.remove(key.id, 'bert')).toBe(false);
    expect(await store.remove('unknown', null)).toBe(false);
    expect(await store.find(key.hash)).not.toBeNull();
    expect(await store.remove(key.id, 'anna')).toBe(true);
    expect(await store.remove(key.id, 'anna')).toBe(false);
    expect(await store.find(key.hash)).toBeNull();
    expect((await store.ofOwner('anna')).map(({ id }) => id)).toEqual([other.id]);
    expect(await store.remove(other.id, null)).toBe(true);
  });

  it('notes when a key was used', async () => {
    const key = someKey();
    await store.add(key);
    await store.touch(key.id, 17);
    expect((await store.ofOwner('anna'))[0]).toMatchObject({ lastUsedAt: 17 });
    await store.touch('unknown', 17);
  });

  it('counts the credits of owners that were given some', async () => {
    expect(await store.ledger('anna')).toBeNull();
    await store.charge('anna', 5);
    expect(await store.ledger('anna')).toBeNull();
    await store.grant('anna', 10);
    await store.grant('anna', 5);
    await Promise.all(Array.from({ length: 8 }, () => store.charge('anna', 2)));
    expect(await store.ledger('anna')).toEqual({ granted: 15, used: 16 });
    expect(await store.ledger('bert')).toBeNull();
  });
}
