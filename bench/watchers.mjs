// Many clients watch one crawl: how long after a page was stored they have it, and what one that takes nothing costs.
// Build first (npm run build), then: node bench/watchers.mjs [embedded] [redis] [slow] [--watchers 200] [--pages 100]; without a part, all.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cpuMsOf } from './crawl-host.mjs';
import { startCrawlSite } from './crawl-site.mjs';
import { startRedisProcess } from './redis-process.mjs';

const KEY = 'key-of-the-bench';
/** Milliseconds from the stored page to the frame, of 95 in a hundred; and the growth in MB by each client that takes nothing. */
const GOALS = { embedded: 50, redis: 150, slowMb: 1 };
const FROZEN = 20;
const ROLES = { 'watch-host': serve, 'watch-clients': watch };

const own = ROLES[process.argv[2]];
if (process.send && own) await own(JSON.parse(process.argv[3]));
else await measure();

async function measure() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { watchers: { type: 'string', default: '200' }, pages: { type: 'string', default: '100' } },
  });
  const [watchers, pages] = [Number(values.watchers), Number(values.pages)];
  const parts = { embedded: delays, redis: delays, slow };
  const problems = [];
  for (const part of positionals.length > 0 ? positionals : Object.keys(parts)) {
    const { line, isFine } = await parts[part]({ part, watchers, pages });
    console.log(line);
    if (!isFine) problems.push(line);
  }
  for (const problem of problems) console.log(`PROBLEM ${problem}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

/** Four pages at a time, 250 ms each: sixteen a second. Over Redis one process crawls and another is watched. */
async function delays({ part, watchers, pages }) {
  const site = await startCrawlSite({ pages, latencyMs: 250 });
  const redis = part === 'redis' ? await startRedisProcess() : null;
  const crawler = await start('watch-host', redis ? { redis: redis.url, role: 'worker' } : {});
  const api = redis ? await start('watch-host', { redis: redis.url, role: 'api' }) : crawler;
  const { id } = await ask(api.url, '/v1/crawl', {
    url: `${site.url}/watched/`,
    limit: pages,
    maxConcurrency: 4,
    ignoreSitemap: true,
  });
  const clients = await start('watch-clients', { url: api.url, id, count: watchers });
  const heard = await clients.end();
  const cpuMs = api.cpuMs();
  const stored = new Map(await crawler.takeStored());
  const readings = await api.takeReadings();
  for (const process of new Set([crawler, api, clients])) process.stop();
  await redis?.remove();
  site.close();
  const took = heard.map(([url, at]) => at - stored.get(url)).sort((a, b) => a - b);
  const at = (share) => took[Math.floor(share * (took.length - 1))].toFixed(1);
  const line =
    `${part}: ${watchers} watchers, ${took.length} frames behind the catchup: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(1)} ms; ` +
    `the store was read ${readings} times for ${pages} pages, ${((1_000 * cpuMs) / took.length).toFixed(0)} µs of the host a frame, its start and crawl with it`;
  return { line, isFine: Number(at(0.95)) <= GOALS[part] && took.length > 0 };
}

/** Two hundred pages of 200 kB, for a client that takes nothing and for none. */
async function slow() {
  const grown = [];
  for (const count of [0, FROZEN]) {
    const site = await startCrawlSite({ pages: 200, latencyMs: 20, paragraphs: 2_500 });
    const host = await start('watch-host', {});
    const { id } = await ask(host.url, '/v1/crawl', {
      url: `${site.url}/large/`,
      limit: 200,
      ignoreSitemap: true,
    });
    const clients = await start('watch-clients', { url: host.url, id, count, isFrozen: true });
    while ((await ask(host.url, `/v1/crawl/${id}?data=false`)).status === 'scraping') await sleep(200);
    await sleep(1_000);
    grown.push(await host.takeMemory());
    clients.stop();
    host.stop();
    site.close();
  }
  const eachMb = (grown[1] - grown[0]) / FROZEN;
  const line = `slow: ${eachMb.toFixed(2)} MB held for each of ${FROZEN} clients that take nothing of 40 MB`;
  return { line, isFine: eachMb <= GOALS.slowMb };
}

/** A host that notes when each page was stored, and how often pages are read. */
async function serve({ redis, role }) {
  const { Module } = await import('@nestjs/common');
  const { ModulesContainer, NestFactory } = await import('@nestjs/core');
  const { WebExtractModule } = await import('nestjs-web-extract');
  const { setFlagsFromString } = await import('node:v8');
  const { runInNewContext } = await import('node:vm');
  const drivers = redis
    ? (await import('nestjs-web-extract/bull')).BullDriversModule.forRoot({ redis: { url: redis } })
    : null;
  class HostModule {}
  const options = { auth: { keys: [KEY] }, allowPrivate: ['127.0.0.0/8'], browser: false };
  Module({ imports: [WebExtractModule.forRoot({ ...options, ...(drivers ? { drivers, role } : {}) })] })(
    HostModule,
  );
  const app = await NestFactory.create(HostModule, { logger: ['error', 'warn'].slice(0, 1) });
  const stored = [];
  let readings = 0;
  const providers = [...app.get(ModulesContainer).values()].flatMap(({ providers }) => [...providers]);
  const store = providers.find(([token]) => token.name === 'CrawlStore')[1].instance; // a port, which hosts cannot name
  const { frontier, results } = store;
  const { complete } = frontier;
  const { pages } = results;
  frontier.complete = async (task, ...rest) => {
    const kind = await complete.call(frontier, task, ...rest);
    stored.push([task.url, now()]);
    return kind;
  };
  results.pages = (...range) => {
    readings++;
    return pages.apply(results, range);
  };
  await app.listen(0, '127.0.0.1');
  setFlagsFromString('--expose-gc');
  process.on('message', (wish) => {
    if (wish === 'memory') runInNewContext('gc')();
    const { heapUsed, external } = process.memoryUsage();
    process.send({ stored, readings, memory: (heapUsed + external) / 1024 / 1024 }[wish]);
  });
  process.once('disconnect', () => process.exit());
  process.send({ url: await app.getUrl() });
}

/** Clients of one process; tells `[address, epoch]` of each document behind the catchup. */
async function watch({ url, id, count, isFrozen }) {
  const { WebSocket } = await import('ws');
  process.once('disconnect', () => process.exit());
  const heard = [];
  const all = Array.from({ length: count }, async () => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/crawl/${id}`, KEY);
    if (isFrozen) return once(socket, 'open').then(() => socket.pause());
    socket.on('message', (data) => {
      const at = now();
      const text = String(data);
      if (text.startsWith('{"type":"document"')) heard.push([/"sourceURL":"([^"]+)"/.exec(text)[1], at]);
    });
    await once(socket, 'close');
  });
  if (isFrozen) await Promise.all(all);
  process.send({ isReady: true });
  await Promise.all(all);
  process.send(heard);
}

async function start(role, options) {
  const child = fork(fileURLToPath(import.meta.url), [role, JSON.stringify(options)], { execArgv: [] });
  const [{ url }] = await once(child, 'message');
  const next = async () => (await once(child, 'message'))[0];
  const take = (wish) => {
    const answer = next();
    child.send(wish);
    return answer;
  };
  return {
    url,
    end: next,
    takeStored: () => take('stored'),
    takeReadings: () => take('readings'),
    takeMemory: () => take('memory'),
    cpuMs: () => cpuMsOf(child.pid),
    stop: () => child.disconnect(),
  };
}

/** Milliseconds since the epoch, finer than a clock's. */
function now() {
  return performance.timeOrigin + performance.now();
}

async function ask(url, path, body) {
  const headers = { authorization: `Bearer ${KEY}`, ...(body ? { 'content-type': 'application/json' } : {}) };
  const request = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  const response = await fetch(url + path, { headers, ...request });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
