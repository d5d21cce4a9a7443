import { randomUUID } from 'node:crypto';
import { RedisConnection } from '../../libs/web-extract/src/drivers/redis/connection/redis-connection.js';
import { RedisShards } from '../../libs/web-extract/src/drivers/redis/shards/redis-shards.js';
import { RedisCluster } from './redis-cluster.js';

/** A Cluster of a spec, and the shards on it with keys of their own. */
export class ClusterDeployment {
  private readonly opened: RedisShards[] = [];

  private constructor(readonly cluster: RedisCluster) {}

  static async start(): Promise<ClusterDeployment> {
    return new ClusterDeployment(await RedisCluster.start());
  }

  /** Opens shards as a process does, with an empty store unless a prefix is given. */
  async open(prefix = `test-${randomUUID()}`): Promise<RedisShards> {
    const shards = new RedisShards(new RedisConnection(this.cluster.target), prefix);
    this.opened.push(shards);
    await shards.onModuleInit();
    return shards;
  }

  /** Closes the opened shards. */
  async close(): Promise<void> {
    for (const shards of this.opened.splice(0)) {
      shards.onApplicationShutdown();
      await shards.connection.close();
    }
  }

  async remove(): Promise<void> {
    await this.close();
    await this.cluster.remove();
  }
}
