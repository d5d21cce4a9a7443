// Scrapes pages that misbehave, one after another, while an ordinary page is scraped all the time.
// Usage: kit-hostile.mjs KIT_FOLDER [part of a case's name]
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from '../scripts/ready/build.mjs';
import { Checks } from './lib/count.mjs';
import { memoryMb, startDemo } from './lib/demo.mjs';

const [kit, part = ''] = process.argv.slice(2);
const { startHostile } = await import(pathToFileURL(join(kit, 'hostile/server.mjs')).href);

/** An ordinary scrape, on a busy machine too: far less than the pages take that it must not wait for. */
const LONGEST_GOOD_MS = 5_000;
/** Memory over the whole run, once everything is given back that can be: threads at rest do so after seconds. */
const LARGEST_GROWTH_MB = 300;
const SETTLE_MS = 10_000;
const PAUSE_MS = 100;
const SAMPLE_MS = 50;

await ensureBuilt();
const checks = new Checks();
const web = await startHostile();
const demo = await startDemo({ WEB_EXTRACT_ALLOW_PRIVATE: '127.0.0.0/8' });
const atRest = await warmUp();

for (const scenario of web.cases.filter(({ kind, name }) => kind === 'scrape' && name.includes(part))) {
  const meanwhile = watch();
  const answer = await demo.scrape({ url: scenario.url, ...scenario.body });
  const { growth, good } = await meanwhile.stop();
  const problems = [...judge(answer, scenario.expect, growth), ...judgeGood(good)];
  checks.add(scenario.name, problems.length === 0, problems.join('; '));
  console.log(
    `${scenario.name.padEnd(24)} ${answer.ms.toFixed(0).padStart(6)} ms  ${growth.toFixed(0).padStart(5)} MB  ${outcomeOf(answer)}`,
  );
}

const growth = (await settledMb()) - atRest;
checks.add(
  'memory over the whole run',
  growth < LARGEST_GROWTH_MB,
  `${growth.toFixed(0)} MB more than at rest`,
);
console.log(`memory over the whole run: ${growth.toFixed(0)} MB more than at rest`);
checks.add('the demo ends with code 0', (await demo.stop()) === 0);
await web.close();
checks.close();

/** Threads and caches are there before memory is compared. */
async function warmUp() {
  for (let i = 0; i < 20; i += 1) await demo.scrape({ url: web.good });
  return memoryMb(demo.pid);
}

/** The least that is seen within the time. */
async function settledMb() {
  const until = performance.now() + SETTLE_MS;
  let least = memoryMb(demo.pid);
  while (performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    least = Math.min(least, memoryMb(demo.pid));
  }
  return least;
}

/** Scrapes the ordinary page and reads the memory over and over until it is stopped. */
function watch() {
  const good = [];
  const before = memoryMb(demo.pid);
  let most = before;
  let isOver = false;
  const sampler = setInterval(() => (most = Math.max(most, memoryMb(demo.pid))), SAMPLE_MS);
  const loop = (async () => {
    while (!isOver) {
      good.push(await demo.scrape({ url: web.good }));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  })();
  const stop = async () => {
    isOver = true;
    clearInterval(sampler);
    await loop;
    return { good, growth: most - before };
  };
  return { stop };
}

function judgeGood(answers) {
  const slow = Math.max(...answers.map(({ ms }) => ms));
  const bad = answers.find(({ reply }) => !reply?.data?.markdown?.includes('good paragraph'));
  return [
    ...(slow > LONGEST_GOOD_MS ? [`an ordinary scrape took ${slow.toFixed(0)} ms meanwhile`] : []),
    ...(bad ? [`an ordinary scrape failed meanwhile: ${bad.status} ${bad.text.slice(0, 200)}`] : []),
  ];
}

function judge(answer, expect, growthMb) {
  const outcome = outcomeOf(answer);
  const text = answer.reply?.data?.markdown ?? '';
  const isWanted =
    expect.outcome === 'either'
      ? outcome === 'ok' || outcome.startsWith('error')
      : outcome.startsWith(expect.outcome);
  return [
    ...(isWanted ? [] : [`wanted ${expect.outcome}, got ${outcome}`]),
    ...(expect.contains ?? []).filter((part) => !text.includes(part)).map((part) => `lacks ${part}`),
    ...(expect.lacks ?? []).filter((part) => answer.text.includes(part)).map((part) => `has ${part}`),
    ...(answer.ms > expect.maxMs ? [`took ${answer.ms.toFixed(0)} ms of ${expect.maxMs}`] : []),
    ...(growthMb > expect.maxRssGrowthMb
      ? [`grew by ${growthMb.toFixed(0)} MB of ${expect.maxRssGrowthMb}`]
      : []),
  ];
}

/** `ok`, `error …` for a clean refusal, else what is wrong with the answer. */
function outcomeOf({ status, reply, text }) {
  if (status === 200 && reply?.success === true) return 'ok';
  const isClean = reply?.success === false && typeof reply.error === 'string' && reply.error !== '';
  const isExpected =
    (status >= 400 && status < 500) || (status === 500 && /^(SCRAPE|LLM)_/.test(reply?.code ?? ''));
  if (isClean && isExpected) return `error ${status} ${reply.code}`;
  return `unclean ${status} ${text.slice(0, 200)}`;
}
