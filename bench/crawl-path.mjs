// The modules of the library that one page of a crawl passes through on the host's event loop, from the runner to `complete`.
// Build first: npm run build:lib. Run: node bench/crawl-path.mjs [--list]
import { createServer } from 'node:http';
import { once } from 'node:events';
import { Session } from 'node:inspector';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NestFactory } from '@nestjs/core';
import { CrawlService, WebExtractModule } from '../libs/web-extract/build/index.js';
import { CrawlStore } from '../libs/web-extract/build/ports/crawl-store.port.js';

/** Of what a reader follows: the services, from the runner to the store. */
const GOAL = 15;
const SOURCES = fileURLToPath(new URL('../libs/web-extract/src/', import.meta.url));
const BUILD = new URL('../libs/web-extract/build/', import.meta.url).href;
const PAGES = 12;
/** The page of the crawl that is traced: modules that load once are loaded by then. */
const WATCHED = 10;

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
const dataDir = mkdtempSync(join(tmpdir(), 'crawl-path-'));
const app = await NestFactory.createApplicationContext(
  WebExtractModule.forRoot({ allowPrivate: ['127.0.0.0/8'], browser: false, dataDir }),
  { logger: ['error'] },
);
app.enableShutdownHooks();
try {
  const modules = watch(app.get(CrawlStore, { strict: false }).frontier);
  const url = `http://127.0.0.1:${site.address().port}/`;
  const crawls = app.get(CrawlService);
  const { id } = await crawls.start({ url, limit: PAGES, useSitemap: false, maxConcurrency: 1 });
  tell(await modules); // before anything is asked of the service, which is on no page's way
  while ((await crawls.status(id)).status === 'running') await sleep(20);
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

/** @returns the modules of which a function was called between the lease of a page and its completion */
function watch(frontier) {
  const { take, complete } = frontier;
  let taken = 0;
  let watched;
  post('Profiler.enable');
  return new Promise((resolve) => {
    frontier.take = async (...args) => {
      if (taken === WATCHED - 1) post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
      const result = await take.apply(frontier, args);
      if (result.kind === 'task' && ++taken === WATCHED) watched = result.task.lease;
      return result;
    };
    frontier.complete = (...args) => {
      const ends = complete.apply(frontier, args);
      if (args[0].lease === watched) resolve(called(post('Profiler.takePreciseCoverage')));
      return ends;
    };
  });
}

function called({ result }) {
  return result
    .filter(({ url }) => url.startsWith(BUILD))
    .filter(({ functions }) => functions.some((one) => one.functionName !== '' && one.ranges[0].count > 0))
    .map(({ url }) => url.slice(BUILD.length))
    .sort();
}

function tell(modules) {
  if (process.argv.includes('--list')) console.log(modules.join('\n'));
  const layers = [...new Set(modules.map(layerOf))].map(
    (layer) => `${layer} ${modules.filter((file) => layerOf(file) === layer).length}`,
  );
  const inServices = modules.filter((file) => layerOf(file) === 'services').length;
  console.log({ modules: modules.length, layers: layers.join(', '), inServices, aim: GOAL, ...sizes() });
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
