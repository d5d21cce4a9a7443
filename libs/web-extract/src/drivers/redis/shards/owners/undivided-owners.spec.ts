import { limitsOfDay } from '../../../../testing/contracts/key-store.contract.js';
import { describeWithRedis } from '../../../../../../../test/setup/redis.js';
import { startList } from '../../../../../../../test/support/redis-deployments.js';
import { UnavailableError } from '../../../../model/errors.js';
import type { RedisServer } from '../../../../../../../test/support/redis-server.js';
import { MONITOR_ROOM, someMonitor } from '../../../../testing/contracts/monitor-store/samples.contract.js';
import { someHistoryKey, someUpdate } from '../../../../testing/contracts/page-history.contract.js';
import { RedisMonitorStore } from '../../monitors/redis.monitor-store.js';
import { RedisActivityLog } from '../../redis.activity-log.js';
import { RedisKeyStore } from '../../redis.key-store.js';
import { RedisPageHistory } from '../../redis.page-history.js';
import type { RedisShards } from '../redis-shards.js';
import { ShardedActivityLog } from './sharded.activity-log.js';
import { ShardedKeyStore } from './sharded.key-store.js';
import { ShardedMonitorStore } from './sharded.monitor-store.js';
import { ShardedPageCache } from './sharded.page-cache.js';
import { ShardedPageHistory } from './sharded.page-history.js';
import { ShardedUsageCounter } from './sharded.usage-counter.js';

jest.setTimeout(60_000);

const BOUNDS = { maxBytes: 4_000_000, maxBytesPerOwner: 1_000_000 };
const keyOf = (owner: string) =>
  ({ id: `id-${owner}`, owner, hash: `hash-${owner}`, name: null, createdAt: 1 }) as never;

