// Every figure of speed and memory with its goal: scrapes and crawls beside a program without framework, guards and store, on one processor.
//   node bench/all.mjs [--rounds 10] [--pages 2000] [--since DIR --data DIR] [--documents DIR --peers DIR]
// `--since` is a built checkout to compare conversions of the pages in `--data` with, as content-model/pages.mjs reads them. What is not named is left out.
// Build first: npm run build. Linux only. Takes ten minutes.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startDemoProcess } from './demo-process.mjs';
import { cpuOf } from './process-tree.mjs';
import { compareConversions } from './speed/conversions.mjs';
import { startMinimalHost } from './speed/minimal-host.mjs';
import { startRaw } from './speed/raw.mjs';
import { startSite } from './speed/site.mjs';

const { values: args } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    pages: { type: 'string', default: '2000' },
    since: { type: 'string' },
    data: { type: 'string' },
    documents: { type: 'string' },
    peers: { type: 'string' },
  },
});
const ROUNDS = Number(args.rounds);
const PAGES = Number(args.pages);
const GOALS = {
  scrape: 3.9,
  latency: 13,
  latencyOfHost: 1.8,
  firstCrawl: 4.6,
  secondCrawl: 3.5,
  conversion: 0.85,
  rssAnonMb: 320,
};
const LANES = 8;
/** Scrapes of a round, and rounds before the first that counts: threads compile their code. */
const SCRAPES = 120;
const WARM_ROUNDS = 6;
const ONE_LANE = 60;
const RAW_PAGES = 600;
const SCRAPES_AFTER_CRAWLS = 1_200;
const SAMPLE_MS = 50;

const folder = mkdtempSync(join(tmpdir(), 'speed-'));
const environment = { WEB_EXTRACT_BROWSER: 'off', WEB_EXTRACT_PLAYGROUND: 'false' };
const site = await startSite(PAGES + 1);
const minimal = await startMinimalHost();
pinTo(0, site.pid);
pinTo(1, minimal.pid);

try {
  await measureScrapes();
  await measureCrawls();
  if (args.since && args.data) {
    const ratio = await compareConversions(args.since, args.data, ROUNDS);
    judge(`conversion of real pages ÷ ${args.since}`, ratio, GOALS.conversion);
  }
  run('cold-start.mjs', '5');
  if (args.documents)
    run('documents.mjs', '--data', args.documents, ...(args.peers ? ['--peers', args.peers] : []));
  console.log(`load ${loadavg()[0].toFixed(1)}`);
} finally {
  for (const one of [site, minimal]) one.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Rounds in turns: crawl of the raw program, scrapes of the demo, one lane of each. */
async function measureScrapes() {
  const demo = await startDemo('scrapes');
  const [cost, latency, ofHost] = [[], [], []];
  let next = 0;
  const urls = (count) => Array.from({ length: count }, () => `${site.url}/${next++ % PAGES}`);
  for (let round = -WARM_ROUNDS; round < ROUNDS; round++) {
    const { rawMs, times } = await measureRaw(urls(ONE_LANE));
    const before = cpuOf(demo.pid);
    await inLanes(urls(SCRAPES), (url) => scrape(demo.base, url));
    const cpuMs = cpuOf(demo.pid) - before;
    const ours = await timesOf(demo.base, urls(ONE_LANE));
    const minimum = await timesOf(minimal.base, urls(ONE_LANE));
    if (round < 0) continue;
    cost.push(cpuMs / SCRAPES / rawMs);
    latency.push(median(ours) / median(times));
    ofHost.push(median(ours) / median(minimum));
  }
  await demo.stop();
  judge('CPU of a warm scrape ÷ raw', median(cost), GOALS.scrape);
  judge('p50 of one lane ÷ raw fetch', median(latency), GOALS.latency);
  judge('p50 of one lane ÷ minimal host with Nest', median(ofHost), GOALS.latencyOfHost);
}

/** A page of a crawl of the raw program, whose process is new as that of a script, and fetches one after the other. */
async function measureRaw(urls) {
  const raw = startRaw();
  pinTo(1, raw.pid);
  const { cpuMs, pages } = await raw.ask('crawl', { start: `${site.url}/0`, limit: RAW_PAGES });
  const { times } = await raw.ask('fetchEach', { urls });
  raw.close();
  return { rawMs: cpuMs / pages, times };
}

/** The first and the second crawl of a process, and scrapes after them. */
async function measureCrawls() {
  const demo = await startDemo('crawls');
  const peak = watchMemory(demo.pid);
  for (const [name, goal] of [
    ['first', GOALS.firstCrawl],
    ['second', GOALS.secondCrawl],
  ]) {
    const { rawMs } = await measureRaw([]);
    const before = cpuOf(demo.pid);
    await crawl(demo);
    const cpuMs = cpuOf(demo.pid) - before;
    judge(`CPU of a crawled page ÷ raw, ${name} crawl`, cpuMs / PAGES / rawMs, goal);
  }
  await inLanes(
    Array.from({ length: SCRAPES_AFTER_CRAWLS }, (_, at) => `${site.url}/${at % PAGES}`),
    (url) => scrape(demo.base, url),
  );
  judge('peak RssAnon in MB', peak(), GOALS.rssAnonMb);
  await demo.stop();
}

async function crawl(demo) {
  const { id } = await demo.ask('POST', '/v1/crawl', {
    url: `${site.url}/0`,
    limit: PAGES,
    ignoreSitemap: true,
  });
  for (let status = 'scraping'; status === 'scraping';) {
    await sleep(250);
    ({ status } = await demo.ask('GET', `/v1/crawl/${id}?limit=1&skip=${PAGES}`));
  }
}

/** On one processor from its start: with two it has two conversion threads, each of which compiles the same code. */
function startDemo(name) {
  return startDemoProcess({ dataDir: join(folder, name), environment, processor: 1 });
}

/** All threads of a process on one processor, so that ratios count work and not the number of processors. */
function pinTo(processor, pid) {
  spawnSync('taskset', ['-acp', String(processor), String(pid)]);
}

async function scrape(base, url) {
  const headers = { authorization: 'Bearer key-of-the-bench', 'content-type': 'application/json' };
  const body = JSON.stringify({ url, formats: ['markdown'] });
  const response = await fetch(`${base}/v1/scrape`, { method: 'POST', headers, body });
  const { success } = await response.json();
  if (!success) throw new Error(`${url} was not scraped: ${response.status}`);
}

async function inLanes(urls, work) {
  let next = 0;
  const lane = async () => {
    while (next < urls.length) await work(urls[next++]);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function timesOf(base, urls) {
  const times = [];
  for (const url of urls) {
    const startedAt = performance.now();
    await scrape(base, url);
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** Samples the anonymous memory of a process; the result ends it and returns the most in MB. */
function watchMemory(pid) {
  let most = 0;
  const timer = setInterval(() => {
    const kb = Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0);
    most = Math.max(most, kb / 1024);
  }, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return most;
  };
}

function run(file, ...options) {
  const path = fileURLToPath(new URL(file, import.meta.url));
  spawnSync(process.execPath, ['--expose-gc', path, ...options], { stdio: 'inherit' });
}

function judge(title, value, goal) {
  console.log(`${title}: ${value.toFixed(2)} (goal ${goal}, ${value <= goal ? 'reached' : 'NOT REACHED'})`);
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
