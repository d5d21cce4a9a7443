// Ends processes with SIGKILL while an index is kept in sync with a site that changes: the one that syncs, the one with the index, and with a server
// the one that crawls, PostgreSQL and its connections; then looks for chunks that were lost or left behind.
// Build first (npm run build), then: node bench/kill-sync.mjs [--store lmdb|redis|postgres] [--kills 50] [--seed 1]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ChangingSite, randomFrom } from '../examples/changing-site.mjs';
import { faultsOf, startPostgresProcess } from './postgres-process.mjs';
import { startRedisProcess } from './redis-process.mjs';

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'lmdb' },
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
});
const kills = Number(values.kills);
/** Kills between two looks at the index. */
const LOOK_EVERY = 5;
/** Latest moment of a kill after the start of a sync, in milliseconds. */
const LATEST_MS = 2_500;
const PAGES = 40;

const random = randomFrom(Number(values.seed));
console.log(`${values.store}, seed ${values.seed}`);
const folder = await mkdtemp(join(tmpdir(), 'kill-sync-'));
const server = await startServer();
const site = await new ChangingSite(Number(values.seed), PAGES).listen();
const settings = {
  site: site.url,
  store: values.store,
  serverUrl: server?.url ?? '',
  dataDir: join(folder, 'web'),
};
const index = program('sync-index.mjs', { file: join(folder, 'index.jsonl') });
await index.start();
const reader = program('sync-reader.mjs', { ...settings, role: server ? 'api' : 'all' });
const service = server ? program('sync-reader.mjs', { ...settings, role: 'worker' }) : null;
for (const one of [reader, service]) await one?.start();
const targets = [reader, index, ...(service ? [service] : []), ...faults()];
const killed = new Map(targets.map((target) => [target, 0]));
const problems = [];

for (let kill = 0; kill < kills; kill++) {
  site.change();
  const target = targets[kill % targets.length];
  const end = reader.ask('sync', { indexUrl: index.url }).catch(() => {}); // the kill
  await sleep(50 + random() * LATEST_MS);
  await target.kill();
  killed.set(target, killed.get(target) + 1);
  if (target !== reader) await Promise.race([end, sleep(LATEST_MS)]);
  await target.start?.();
  if (target !== reader) await end; // fails while the index is away, waits while the service is
  if (kill % LOOK_EVERY === LOOK_EVERY - 1) await look(kill + 1);
}
for (const one of [reader, index, service]) await one?.kill();
await server?.remove();
site.close();
await rm(folder, { recursive: true });
for (const problem of problems) console.log(`PROBLEM ${problem}`);
console.log(
  `${kills} kills (${[...killed.values()].join(', ')}): ${problems.length === 0 ? 'nothing lost, nothing left behind' : `${problems.length} problems`}`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

function startServer() {
  if (values.store === 'postgres') return startPostgresProcess();
  return values.store === 'redis' ? startRedisProcess() : null;
}

/** Those of PostgreSQL end by themselves. */
function faults() {
  return values.store === 'postgres' ? Object.values(faultsOf(server)).map((kill) => ({ kill })) : [];
}

/** Compares the index with the pages of the site. The first sync may continue the crawl of an interrupted one. */
async function look(kill) {
  await reader.ask('sync', { indexUrl: index.url });
  await reader.ask('sync', { indexUrl: index.url });
  const chunks = await (await fetch(index.url)).json();
  const found = chunks
    .filter(({ pageUrl }) => pageUrl !== site.url)
    .flatMap(({ pageUrl, text }) => marksOf(new URL(pageUrl).pathname, text));
  const expected = [...site.pages]
    .filter(([, { status }]) => status === 200)
    .flatMap(([path, { sections }]) => sections.flatMap(({ text }) => marksOf(path, text)));
  const [has, needs] = [new Set(found), new Set(expected)];
  const lost = expected.filter((mark) => !has.has(mark));
  const left = found.filter((mark) => !needs.has(mark));
  console.log(
    `after ${kill} kills: ${chunks.length} chunks, ${lost.length} lost, ${left.length} left behind`,
  );
  if (lost.length > 0) problems.push(`after ${kill} kills: lost ${lost.slice(0, 5).join(', ')}`);
  if (left.length > 0) problems.push(`after ${kill} kills: left behind ${left.slice(0, 5).join(', ')}`);
}

/** Each text of the site ends with a number of its own. */
function marksOf(path, text) {
  return [...text.matchAll(/ (\d+)\.(?=\s|$)/g)].map(([, number]) => `${path} ${number}`);
}

/** A process that may be killed and started again. */
function program(file, environment) {
  let child;
  const one = { start, kill, ask, url: '' };
  process.once('exit', () => child?.kill('SIGKILL'));
  return one;

  async function start() {
    child = fork(new URL(file, import.meta.url), { env: { ...process.env, ...environment } });
    const [{ url }] = await once(child, 'message');
    one.url = url ?? one.url;
  }

  async function kill() {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }

  async function ask(what, facts) {
    const asked = child;
    asked.send({ what, ...facts });
    const ended = new AbortController();
    const { signal } = ended;
    const gone = once(asked, 'exit', { signal }).then(() => Promise.reject(new Error('killed')));
    try {
      const [{ error, result }] = await Promise.race([once(asked, 'message', { signal }), gone]);
      if (error) throw new Error(error);
      return result;
    } finally {
      ended.abort();
      gone.catch(() => {});
    }
  }
}
