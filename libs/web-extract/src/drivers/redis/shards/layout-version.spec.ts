import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { describeWithRedis } from '../../../../../../test/setup/redis.js';
import { until } from '../../../../../../test/support/crawls.js';
import { ClusterDeployment } from '../../../../../../test/support/redis-deployments.js';
import { RedisServer } from '../../../../../../test/support/redis-server.js';
import { RedisConnection } from '../connection/redis-connection.js';
import { LAYOUT } from './layout-version.js';
import { RedisShards } from './redis-shards.js';

jest.setTimeout(60_000);

const OTHER = (stored: number) =>
  `Redis has data of another version of nestjs-web-extract (layout ${stored}, this version reads ${LAYOUT})`;

describeWithRedis('The version of the layout', () => {
  let prefix: string;
  beforeEach(() => {
    prefix = `test-${randomUUID()}`;
    jest.spyOn(Logger.prototype, 'error').mockImplementation();
  });
  afterEach(() => jest.restoreAllMocks());

  it('is stored in a Cluster, and a process of another one does not start', async () => {
    const deployment = await ClusterDeployment.start();
    const { connection } = await deployment.open(prefix);
    expect(await connection.client.get(`${prefix}{home}:schema`)).toBe(String(LAYOUT));
    await deployment.open(prefix);
    await connection.client.set(`${prefix}{home}:schema`, LAYOUT + 1);
    await expect(deployment.open(prefix)).rejects.toThrow(OTHER(LAYOUT + 1));
    await deployment.remove();
  });

  it('is stored in a single Redis, and checked when one that was away at the start answers', async () => {
    const server = await RedisServer.start({ appendonly: 'no' });
    const connection = new RedisConnection({ url: server.url });
    const shards = new RedisShards(connection, prefix);
    await shards.onModuleInit();
    expect(await connection.client.get(`${prefix}:schema`)).toBe(String(LAYOUT));
    await connection.client.set(`${prefix}:schema`, LAYOUT + 1);
    await expect(shards.onModuleInit()).rejects.toThrow(OTHER(LAYOUT + 1));
    server.freeze();
    const later = new RedisConnection({ url: server.url });
    const late = new RedisShards(later, prefix);
    await late.onModuleInit();
    server.thaw();
    await until(() =>
      jest
        .mocked(Logger.prototype.error)
        .mock.calls.some(([text]) => String(text).includes(OTHER(LAYOUT + 1))),
    );
    late.onApplicationShutdown();
    await Promise.all([connection.close(), later.close()]);
    await server.remove();
  });
});
