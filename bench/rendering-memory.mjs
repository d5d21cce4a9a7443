// Memory of the browser with one page at a time and with four, and what 300 pages leave behind in it and in the host.
// Linux, with a Chromium. Build first (npm run build), then: node bench/rendering-memory.mjs [--pages 300]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startDemoProcess } from './demo-process.mjs';
import { browserOf, pssOf, rssOf } from './process-tree.mjs';
import { startScriptSite } from './script-site.mjs';

const { values } = parseArgs({ options: { pages: { type: 'string', default: '300' } } });
const PAGES = Number(values.pages);
const EARLY = 50;
const LANES = 4;
const SAMPLE_MS = 100;

const folder = mkdtempSync(join(tmpdir(), 'rendering-memory-'));
// a host each: pages of one host are not all open at once
const sites = await Promise.all(
  Array.from({ length: LANES }, (_, at) => startScriptSite({ host: `127.0.0.${at + 1}` })),
);
const demo = await startDemoProcess({ dataDir: folder });
let page = 0;
const scrape = async (lane) => {
  const { data } = await demo.ask('POST', '/v1/scrape', { url: `${sites[lane].url}/p/${++page}` });
  if (!data.markdown.includes('Page number'))
    throw new Error(`page ${page} was not rendered: ${data.warning}`);
};

await scrape(0);
const one = await memoryOf(() => run(24, 1));
const four = await memoryOf(() => run(24, LANES));
console.log(
  `PSS of the browser's processes: ${one.toFixed(0)} MiB with 1 page at once, ${four.toFixed(0)} with ${LANES}`,
);
console.log(`${LANES} lanes / 1 lane ${(four / one).toFixed(2)} (at most 1.7)`);
const rows = [];
while (page < PAGES) {
  await run(Math.min(EARLY - (page % EARLY), PAGES - page), LANES);
  rows.push({ page, pss: pssOf(browserOf(demo.pid)), rss: rssOf(demo.pid) });
  const { pss, rss } = rows.at(-1);
  console.log(`after ${page} pages: browser ${pss.toFixed(0)} MiB, host ${rss.toFixed(0)} MiB resident`);
}
const [early, last] = [rows[0], rows.at(-1)];
console.log(
  `browser after ${last.page} / after ${early.page}: ${(last.pss / early.pss).toFixed(2)} (at most 1.25)`,
);
console.log(`host: ${(last.rss - early.rss).toFixed(0)} MiB more (at most 40)`);

await demo.stop();
for (const site of sites) site.close();
rmSync(folder, { recursive: true, force: true });

/** Scrapes so many pages, so many of them at once. */
async function run(pages, lanes) {
  let left = pages;
  const lane = async (at) => {
    while (left-- > 0) await scrape(at);
  };
  await Promise.all(Array.from({ length: lanes }, (_, at) => lane(at)));
}

/** The mean while the work lasts. */
async function memoryOf(work) {
  const samples = [];
  const timer = setInterval(() => samples.push(pssOf(browserOf(demo.pid))), SAMPLE_MS);
  await work();
  clearInterval(timer);
  return samples.reduce((sum, mib) => sum + mib, 0) / samples.length;
}
