import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { describeWithRedis } from '../../../../../../test/setup/redis.js';
import { RedisServer } from '../../../../../../test/support/redis-server.js';
import { until } from '../../../../../../test/support/crawls.js';
import { UnavailableError } from '../../../model/errors.js';
import {
  completePage,
  countersOf,
  crawlAll,
  LONG_MS,
  startCrawl,
  takeOne,
  urlsTo,
} from '../../../testing/contracts/crawl-store/samples.contract.js';
import { RedisConnection } from '../connection/redis-connection.js';
import { RedisCrawlStore } from '../redis.crawl-store.js';
import { RedisShards } from './redis-shards.js';
import { ShardMapError } from './shard-map.error.js';
import { shardOf } from './shard-of.js';
import { ShardedCrawlStore } from './sharded.crawl-store.js';

jest.setTimeout(120_000);

const ROOM = { running: 2, kept: 10 };
const NOT_DURABLE = { appendonly: 'no' };

describeWithRedis('ShardedCrawlStore', () => {
  let servers: RedisServer[];
  beforeAll(async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    servers = await Promise.all([
      RedisServer.start(NOT_DURABLE),
      RedisServer.start(NOT_DURABLE),
      RedisServer.start(NOT_DURABLE),
    ]);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await Promise.all(servers.map((server) => server.remove()));
  });

  describe('as a deployment', () => {
    let prefix: string;
    let connections: RedisConnection[];
    let shards: RedisShards;
    let store: ShardedCrawlStore;
    const open = async (urls: readonly string[]) => {
      connections = urls.map((url) => new RedisConnection({ url }));
      shards = new RedisShards(connections, prefix, 'list');
      store = new ShardedCrawlStore(shards);
      await shards.onModuleInit();
    };
    const close = async () => {
      store.close();
      shards.onApplicationShutdown();
      await Promise.all(connections.map((connection) => connection.close()));
    };
    const urls = () => servers.map(({ url }) => url);
    beforeEach(() => {
      prefix = `test-${randomUUID()}`;
      jest.spyOn(Logger.prototype, 'error').mockImplementation();
      jest.spyOn(Logger.prototype, 'log').mockImplementation();
    });
    afterEach(() => close());

    it('finds and continues crawls of the time with one Redis, and knows their idempotency keys', async () => {
      const connection = new RedisConnection({ url: servers[0]!.url });
      const single = new RedisCrawlStore(connection, { keyPrefix: `${prefix}:` });
      const id = await startCrawl(single, { seeds: urlsTo(3), idempotencyKey: 'key' });
      await completePage(single, await takeOne(single, id));
      single.close();
      await connection.close();
      await open(urls());
      expect((await store.running('anna')).map((note) => note.id)).toEqual([id]);
      expect(await store.listOfOwner('anna')).toMatchObject({ notes: [{ id }], isPartial: false });
      const [earlier] = await store.earlier.all();
      jest.spyOn(earlier!, 'ofOwner').mockRejectedValueOnce(new UnavailableError('out of reach', 1));
      const both = [store.listOfOwner('anna'), store.listOfOwner('anna')];
      expect((await Promise.all(both)).map(({ notes, isPartial }) => [notes.length, isPartial])).toEqual([[0, true], [1, false]]); // prettier-ignore
      await crawlAll(store, id);
      expect(await countersOf(store, id)).toMatchObject({ pages: 3, queued: 0 });
      const again = await startCrawl(store, { idempotencyKey: 'key' });
      expect(await store.find(again)).toBeNull();
      expect(await store.finish(id, 'completed', null, LONG_MS)).toBe(true);
    });

    it('lists crawls of the time with one Redis in part, until each Redis has answered whether it has some', async () => {
      const connection = new RedisConnection({ url: servers[1]!.url });
      const single = new RedisCrawlStore(connection, { keyPrefix: `${prefix}:` });
      const id = await startCrawl(single);
      single.close();
      await connection.close();
      await open(urls());
      jest.spyOn(connections[1]!.client, 'exists').mockRejectedValueOnce(new Error('no answer'));
      expect(await store.listOfOwner('anna')).toEqual({ notes: [], isPartial: true });
      expect(store.isPartial).toBe(true);
      await until(async () => (await store.running('anna')).length === 1);
      expect(await store.listOfOwner('anna')).toMatchObject({ notes: [{ id }], isPartial: false });
    });

    it('has the same map for every process, whatever the addresses are, and refuses a list that lacks a Redis', async () => {
      await open(urls());
      const id = await startCrawl(store);
      await close();
      await open([urls()[0]!, urls()[2]!, urls()[1]!]);
      expect(await store.find(id)).not.toBeNull();
      await close();
      await expect(open(urls().slice(0, 2))).rejects.toThrow(ShardMapError);
      await close();
      await expect(open([...urls()].reverse())).rejects.toThrow(ShardMapError);
    });

    it('gives each of two Redis at least 40 percent of the keys of 300 crawls', async () => {
      const own = await Promise.all([RedisServer.start(NOT_DURABLE), RedisServer.start(NOT_DURABLE)]);
      await open(own.map(({ url }) => url));
      await Promise.all(Array.from({ length: 300 }, () => startCrawl(store, { seeds: urlsTo(2) })));
      const keys = await Promise.all(connections.map(({ client }) => client.dbsize()));
      expect(Math.min(...keys) / (keys[0]! + keys[1]!)).toBeGreaterThanOrEqual(0.4);
      await Promise.all(own.map((server) => server.remove()));
    });

    it('goes on with other crawls while a Redis is away', async () => {
      const own = await RedisServer.start();
      await open([urls()[0]!, own.url]);
      const ids = await Promise.all(
        Array.from({ length: 12 }, () => startCrawl(store, { seeds: urlsTo(2) })),
      );
      const isAway = (id: string) => shards.indexOf(shardOf(id)) === 1;
      const [lost, kept] = [ids.find(isAway)!, ids.find((id) => !isAway(id))!];
      await own.kill();
      await expect(store.find(lost)).rejects.toThrow(UnavailableError);
      await crawlAll(store, kept);
      expect(await countersOf(store, kept)).toMatchObject({ pages: 2 });
      expect(shards.indexOf(shardOf(store.newId('anna', null)))).toBe(0);
      const listed = (await store.running(null)).map(({ id }) => id);
      expect(store.isPartial).toBe(true);
      expect(listed.sort()).toEqual(ids.filter((id) => !isAway(id)).sort());
      await own.start();
      await until(() => shards.isUp(shardOf(lost)));
      expect(await store.running(null)).toHaveLength(ids.length);
      await until(async () => (await store.running(null)).length === ids.length && !store.isPartial); // crawls of the time with one Redis, too
      await crawlAll(store, lost);
      expect(await countersOf(store, lost)).toMatchObject({ pages: 2 });
      await own.remove();
    });

    it('accepts crawls of owners whose room is within reach while a Redis is away, and counts them', async () => {
      const own = await RedisServer.start();
      await open([urls()[0]!, own.url]);
      const ownerAt = (index: number) =>
        Array.from({ length: 100 }, (_, n) => `owner-${n}`).find(
          (owner) => shards.indexOf(shards.shardOfParts(owner)) === index,
        )!;
      const create = (owner: string) => {
        const job = { id: store.newId(owner, null), owner, request: { url: 'http://a.test/' }, createdAt: 1 };
        return store.create({ job, limit: 1, seeds: urlsTo(1), idempotencyKey: null, room: ROOM });
      };
      const [here, away] = [ownerAt(0), ownerAt(1)];
      expect(await create(away)).toBe('created');
      await own.kill();
      await until(() => !connections[1]!.isUp);
      await expect(create(away)).rejects.toThrow(UnavailableError);
      expect([await create(here), await create(here), await create(here)]).toEqual([
        'created',
        'created',
        'too-many-running',
      ]);
      await own.start();
      await until(() => connections[1]!.isUp);
      expect([await create(away), await create(away)]).toEqual(['created', 'too-many-running']);
      await own.remove();
    });
  });
});
