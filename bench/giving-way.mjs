// How long a route of the host takes while a crawl is under way, with sixteen pages at once and with `crawlConcurrency: 'auto'`. The
// crawl's pages a second stand beside it.
// Build first (npm run build:lib), then: node bench/giving-way.mjs [--pages 2000] [--rounds 3] [--rate 100]
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startCrawlHost } from './crawl-host.mjs';
import { startCrawlSite } from './crawl-site.mjs';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '3' },
    rate: { type: 'string', default: '100' },
  },
});
const [pages, rounds, rate] = [values.pages, values.rounds, values.rate].map(Number);
const ROUTE = '/v0/health/liveness';
const IDLE_MS = 5_000;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Asks at a steady rate, whatever becomes of the answers before; the time of an answer counts from when it was due. */
function askSteadily(url) {
  const begin = performance.now();
  const times = [];
  const timer = setInterval(() => {
    for (let due = begin + (times.length * 1000) / rate; due <= performance.now(); due += 1000 / rate) {
      const at = times.push(Infinity) - 1;
      get(url, { agent }, (answer) => {
        answer.resume().once('end', () => (times[at] = performance.now() - due));
      }).once('error', () => {});
    }
  }, 1);
  return () => {
    clearInterval(timer);
    return times;
  };
}

async function crawl(host, url) {
  const begin = performance.now();
  const { id } = await host.ask('POST', '/v1/crawl', { url, limit: pages });
  const status = () => host.ask('GET', `/v1/crawl/${id}?skip=${pages}`);
  while ((await status()).status === 'scraping') await sleep(200);
  return pages / ((performance.now() - begin) / 1000);
}

async function measure(host, work) {
  const end = askSteadily(host.url + ROUTE);
  const pagesPerSecond = await work();
  const times = end().sort((a, b) => a - b);
  return { p50: times[times.length >> 1], p99: times[Math.floor(times.length * 0.99)], pagesPerSecond };
}

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const site = await startCrawlSite({ pages, latencyMs: 0, paragraphs: 300 });
const figures = { idle: [], fixed: [], auto: [] };
let crawls = 0;
for (let round = 0; round < rounds; round++) {
  for (const [name, limits] of [
    ['fixed', { crawlConcurrency: 16 }],
    ['auto', { crawlConcurrency: 'auto' }],
  ]) {
    const dataDir = await mkdtemp(join(tmpdir(), 'giving-way-'));
    const host = await startCrawlHost({ dataDir, limits });
    const next = () => crawl(host, `${site.url}/site${++crawls}/`);
    await next(); // warm
    figures.idle.push(await measure(host, () => sleep(IDLE_MS)));
    figures[name].push(await measure(host, next));
    const { p50, p99, pagesPerSecond } = figures[name].at(-1);
    console.log(
      `${name}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${pagesPerSecond.toFixed(0)} pages/s`,
    );
    await host.stop();
    await rm(dataDir, { recursive: true });
  }
}
site.close();
agent.destroy();
for (const [name, list] of Object.entries(figures)) {
  const [p50, p99, rateOf] = ['p50', 'p99', 'pagesPerSecond'].map((field) =>
    median(list.map((one) => one[field])),
  );
  const crawled = rateOf ? `, ${rateOf.toFixed(0)} pages/s` : '';
  console.log(`median, ${name}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms${crawled}`);
}
