import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { describeWithRedis } from '../../../../../../../test/setup/redis.js';
import { RedisServer } from '../../../../../../../test/support/redis-server.js';
import { until } from '../../../../../../../test/support/crawls.js';
import { UnavailableError } from '../../../../model/errors.js';
import {
  completePage,
  countersOf,
  crawlAll,
  startCrawl,
  takeOne,
  urlsTo,
} from '../../../../testing/contracts/crawl-store/samples.contract.js';
import { RedisConnection } from '../../connection/redis-connection.js';
import { RedisShards } from '../redis-shards.js';
import { ShardedCrawlStore } from '../sharded.crawl-store.js';
import { shardOf } from '../shard-of.js';
import { MoveNode } from './move-node.js';
import { ShardAdmin } from './shard-admin.js';
import { ShardMover, type MoveStep } from './shard-mover.js';

jest.setTimeout(120_000);

const NOT_DURABLE = { appendonly: 'no' };
/** The map is read often, and the waiting time of a move is short. */
const INTERVALS = { readMs: 50, validMs: 2_000 };
const NO_WAIT = { readMs: 50, validMs: -5_000 };

describeWithRedis('ShardAdmin', () => {
  let servers: RedisServer[];
  let prefix: string;
  const opened: (() => unknown)[] = [];
  beforeAll(async () => {
    servers = await Promise.all([1, 2, 3].map(() => RedisServer.start(NOT_DURABLE)));
  });
  afterAll(() => Promise.all(servers.map((server) => server.remove())));
  beforeEach(() => {
    prefix = `test-${randomUUID()}`;
    for (const level of ['warn', 'error', 'log'] as const)
      jest.spyOn(Logger.prototype, level).mockImplementation();
  });
  afterEach(async () => {
    for (const close of opened.splice(0)) await close();
    jest.restoreAllMocks();
  });

  const urls = (count: number) => servers.slice(0, count).map(({ url }) => url);
  const hostOf = (url: string) => new URL(url).host;

  async function open(list: readonly string[]) {
    const connections = list.map((url) => new RedisConnection({ url }));
    const shards = new RedisShards(connections, prefix, 'list', INTERVALS);
    const store = new ShardedCrawlStore(shards);
    opened.push(async () => {
      store.close();
      shards.onApplicationShutdown();
      await Promise.all(connections.map((connection) => connection.close()));
    });
    await shards.onModuleInit();
    return { shards, store };
  }

  function admin(list: readonly string[], onStep: (step: MoveStep) => void = () => {}, intervals = NO_WAIT) {
    const redis = list.map((url) => ({ url }));
    const result = new ShardAdmin({ redis, prefix, onStep }, intervals);
    opened.push(() => result.close());
    return result;
  }

  /** Keys of a shard by Redis. */
  async function keysOf(shard: number): Promise<string[][]> {
    return Promise.all(
      servers.map(async ({ url }) => {
        const connection = new RedisConnection({ url });
        const keys = await connection.client.keys(`${prefix}{s${shard}}:*`);
        await connection.close();
        return keys.sort();
      }),
    );
  }

  /** A crawl with a stored page, a page in progress, and an idempotency key. */
  async function halfACrawl(store: ShardedCrawlStore): Promise<string> {
    const id = await startCrawl(store, { seeds: urlsTo(4), idempotencyKey: randomUUID() });
    await completePage(store, await takeOne(store, id));
    return id;
  }

  it('moves a running crawl to a Redis that is new in the list, and processes continue it there', async () => {
    const first = await open(urls(2));
    const id = await halfACrawl(first.store);
    const [here] = await keysOf(shardOf(id)).then((keys) => keys.filter((found) => found.length > 0));
    const process = await open(urls(3));
    expect(process.shards.groups()).toHaveLength(2); // the third one has no shards
    const steps: string[] = [];
    const moved = await admin(urls(3), ({ kind }) => steps.push(kind)).move(
      [shardOf(id)],
      hostOf(urls(3)[2]!),
    );
    expect(moved).toBe(1);
    expect(steps).toEqual(['waiting', 'copying', 'moved', 'removing']);
    expect(await keysOf(shardOf(id))).toEqual([[], [], here]);
    await until(() => process.shards.isUp(shardOf(id)) && process.shards.indexOf(shardOf(id)) === 2);
    await crawlAll(process.store, id);
    expect(await countersOf(process.store, id)).toMatchObject({ pages: 4, queued: 0 });
    expect(await process.store.running(null)).toHaveLength(1);
    // the first process does not list that Redis
    await until(() => !first.shards.isUp(shardOf(id)));
    await expect(first.store.find(id)).rejects.toThrow(UnavailableError);
    expect(Logger.prototype.error).toHaveBeenCalledWith(expect.stringContaining('lacks 1 that have shards'));
    await expect(open(urls(2))).rejects.toThrow(/add them to drivers\.redis .*admin move-shard/);
  });

  it('keeps the expiry of keys', async () => {
    const { store, shards } = await open(urls(2));
    const id = await halfACrawl(store);
    const here = shards.indexOf(shardOf(id));
    const to = urls(2)[1 - here]!;
    const expiries = async () => {
      const found = await Promise.all(
        urls(2).map(async (url) => {
          const connection = new RedisConnection({ url });
          const keys = await connection.client.keys(`${prefix}{s${shardOf(id)}}:*`);
          const ttls = await Promise.all(keys.map((key) => connection.client.pttl(key)));
          await connection.close();
          return keys.map((key, n) => [key, Math.round(ttls[n]! / 60_000)] as const);
        }),
      );
      return new Map(found.flat());
    };
    await store.finish(id, 'completed', null, 3_600_000);
    const connection = new RedisConnection({ url: urls(2)[here]! });
    await connection.client.set(`${prefix}{s${shardOf(id)}}:expires`, 'x', 'PX', 600_000);
    await connection.close();
    const before = await expiries();
    await admin(urls(2)).move([shardOf(id)], to);
    expect(await expiries()).toEqual(before);
    expect(before.get(`${prefix}{s${shardOf(id)}}:expires`)).toBe(10);
  });

  it('copies a hash that is too large for one dump', async () => {
    await open(urls(2));
    const connection = new RedisConnection({ url: urls(2)[0]! });
    const fields = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`f${n}`, 'x'.repeat(50_000)]));
    await connection.client.hset(`${prefix}{s0}:large`, fields);
    await connection.client.pexpire(`${prefix}{s0}:large`, 600_000);
    await connection.close();
    await admin(urls(2)).move([0], urls(2)[1]!);
    const target = new RedisConnection({ url: urls(2)[1]! });
    expect(await target.client.hgetall(`${prefix}{s0}:large`)).toEqual(fields);
    expect(await target.client.pttl(`${prefix}{s0}:large`)).toBeGreaterThan(500_000);
    await target.close();
  });

  it('refuses crawls of a shard while it is moved, and a process that has not read the map uses none', async () => {
    const { store, shards } = await open(urls(2));
    const id = await halfACrawl(store);
    const other = await halfACrawl(store);
    let isChecked = false;
    const check = async () => {
      await expect(store.find(id)).rejects.toThrow('The shard is being moved');
      if (shardOf(other) !== shardOf(id)) expect(await store.find(other)).not.toBeNull();
      isChecked = true;
    };
    const moving = admin(urls(2), undefined, { readMs: 50, validMs: -4_000 }).move(
      [shardOf(id)],
      urls(2)[1 - shards.indexOf(shardOf(id))]!,
    );
    await until(() => !shards.isUp(shardOf(id)));
    await check();
    await moving;
    await until(() => shards.isUp(shardOf(id)));
    await crawlAll(store, id);
    expect(isChecked).toBe(true);
    expect(await countersOf(store, id)).toMatchObject({ pages: 4 });
  });

  it('changes nothing in a dry run, and says what would be moved', async () => {
    const { store, shards } = await open(urls(2));
    const id = await halfACrawl(store);
    const before = await keysOf(shardOf(id));
    const planned = await admin(urls(3)).plan([shardOf(id)], urls(3)[2]!);
    expect(planned).toEqual([
      {
        shard: shardOf(id),
        from: hostOf(urls(2)[shards.indexOf(shardOf(id))]!),
        to: hostOf(urls(3)[2]!),
        keys: before.flat().length,
        bytes: expect.any(Number) as number,
      },
    ]);
    expect(await keysOf(shardOf(id))).toEqual(before);
    const connection = new RedisConnection({ url: urls(3)[2]! });
    expect(await connection.client.exists(`${prefix}:node`, `${prefix}:shards`)).toBe(0);
    await connection.close();
  });

  it('returns the shards of an interrupted move with cancel', async () => {
    const { store, shards } = await open(urls(2));
    const id = await halfACrawl(store);
    const here = shards.indexOf(shardOf(id));
    const before = await keysOf(shardOf(id));
    await expect(killedAfter(40, [shardOf(id)], 1 - here)).rejects.toThrow('killed');
    expect(await admin(urls(2)).cancel()).toBe(1);
    expect(await keysOf(shardOf(id))).toEqual(before);
    await until(() => shards.isUp(shardOf(id)));
    expect(shards.indexOf(shardOf(id))).toBe(here);
    await crawlAll(store, id);
    expect(await countersOf(store, id)).toMatchObject({ pages: 4 });
  });

  /** A move that ends at a command without any further one, as a killed process does. */
  async function killedAfter(commands: number, shards: readonly number[], to: number): Promise<void> {
    let left = commands;
    const nodes = urls(2).map((url) => new MoveNode({ url }));
    for (const { client } of nodes) {
      const send = client.sendCommand.bind(client);
      client.sendCommand = (command, stream) => {
        if (left-- > 0 || command.name === 'info') return send(command, stream);
        command.reject(new Error('killed'));
        return command.promise;
      };
    }
    opened.push(() => nodes.forEach((node) => node.close()));
    await new ShardMover(nodes, prefix, () => {}, NO_WAIT).move(shards, nodes[to]!);
  }

  it('is completed by the next command wherever it was killed, once for each place', async () => {
    const { store, shards } = await open(urls(2));
    const id = await halfACrawl(store);
    const shard = shardOf(id);
    const all = (await keysOf(shard)).flat();
    let kills = 0;
    for (let commands = 0; ; commands += 3) {
      const to = 1 - shards.indexOf(shard);
      const end = await killedAfter(commands, [shard], to).then(
        () => 'whole',
        () => 'killed',
      );
      await admin(urls(2)).move([shard], urls(2)[to]!);
      expect(await keysOf(shard)).toEqual(to === 0 ? [all, [], []] : [[], all, []]);
      await until(() => shards.isUp(shard) && shards.indexOf(shard) === to);
      if (end === 'whole') break;
      kills++;
    }
    expect(kills).toBeGreaterThan(15);
    await crawlAll(store, id);
    expect(await countersOf(store, id)).toMatchObject({ pages: 4, queued: 0 });
  });

  it('ends when another command has taken over', async () => {
    const { store, shards } = await open(urls(2));
    const id = await halfACrawl(store);
    const to = urls(2)[1 - shards.indexOf(shardOf(id))]!;
    const all = (await keysOf(shardOf(id))).flat();
    const former = admin(urls(2), undefined, { readMs: 50, validMs: -4_000 }).move([shardOf(id)], to);
    const check = expect(former).rejects.toThrow(/Another command/);
    await until(() => !shards.isUp(shardOf(id)));
    await admin(urls(2)).move([], to);
    await check;
    expect((await keysOf(shardOf(id))).flat()).toEqual(all);
  });

  it('names what is wrong with a list', async () => {
    await open(urls(3));
    await expect(admin(urls(2)).move([1], urls(2)[0]!)).rejects.toThrow(
      'The list lacks 1 Redis that have shards',
    );
    await expect(admin(urls(3)).move([64], urls(3)[0]!)).rejects.toThrow('There is no shard 64');
    await expect(admin(urls(3)).move([1], 'elsewhere:1')).rejects.toThrow('no single Redis at elsewhere:1');
    await expect(admin([...urls(3), urls(3)[0]!]).cancel()).rejects.toThrow('one Redis twice');
    await expect(admin([...urls(3), 'redis://127.0.0.1:1']).cancel()).rejects.toThrow(
      '127.0.0.1:1 does not answer',
    );
  });
});
