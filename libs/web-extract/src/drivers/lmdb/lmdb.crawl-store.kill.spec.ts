import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { randomOf } from '../../testing/contracts/crawl-store/samples.contract.js';
import { LmdbCrawlStore } from './lmdb.crawl-store.js';

const ROOT = resolve(__dirname, '../../../../..');
const PAGES = 1_000;
const LANES = 8;
/** Kills of the process; the last run is left to end. */
const KILLS = 6;

/** Output of the processes, in order. */
interface Log {
  readonly taken: string[];
  readonly stored: string[];
  readonly said: string[];
}

/** Runs the crawl in a process that kills itself after `lines` lines. @returns true if the crawl was completed */
async function runProcess(dataDir: string, log: Log, lines: number): Promise<boolean> {
  const script = ['-r', './test/setup/typescript.cjs', './test/support/crawling-process.ts'];
  const args = [dataDir, PAGES, LANES, lines].map(String);
  const child = spawn(process.execPath, [...script, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [what, key] = line.split(' ');
    if (what === 'taken') log.taken.push(key!);
    else if (what === 'stored') log.stored.push(key!);
    else log.said.push(what!);
  }
  return log.said.includes('finished');
}

describe('LmdbCrawlStore in a process that is killed', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'lmdb-kill-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('loses nothing, doubles nothing, and reads again only what was under way', async () => {
    const random = randomOf(5);
    const log: Log = { taken: [], stored: [], said: [] };
    await runProcess(dataDir, log, 1); // right after the answer to `create`
    for (let kill = 1; kill < KILLS; kill++) {
      expect(await runProcess(dataDir, log, 2 + Math.floor(random() * 350))).toBe(false);
    }
    expect(await runProcess(dataDir, log, Infinity)).toBe(true);

    const store = new LmdbCrawlStore({ dataDir });
    const job = (await store.find('the-crawl'))!;
    const { pages } = await store.results.pages('the-crawl', { from: 0, maxPages: 2 * PAGES, maxBytes: 1e9 });
    await store.close();
    expect(job).toMatchObject({
      status: 'completed',
      counters: { pages: PAGES, queued: 0, leased: 0, failed: 0 },
    });
    const keys = pages.map(({ url }) => new URL(url).pathname);
    expect(new Set(keys).size).toBe(PAGES);
    expect(keys).toHaveLength(PAGES);
    // a later process never receives a task that was reported as stored
    expect(new Set(log.stored).size).toBe(log.stored.length);
    expect(log.taken.length - PAGES).toBeLessThanOrEqual(KILLS * LANES);
    expect(log.said.filter((said) => said === 'created')).toHaveLength(1);
  }, 120_000);
});
