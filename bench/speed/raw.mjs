// The floor of a scrape and a crawl, in a process of its own: undici and one pass over the tags, without framework, guards and store.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { readPage } from './sax.mjs';

const LANES = 8;
const agent = new Agent({ connections: LANES });
const read = async (url) => (await request(url, { dispatcher: agent })).body.text();

/** Fetches and reads pages from a start address on, each once. */
async function crawl({ start, limit }) {
  const seen = new Set([start]);
  const queue = [start];
  let next = 0;
  const lane = async (most) => {
    while (next < Math.min(queue.length, most)) {
      const url = queue[next++];
      for (const link of readPage(await read(url), url).links) {
        if (seen.has(link) || !link.startsWith(new URL(start).origin) || link.includes('/out/')) continue;
        seen.add(link);
        queue.push(link);
      }
    }
  };
  await lane(1); // it has the links for the other lanes
  await Promise.all(Array.from({ length: LANES }, () => lane(limit)));
  return { pages: next };
}

/** Milliseconds of each fetch, one after the other. */
async function fetchEach({ urls }) {
  const times = [];
  for (const url of urls) {
    const startedAt = performance.now();
    await read(url);
    times.push(performance.now() - startedAt);
  }
  return { times };
}

if (process.send && process.argv[2] === 'speed-raw') {
  const work = { crawl, fetchEach };
  process.on('message', async ({ name, ...options }) => {
    const before = process.cpuUsage();
    const result = await work[name](options);
    const { user, system } = process.cpuUsage(before);
    process.send({ ...result, cpuMs: (user + system) / 1000 });
  });
  process.once('disconnect', () => process.exit());
}

/** Starts the process; `ask(name, options)` runs one of its functions. */
export function startRaw() {
  const child = fork(fileURLToPath(import.meta.url), ['speed-raw'], { execArgv: [] });
  const ask = async (name, options) => {
    child.send({ name, ...options });
    return (await once(child, 'message'))[0];
  };
  return { pid: child.pid, ask, close: () => child.disconnect() };
}
