import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Rows } from '../../page-store/row-store.js';
import { LmdbRowStore } from './lmdb.row-store.js';
import { SPARE_BYTES } from './require-room.js';

/** A disk of 24 MB; null where none can be mounted. */
function mountDisk(): string | null {
  const path = mkdtempSync(join(tmpdir(), 'rows-full-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', path], { stdio: 'ignore' });
    return path;
  } catch {
    rmSync(path, { recursive: true });
    return null;
  }
}

const disk = mountDisk();
const describeOnDisk = disk ? describe : describe.skip;

describeOnDisk('LmdbRowStore on a full disk (needs the right to mount a tmpfs)', () => {
  let store: LmdbRowStore;
  beforeAll(async () => {
    store = await LmdbRowStore.open(join(disk!, 'rows'));
  });
  afterAll(async () => {
    await store?.close();
    execFileSync('umount', [disk!]);
    rmSync(disk!, { recursive: true });
  });

  const put = (id: number) =>
    store.change((rows) => rows.put('texts', 'anna', id, Buffer.alloc(100_000, id)));
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(disk!);
    return bavail * bsize;
  };

  /** A step whose second row has no room. */
  const failing = (rows: Rows): void => {
    rows.put('texts', 'anna', 6_000, Buffer.alloc(10));
    rows.put('texts', 'anna', 6_001, Buffer.alloc(9_000_000));
  };

  it('refuses writes before the disk is full, reads, removes, and writes again when there is room', async () => {
    let count = 0;
    const fill = async () => {
      for (; count < 1_000; count++) await put(count);
    };
    await expect(fill()).rejects.toThrow('the disk is full: the page store is read, not written');
    expect(freeBytes()).toBeGreaterThan(SPARE_BYTES.rows - 1_000_000);

    // removed rows make room in the file, and small ones and removals are written anyway
    for (let n = 0; n < 40; n++) await store.change((rows) => rows.remove('texts', 'anna', n));
    for (let n = 0; n < 4; n++) await put(n);
    await store.change((rows) => rows.put('texts', 'anna', 5_000, Buffer.alloc(10)));
    await expect(store.change(failing)).rejects.toThrow('the disk is full');
    expect(await store.look((rows) => rows.get('texts', 'anna', 6_000))).toBeUndefined();

    writeFileSync(join(disk!, 'ballast'), Buffer.alloc(freeBytes() - 2 * SPARE_BYTES.removals));
    expect(await store.look((rows) => rows.get('texts', 'anna', count - 1))).toHaveLength(100_000);
    const removal = () => store.change((rows) => (rows.remove('texts', 'anna', 0), 1));
    expect(await store.erase(removal)).toBe(1);
    expect(await store.look((rows) => rows.get('texts', 'anna', 0))).toBeUndefined();

    writeFileSync(join(disk!, 'more'), Buffer.alloc(freeBytes()));
    await expect(store.erase(removal)).rejects.toThrow('the disk is full');
    for (const file of ['ballast', 'more']) rmSync(join(disk!, file));
    execFileSync('mount', ['-o', 'remount,size=40m', disk!]);
    await put(0);
    expect(await store.look((rows) => rows.get('texts', 'anna', 0))).toHaveLength(100_000);
  });
});
