import { cp, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reservation } from '../../model/keys/api-key.js';
import { keyStoreContract, someKey, limitsOfDay } from '../../testing/contracts/key-store.contract.js';
import { loadLmdb } from './storage/crawl-database.js';
import { LmdbKeyStore } from './lmdb.key-store.js';

describe('LmdbKeyStore', () => {
  const opened: LmdbKeyStore[] = [];
  let dataDir: string;

  // What LMDB loads it keeps for the process, for the specs that come after this one too: the first one must have it load everything.
  beforeAll(async () => {
    const path = await mkdtemp(join(tmpdir(), 'lmdb-'));
    const { open: openLmdb } = await loadLmdb();
    await openLmdb({ path, compression: true }).close();
    await rm(path, { recursive: true });
  });
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'keys-'));
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.onApplicationShutdown()));
    await rm(dataDir, { recursive: true, force: true });
  });

  function open(options = { dataDir }): LmdbKeyStore {
    const store = new LmdbKeyStore(options);
    opened.push(store);
    return store;
  }

  /** Opens the current state of the disk. */
  async function afterKill(): Promise<LmdbKeyStore> {
    const copy = join(dataDir, 'copy');
    await cp(join(dataDir, 'keys'), join(copy, 'keys'), { recursive: true });
    return open({ dataDir: copy });
  }

  describe('keeps the contract on the disk', () => keyStoreContract(() => open(), afterKill));
  describe('keeps the contract in memory', () => keyStoreContract(() => new LmdbKeyStore()));

  it('has after a restart what it had before', async () => {
    const [kept, removed] = [someKey(), someKey()];
    const before = open();
    await before.secret('secret of the first');
    for (const key of [kept, removed]) await before.add(key);
    await before.remove(removed.id, null);
    await before.touch(kept.id, 7);
    await before.grant('anna', 3);
    const page = { pages: 1, credits: 1 };
    await before.settle(
      'anna',
      (await before.reserve('anna', page, limitsOfDay({ pages: 5 }))) as Reservation,
      page,
      page,
    );
    await before.onApplicationShutdown();
    const after = open();
    expect(await after.secret('another')).toBe('secret of the first');
    expect(await after.find(kept.hash)).toMatchObject(kept);
    expect(await after.find(removed.hash)).toBeNull();
    expect((await after.ofOwner('anna'))[0]).toMatchObject({ lastUsedAt: 7 });
    expect(await after.ledger('anna')).toEqual({ granted: 3, used: 1 });
    expect(await after.usageOfDay('anna')).toMatchObject({ pages: 1 });
  });

  it('can be read by its user alone', async () => {
    const store = open();
    await store.add(someKey());
    expect((await stat(join(dataDir, 'keys'))).mode & 0o077).toBe(0);
    expect((await stat(join(dataDir, 'keys/data.mdb'))).mode & 0o077).toBe(0);
    expect((await readFile(join(dataDir, 'keys/data.mdb'))).length).toBeGreaterThan(0);
  });
});
