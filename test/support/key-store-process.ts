import { LmdbKeyStore } from '../../libs/web-extract/src/drivers/lmdb/lmdb.key-store.js';

/**
 * A process that runs methods of a key store by name: key-store-process.ts <dataDir>. LMDB reports a full disk on standard error,
 * and a mapped file on one may end the process.
 */
const store = new LmdbKeyStore({ dataDir: process.argv[2]! });

process.on('message', async ({ id, method, args }: { id: number; method: string; args: never[] }) => {
  const action = Reflect.get(store, method) as (...values: never[]) => Promise<unknown>;
  const answer = await action.apply(store, args).then(
    (value) => ({ value }),
    (error: Error & { code?: string }) => ({ error: error.message, code: error.code }),
  );
  process.send!({ id, ...answer });
});
