import { describeWithRedis } from '../../../../../../test/setup/redis.js';
import type { Cluster } from 'ioredis';
import { ClusterDeployment } from '../../../../../../test/support/redis-deployments.js';
import { UnavailableError } from '../../../model/errors.js';

import { dueShards } from './due-shards.js';
import type { RedisShards } from './redis-shards.js';
import { ShardScripts } from './shard-scripts.js';

jest.setTimeout(60_000);

const STRAGGLER_MS = 100;

describeWithRedis('ShardScripts', () => {
  let deployment: ClusterDeployment;
  let shards: RedisShards;
  beforeAll(async () => {
    deployment = await ClusterDeployment.start();
  });
  beforeEach(async () => {
    shards = await deployment.open();
    await shards.connection.client.ping(); // the nodes are known then
  });
  afterEach(() => deployment.close());
  afterAll(() => deployment.remove());

  const marked = [0, 9, 18, 27, 36, 45, 54, 63];
  const markAll = () =>
    Promise.all(marked.map((n) => shards.shard(n).link.client.set(`${shards.shard(n).prefix}:mark`, 1)));
  const find = async (scripts: ShardScripts) =>
    (await scripts.each('with-keys', ['mark'], dueShards)).sort((a, b) => a - b);

  /** Commands of one kind that the nodes have run since their start. */
  async function countOf(command: string): Promise<number> {
    const { client } = shards.connection;
    const nodes = (client as object as Cluster).nodes('master');
    const infos = await Promise.all(nodes.map((node) => node.info('commandstats')));
    const calls = infos.map((info) => new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(info)?.[1] ?? 0);
    return calls.reduce<number>((sum, count) => sum + Number(count), 0);
  }

  it('reads all shards with one command for each node', async () => {
    await markAll();
    const scripts = new ShardScripts(shards);
    expect(shards.groups()).toHaveLength(3);
    expect(shards.groups().flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, n) => n)); // prettier-ignore
    await find(scripts); // the first use loads the script
    const before = await countOf('evalsha');
    expect(await find(scripts)).toEqual(marked);
    expect((await countOf('evalsha')) - before).toBe(3);
  });

  it('reads them one by one if a slot has moved', async () => {
    await markAll();
    const { nodeOf } = shards;
    const wrong = nodeOf.call(shards, 0);
    const groups = [Array.from({ length: 64 }, (_, n) => n)];
    jest.spyOn(shards, 'nodeOf').mockReturnValue(wrong);
    jest.spyOn(shards, 'groups').mockReturnValue(groups);
    const scripts = new ShardScripts(shards);
    expect(await find(scripts)).toEqual(marked);
    expect(await find(scripts)).toEqual(marked);
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

  it('does not wait for a node that does not answer, unless all are needed', async () => {
    await markAll();
    const scripts = new ShardScripts(shards, STRAGGLER_MS);
    await find(scripts);
    const [, second] = deployment.cluster.nodes;
    const port = Number(new URL(second!.url).port);
    const away = marked.filter((shard) => shards.nodeOf(shard)?.options.port === port);
    second!.freeze();
    const all = scripts.all('with-keys', ['mark'], dueShards);
    all.catch(() => {});
    const { answers, failure } = await scripts.ask('with-keys', ['mark'], dueShards);
    expect(answers.sort((a, b) => a - b)).toEqual(marked.filter((shard) => !away.includes(shard)));
    expect(failure).toBeInstanceOf(UnavailableError);
    await expect(all).rejects.toThrow(UnavailableError);
    second!.thaw();
  });
});
