import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isOrphan, lockDataDir } from './data-dir-lock.js';
import { DataDirInUseError } from './data-dir.error.js';

const ROOT = resolve(__dirname, '../../../../../..');

/** A process that locks the directory and stays. */
async function startOwner(directory: string) {
  const script = `
    require('./test/setup/typescript.cjs');
    const { lockDataDir } = require('./libs/web-extract/src/drivers/lmdb/storage/data-dir-lock.ts');
    lockDataDir(process.argv[1]).then(() => { console.log('owner'); setInterval(() => {}, 1000); });
  `;
  const owner = spawn(process.execPath, ['-e', script, directory], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(owner.stdout, 'data');
  return owner;
}

describe('lockDataDir', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'lock-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('gives a directory to one owner at a time', async () => {
    const first = await lockDataDir(directory);
    await expect(lockDataDir(directory)).rejects.toThrow(DataDirInUseError);
    await first.release();
    const second = await lockDataDir(directory);
    await second.release();
    expect(await readdir(directory)).toEqual([]);
  });

  it('makes the directory when it is missing', async () => {
    const lock = await lockDataDir(join(directory, 'a/b'));
    await lock.release();
    expect(await readdir(join(directory, 'a'))).toEqual(['b']);
  });

  it('names the process that owns it, and outlives it by no moment when it is killed', async () => {
    const owner = await startOwner(directory);
    await expect(lockDataDir(directory)).rejects.toThrow(
      `${directory} is in use by the process with pid ${owner.pid}`,
    );
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    const lock = await lockDataDir(directory);
    expect(await readdir(directory)).toHaveLength(1); // the socket of the dead process was removed
    await lock.release();
  });

  it('holds while the owner is stopped', async () => {
    const owner = await startOwner(directory);
    owner.kill('SIGSTOP');
    await expect(lockDataDir(directory)).rejects.toThrow(DataDirInUseError);
    owner.kill('SIGKILL');
    await once(owner, 'exit');
  });

  it('knows directories whose owner was killed', async () => {
    expect(await isOrphan(directory)).toBe(false);
    const owner = await startOwner(directory);
    expect(await isOrphan(directory)).toBe(false);
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    expect(await isOrphan(directory)).toBe(true);
    expect(await isOrphan(join(directory, 'none'))).toBe(false);
  });

  it('lets exactly one of many have it that come at once', async () => {
    for (let round = 0; round < 5; round++) {
      const tries = await Promise.allSettled(Array.from({ length: 5 }, () => lockDataDir(directory)));
      const locks = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      expect(locks.length).toBeLessThanOrEqual(1); // all may give way to each other, two may not own it
      await Promise.all(locks.map((lock) => lock.release()));
    }
  });

  it('works in directories with very long names', async () => {
    const deep = join(directory, 'x'.repeat(120), 'y'.repeat(120));
    await mkdir(deep, { recursive: true });
    const lock = await lockDataDir(deep);
    await expect(lockDataDir(deep)).rejects.toThrow(DataDirInUseError);
    await lock.release();
    expect(await readdir(deep)).toEqual([]);
  });
});
