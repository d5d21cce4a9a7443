import { Redis, type RedisOptions } from 'ioredis';
import { redisError } from '../../connection/redis-error.js';
import type { RedisTarget } from '../../connection/redis-connection.js';
import { nameOf, readMap, type MapHolder, type ShardMap } from '../shard-map.js';

/** A command of a move may copy a large key. */
const COMMAND_TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** A Redis of the list, as a move uses it. */
export class MoveNode implements MapHolder {
  readonly client: Redis;

  constructor(target: Exclude<RedisTarget, Redis>) {
    const { url, ...options } = target as RedisOptions & { url?: string };
    const ours: RedisOptions = {
      ...options,
      lazyConnect: true,
      connectTimeout: CONNECT_TIMEOUT_MS,
      commandTimeout: COMMAND_TIMEOUT_MS,
      maxRetriesPerRequest: 0,
      retryStrategy: null as never, // the command ends, and is started again
    };
    this.client = url === undefined ? new Redis(ours) : new Redis(url, ours);
    this.client.on('error', () => {}); // the command that needs it fails
  }

  /** Host and port. */
  get address(): string {
    const { host = '127.0.0.1', port = 6379, path } = this.client.options;
    return path ?? `${host}:${port}`;
  }

  readonly explain = redisError;
  subscriber(): Redis {
    return this.client;
  }

  /** @param isReadOnly null for a Redis without a name, which is not given one */
  async describe(
    prefix: string,
    isReadOnly: boolean,
  ): Promise<{ name: string | null; map: ShardMap | null }> {
    const name = isReadOnly ? await this.client.get(`${prefix}:node`) : await nameOf(this, prefix);
    return { name, map: await readMap(this, prefix) };
  }

  close(): void {
    this.client.disconnect();
  }
}
