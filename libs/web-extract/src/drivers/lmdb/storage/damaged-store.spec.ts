import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { crawlAll, startCrawl, urlsTo } from '../../../testing/contracts/crawl-store/samples.contract.js';
import { someKey } from '../../../testing/contracts/key-store.contract.js';
import { DataDirError } from './data-dir.error.js';
import { LmdbCrawlStore } from '../lmdb.crawl-store.js';
import { LmdbKeyStore } from '../lmdb.key-store.js';

const ROOT = resolve(__dirname, '../../../../../..');
const PAGE_BYTES = 4_096;
const DATABASE = 'crawls/data.mdb';
const JOURNALS = ['crawls/journal-0', 'crawls/journal-1'];
const MARK = 'crawls/journal-mark';

const noise = (length: number) => Buffer.from(Array.from({ length }, (_, at) => (at * 73 + 41) & 255));

/** Damages the files in a directory. */
type Harm = (directory: string) => void;

function change(file: string, edit: (bytes: Buffer) => Buffer | void): Harm {
  return (directory) => {
    const path = join(directory, file);
    const bytes = readFileSync(path);
    writeFileSync(path, edit(bytes) ?? bytes);
  };
}

const replace =
  (file: string, bytes: Buffer): Harm =>
  (directory) =>
    writeFileSync(join(directory, file), bytes);

const remove =
  (...files: string[]): Harm =>
  (directory) =>
    files.forEach((file) => rmSync(join(directory, file)));

const cut =
  (share: number): Harm =>
  (directory) => {
    const path = join(directory, DATABASE);
    truncateSync(path, Math.floor(readFileSync(path).length * share));
  };

/** Each page after those of the head. */
const changePages = (edit: (page: Buffer, number: number) => void) =>
  change(DATABASE, (bytes) => {
    for (let at = 2 * PAGE_BYTES; at < bytes.length; at += PAGE_BYTES)
      edit(bytes.subarray(at, at + PAGE_BYTES), at / PAGE_BYTES);
  });

const IN_DATABASE: Record<string, Harm> = {
  'a first page of noise': change(DATABASE, (bytes) => void noise(PAGE_BYTES).copy(bytes)),
  'a second page of zeros': change(DATABASE, (bytes) => void bytes.fill(0, PAGE_BYTES, 2 * PAGE_BYTES)),
  'a head that is larger than its file': change(DATABASE, (bytes) => void bytes.writeUInt32LE(9, 24 + 124)),
  'a file cut in half': cut(0.5),
  'a file without its last tenth': cut(0.9),
  'a file cut within its head': (directory) => truncateSync(join(directory, DATABASE), 100),
  'pages of zeros': changePages((page) => page.fill(0)),
  'pages of noise': changePages((page) => noise(PAGE_BYTES).copy(page)),
  'pages with every bit flipped': changePages((page) => page.forEach((byte, at) => (page[at] = byte ^ 255))),
  'pages of another kind': changePages((page) => page.writeUInt16LE(4, 18)),
  'pages that say they are others': changePages((page, number) => page.writeUInt32LE(number ^ 1, 0)),
  'pages whose entries lie elsewhere': changePages((page) =>
    page.writeUInt16LE(page.readUInt16LE(24) + 2, 24),
  ),
  'pages in each other’s place': change(DATABASE, (bytes) => {
    const pages = Array.from({ length: bytes.length / PAGE_BYTES }, (_, n) =>
      bytes.subarray(n * PAGE_BYTES, (n + 1) * PAGE_BYTES),
    );
    return Buffer.concat([...pages.slice(0, 2), ...pages.slice(2).reverse()]);
  }),
  'a text in its place': replace(DATABASE, Buffer.from('hello '.repeat(2_000))),
};

