import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeWithRedis, redisUrl } from '../../../../../test/setup/redis.js';
import type { HostPermit } from '../../ports/host-gate.port.js';
import { hostGateContract } from '../../testing/contracts/host-gate.contract.js';
import { RedisConnection } from './connection/redis-connection.js';
import { RedisHostGate } from './redis.host-gate.js';

const CRAWL = { id: 'crawl', owner: 'anna' };

describeWithRedis('RedisHostGate', () => {
  const opened: RedisConnection[] = [];
  const gates: RedisHostGate[] = [];
  let prefix: string;
  beforeEach(() => {
    prefix = `test-${randomUUID()}`;
  });
  afterEach(async () => {
    jest.useRealTimers();
    await Promise.all(gates.splice(0).map((gate) => gate.beforeApplicationShutdown()));
    await Promise.all(opened.splice(0).map((connection) => connection.close()));
  });

  /** The gate of one process. */
  function gateOf(): RedisHostGate {
    const connection = new RedisConnection({ url: redisUrl });
    const gate = new RedisHostGate(connection, { prefix: () => prefix });
    opened.push(connection);
    gates.push(gate);
    return gate;
  }

  describe('keeps the contract', () => hostGateContract(gateOf));

  it('counts the places of all processes', async () => {
    const [one, other] = [gateOf(), gateOf()];
    const policy = { delayMs: 0, maxConcurrent: 2 };
    const first = (await one.enter('site.test:80', policy, CRAWL)) as HostPermit;
    await other.enter('site.test:80', policy, CRAWL);
    expect(await one.enter('site.test:80', policy, CRAWL)).toHaveProperty('retryAtMs');
    expect(await other.enter('site.test:80', policy, CRAWL)).toHaveProperty('retryAtMs');
    await first.release();
    expect(await other.enter('site.test:80', policy, CRAWL)).toHaveProperty('release');
  });

  it('keeps the order of those who were refused within a millisecond', async () => {
    const gate = gateOf();
    const half = 13;
    const ask = (id: string) =>
      gate.enter('site.test:80', { delayMs: 0, maxConcurrent: half }, { ...CRAWL, id });
    const passes = await Promise.all(Array.from({ length: half }, () => ask('first')));
    const waiting = [...'zyxwvutsrqponmlkjihgfedcba'];
    await Promise.all(waiting.map(ask));
    await Promise.all(passes.map((pass) => (pass as HostPermit).release()));
    const alphabet = [...waiting].reverse();
    const answers = await Promise.all(alphabet.map(ask));
    const admitted = alphabet.filter((_, n) => 'release' in answers[n]!);
    expect(admitted).toEqual([...waiting.slice(0, half)].reverse());
  });

  it('keeps one pace for two processes', async () => {
    const delayMs = 60;
    // time of the request for a start and of its response: the gate admitted it in between, however busy this process
    // is
    const starts: { askedAt: number; heardAt: number }[] = [];
    const crawl = async (gate: RedisHostGate) => {
      while (starts.length < 20) {
        const askedAt = performance.now();
        const answer = await gate.enter('site.test:80', { delayMs, maxConcurrent: 16 }, CRAWL);
        if ('retryAtMs' in answer) await sleep(Math.max(1, answer.retryAtMs - Date.now()));
        else {
          starts.push({ askedAt, heardAt: performance.now() });
          await answer.release();
        }
      }
    };
    await Promise.all([crawl(gateOf()), crawl(gateOf())]);
    const gaps = starts.slice(1).map(({ heardAt }, n) => heardAt - starts[n]!.askedAt);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0.95 * delayMs);
    expect(starts[19]!.heardAt - starts[0]!.askedAt).toBeGreaterThanOrEqual(19 * 0.95 * delayMs);
  });

  it('frees the places of a process that died, and of no other', async () => {
    const policy = { delayMs: 0, maxConcurrent: 2 };
    const [dead, alive] = [gateOf(), gateOf()];
    const before = Date.now();
    await dead.enter('site.test:80', policy, CRAWL);
    await alive.enter('site.test:80', policy, CRAWL);
    await dead.beforeApplicationShutdown(); // renews nothing more, as if it had been killed
    let answer = await alive.enter('site.test:80', policy, CRAWL);
    while ('retryAtMs' in answer) {
      await sleep(100);
      answer = await alive.enter('site.test:80', policy, CRAWL);
    }
    expect(Date.now() - before).toBeGreaterThan(6_000);
    expect(await alive.enter('site.test:80', policy, CRAWL)).toHaveProperty('retryAtMs'); // its own place was renewed
  });

  it('leaves nothing behind in Redis', async () => {
    const gate = gateOf();
    const pass = (await gate.enter('site.test:80', { delayMs: 10, maxConcurrent: 2 }, CRAWL)) as HostPermit;
    await pass.release(20);
    const client = opened[0]!.client;
    for (const key of await client.keys(`${prefix}*`)) {
      expect(await client.pttl(key)).toBeGreaterThan(0);
    }
  });
});
