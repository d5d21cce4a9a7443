// What URLs cost that wait in the embedded store: disk, memory of their import, memory after a restart.
// Build first: npm run build:lib. Run: node --expose-gc bench/waiting-urls.mjs [URLs] [hosts] [list,links]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { LmdbCrawlStore } from '../libs/web-extract/build/drivers/lmdb/lmdb.crawl-store.js';

const GOALS = { diskBytes: 140, restartBytes: 200, importMb: 150 };
/** New links of a page. */
const LINKS = 20;
const PAGES_AT_ONCE = 50;
/** URLs of a sitemap. */
const LIST = 20_000;

const PARTS = { import: importUrls, restart };
const [part, dataDir] = process.argv.slice(2);
if (PARTS[part])
  await PARTS[part](dataDir, Number(process.argv[4]), Number(process.argv[5]), process.argv[6]);
else await main();

async function main() {
  const urls = Number(process.argv[2] ?? 200_000);
  const hosts = Number(process.argv[3] ?? 1);
  for (const form of process.argv[4]?.split(',') ?? ['list', 'links']) {
    const folder = await mkdtemp(join(tmpdir(), 'waiting-urls-'));
    const imported = await inProcess('import', folder, urls, hosts, form);
    const disk = (await stat(join(folder, 'crawls', 'data.mdb'))).size;
    const restarted = await inProcess('restart', folder, urls, hosts, form);
    const row = {
      form,
      importMb: +(imported.bytes / 1e6).toFixed(0),
      seconds: +imported.seconds.toFixed(1),
      diskBytes: +(disk / urls).toFixed(0),
      restartBytes: +(restarted.bytes / urls).toFixed(0),
      restartMs: Math.round(restarted.ms),
    };
    const missed = Object.keys(GOALS).filter((name) => row[name] > GOALS[name]);
    console.log(JSON.stringify(row), missed.length > 0 ? `missed: ${missed.join(', ')}` : 'ok');
    if (missed.length > 0) process.exitCode = 1;
    await rm(folder, { recursive: true });
  }
}

async function inProcess(...args) {
  const child = fork(fileURLToPath(import.meta.url), args.map(String), { execArgv: ['--expose-gc'] });
  const [result] = await once(child, 'message');
  await once(child, 'exit');
  return result;
}

/** `links`: twenty a page, as a crawl finds them. `list`: as sitemaps have them. */
async function importUrls(folder, urls, hosts, form) {
  const store = new LmdbCrawlStore({ dataDir: folder });
  // the order of hosts needs counts of all waiting URLs
  const request = { url: 'https://www.example.com/', ...(hosts > 1 ? { order: 'longest-host' } : {}) };
  const job = { id: 'bench', owner: 'bench', request, createdAt: Date.now() };
  await store.create({
    job: { ...job, id: 'warm-up' },
    limit: 10,
    seeds: [urlAt(0, 1)],
    idempotencyKey: null,
  });
  const before = await rss();
  let peak = before;
  const watch = setInterval(async () => (peak = Math.max(peak, await rss({ isClean: false }))), 50);
  const started = performance.now();
  await store.create({ job, limit: 1e9, seeds: [], idempotencyKey: null });
  for (let from = 0; form === 'list' && from < urls; from += LIST)
    await store.frontier.add(
      'bench',
      Array.from({ length: Math.min(LIST, urls - from) }, (_, n) => urlAt(from + n, hosts)),
    );
  for (let from = 0; form === 'links' && from < urls; from += LINKS * PAGES_AT_ONCE) {
    const pages = Array.from({ length: PAGES_AT_ONCE }, (_, page) =>
      Array.from({ length: LINKS }, (_, n) => from + page * LINKS + n).filter((n) => n < urls),
    );
    await Promise.all(
      pages.map((page) =>
        store.frontier.add(
          'bench',
          page.map((n) => urlAt(n, hosts)),
        ),
      ),
    );
  }
  await store.close();
  const seconds = (performance.now() - started) / 1_000;
  peak = Math.max(peak, await rss({ isClean: false }));
  clearInterval(watch);
  process.send({ bytes: peak - before, seconds });
  process.disconnect();
}

async function restart(folder) {
  await warmUp();
  const before = await rss();
  const store = new LmdbCrawlStore({ dataDir: folder });
  const started = performance.now();
  await store.frontier.take('bench', 'worker', 60_000);
  const ms = performance.now() - started;
  await sleep(500);
  const bytes = (await rss()) - before;
  await store.close();
  process.send({ bytes, ms });
  process.disconnect();
}

/** Loads what a store needs, however much it contains. */
async function warmUp() {
  const folder = await mkdtemp(join(tmpdir(), 'waiting-urls-'));
  const store = new LmdbCrawlStore({ dataDir: folder });
  const job = { id: 'warm-up', owner: 'bench', request: { url: 'https://www.example.com/' }, createdAt: 0 };
  await store.create({ job, limit: 10, seeds: [urlAt(0, 1)], idempotencyKey: null });
  await store.frontier.take('warm-up', 'worker', 60_000);
  await store.close();
  await rm(folder, { recursive: true });
}

/** A URL of 60 characters. */
function urlAt(n, hosts) {
  const host = `www.${String(Math.floor(n / LINKS) % hosts).padStart(5, '0')}.example.com`;
  const url = `https://${host}/articles/section-${n % 90}/page-${n}`.padEnd(60, '-');
  const foundOn = `https://${host}/articles/section-${Math.floor(n / LINKS) % 90}/`;
  return { kind: 'page', url, key: url, host, hops: 3, rule: 'link', foundOn, variantOf: null };
}

async function rss({ isClean = true } = {}) {
  if (isClean) globalThis.gc?.();
  const status = await readFile('/proc/self/status', 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)[1]) * 1_024;
}
