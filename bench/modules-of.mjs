// The modules of the library with a called function, on the host's event loop: of a scrape, of a crawled page from `take` to `complete`,
// and of a batch of three pages from its start to its results. Each is measured several times in a warm process: what only some of them
// called is work of timers, such as those of monitors.
// Build first: npm run build:lib. Run: node bench/modules-of.mjs [--list]
import { createServer } from 'node:http';
import { once } from 'node:events';
import { Session } from 'node:inspector';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NestFactory } from '@nestjs/core';
import {
  BatchService,
  CrawlService,
  ScrapeService,
  WebExtractModule,
} from '../libs/web-extract/build/index.js';
import { CrawlStore } from '../libs/web-extract/build/ports/stores/crawl-store.port.js';

const SOURCES = fileURLToPath(new URL('../libs/web-extract/src/', import.meta.url));
const BUILD = new URL('../libs/web-extract/build/', import.meta.url).href;
const PAGES = 20;
/** The first page of the crawl that is traced, and the first traced call: modules that load once are loaded by then. */
const FIRST_PAGE = 10;
const FIRST_CALL = 3;
const MEASUREMENTS = 6;

const session = new Session();
session.connect();
const post = (method, options) => {
  let answer;
  session.post(method, options, (_, result) => (answer = result)); // answered before it returns
  return answer;
};

const site = createServer(({ url }, response) => {
  const next = Number(url.slice(2)) + 1 || 1;
  response.setHeader('content-type', 'text/html');
  if (url === '/' || url.startsWith('/p')) response.end(pageWith(`/p${next}`));
  else response.writeHead(404).end();
}).listen(0, '127.0.0.1');
await once(site, 'listening');
const origin = `http://127.0.0.1:${site.address().port}`;
const dataDir = mkdtempSync(join(tmpdir(), 'modules-of-'));
const app = await NestFactory.createApplicationContext(
  WebExtractModule.forRoot({ allowPrivate: ['127.0.0.0/8'], browser: false, dataDir }),
  { logger: ['error'] },
);
app.enableShutdownHooks();
const crawls = app.get(CrawlService);
try {
  post('Profiler.enable');
  report('scrape', await ofCall(() => app.get(ScrapeService).scrape({ url: `${origin}/p1` })));
  report('batch of three', await ofCall(batchOfThree));
  const { frontier } = app.get(CrawlStore, { strict: false });
  const modules = ofCrawledPage(frontier);
  const { id } = await crawls.start({
    url: `${origin}/`,
    limit: PAGES,
    useSitemap: false,
    maxConcurrency: 1,
  });
  report('crawled page', await modules);
  await ended(id);
  console.log(sizes());
} finally {
  await app.close();
  site.close();
  rmSync(dataDir, { recursive: true, force: true });
}

function pageWith(next) {
  const text =
    '<p>The quiet lantern measures the narrow harbor near the old orchard, and nobody minds at all.</p>';
  return `<!doctype html><title>Page</title><main><h1>Page</h1>${text.repeat(5)}<a href="${next}">next</a></main>`;
}

async function batchOfThree() {
  const urls = [1, 2, 3].map((number) => `${origin}/p${number}`);
  const { id } = await app.get(BatchService).start({ urls });
  await ended(id);
  await crawls.results(id);
}

async function ended(id) {
  while ((await crawls.status(id)).status === 'running') await sleep(20);
}

/** @returns the modules of each of several calls */
async function ofCall(work) {
  for (let call = 1; call < FIRST_CALL; call++) await work();
  const calls = [];
  while (calls.length < MEASUREMENTS) {
    startCoverage();
    await work();
    calls.push(called(post('Profiler.takePreciseCoverage')));
  }
  return inAll(calls);
}

/** @returns the modules of which a function was called between the lease and the completion of each of several pages */
function ofCrawledPage(frontier) {
  const { take, complete } = frontier;
  const pages = [];
  let taken = 0;
  let watched;
  return new Promise((resolve) => {
    frontier.take = async (...args) => {
      if (taken >= FIRST_PAGE - 1) startCoverage();
      const result = await take.apply(frontier, args);
      if (result.kind === 'task' && ++taken >= FIRST_PAGE) watched = result.task.lease;
      return result;
    };
    frontier.complete = (...args) => {
      const ends = complete.apply(frontier, args);
      if (args[0].lease === watched) pages.push(called(post('Profiler.takePreciseCoverage')));
      if (pages.length === MEASUREMENTS) resolve(inAll(pages));
      return ends;
    };
  });
}

/** The modules that are in all lists. */
function inAll([first, ...others]) {
  return first.filter((module) => others.every((modules) => modules.includes(module)));
}

/** Counts calls from now on. */
function startCoverage() {
  post('Profiler.stopPreciseCoverage');
  post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
}

function called({ result }) {
  return result
    .filter(({ url }) => url.startsWith(BUILD))
    .filter(({ functions }) => functions.some((one) => one.functionName !== '' && one.ranges[0].count > 0))
    .map(({ url }) => url.slice(BUILD.length))
    .sort();
}

function report(name, modules) {
  if (process.argv.includes('--list')) console.log(`${name}\n  ${modules.join('\n  ')}`);
  const layers = [...new Set(modules.map(layerOf))].map(
    (layer) => `${layer} ${modules.filter((file) => layerOf(file) === layer).length}`,
  );
  console.log({ name, modules: modules.length, layers: layers.join(', ') });
}

function layerOf(file) {
  return file.split('/')[0];
}

/** Lines of the files of the library, tests aside. */
function sizes() {
  const files = readdirSync(SOURCES, { recursive: true }).filter(
    (file) => file.endsWith('.ts') && !/\.(spec|contract|generated|d)\.ts$/.test(file),
  );
  const lines = files
    .map((file) => readFileSync(join(SOURCES, file), 'utf8').split('\n').length - 1)
    .sort((a, b) => a - b);
  const at = (share) => lines[Math.floor(share * (lines.length - 1))];
  return { files: lines.length, medianLines: at(0.5), p90Lines: at(0.9) };
}
