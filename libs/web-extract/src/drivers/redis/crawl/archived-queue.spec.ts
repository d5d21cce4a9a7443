import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { describeWithRedis, redisUrl } from '../../../../../../test/setup/redis.js';
import { until } from '../../../../../../test/support/crawls.js';
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
import { ArchivedQueue } from './archived-queue.js';

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
  /** Number of URLs of the last crawl that were read. */
  let read: number;

  beforeEach(async () => {
    for (const level of ['log', 'warn'] as const) jest.spyOn(Logger.prototype, level).mockImplementation();
    connection = new RedisConnection({ url: redisUrl });
    keyPrefix = `test-${randomUUID()}:`;
    store = new RedisCrawlStore(connection, { keyPrefix });
    archive = new MemoryArchive();
    store.segments.use(archive);
    id = await start();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    store.close();
    const keys = await connection.client.keys(`${keyPrefix}*`);
    if (keys.length > 0) await connection.client.unlink(...keys);
    await connection.close();
  });

  /** Starts a crawl whose next URLs are in the archive, which is out of reach, with no other ones. */
  async function start(): Promise<string> {
    archive.isAway = false;
    const started = await startCrawl(store, { limit: SLOTS, seeds: [], request: { order: 'longest-host' } });
    const urls = Array.from({ length: URLS }, (_, n) => urlOf(`/p${n}`));
    await store.frontier.add(started, urls);
    while (await store.segments.moveQueue(started));
    archive.isAway = true;
    read = 0;
    while ((await Promise.all(Array.from({ length: 50 }, () => block(started)))).includes(true));
    return started;
  }

  const take = (of: string) => store.frontier.take(of, 'worker', LONG_MS);

  /** Completes a URL without a page. @returns false if there is none */
  async function block(of: string): Promise<boolean> {
    const taken = await take(of);
    if (taken.kind !== 'task') return false;
    await store.frontier.complete(taken.task, { kind: 'blocked' }, [], FACTS);
    read++;
    return true;
  }

  const owed = () => connection.client.hget(`${keyPrefix}{${id}}:owed`, 'later');

  async function readAll(of = id): Promise<void> {
    for (let n = 0; n < SLOTS; n++) {
      const task = await takeSoon(store, of);
      expect(task.key).toBe(`/p${read + n}`);
      await completePage(store, task);
    }
    expect(await take(of)).toEqual({ kind: 'drained' });
  }

  const loaderOf = (of: string) => `${keyPrefix}{${of}}:loader`;

  /** Earlier reads have failed. */
  const noReads = (...crawls: string[]) =>
    until(async () => (await connection.client.exists(...crawls.map(loaderOf))) === 0);

  /** The queue in another worker. */
  function queueOfWorker(): ArchivedQueue {
    const queue = new ArchivedQueue(new RedisScripts(connection, keyPrefix), { progress: () => {} } as never);
    queue.use(archive as never);
    return queue;
  }

  it('passes many slots on in steps', async () => {
    expect(await owed()).toBe(String(SLOTS));
    const run = jest.spyOn(RedisScripts.prototype, 'runOf');
    archive.isAway = false;
    await readAll();
    expect(run.mock.calls.filter(([, name]) => name === 'waiting/pass-owed')).toHaveLength(3);
    expect(await connection.client.exists(`${keyPrefix}{${id}}:low`, `${keyPrefix}{${id}}:owed`)).toBe(0);
  });

  it('passes the others on after a worker has died', async () => {
    const { runOf } = RedisScripts.prototype;
    let steps = 0;
    jest.spyOn(RedisScripts.prototype, 'runOf').mockImplementation(function (this: RedisScripts, ...args) {
      if (args[1] === 'waiting/pass-owed' && ++steps === 2) return Promise.reject(new Error('killed'));
      return runOf.apply(this, args);
    });
    archive.isAway = false;
    await readAll();
    expect(steps).toBe(4);
  });

  it('pauses the reads of one crawl when its object is missing, not those of others', async () => {
    const [broken, whole] = [id, await start()];
    const objectOf = (of: string) => [...archive.objects.keys()].find((name) => name.includes(of))!;
    await noReads(broken, whole);
    archive.isAway = false;
    const objects = [broken, whole].map(objectOf);
    archive.objects.delete(objects[0]!);
    const reads = jest.spyOn(archive, 'read');
    const queue = queueOfWorker();
    for (const crawl of [broken, whole, broken]) await queue.load(crawl);
    expect(reads.mock.calls.map(([name]) => name)).toEqual(objects);
  });

  it.each([
    ['another worker has read it', () => queueOfWorker().load(id)],
    ['its crawl has ended', () => store.finish(id, 'cancelled', null, LONG_MS)],
  ])('does not report an object that was removed because %s', async (_, end) => {
    await noReads(id);
    const warn = jest.spyOn(Logger.prototype, 'warn').mockClear();
    await queueOfWorker().load(id);
    expect(warn).toHaveBeenCalledTimes(1); // it is needed
    archive.isAway = false;
    archive.beforeRead = async () => {
      archive.beforeRead = async () => {};
      await connection.client.del(loaderOf(id)); // the lease of a slow reader ends
      await end();
      await queueOfWorker().removeUnused(id);
    };
    await queueOfWorker().load(id);
    expect(archive.objects.size).toBe(0);
    expect(warn).toHaveBeenCalledTimes(1);
  });
});
