import { writeSync } from 'node:fs';
import { LmdbCrawlStore } from '../../libs/web-extract/src/drivers/lmdb/lmdb.crawl-store.js';
import {
  FACTS,
  pageOutcome,
  START,
  urlOf,
} from '../../libs/web-extract/src/testing/contracts/crawl-store/samples.contract.js';

/**
 * A process of its own that crawls an imagined site and is killed: crawling-process.ts <dataDir> <pages> <lanes> <lines>.
 * Prints what the store reports: `created`, `taken <key>`, `stored <key>`, `finished`. It dies when it
 * has said so many lines.
 */
const [dataDir = '', pages = '', lanes = '', lines = ''] = process.argv.slice(2);
const ID = 'the-crawl';
const HOUR_MS = 3_600_000;

let said = 0;

function say(line: string): void {
  writeSync(1, `${line}\n`);
  if (++said === Number(lines)) process.kill(process.pid, 'SIGKILL');
}

/** Page n links to three others; all are within reach of the first. */
const linksOf = (n: number, count: number) =>
  [2 * n + 1, 2 * n + 2, (n * 7 + 3) % count].filter((one) => one < count).map((one) => urlOf(`/${one}`));

async function main(): Promise<void> {
  const store = new LmdbCrawlStore({ dataDir });
  if (!(await store.find(ID))) {
    const job = { id: ID, owner: 'anna', request: { url: START.url }, createdAt: 1 };
    await store.create({ job, limit: Infinity, seeds: [urlOf('/0')], idempotencyKey: 'once' });
    say('created');
  }
  say('open');
  await Promise.all(Array.from({ length: Number(lanes) }, () => visitAll(store)));
  await store.finish(ID, 'completed', null, HOUR_MS);
  await store.close();
  say('finished');
}

async function visitAll(store: LmdbCrawlStore): Promise<void> {
  for (;;) {
    const taken = await store.frontier.take(ID, 'worker', HOUR_MS);
    if (taken.kind === 'drained') return;
    if (taken.kind !== 'task') await new Promise(setImmediate);
    else await visit(store, taken.task);
  }
}

async function visit(
  store: LmdbCrawlStore,
  task: Parameters<LmdbCrawlStore['frontier']['complete']>[0],
): Promise<void> {
  say(`taken ${task.key}`);
  const children = linksOf(Number(task.key.slice(1)), Number(pages));
  const outcome = pageOutcome(task.url, [], 'word '.repeat(500));
  await store.frontier.complete(task, outcome, children, FACTS);
  say(`stored ${task.key}`);
}

void main();
