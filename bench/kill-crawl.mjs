// Ends the demo with SIGKILL (or --signal SIGTERM) at random moments of a crawl, also right after a submission was answered, starts it again, and
// looks for what was lost, doubled or fetched again. With `--store postgres` there are two hosts, and the server and its connections end, too.
// Build first (npm run build), then: node bench/kill-crawl.mjs [--store lmdb|postgres] [--kills 20] [--pages 1500] [--seed 1] [--ready 3000] [--signal SIGKILL]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startCrawlHost } from './crawl-host.mjs';
import { startCrawlSite } from './crawl-site.mjs';
import { startDemoProcess } from './demo-process.mjs';
import { faultsOf, patiently, startPostgresProcess } from './postgres-process.mjs';

const LANES = 16;
/** Pages fetched again at each end: with SIGTERM they are waited for. */
const MOST_AGAIN = { SIGKILL: LANES, SIGTERM: 0 };
/** A crawl that has stored no page for so long will store none. */
const LONGEST_PAUSE_MS = 120_000;
const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'lmdb' },
    kills: { type: 'string', default: '20' },
    pages: { type: 'string', default: '1500' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    ready: { type: 'string', default: '3000' }, // most milliseconds until it answers again
    signal: { type: 'string', default: 'SIGKILL' },
  },
});
const [kills, pages] = [Number(values.kills), Number(values.pages)];
let seed = Number(values.seed);
const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
console.log(`seed ${seed}`);

const dataDir = await mkdtemp(join(tmpdir(), 'kill-crawl-'));
const site = await startCrawlSite({ pages, latencyMs: 30 });
const problems = [];
const readyMs = [];
const crawls = [];
const server = values.store === 'postgres' ? await startPostgresProcess() : null;
const faults = server ? Object.entries(faultsOf(server)) : [];
const hosts = await Promise.all(Array.from({ length: server ? 2 : 1 }, start));
const counts = {};

await submit('a');
for (let kill = 0; kill < kills; kill++) {
  // every fourth kill comes right after the answer to a submission
  if (kill % 4 === 3) await submit(`after-${kill}`, 20);
  else await sleep(50 + random() * 800);
  const [name, fault] = faults[Math.floor(random() * 2 * faults.length)] ?? ['host', restartHost];
  counts[name] = (counts[name] ?? 0) + 1;
  await fault();
  for (const crawl of crawls) crawl.kills += crawl.isOver ? 0 : 1;
  await look();
}
for (const crawl of crawls) await finish(crawl);
await check();
console.log(`ended: ${JSON.stringify(counts)}`);
await Promise.all(hosts.map((host) => host.stop()));
await server?.remove();
site.close();
await rm(dataDir, { recursive: true });

readyMs.sort((a, b) => a - b);
console.log(
  `ready again: median ${readyMs[readyMs.length >> 1].toFixed(0)} ms, longest ${readyMs.at(-1).toFixed(0)} ms`,
);
if (readyMs.at(-1) > Number(values.ready))
  problems.push(`it took ${readyMs.at(-1).toFixed(0)} ms to be ready again`);
for (const problem of problems) console.log(`PROBLEM ${problem}`);
console.log(problems.length === 0 ? 'nothing lost, nothing doubled' : `${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function start() {
  const startedAt = performance.now();
  const started = await (server ? startSharedHost() : startDemoProcess({ dataDir }));
  readyMs.push(performance.now() - startedAt);
  return started;
}

function startSharedHost() {
  const limits = { leaseMs: 5_000, crawlConcurrency: LANES };
  return startCrawlHost({ postgres: server.url, role: 'all', limits, options: { browser: false } });
}

async function restartHost() {
  const at = Math.floor(random() * hosts.length);
  await (values.signal === 'SIGTERM' ? hosts[at].stop() : hosts[at].kill());
  hosts[at] = await start();
}

/** What may be asked twice is asked again while the server does not answer. */
function ask(path) {
  return patiently(() => hosts[0].ask('GET', path));
}

async function submit(name, limit = pages) {
  const host = hosts[Math.floor(random() * hosts.length)];
  const { id } = await host.ask('POST', '/v1/crawl', {
    url: `${site.url}/${name}/`,
    limit,
    ignoreSitemap: true,
  });
  crawls.push({ name, id, limit, kills: 0, isOver: false });
}

/** Which crawls have ended already: a kill from now on concerns them no more. */
async function look() {
  for (const crawl of crawls) crawl.isOver = (await statusOf(crawl)).status !== 'scraping';
}

function statusOf({ id }) {
  return ask(`/v1/crawl/${id}?data=false`);
}

async function finish(crawl) {
  let last = { pages: -1, at: 0 };
  for (;;) {
    const { status, completed } = await statusOf(crawl);
    if (status === 'completed') return;
    if (completed !== last.pages) last = { pages: completed, at: Date.now() };
    if (status !== 'scraping' || Date.now() > last.at + LONGEST_PAUSE_MS) {
      problems.push(`crawl ${crawl.name} is ${status} with ${completed} pages`);
      return;
    }
    await sleep(100);
  }
}

async function check() {
  const asked = new Map();
  for (const [path] of await site.takeLog()) asked.set(path, (asked.get(path) ?? 0) + 1);
  for (const { name, id, limit, kills: survived } of crawls) {
    const urls = await urlsOf(id);
    const wanted = Math.min(limit, pages);
    if (new Set(urls).size !== urls.length)
      problems.push(`crawl ${name} has ${urls.length - new Set(urls).size} pages twice`);
    if (urls.length !== wanted) problems.push(`crawl ${name} has ${urls.length} of ${wanted} pages`);
    const fetches = [...asked]
      .filter(([path]) => path.startsWith(`/${name}/`))
      .reduce((sum, [, count]) => sum + count, 0);
    const again = fetches - urls.length;
    console.log(`crawl ${name.padEnd(9)} ${urls.length} pages, ${survived} kills, ${again} fetched again`);
    if (again > survived * hosts.length * MOST_AGAIN[values.signal])
      problems.push(`crawl ${name} fetched ${again} pages again at ${survived} kills`);
  }
  const { errors, robotsBlocked } = await ask(`/v1/crawl/${crawls[0].id}/errors`);
  if (robotsBlocked.length > 0) problems.push(`${robotsBlocked.length} pages blocked: ${robotsBlocked[0]}`);
  if (errors.length > 0) problems.push(`${errors.length} pages failed, such as ${JSON.stringify(errors[0])}`);
}

async function urlsOf(id) {
  const urls = [];
  for (let next = `/v1/crawl/${id}`; next;) {
    const part = await ask(next);
    urls.push(...part.data.map(({ metadata }) => metadata.sourceURL));
    next = part.next?.slice(part.next.indexOf('/v1/'));
  }
  return urls;
}
