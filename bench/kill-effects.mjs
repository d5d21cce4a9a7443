// Ends hosts, their database and its connections at random moments while handlers write pages, and sinks the chunks of a site that changes,
// exactly once; counts what was lost or doubled.
// Build first (npm run build), then: node bench/kill-effects.mjs [--kills 300] [--seed 1]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { ChangingSite } from '../examples/changing-site.mjs';
import { findPostgres, startPostgres } from '../scripts/ready/postgres.mjs';

const HOST = fileURLToPath(new URL('effects-host.mjs', import.meta.url));
const TYPEORM = fileURLToPath(new URL('../test/clients/recipes/node_modules/typeorm', import.meta.url));
const URLS = 12;
const SINKS = ['ours', 'host'];
const PAGES = 20;
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
});
const kills = Number(values.kills);
let seed = Number(values.seed);
const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
console.log(`seed ${seed}`);

const hasTypeorm = existsSync(TYPEORM);
const handlers = ['ours', 'host', ...(hasTypeorm ? ['typeorm'] : [])];
const server = await startPostgres(await findPostgres());
const schema = 'web_extract';
await inDatabase((client) => client.query('CREATE TABLE effects (handler text, job text, url text)'));
await inDatabase((client) =>
  client.query(`CREATE TABLE chunks
  (sink text, id text, page text, text text, version text, passed int DEFAULT 1, doubled int, PRIMARY KEY (sink, id))`),
);
const changing = await new ChangingSite(Number(values.seed), PAGES).listen();
const site = createServer((request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(
    `<title>${request.url}</title><main><p>${'Words of a page. '.repeat(20)}${request.url}</p></main>`,
  );
});
site.listen(0, '127.0.0.1');
await once(site, 'listening');
const base = `http://127.0.0.1:${site.address().port}`;

