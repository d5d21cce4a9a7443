// Requests of each route of the API with random options, in rounds: heap, handles, sockets, files and threads must be flat after the first third.
// Linux. Build first (npm run build:lib), then: node bench/route-leaks.mjs [--requests 1000] [--rounds 12] [--seed 1] [--out FILE]
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Random } from './fuzz/random.mjs';
import { documentOf } from './soak/documents.mjs';
import { grown, readingOf } from './soak/readings.mjs';
import { startSites } from './soak/sites.mjs';
import { startSoakHost } from './soak/start-host.mjs';
import { validBody } from './soak/valid-body.mjs';

const KEY = 'key-of-the-routes';
const LANES = 8;
const MOST_IDS = 50;
/** Results of jobs expire within this time, and so must the memory they took. */
const REST_MS = 5_000;
const TIMEOUT_MS = 60_000;
/** The pages of crawls that clients have read are cached: up to 12 MiB of an owner for each API version. */
const CACHES_MB = 36;
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const random = new Random(Number(values.seed));
const { paths, components } = JSON.parse(
  readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'),
);
const routes = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { requestBody }]) => ({
    path,
    method: method.toUpperCase(),
    content: requestBody?.content ?? {},
  })),
);

const dataDir = await mkdtemp(join(tmpdir(), 'route-leaks-'));
const sites = await startSites();
const host = await startSoakHost({ key: KEY, dataDir });
const site = `http://127.0.0.1:${sites.port}`;
const ids = [];
const answers = {};
const readings = [];
for (let round = 1; round <= rounds; round++) {
  const each = Math.ceil(Number(values.requests) / rounds);
  const queue = Array.from({ length: each }, () => routes).flat();
  await Promise.all(Array.from({ length: LANES }, () => work(queue)));
  await sleep(REST_MS);
  const reading = { round, ...readingOf(host.pid, await host.call('memory')) };
  readings.push(reading);
  console.log(JSON.stringify(reading, (_, value) => (typeof value === 'number' ? Math.round(value) : value)));
}
await host.stop();
sites.close();
await rm(dataDir, { recursive: true, force: true });
const third = Math.floor(rounds / 3);
const problems = grown(readings, third, third, CACHES_MB);
if (answers['5xx'] > 0) problems.push(`${answers['5xx']} answers of 500 and above, except 501 and 503`);
const summary = { routes: routes.length, requests: Number(values.requests), answers, problems, readings };
if (values.out) await writeFile(values.out, `${JSON.stringify(summary, null, 1)}\n`);
console.log(JSON.stringify(answers));
for (const problem of problems) console.log(`PROBLEM ${problem}`);
console.log(problems.length === 0 ? 'flat' : `${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function work(queue) {
  for (let route = queue.pop(); route; route = queue.pop()) await request(route);
}

async function request({ path, method, content }) {
  const target = path
    .replace(/\{target\}/, encodeURIComponent(`${site}/t1/1`))
    .replace(/\{\w+\}/g, () => (ids.length > 0 ? random.pick(ids) : 'none'));
  const query = path.startsWith('/v2/history') ? `?url=${encodeURIComponent(`${site}/t1/1`)}` : '';
  try {
    const response = await fetch(host.url + target + query, {
      method,
      ...bodyOf(content),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    count(response.status);
    remember(await response.text());
  } catch (error) {
    count(error.name);
  }
}

function bodyOf(content) {
  const headers = { authorization: `Bearer ${KEY}` };
  if (content['multipart/form-data']) {
    const body = new globalThis.FormData();
    const [type, bytes] = documentOf('docx', random.below(1e6));
    body.set('file', new globalThis.Blob([bytes], { type }), 'file.docx');
    return { headers, body };
  }
  const schema = content['application/json']?.schema;
  if (!schema) return { headers };
  const page = () => `${site}/t${random.below(4)}/${random.below(200)}`;
  const body = validBody(random, schema, components.schemas, page);
  return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function count(status) {
  const isOdd = typeof status === 'number' && status >= 500 && status !== 501 && status !== 503;
  answers[status] = (answers[status] ?? 0) + 1;
  if (isOdd) answers['5xx'] = (answers['5xx'] ?? 0) + 1;
}

/** Ids of jobs and monitors, for the routes that need one. */
function remember(text) {
  const id = /"id":"([^"]{8,60})"/.exec(text)?.[1];
  if (id === undefined) return;
  ids.push(id);
  if (ids.length > MOST_IDS) ids.shift();
}
