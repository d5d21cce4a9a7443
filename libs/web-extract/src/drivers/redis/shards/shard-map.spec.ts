import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { describeWithRedis } from '../../../../../../test/setup/redis.js';
import { startList } from '../../../../../../test/support/redis-deployments.js';
import { DamagedMapError } from './shard-map.error.js';
import { mapKey, readMap } from './shard-map.js';

jest.setTimeout(60_000);

const DAMAGED = [
  '{"schema":3',
  'null',
  '[]',
  '{"schema":3,"version":9}',
  '{"schema":3,"version":9,"first":"a","shards":["a"]}',
];

describeWithRedis('The shard map', () => {
  let list: Awaited<ReturnType<typeof startList>>;
  let prefix: string;
  beforeAll(async () => {
    list = await startList(2);
  });
  beforeEach(() => {
    prefix = `test-${randomUUID()}`;
    jest.spyOn(Logger.prototype, 'error').mockImplementation();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await list.close();
  });
  afterAll(() => list.remove());

  it.each(DAMAGED)('that is damaged in one Redis is replaced by that of another (%s)', async (text) => {
    const { connections } = await list.open(prefix);
    const map = await readMap(connections[1]!, prefix);
    await connections[0]!.client.set(mapKey(prefix), text);
    const shards = await list.open(prefix);
    expect(shards.groups().flat()).toHaveLength(64);
    expect(await readMap(connections[0]!, prefix)).toEqual(map);
  });

  it('that is damaged in all of them ends the start, and stays as it is', async () => {
    const { connections } = await list.open(prefix);
    await Promise.all(connections.map(({ client }) => client.set(mapKey(prefix), DAMAGED[0]!)));
    await expect(list.open(prefix)).rejects.toThrow(DamagedMapError);
    expect(await connections[0]!.client.get(mapKey(prefix))).toBe(DAMAGED[0]);
  });

  it('of a Redis that was restored from a backup is replaced by the newest one', async () => {
    const { connections } = await list.open(prefix);
    const [first, second] = connections;
    const old = (await first!.client.get(mapKey(prefix)))!;
    const moved = { ...JSON.parse(old), version: 7 } as { shards: string[] };
    moved.shards = moved.shards.map((name, n) => (n === 0 ? moved.shards[1]! : name));
    await second!.client.set(mapKey(prefix), JSON.stringify(moved));
    const shards = await list.open(prefix);
    expect(shards.indexOf(0)).toBe(1);
    expect(await readMap(first!, prefix)).toEqual(moved);
  });
});