const jobs = new Map();
const counts = { host: 0, server: 0, connections: 0 };
const hosts = await Promise.all([startHost(), startHost()]);
let batch = 0;
for (let kill = 0; kill < kills; kill++) {
  submit(hosts[kill % 2]);
  changing.change();
  await sleep(100 + random() * 500);
  const dice = random();
  if (dice < 0.4) {
    counts.host++;
    const at = random() < 0.5 ? 0 : 1;
    hosts[at].child.kill('SIGKILL');
    hosts[at] = await startHost();
  } else if (dice < 0.55) {
    counts.server++;
    await server.crash();
    await sleep(random() * 1_000);
    await server.start();
  } else {
    counts.connections++;
    await inSuperDatabase((client) =>
      client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE usename = 'web_extract' AND random() < 0.5`),
    ).catch(() => {});
  }
  if (kill % 25 === 24)
    console.log(
      `${kill + 1} kills, ${await waiting()} effects and ${(await differences()).length} chunks to come`,
    );
}
const lost = await finish(waiting);
const differing = (await finish(async () => (await differences()).length)) > 0 ? await differences() : [];
const doubled = await inDatabase((client) => client.query('SELECT handler, job, url, count(*) FROM effects GROUP BY 1, 2, 3 HAVING count(*) > 1')); // prettier-ignore
const total = await inDatabase((client) => client.query('SELECT handler, count(*)::int AS effects FROM effects GROUP BY 1 ORDER BY 1')); // prettier-ignore
console.log(`killed: ${JSON.stringify(counts)}; effects: ${JSON.stringify(total.rows)}`);
const chunks = (await inDatabase((client) => client.query(`SELECT sink, sum(passed)::int AS passed, sum(doubled)::int AS doubled FROM chunks
  GROUP BY 1 ORDER BY 1`))).rows; // prettier-ignore
const doubledChunks = chunks.reduce((sum, row) => sum + row.doubled, 0);
console.log(`${lost} lost, ${doubled.rowCount} doubled, of ${jobs.size} jobs`);
console.log(
  `chunks of sinks: ${JSON.stringify(chunks)}; ${differing.length} lost or left behind, ${doubledChunks} doubled`,
);
for (const mark of differing.slice(0, 5)) console.log(`CHUNK ${mark}`);
for (const row of doubled.rows.slice(0, 5)) console.log(`DOUBLED ${JSON.stringify(row)}`);
for (const { child } of hosts) child.kill('SIGTERM');
await Promise.all(hosts.map(({ child }) => child.exitCode ?? once(child, 'exit')));
site.close();
changing.close();
await server.stop();
process.exit(lost + doubled.rowCount + differing.length + doubledChunks === 0 ? 0 : 1);

async function startHost() {
  for (;;) {
    const child = spawn(process.execPath, [HOST, JSON.stringify({ url: server.url, schema, hasTypeorm, site: changing.url })], { stdio: ['pipe', 'pipe', 'inherit'] }); // prettier-ignore
    child.stdin.on('error', () => {});
    const isReady = await new Promise((resolve) => {
      child.once('exit', () => resolve(false));
      child.stdout.on('data', (chunk) => {
        for (const line of String(chunk).split('\n')) {
          if (line === 'ready') resolve(true);
          const [what, name, id, ...rest] = line.split(' ');
          if (what === 'job' && rest.length === 0) jobs.set(name, id);
        }
      });
    });
    if (isReady) return { child };
    await sleep(200); // the database was away when the host needed it
  }
}

/** The job exists if the host said so; one that was killed before may have started it, too. */
function submit({ child }) {
  const name = `batch-${++batch}`;
  const urls = Array.from({ length: URLS }, (_, n) => `${base}/${name}/${n}`);
  child.stdin.write(`${JSON.stringify({ name, urls })}\n`);
}

async function waiting() {
  const ids = [...jobs.values()];
  const { rows } = await inDatabase((client) => client.query('SELECT count(*)::int AS n FROM (SELECT DISTINCT handler, job, url FROM effects WHERE job = ANY ($1)) e', [ids])); // prettier-ignore
  return ids.length * (URLS * handlers.length + 1) - rows[0].n;
}

/** Texts of the site that a sink lacks, and those that it has and the site has not. Each text of the site ends with a number. */
async function differences() {
  const { rows } = await inDatabase((client) => client.query('SELECT sink, page, text FROM chunks WHERE version IS NOT NULL')); // prettier-ignore
  const marksOf = (path, text) => [...text.matchAll(/ (\d+)\.(?=\s|$)/g)].map(([, n]) => `${path} ${n}`);
  const expected = new Set(
    [...changing.pages]
      .filter(([, { status }]) => status === 200)
      .flatMap(([path, { sections }]) => sections.flatMap(({ text }) => marksOf(path, text))),
  );
  return SINKS.flatMap((sink) => {
    const found = new Set(
      rows
        .filter((row) => row.sink === sink && row.page !== changing.url)
        .flatMap(({ page, text }) => marksOf(new URL(page).pathname, text)),
    );
    const lost = [...expected].filter((mark) => !found.has(mark)).map((mark) => `${sink} lost ${mark}`);
    return [
      ...lost,
      ...[...found].filter((mark) => !expected.has(mark)).map((mark) => `${sink} left ${mark}`),
    ];
  });
}

/** Waits until nothing changes any more. @param waiting counts what is missing @returns how much never took place */
async function finish(waiting) {
  let last = { left: -1, at: Date.now() };
  for (;;) {
    const left = await waiting();
    if (left === 0) return 0;
    if (left !== last.left) last = { left, at: Date.now() };
    if (Date.now() > last.at + 90_000) return left;
    await sleep(500);
  }
}

function inDatabase(work) {
  return withClient(server.url, work);
}

function inSuperDatabase(work) {
  return withClient(server.superUrl, work);
}

async function withClient(url, work) {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client(url);
    client.on('error', () => {});
    try {
      await client.connect();
      return await work(client);
    } catch (error) {
      if (tries >= 20) throw error;
      await sleep(250);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
