// What a page of a batch costs against one of a crawl, what v2 adds to a scrape, and many batches at once.
// Build first (npm run build), then: node bench/batches.mjs [cost] [versions] [load] [--pages 2000] [--rounds 2] [--jobs 500]; without a part, all.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startCrawlHost } from './crawl-host.mjs';
import { startCrawlSite } from './crawl-site.mjs';

/** CPU a page of a batch ÷ of a crawl, of a scrape in v2 ÷ in v1. */
const GOALS = { cost: 1.05, versions: 1.02 };
const MOST_AT_ONCE = 1_000;
const URLS_A_JOB = 20;
const BLOCK = 100;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '2' },
    jobs: { type: 'string', default: '500' },
  },
});
const [pages, rounds, jobs] = [values.pages, values.rounds, values.jobs].map(Number);
const PARTS = { cost, versions, load };
const dataDir = await mkdtemp(join(tmpdir(), 'batches-'));
const site = await startCrawlSite({ pages, latencyMs: 0, paragraphs: 200 });
const host = await startCrawlHost({ dataDir, limits: { maxRunningCrawlsPerOwner: 2 * jobs } });
const problems = [];
let names = 0;

for (const part of positionals.length > 0 ? positionals : Object.keys(PARTS)) await PARTS[part]();
await host.stop();
site.close();
await rm(dataDir, { recursive: true });
for (const problem of problems) console.log(`PROBLEM ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** The same pages by links and by their addresses, in turns. */
async function cost() {
  const took = { crawl: [], batch: [] };
  await crawl(200);
  await batch(200);
  for (let round = 0; round < rounds; round++) {
    took.crawl.push(await cpuOf(() => crawl(pages)));
    took.batch.push(await cpuOf(() => batch(pages)));
  }
  for (const [name, ms] of Object.entries(took)) {
    console.log(`${name}: ${ms.map((one) => (one / pages).toFixed(2)).join(', ')} ms of CPU a page`);
  }
  judge('CPU a page of a batch ÷ of a crawl', Math.min(...took.batch) / Math.min(...took.crawl), GOALS.cost);
}

/** Blocks of scrapes in turns, in one process. */
async function versions() {
  const took = { v1: 0, v2: 0 };
  for (const version of ['v1', 'v2']) await scrapes(version);
  for (let round = 0; round < 5 * rounds; round++) {
    const order = round % 2 === 0 ? ['v1', 'v2'] : ['v2', 'v1'];
    for (const version of order) took[version] += await cpuOf(() => scrapes(version));
  }
  const each = (version) => (took[version] / (5 * rounds * BLOCK)).toFixed(2);
  console.log(`v1: ${each('v1')}, v2: ${each('v2')} ms of CPU a scrape`);
  judge('CPU of a scrape in v2 ÷ in v1', took.v2 / took.v1, GOALS.versions);
}

async function load() {
  const startedAt = Date.now();
  const ids = [];
  for (let n = 0; n < jobs; n += 20) {
    const some = Array.from({ length: Math.min(20, jobs - n) }, (_, at) =>
      submit(addresses(`load-${n + at}`, URLS_A_JOB)),
    );
    ids.push(...(await Promise.all(some)));
  }
  const submittedMs = Date.now() - startedAt;
  for (const id of ids) await endOf(id);
  const seconds = (Date.now() - startedAt) / 1_000;
  const ends = await Promise.all(ids.map((id) => host.ask('GET', `/v1/batch/scrape/${id}?data=false`)));
  const whole = ends.filter(({ completed }) => completed === URLS_A_JOB).length;
  console.log(
    `${jobs} batches of ${URLS_A_JOB}: submitted in ${submittedMs} ms, done after ${seconds.toFixed(1)} s ` +
      `(${((jobs * URLS_A_JOB) / seconds).toFixed(0)} pages/s), ${whole} with all of their pages`,
  );
  if (whole !== jobs) problems.push(`${jobs - whole} batches ended without all of their pages`);
}

async function crawl(limit) {
  const url = `${site.url}/site-${names++}/`;
  const { id } = await host.ask('POST', '/v1/crawl', { url, limit, ignoreSitemap: true });
  await endOf(id);
}

async function batch(count) {
  const urls = addresses(`site-${names++}`, count);
  const id = await submit(urls.slice(0, MOST_AT_ONCE));
  for (let at = MOST_AT_ONCE; at < urls.length; at += MOST_AT_ONCE) {
    await submit(urls.slice(at, at + MOST_AT_ONCE), id);
  }
  await endOf(id);
}

async function scrapes(version) {
  for (const url of addresses(`site-${names++}`, BLOCK))
    await host.ask('POST', `/${version}/scrape`, { url });
}

function addresses(name, count) {
  return Array.from({ length: count }, (_, n) => `${site.url}/${name}/${n === 0 ? '' : n}`);
}

async function submit(urls, appendToId) {
  return (await host.ask('POST', '/v1/batch/scrape', { urls, ...(appendToId ? { appendToId } : {}) })).id;
}

async function endOf(id) {
  while ((await host.ask('GET', `/v1/crawl/${id}?data=false`)).status === 'scraping') await sleep(250);
}

async function cpuOf(work) {
  const before = host.cpuMs();
  await work();
  return host.cpuMs() - before;
}

function judge(what, figure, most) {
  const line = `${what}: ${figure.toFixed(3)} (at most ${most})`;
  console.log(line);
  if (figure > most) problems.push(line);
}
