// The pace at a host: every gap between two pages against the delay, and the whole against the ideal.
// Build first (npm run build), then: node bench/politeness.mjs [--delay 0.2] [--pages 40] [--crawls 1]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startCrawlSite } from './crawl-site.mjs';
import { startDemoProcess } from './demo-process.mjs';

const LEAST_GAP = 0.95;
const LONGEST_TOTAL = 1.1;
const { values } = parseArgs({
  options: {
    delay: { type: 'string', default: '0.2' },
    pages: { type: 'string', default: '40' },
    crawls: { type: 'string', default: '1' },
  },
});
const [delay, pages, crawls] = [values.delay, values.pages, values.crawls].map(Number);
const delayMs = delay * 1000;
const dataDir = await mkdtemp(join(tmpdir(), 'politeness-'));
const site = await startCrawlSite({ pages, latencyMs: 10 });
const demo = await startDemoProcess({ dataDir });

await crawl('warm', 3, {});
await site.takeLog();
await Promise.all(Array.from({ length: crawls }, (_, n) => crawl(`polite-${n}`, pages, { delay })));
const times = (await site.takeLog()).map(([, at]) => at).sort((a, b) => a - b);
await demo.stop();
site.close();
await rm(dataDir, { recursive: true });

const gaps = times.slice(1).map((at, n) => at - times[n]);
const least = Math.min(...gaps) / delayMs;
const total = (times.at(-1) - times[0]) / (delayMs * (times.length - 1));
console.log(
  `${times.length} pages: least gap ${least.toFixed(3)} of the delay, total ${total.toFixed(3)} of the ideal`,
);
process.exitCode = least >= LEAST_GAP && total <= LONGEST_TOTAL ? 0 : 1;

async function crawl(name, limit, options) {
  const body = { url: `${site.url}/${name}/`, limit, ignoreSitemap: true, ...options };
  const { id } = await demo.ask('POST', '/v1/crawl', body);
  while ((await demo.ask('GET', `/v1/crawl/${id}?data=false`)).status === 'scraping') await sleep(50);
}
