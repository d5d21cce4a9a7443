import { LmdbCrawlStore } from '../../libs/web-extract/src/drivers/lmdb/lmdb.crawl-store.js';

/**
 * A process of its own that does with a store what it is told: store-process.ts <dataDir>. LMDB reports a full disk on standard
 * error, and a mapped file on one may end the process; neither is to happen to the process of a test.
 */
type Method = 'create' | 'find' | 'take' | 'complete' | 'finish' | 'results' | 'expire' | 'close';

const store = new LmdbCrawlStore({ dataDir: process.argv[2]! });

process.on('message', async ({ id, method, args }: { id: number; method: Method; args: never[] }) => {
  const call = store[method] as (...args: never[]) => Promise<unknown>;
  const answer = await call.apply(store, args).then(
    (value) => ({ value }),
    (error: Error & { code?: string }) => ({ error: error.message, code: error.code }),
  );
  process.send!({ id, ...answer });
});
