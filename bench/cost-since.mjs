// Processor time of scrapes and crawls without tracking and cache, in alternating runs against a checkout of an earlier version.
// Build both first: npm run build. Run: node bench/cost-since.mjs <folder of the other checkout> [rounds] [scrapes] [pages of a crawl]
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { cpuMsOf } from './crawl-host.mjs';
import { startCrawlSite } from './crawl-site.mjs';
import { startDemoProcess } from './demo-process.mjs';
import { startPageSite } from './page-site.mjs';

const [other, rounds = 12, scrapes = 120, pages = 150] = [
  process.argv[2],
  ...process.argv.slice(3).map(Number),
];
if (!other) throw new Error('Name the folder of the other checkout');
const GOAL = 1.02;
const LANES = 3;
/** Rounds before the first that counts: threads compile their code. */
const WARM_ROUNDS = 4;
const PAGE_BYTES = 30_000;
const PARAGRAPHS = 330; // about as many bytes

const shared = { WEB_EXTRACT_BROWSER: 'off', WEB_EXTRACT_PLAYGROUND: 'false', WEB_EXTRACT_CACHE_MB: '0' };
const off = { ...shared, WEB_EXTRACT_HISTORY_DAYS: '0' };
const earlier = await import(pathToFileURL(resolve(other, 'bench/demo-process.mjs')).href);
const folder = mkdtempSync(join(tmpdir(), 'cost-since-'));
const hosts = {
  before: await earlier.startDemoProcess({ dataDir: join(folder, 'before'), environment: off }),
  off: await startDemoProcess({ dataDir: join(folder, 'off'), environment: off }),
  on: await startDemoProcess({ dataDir: join(folder, 'on'), environment: shared }),
};
const pageSite = await startPageSite();
const crawlSite = await startCrawlSite({ pages, paragraphs: PARAGRAPHS, latencyMs: 0 });
const WORK = { scrape: [scrape, scrapes], crawl: [crawl, pages] };

const rows = { scrape: [], crawl: [] };
for (let round = -WARM_ROUNDS; round < rounds; round++) {
  const names = Object.keys(hosts);
  const order = [...names.slice(round % 3), ...names.slice(0, round % 3)];
  for (const [kind, [work, count]] of Object.entries(WORK)) {
    const ms = {};
    for (const name of round % 2 === 0 ? order : order.reverse()) {
      const before = cpuMsOf(hosts[name].pid);
      await work(hosts[name], `${kind}${round + WARM_ROUNDS}${name}`);
      await sleep(100); // the last commit
      ms[name] = (cpuMsOf(hosts[name].pid) - before) / count;
    }
    if (round >= 0) rows[kind].push(ms);
  }
}
for (const [kind, list] of Object.entries(rows)) {
  for (const name of ['off', 'on']) {
    const [median, low, high] = quartiles(list.map((ms) => ms[name] / ms.before));
    const sums = sum(list, name) / sum(list, 'before');
    const verdict = median <= GOAL ? 'reached' : 'NOT REACHED';
    console.log(
      `${kind}, history ${name}: ${median.toFixed(3)} (quartiles ${low.toFixed(3)} to ${high.toFixed(3)}, of the sums ${sums.toFixed(3)}; goal ${GOAL}, ${verdict})`,
    );
  }
  const [msBefore] = quartiles(list.map(({ before }) => before));
  console.log(`${kind}, before: ${msBefore.toFixed(2)} ms a page`);
}
console.log(`${rounds} rounds of ${scrapes} scrapes and ${pages} pages; load ${loadavg()[0].toFixed(1)}`);
for (const host of Object.values(hosts)) await host.stop();
pageSite.close();
crawlSite.close();
rmSync(folder, { recursive: true });

async function scrape(host, name) {
  let next = 0;
  const lane = async () => {
    for (let n = next++; n < scrapes; n = next++) {
      const url = `${pageSite.url}/article/${PAGE_BYTES}/${name}-${n}`;
      await host.ask('POST', '/v1/scrape', { url, formats: ['markdown'] });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function crawl(host, name) {
  const { id } = await host.ask('POST', '/v1/crawl', { url: `${crawlSite.url}/${name}/`, limit: pages });
  for (let status = 'scraping'; status === 'scraping';) {
    await sleep(400);
    ({ status } = await host.ask('GET', `/v1/crawl/${id}?limit=1&skip=${pages}`));
  }
}

function quartiles(values) {
  values.sort((a, b) => a - b);
  return [0.5, 0.25, 0.75].map((part) => values[Math.round(part * (values.length - 1))]);
}

function sum(list, name) {
  return list.reduce((total, ms) => total + ms[name], 0);
}
