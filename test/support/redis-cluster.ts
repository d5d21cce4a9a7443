import { Redis } from 'ioredis';
import { until } from './crawls.js';
import { RedisServer } from './redis-server.js';

const SLOTS = 16_384;
const NODES = 3;
/** A node that is away for longer is known as such; others refuse only its slots. */
const SETTINGS = {
  'cluster-enabled': 'yes',
  'cluster-require-full-coverage': 'no',
  'cluster-node-timeout': '2000',
};

/** A Redis Cluster of three nodes without replicas. */
export class RedisCluster {
  private constructor(readonly nodes: readonly RedisServer[]) {}

  static async start(): Promise<RedisCluster> {
    const nodes = await RedisServer.startAll(NODES, SETTINGS);
    try {
      await form(nodes);
    } catch (error) {
      await Promise.all(nodes.map((node) => node.remove()));
      throw error;
    }
    return new RedisCluster(nodes);
  }

  /** As `redis` of the drivers takes it. */
  get target(): { readonly cluster: readonly { readonly host: string; readonly port: number }[] } {
    return { cluster: this.nodes.map(({ url }) => ({ host: '127.0.0.1', port: Number(new URL(url).port) })) };
  }

  async remove(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.remove()));
  }
}

/** Gives each node its share of the slots and waits until all know each other. */
async function form(nodes: readonly RedisServer[]): Promise<void> {
  const clients = nodes.map(({ url }) => new Redis(url));
  try {
    const share = Math.ceil(SLOTS / NODES);
    for (const [n, client] of clients.entries()) {
      const count = Math.min(share, SLOTS - n * share);
      await client.cluster('ADDSLOTS', ...Array.from({ length: count }, (_, slot) => n * share + slot));
      if (n > 0) await client.cluster('MEET', '127.0.0.1', Number(new URL(nodes[0]!.url).port));
    }
    const isReady = async (client: Redis) => {
      const info = String(await client.cluster('INFO'));
      return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${NODES}`);
    };
    await until(async () => (await Promise.all(clients.map(isReady))).every(Boolean), 100);
  } finally {
    for (const client of clients) client.disconnect();
  }
}
