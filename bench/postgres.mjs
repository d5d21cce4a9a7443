// Crawled pages a second and processor time a page on PostgreSQL and on Redis with two processes, and embedded with one, in turns; servers are counted.
// Build first (npm run build), then: node bench/postgres.mjs [--pages 2000] [--rounds 3] [--processes 2]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findPostgres, startPostgres } from '../scripts/ready/postgres.mjs';
import { startCrawlSite } from './crawl-site.mjs';
import { startDemoProcess } from './demo-process.mjs';
import { cpuOf } from './process-tree.mjs';
import { startRedisProcess } from './redis-process.mjs';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '3' },
    processes: { type: 'string', default: '2' },
  },
});
const [pages, rounds, processes] = [values.pages, values.rounds, values.processes].map(Number);
const site = await startCrawlSite({ pages, latencyMs: 0, paragraphs: 100 });
const results = { postgres: [], redis: [], embedded: [] };
const stores = {
  postgres: async () => {
    const server = await startPostgres(await findPostgres(), {});
    const environment = { DATABASE_URL: server.url };
    return { environment, cpuMs: () => cpuOf(server.pid), remove: server.stop };
  },
  redis: async () => {
    const server = await startRedisProcess();
    return { environment: { REDIS_URL: server.url }, cpuMs: server.cpuMs, remove: server.remove };
  },
  embedded: async () => ({ environment: {}, cpuMs: () => 0, remove: async () => {} }),
};
for (let round = 0; round < rounds; round++)
  for (const store of Object.keys(stores)) {
    const result = await run(store);
    results[store].push(result);
    console.log(`${store.padEnd(9)} ${describe(result)}`);
  }
site.close();
const [postgres, redis, embedded] = Object.values(results).map(median);
for (const [store, result] of Object.entries({ postgres, redis, embedded }))
  console.log(`median ${store.padEnd(9)} ${describe(result)}`);
console.log(
  `pages a second ÷ Redis ${(postgres.rate / redis.rate).toFixed(2)} (bar 0.5); ` +
    `processor time of the server ÷ Redis ${(postgres.serverMs / redis.serverMs).toFixed(2)} (bar 2)`,
);

async function run(store) {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-postgres-'));
  const server = await stores[store]();
  const environment = { ...server.environment, WEB_EXTRACT_BROWSER: 'off' };
  const demos = await Promise.all(
    Array.from({ length: store === 'embedded' ? 1 : processes }, () =>
      startDemoProcess({ dataDir, environment }),
    ),
  );
  await crawl(demos[0], 'warm', Math.min(pages, 300));
  const before = { hosts: cpuOfAll(demos), server: server.cpuMs(), at: performance.now() };
  await crawl(demos[0], 'measured', pages);
  const ms = performance.now() - before.at;
  const result = {
    rate: (pages * 1_000) / ms,
    hostMs: (cpuOfAll(demos) - before.hosts) / pages,
    serverMs: (server.cpuMs() - before.server) / pages,
  };
  await Promise.all(demos.map((demo) => demo.stop()));
  await server.remove();
  await rm(dataDir, { recursive: true });
  return result;
}

async function crawl(demo, name, limit) {
  const url = `${site.url}/${name}/`;
  const { id } = await demo.ask('POST', '/v1/crawl', { url, limit, ignoreSitemap: true });
  for (;;) {
    const { status, completed } = await demo.ask('GET', `/v1/crawl/${id}?data=false`);
    if (status === 'completed' && completed === limit) return;
    if (status !== 'scraping') throw new Error(`${name} is ${status} with ${completed} of ${limit} pages`);
    await sleep(50);
  }
}

function cpuOfAll(demos) {
  return demos.reduce((sum, { pid }) => sum + cpuOf(pid), 0);
}

function median(all) {
  const of = (field) => all.map((one) => one[field]).sort((a, b) => a - b)[all.length >> 1];
  return { rate: of('rate'), hostMs: of('hostMs'), serverMs: of('serverMs') };
}

function describe({ rate, hostMs, serverMs }) {
  return `${rate.toFixed(0)} pages a second, ${hostMs.toFixed(2)} ms of hosts and ${serverMs.toFixed(2)} ms of the server a page`;
}
