import { mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesOpenIn } from '../../../testing/files-open.js';
import { Journal } from './journal.js';
import type { Write } from './table.js';

const put = (key: string, value: unknown): Write => ({ table: 'crawls', key, value });
const page = (n: number, text: string): Write => ({
  table: 'results',
  key: [1, n],
  value: Buffer.from(text),
});

describe('Journal', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'journal-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  async function withJournal<T>(use: (journal: Journal) => Promise<T>): Promise<T> {
    const journal = await Journal.open(directory);
    return use(journal).finally(() => journal.close());
  }
  const read = () => withJournal((journal) => journal.read());

  it('gives back what was appended, batch by batch', async () => {
    const first = [put('a', { n: 1, text: 'ü漢' }), page(0, 'one'), put('b', undefined), page(1, '')];
    const second = [page(2, 'x'.repeat(300_000)), put('c', [1, null, 'x'])];
    await withJournal(async (journal) => {
      journal.begin(7);
      await journal.append(first, false);
      await journal.append(second, true);
    });
    const part = { generation: 7, batches: [first, second], bytes: expect.any(Number), preceding: 0 };
    expect(await read()).toEqual([part]);
  });

  it('has nothing to give back at first', async () => {
    expect(await read()).toEqual([]);
  });

  it.each(['journal-0', 'journal-1'])('holds nothing open where %s cannot be opened', async (name) => {
    await mkdir(join(directory, name));
    await expect(Journal.open(directory)).rejects.toThrow('EISDIR');
    expect(filesOpenIn(directory)).toEqual([]);
  });

  it('keeps two generations, older first, and overwrites the one before', async () => {
    await withJournal(async (journal) => {
      for (let generation = 1; generation <= 5; generation++) {
        journal.begin(generation);
        for (let n = generation; n <= 5; n++) await journal.append([put(`${generation}-${n}`, n)], false);
      }
    });
    const parts = await read();
    expect(parts.map(({ generation }) => generation)).toEqual([4, 5]);
    expect(parts.map(({ batches }) => batches.length)).toEqual([2, 1]); // and nothing of 2 and 3 behind them
    expect(parts.map(({ preceding }) => preceding)).toEqual([3, 2]);
  });

  it('goes on after what a generation has already', async () => {
    await withJournal(async (journal) => {
      journal.begin(3);
      await journal.append([put('a', 1)], false);
    });
    await withJournal(async (journal) => {
      journal.begin(3, 0, (await journal.read())[0]);
      await journal.append([put('b', 2)], false);
    });
    const [part] = await read();
    expect(part!.batches).toEqual([[put('a', 1)], [put('b', 2)]]);
  });

  it('stops at a record that is torn or damaged', async () => {
    const ends: number[] = [];
    await withJournal(async (journal) => {
      journal.begin(1);
      for (let n = 0; n < 3; n++)
        ends.push((ends[n - 1] ?? 0) + (await journal.append([page(n, 'text')], false)));
    });
    const path = join(directory, 'journal-1');
    const whole = await readFile(path);
    const batches = async () => (await read())[0]?.batches.length ?? 0;
    expect(await batches()).toBe(3);
    await truncate(path, ends[2]! - 1);
    expect(await batches()).toBe(2);
    const damaged = Buffer.from(whole);
    damaged[ends[0]! + 50]! ^= 1;
    await writeFile(path, damaged);
    expect(await batches()).toBe(1);
    await writeFile(path, Buffer.alloc(10, 255));
    expect(await batches()).toBe(0);
  });

  it('takes its room on the disk ahead and keeps it', async () => {
    await read();
    expect((await stat(join(directory, 'journal-0'))).size).toBeGreaterThan(100_000);
    await withJournal(async (journal) => {
      journal.begin(2);
      await journal.append([page(0, 'x'.repeat(500_000))], false);
      journal.begin(4);
      await journal.append([page(0, 'x')], false);
    });
    expect((await stat(join(directory, 'journal-0'))).size).toBeGreaterThan(500_000);
  });
});
