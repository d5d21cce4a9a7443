// The page of the playground in a browser: its size, its first paint, and what 10,000 pages of a crawl do to it.
// Build first (npm run build), then: node bench/playground.mjs [--pages 10000]
//
// A server of its own answers as fast as it is asked, with documents of 4 kB: the page is measured, not the crawl.
/* global window, sessionStorage, requestAnimationFrame, PerformanceObserver */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { findBrowser } from '../scripts/ready/browser.mjs';
import { ensureClients } from '../scripts/ready/clients.mjs';

const BUILT = new URL('../libs/web-extract/dist/playground/', import.meta.url);
const TOOLS = fileURLToPath(new URL('../test/clients/package.json', import.meta.url));
const GOALS = { bundleKb: 120, firstPaintMs: 300, longestTaskMs: 100, rows: 200 };
const NO_ERRORS = { success: true, errors: [], robotsBlocked: [] };
const TYPES = { html: 'text/html', css: 'text/css', js: 'text/javascript' };
const ID = '3f1c7c1e-5a0f-4d0a-9a51-0a4f3f7c9b11';
const TEXT = 'The council voted to rebuild the old harbour bridge, and work will begin in spring. '.repeat(
  48,
);

const { values } = parseArgs({ options: { pages: { type: 'string', default: '10000' } } });
const pages = Number(values.pages);
await ensureClients();
const { launch } = createRequire(TOOLS)('puppeteer-core');
const server = createServer(answer).listen(0, '127.0.0.1');
await once(server, 'listening');
const browser = await launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });
const figures = { bundleKb: bundleKb(), ...(await measure(`http://127.0.0.1:${server.address().port}/`)) };
await browser.close();
server.closeAllConnections();
server.close();
for (const [name, goal] of Object.entries(GOALS)) {
  const isFine = figures[name] <= goal;
  console.log(
    `${name.padEnd(14)} ${figures[name].toFixed(1).padStart(8)}  of ${goal}${isFine ? '' : '  PROBLEM'}`,
  );
  if (!isFine) process.exitCode = 1;
}
console.log(`${pages} rows in ${(figures.rowsMs / 1_000).toFixed(1)} s`);

/** All scripts and styles, zipped as the server sends them. */
function bundleKb() {
  const files = readdirSync(BUILT).filter((name) => /\.(js|css)$/.test(name));
  return files.reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, BUILT))).length, 0) / 1_000;
}

async function measure(url) {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(watch);
  await page.goto(url); // once to warm the browser up
  const paints = [];
  for (let visit = 0; visit < 5; visit++) {
    await page.goto('about:blank');
    await page.goto(url);
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    paints.push(
      await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime),
    );
  }
  await page.evaluate((id) => {
    for (const [name, value] of [
      ['key', 'any'],
      ['tab', 'crawl'],
      ['crawl', id],
    ])
      sessionStorage.setItem(`web-extract:${name}`, JSON.stringify(value));
  }, ID);
  const startedAt = performance.now();
  await page.reload();
  const all = pages.toLocaleString('en-US');
  await page.waitForFunction(
    (text) => document.querySelector('#crawl-list-tab-pages small')?.innerText === text,
    { polling: 100, timeout: 300_000 },
    all,
  );
  const rowsMs = performance.now() - startedAt;
  await page.evaluate(async () => {
    const list = document.querySelector('#crawl-list-panel-pages .list');
    for (let at = 0; at <= 50; at++) {
      list.scrollTop = (list.scrollHeight / 50) * at;
      await new Promise(requestAnimationFrame);
    }
  });
  const { longestTaskMs, rows } = await page.evaluate(() => window.watched);
  return { firstPaintMs: paints.sort((a, b) => a - b)[2], longestTaskMs, rows, rowsMs };
}

/** Runs in the page from its beginning: the longest task, and the most rows there were. */
function watch() {
  window.watched = { longestTaskMs: 0, rows: 0 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      window.watched.longestTaskMs = Math.max(window.watched.longestTaskMs, duration);
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    window.watched.rows = Math.max(window.watched.rows, document.getElementsByClassName('list-row').length);
    requestAnimationFrame(look);
  };
  look();
}

function answer({ url }, response) {
  const { pathname, searchParams } = new URL(url, 'http://playground');
  if (pathname.startsWith('/v2/'))
    return sendJson(response, pathname.endsWith('/errors') ? NO_ERRORS : crawl(searchParams));
  const name = pathname === '/' ? 'index.html' : pathname.replace(/^\/assets\//, '');
  if (!readdirSync(BUILT).includes(name)) return response.writeHead(404).end();
  const text = readFileSync(new URL(name, BUILT), 'utf8')
    .replaceAll('%ASSETS%', './assets')
    .replaceAll('%API%', './');
  response.writeHead(200, { 'content-type': TYPES[name.split('.').at(-1)] }).end(text);
}

function crawl(query) {
  const skip = Number(query.get('skip'));
  const count = Math.min(Number(query.get('limit')), pages - skip);
  const completed = skip + count;
  return {
    success: true,
    status: completed < pages ? 'scraping' : 'completed',
    total: pages,
    completed,
    creditsUsed: completed,
    expiresAt: new Date().toISOString(),
    data: Array.from({ length: count }, (_, at) => document(skip + at)),
    ...(completed < pages ? { next: 'more' } : {}),
  };
}

function document(at) {
  const url = `https://site.example/section-${at % 40}/page-${at}`;
  return {
    markdown: TEXT,
    metadata: { title: `Page ${at} of the harbour`, sourceURL: url, url, statusCode: 200 },
  };
}

function sendJson(response, body) {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
