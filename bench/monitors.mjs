// Many monitors in one process: memory and processor time while none is due, and the delay of their checks when 20 a second, or 2,000 at once, are due.
// Build first (npm run build:lib), then: node bench/monitors.mjs [--store lmdb|redis] [--monitors 10000] [--rate 20] [--seconds 120] [--burst 2000]
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startCrawlHost } from './crawl-host.mjs';
import { startCrawlSite } from './crawl-site.mjs';
import { startRedisProcess } from './redis-process.mjs';

const BARS = { kilobytes: 2, idlePercent: 1, p99Ms: 2_000, lastStartMs: 60_000 };
const OWNERS = 100;
const MINUTE_MS = 60_000;
const SELDOM = { cron: '0 0 1 1 *' };
/** Requests in progress at once. */
const AT_ONCE = 16;
const IDLE_MS = 30_000;
const WARM = 500;
const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'lmdb' },
    monitors: { type: 'string', default: '10000' },
    rate: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '120' },
    burst: { type: 'string', default: '2000' },
  },
});
const [count, rate, seconds, burst] = [values.monitors, values.rate, values.seconds, values.burst].map(
  Number,
);
const problems = [];
const dataDir = await mkdtemp(join(tmpdir(), 'monitors-'));
const redis = values.store === 'redis' ? await startRedisProcess() : null;
const site = await startCrawlSite({ pages: 1, latencyMs: 5, address: '0.0.0.0' });
const keys = Array.from({ length: OWNERS }, (_, n) => `owner-${n}`);
const host = await startCrawlHost({
  ...(redis ? { redis: redis.url, role: 'all' } : { dataDir }),
  keys,
  options: { history: {}, browser: false, monitors: { minIntervalMs: 60_000 } },
});

const monitors = Array.from({ length: count }, (_, n) => ({ n, key: keys[n % OWNERS] }));
await each(monitors.slice(0, WARM), create);
const heapBefore = await heapBytes();
await each(monitors.slice(WARM), create);
judge('KB a monitor', ((await heapBytes()) - heapBefore) / (count - WARM) / 1_024, BARS.kilobytes);
judge('% of a processor while none is due', 100 * (await loadOver(IDLE_MS)), BARS.idlePercent);
await steadily();
await atOnce();

await host.stop();
await redis?.remove();
site.close();
await rm(dataDir, { recursive: true });
for (const problem of problems) console.log(`PROBLEM ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function create(monitor) {
  // each owner has a host of its own: all of 127.0.0.0/8 is this machine
  const url = `http://127.0.1.${1 + (monitor.n % OWNERS)}:${site.port}/m${monitor.n}/`;
  const body = { name: `m${monitor.n}`, schedule: SELDOM, targets: [{ type: 'scrape', urls: [url] }] };
  monitor.id = (await host.ask('POST', '/v2/monitor', body, monitor.key)).data.id;
}

/** Monitors of every minute, each at a second of its own. */
async function steadily() {
  const chosen = monitors.slice(0, rate * 60);
  await each(chosen, (monitor) => change(monitor, { schedule: { text: 'every minute' } }));
  await sleep(5_000);
  const from = Date.now();
  const load = await loadOver(seconds * 1_000);
  await each(chosen, (monitor) => change(monitor, { status: 'paused' }));
  await ended(chosen);
  const checks = (await checksOf(chosen)).filter(({ scheduledFor }) => scheduledFor >= from);
  const delays = delaysOf(checks);
  const skipped = checks.filter(({ status }) => status.startsWith('skipped')).length;
  console.log(
    `${(checks.length / seconds).toFixed(1)} due a second: ${checks.length} checks, ${skipped} skipped, ` +
      `start after ${at(delays, 0.5)} ms (median), at most ${delays.at(-1)} ms, ${(100 * load).toFixed(0)} % of a processor`,
  );
  judge('ms to the start of a check (p99)', at(delays, 0.99), BARS.p99Ms);
  if (skipped > 0) problems.push(`${skipped} checks were skipped`);
}

/** Monitors that are due at the same minute. */
async function atOnce() {
  const chosen = monitors.slice(rate * 60, rate * 60 + burst);
  const minute = new Date(Math.ceil((Date.now() + 2 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS);
  const schedule = { cron: `${minute.getUTCMinutes()} ${minute.getUTCHours()} * * *` };
  await each(chosen, (monitor) => change(monitor, { schedule }));
  await sleep(Math.max(0, minute - Date.now()) + 1_000);
  await ended(chosen);
  const checks = await checksOf(chosen);
  const delays = delaysOf(checks);
  const lastEnd = Math.max(...checks.map(({ finishedAt }) => finishedAt)) - minute.getTime();
  console.log(
    `${checks.length} due at once: half of them started after ${at(delays, 0.5)} ms, all ended after ${(lastEnd / 1_000).toFixed(1)} s`,
  );
  judge('ms to the last start', delays.at(-1), BARS.lastStartMs);
  if (checks.length !== burst || checks.some(({ status }) => status !== 'completed'))
    problems.push(
      `${checks.filter(({ status }) => status === 'completed').length} of ${burst} checks completed`,
    );
}

function change({ id, key }, body) {
  return host.ask('PATCH', `/v2/monitor/${id}`, body, key);
}

/** Waits until no check of the monitors is queued or running. */
async function ended(chosen) {
  await each(chosen, async ({ id, key }) => {
    while ((await host.ask('GET', `/v2/monitor/${id}`, undefined, key)).data.currentCheckId !== null)
      await sleep(500);
  });
}

async function checksOf(chosen) {
  const found = [];
  await each(chosen, async ({ id, key }) => {
    const { data } = await host.ask('GET', `/v2/monitor/${id}/checks?limit=100`, undefined, key);
    for (const { status, scheduledFor, startedAt, finishedAt } of data) {
      const dueAt = Date.parse(scheduledFor) + spreadOf(id);
      found.push({
        status,
        scheduledFor: dueAt,
        startedAt: Date.parse(startedAt),
        finishedAt: Date.parse(finishedAt),
      });
    }
  });
  return found;
}

/** Delay of a monitor within the minute: see begin-check.ts. Only schedules in words are spread. */
function spreadOf(id) {
  const monitor = monitors.find((one) => one.id === id);
  if (monitor.n >= rate * 60) return 0;
  return createHash('sha256').update(id).digest().readUInt32BE(0) % MINUTE_MS;
}

function delaysOf(checks) {
  const started = checks.filter(({ startedAt }) => startedAt > 0);
  return started.map(({ startedAt, scheduledFor }) => startedAt - scheduledFor).sort((a, b) => a - b);
}

function at(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

async function each(list, work) {
  const queue = [...list];
  const lane = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function heapBytes() {
  await sleep(2_000);
  const readings = [];
  for (let n = 0; n < 5; n++) readings.push(await host.heapBytes());
  return Math.min(...readings);
}

/** Share of one processor over a while. */
async function loadOver(ms) {
  await sleep(2_000);
  const before = host.cpuMs();
  await sleep(ms);
  return (host.cpuMs() - before) / ms;
}

function judge(what, figure, most) {
  console.log(`${what}: ${figure.toFixed(2)} (at most ${most})`);
  if (!(figure <= most)) problems.push(`${figure.toFixed(2)} ${what}, more than ${most}`);
}
