import { cp, mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Journal } from './journal.js';
import { openDatabase, type CrawlDatabase } from './crawl-database.js';

describe('WriteBehind', () => {
  let directory: string;
  let database: CrawlDatabase;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'write-behind-'));
    database = await openDatabase(join(directory, 'a'), { isSynced: true });
  });
  afterEach(async () => {
    await database.writes.close();
    await rm(directory, { recursive: true });
  });

  const put = (n: number, value = n) =>
    database.writes.write([{ table: 'seen', key: [1, `key ${n}`], value }], false);
  const get = (n: number) => database.seen.get([1, `key ${n}`]);
  const stored = (n: number) => database.seen.stored.get([1, `key ${n}`]);

  /** Opens the files in their current state, as after the end of the process. */
  async function reopened<T>(use: (database: CrawlDatabase) => T): Promise<T> {
    const copy = join(directory, 'copy');
    await cp(join(directory, 'a'), copy, { recursive: true });
    const other = await openDatabase(copy, { isSynced: true });
    const value = use(other);
    await other.writes.close();
    await rm(copy, { recursive: true });
    return value;
  }

  it('shows a write at once, and LMDB has it soon', async () => {
    await put(1);
    expect([get(1), stored(1), database.seen.has([1, 'key 1'])]).toEqual([1, undefined, true]);
    await database.writes.commit();
    expect([get(1), stored(1)]).toEqual([1, 1]);
  });

  it('brings writes into LMDB by itself', async () => {
    await put(1);
    while (stored(1) === undefined) await new Promise((resolve) => setTimeout(resolve, 10));
  });

  it('shows the last of several writes to a key, and removals', async () => {
    await put(1);
    await put(2);
    await database.writes.commit();
    await put(1, 10);
    await database.writes.write([{ table: 'seen', key: [1, 'key 2'], value: undefined }], false);
    expect([get(1), get(2), database.seen.has([1, 'key 2'])]).toEqual([10, undefined, false]);
    expect([stored(1), stored(2)]).toEqual([1, 2]);
    await database.writes.commit();
    expect([stored(1), stored(2)]).toEqual([10, undefined]);
  });

  it('has everything after the end of the process, wherever it stopped', async () => {
    const sum = (one: CrawlDatabase) => [1, 2, 3, 4].map((n) => one.seen.get([1, `key ${n}`]));
    await put(1);
    await put(2);
    expect(await reopened(sum)).toEqual([1, 2, undefined, undefined]);
    await database.writes.commit();
    await put(3);
    await put(1, 10);
    expect(await reopened(sum)).toEqual([10, 2, 3, undefined]);
    const committing = database.writes.commit();
    await put(4);
    await put(2, 20);
    expect(await reopened(sum)).toEqual([10, 20, 3, 4]);
    await committing;
    expect(await reopened(sum)).toEqual([10, 20, 3, 4]);
    await database.writes.commit();
    expect(await reopened(sum)).toEqual([10, 20, 3, 4]);
  });

  it('leaves out what comes after a gap that a power loss has made', async () => {
    const path = join(directory, 'lost');
    await (await openDatabase(path, { isSynced: true })).writes.close();
    const journal = await Journal.open(path);
    const append = (n: number) => journal.append([{ table: 'seen', key: [1, n], value: n }], false);
    journal.begin(1, 0);
    const end = await append(1);
    await append(2);
    journal.begin(2);
    await append(3);
    await journal.close();
    await truncate(join(path, 'journal-1'), end + 10); // the last write may not have reached the disk
    for (let restart = 0; restart < 3; restart++) {
      const other = await openDatabase(path, { isSynced: true });
      expect([1, 2, 3].map((n) => other.seen.get([1, n]))).toEqual([1, undefined, undefined]);
      await other.writes.close();
    }
  });

  it('brings many rows into LMDB in several commits, and knows of each where it is', async () => {
    const rows = Array.from({ length: 7_000 }, (_, n) => ({
      table: 'seen' as const,
      key: [1, `key ${n}`],
      value: n,
    }));
    await database.writes.write(rows, false);
    expect(database.writes.touches(1)).toBe(true);
    const committing = database.writes.commit();
    expect([get(0), get(6_999)]).toEqual([0, 6_999]);
    await committing;
    expect(database.writes.touches(1)).toBe(false);
    expect([stored(0), stored(6_999)]).toEqual([0, 6_999]);
  });
});
