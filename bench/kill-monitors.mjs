// Ends processes with SIGKILL at random moments while monitors are due every minute, and right after accepted manual runs: looks for checks that are
// lost or made twice, and for changes that are lost or invented.
// Build first (npm run build:lib), then: node bench/kill-monitors.mjs [--store lmdb|redis|postgres] [--kills 50] [--pauses 0] [--monitors 60] [--seed 1]
// --pauses: times that the server answers nothing for six seconds, longer than its clients wait.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startChangingSite } from './changing-site.mjs';
import { startCrawlHost } from './crawl-host.mjs';
import { faultsOf, startPostgresProcess } from './postgres-process.mjs';
import { startRedisProcess } from './redis-process.mjs';

const PAGES = 3;
const MINUTE_MS = 60_000;
/** Pages that a killed process may have fetched without storing them. */
const LANES = 256;
const SETTLE_MS = 180_000;
const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'redis' },
    kills: { type: 'string', default: '50' },
    pauses: { type: 'string', default: '0' },
    monitors: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
});
const [kills, pauses, count] = [values.kills, values.pauses, values.monitors].map(Number);
const PAUSE_MS = 6_000;
const isShared = values.store !== 'lmdb';
let seed = Number(values.seed);
const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
console.log(`${values.store}, seed ${seed}`);

const problems = [];
const runs = []; // accepted manual runs
const dataDir = await mkdtemp(join(tmpdir(), 'kill-monitors-'));
const server = await startServer();
const site = await startChangingSite({ everyMs: 20_000, random });
const hosts = await Promise.all(Array.from({ length: isShared ? 2 : 1 }, start));
const ended = { checks: 0, skipped: 0, late: 0 };

