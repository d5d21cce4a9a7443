// The order of hosts in a giant crawl, with a clock of its own: 2,000 hosts of very different size (Zipf) through the real queue.
// Build first: npm run build:lib. Run: node bench/giant-crawl.mjs [pages] [lanes] [pages a host]
// With REDIS_URL through the Redis store, else through the embedded one. Each host has a delay of 1 s, each page takes 0.25 s.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RedisConnection } from '../libs/web-extract/build/drivers/redis/connection/redis-connection.js';
import { RedisCrawlStore } from '../libs/web-extract/build/drivers/redis/redis.crawl-store.js';
import { LmdbCrawlStore } from '../libs/web-extract/build/drivers/lmdb/lmdb.crawl-store.js';

const [pages = 20_000, lanes = 8, mostOfHost = 500] = process.argv.slice(2).map(Number);
const HOSTS = 2_000;
const DELAY_MS = 1_000;
const PAGE_MS = 250;
const SHARE = 0.9;
const facts = { startedAt: 0, durationMs: 0, bytes: 0, flags: [], refused: {} };

const sizes = zipf();
const urls = inTurns();
const { store, close } = await openStore();
const rows = [];
for (const maxPagesPerHost of [undefined, mostOfHost])
  for (const order of ['oldest', 'longest-host']) rows.push(await crawl({ order, maxPagesPerHost }));
console.table(rows);
await close();

/** Sizes of the hosts: the n-th has a n-th of the pages of the first. */
function zipf() {
  const weights = Array.from({ length: HOSTS }, (_, n) => 1 / (n + 1));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => Math.max(1, Math.round((pages * weight) / all)));
}

function urlOf(host, n) {
  const name = `host${host}.test`;
  const key = `${name}/section/page-${n}`;
  const place = {
    host: `${name}:443`,
    hops: 1,
    rule: 'link',
    foundOn: 'https://start.test/',
    variantOf: null,
  };
  return { kind: 'page', url: `https://${key}`, key, ...place };
}

/** URLs in order of discovery: each page links to a few of every host, so that small hosts are known as early as large ones. */
function inTurns() {
  const all = sizes.flatMap((size, host) => Array.from({ length: size }, (_, n) => ({ host, n })));
  return all.sort((a, b) => a.n - b.n || a.host - b.host).map(({ host, n }) => urlOf(host, n));
}

async function openStore() {
  if (process.env.REDIS_URL) {
    const connection = new RedisConnection({ url: process.env.REDIS_URL });
    const redisStore = new RedisCrawlStore(connection, { keyPrefix: `bench-${process.pid}:` });
    return {
      store: redisStore,
      close: async () => {
        redisStore.close();
        await connection.close();
      },
    };
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'giant-crawl-'));
  const lmdbStore = new LmdbCrawlStore({ dataDir, flush: 'never' });
  return { store: lmdbStore, close: () => lmdbStore.close().then(() => rm(dataDir, { recursive: true })) };
}

async function crawl(rules) {
  const id = randomUUID();
  const request = { url: 'https://start.test/', ...rules };
  const job = { id, owner: 'bench', request, createdAt: Date.now() };
  await store.create({ job, limit: urls.length, seeds: urls.slice(0, 500), idempotencyKey: null });
  await store.frontier.add(id, urls.slice(500));
  const ends = await simulate(id);
  await store.finish(id, 'completed', null, 0);
  await store.expire(Date.now() + 1_000);
  const read = sizes.map((size) => Math.min(size, rules.maxPagesPerHost ?? Infinity));
  const shareMs = ends[Math.ceil(ends.length * SHARE) - 1];
  return {
    order: rules.order,
    'pages a host': rules.maxPagesPerHost ?? 'all',
    pages: ends.length,
    '90 % after s': shareMs / 1_000,
    'efficiency at 90 %': Number((optimumMs(read, SHARE) / shareMs).toFixed(2)),
    'all after s': ends.at(-1) / 1_000,
    '÷ optimum': Number((ends.at(-1) / optimumMs(read, 1)).toFixed(2)),
  };
}

/** Times at which pages end, by a clock that jumps from event to event. */
async function simulate(id) {
  const ends = [];
  const underway = [];
  const opensAt = new Map();
  for (let now = 0; ;) {
    for (const [host, at] of opensAt) if (at <= now) opensAt.delete(host);
    const taken =
      underway.length < lanes
        ? await store.frontier.take(id, 'bench', 3_600_000, [...opensAt.keys()])
        : { kind: 'wait' };
    if (taken.kind === 'task') {
      underway.push({ endsAt: now + PAGE_MS, task: taken.task });
      opensAt.set(taken.task.host, now + DELAY_MS);
      continue;
    }
    if (taken.kind !== 'wait') return ends;
    const nextEnd = underway[0]?.endsAt ?? Infinity;
    now = underway.length < lanes ? Math.min(nextEnd, ...opensAt.values()) : nextEnd;
    while (underway[0]?.endsAt <= now) {
      const { task, endsAt } = underway.shift();
      const page = { requestedUrl: task.url, url: task.url, markdown: '' };
      await store.frontier.complete(task, { kind: 'page', page, keys: [], credits: 1 }, [], facts);
      ends.push(endsAt);
    }
  }
}

/** Least time for a share of the pages: all lanes busy, and no host faster than its delay. */
function optimumMs(read, share) {
  const wanted = Math.ceil(share * read.reduce((sum, size) => sum + size, 0));
  let [low, high] = [0, Math.max(...read) * DELAY_MS];
  while (high - low > 1) {
    const ms = (low + high) / 2;
    const starts = 1 + Math.floor(Math.max(0, ms - PAGE_MS) / DELAY_MS);
    const possible = read.reduce((sum, size) => sum + Math.min(size, starts), 0);
    if (possible >= wanted) high = ms;
    else low = ms;
  }
  return Math.max(high, (wanted * PAGE_MS) / lanes);
}
