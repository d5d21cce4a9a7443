// What waiting URLs cost in Redis: memory of each, without and with an archive. Build first: npm run build:lib. Run: node bench/long-queue.mjs [URLs]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FsResultArchive } from '../libs/web-extract/build/drivers/fs-archive/fs.result-archive.js';
import { RedisConnection } from '../libs/web-extract/build/drivers/redis/connection/redis-connection.js';
import { RedisCrawlStore } from '../libs/web-extract/build/drivers/redis/redis.crawl-store.js';
import { startRedisProcess } from './redis-process.mjs';

const GOALS = { knownAndWaiting: 120, withArchive: 40 };
const LINKS = 20;
const count = Number(process.argv[2] ?? 100_000);
const redis = await startRedisProcess({ appendonly: 'no' });
const folder = await mkdtemp(join(tmpdir(), 'long-queue-'));
const connection = new RedisConnection({ url: redis.url });
const store = new RedisCrawlStore(connection);

await store.create({
  job: { id: 'bench', owner: 'bench', request: { url: 'https://www.example.com/' }, createdAt: Date.now() },
  limit: 1e9,
  seeds: [],
  idempotencyKey: null,
});
const before = await usedBytes();
for (let from = 0; from < count; from += LINKS)
  await store.frontier.add(
    'bench',
    Array.from({ length: LINKS }, (_, n) => urlAt(from + n)),
  );
const knownAndWaiting = ((await usedBytes()) - before) / count;
store.segments.use(new FsResultArchive({ dir: folder }));
let objects = 0;
while (await store.segments.moveQueue('bench')) objects++;
const withArchive = ((await usedBytes()) - before) / count;
const row = {
  urls: count,
  knownAndWaiting: +knownAndWaiting.toFixed(1),
  withArchive: +withArchive.toFixed(1),
  objects,
};
const missed = Object.keys(GOALS).filter((name) => row[name] > GOALS[name]);
console.log(JSON.stringify(row), missed.length > 0 ? `missed: ${missed.join(', ')}` : 'ok');
process.exitCode = missed.length > 0 ? 1 : 0;
store.close();
await connection.close();
await redis.remove();
await rm(folder, { recursive: true });

function urlAt(n) {
  const url = `https://www.example.com/articles/section/page-${String(n).padStart(15, '0')}`;
  const foundOn = `https://www.example.com/articles/section/list-${String(Math.floor(n / LINKS)).padStart(15, '0')}`;
  const parts = { kind: 'page', hops: 2, rule: 'link', variantOf: null };
  return { ...parts, url, key: url.slice(12), host: 'www.example.com:443', foundOn };
}

async function usedBytes() {
  const info = await connection.client.info('memory');
  return Number(/used_memory:(\d+)/.exec(info)[1]);
}
