import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { describeWithRedis, redisUrl } from '../../../../../../test/setup/redis.js';
import {
  completePage,
  FACTS,
  LONG_MS,
  startCrawl,
  takeSoon,
  urlOf,
} from '../../../testing/contracts/crawl-store/samples.contract.js';
import { MemoryArchive } from '../../../testing/contracts/memory-archive.js';
import { RedisConnection } from '../connection/redis-connection.js';
import { RedisCrawlStore } from '../redis.crawl-store.js';
import { RedisScripts } from '../redis-scripts.js';

/** More than one script passes on. */
const SLOTS = 450;
const HEAD = 10_000;
const URLS = SLOTS + HEAD + 4_096 + 200;

describeWithRedis('ArchivedQueue', () => {
  let connection: RedisConnection;
  let store: RedisCrawlStore;
  let keyPrefix: string;
  let archive: MemoryArchive;
  let id: string;
  /** Number of URLs that were read. */
  let read: number;

  /** A crawl whose next URLs are in an archive out of reach, with no other ones. */
  beforeEach(async () => {
    for (const level of ['log', 'warn'] as const) jest.spyOn(Logger.prototype, level).mockImplementation();
    connection = new RedisConnection({ url: redisUrl });
    keyPrefix = `test-${randomUUID()}:`;
    store = new RedisCrawlStore(connection, { keyPrefix });
    archive = new MemoryArchive();
    store.segments.use(archive);
    id = await startCrawl(store, { limit: SLOTS, seeds: [], request: { order: 'longest-host' } });
    const urls = Array.from({ length: URLS }, (_, n) => urlOf(`/p${n}`));
    await store.frontier.add(id, urls);
    while (await store.segments.moveQueue(id));
    archive.isAway = true;
    read = 0;
    while ((await Promise.all(Array.from({ length: 50 }, block))).includes(true));
  }, 60_000);
  afterEach(async () => {
    jest.restoreAllMocks();
    store.close();
    const keys = await connection.client.keys(`${keyPrefix}*`);
    if (keys.length > 0) await connection.client.unlink(...keys);
    await connection.close();
  });

  const take = () => store.frontier.take(id, 'worker', LONG_MS);

  /** Completes a URL without a page. @returns false if there is none */
  async function block(): Promise<boolean> {
    const taken = await take();
    if (taken.kind !== 'task') return false;
    await store.frontier.complete(taken.task, { kind: 'blocked' }, [], FACTS);
    read++;
    return true;
  }

  const owed = () => connection.client.hget(`${keyPrefix}{${id}}:owed`, 'later');

  async function readAll(): Promise<void> {
    for (let n = 0; n < SLOTS; n++) {
      const task = await takeSoon(store, id);
      expect(task.key).toBe(`/p${read + n}`);
      await completePage(store, task);
    }
    expect(await take()).toEqual({ kind: 'drained' });
  }

  it('passes many slots on in steps', async () => {
    expect(await owed()).toBe(String(SLOTS));
    const run = jest.spyOn(RedisScripts.prototype, 'runOf');
    archive.isAway = false;
    await readAll();
    expect(run.mock.calls.filter(([, name]) => name === 'pass-owed')).toHaveLength(3);
    expect(await connection.client.exists(`${keyPrefix}{${id}}:low`, `${keyPrefix}{${id}}:owed`)).toBe(0);
  }, 60_000);

  it('passes the others on after a worker has died', async () => {
    const { runOf } = RedisScripts.prototype;
    let steps = 0;
    jest.spyOn(RedisScripts.prototype, 'runOf').mockImplementation(function (this: RedisScripts, ...args) {
      if (args[1] === 'pass-owed' && ++steps === 2) return Promise.reject(new Error('killed'));
      return runOf.apply(this, args);
    });
    archive.isAway = false;
    await readAll();
    expect(steps).toBe(4);
  }, 60_000);
});
