import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheBodiesContract, historyBodiesContract } from '../../testing/contracts/body-packs.contract.js';
import {
  pageCacheContract,
  someCacheKey,
  someResponse,
} from '../../testing/contracts/page-cache.contract.js';
import {
  pageHistoryContract,
  someHistoryKey,
  someText,
  someUpdate,
} from '../../testing/contracts/page-history.contract.js';
import { packBytes } from '../page-store/pack-row.js';
import { LmdbPageCache } from './lmdb.page-cache.js';
import { LmdbPageHistory } from './lmdb.page-history.js';
import { loadLmdb } from './storage/crawl-database.js';

const BOUNDS = { maxBytes: 4_000_000, maxBytesPerOwner: 1_000_000 };

describe('pages in LMDB', () => {
  const opened: { onApplicationShutdown(): Promise<void> }[] = [];
  let dataDir: string;

  // What LMDB loads it keeps for the process, for the specs that come after this one too: the first one must have it load everything.
  beforeAll(async () => {
    const path = await mkdtemp(join(tmpdir(), 'lmdb-'));
    const { open: openLmdb } = await loadLmdb();
    await openLmdb({ path, compression: true }).close();
    await rm(path, { recursive: true });
  });
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'pages-'));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await Promise.all(opened.splice(0).map((store) => store.onApplicationShutdown()));
    await rm(dataDir, { recursive: true, force: true });
  });

  let folders = 0;
  const keep = <T extends { onApplicationShutdown(): Promise<void> }>(store: T): T => {
    opened.push(store);
    return store;
  };
  const newDir = () => join(dataDir, String(++folders));

  describe('keep the contract of histories', () =>
    pageHistoryContract((bounds) => keep(new LmdbPageHistory(newDir(), bounds))));
  describe('keep the contract of caches', () =>
    pageCacheContract((bounds) => keep(new LmdbPageCache(newDir(), bounds))));
  describe('keep the contract of histories with an archive', () =>
    historyBodiesContract((bounds) => keep(new LmdbPageHistory(newDir(), bounds)), packBytes));
  describe('keep the contract of caches with an archive', () =>
    cacheBodiesContract((bounds) => keep(new LmdbPageCache(newDir(), bounds)), packBytes));

  it('outlive the end of the process', async () => {
    const before = keep(new LmdbPageHistory(dataDir, BOUNDS));
    await before.record(someHistoryKey(), someUpdate(), 0);
    const copy = join(dataDir, 'copy');
    await cp(join(dataDir, 'history'), join(copy, 'history'), { recursive: true });
    const after = keep(new LmdbPageHistory(copy, BOUNDS));
    await after.onModuleInit();
    expect((await after.find(someHistoryKey())).entry).toMatchObject({ revision: 1, text: someText() });
  });

  it('of another layout are refused', async () => {
    const before = keep(new LmdbPageHistory(dataDir, BOUNDS));
    await before.record(someHistoryKey(), someUpdate(), 0);
    await before.onApplicationShutdown();
    await writeLayout(join(dataDir, 'history'), 99);
    const after = keep(new LmdbPageHistory(dataDir, BOUNDS));
    await expect(after.find(someHistoryKey())).rejects.toThrow(
      /another version of this package \(layout 99, this version reads \d+\)/,
    );
  });

  it('leave nothing of a forgotten page in the files', async () => {
    const history = keep(new LmdbPageHistory(dataDir, BOUNDS));
    const cache = keep(new LmdbPageCache(dataDir, BOUNDS));
    const secret = Buffer.from(Array.from({ length: 6_000 }, (_, n) => (n * 7_919 + (n >> 3)) % 251));
    for (let n = 0; n < 30; n++) {
      const url = `https://site.example/${n}`;
      await history.record(someHistoryKey({ url }), someUpdate(), 0);
      await cache.put(
        someCacheKey({ url }),
        someResponse({ body: Buffer.concat([secret, Buffer.from([n])]) }),
      );
    }
    await cache.usage(); // responses are written in batches
    const written = await bytesOf(dataDir, ['cache', 'history']);
    await history.forget('anna');
    await cache.remove('anna');
    const left = await bytesOf(dataDir, ['cache', 'history']);
    expect(written.nonZero).toBeGreaterThan(30_000);
    expect(left.nonZero).toBeLessThan(written.nonZero / 4);
    expect((await history.usage()).bytes).toBe(0);
  });
});

/** Changes the version of the layout that a store has. */
async function writeLayout(path: string, layout: number): Promise<void> {
  const { open: openLmdb } = await loadLmdb();
  const root = openLmdb<unknown, string[]>({ path, maxDbs: 20 });
  await root.openDB<unknown, string[]>({ name: 'values' }).put(['usage', 'about', 'format'], layout);
  await root.close();
}

/** Bytes of files that are not zero. */
async function bytesOf(dataDir: string, folders: readonly string[]): Promise<{ nonZero: number }> {
  let nonZero = 0;
  for (const folder of folders) {
    for (const name of await readdir(join(dataDir, folder))) {
      if (name !== 'data.mdb') continue;
      for (const byte of await readFile(join(dataDir, folder, name))) if (byte !== 0) nonZero++;
    }
  }
  return { nonZero };
}