describe('a damaged store', () => {
  let place: string;
  /** Store of finished crawls, closed properly. */
  let closed: string;
  /** Store of an accepted crawl that exists only in the journal. */
  let accepted: string;

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'damaged-'));
    closed = join(place, 'closed');
    accepted = join(place, 'accepted');
    for (let run = 1; run <= 4; run++) {
      const store = new LmdbCrawlStore({ dataDir: closed });
      await crawlAll(store, await startCrawl(store, { seeds: urlsTo(10 * run) }), 'word '.repeat(2_000));
      await store.close();
      if (run === 1) cpSync(join(closed, DATABASE), join(place, 'older.mdb'));
    }
    runProcess('crawling-process.ts', accepted, '10', '1', '1'); // killed when it has said that
  });
  afterAll(() => rm(place, { recursive: true, force: true }));

  const copyOf = (store: string, name: string): string => {
    const copy = join(place, name.replaceAll(/\W/g, '-'));
    cpSync(store, copy, { recursive: true, filter: (file) => !file.endsWith('.sock') });
    return copy;
  };

  /** Opens a damaged copy of the store for each harm, all in one process. @returns the outcome of each */
  function outcomesOf(store: string, harms: Record<string, Harm>): Record<string, Outcome> {
    const directories = Object.entries(harms).map(([name, harm]) => {
      const directory = copyOf(store, name);
      harm(directory);
      return directory;
    });
    const { signal, lines } = runProcess('damaged-stores.ts', ...directories);
    expect({ signal, said: lines.length }).toEqual({ signal: null, said: directories.length });
    const outcomes = lines.map((line) => JSON.parse(line) as Outcome);
    outcomes.forEach(({ refused }, n) => {
      if (refused === undefined) return;
      expect(refused).toContain(directories[n]);
      expect(refused).not.toContain('\n');
    });
    return Object.fromEntries(Object.keys(harms).map((name, n) => [name, outcomes[n]!]));
  }

  function expectAllRefused(outcomes: Record<string, Outcome>): void {
    const taken = Object.entries(outcomes).filter(([, { refused }]) => refused === undefined);
    expect(taken).toEqual([]);
  }

  it('is refused with its directory when its database is no database any more', () => {
    expectAllRefused(outcomesOf(closed, IN_DATABASE));
  });

  it('is refused when files are missing or not its own', async () => {
    const keys = new LmdbKeyStore({ dataDir: place });
    await keys.add(someKey());
    await keys.onApplicationShutdown();
    expectAllRefused(
      outcomesOf(closed, {
        'no database': remove(DATABASE),
        'an empty database': replace(DATABASE, Buffer.alloc(0)),
        'an older database': replace(DATABASE, readFileSync(join(place, 'older.mdb'))),
        'a database of other things': replace(DATABASE, readFileSync(join(place, 'keys/data.mdb'))),
        'a directory in the place of a journal': (directory) => {
          rmSync(join(directory, JOURNALS[0]!));
          mkdirSync(join(directory, JOURNALS[0]!));
        },
      }),
    );
  });

  it('is refused when a crawl that was accepted is missing in the journal', () => {
    const flip = (at: number) =>
      change(JOURNALS[1]!, (bytes) => {
        bytes[at]! ^= 4;
      });
    expectAllRefused(
      outcomesOf(accepted, {
        'journals of noise': (directory) =>
          JOURNALS.forEach((file) => writeFileSync(join(directory, file), noise(50_000))),
        'journals of zeros': (directory) =>
          JOURNALS.forEach((file) => writeFileSync(join(directory, file), Buffer.alloc(50_000))),
        'no journals': remove(...JOURNALS),
        'a flipped bit in the head': flip(9),
        'a flipped bit in the row': flip(100),
        'a mark of noise': replace(MARK, noise(20)),
      }),
    );
  });

  it('starts whole when nothing that counts was hit', () => {
    const outcomes = outcomesOf(closed, {
      nothing: () => {},
      'a file that has grown': change(DATABASE, (bytes) => Buffer.concat([bytes, noise(10_000)])),
      'locks of noise': replace('crawls/lock.mdb', noise(8_192)),
      'no locks': remove('crawls/lock.mdb'),
      'journals of noise': (directory) =>
        JOURNALS.forEach((file) => writeFileSync(join(directory, file), noise(50_000))),
      'no journals': remove(...JOURNALS),
      'a store from before there was a mark': remove(MARK),
    });
    for (const [name, outcome] of Object.entries(outcomes))
      expect({ name, ...outcome }).toEqual({ name, pages: [10, 20, 30, 40] });
    expect(outcomesOf(accepted, { 'accepted alone': () => {} })).toEqual({
      'accepted alone': { pages: [0] },
    });
  });

  it('is said at the start of keys, too', async () => {
    const data = join(place, 'with-keys');
    const keys = new LmdbKeyStore({ dataDir: data });
    await keys.add(someKey());
    await keys.onApplicationShutdown();
    const damaged = new LmdbKeyStore({ dataDir: data });
    await expect(damaged.onModuleInit()).resolves.toBeUndefined();
    truncateSync(join(data, 'keys/data.mdb'), 2 * PAGE_BYTES);
    const error: unknown = await damaged.onModuleInit().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DataDirError);
    expect((error as Error).message).toContain(join(data, 'keys'));
  });
});

interface Outcome {
  readonly refused?: string;
  readonly pages?: readonly number[];
}

function runProcess(script: string, ...args: string[]): { signal: string | null; lines: string[] } {
  const argv = ['-r', './test/setup/typescript.cjs', `./test/support/${script}`, ...args];
  const { signal, stdout } = spawnSync(process.execPath, argv, { cwd: ROOT, encoding: 'utf8' });
  return { signal, lines: stdout.split('\n').filter((line) => line !== '') };
}
