// All features at once for an hour, with a fault every minute: memory, handles, sockets, files and threads must stay flat after ten minutes.
// Linux, with a Chromium. Build first (npm run build:lib), then: node bench/soak.mjs [--store lmdb|redis] [--minutes 60] [--pauseMs 2000] [--out FILE]
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cpuMsOf } from './crawl-host.mjs';
import { startRedisProcess } from './redis-process.mjs';
import { faultsOf } from './soak/faults.mjs';
import { grown, median, readingOf } from './soak/readings.mjs';
import { startSites } from './soak/sites.mjs';
import { startSoakHost } from './soak/start-host.mjs';
import { workOf } from './soak/work.mjs';

const KEY = 'key-of-the-soak';
const MINUTE_MS = 60_000;
/** Answers that begin so long after a fault may still be its consequence. */
const AFTERMATH_MS = 40_000;
const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'lmdb' },
    minutes: { type: 'string', default: '60' },
    pauseMs: { type: 'string', default: '2000' },
    out: { type: 'string' },
  },
});
const minutes = Number(values.minutes);

const dataDir = await mkdtemp(join(tmpdir(), 'soak-'));
const redis = values.store === 'redis' ? await startRedisProcess() : null;
const sites = await startSites();
const host = await startSoakHost({ key: KEY, dataDir, redisUrl: redis?.url });
const site = (n) => `http://127.0.0.${n + 1}:${sites.port}`;
const counts = {};
const failures = { during: {}, outside: {} };
let lastFaultAt = 0;
let isOver = false;

const work = workOf({ ask, upload, sync: (url) => host.call('sync', url), base: host.url, key: KEY, site });
const lanes = Object.entries(work).map(([name, piece]) => repeat(name, piece));
const faults = faultsOf({ sites, host, redis, scrape: (path, signal) => ask('POST', '/v2/scrape', { url: site(1) + path }, signal) }); // prettier-ignore
const readings = [];
const startedAt = Date.now();
for (let minute = 1; minute <= minutes; minute++) {
  const [name, cause] = faults[minute % faults.length];
  await sleep(MINUTE_MS / 4);
  lastFaultAt = Date.now() + MINUTE_MS / 2;
  await Promise.race([cause(), sleep(MINUTE_MS / 2)]);
  lastFaultAt = Date.now();
  await sleep(Math.max(0, startedAt + minute * MINUTE_MS - Date.now()));
  await read(minute, name);
}
isOver = true;
await Promise.all(lanes);
await report();

async function ask(method, path, body, signal) {
  const headers = body ? { 'content-type': 'application/json' } : {};
  return answer(path, { method, headers, signal, ...(body ? { body: JSON.stringify(body) } : {}) });
}

function upload(path, form) {
  return answer(path, { method: 'POST', headers: {}, body: form });
}

async function answer(path, request) {
  const headers = { ...request.headers, authorization: `Bearer ${KEY}` };
  const response = await fetch(host.url + path, { ...request, headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 160)}`);
  return JSON.parse(text);
}

/** One lane of each kind, so that no kind crowds out the others. */
async function repeat(name, piece) {
  while (!isOver) {
    try {
      await piece();
      counts[name] = (counts[name] ?? 0) + 1;
    } catch (error) {
      const when = Date.now() - lastFaultAt < AFTERMATH_MS ? failures.during : failures.outside;
      const reason = `${name}: ${error.message.replace(/\d{2,}/g, 'n').slice(0, 120)}`;
      when[reason] = (when[reason] ?? 0) + 1;
    }
    await sleep(Math.random() * 2 * Number(values.pauseMs));
  }
}

async function read(minute, fault) {
  const reading = { minute, fault, ...readingOf(host.pid, await host.call('memory')) };
  readings.push(reading);
  const figures = Object.entries(reading).map(
    ([name, value]) => `${name} ${Math.round(value * 10) / 10 || value}`,
  );
  console.log(figures.join(', '));
}

async function report() {
  const [from, window] =
    minutes >= 30 ? [10, 10] : [Math.floor(minutes / 3), Math.max(1, Math.floor(minutes / 3))];
  const cpuMs = cpuMsOf(host.pid);
  await host.stop();
  sites.close();
  await redis?.remove();
  await rm(dataDir, { recursive: true, force: true });
  const problems = [
    ...grown(readings, from, window),
    ...Object.entries(failures.outside).map(([reason, times]) => `${times} times ${reason}`),
  ];
  const summary = {
    store: values.store,
    minutes,
    node: process.version,
    processors: cpus().length,
    load: median(readings, 'load'),
    cpuMs,
    counts,
    failures,
    problems,
    readings,
  };
  if (values.out) await writeFile(values.out, `${JSON.stringify(summary, null, 1)}\n`);
  console.log(JSON.stringify({ counts, during: failures.during }, null, 1));
  for (const problem of problems) console.log(`PROBLEM ${problem}`);
  console.log(problems.length === 0 ? 'flat' : `${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
