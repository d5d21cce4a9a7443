import { describeWithRedis } from '../../../../../../test/setup/redis.js';
import { startList } from '../../../../../../test/support/redis-deployments.js';
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
