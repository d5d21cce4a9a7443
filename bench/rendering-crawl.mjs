// Crawls a site whose pages and links are made by scripts: as it is, with the browser killed in the middle, and with the host killed in the
// middle and started again. Each time all pages must be there, once, with their own text.
// Linux, with a Chromium. Build first (npm run build), then: node bench/rendering-crawl.mjs [--pages 200]
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startDemoProcess } from './demo-process.mjs';
import { browserOf, treeOf } from './process-tree.mjs';
import { marker, startScriptSite } from './script-site.mjs';

const { values } = parseArgs({ options: { pages: { type: 'string', default: '200' } } });
const PAGES = Number(values.pages);
const problems = [];
const killBrowser = (demo) => {
  process.kill(browserOf(demo.pid), 'SIGKILL');
  return demo;
};
const killHost = async (demo, dataDir) => {
  const left = treeOf(demo.pid).filter((pid) => pid !== demo.pid);
  await demo.kill();
  for (let tries = 0; left.some(isAlive) && tries < 100; tries++) await sleep(50);
  if (left.some(isAlive)) problems.push(`${left.filter(isAlive).length} processes outlive the host`);
  return startDemoProcess({ dataDir });
};
await crawl('undisturbed');
await crawl('browser killed in the middle', killBrowser);
await crawl('host killed in the middle, and started again', killHost);
for (const problem of problems) console.log(`PROBLEM ${problem}`);
console.log(problems.length === 0 ? 'complete and exact' : `${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function crawl(name, disturb) {
  const dataDir = mkdtempSync(join(tmpdir(), 'rendering-crawl-'));
  const site = await startScriptSite({ pages: PAGES });
  let demo = await startDemoProcess({ dataDir });
  const startedAt = performance.now();
  const { id } = await demo.ask('POST', '/v1/crawl', {
    url: `${site.url}/`,
    crawlEntireDomain: true,
    ignoreSitemap: true,
    scrapeOptions: { onlyMainContent: false },
  });
  if (disturb) {
    while ((await demo.ask('GET', `/v1/crawl/${id}?limit=1`)).completed < PAGES / 3) await sleep(50);
    demo = await disturb(demo, dataDir);
  }
  while ((await demo.ask('GET', `/v1/crawl/${id}?limit=1`)).status === 'scraping') await sleep(100);
  const seconds = (performance.now() - startedAt) / 1000;
  const { status, pages } = await all(demo, id);
  const { errors } = await demo.ask('GET', `/v1/crawl/${id}/errors`);
  judge(name, status, pages, errors);
  const again = site.documents.length - PAGES;
  console.log(
    `${name}: ${status}, ${pages.length} pages in ${seconds.toFixed(0)} s, ${again} documents asked for again`,
  );
  await demo.stop();
  site.close();
  rmSync(dataDir, { recursive: true, force: true });
}

function judge(name, status, pages, errors) {
  const say = (what) => problems.push(`${name}: ${what}`);
  if (status !== 'completed') say(`the crawl is ${status}`);
  if (errors.length > 0) say(`${errors.length} errors, ${errors[0].error}`);
  const missing = Array.from({ length: PAGES }, (_, n) => n).filter(
    (n) => pages.filter(({ markdown }) => markdown.includes(marker(n))).length !== 1,
  );
  if (missing.length > 0) say(`pages that are not there just once: ${missing.slice(0, 10).join(' ')}`);
  if (pages.length !== PAGES) say(`${pages.length} pages`);
}

async function all(demo, id) {
  const pages = [];
  for (;;) {
    const { status, data, next } = await demo.ask('GET', `/v1/crawl/${id}?skip=${pages.length}`);
    pages.push(...data);
    if (next === undefined) return { status, pages };
  }
}

function isAlive(pid) {
  return readdirSync('/proc').includes(String(pid));
}
