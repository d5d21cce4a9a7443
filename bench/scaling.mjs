// Many processes on one Redis or PostgreSQL: what a page costs against the embedded store, how two workers share a crawl, what a kill costs.
// Build first (npm run build), then: node bench/scaling.mjs cost|speedup|kill-worker|kill-all|restart-server|fairness|pace
//   [--store redis|postgres] [--pages 1000] [--kills 10] [--rounds 2] [--lease 30000]; without a part, all of them one after another.
//   `cost` is of Redis; bench/postgres.mjs compares PostgreSQL with it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startCrawlHost } from './crawl-host.mjs';
import { startCrawlSite } from './crawl-site.mjs';
import { startPostgresProcess } from './postgres-process.mjs';
import { startRedisProcess } from './redis-process.mjs';

const GOALS = {
  cpu: 1.25,
  rate: 0.8,
  speedup: 1.8,
  fairness: 2.5,
  gap: 0.95,
  total: 1.15,
  restartMs: 10_000,
};
const LANES = 4;
/** How long the processor time of Redis at rest is measured. */
const REST_MS = 5_000;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string' },
    kills: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '2' },
    lease: { type: 'string', default: '30000' },
    store: { type: 'string', default: 'redis' },
  },
});
const [kills, rounds, leaseMs] = [values.kills, values.rounds, values.lease].map(Number);
const PARTS = {
  ...(values.store === 'redis' ? { cost } : {}),
  speedup,
  'kill-worker': () => killing('kill-worker', killWorker, LANES),
  'kill-all': () => killing('kill-all', killAll, 2 * LANES),
  'restart-server': () => killing('restart-server', restartServer, 2 * LANES),
  fairness,
  pace,
};
const problems = [];
let names = 0;

const wanted = positionals.length > 0 ? positionals : Object.keys(PARTS);
const unknown = wanted.filter((part) => !PARTS[part]);
if (unknown.length > 0 || !['redis', 'postgres'].includes(values.store))
  throw new Error(
    `Unknown: ${[...unknown, values.store].join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}`,
  );