describeWithRedis('Data of owners', () => {
  let deployment: Awaited<ReturnType<typeof startList>>;
  beforeAll(async () => {
    deployment = await startList(2);
  });
  afterEach(() => deployment.close());
  afterAll(() => deployment.remove());

  /** Owners whose shards are on the first and on the second Redis. */
  function ownersOf(shards: RedisShards): [string, string] {
    const names = Array.from({ length: 100 }, (_, n) => `owner-${n}`);
    const at = (index: number) =>
      names.find((name) => shards.indexOf(shards.shardOfParts(name)) === index && name !== 'anna')!;
    return [at(0), at(1)];
  }

  it('of the time with one Redis stays there with all that is added, and other owners are divided', async () => {
    const prefix = `test-undivided-${process.pid}`;
    const single = await deployment.openSingle(prefix);
    const own = `${prefix}:`;
    const keys = new RedisKeyStore(single.first, own);
    await keys.add(keyOf('anna'));
    await keys.grant('anna', 10);
    await new RedisPageHistory(single.first, own, BOUNDS).record(someHistoryKey(), someUpdate(), 0);
    await new RedisMonitorStore(single.first, own).create(
      someMonitor({ id: 'm1', owner: 'anna' }),
      5,
      MONITOR_ROOM,
    );
    const activity = { key: 'k', id: 'a', endpoint: 'scrape', version: 'v1', createdAt: 1, target: null };
    await new RedisActivityLog(single.first, own).add('anna', activity);
    await deployment.close();

    const shards = await deployment.open(prefix);
    const store = new ShardedKeyStore(shards);
    expect(await store.find('hash-anna')).toMatchObject({ owner: 'anna' });
    await store.grant('anna', 5);
    await store.touch('id-anna', 7);
    expect(await store.ledger('anna')).toEqual({ granted: 15, used: 0 });
    expect(await new RedisKeyStore(shards.first, own).ledger('anna')).toEqual({ granted: 15, used: 0 });
    const history = new ShardedPageHistory(shards, BOUNDS);
    expect((await history.find(someHistoryKey())).entry).toMatchObject({ revision: 1 });
    expect(await history.forget('anna')).toBe(1);
    expect(await history.record(someHistoryKey(), someUpdate(), 0)).toMatchObject({ kind: 'recorded' });
    const home = new RedisPageHistory(shards.first, own, BOUNDS);
    expect((await home.find(someHistoryKey())).entry).not.toBeNull(); // also after all was forgotten
    const monitors = new ShardedMonitorStore(shards);
    expect(await monitors.find('m1')).not.toBeNull();
    expect(await monitors.due(10, 9)).toEqual([{ id: 'm1', dueAt: 5 }]);
    const range = { sinceMs: 0, after: null, count: 9 };
    expect((await new ShardedActivityLog(shards).read('anna', range)).activities).toEqual([activity]);

    await store.add(keyOf('bert'));
    await store.grant('bert', 3);
    expect(await new RedisKeyStore(shards.first, own).find('hash-bert')).toBeNull();
    expect(await store.remove('id-bert', null)).toBe('bert');
    expect(await store.remove('id-anna', null)).toBe('anna');
  });

  it('has the secret of stored keys on the first Redis: a process that starts without it cannot check any', async () => {
    const shards = await deployment.open();
    const secret = await new ShardedKeyStore(shards).secret('fresh');
    expect(await new ShardedKeyStore(shards).secret('another')).toBe(secret);
    const first = deployment.servers[0]!;
    await first.kill();
    await expect(new ShardedKeyStore(shards).secret('third')).rejects.toThrow(UnavailableError);
    await first.start();
  });

  describe('with a Redis out of reach', () => {
    let shards: RedisShards;
    let second: RedisServer;
    let here: string;
    let away: string;
    beforeEach(async () => {
      shards = await deployment.open();
      [here, away] = ownersOf(shards);
      second = deployment.servers[1]!;
    });
    afterEach(async () => {
      await second.kill();
      await second.start();
    });

    async function loseSecond(): Promise<void> {
      await second.kill();
      await expect(new ShardedKeyStore(shards).ledger(away)).rejects.toThrow(UnavailableError);
    }

    it('keys, limits and credits of its owners fail, those of others work', async () => {
      const store = new ShardedKeyStore(shards);
      const counter = new ShardedUsageCounter(shards);
      await store.add(keyOf(here));
      await store.add(keyOf(away));
      await loseSecond();
      expect(await store.find(`hash-${here}`)).toMatchObject({ owner: here });
      await expect(store.find(`hash-${away}`)).rejects.toThrow(UnavailableError);
      await store.grant(here, 5);
      await expect(store.grant(away, 5)).rejects.toThrow(UnavailableError);
      expect(await counter.add(here, 1, 60)).toMatchObject({ count: 1 });
      await expect(counter.add(away, 1, 60)).rejects.toThrow(UnavailableError);
    });

    it('an owner without credits and daily limit continues, others wait', async () => {
      const store = new ShardedKeyStore(shards);
      const most = { credits: 1, pages: 1 };
      const free = { credits: 0, since: 0, pages: 0, balance: null };
      expect(await store.reserve(away, most, limitsOfDay())).toMatchObject(free);
      expect(await store.ofOwner(away)).toEqual([]);
      await loseSecond();
      expect(await store.reserve(away, most, limitsOfDay())).toEqual(free);
      expect(await store.ofOwner(away)).toEqual([]);
      await expect(store.reserve(away, most, limitsOfDay({ pages: 10 }))).rejects.toThrow(UnavailableError);
      await expect(new ShardedKeyStore(shards).reserve(away, most, limitsOfDay())).rejects.toThrow(
        UnavailableError,
      );
    });

    it('requests of the last day of its owners fail, those of others are listed', async () => {
      const log = new ShardedActivityLog(shards);
      const activity = { key: 'k', id: 'a', endpoint: 'scrape', version: 'v1', createdAt: 1, target: null };
      const range = { sinceMs: 0, after: null, count: 9 };
      await log.add(here, activity);
      await log.add(away, activity);
      await loseSecond();
      expect((await log.read(here, range)).activities).toEqual([activity]);
      await expect(log.read(away, range)).rejects.toThrow(UnavailableError);
    });

    it('an unknown key is not refused as long as it may be there', async () => {
      await loseSecond();
      await expect(new ShardedKeyStore(shards).find('unknown')).rejects.toThrow(UnavailableError);
    });

    it('monitors of others are due and listed, those of its owners fail', async () => {
      const store = new ShardedMonitorStore(shards);
      await store.create(someMonitor({ id: 'here', owner: here }), 5, MONITOR_ROOM);
      await store.create(someMonitor({ id: 'away', owner: away }), 5, MONITOR_ROOM);
      expect(await store.due(10, 9)).toHaveLength(2);
      await loseSecond();
      expect(await store.due(10, 9)).toEqual([{ id: 'here', dueAt: 5 }]);
      expect(await store.owners()).toEqual([here]);
      await expect(store.find('away')).rejects.toThrow(UnavailableError);
      await expect(store.heads(away, { offset: 0, limit: 9 })).rejects.toThrow(UnavailableError);
    });

    it('histories, feeds and caches there fail, rounds read the others, and forgetting waits for all', async () => {
      const history = new ShardedPageHistory(shards, BOUNDS);
      const cache = new ShardedPageCache(shards, BOUNDS);
      const tagAt = (index: number) =>
        ['a', 'b', 'c', 'd', 'e', 'f', 'g'].find(
          (tag) => shards.indexOf(shards.shardOfParts(here, tag)) === index,
        )!;
      const [near, far] = [0, 1].map((index) => someHistoryKey({ owner: here, tag: tagAt(index) }));
      await history.record(near!, someUpdate(), 0);
      await history.record(far!, someUpdate(), 0);
      await loseSecond();
      expect((await history.find(near!)).entry).not.toBeNull();
      await expect(history.find(far!)).rejects.toThrow(UnavailableError);
      await expect(history.changes.state(far!)).rejects.toThrow(UnavailableError);
      await expect(history.forget(here)).rejects.toThrow(UnavailableError);
      expect(await history.expire(Date.now() + 1e9, 0)).toBe(1);
      const get = (owner: string) => cache.get({ owner, url: 'u', variant: '' }, 1);
      expect(await get(here)).toBeNull();
      await expect(get(away)).rejects.toThrow(UnavailableError);
    });
  });
});
