import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { handlerStoreContract } from '../../testing/contracts/handler-store.contract.js';
import { LmdbHandlerStore } from './lmdb.handler-store.js';

describe('LmdbHandlerStore', () => {
  const opened: LmdbHandlerStore[] = [];
  const folders: string[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.onApplicationShutdown()));
    await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
  });

  const makeFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'handlers-'));
    folders.push(folder);
    return folder;
  };
  const open = (folder: string) => {
    const store = new LmdbHandlerStore(folder);
    opened.push(store);
    return store;
  };

  handlerStoreContract(async () => open(await makeFolder()));

  it('keeps cursors over a restart, and leases only while the process runs', async () => {
    const folder = await makeFolder();
    const first = open(folder);
    await first.register({ name: 'pages', kind: 'page' }, [], 10);
    await first.take('pages', 'job:a', { holder: 'one', leaseMs: 60_000 });
    const step = { holder: 'one', position: '4', attempts: 0, isDone: false, maxFailures: 1 };
    await first.advance('pages', 'job:a', step);
    await opened.pop()!.onApplicationShutdown();
    const second = open(folder);
    const cursor = await second.take('pages', 'job:a', { holder: 'two', leaseMs: 60_000 });
    expect(cursor).toMatchObject({ position: '4' });
  });

  it('stores nothing until a handler is registered', async () => {
    const folder = await makeFolder();
    await open(folder).onModuleInit();
    expect(await readdir(folder)).toEqual([]);
  });
});