for (const part of wanted) await PARTS[part]();
for (const problem of problems) console.log(`PROBLEM ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** A process with an embedded store, and one on a Redis, in turn. */
async function cost() {
  const pages = Number(values.pages ?? 2_000);
  const site = await startCrawlSite({ pages, latencyMs: 0, paragraphs: 300 });
  const dataDir = await mkdtemp(join(tmpdir(), 'scaling-'));
  const server = await startRedisProcess();
  const deployments = {
    embedded: { host: await startCrawlHost({ dataDir }), servers: [] },
    redis: { host: await startCrawlHost({ redis: server.url, role: 'all' }), servers: [server] },
  };
  const took = { embedded: [], redis: [] };
  for (const { host } of Object.values(deployments)) await crawl(host, site, 200);
  for (let round = 0; round < rounds; round++) {
    for (const [name, deployment] of Object.entries(deployments)) {
      const figures = await costOf(deployment, site, pages);
      took[name].push(figures);
      console.log(`${name}: ${show(figures)}`);
    }
  }
  const [cpu, rate] = ['cpuMs', 'rate'].map((of) => median(took.redis, of) / median(took.embedded, of));
  judge('CPU a page ÷ embedded', cpu, cpu <= GOALS.cpu);
  judge('pages/s ÷ embedded', rate, rate >= GOALS.rate);
  for (const { host } of Object.values(deployments)) await host.stop();
  await server.remove();
  site.close();
  await rm(dataDir, { recursive: true });
}

/** Processor time of the host and of its Redis; that of Redis without what it spends at rest. */
async function costOf({ host, servers }, site, pages) {
  const redisMs = () => servers.reduce((sum, server) => sum + server.cpuMs(), 0);
  const atRest = redisMs();
  await sleep(REST_MS);
  const before = { host: host.cpuMs(), redis: redisMs() };
  const { seconds } = await crawl(host, site, pages);
  const restMs = (seconds * 1_000 * (before.redis - atRest)) / REST_MS;
  return {
    rate: pages / seconds,
    cpuMs: (host.cpuMs() - before.host) / pages,
    redisCpuMs: (redisMs() - before.redis - restMs) / pages,
  };
}

/** A slow site: the lanes are what limits. */
async function speedup() {
  const pages = Number(values.pages ?? 1_000);
  const site = await startCrawlSite({ pages, latencyMs: 200 });
  const limits = { crawlConcurrency: LANES, maxFetchesPerHost: 16 };
  const times = [];
  for (const workers of [1, 2]) {
    const { api, end } = await deploy(workers, limits);
    await sleep(6_000); // they have heard of each other
    await Promise.all([1, 2, 3, 4].map(() => crawl(api, site, 20))); // warm
    times.push((await crawl(api, site, pages)).seconds);
    console.log(`${workers} workers: ${(pages / times.at(-1)).toFixed(1)} pages/s`);
    await end();
  }
  site.close();
  judge('two workers ÷ one', times[0] / times[1], times[0] / times[1] >= GOALS.speedup);
}

/** Kills something at random moments of crawls; `disturb` gets the deployment and puts it right again. */
async function killing(title, disturb, lanes) {
  const pages = Number(values.pages ?? 1_000);
  const site = await startCrawlSite({ pages, latencyMs: 20 });
  const deployment = await deploy(2, { crawlConcurrency: LANES, leaseMs });
  const slowest = { afterMs: 0 };
  for (let kill = 1; kill <= kills; kill++) {
    await site.takeLog();
    const { id, name } = await submit(deployment.api, site, pages);
    const moment = Math.floor(pages * (0.05 + 0.9 * Math.random()));
    await until(async () => (await statusOf(deployment.api, id)).completed >= moment);
    const restartedAt = await disturb(deployment);
    await until(async () => (await statusOf(deployment.api, id).catch(() => ({}))).status === 'completed');
    const afterMs = Date.now() - restartedAt;
    const urls = await urlsOf(deployment.api, id);
    const asked = (await site.takeLog()).filter(([path]) => path.startsWith(`/${name}/`));
    const again = asked.length - new Set(asked.map(([path]) => path)).size;
    const rest = (pages - moment) / (pages / 15); // what was left to do takes its time, too
    console.log(
      `${title} ${kill} at page ${moment}: ${urls.length} pages, ${new Set(urls).size} of them distinct, ` +
        `${again} fetched again, done ${(afterMs / 1000).toFixed(1)} s after the restart`,
    );
    if (urls.length !== pages || new Set(urls).size !== pages)
      problems.push(`${title} ${kill}: pages lost or doubled`);
    if (again > lanes) problems.push(`${title} ${kill}: ${again} pages fetched again, with ${lanes} lanes`);
    if (afterMs > leaseMs + GOALS.restartMs + 1_000 * rest)
      problems.push(`${title} ${kill}: done after ${afterMs} ms`);
    slowest.afterMs = Math.max(slowest.afterMs, afterMs);
  }
  console.log(`${title}: the slowest was done ${(slowest.afterMs / 1000).toFixed(1)} s after the restart`);
  await deployment.end();
  site.close();
}

async function killWorker({ workers, startWorker }) {
  await workers.shift().kill();
  const now = Date.now();
  await startWorker();
  return now;
}

async function killAll({ workers, startWorker }) {
  await Promise.all(workers.splice(0).map((worker) => worker.kill()));
  await Promise.all([startWorker(), startWorker()]);
  return Date.now();
}

async function restartServer({ server }) {
  await server.kill();
  await sleep(1_000);
  await server.start();
  return Date.now();
}

/** Many small crawls, alone and beside a big one. */
async function fairness() {
  const [count, small, big] = [50, 20, 5_000];
  const site = await startCrawlSite({ pages: big, latencyMs: 50, address: '0.0.0.0' });
  const { api, end } = await deploy(2, {});
  await sleep(6_000);
  const race = async () => {
    const startedAt = Date.now();
    const crawls = await Promise.all(
      Array.from({ length: count }, (_, n) => submit(api, site, small, `127.0.1.${n + 1}`)),
    );
    await Promise.all(
      crawls.map(({ id }) => until(async () => (await statusOf(api, id)).status === 'completed')),
    );
    return (Date.now() - startedAt) / 1000;
  };
  await race(); // warm
  const alone = await race();
  const { id } = await submit(api, site, big, '127.0.2.1');
  await until(async () => (await statusOf(api, id)).completed > 200);
  const beside = await race();
  const { status, completed } = await statusOf(api, id);
  console.log(
    `${count} crawls of ${small} pages: ${alone.toFixed(1)} s alone, ${beside.toFixed(1)} s beside one of ${big} ` +
      `(${status}, ${completed} pages then)`,
  );
  judge('beside ÷ alone', beside / alone, beside / alone <= GOALS.fairness && status === 'scraping');
  await api.ask('DELETE', `/v1/crawl/${id}`);
  await end();
  site.close();
}

/** Two workers, two crawls, one host with a delay. */
async function pace() {
  const [pages, delayMs] = [50, 200];
  const site = await startCrawlSite({ pages, latencyMs: 5 });
  const { api, end } = await deploy(2, {});
  await Promise.all([1, 2, 3, 4].map(() => crawl(api, site, 5))); // the first fetch of a process is late
  await site.takeLog();
  const crawls = [];
  for (let n = 0; n < 2; n++)
    crawls.push(await submit(api, site, pages, '127.0.0.1', { delay: delayMs / 1000 }));
  await Promise.all(
    crawls.map(({ id }) => until(async () => (await statusOf(api, id)).status === 'completed')),
  );
  const at = (await site.takeLog()).map(([, time]) => time);
  const gaps = at.slice(1).map((time, n) => time - at[n]);
  const [gap, total] = [Math.min(...gaps) / delayMs, (at.at(-1) - at[0]) / ((at.length - 1) * delayMs)];
  console.log(
    `gaps in ms, the shortest: ${gaps
      .sort((a, b) => a - b)
      .slice(0, 5)
      .join(', ')}`,
  );
  judge('least gap ÷ delay', gap, gap >= GOALS.gap);
  judge('total ÷ ideal', total, total <= GOALS.total);
  await end();
  site.close();
}

async function deploy(count, limits) {
  const server = await (values.store === 'postgres' ? startPostgresProcess() : startRedisProcess());
  const store = { [values.store]: server.url };
  const api = await startCrawlHost({ ...store, role: 'api', limits });
  const workers = [];
  const startWorker = async () => workers.push(await startCrawlHost({ ...store, role: 'worker', limits }));
  for (let n = 0; n < count; n++) await startWorker();
  const end = async () => {
    await Promise.all([api, ...workers].map((host) => host.stop()));
    await server.remove();
  };
  return { server, api, workers, startWorker, end };
}

async function crawl(host, site, limit) {
  const startedAt = Date.now();
  const { id } = await submit(host, site, limit);
  await until(async () => (await statusOf(host, id)).status === 'completed');
  return { seconds: (Date.now() - startedAt) / 1000 };
}

async function submit(host, site, limit, address = '127.0.0.1', options = {}) {
  const name = `crawl-${++names}`;
  const url = `http://${address}:${site.port}/${name}/`;
  const { id } = await host.ask('POST', '/v1/crawl', { url, limit, ignoreSitemap: true, ...options });
  return { id, name };
}

function statusOf(host, id) {
  return host.ask('GET', `/v1/crawl/${id}?data=false`);
}

async function urlsOf(host, id) {
  const urls = [];
  for (let next = `/v1/crawl/${id}`; next;) {
    const part = await host.ask('GET', next);
    urls.push(...part.data.map(({ metadata }) => metadata.sourceURL));
    next = part.next?.slice(host.url.length);
  }
  return urls;
}

async function until(isIt) {
  const givenUpAt = Date.now() + 300_000;
  while (!(await isIt())) {
    if (Date.now() > givenUpAt) throw new Error(`Not so within 300 s: ${isIt}`);
    await sleep(100);
  }
}

function judge(what, figure, isFine) {
  console.log(`${what}: ${figure.toFixed(2)}`);
  if (!isFine) problems.push(`${what} is ${figure.toFixed(2)}`);
}

function median(list, of) {
  const sorted = list.map((one) => one[of]).sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

function show(figures) {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${value.toFixed(2)}`)
    .join(', ');
}
