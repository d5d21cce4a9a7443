import { randomUUID } from 'node:crypto';
import { describeWithRedis, redisUrl } from '../../../../../test/setup/redis.js';
import { NO_BUSY_RECEIVERS, type BusyReceivers } from '../../ports/stores/webhook-outbox.port.js';
import { RedisConnection } from './connection/redis-connection.js';
import { RedisMonitorStore } from './monitors/redis.monitor-store.js';
import { RedisCrawlStore } from './redis.crawl-store.js';
import { RedisExtractorStore } from './redis.extractor-store.js';

const LEASE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Messages that wait, as a store keeps them in a sorted set. */
interface Line {
  readonly name: string;
  /** Stores what a message waits with. @returns its name in the line */
  add(id: string, owner: string): Promise<string>;
  /** @returns the owner of the message, and null if there is none */
  take(busy: BusyReceivers): Promise<string | null>;
}

describeWithRedis('Messages that wait in Redis', () => {
  let connection: RedisConnection;
  const prefix = `test-${randomUUID()}:`;
  beforeAll(() => {
    connection = new RedisConnection({ url: redisUrl });
  });
  afterEach(async () => {
    const keys = await connection.client.keys(`${prefix}*`);
    if (keys.length > 0) await connection.client.unlink(...keys);
  });
  afterAll(() => connection.close());

  const LINES: Record<string, () => Line> = {
    extractors: () => ({
      name: `${prefix}extractors:{waiting}:due`,
      add: async (id, owner) => {
        await connection.client.hset(
          `${prefix}extractors:{waiting}:receivers`,
          `${id} ${owner}`,
          'hook.test',
        );
        return `${id} ${owner}`;
      },
      take: async (busy) =>
        (await new RedisExtractorStore(connection, prefix).takeWaiting(LEASE_MS, busy))?.owner ?? null,
    }),
    monitors: () => ({
      name: `${prefix}monitors:lines`,
      add: async (id, owner) => {
        await connection.client.hset(`${prefix}monitors:line:${id}`, { owner, receiver: 'hook.test', position: 1, next: 2 }); // prettier-ignore
        return id;
      },
      take: async (busy) =>
        (await new RedisMonitorStore(connection, prefix).outbox.take('w', LEASE_MS, busy))?.owner ?? null,
    }),
    jobs: () => ({
      name: `${prefix}webhooks`,
      add: async (id, owner) => {
        const job = { owner, webhookTo: 'hook.test', webhook: 0, status: 'running', page: 1 };
        await connection.client.hset(`${prefix}{${id}}`, job);
        return id;
      },
      take: async (busy) => {
        const store = new RedisCrawlStore(connection, { keyPrefix: prefix });
        return store.outbox.take('w', LEASE_MS, busy).then((task) => task?.owner ?? null).finally(() => store.close()); // prettier-ignore
      },
    }),
  };
  const KINDS = Object.keys(LINES);

  const addAll = async (line: Line, owner: string, count: number, dueAt: number) => {
    const names = await Promise.all(
      Array.from({ length: count }, (_, n) => line.add(`${owner}-${n}`, owner)),
    );
    await connection.client.zadd(line.name, ...names.flatMap((name) => [dueAt, name]));
  };

  it.each(KINDS)('of %s are reached behind many of busy owners and receivers', async (kind) => {
    const line = LINES[kind]!();
    const owners = Array.from({ length: 26 }, (_, n) => `busy${n}`);
    for (const owner of owners) await addAll(line, owner, 200, Date.now() - 60_000);
    await addAll(line, 'free', 1, Date.now() - 1_000);
    const begun = Date.now();
    const receivers = owners.slice(13).map((owner) => ({ owner, receiver: 'hook.test' }));
    const busy = { owners: owners.slice(0, 13), receivers };
    expect([await line.take(busy), await line.take(busy)]).toEqual([null, 'free']);
    expect(await connection.client.zcount(line.name, begun + 900, begun + 30_000)).toBe(1_000); // due again in a moment
    expect(await connection.client.zcard(line.name)).toBe(5_201);
  });

  it.each(['extractors', 'monitors'])('of %s are not kept by a clock that was set back', async (kind) => {
    const line = LINES[kind]!();
    await addAll(line, 'anna', 1, Date.now() + HOUR_MS / 2);
    expect(await line.take(NO_BUSY_RECEIVERS)).toBeNull();
    await addAll(line, 'boris', 1, Date.now() + 5 * HOUR_MS);
    expect(await line.take({ owners: ['boris'], receivers: [] })).toBeNull();
    expect([await line.take(NO_BUSY_RECEIVERS), await line.take(NO_BUSY_RECEIVERS)]).toEqual(['boris', null]);
  });
});
