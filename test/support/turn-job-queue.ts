import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { redisUrl } from '../setup/redis.js';
import { RedisServer } from './redis-server.js';
import { FairSemaphore } from '../../libs/web-extract/src/concurrency/fair-semaphore.js';
import type { CrawlJob } from '../../libs/web-extract/src/model/crawl/crawl.js';
import { UnavailableError } from '../../libs/web-extract/src/model/errors.js';
import type { WorkerSlot, SlotResult } from '../../libs/web-extract/src/ports/job-queue.port.js';
import { jobQueueContract } from '../../libs/web-extract/src/testing/contracts/job-queue.contract.js';
import { RedisConnection } from '../../libs/web-extract/src/drivers/redis/connection/redis-connection.js';
import type { RedisTurnJobQueueOptions } from '../../libs/web-extract/src/drivers/redis/turns/redis-queue.js';
import type { TurnJobQueue } from '../../libs/web-extract/src/drivers/turns/turn.job-queue.js';

type JobState = 'active' | 'waiting' | 'delayed' | 'completed' | 'failed';

/** The queue of a vendor, as a client of it sees it. */
export interface JobsUnderTest {
  add(data: unknown, options?: object): Promise<unknown>;
  find(id: string): Promise<{ name: string; data: unknown; progress: unknown } | null>;
  count(states: JobState[]): Promise<number>;
  toKey(name: string): string;
}

/** What one process has. */
export interface ProcessUnderTest {
  readonly queue: TurnJobQueue;
  readonly jobs: JobsUnderTest;
}

interface TurnJobQueueSuite {
  open(
    connection: RedisConnection,
    options: RedisTurnJobQueueOptions & { readonly lockMs: number },
  ): ProcessUnderTest;
  /** Keys below the prefix that the queue itself keeps. */
  readonly ofQueue: RegExp;
}

