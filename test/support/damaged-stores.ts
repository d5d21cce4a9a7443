import { writeSync } from 'node:fs';
import { LmdbCrawlStore } from '../../libs/web-extract/src/drivers/lmdb/lmdb.crawl-store.js';
import {
  countersOf,
  FACTS,
  LONG_MS,
  pageOutcome,
  startCrawl,
  takeOne,
} from '../../libs/web-extract/src/testing/contracts/crawl-store/samples.contract.js';

/**
 * A process of its own that starts on stores that may be damaged, and works with those that it can: damaged-stores.ts <dataDir …>. Says a line of
 * JSON about each of them: why it was refused, or how many pages each of its crawls has. A signal ends it, and what is not said tells where.
 */
async function use(dataDir: string): Promise<object> {
  const store = new LmdbCrawlStore({ dataDir });
  try {
    await store.onModuleInit();
  } catch (error) {
    return { refused: (error as Error).message };
  }
  const pages = await Promise.all((await store.ofOwner('anna')).map(({ id }) => pagesOf(store, id)));
  const id = await startCrawl(store);
  await store.frontier.complete(await takeOne(store, id), pageOutcome('http://site.test/'), [], FACTS);
  await store.finish(id, 'completed', null, LONG_MS);
  await store.close();
  return { pages: pages.sort() };
}

async function pagesOf(store: LmdbCrawlStore, id: string): Promise<number> {
  const { pages } = await store.results.pages(id, { from: 0, maxPages: 1_000, maxBytes: 1e9 });
  return pages.length === (await countersOf(store, id)).pages ? pages.length : NaN;
}

async function main(): Promise<void> {
  for (const dataDir of process.argv.slice(2)) writeSync(1, `${JSON.stringify(await use(dataDir))}\n`);
}

void main();
