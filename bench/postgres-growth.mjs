// Deletion, churn and claims in PostgreSQL, with the crawl store alone. `claims`: durations of claims of 16 URLs at once while very many wait. `delete`: longest wait of a statement for a lock while a job with many pages is deleted, and
// durations of the calls of another job, which depend on what else the machine does, and on its disk: `--fsync off` leaves out what its flushes take. `growth`: size of the files after many times the pages of a store went through it ÷ that of the store when it was filled for the first time.
// Pages are copies of one that the store wrote; jobs are created, ended and deleted by the store. Build first: npm run build:lib.
// Run: node bench/postgres-growth.mjs [claims | delete | growth] [--waiting 1000000] [--pages 100000] [--through 1000000] [--fsync off]
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { PostgresConnection } from '../libs/web-extract/build/drivers/postgres/connection/postgres-connection.js';
import { PostgresCrawlStore } from '../libs/web-extract/build/drivers/postgres/crawl/postgres.crawl-store.js';
import { PostgresSchema } from '../libs/web-extract/build/drivers/postgres/schema/postgres-schema.js';
import { findPostgres, startPostgres } from '../scripts/ready/postgres.mjs';

const GOALS = { claimMs: 10, lockMs: 100, growth: 2 };
const SCHEMA = 'growth';
const LEASE_MS = 60_000;
const PAGE_CHARACTERS = 3_000;
const JOBS = 10;
const CLAIMED_AT_ONCE = 16;
const CLAIMS = 2_000;
/** URLs added by one call, as those of a sitemap. */
const LIST = 20_000;
const FACTS = { startedAt: 0, durationMs: 0, bytes: PAGE_CHARACTERS, flags: [], refused: {} };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    waiting: { type: 'string', default: '1000000' },
    pages: { type: 'string', default: '100000' },
    through: { type: 'string', default: '1000000' },
    fsync: { type: 'string', default: 'on' },
  },
});
const [waiting, pages, through] = [values.waiting, values.pages, values.through].map(Number);
/** Claims leave a large job behind. */
const parts = { delete: measureDeletion, growth: measureGrowth, claims: measureClaims };
/** The default of a minute for a million pages; fewer pages pass in less time. */
const autovacuum_naptime = `${Math.max(1, Math.round((60 * through) / 1_000_000))}s`;
const server = await startPostgres(await findPostgres(), { autovacuum_naptime, fsync: values.fsync });
const connection = new PostgresConnection({ target: server.url, schema: SCHEMA, maxConnections: 10 });
await new PostgresSchema(connection, SCHEMA).migrate();
const store = new PostgresCrawlStore(connection);
let jobs = 0;
for (const [name, measure] of Object.entries(parts))
  if (positionals.length === 0 || positionals.includes(name)) await measure();
await store.close();
await connection.close();
await server.stop();

async function measureClaims() {
  const id = await createJob();
  for (let n = 0; n < waiting; n += LIST) await addUrls(id, Math.min(LIST, waiting - n), n);
  const claim = async () => {
    const takes = Array.from({ length: CLAIMED_AT_ONCE }, () => store.frontier.take(id, 'bench', LEASE_MS));
    const taken = await Promise.all(takes);
    if (taken.some(({ kind }) => kind !== 'task')) throw new Error('There was no URL to claim');
  };
  for (let n = 0; n < 100; n++) await claim(); // connections plan their statements
  const durations = [];
  for (let n = 0; n < CLAIMS; n++) {
    const startedAt = performance.now();
    await claim();
    durations.push(performance.now() - startedAt);
  }
  durations.sort((a, b) => a - b);
  console.log(`claims of ${CLAIMED_AT_ONCE} URLs while ${waiting} wait: ${describe(durations)} (bar ${GOALS.claimMs} for 99 %)`); // prettier-ignore
  if (quantile(durations, 0.99) > GOALS.claimMs) miss(`99 % of the claims within ${GOALS.claimMs} ms`);
}

async function measureDeletion() {
  const id = await fillJob(pages);
  const probes = await createJob();
  await addUrls(probes, 20_000);
  const before = await probeWhile(probes, sleep(10_000));
  const startedAt = performance.now();
  const deletion = deleteJob(id);
  const [during, lockMs] = await Promise.all([probeWhile(probes, deletion), lockWaits(deletion)]);
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(`delete: ${pages} pages in ${seconds.toFixed(1)} s; longest wait for a lock ${lockMs.toFixed(1)} ms (bar ${GOALS.lockMs})`); // prettier-ignore
  console.log(`claims and completions of another job: ${describe(during)}; before: ${describe(before)}`);
  if (lockMs > GOALS.lockMs) miss(`waits of at most ${GOALS.lockMs} ms`);
}

async function measureGrowth() {
  const ids = [];
  const perJob = pages / JOBS;
  while (ids.length < JOBS) ids.push(await fillJob(perJob));
  const fresh = await sizes();
  for (let n = pages; n < through; n += perJob) {
    await deleteJob(ids.shift());
    ids.push(await fillJob(perJob));
  }
  const after = await sizes();
  const total = (all) => Object.values(all).reduce((sum, bytes) => sum + bytes);
  const growth = total(after) / total(fresh);
  const megabytes = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
  for (const [table, bytes] of Object.entries(after))
    if (bytes > total(after) / 100) console.log(`${table}: ${megabytes(fresh[table] ?? 0)}, then ${megabytes(bytes)}`); // prettier-ignore
  console.log(`growth: ${through} pages through a store of ${pages}: ${megabytes(total(fresh))}, then ${megabytes(total(after))}, × ${growth.toFixed(2)} (bar ${GOALS.growth})`); // prettier-ignore
  if (growth > GOALS.growth) miss(`a growth of ${GOALS.growth}`);
}