const monitors = [];
for (let n = 0; n < count; n++) monitors.push(await createMonitor(n));
for (let kill = 0; kill < kills; kill++) {
  await sleep(1_000 + random() * 5_000);
  // every third kill comes right after the answer to a manual run
  if (kill % 3 === 2) await runSome();
  await killSome();
}
for (let pause = 0; pause < pauses; pause++) {
  await sleep(5_000 + random() * 15_000);
  await runSome();
  await sleep(random() * 2_000);
  await server.pause(PAUSE_MS);
}
await settle();
for (const monitor of monitors) await judge(monitor);
await lastMessages();
judgeRuns();
judgeVisits();
judgeMessages();
await Promise.all(hosts.map((host) => host.stop()));
await server?.remove();
site.close();
await rm(dataDir, { recursive: true });
console.log(
  `${kills} kills, ${pauses} pauses: ${ended.checks} checks ended, ${ended.skipped} were skipped for overlap, ${runs.length} manual runs, ` +
    `${site.messages.length} messages, the latest start was ${(ended.late / 1000).toFixed(1)} s late`,
);
for (const problem of problems.slice(0, 40)) console.log(`PROBLEM ${problem}`);
console.log(problems.length === 0 ? 'nothing lost, nothing doubled' : `${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

function startServer() {
  if (values.store === 'postgres') return startPostgresProcess();
  return values.store === 'redis' ? startRedisProcess() : null;
}

function start() {
  return startCrawlHost({
    ...(isShared ? { [values.store]: server.url, role: 'all' } : { dataDir }),
    limits: { leaseMs: 5_000 },
    options: { history: {}, monitors: { minIntervalMs: 1_000, maxPerOwner: 1_000 }, browser: false },
  });
}

/** Kinds by turns: due at a second of its own, due at the full minute, only run by hand, adaptive. */
async function createMonitor(n) {
  const urls = Array.from({ length: PAGES }, (_, page) => `${site.url}/m${n}/${page}`);
  const kind = ['spread', 'sharp', 'manual', 'adaptive'][n % 4];
  const schedule = {
    spread: { text: 'every minute' },
    sharp: { cron: '* * * * *' },
    manual: { cron: '0 0 1 1 *' },
    adaptive: { adaptive: { minMinutes: 0.05, maxMinutes: 0.2 } },
  }[kind];
  const body = {
    name: `m${n}`,
    schedule,
    targets: [{ type: 'scrape', urls }],
    webhook: { url: `${site.url}/hook`, events: ['monitor.check.completed'] },
  };
  const { data } = await ask('POST', '/v2/monitor', body);
  return { id: data.id, kind, name: data.name, firstRunAt: data.nextRunAt };
}

/** What may be asked twice is asked again while the store does not answer. */
async function ask(method, path, body) {
  for (const givenUpAt = Date.now() + SETTLE_MS; ;) {
    const host = hosts[Math.floor(random() * hosts.length)];
    const answer = await host.ask(method, path, body).catch((error) => error);
    if (!(answer instanceof Error)) return answer;
    if (method === 'POST' || !/: 503 /.test(answer.message) || Date.now() > givenUpAt) throw answer;
    await sleep(1_000);
  }
}

async function runSome() {
  const chosen = monitors.filter(({ kind }) => kind === 'manual');
  await Promise.all(
    chosen.map(async (monitor) => {
      const accepted = await ask('POST', `/v2/monitor/${monitor.id}/run`).catch((error) => {
        if (!/: (?:409|503) /.test(error.message)) throw error; // it runs already, or its store is away
      });
      if (accepted) runs.push({ monitor, checkId: accepted.data.id });
    }),
  );
}

/** One process, or every fourth time all of them, and their successors; of PostgreSQL, also the server and its connections. */
async function killSome() {
  const faults = values.store === 'postgres' ? Object.values(faultsOf(server)) : [];
  const fault = faults[Math.floor(random() * 2 * faults.length)];
  if (fault) return fault();
  const first = Math.floor(random() * hosts.length);
  const chosen = random() < 0.25 ? [...hosts.keys()] : [first];
  await Promise.all(chosen.map((at) => hosts[at].kill()));
  await Promise.all(
    chosen.map(async (at) => {
      hosts[at] = await start();
    }),
  );
}

/** Waits until each check has ended; no further ones begin. */
async function settle() {
  for (const { id } of monitors) await ask('PATCH', `/v2/monitor/${id}`, { status: 'paused' });
  const givenUpAt = Date.now() + SETTLE_MS;
  for (const { id, name } of monitors) {
    while ((await ask('GET', `/v2/monitor/${id}`)).data.currentCheckId !== null) {
      if (Date.now() > givenUpAt) {
        problems.push(`${name}: its check does not end`);
        break;
      }
      await sleep(200);
    }
  }
}

/** The messages of a killed process are sent when its lease of two minutes has expired. */
async function lastMessages() {
  const ended = monitors.flatMap(({ checks }) => checks).filter(({ status }) => status !== 'skipped_overlap');
  const isLeft = () => ended.some(({ id }) => !site.messages.some((message) => message.id === id));
  for (const givenUpAt = Date.now() + SETTLE_MS; isLeft() && Date.now() < givenUpAt;) await sleep(1_000);
  await sleep(2_000); // for those that are sent again
}

async function checksOf({ id }) {
  const checks = [];
  for (let offset = 0; ; offset += 100) {
    const { data } = await ask('GET', `/v2/monitor/${id}/checks?limit=100&offset=${offset}`);
    checks.unshift(...data.reverse());
    if (data.length < 100) return checks;
  }
}

async function judge(monitor) {
  const checks = await checksOf(monitor);
  monitor.checks = checks;
  monitor.visits = 0;
  judgeSlots(monitor, checks);
  const editions = new Map();
  for (const check of checks) {
    if (check.status === 'skipped_overlap') {
      ended.skipped++;
      continue;
    }
    ended.checks++;
    if (check.scheduledFor !== null && monitor.kind === 'sharp')
      ended.late = Math.max(ended.late, Date.parse(check.startedAt) - Date.parse(check.scheduledFor));
    if (check.status !== 'completed')
      problems.push(`${monitor.name}: a check is ${check.status}: ${check.error}`);
    await judgePages(monitor, check, editions);
  }
}

/** Each minute from the first run on has one check: it may be late, but none is missing or made twice. */
function judgeSlots({ name, kind, firstRunAt }, checks) {
  const slots = checks.flatMap(({ scheduledFor }) => (scheduledFor === null ? [] : Date.parse(scheduledFor)));
  if (new Set(slots).size !== slots.length) problems.push(`${name}: two checks for the same time`);
  if (kind !== 'spread' && kind !== 'sharp') return;
  const isDue = Date.now() > Date.parse(firstRunAt) + 2 * MINUTE_MS;
  if (isDue && slots[0] !== Date.parse(firstRunAt)) problems.push(`${name}: no check for its first time`);
  for (const [at, slot] of slots.slice(1).entries())
    if (slot - slots[at] !== MINUTE_MS)
      problems.push(`${name}: ${(slot - slots[at]) / 1000} s between two checks`);
}

/** Each page once, and each change from the edition that the previous change led to. */
async function judgePages(monitor, { id }, editions) {
  const { data } = await ask('GET', `/v2/monitor/${monitor.id}/checks/${id}?limit=100`);
  monitor.visits += data.pages.length;
  const urls = new Set(data.pages.map(({ url }) => url));
  const isWhole = monitor.kind === 'adaptive' ? urls.size > 0 : urls.size === PAGES;
  if (!isWhole || urls.size !== data.pages.length || data.summary.totalPages !== data.pages.length)
    problems.push(`${monitor.name}: a check has ${data.pages.length} pages, ${urls.size} of them distinct`);
  for (const { url, status, diff, error } of data.pages) {
    const known = editions.get(url);
    if (status === 'error') problems.push(`${monitor.name}: ${url} was not read: ${error}`);
    else if (status === 'new' && known === undefined) editions.set(url, null);
    else if (status === 'changed') {
      const [, before] = /^-.* called (\w+)/m.exec(diff?.text ?? '') ?? [];
      const [, after] = /^\+.* called (\w+)/m.exec(diff?.text ?? '') ?? [];
      if (after === undefined || known === undefined || (known !== null && known !== before))
        problems.push(`${monitor.name}: ${url} changed from ${before} to ${after}, it was ${known} before`);
      editions.set(url, after);
    } else if (status !== 'same' || known === undefined)
      problems.push(`${monitor.name}: ${url} is ${status}`);
  }
}

function judgeRuns() {
  for (const { monitor, checkId } of runs) {
    const found = monitor.checks.filter(({ id }) => id === checkId);
    if (found.length !== 1 || found[0].trigger !== 'manual')
      problems.push(`${monitor.name}: an accepted run is there ${found.length} times`);
  }
  const manual = monitors.flatMap(({ checks }) => checks.filter(({ trigger }) => trigger === 'manual'));
  if (manual.length !== runs.length)
    problems.push(`${manual.length} manual checks of ${runs.length} accepted runs`);
}

/** A check that is made twice fetches its pages twice. */
function judgeVisits() {
  const fetched = [...site.visits.values()].reduce((sum, visits) => sum + visits, 0);
  const checked = monitors.reduce((sum, { visits }) => sum + visits, 0);
  console.log(`${checked} pages checked, ${fetched - checked} fetched again`);
  if (fetched - checked > (kills + pauses) * LANES) problems.push(`${fetched - checked} pages fetched again`);
}

function judgeMessages() {
  const told = new Map();
  for (const { id } of site.messages) told.set(id, (told.get(id) ?? 0) + 1);
  const again = site.messages.length - told.size;
  console.log(`${again} messages sent again`);
  if (again > 2 * (kills + pauses)) problems.push(`${again} messages sent again`);
  for (const { name, checks } of monitors)
    for (const { id, status } of checks)
      if (status !== 'skipped_overlap' && !told.has(id)) problems.push(`${name}: no message about a check`);
}
