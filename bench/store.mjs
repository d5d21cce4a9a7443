// The embedded crawl store alone: pages with links are taken and completed as fast as it goes, or at the pace of a site.
// Build first: npm run build:lib. Run: node --expose-gc bench/store.mjs [pages] [lanes] [ms of a visit] [flush]
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LmdbCrawlStore } from '../libs/web-extract/build/drivers/lmdb/lmdb.crawl-store.js';

const [pages = '5000', lanes = '16', visitMs = '0', flush = 'crawls'] = process.argv.slice(2);
const NEW_LINKS = 20;
const NAVIGATION = 40;
const PAGE_BYTES = 14_000;

const facts = { startedAt: 0, durationMs: 0, bytes: PAGE_BYTES, flags: [], refused: {} };
const words = (await readFile(new URL('../README.md', import.meta.url), 'utf8')).split(/\s+/);
const bodies = Array.from({ length: 40 }, (_, seed) => {
  let text = '';
  for (let n = seed; text.length < PAGE_BYTES; n = (n * 7919 + 13) % 104_729)
    text += `${words[n % words.length]} `;
  return text;
});
const link = (path) => ({
  kind: 'page',
  url: `http://127.0.0.1:8080${path}`,
  key: path,
  host: '127.0.0.1:8080',
  hops: 1,
  rule: 'link',
  foundOn: 'http://127.0.0.1:8080/',
  variantOf: null,
});

const privateMb = async () =>
  Number(/RssAnon:\s+(\d+)/.exec(await readFile('/proc/self/status', 'utf8'))?.[1] ?? NaN) / 1024;

const dataDir = await mkdtemp(join(tmpdir(), 'store-bench-'));
const store = new LmdbCrawlStore({ dataDir, flush });
const job = { id: 'bench', owner: 'bench', request: { url: 'http://127.0.0.1:8080/' }, createdAt: 0 };
await store.create({ job, limit: Number(pages), seeds: [link('/')], idempotencyKey: null });

let done = 0;
let mark = { done: 0, at: performance.now() };
const started = mark.at;
const cpu = process.cpuUsage();
const latencies = [];

async function lane() {
  for (;;) {
    const taken = await store.frontier.take('bench', 'lane', 60_000);
    if (taken.kind === 'drained') return;
    if (taken.kind !== 'task') {
      await sleep(2);
      continue;
    }
    await (Number(visitMs) > 0 ? sleep(Number(visitMs)) : new Promise(setImmediate));
    const navigation = Array.from({ length: NAVIGATION }, (_, n) => link(`/nav/${n}`));
    const fresh = Array.from({ length: NEW_LINKS }, (_, n) => link(`/section-${n}/page-${done}-${n}`));
    const page = { requestedUrl: taken.task.url, url: taken.task.url, markdown: bodies[done % 40] };
    const before = performance.now();
    await store.frontier.complete(
      taken.task,
      { kind: 'page', page, keys: [], credits: 1 },
      [...navigation, ...fresh],
      facts,
    );
    latencies.push(performance.now() - before);
    if (++done === 500 || done % 2_500 === 0) await report();
  }
}

async function report() {
  globalThis.gc?.();
  const now = performance.now();
  const msPerPage = ((now - mark.at) / (done - mark.done)).toFixed(3);
  console.log(`${done} pages: ${msPerPage} ms a page, ${(await privateMb()).toFixed(0)} MB private`);
  mark = { done, at: performance.now() };
}

await Promise.all(Array.from({ length: Number(lanes) }, lane));
const ms = performance.now() - started;
const { user, system } = process.cpuUsage(cpu);
latencies.sort((a, b) => a - b);
await store.close();
const { size } = await stat(join(dataDir, 'crawls', 'data.mdb'));
console.log({
  pagesPerSecond: Math.round((done / ms) * 1_000),
  cpuMsPerPage: Number(((user + system) / 1_000 / done).toFixed(3)),
  completeMs: { p50: latencies[done >> 1].toFixed(2), p95: latencies[Math.floor(done * 0.95)].toFixed(2) },
  diskBytesPerPage: Math.round(size / done),
});
await rm(dataDir, { recursive: true });
