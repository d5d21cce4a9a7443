import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crawlAll, startCrawl, urlsTo } from '../../../testing/contracts/crawl-store/samples.contract.js';
import { filesOpenIn } from '../../../testing/files-open.js';
import { LMDB_OPTIONS, loadLmdb } from './crawl-database.js';
import { DataDirError } from './data-dir.error.js';
import { LmdbCrawlStore } from '../lmdb.crawl-store.js';

/** A byte that is invalid in any text: the decoded text has another sort order. */
const NO_LETTER = 0xff;

/** Start of the text of a key. The bytes of a number may look like letters too, but never four in a row. */
const TEXT = /[\w-]{4}/;

/** Gives every row of a table a key that reads as another one. */
async function damageKeys(dataDir: string, name: string): Promise<void> {
  const { open } = await loadLmdb();
  const root = open({ ...LMDB_OPTIONS, path: join(dataDir, 'crawls') });
  const table = root.openDB<Buffer, Buffer>({ name, keyEncoding: 'binary', encoding: 'binary' });
  const rows = [...table.getRange({})].map(({ key, value }) => ({
    key: Buffer.from(key),
    value: Buffer.from(value),
  }));
  await root.transaction(() => {
    for (const { key, value } of rows) {
      void table.remove(key);
      key[Math.max(key.toString('latin1').search(TEXT), 0)] = NO_LETTER;
      void table.put(key, value);
    }
  });
  await root.close();
}

describe('keys that are damaged', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'damaged-keys-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  async function inStore<T>(use: (store: LmdbCrawlStore) => Promise<T>): Promise<T> {
    const store = new LmdbCrawlStore({ dataDir });
    await store.onModuleInit();
    return use(store).finally(() => store.close());
  }

  it.each(['queue', 'crawls'])('end the start where they are of %s', async (table) => {
    await inStore((store) => startCrawl(store, { seeds: urlsTo(3) }));
    await damageKeys(dataDir, table);
    const store = new LmdbCrawlStore({ dataDir });
    const error: unknown = await store.onModuleInit().catch((reason: unknown) => reason);
    expect(filesOpenIn(dataDir)).toEqual([]);
    await store.close();
    expect(error).toBeInstanceOf(DataDirError);
    expect((error as Error).message).toContain(dataDir);
  });

  it.each(['due', 'queue', 'seen', 'results'])(
    'of %s do not keep what expires from an end',
    async (table) => {
      await inStore(async (store) => {
        const id = await startCrawl(store, { seeds: urlsTo(3) });
        await crawlAll(store, id);
        await store.finish(id, 'completed', null, 1);
      });
      await damageKeys(dataDir, table);
      expect(await inStore((store) => store.expire(Date.now() + 1_000))).toBe(table === 'due' ? 0 : 1);
    },
  );
});
