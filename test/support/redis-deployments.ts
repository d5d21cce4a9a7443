import { randomUUID } from 'node:crypto';
import { RedisConnection } from '../../libs/web-extract/src/drivers/redis/connection/redis-connection.js';
import { RedisShards } from '../../libs/web-extract/src/drivers/redis/shards/redis-shards.js';
import { RedisCluster } from './redis-cluster.js';
import { RedisServer } from './redis-server.js';

const NOT_DURABLE = { appendonly: 'no' };

/** Redis of a spec, and the shards on them with keys of their own. */
export interface RedisDeployment {
  /** Opens shards as a process does, with an empty store unless a prefix is given. */
  open(prefix?: string): Promise<RedisShards>;
  /** Closes what was opened. */
  close(): Promise<void>;
  remove(): Promise<void>;
}

interface RedisList extends RedisDeployment {
  readonly servers: readonly RedisServer[];
  /** Opens the first Redis as a process of a deployment with a single one does. */
  openSingle(prefix: string): Promise<RedisShards>;
}

/** Several Redis. */
export async function startList(count: number): Promise<RedisList> {
  const servers = await RedisServer.startAll(count, NOT_DURABLE);
  const open = () => servers.map(({ url }) => new RedisConnection({ url }));
  const list = deployment('list', open);
  return {
    servers,
    ...list,
    openSingle: (prefix) => list.open(prefix, 'single'),
    remove: async () => void (await Promise.all(servers.map((server) => server.remove()))),
  };
}

export async function startCluster(): Promise<RedisDeployment> {
  const cluster = await RedisCluster.start();
  const open = () => [new RedisConnection(cluster.target)];
  return { ...deployment('cluster', open), remove: () => cluster.remove() };
}

function deployment(kind: RedisShards['kind'], connect: () => RedisConnection[]) {
  const opened: RedisShards[] = [];
  return {
    open: async (prefix = `test-${randomUUID()}`, as = kind): Promise<RedisShards> => {
      const shards = new RedisShards(connect(), prefix, as);
      opened.push(shards);
      await shards.onModuleInit();
      return shards;
    },
    close: async (): Promise<void> => {
      for (const shards of opened.splice(0)) {
        shards.onApplicationShutdown();
        await Promise.all(shards.connections.map((connection) => connection.close()));
      }
    },
  };
}
