import type { RedisConnection } from '../connection/redis-connection.js';
import { ShardMapError } from './shard-map.error.js';
import { checkSchema, SCHEMA } from './shard-map.js';

/**
 * Stores the version of the layout of the keys where there is no map: in a single Redis, or a Cluster. Processes of earlier versions do not start
 * with it from then on.
 * @throws ShardMapError for data of a later version of the library
 */
export async function checkLayout({ client }: RedisConnection, prefix: string): Promise<void> {
  const key = `${prefix}:schema`;
  const stored = Number((await client.get(key)) ?? 0);
  checkSchema(stored);
  if (stored < SCHEMA) await client.set(key, SCHEMA).catch(() => {}); // a full Redis: the next start stores it
}

/** Checks it as soon as Redis answers; a running process can only report a problem. */
export function checkLayoutLater(
  connection: RedisConnection,
  check: () => Promise<void>,
  report: (message: string) => void,
): () => void {
  const onReady = () =>
    void check().catch((error: unknown) => {
      if (error instanceof ShardMapError) report(error.message);
    });
  connection.client.once('ready', onReady);
  return () => void connection.client.off('ready', onReady);
}
