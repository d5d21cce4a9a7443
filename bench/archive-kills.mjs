// Ends the demo, its server (Redis, or PostgreSQL and its connections) and the archive at random moments of crawls whose results are sealed, and
// looks for what was lost or doubled.
// Build first (npm run build), then: node bench/archive-kills.mjs [--kills 30] [--pages 400] [--seed 1] [--embedded | --postgres]
// With PostgreSQL there are two demos.
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startCrawlSite } from './crawl-site.mjs';
import { startDemoProcess } from './demo-process.mjs';
import { faultsOf, patiently, startPostgresProcess } from './postgres-process.mjs';
import { startRedisProcess } from './redis-process.mjs';

const LONGEST_MS = 180_000;
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '30' },
    pages: { type: 'string', default: '400' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    embedded: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
  },
});
const [kills, pages] = [Number(values.kills), Number(values.pages)];
let seed = Number(values.seed);
console.log(`seed ${seed}`);
const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;

const folder = await mkdtemp(join(tmpdir(), 'archive-kills-'));
const archive = join(folder, 'archive');
await mkdir(archive);
const server = await startServer();
const site = await startCrawlSite({ pages, latencyMs: 30 });
const environment = {
  WEB_EXTRACT_ARCHIVE: `file://${archive}`,
  WEB_EXTRACT_SEAL_AFTER_MS: '500',
  ...(server ? { [values.postgres ? 'DATABASE_URL' : 'REDIS_URL']: server.url } : {}),
};
const start = (at) => startDemoProcess({ dataDir: join(folder, `data-${at}`), environment });
const demos = await Promise.all(Array.from({ length: values.postgres ? 2 : 1 }, (_, at) => start(at)));
const crawls = [];
const problems = [];
const killed = {};

/** What ends, and how it comes back. */
const ENDS = {
  demo: async () => {
    const at = Math.floor(random() * demos.length);
    await demos[at].kill();
    demos[at] = await start(at);
  },
  archive: async () => {
    await rename(archive, `${archive}.away`);
    await writeFile(archive, ''); // a process that starts now would create the directory
    await sleep(1_000);
    await rm(archive);
    await rename(`${archive}.away`, archive);
  },
  ...(server
    ? {
        ...faultsOf(server),
        'demo and server': async () => {
          await Promise.all([server, ...demos].map((one) => one.kill()));
          await server.start();
          await Promise.all(demos.map(async (_, at) => (demos[at] = await start(at))));
        },
      }
    : {}),
};

for (let kill = 0; kill < kills; kill++) {
  if (kill % 6 === 0) await submit(`crawl-${kill}`);
  await sleep(100 + random() * 1_500);
  const names = Object.keys(ENDS);
  const name = names[Math.floor(random() * names.length)];
  killed[name] = (killed[name] ?? 0) + 1;
  await ENDS[name]();
}
for (const crawl of crawls) await check(crawl);
await Promise.all(demos.map((demo) => demo.stop()));
await server?.remove();
site.close();
await rm(folder, { recursive: true });
console.log(killed);
for (const problem of problems) console.log(`PROBLEM ${problem}`);
console.log(problems.length === 0 ? 'nothing lost, nothing doubled' : `${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

function startServer() {
  if (values.embedded) return null;
  return values.postgres ? startPostgresProcess() : startRedisProcess({ appendfsync: 'always' });
}

async function submit(name) {
  const body = { url: `${site.url}/${name}/`, limit: pages, ignoreSitemap: true };
  const { id } = await patiently(() => demos[0].ask('POST', '/v1/crawl', body));
  crawls.push({ name, id });
}

async function check({ name, id }) {
  const isOver = async () => (await statusOf(id)).status === 'completed';
  if (!(await becomes(isOver))) return problems.push(`${name} has not ended`);
  const unsealed = await urlsOf(id);
  if (!(await becomes(() => isSealed(id)))) problems.push(`${name} was not sealed`);
  const urls = await urlsOf(id);
  const different = new Set(urls).size;
  console.log(`${name.padEnd(9)} ${urls.length} pages, ${urls.length - different} twice`);
  if (urls.length !== pages) problems.push(`${name} has ${urls.length} of ${pages} pages`);
  if (different !== urls.length) problems.push(`${name} has ${urls.length - different} pages twice`);
  if (unsealed.join() !== urls.join()) problems.push(`${name}: the order has changed`);
}

/** A crawl has segments, and no further one is added. */
async function isSealed(id) {
  const of = async () =>
    (await readdir(archive, { recursive: true })).filter((file) => file.includes(id)).length;
  const before = await of();
  await sleep(3_000);
  return before > 1 && (await of()) === before;
}

function statusOf(id) {
  return patiently(() => demos[0].ask('GET', `/v1/crawl/${id}?data=false`));
}

async function urlsOf(id) {
  const urls = [];
  for (let next = `/v1/crawl/${id}`; next;) {
    const part = await patiently(() => demos[0].ask('GET', next));
    urls.push(...part.data.map(({ metadata }) => metadata.sourceURL));
    next = part.next?.slice(part.next.indexOf('/v1/'));
  }
  return urls;
}

async function becomes(isSo) {
  const givenUpAt = Date.now() + LONGEST_MS;
  while (!(await isSo())) {
    if (Date.now() > givenUpAt) return false;
    await sleep(200);
  }
  return true;
}
