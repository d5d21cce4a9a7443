// The page history alone: bytes on disk or in Redis, memory of the process and times of visits, as it grows.
// Build first: npm run build:lib. Run: node --expose-gc bench/history.mjs [pages] [lmdb|redis] [bytes of a text] [lanes]
// The limits are the defaults, for one owner. 0 bytes of a text: what a page costs without one.
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LmdbPageHistory } from '../libs/web-extract/build/drivers/lmdb/lmdb.page-history.js';
import { RedisConnection } from '../libs/web-extract/build/drivers/redis/connection/redis-connection.js';
import { RedisPageHistory } from '../libs/web-extract/build/drivers/redis/redis.page-history.js';
import { urlKey } from '../libs/web-extract/build/web/scope/url-key.js';
import { findRedis, startRedis } from '../scripts/ready/redis.mjs';

const [pages = 100_000, , textBytes = 8_000, lanes = 16] = process.argv.slice(2).map(Number);
const driver = process.argv[3] ?? 'lmdb';
const GOALS = { rssMb: 50, bytesWithoutText: 300 };
const LINKS = 20;
const STEPS = 4;
const MiB = 1024 * 1024;

const store = await (driver === 'redis' ? openRedis() : openLmdb());
const words = (await readFile(new URL('../README.md', import.meta.url), 'utf8')).split(/\s+/);
const empty = await privateMb();
const emptyBytes = await store.bytes();
const rows = [];
for (let step = 1; step <= STEPS; step++) {
  const [from, to] = [((step - 1) * pages) / STEPS, (step * pages) / STEPS];
  const newMs = await timed(from, to, (n) => record(n, true, 0));
  const lookupMs = await sampled(to, (n) => store.history.find(keyOf(n)));
  const sameMs = await sampled(to, (n) => record(n, false));
  const listMs = await listed();
  const { bytes } = await store.history.usage();
  rows.push({
    pages: to,
    storedMb: Number(((await store.bytes()) - emptyBytes) / MiB).toFixed(1),
    countedMb: (bytes / MiB).toFixed(1),
    rssMb: ((await privateMb()) - empty).toFixed(1),
    'new ms': newMs.toFixed(3),
    'lookup ms': lookupMs.toFixed(3),
    'same ms': sameMs.toFixed(3),
    'list ms': listMs.toFixed(0),
  });
}
console.table(rows);
const last = rows.at(-1);
if (last.rssMb > GOALS.rssMb) console.log(`rssMb: ${last.rssMb} is above the goal of ${GOALS.rssMb}`);
if (textBytes === 0) {
  const perPage = (last.storedMb * MiB) / pages;
  console.log(`bytes a page without text: ${perPage.toFixed(0)} (goal ${GOALS.bytesWithoutText})`);
}
await store.close();

async function openLmdb() {
  const dataDir = await mkdtemp(join(tmpdir(), 'history-bench-'));
  const history = new LmdbPageHistory(dataDir, { maxBytes: 2_048 * MiB, maxBytesPerOwner: 512 * MiB });
  const folder = join(dataDir, 'history');
  const bytes = async () => {
    const files = await readdir(folder).catch(() => []);
    const sizes = await Promise.all(files.map(async (name) => (await stat(join(folder, name))).blocks * 512));
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  const close = async () => {
    await history.onApplicationShutdown();
    await rm(dataDir, { recursive: true });
  };
  return { history, bytes, close };
}

async function openRedis() {
  const redis = await startRedis(await findRedis());
  const connection = new RedisConnection({ url: redis.url });
  const history = new RedisPageHistory(connection, 'bench:', {
    maxBytes: 256 * MiB,
    maxBytesPerOwner: 64 * MiB,
  });
  const bytes = async () =>
    Number(/used_memory:(\d+)/.exec(await connection.client.info('memory'))?.[1] ?? NaN);
  const close = async () => {
    await connection.close();
    await redis.stop();
  };
  return { history, bytes, close };
}

function keyOf(n) {
  return {
    owner: 'bench',
    tag: 'docs',
    variant: 'plain-other',
    url: urlOf(n),
    alias: urlKey(urlOf(n)),
  };
}

function urlOf(n) {
  return `https://docs-${n % 10}.things.example/section-${n % 200}/article-about-thing-${n}`;
}

async function record(n, isNew) {
  const { entry } = await store.history.find(keyOf(n));
  const fingerprint = createHash('sha256').update(String(n)).digest('base64url').slice(0, 27);
  const now = Date.now();
  const head = {
    url: urlOf(n),
    firstAt: entry?.head.firstAt ?? now,
    visitedAt: now,
    changedAt: now,
    fingerprint,
    goneVisits: null,
    validators: { etag: `"${fingerprint.slice(0, 20)}"`, lastModified: null },
    bodyHash: fingerprint,
    wireBytes: 30_000,
    isRendered: false,
    converter: 'cnv-4f9Zk_2',
    shape: 'shp-0aX-77b',
    hops: 2,
  };
  const text = isNew && textBytes > 0 ? { text: textOf(n) } : {};
  const result = await store.history.record(
    keyOf(n),
    { head, ...text, maxVersions: 1 },
    entry?.revision ?? 0,
  );
  if (result.kind !== 'recorded') throw new Error(`${urlOf(n)}: ${result.kind}`);
}

function textOf(n) {
  const markdown = [];
  for (let length = 0, at = n; length < textBytes; at = (at * 7_919 + 13) % 104_729) {
    markdown.push(words[at % words.length]);
    length += markdown.at(-1).length + 1;
  }
  const anchors = Array.from({ length: LINKS }, (_, at) => ({
    url: urlOf(n * LINKS + at),
    text: `Article ${at}`,
    nofollow: false,
  }));
  const page = {
    requestedUrl: urlOf(n),
    url: urlOf(n),
    statusCode: 200,
    markdown: markdown.join(' '),
    warnings: [],
  };
  return { page: { ...page, metadata: { title: `Article ${n}` } }, anchors, decision: null, fields: null };
}

/** Wall time of one of the tasks, which run in lanes. */
async function timed(from, to, work) {
  const startedAt = performance.now();
  let next = from;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (next < to) await work(next++);
    }),
  );
  return (performance.now() - startedAt) / (to - from);
}

/** Median time of one of 500 tasks, one at a time. */
async function sampled(count, work) {
  const times = [];
  for (let at = 0; at < 500; at++) {
    const startedAt = performance.now();
    await work((at * 7_919) % count);
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[250];
}

/** Time to list all pages of one of the hosts. */
async function listed() {
  const startedAt = performance.now();
  for await (const part of store.history.remembered(keyOf(0), ['docs-0.things.example:443'])) void part;
  return performance.now() - startedAt;
}

async function privateMb() {
  globalThis.gc?.();
  return Number(/RssAnon:\s+(\d+)/.exec(await readFile('/proc/self/status', 'utf8'))?.[1] ?? NaN) / 1024;
}
