// What change tracking and the cache cost: processor time of batches with them, in alternating runs against those without.
// Build first: npm run build. Run: node bench/recrawl-cost.mjs [rounds] [pages of a batch] [bytes of a page]
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMsOf } from './crawl-host.mjs';
import { startDemoProcess } from './demo-process.mjs';
import { startPageSite } from './page-site.mjs';

const [rounds = 12, pages = 150, pageBytes = 30_000] = process.argv.slice(2).map(Number);
const GOALS = { notUsed: 1.02, cacheFilling: 1.1, sameBody: 0.6, notModified: 0.3 };
const HOSTS = {
  off: { WEB_EXTRACT_HISTORY_DAYS: '0', WEB_EXTRACT_CACHE_MB: '0' },
  on: { WEB_EXTRACT_CACHE_MB: '0' },
  cache: {},
};

const folder = mkdtempSync(join(tmpdir(), 'recrawl-cost-'));
const site = await startPageSite();
const hosts = {};
for (const [name, environment] of Object.entries(HOSTS))
  hosts[name] = await startDemoProcess({
    dataDir: join(folder, name),
    environment: { WEB_EXTRACT_BROWSER: 'off', WEB_EXTRACT_PLAYGROUND: 'false', ...environment },
  });
for (const host of Object.values(hosts)) await batch(host, 'plain-warm');
const ratios = { notUsed: [], cacheFilling: [], sameBody: [], notModified: [] };
for (let round = 0; round < rounds; round++) {
  const names = round % 2 === 0 ? ['off', 'on', 'cache'] : ['cache', 'on', 'off'];
  const ms = {};
  for (const name of names) ms[name] = await batch(hosts[name], `plain-${round}`);
  ratios.notUsed.push(ms.on / ms.off);
  ratios.cacheFilling.push(ms.cache / ms.off);
  for (const [ratio, kind] of [
    ['sameBody', 'plain'],
    ['notModified', 'tagged'],
  ]) {
    const first = await batch(hosts.on, `${kind}-tracked-${round}`, true);
    ratios[ratio].push((await batch(hosts.on, `${kind}-tracked-${round}`, true)) / first);
  }
}
for (const [name, values] of Object.entries(ratios)) {
  values.sort((a, b) => a - b);
  const [median, low, high] = [0.5, 0.25, 0.75].map((part) => values[Math.floor(part * (rounds - 1))]);
  const verdict = median <= GOALS[name] ? 'reached' : 'NOT REACHED';
  console.log(
    `${name}: ${median.toFixed(3)} (quartiles ${low.toFixed(3)} to ${high.toFixed(3)}; goal ${GOALS[name]}, ${verdict})`,
  );
}
console.log(`${rounds} rounds of ${pages} pages with ${pageBytes} bytes; load ${loadavg()[0].toFixed(1)}`);
for (const host of Object.values(hosts)) await host.stop();
site.close();
rmSync(folder, { recursive: true });

/** @returns processor time of the host in milliseconds */
async function batch(host, name, isTracked = false) {
  const urls = Array.from({ length: pages }, (_, n) => `${site.url}/article/${pageBytes}/${name}-${n}`);
  const formats = ['markdown', ...(isTracked ? [{ type: 'changeTracking', tag: name }] : [])];
  const before = cpuMsOf(host.pid);
  const { id } = await host.ask('POST', '/v2/batch/scrape', { urls, formats });
  for (let status = 'scraping'; status === 'scraping';) {
    await sleep(250);
    ({ status } = await host.ask('GET', `/v2/batch/scrape/${id}?limit=1&skip=${pages}`));
  }
  await sleep(100); // the last commit
  return cpuMsOf(host.pid) - before;
}
