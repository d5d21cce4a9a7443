import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sessionStoreContract } from '../../testing/contracts/session-store.contract.js';
import { LmdbSessionStore } from './lmdb.session-store.js';

describe('LmdbSessionStore', () => {
  const opened: LmdbSessionStore[] = [];
  const folders: string[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.onApplicationShutdown()));
    await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
  });
  const open = async (folder?: string) => {
    const path = folder ?? (await mkdtemp(join(tmpdir(), 'sessions-')));
    folders.push(path);
    const store = new LmdbSessionStore(path);
    opened.push(store);
    return store;
  };

  sessionStoreContract(() => open());

  it('leaves nothing of a removed session in its files', async () => {
    const store = await open();
    const folder = folders.at(-1)!;
    const view = { name: 'wiki' } as Parameters<typeof store.put>[1]['view'];
    const sealed = 'a-sealed-text-that-is-looked-for';
    await store.put('anna', { revision: 1, view, sealed }, { expected: 0, maxSessions: 1 });
    await store.remove('anna', 'wiki');
    await opened.pop()!.onApplicationShutdown();
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const file of files.filter((one) => one.isFile()))
      expect((await readFile(join(file.parentPath, file.name))).includes(sealed)).toBe(false);
  });
});
