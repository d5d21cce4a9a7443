import { describeWithRedis } from '../../../../../../test/setup/redis.js';
import { startCluster, startList } from '../../../../../../test/support/redis-deployments.js';
import { UnavailableError } from '../../../model/errors.js';
import { dueShards } from './due-shards.js';
import type { RedisShards } from './redis-shards.js';
import { ShardScripts } from './shard-scripts.js';

jest.setTimeout(60_000);

const STRAGGLER_MS = 100;

describeWithRedis('ShardScripts', () => {
  let list: Awaited<ReturnType<typeof startList>>;
  let shards: RedisShards;
  beforeAll(async () => {
    list = await startList(2);
  });
  beforeEach(async () => {
    shards = await list.open();
  });
  afterEach(() => list.close());
  afterAll(() => list.remove());

  const markAll = () =>
    Promise.all(
      [0, 1].map((n) => {
        const { link, prefix } = shards.shard(n);
        return link.client.set(`${prefix}:mark`, 1);
      }),
    );

  /** Commands of one kind that the servers have run since the start. */
  async function countOf(command: string): Promise<number> {
    const infos = await Promise.all(shards.connections.map(({ client }) => client.info('commandstats')));
    const calls = infos.map((info) => new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(info)?.[1] ?? 0);
    return calls.reduce<number>((sum, count) => sum + Number(count), 0);
  }

  it('reads all shards with one command for each Redis', async () => {
    await markAll();
    const before = await countOf('evalsha');
    const found = await new ShardScripts(shards).each('with-keys', ['mark'], dueShards);
    expect(found.sort()).toEqual([0, 1]);
    expect((await countOf('evalsha')) - before).toBeLessThanOrEqual(4); // the first use loads the script
  });

  it.each([
    ['with-due', ['nothing'], 'zrangebyscore'],
    ['due', ['webhooks'], 'zrangebyscore'],
    ['due', ['expiry'], 'zrangebyscore'],
    ['due-rows', ['nothing', '+inf', 9], 'zrangebyscore'],
  ])('looks at no shard if %s has none (%p)', async (script, args, command) => {
    const before = await countOf(command);
    expect(await new ShardScripts(shards).each(script, args, dueShards)).toEqual([]);
    expect(await countOf(command)).toBe(before);
  });

  it('does not wait for a Redis that does not answer, unless all are needed', async () => {
    await markAll();
    const scripts = new ShardScripts(shards, STRAGGLER_MS);
    await scripts.each('with-keys', ['mark'], dueShards);
    list.servers[1]!.freeze();
    let isOver = false;
    const waiting = shards.connections[1]!.client.ping().finally(() => (isOver = true));
    const all = scripts.all('with-keys', ['mark'], dueShards);
    const { answers, failure } = await scripts.ask('with-keys', ['mark'], dueShards);
    expect([answers, isOver]).toEqual([[0], false]);
    expect(failure).toBeInstanceOf(UnavailableError);
    await expect(all).rejects.toThrow(UnavailableError);
    await waiting.catch(() => {});
    await list.servers[1]!.kill();
    await list.servers[1]!.start();
  });
});

describeWithRedis('ShardScripts of a Cluster', () => {
  let cluster: Awaited<ReturnType<typeof startCluster>>;
  let shards: RedisShards;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  beforeEach(async () => {
    shards = await cluster.open();
    await shards.first.client.ping(); // the nodes are known then
    for (let n = 0; n < 64; n += 9)
      await shards.shard(n).link.client.set(`${shards.shard(n).prefix}:mark`, 1);
  });
  afterEach(() => cluster.close());
  afterAll(() => cluster.remove());

  const marked = [0, 9, 18, 27, 36, 45, 54, 63];
  const find = async (scripts: ShardScripts) =>
    (await scripts.each('with-keys', ['mark'], dueShards)).sort((a, b) => a - b);

  it('reads all shards with one command for each node', async () => {
    expect(shards.groups()).toHaveLength(3);
    expect(shards.groups().flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, n) => n)); // prettier-ignore
    expect(await find(new ShardScripts(shards))).toEqual(marked);
  });

  it('reads them one by one if a slot has moved', async () => {
    const { nodeOf } = shards;
    const wrong = nodeOf.call(shards, 0);
    const groups = [Array.from({ length: 64 }, (_, n) => n)];
    jest.spyOn(shards, 'nodeOf').mockReturnValue(wrong);
    jest.spyOn(shards, 'groups').mockReturnValue(groups);
    const scripts = new ShardScripts(shards);
    expect(await find(scripts)).toEqual(marked);
    expect(await find(scripts)).toEqual(marked);
  });
});