function miss(goal) {
  console.log(`missed: ${goal}`);
  process.exitCode = 1;
}

async function createJob() {
  const id = `00000000-0000-4000-8000-${String(jobs++).padStart(12, '0')}`;
  const job = { id, owner: 'bench', request: { url: 'http://site.test/' }, createdAt: Date.now() };
  await store.create({ job, limit: 1e9, seeds: [urlOf(id, 'first')], idempotencyKey: null });
  return id;
}

async function addUrls(id, count, first = 0) {
  await store.frontier.add(
    id,
    Array.from({ length: count }, (_, n) => urlOf(id, first + n)),
  );
}

function urlOf(id, n) {
  const url = `http://site.test/${id}/section/page-${n}`;
  const parts = { kind: 'page', hops: 1, rule: 'link', foundOn: 'http://site.test/', variantOf: null };
  return { ...parts, url, key: url, host: 'site.test:80' };
}

/** A job with so many pages, which are known URLs of its queue. */
async function fillJob(count) {
  const id = await createJob();
  await addUrls(id, count - 1);
  await visit(id);
  const crawl = `(SELECT crawl FROM {schema}.crawl_states WHERE id = '${id}')`;
  for (const [table, numbers] of [
    ['result_rows', ['position']],
    ['outcome_rows', ['position']],
  ]) {
    const columns = await columnsOf(table);
    const list = columns.map((column) => (numbers.includes(column) ? 'n' : `r.${column}`)).join(', ');
    await bulk(`INSERT INTO {schema}.${table} (${columns.join(', ')})
      SELECT ${list} FROM {schema}.${table} r, generate_series(1, ${count - 1}) n WHERE r.crawl = ${crawl} AND r.position = 0`);
  }
  const keys = `INSERT INTO {schema}.crawl_stored_keys SELECT k.queue, k.hash FROM {schema}.crawl_states s JOIN {schema}.crawl_keys k ON k.queue = s.queue
    WHERE s.id = '${id}' ON CONFLICT DO NOTHING`;
  await bulk(keys);
  await connection.run(`UPDATE {schema}.crawl_states SET pages = $2 WHERE id = $1`, [id, count]);
  return id;
}

/** A statement without the deadline of those of the store. */
async function bulk(text) {
  await connection.unprepared(async (runner) => {
    await runner.run('SET LOCAL statement_timeout = 0');
    await runner.run(text);
  }, 600_000);
}

async function columnsOf(table) {
  const text = `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2`;
  return (await connection.run(text, [SCHEMA, table])).map(({ name }) => name);
}

async function deleteJob(id) {
  await store.finish(id, 'completed', null, 1);
  const swept = 'SELECT count(*) AS left FROM {schema}.crawl_sweeps'; // the queue is deleted first, in the background
  while ((await connection.run(swept))[0].left > 0) await sleep(10);
  await store.expire(Date.now() + 1_000);
}

/** @param durations of the claim and of the completion are added */
async function visit(id, durations = []) {
  const startedAt = performance.now();
  const { task } = await store.frontier.take(id, 'bench', LEASE_MS);
  const takenAt = performance.now();
  let markdown = '';
  for (let n = jobs; markdown.length < PAGE_CHARACTERS; n = (n * 7_919 + 13) % 104_729)
    markdown += `word${n} `;
  const metadata = { title: 'A page', language: 'en' };
  const page = { requestedUrl: task.url, url: task.url, statusCode: 200, markdown, metadata, links: [] };
  const outcome = { kind: 'page', page, keys: [], credits: 1 };
  const reply = await store.frontier.complete(task, outcome, [], FACTS);
  durations.push(takenAt - startedAt, performance.now() - takenAt);
  if (reply !== 'page') throw new Error(`The page was not stored: ${reply}`);
}

/** @returns the durations of claims and completions meanwhile, in order */
async function probeWhile(id, work) {
  const durations = [];
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  while (!isDone) {
    await visit(id, durations);
    await sleep(5);
  }
  await done;
  return durations.sort((a, b) => a - b);
}

/** @returns the longest time for which a statement has waited for a lock meanwhile, in samples */
async function lockWaits(work) {
  const text = `SELECT coalesce(max(extract(epoch FROM clock_timestamp() - query_start) * 1000), 0) AS ms FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  let longest = 0;
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  while (!isDone) {
    const [{ ms }] = await connection.run(text);
    longest = Math.max(longest, ms);
    await sleep(10);
  }
  await done;
  return longest;
}

function quantile(sorted, share) {
  return sorted[Math.floor((sorted.length - 1) * share)];
}

function describe(durations) {
  const at = (share) => quantile(durations, share).toFixed(1);
  return `median ${at(0.5)} ms, 99 % ${at(0.99)} ms, longest ${at(1)} ms`;
}

/** Bytes of each table with its indexes. */
async function sizes() {
  const text = `SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'r'`;
  return Object.fromEntries((await connection.run(text, [SCHEMA])).map(({ name, bytes }) => [name, bytes]));
}