/** Suite of the queues in Redis: turns, locks, several processes, outages. */
export function specifyTurnJobQueue({ open: openProcess, ofQueue }: TurnJobQueueSuite): void {
  let prefix: string;
  beforeEach(() => {
    prefix = `test-${randomUUID()}`;
  });

  /** The queue of one process. */
  function open(
    slots: number,
    url = redisUrl,
    describe?: (crawlId: string) => Promise<CrawlJob | null>,
    lockMs = 30_000,
  ) {
    const connection = new RedisConnection({ url });
    const options = { prefix, slots, lockMs, ...(describe ? { describe } : {}) };
    const { queue, jobs } = openProcess(connection, options);
    const close = async () => {
      queue.onModuleDestroy();
      await queue.beforeApplicationShutdown();
      await connection.close();
    };
    return { queue, slots, jobs, connection, close };
  }

  /** Keeps every turn running until it receives the leave signal. */
  function staying(log: string[], name: string) {
    return ({ crawlId, signal }: WorkerSlot): Promise<SlotResult> => {
      log.push(`${name} has ${crawlId}`);
      return new Promise((leave) => signal.addEventListener('abort', () => leave('requeue'), { once: true }));
    };
  }

  async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await isSo())) await sleep(10);
  }

  const workers = (client: RedisConnection['client']) => client.zcard(`${prefix}:workers`);

  describe('keeps the contract', () => {
    jobQueueContract(async (slots) => open(slots));
  });

  describe('with jobs in the queue that others wrote', () => {
    const REAL = { owner: 'anna', request: { url: 'http://site.test/' } } as CrawlJob;
    const describeReal = async (id: string) => (id === 'real' ? REAL : null);

    it.each<[string, unknown]>([
      ['null', null],
      ['a text', 'crawl'],
      ['a list', [['crawlId', 'real']]],
      ['another form', { crawlId: { toString: 'x' }, owner: 7 }],
      ['no owner', { crawlId: 'real' }],
      ['an unknown crawl', { crawlId: 'unknown', owner: 'anna' }],
      ['a name of 10 MB', { crawlId: 'x'.repeat(10_000_000), owner: 'anna' }],
    ])('drops data of %s, whatever its options say, and goes on', async (_, data) => {
      const host = open(1, redisUrl, describeReal);
      const opts = { attempts: 1e9, backoff: 0, removeOnComplete: false, removeOnFail: false };
      for (let n = 0; n < 5; n++) await host.jobs.add(data, opts);
      const log: string[] = [];
      await host.queue.work(staying(log, 'host'));
      await host.queue.submit('real', 1, 'anna');
      await until(() => log.length === 1);
      await until(async () => (await host.jobs.count(['waiting', 'delayed', 'completed', 'failed'])) === 0);
      expect(log).toEqual(['host has real']);
      await host.close();
    });

    it('goes on beside rows that are no JSON, or missing', async () => {
      const host = open(1, redisUrl, describeReal);
      const { client } = host.connection;
      await client.hset(host.jobs.toKey('broken'), { data: '{', opts: '{}', name: 'x' });
      await client.hset(host.jobs.toKey('options'), { data: '{}', opts: 'null', name: 'x' });
      await client.lpush(host.jobs.toKey('wait'), 'broken', 'missing', 'options');
      const log: string[] = [];
      await host.queue.work(staying(log, 'host'));
      await host.queue.submit('real', 1, 'anna');
      await until(() => log.length === 1);
      await host.close();
    });

    it('shares slots by the owner of the crawl, not by the one that a job names', async () => {
      const host = open(4, redisUrl, describeReal);
      let turn: unknown;
      jest.spyOn(FairSemaphore.prototype, 'tryTake').mockImplementation((owner) => {
        turn = owner;
        return true;
      });
      await host.jobs.add({ crawlId: 'real', owner: 'somebody else' });
      const log: string[] = [];
      await host.queue.work(staying(log, 'host'));
      await until(() => log.length === 1);
      expect(turn).toBe('anna');
      jest.restoreAllMocks();
      await host.close();
    });
  });

  describe('with several processes', () => {
    it('spreads the shares of a crawl, one a worker', async () => {
      const [one, other, api] = [open(8), open(8), open(8)];
      const log: string[] = [];
      await one.queue.work(staying(log, 'one'));
      await other.queue.work(staying(log, 'other'));
      await until(async () => (await workers(api.connection.client)) === 2);
      await api.queue.submit('big', 10, 'anna');
      await until(() => log.length === 2);
      expect(log.sort()).toEqual(['one has big', 'other has big']);
      expect(await api.jobs.count(['waiting', 'delayed'])).toBe(0);
      await Promise.all([one, other, api].map(({ close }) => close()));
    });

    it('gives a worker one slot of a crawl, and drops what is too much for those that are left', async () => {
      const [one, other] = [open(8), open(8)];
      const log: string[] = [];
      await one.queue.work(staying(log, 'one'));
      await other.queue.work(async () => 'done');
      await until(async () => (await workers(one.connection.client)) === 2);
      await other.close();
      await one.connection.client.zadd(`${prefix}:workers`, Date.now() + 60_000, 'a worker that was killed');
      await one.queue.submit('big', 2, 'anna');
      await until(() => log.length === 1);
      expect(await one.jobs.find('big#2')).not.toBeNull();
      await one.connection.client.zrem(`${prefix}:workers`, 'a worker that was killed');
      await until(async () => (await one.jobs.find('big#2')) === null);
      expect(log).toEqual(['one has big']);
      await one.close();
    });

    it('hands a crawl over at once when its worker ends', async () => {
      const [one, other] = [open(1), open(1)];
      const log: string[] = [];
      await one.queue.work(staying(log, 'one'));
      await one.queue.submit('a', 1, 'anna');
      await until(() => log.length === 1);
      await other.queue.work(staying(log, 'other'));
      await until(async () => (await workers(other.connection.client)) === 2);
      const before = Date.now();
      const closed = one.close();
      await until(() => log.length === 2);
      expect(Date.now() - before).toBeLessThan(20_000); // no lock had to expire
      expect(log).toEqual(['one has a', 'other has a']);
      await closed;
      await other.close();
    });

    it('adds no job that is waiting or at work, whoever asks', async () => {
      const processes = [open(1), open(1), open(1)];
      const log: string[] = [];
      const [one] = processes;
      await one!.queue.work(staying(log, 'one'));
      await one!.queue.submit('a', 1, 'anna');
      await until(() => log.length === 1);
      await Promise.all(
        processes.flatMap(({ queue }) => [queue.submit('a', 1, 'anna'), queue.submit('b', 1, 'anna')]),
      );
      expect(await one!.jobs.count(['active', 'waiting', 'delayed'])).toBe(2); // which job of b is active changes while it waits for a slot
      expect(log).toEqual(['one has a']);
      await Promise.all(processes.map(({ close }) => close()));
    });
  });

  it('tells dashboards which site it is and how far', async () => {
    const crawl = {
      owner: 'anna',
      request: { url: 'https://docs.example.com/guide', limit: 200 },
      counters: { pages: 30, queued: 60, leased: 10 },
    } as unknown as CrawlJob;
    const { queue, jobs, close } = open(1, redisUrl, async () => crawl);
    await queue.submit('a', 1, 'anna');
    expect(await jobs.find('a')).toMatchObject({ name: 'docs.example.com', data: { crawlId: 'a' } });
    await queue.work(staying([], 'one'));
    await until(async () => (await jobs.find('a'))?.progress === 30);
    await close();
  });

  it('repeats a turn that lost its lock', async () => {
    const { queue, jobs, connection, close } = open(2, redisUrl, undefined, 1_000);
    const log: string[] = [];
    const stay = staying(log, 'one');
    await queue.work((slot) => (log.length === 2 ? Promise.resolve('done') : stay(slot)));
    await queue.submit('a', 1, 'anna');
    await until(() => log.length === 1);
    await connection.client.del(`${jobs.toKey('a')}:lock`);
    await until(() => log.length === 2);
    await connection.client.del(`${jobs.toKey('a')}:lock`);
    await until(async () => (await jobs.find('a')) === null);
    await close();
  });

  it('leaves nothing of a crawl behind in Redis', async () => {
    const { queue, close } = open(1);
    const ended: string[] = [];
    await queue.submit('a', 1, 'anna');
    await queue.work(async ({ crawlId }) => {
      ended.push(crawlId);
      return ended.length < 3 ? 'requeue' : 'done';
    });
    await until(() => ended.length === 3);
    await close();
    const after = new RedisConnection({ url: redisUrl });
    const left = (await after.client.keys(`${prefix}:*`)).map((key) => key.slice(prefix.length + 1));
    await after.close();
    expect(left.filter((key) => !ofQueue.test(key))).toEqual([]);
  });

  describe('while Redis is away', () => {
    it('refuses crawls within 5 s, and goes on with those it has when Redis is back', async () => {
      const server = await RedisServer.start();
      const { queue, close } = open(2, server.url);
      const log: string[] = [];
      await queue.work(async (slot) => {
        log.push(slot.crawlId);
        return 'done';
      });
      await queue.submit('before', 1, 'anna');
      await until(() => log.length === 1);
      await server.kill();
      const before = Date.now();
      await expect(queue.submit('meanwhile', 1, 'anna')).rejects.toThrow(UnavailableError);
      expect(await queue.isReady()).toBe(false);
      expect(Date.now() - before).toBeLessThan(20_000);
      await server.start();
      await until(() => queue.isReady());
      await queue.submit('after', 1, 'anna');
      await until(() => log.length === 2);
      expect(log).toEqual(['before', 'after']);
      await close();
      await server.remove();
    });

    it('starts, waits, and ends without a fault', async () => {
      const faults: unknown[] = [];
      const onFault = (error: unknown) => faults.push(error);
      process.on('unhandledRejection', onFault);
      const server = await RedisServer.start();
      await server.remove();
      const { queue, close } = open(2, server.url);
      await queue.work(async () => 'done');
      await sleep(200);
      await close();
      await sleep(50);
      process.off('unhandledRejection', onFault);
      expect(faults).toEqual([]);
    });
  });
}
