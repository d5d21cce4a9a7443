import { describeWithRedis } from '../../../../../../test/setup/redis.js';
import { startList } from '../../../../../../test/support/redis-deployments.js';
import { until } from '../../../../../../test/support/crawls.js';
import type { RedisShards } from './redis-shards.js';
import { shardOf } from './shard-of.js';
import { ShardedHostGate } from './sharded.host-gate.js';

jest.setTimeout(60_000);

const CALLER = { id: 'crawl', owner: 'anna' };
const DELAY_MS = 60_000;

describeWithRedis('ShardedHostGate', () => {
  let deployment: Awaited<ReturnType<typeof startList>>;
  let shards: RedisShards;
  let gates: ShardedHostGate[];
  beforeAll(async () => {
    deployment = await startList(2);
  });
  beforeEach(async () => {
    shards = await deployment.open();
    gates = [];
  });
  afterEach(async () => {
    await Promise.all(gates.map((gate) => gate.beforeApplicationShutdown()));
    await deployment.close();
  });
  afterAll(() => deployment.remove());

  function openGate(): ShardedHostGate {
    const gate = new ShardedHostGate(shards);
    gates.push(gate);
    return gate;
  }

  /** A host whose pace is on one of the Redis. */
  const hostAt = (index: number): string =>
    Array.from({ length: 100 }, (_, n) => `host-${n}.test:80`).find(
      (host) => shards.indexOf(shardOf(host)) === index,
    )!;

  const isLater = (answer: object): boolean => 'retryAtMs' in answer;

  it('has one pace for all processes, whichever Redis has it', async () => {
    const [one, other] = [openGate(), openGate()];
    for (const host of [hostAt(0), hostAt(1)]) {
      expect(isLater(await one.enter(host, { delayMs: DELAY_MS, maxConcurrent: 1 }, CALLER))).toBe(false);
      expect(isLater(await other.enter(host, { delayMs: DELAY_MS, maxConcurrent: 1 }, CALLER))).toBe(true);
    }
  });

  it('keeps the pace of a host on the next Redis while its own is away: the first page there waits for a whole delay', async () => {
    const gate = openGate();
    const [near, far] = [hostAt(0), hostAt(1)];
    const enter = (host: string, delayMs: number) => gate.enter(host, { delayMs, maxConcurrent: 1 }, CALLER);
    await deployment.servers[1]!.kill();
    await until(() => !shards.connections[1]!.isUp);
    expect(isLater(await enter(near, DELAY_MS))).toBe(false);
    const first = await enter(far, DELAY_MS);
    expect((first as { retryAtMs: number }).retryAtMs).toBeGreaterThan(Date.now() + DELAY_MS / 2);
    expect(isLater(await enter(far, DELAY_MS))).toBe(true); // it is counted there, not only announced
    await deployment.servers[1]!.start();
    await until(() => shards.connections[1]!.isUp);
    expect(isLater(await enter(far, DELAY_MS))).toBe(true); // the delay counts again after the return
  });

  it('admits pages of a host without a delay while its Redis is away', async () => {
    const gate = openGate();
    const far = hostAt(1);
    await deployment.servers[1]!.kill();
    await until(() => !shards.connections[1]!.isUp);
    expect(isLater(await gate.enter(far, { delayMs: 0, maxConcurrent: 1 }, CALLER))).toBe(false);
    await deployment.servers[1]!.start();
  });
});
