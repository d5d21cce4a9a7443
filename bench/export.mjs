// Exports a crawl of many sealed pages and prints its speed and memory. Build first: npm run build:lib.
// Run: node --expose-gc bench/export.mjs [pages] [jsonl|warc]
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FsResultArchive } from '../libs/web-extract/build/drivers/fs-archive/fs.result-archive.js';
import { LmdbCrawlStore } from '../libs/web-extract/build/drivers/lmdb/lmdb.crawl-store.js';
import { exportOf } from '../libs/web-extract/build/services/export/crawl-export.js';
import { somePage } from '../libs/web-extract/build/testing/some-page.js';

const GOALS = { mbPerSecond: 20, memoryMb: 50 };
const [pages = 100_000] = process.argv.slice(2).map(Number);
const formats = process.argv[3] ? [process.argv[3]] : ['jsonl', 'warc'];
const PAGE_CHARS = 12_000;
const WORDS =
  'harbour lantern bridge island market road stone river winter garden letter silver window morning'.split(
    ' ',
  );
const FACTS = { startedAt: Date.now(), durationMs: 1, bytes: PAGE_CHARS, flags: [], refused: {} };

const folder = await mkdtemp(join(tmpdir(), 'bench-export-'));
const store = new LmdbCrawlStore({ dataDir: join(folder, 'data'), flush: 'never' });
store.segments.use(new FsResultArchive({ dir: join(folder, 'archive') }));
const id = randomUUID();
await fill();
const job = await store.find(id);
for (const format of formats) await measure(format);
await store.close();
await rm(folder, { recursive: true });

async function fill() {
  const url = 'http://site.test/';
  const request = { url, limit: pages };
  const urlOf = (n) => ({
    kind: 'page',
    url: `${url}${n}`,
    key: `${n}`,
    host: 'site.test:80',
    hops: 0,
    rule: 'seed',
    foundOn: null,
    variantOf: null,
  });
  const seeds = Array.from({ length: pages }, (_, n) => urlOf(n));
  const created = await store.create({
    job: { id, owner: 'bench', request, createdAt: Date.now() },
    limit: pages,
    seeds: seeds.slice(0, 500),
    idempotencyKey: null,
  });
  if (created !== 'created') throw new Error(created);
  await store.frontier.add(id, seeds.slice(500));
  for (let done = 0; done < pages; done += 16) {
    const taken = await Promise.all(
      Array.from({ length: 16 }, () => store.frontier.take(id, 'bench', 60_000)),
    );
    await Promise.all(taken.filter(({ kind }) => kind === 'task').map(({ task }) => complete(task)));
    if (done % 1_024 === 0) await seal(false);
  }
  await store.finish(id, 'completed', null, 3_600_000);
  await seal(true);
}

function complete(task) {
  const page = somePage({ url: task.url, requestedUrl: task.url, markdown: textOf(Number(task.key)) });
  return store.frontier.complete(task, { kind: 'page', page, keys: [], credits: 1 }, [], FACTS);
}

function textOf(seed) {
  let text = `# Page ${seed}\n\n`;
  for (let n = seed; text.length < PAGE_CHARS; n++)
    text += `${WORDS[(n * 7_919) % 14]} ${WORDS[(n * 104_729 + seed) % 14]}${n % 97} `;
  return text;
}

async function seal(isLast) {
  for (;;) {
    const [backlog] = await store.segments.backlogs();
    if (!backlog || (!isLast && backlog.pages < 1_000)) return;
    await store.segments.seal(backlog, 4 * 1024 * 1024);
  }
}

async function measure(format) {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let [bytes, most] = [0, before];
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  for await (const chunk of exportOf(store.results, job, { format })) {
    bytes += chunk.length;
    most = Math.max(most, process.memoryUsage().rss);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const payloadMb = (pages * PAGE_CHARS) / 1e6;
  const result = {
    format,
    writtenMb: bytes / 1e6,
    payloadMb,
    mbPerSecond: (format === 'jsonl' ? bytes / 1e6 : payloadMb) / seconds,
    mbPerCpuSecond: payloadMb / ((user + system) / 1e6),
    memoryMb: (most - before) / 1e6,
  };
  console.log(result);
  if (result.mbPerSecond < GOALS.mbPerSecond) console.log(`slower than ${GOALS.mbPerSecond} MB/s`);
  if (result.memoryMb > GOALS.memoryMb) console.log(`more than ${GOALS.memoryMb} MB more memory`);
}
