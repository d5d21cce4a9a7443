// Many crawls at once: whether all of them get on, whether one with a delay is held up, and what an idle crawl weighs.
// Build first (npm run build), then: node bench/many-crawls.mjs [--crawls 150] [--pages 25]
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startCrawlSite } from './crawl-site.mjs';
import { startDemoProcess } from './demo-process.mjs';

const LARGEST_IDLE_MB = 1;
const { values } = parseArgs({
  options: { crawls: { type: 'string', default: '150' }, pages: { type: 'string', default: '25' } },
});
const [count, pages] = [Number(values.crawls), Number(values.pages)];
const problems = [];
const dataDir = await mkdtemp(join(tmpdir(), 'many-crawls-'));
// a crawl each at a host of its own: all of 127.0.0.0/8 is this machine
const site = await startCrawlSite({ pages, latencyMs: 50, address: '0.0.0.0' });
const demo = await startDemoProcess({ dataDir, nodeOptions: ['--trace-warnings', '--expose-gc'] });

await run(await submit('warm', 0, 1));
const atRest = await settledMb();
const idle = await Promise.all(each((n) => submit(`idle-${n}`, n, 3, { delay: 3_600 })));
await until(async () => (await completedOf(idle)).every((completed) => completed === 1));
const idleMb = (await settledMb()) - atRest;
console.log(`${count} idle crawls: ${(idleMb / count).toFixed(2)} MB each`);
if (idleMb / count > LARGEST_IDLE_MB) problems.push(`an idle crawl weighs ${(idleMb / count).toFixed(2)} MB`);
const cpuShare = await cpuShareOf(5_000);
console.log(`all of them together take ${(100 * cpuShare).toFixed(1)} % of a processor`);
for (const id of idle) await demo.ask('DELETE', `/v1/crawl/${id}`);

await race('crawls at hosts of their own', (n) => n);
await race('crawls at one host', () => 0);
if (/MaxListeners|Warning/.test(demo.errors())) problems.push(`warnings: ${demo.errors().slice(0, 500)}`);

await demo.stop();
site.close();
await rm(dataDir, { recursive: true });
for (const problem of problems) console.log(`PROBLEM ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;

function each(work) {
  return Array.from({ length: count }, (_, n) => work(n));
}

/** Runs the crawls side by side, `hostFor` each. */
async function race(title, hostFor) {
  await site.takeLog();
  const startedAt = Date.now();
  const ids = await Promise.all(each((n) => submit(`busy-${n}`, hostFor(n), pages)));
  const submittedMs = Date.now() - startedAt;
  await until(async () => (await completedOf(ids)).every((completed) => completed > 0));
  const firstPagesMs = Date.now() - startedAt;
  await until(async () => (await runningOf(ids)).length === 0);
  const seconds = (Date.now() - startedAt) / 1000;
  const asked = (await site.takeLog()).filter(([path]) => path.startsWith('/busy')).length;
  console.log(
    `${count} ${title}, ${pages} pages each: submitted in ${submittedMs} ms, all had a page after ${firstPagesMs} ms, ` +
      `all done after ${seconds.toFixed(1)} s (${(asked / seconds).toFixed(0)} pages/s)`,
  );
  const unfinished = (await completedOf(ids)).filter((completed) => completed !== pages).length;
  if (unfinished > 0) problems.push(`${unfinished} crawls ended without all of their pages`);
  if (asked !== count * pages) problems.push(`${asked} instead of ${count * pages} pages were fetched`);
}

function hostOf(n) {
  return `127.0.${1 + (n >> 7)}.${1 + (n & 127)}`;
}

async function submit(name, host, limit, options = {}) {
  const url = `http://${hostOf(host)}:${site.port}/${name}/`;
  const body = { url, limit, ignoreSitemap: true, ...options };
  return (await demo.ask('POST', '/v1/crawl', body)).id;
}

async function run(id) {
  await until(async () => (await demo.ask('GET', `/v1/crawl/${id}?data=false`)).status === 'completed');
}

async function runningOf(ids) {
  const { crawls } = await demo.ask('GET', '/v1/crawl/active');
  const running = new Set(crawls.map(({ id }) => id));
  return ids.filter((id) => running.has(id));
}

async function completedOf(ids) {
  const answers = await Promise.all(ids.map((id) => demo.ask('GET', `/v1/crawl/${id}?data=false`)));
  return answers.map(({ completed }) => completed);
}

async function until(isIt) {
  const givenUpAt = Date.now() + 300_000;
  while (!(await isIt())) {
    if (Date.now() > givenUpAt) throw new Error(`Not so within 300 s: ${isIt}`);
    await sleep(500);
  }
}

/** Processor time of the demo over a while. */
async function cpuShareOf(ms) {
  const cpuMs = () => {
    const fields = readFileSync(`/proc/${demo.pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  };
  const before = cpuMs();
  await sleep(ms);
  return (cpuMs() - before) / ms;
}

/** Anonymous memory when nothing moves it any more. */
async function settledMb() {
  await sleep(3_000);
  const readings = [];
  for (let n = 0; n < 5; n++) {
    readings.push(
      Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${demo.pid}/status`, 'utf8'))[1]) / 1024,
    );
    await sleep(200);
  }
  return Math.min(...readings);
}
