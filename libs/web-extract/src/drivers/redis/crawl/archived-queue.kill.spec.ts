import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeWithRedis, redisUrl } from '../../../../../../test/setup/redis.js';
import type { QueueStep } from '../../../../../../test/support/queue-process.js';
import {
  FACTS,
  LONG_MS,
  startCrawl,
  urlsTo,
} from '../../../testing/contracts/crawl-store/samples.contract.js';
import { FsResultArchive } from '../../fs-archive/fs.result-archive.js';
import { RedisConnection } from '../connection/redis-connection.js';
import { RedisCrawlStore } from '../redis.crawl-store.js';

const ROOT = resolve(__dirname, '../../../../../..');
const URLS = 10_000 + 3 * 4_096 + 200;
/** Fewer than the URLs that are read before the first object is needed. */
const UNTIL_LOW = 7_900;
const LANES = 50;

describeWithRedis('ArchivedQueue in a process that is killed', () => {
  let connection: RedisConnection;
  let keyPrefix: string;
  let dir: string;
  let store: RedisCrawlStore;
  let id: string;
  beforeEach(async () => {
    connection = new RedisConnection({ url: redisUrl });
    keyPrefix = `test-${randomUUID()}:`;
    dir = await mkdtemp(join(tmpdir(), 'queue-kill-'));
    store = new RedisCrawlStore(connection, { keyPrefix });
    id = await startCrawl(store, { seeds: [], limit: 1e6 });
    await store.frontier.add(id, urlsTo(URLS));
  });
  afterEach(async () => {
    store.close();
    const keys = await connection.client.keys(`${keyPrefix}*`);
    if (keys.length > 0) await connection.client.unlink(...keys);
    await connection.close();
    await rm(dir, { recursive: true, force: true });
  });

  async function killAt(step: QueueStep): Promise<void> {
    const script = ['-r', './test/setup/typescript.cjs', './test/support/queue-process.ts'];
    const args = [redisUrl, keyPrefix, id, dir, step];
    const child = spawn(process.execPath, [...script, ...args], { cwd: ROOT, stdio: 'inherit' });
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    const leases = ['mover', 'loader'].map((name) => `${keyPrefix}{${id}}:${name}`);
    await connection.client.del(...leases); // they expire after 20 s
  }

  const objects = async (): Promise<number> =>
    (await readdir(dir, { recursive: true })).filter((name) => name.endsWith('.urls')).length;

  /** Reads so many URLs, fewer if there are no more. */
  async function read(count: number): Promise<void> {
    for (let left = count; left > 0;) {
      const takes = Array.from({ length: Math.min(LANES, left) }, () =>
        store.frontier.take(id, 'worker', LONG_MS),
      );
      const taken = await Promise.all(takes);
      if (taken.some(({ kind }) => kind === 'drained')) return;
      const tasks = taken.flatMap((result) => (result.kind === 'task' ? [result.task] : []));
      if (tasks.length === 0) await sleep(10);
      await Promise.all(tasks.map((task) => store.frontier.complete(task, { kind: 'blocked' }, [], FACTS)));
      left -= tasks.length;
    }
  }

  it('loses and doubles no URL, keeps their order, and leaves no object behind', async () => {
    await killAt('before put');
    expect(await objects()).toBe(0);
    await killAt('after put');
    expect(await objects()).toBe(1); // without a pointer, until the crawl expires
    store.segments.use(new FsResultArchive({ dir }));
    while (await store.segments.moveQueue(id));
    expect(await objects()).toBe(4);
    await read(UNTIL_LOW);
    for (const step of ['before read', 'after read', 'before remove', 'after remove'] as const)
      await killAt(step);
    await read(URLS);
    const visited = (await store.results.records(id, 0, 2 * URLS)).map(({ url }) => new URL(url).pathname);
    const place = new Map(urlsTo(URLS).map(({ key }, at) => [key, at]));
    const places = visited.map((key) => place.get(key)!);
    expect(new Set(places).size).toBe(URLS);
    expect(places).toHaveLength(URLS);
    const returned = places.filter((at, n) => at < places[n - 1]!); // leased by processes that were killed
    expect(returned.length).toBeLessThanOrEqual(6);

    await store.segments.moveQueue(id);
    expect(await objects()).toBe(1);
    await store.finish(id, 'completed', null, 1);
    await store.expire(Date.now() + 1_000);
    await store.segments.removeExpired(Date.now() + 1_000);
    expect(await objects()).toBe(0);
  }, 240_000);
});
