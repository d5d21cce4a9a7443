import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { describeWithRedis } from '../../../../../../test/setup/redis.js';
import { until } from '../../../../../../test/support/crawls.js';
import {
  startCluster,
  startList,
  type RedisDeployment,
} from '../../../../../../test/support/redis-deployments.js';
import { RedisConnection } from '../connection/redis-connection.js';
import { RedisShards } from './redis-shards.js';
import { mapKey, readMap, SCHEMA } from './shard-map.js';

jest.setTimeout(60_000);

const LATER =
  /later version of nestjs-web-extract \(layout \d+, this version reads \d+\): update this process/;

describeWithRedis('The version of the layout', () => {
  let list: Awaited<ReturnType<typeof startList>>;
  let cluster: RedisDeployment;
  let prefix: string;
  beforeAll(async () => {
    [list, cluster] = await Promise.all([startList(2), startCluster()]);
  });
  beforeEach(() => {
    prefix = `test-${randomUUID()}`;
    jest.spyOn(Logger.prototype, 'error').mockImplementation();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await list.close();
    await cluster.close();
  });
  afterAll(async () => {
    await list.remove();
    await cluster.remove();
  });

  it('is stored in a single Redis, and an older process does not start with it', async () => {
    const { first } = await list.openSingle(prefix);
    expect(await first.client.get(`${prefix}:schema`)).toBe(String(SCHEMA));
    await first.client.set(`${prefix}:schema`, SCHEMA + 1);
    await expect(list.openSingle(prefix)).rejects.toThrow(LATER);
    await expect(list.open(prefix)).rejects.toThrow(LATER);
  });

  it('is stored in a Cluster', async () => {
    const { first } = await cluster.open(prefix);
    expect(await first.client.get(`${prefix}{home}:schema`)).toBe(String(SCHEMA));
    await first.client.set(`${prefix}{home}:schema`, SCHEMA + 1);
    await expect(cluster.open(prefix)).rejects.toThrow(LATER);
  });

  it('is in the map of several Redis', async () => {
    const { first, connections } = await list.open(prefix);
    const map = (await readMap(first, prefix))!;
    expect(map.schema).toBe(SCHEMA);
    const later = JSON.stringify({ ...map, schema: SCHEMA + 1, version: 2 });
    await connections[1]!.client.set(mapKey(prefix), later);
    await expect(list.open(prefix)).rejects.toThrow(LATER);
    expect((await readMap(first, prefix))!.version).toBe(2); // the newest map is written everywhere
  });

  it('of an earlier map is raised, so that processes of that version refuse it', async () => {
    const { first } = await list.open(prefix);
    const { isDivided: _, ...map } = (await readMap(first, prefix))!;
    await first.client.set(mapKey(prefix), JSON.stringify({ ...map, schema: 2, version: 5 }));
    const shards = await list.open(prefix);
    expect(await readMap(first, prefix)).toMatchObject({ schema: SCHEMA, version: 6, shards: map.shards });
    expect(shards.hasUndivided()).toBe(true); // that version did not divide data of owners
  });

  it('is checked when a Redis that was away at the start answers', async () => {
    const [server] = list.servers;
    const { first } = await list.openSingle(prefix);
    await first.client.set(`${prefix}:schema`, SCHEMA + 1);
    server!.freeze();
    const connection = new RedisConnection({ url: server!.url });
    const shards = new RedisShards([connection], prefix, 'single');
    await shards.onModuleInit();
    server!.thaw();
    await until(() =>
      jest.mocked(Logger.prototype.error).mock.calls.some(([text]) => LATER.test(String(text))),
    );
    shards.onApplicationShutdown();
    await connection.close();
  });
});
