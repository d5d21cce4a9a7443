// Heap of the host and of the conversion threads after collection, early and late in a long run.
// Build first (npm run build:lib), then: node --expose-gc bench/leaks.mjs [--early 1000] [--late 11000]
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import threads from 'node:worker_threads';
import { startPageSite } from './page-site.mjs';
import { inLanes, startScraper } from './scraper.mjs';

const LIMIT_MB = 20;
const { values } = parseArgs({
  options: { early: { type: 'string', default: '1000' }, late: { type: 'string', default: '11000' } },
});

/** Threads of the library, noted as they start. */
const running = new Set();
threads.Worker = class extends threads.Worker {
  constructor(...args) {
    super(...args);
    running.add(this);
    this.once('exit', () => running.delete(this));
  }
};
syncBuiltinESMExports();

/** A heap snapshot collects first and then holds each living object with its size. */
async function heapBytesOf(worker) {
  let json = '';
  for await (const chunk of await worker.getHeapSnapshot()) json += chunk;
  const { snapshot, nodes } = JSON.parse(json);
  const fields = snapshot.meta.node_fields;
  const size = fields.indexOf('self_size');
  let total = 0;
  for (let at = size; at < nodes.length; at += fields.length) total += nodes[at];
  return total;
}

async function measure() {
  for (let times = 0; times < 3; times++) {
    await sleep(100);
    globalThis.gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  let inThreads = 0;
  for (const worker of running) inThreads += await heapBytesOf(worker);
  return { hostMb: (heapUsed + external) / 1e6, threadsMb: inThreads / 1e6, count: running.size };
}

if (!globalThis.gc) throw new Error('Run with node --expose-gc');
const site = await startPageSite();
const { scrape, close } = await startScraper();
let done = 0;
const figures = [];
for (const goal of [Number(values.early), Number(values.late)]) {
  await inLanes(goal - done, 8, (at) =>
    scrape(`${site.url}/article/30000/${done + at}`, ['markdown', 'links']),
  );
  done = goal;
  const { hostMb, threadsMb, count } = await measure();
  figures.push(hostMb + threadsMb);
  console.log(`${goal} scrapes: host ${hostMb.toFixed(1)} MB, ${count} threads ${threadsMb.toFixed(1)} MB`);
}
const apartMb = figures[1] - figures[0];
console.log(`${apartMb.toFixed(1)} MB apart (limit ${LIMIT_MB})`);
await close();
site.close();
process.exitCode = apartMb > LIMIT_MB ? 1 : 0;
