import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractorStoreContract } from '../../testing/contracts/extractor-store.contract.js';
import { LmdbExtractorStore } from './lmdb.extractor-store.js';

describe('LmdbExtractorStore', () => {
  const opened: LmdbExtractorStore[] = [];
  const folders: string[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.onApplicationShutdown()));
    await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
  });
  const open = async () => {
    const path = await mkdtemp(join(tmpdir(), 'extractors-'));
    folders.push(path);
    const store = new LmdbExtractorStore(path);
    opened.push(store);
    return store;
  };

  extractorStoreContract(open);

  it('leaves nothing of forgotten values in its files', async () => {
    const store = await open();
    const id = randomUUID();
    const bounds = { maxPerOwner: 1, maxBytesPerOwner: 10_000, maxBytes: 10_000 };
    await store.create('anna', { id, name: null, revision: 1, createdAt: 0, state: '{}' }, bounds);
    const secret = 'a-value-that-is-looked-for';
    await store.record(
      'anna',
      id,
      [{ url: 'https://shop.test/', at: 1, values: `{"v":"${secret}"}` }],
      bounds,
    );
    await store.forget('anna', {});
    await opened.pop()!.onApplicationShutdown();
    const files = await readdir(folders.at(-1)!, { recursive: true, withFileTypes: true });
    for (const file of files.filter((one) => one.isFile()))
      expect((await readFile(join(file.parentPath, file.name))).includes(secret)).toBe(false);
  });
});
