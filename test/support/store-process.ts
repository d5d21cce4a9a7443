import { LmdbCrawlStore } from '../../libs/web-extract/src/drivers/lmdb/lmdb.crawl-store.js';

/**
 * A process of its own that runs commands on a store: store-process.ts <dataDir>,
 * methods by name: `find`, `frontier.take`. LMDB reports a full disk on standard
 * error, and a mapped file on one may end the process; neither is to happen to the process of a test.
 */
const store = new LmdbCrawlStore({ dataDir: process.argv[2]! });

process.on('message', async ({ id, method, args }: { id: number; method: string; args: never[] }) => {
  const answer = await call(method.split('.'), args).then(
    (value) => ({ value }),
    (error: Error & { code?: string }) => ({ error: error.message, code: error.code }),
  );
  process.send!({ id, ...answer });
});

/** @param path the part of the store, if it is one of a part, and the name of the method */
async function call(path: readonly string[], args: readonly never[]): Promise<unknown> {
  const part = path.length > 1 ? store[path[0] as 'frontier'] : store;
  return Reflect.apply(Reflect.get(part, path.at(-1)!) as () => Promise<unknown>, part, args);
}
