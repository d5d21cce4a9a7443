// How long the demo takes from the start of its process to its first answered scrape.
// Usage: node bench/cold-start.mjs [runs, default 7]
// Prints, for each run, when it listened, when the page was there, and the processor time of the whole process until then
// (which other work on the machine does not change); then the medians. Build first: npm run build.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../apps/demo/dist/main.js', import.meta.url));
const KEY = 'key-of-the-bench';
const RUNS = Number(process.argv[2] ?? 7);
const TICK_MS = 10; // of /proc/<pid>/stat on Linux

const PAGE = `<!doctype html><html lang="en"><title>Page</title><main><h1>Page</h1>${'<p>A paragraph of the page, long enough to be text.</p>'.repeat(300)}</main></html>`;

const site = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE);
}).listen(0, '127.0.0.1');
await once(site, 'listening');
const address = `127.0.0.1:${site.address().port}`;

const results = [];
for (let run = 0; run < RUNS; run += 1) {
  const result = await startAndScrape();
  results.push(result);
  console.log(describe(result));
}
console.log(`median: ${describe(medians(results))}`);
site.closeAllConnections();
site.close();

async function startAndScrape() {
  const dataDir = mkdtempSync(join(tmpdir(), 'web-extract-bench-'));
  const startedAt = performance.now();
  const demo = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      LOG_LEVEL: 'error',
      WEB_EXTRACT_API_KEYS: KEY,
      WEB_EXTRACT_ALLOW_PRIVATE: address,
      WEB_EXTRACT_DATA_DIR: dataDir,
    },
  });
  try {
    const base = await addressOf(demo);
    const listeningMs = performance.now() - startedAt;
    await scrape(base);
    return { listeningMs, scrapedMs: performance.now() - startedAt, cpuMs: processorTime(demo.pid) };
  } finally {
    demo.kill('SIGTERM');
    await once(demo, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function addressOf(demo) {
  for await (const line of createInterface({ input: demo.stdout })) {
    const match = /^Listening on (\S+)/.exec(line);
    if (match) return match[1];
  }
  throw new Error('the demo ended before it listened');
}

async function scrape(base) {
  const response = await fetch(`${base}/v1/scrape`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}`, connection: 'close' },
    body: JSON.stringify({ url: `http://${address}/` }),
  });
  const { data } = await response.json();
  if (!data?.markdown.startsWith('# Page')) throw new Error(`no page: ${response.status}`);
}

/** User and system time of a process and its threads; NaN where there is no /proc. */
function processorTime(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return NaN;
  }
}

function medians(list) {
  const median = (name) => list.map((result) => result[name]).sort((a, b) => a - b)[list.length >> 1];
  return { listeningMs: median('listeningMs'), scrapedMs: median('scrapedMs'), cpuMs: median('cpuMs') };
}

function describe({ listeningMs, scrapedMs, cpuMs }) {
  return `listening ${listeningMs.toFixed(0)} ms, first page ${scrapedMs.toFixed(0)} ms, processor ${cpuMs.toFixed(0)} ms`;
}
