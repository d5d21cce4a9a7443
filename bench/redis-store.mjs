// The Redis crawl store alone: round trips a page, bytes a queued URL, memory of results, and what pages cost on both sides.
// Build first: npm run build:lib. Run: node bench/redis-store.mjs [pages] [lanes]
// Starts a Redis of its own; REDIS_URL names another one, whose figures are right only while nobody else uses it.
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { RedisConnection } from '../libs/web-extract/build/drivers/redis/connection/redis-connection.js';
import { RedisCrawlStore } from '../libs/web-extract/build/drivers/redis/redis.crawl-store.js';
import { findRedis, startRedis } from '../scripts/ready/redis.mjs';

const GOALS = { roundTripsPerPage: 15, bytesPerUrl: 400, mbPer1000Pages: 10 };
const [pages = 2_000, lanes = 16] = process.argv.slice(2).map(Number);
const PAGE_BYTES = 30 * 1024;
const NEW_LINKS = 20;
const NAVIGATION = 40;
const HOST = 'shop-of-things.test';
const SITE = `http://www.${HOST}`;
const facts = { startedAt: 0, durationMs: 0, bytes: PAGE_BYTES, flags: [], refused: {} };

const redis = process.env.REDIS_URL
  ? { url: process.env.REDIS_URL, stop: async () => {} }
  : await startRedis(await findRedis());
const connection = new RedisConnection({ url: redis.url });
const store = new RedisCrawlStore(connection, { keyPrefix: `bench-${process.pid}:` });
const lines = await linesOfDocuments();

const result = { ...(await queueUrls(20_000)), ...(await crawl()) };
console.log(result);
for (const [name, goal] of Object.entries(GOALS)) {
  if (result[name] > goal) console.log(`${name}: ${result[name]} is above the goal of ${goal}`);
}
store.close();
await connection.close();
await redis.stop();

/** Sentences, lists and tables as pages have them. */
async function linesOfDocuments() {
  const files = (await readdir(new URL('../docs/', import.meta.url))).filter((name) => name.endsWith('.md'));
  const urls = ['README.md', 'CONTRIBUTING.md', ...files.map((name) => `docs/${name}`)];
  const texts = await Promise.all(urls.map((url) => readFile(new URL(`../${url}`, import.meta.url), 'utf8')));
  return texts
    .join('\n')
    .split('\n')
    .filter((line) => line.length > 20);
}

/** Text and lists of links by turns. Packs as the pages of the quality bench do, to somewhat more than a quarter. */
function pageOf(url, seed) {
  const blocks = [`# Page ${seed}`];
  for (let n = seed * 7_919, length = 0; length < PAGE_BYTES - 400; n++) {
    const isText = n % 9 < 4;
    const block = isText
      ? lines[(n * 104_729) % lines.length]
      : `- [Item ${n % 1_009}](${SITE}/section-${n % 20}/item-${n % 1_009})`;
    blocks.push(block);
    length += block.length + 1;
  }
  const markdown = blocks.join('\n');
  return {
    requestedUrl: url,
    url,
    statusCode: 200,
    markdown,
    metadata: { title: `Page ${seed}` },
    warnings: [],
  };
}

function link(path, foundOn = `${SITE}/`, variantOf = null) {
  const url = `${SITE}${path}`;
  return {
    kind: 'page',
    url,
    key: `${HOST}${path}`,
    host: 'www.shop-of-things.test:80',
    hops: 1,
    rule: 'link',
    foundOn,
    variantOf,
  };
}

async function start(limit) {
  const job = { id: randomUUID(), owner: 'bench', request: { url: `${SITE}/` }, createdAt: Date.now() };
  await store.create({ job, limit, seeds: [link('/')], idempotencyKey: null });
  return job.id;
}

async function usedBytes() {
  await sleep(200); // what was unlinked is freed in the background
  return Number(/used_memory:(\d+)/.exec(await connection.client.info('memory'))[1]);
}

async function cpuMsOfRedis() {
  const info = await connection.client.info('cpu');
  const [system, user] = ['sys', 'user'].map((name) => Number(RegExp(`used_cpu_${name}:(.*)`).exec(info)[1]));
  return (system + user) * 1_000;
}

async function queueUrls(count) {
  const id = await start(count);
  const before = await usedBytes();
  const urls = Array.from({ length: count }, (_, n) => {
    const section = `/products/section-${n % 97}`;
    const isVariant = n % 4 === 0;
    const path = isVariant
      ? `${section}/list-${n % 991}?page=${n}`
      : `${section}/a-rather-long-name-of-a-product-${n}.html`;
    return link(path, `${SITE}${section}/index.html`, isVariant ? `${HOST}${section}/list-${n % 991}` : null);
  });
  await store.frontier.add(id, urls);
  const bytesPerUrl = Math.round(((await usedBytes()) - before) / count);
  await store.finish(id, 'cancelled', null, 0);
  await store.expire(Date.now());
  const meanUrlLength = Math.round(urls.reduce((sum, { url }) => sum + url.length, 0) / count);
  return { bytesPerUrl, meanUrlLength };
}

async function crawl() {
  const before = await usedBytes();
  const id = await start(pages);
  const [trips, redisCpu, cpu] = [store.roundTrips, await cpuMsOfRedis(), process.cpuUsage()];
  const startedAt = performance.now();
  const times = { take: [], complete: [] };
  let done = 0;
  const timed = async (name, work) => {
    const at = performance.now();
    const value = await work();
    times[name].push(performance.now() - at);
    return value;
  };
  const lane = async () => {
    for (;;) {
      const taken = await timed('take', () => store.frontier.take(id, 'lane', 60_000));
      if (taken.kind === 'drained') return;
      if (taken.kind !== 'task') {
        await sleep(2);
        continue;
      }
      const seed = done++;
      const { url } = taken.task;
      const navigation = Array.from({ length: NAVIGATION }, (_, n) => link(`/nav/${n}`));
      const fresh = Array.from({ length: NEW_LINKS }, (_, n) => link(`/section-${n}/page-${seed}-${n}`, url));
      const outcome = { kind: 'page', page: pageOf(url, seed), keys: [url], credits: 1 };
      await timed('complete', () =>
        store.frontier.complete(taken.task, outcome, [...navigation, ...fresh], facts),
      );
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const ms = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  const round = (value, digits = 2) => Number(value.toFixed(digits));
  const spent = {
    pagesPerSecond: Math.round((pages / ms) * 1_000),
    roundTripsPerPage: round((store.roundTrips - trips) / pages),
    cpuMsPerPage: round((user + system) / 1_000 / pages),
    redisCpuMsPerPage: round(((await cpuMsOfRedis()) - redisCpu) / pages),
    takeMs: medianAnd95(times.take),
    completeMs: medianAnd95(times.complete),
  };
  const { pages: stored } = await store.results.pages(id, { from: 0, maxPages: 100, maxBytes: Infinity });
  const bytes =
    stored.reduce((sum, page) => sum + Buffer.byteLength(JSON.stringify(page)), 0) / stored.length;
  await store.finish(id, 'completed', null, 60_000);
  const mbPer1000Pages = round(((((await usedBytes()) - before) / pages) * 1_000) / 1_048_576);
  return { ...spent, meanPageBytes: Math.round(bytes), mbPer1000Pages };
}

function medianAnd95(values) {
  values.sort((a, b) => a - b);
  return [0.5, 0.95].map((share) => Number(values[Math.floor(values.length * share)].toFixed(2)));
}
