// How long the host's event loop stands still while pages are scraped, over an idle control run; on Linux also how much of
// one turn was the host's own work, for on a busy machine the rest is waiting for a processor.
// Build first (npm run build:lib), then: node bench/event-loop.mjs [--seconds 5]
import { openSync, readSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { KINDS, startPageSite } from './page-site.mjs';
import { inLanes, startScraper } from './scraper.mjs';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' } } });
const FORMATS = ['markdown', 'html', 'rawHtml', 'links'];
const SIZES = [
  { name: '30 KB', bytes: 30_000, pages: 100, lanes: 8, limitMs: 50 },
  { name: '1 MB', bytes: 1_000_000, pages: 4, lanes: 2, limitMs: 50 },
  { name: '10 MiB', bytes: 10 * 1024 * 1024, pages: 1, lanes: 1, limitMs: 150 },
];

/** CPU time of the main thread so far, from the kernel's scheduler; null elsewhere. */
function openCpuClock() {
  if (process.platform !== 'linux') return null;
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`);
  const buffer = Buffer.alloc(64);
  return () => parseInt(buffer.toString('latin1', 0, readSync(file, buffer, 0, 64, 0))) / 1e6;
}

/** Looks at the clock once a turn. */
function watchTurns(cpuMs) {
  let last = cpuMs();
  let longest = 0;
  let timer = setTimeout(function turn() {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
    timer = setTimeout(turn, 1);
  }, 1);
  return () => {
    clearTimeout(timer);
    return longest;
  };
}

async function longestStop(work) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const endTurns = cpuClock && watchTurns(cpuClock);
  delay.enable();
  await work();
  await sleep(20); // the last delay is counted when the loop turns once more
  delay.disable();
  return { delayMs: delay.max / 1e6, ownMs: endTurns?.() ?? Infinity };
}

const cpuClock = openCpuClock();
const site = await startPageSite();
const { scrape, close } = await startScraper();
for (const kind of KINDS) await scrape(`${site.url}/${kind}/30000/first`, FORMATS);

const idle = await longestStop(() => sleep(Number(values.seconds) * 1000));
console.log(`idle: ${idle.delayMs.toFixed(1)} ms`);
let isOver = false;
for (const { name, bytes, pages, lanes, limitMs } of SIZES) {
  for (const kind of KINDS) {
    let failures = 0;
    const scrapeOne = (at) => scrape(`${site.url}/${kind}/${bytes}/${at}`, FORMATS).catch(() => failures++);
    const { delayMs, ownMs } = await longestStop(() => inLanes(pages, lanes, scrapeOne));
    const moreMs = delayMs - idle.delayMs;
    isOver ||= Math.min(moreMs, ownMs) > limitMs;
    const own = ownMs === Infinity ? '' : `, own work ${ownMs.toFixed(1)} ms`;
    const failed = failures > 0 ? `, ${failures} of ${pages} failed` : '';
    console.log(`${name} ${kind}: ${moreMs.toFixed(1)} ms over idle${own} (limit ${limitMs})${failed}`);
  }
}
await close();
site.close();
process.exitCode = isOver ? 1 : 0;
