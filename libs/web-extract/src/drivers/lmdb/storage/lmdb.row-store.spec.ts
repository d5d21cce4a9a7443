import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_FILE } from './crawl-database.js';
import { LmdbRowStore } from './lmdb.row-store.js';

describe('LmdbRowStore', () => {
  let folder: string;
  let store: LmdbRowStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'web-extract-rows-'));
    store = await LmdbRowStore.open(folder);
  });
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  const file = () => readFile(join(folder, DATABASE_FILE));
  /** Bytes that occur nowhere else. */
  const word = () => randomBytes(12).toString('hex');
  const value = (mark: string, bytes: number) => Buffer.from(mark.repeat(Math.ceil(bytes / mark.length)));
  const put = (id: number, mark: string, bytes: number) =>
    store.change((rows) => rows.put('texts', 'a', id, value(mark, bytes)));
  const erase = (...ids: number[]) =>
    store.erase(() =>
      store.change((rows) => {
        for (const id of ids) rows.remove('texts', 'a', id);
        return ids.length;
      }),
    );

  it('leaves nothing in its file of rows that are erased, small and large', async () => {
    const [small, large, kept] = [word(), word(), word()];
    await put(1, small, 100);
    await put(2, large, 3_000_000);
    await put(3, kept, 100);
    expect((await file()).includes(large)).toBe(true);
    expect(await erase(1, 2)).toBe(2);
    const bytes = await file();
    expect([bytes.includes(small), bytes.includes(large), bytes.includes(kept)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(await store.look((rows) => rows.get('texts', 'a', 3))).toEqual(value(kept, 100));
  });

  it('leaves nothing of values that erased rows had before', async () => {
    const marks = Array.from({ length: 12 }, word);
    for (const mark of marks) await put(1, mark, 20_000);
    for (let n = 0; n < 6; n++) await put(10 + n, word(), 9_000);
    await erase(1);
    const bytes = await file();
    expect(marks.filter((mark) => bytes.includes(mark))).toEqual([]);
  });

  it('loses no row that is written meanwhile', async () => {
    const kept = new Map<number, Buffer>();
    for (let id = 0; id < 40; id++) await put(id, word(), 50_000);
    const writing = (async () => {
      for (let id = 100; id < 400; id++) {
        const bytes = value(word(), 1 + ((id * 7_919) % 60_000));
        await store.change((rows) => rows.put('texts', 'b', id, bytes));
        kept.set(id, bytes);
      }
    })();
    const erasing = (async () => {
      for (let id = 0; id < 40; id++) await erase(id);
    })();
    await Promise.all([writing, erasing]);
    await store.close();
    store = await LmdbRowStore.open(folder); // checks the whole file
    for (const [id, bytes] of kept)
      expect((await store.look((rows) => rows.get<Buffer>('texts', 'b', id)))!.equals(bytes)).toBe(true);
  });

  it('writes no more than what was freed', async () => {
    for (let id = 0; id < 30; id++) await put(id, word(), 1_000_000);
    await erase(...Array.from({ length: 30 }, (_, id) => id));
    await put(1, word(), 100);
    const written = jest.spyOn(store as never, 'overwriteAll' as never);
    await erase(1);
    const calls = written.mock.calls as unknown as [unknown, [number, number][]][];
    const ranges = calls.flatMap(([, list]) => list);
    expect(ranges.reduce((sum, [, length]) => sum + length, 0)).toBeLessThan(2_000_000);
  });

  it('overwrites nothing when nothing was removed', async () => {
    expect(await store.erase(async () => 0)).toBe(0);
  });
});
