// Sends random requests, documents, WebSocket frames, monitors and options, reads answers of object stores, writes web archives, and lets the demo work with a browser whose answers are mutated.
// The process must live and answer health checks; no answer may be UNKNOWN_ERROR, show a stack or have another form than errors have.
// Build first (npm run build), then: node bench/fuzz.mjs [--seed 1] [--seconds 30] [--only bodies,documents,frames,options,cdp,monitors,objects,warc]
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startDemoProcess } from './demo-process.mjs';
import { fuzzBodies } from './fuzz/bodies.mjs';
import { fuzzCdp, makeFakeBrowser } from './fuzz/cdp.mjs';
import { fuzzDocuments } from './fuzz/documents.mjs';
import { fuzzFrames } from './fuzz/frames.mjs';
import { fuzzMonitors } from './fuzz/monitors.mjs';
import { fuzzOptions } from './fuzz/options.mjs';
import { fuzzObjects, fuzzWarc } from './fuzz/records.mjs';
import { Random } from './fuzz/random.mjs';

const KEY = 'key-of-the-bench';
const HEALTH_MS = 10_000;
const ANSWER_MS = 60_000;
/** Failures of one kind that are shown. */
const MOST_SHOWN = 20;
const PARTS = {
  bodies: fuzzBodies,
  documents: fuzzDocuments,
  frames: fuzzFrames,
  options: fuzzOptions,
  cdp: fuzzCdp,
  monitors: fuzzMonitors,
  objects: fuzzObjects,
  warc: fuzzWarc,
};

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    seconds: { type: 'string', default: '30' },
    only: { type: 'string', default: Object.keys(PARTS).join() },
  },
});
const random = new Random(Number(values.seed));
console.log(`seed ${values.seed}`);

const files = new Map();
const folder = await mkdtemp(join(tmpdir(), 'fuzz-'));
const server = createServer((request, response) => {
  const file = files.get(/^\/file\/(\d+)\//.exec(request.url)?.[1]);
  response.setHeader('content-type', file?.type ?? 'text/html');
  response.end(
    file?.bytes ??
      '<title>Quay</title><article><h1>Quay</h1><p>A lantern.</p><a href="/other">o</a></article>',
  );
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const demo = await startDemoProcess({
  dataDir: join(folder, 'data'),
  nodeOptions: ['--max-old-space-size=512'],
  environment: {
    WEB_EXTRACT_BROWSER: await makeFakeBrowser(folder, values.seed),
    WEB_EXTRACT_BROWSER_SANDBOX: 'off',
    WEB_EXTRACT_MCP: 'true',
  },
});
const context = {
  ask,
  serve,
  key: KEY,
  port: Number(new URL(demo.base).port),
  site: `http://127.0.0.1:${server.address().port}`,
  crawlId: () => random.pick(['x', '0b9f0d9c-8f4e-4a57-9a5e-6c1f8f3f8f1e']),
};

let passed = 0;
const failures = [];
const endsAt = performance.now() + Number(values.seconds) * 1_000;
await Promise.all([...values.only.split(',').map((name) => run(name, random.fork())), watchHealth()]);
const errors = demo.errors();
if (/Unhandled|uncaught|FATAL|TypeError|RangeError/.test(errors))
  failures.push(`log: ${errors.slice(0, 3_000)}`);
else passed++;
await demo.kill();
server.close();
server.closeAllConnections();
await rm(folder, { recursive: true, force: true });
for (const failure of failures.slice(0, MOST_SHOWN)) console.log(`FAILED ${failure}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length > 0 ? 1 : 0);

/** One kind of input after the other until the time is up, each from a seed that a failure names. */
async function run(name, own) {
  while (performance.now() < endsAt) {
    const seed = own.below(2 ** 32);
    const fault = await PARTS[name](new Random(seed), context).catch((error) => error.stack);
    if (fault) failures.push(`${name}, case ${seed}: ${fault}`);
    else passed++;
    if (['options', 'objects', 'warc'].includes(name)) await sleep(1); // they never wait for the demo
  }
}

async function watchHealth() {
  while (performance.now() < endsAt) {
    const signal = AbortSignal.timeout(HEALTH_MS);
    const response = await fetch(`${demo.base}/v0/health/liveness`, { signal }).catch((error) => error);
    if (response.status === 200) passed++;
    else return failures.push(`health: ${response.status ?? response}: ${demo.errors().slice(-1_500)}`);
    await sleep(250);
  }
}

async function ask(method, path, body, headers = {}) {
  const response = await fetch(demo.base + path, {
    method,
    headers: { authorization: `Bearer ${KEY}`, ...headers },
    ...(body === undefined || ['GET', 'HEAD'].includes(method) ? {} : { body }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const type = response.headers.get('content-type') ?? '';
  return { method, status: response.status, type, text: await response.text() };
}

/** @returns the number under which the site answers with these bytes */
function serve(bytes, type) {
  const id = String(files.size % 200);
  files.set(id, { bytes, type });
  return id;
}
