import { Logger } from '@nestjs/common';
import { describeWithPostgres } from '../../../../../../test/setup/postgres.js';
import {
  openPostgresDatabase,
  type PostgresDatabase,
} from '../../../../../../test/support/postgres-database.js';
import { longQueueContract } from '../../../testing/contracts/crawl-store/long-queue.contract.js';
import {
  completePage,
  FACTS,
  LONG_MS,
  startCrawl,
  takeSoon,
  urlOf,
  urlsTo,
} from '../../../testing/contracts/crawl-store/samples.contract.js';
import { MemoryArchive } from '../../../testing/contracts/memory-archive.js';
import { ArchivedQueue } from './archived-queue.js';
import { HEAD_URLS } from './functions/archived-queue.js';
import { PostgresCrawlStore } from './postgres.crawl-store.js';
import { numberOf } from './url-arguments.js';

/** More than one statement passes on. */
const SLOTS = 450;
const DAY_MS = 24 * 3_600_000;
/** Hosts that a search for URLs to move reads. */
const SEARCHED = 2_000;
/** URLs of a list from which an object is moved. */
const LONG_LIST = HEAD_URLS + 4_096;

describeWithPostgres('ArchivedQueue of PostgreSQL', () => {
  let database: PostgresDatabase;
  let store: PostgresCrawlStore;
  beforeAll(async () => {
    database = await openPostgresDatabase();
  });
  afterAll(() => database.remove());
  beforeEach(() => {
    for (const level of ['log', 'warn'] as const) jest.spyOn(Logger.prototype, level).mockImplementation();
    store = new PostgresCrawlStore(database.connection);
  });
  afterEach(async () => {
    await store.close();
    await database.clear();
    jest.restoreAllMocks();
  });

  longQueueContract(() => store, HEAD_URLS);

  /** Adds hosts whose hashes are spread evenly. */
  const addHosts = (count: number, waiting: number) =>
    database.connection.run(
      `INSERT INTO {schema}.crawl_hosts (queue, host, name, fresh, waiting, slots)
      SELECT s.queue, n * (9223372036854775807 / $1::bigint), 'host-' || n, 1, $2::bigint, 0
      FROM {schema}.crawl_states s, generate_series(1, $1::bigint) n`,
      [count, waiting],
    );

  /** A host whose hash is in this part of all hashes. */
  const hostIn = (from: number, to: number): string =>
    Array.from({ length: 10_000 }, (_, n) => `long-${n}.test:80`).find((host) => {
      const place = Number(numberOf(host)) / 2 ** 63;
      return place > from && place < to;
    })!;

  const addTo = (id: string, host: string) =>
    store.frontier.add(
      id,
      Array.from({ length: LONG_LIST }, (_, n) => urlOf(`/p${n}-${host}`, { host })),
    );

  /** @returns the number of calls that found nothing before one moved URLs */
  const missesOf = async (id: string): Promise<number> => {
    for (let misses = 0; misses < 10; misses++) {
      if (await store.segments.moveQueue(id)) return misses;
    }
    return Infinity;
  };

  it('finds each of a few long lists among many hosts, some of them at a time', async () => {
    store.segments.use(new MemoryArchive());
    const id = await startCrawl(store, { limit: 1e6, seeds: [] });
    await addHosts(4 * SEARCHED, 1);
    await addTo(id, hostIn(0.98, 1));
    expect(await store.segments.backlogs()).toMatchObject([{ crawlId: id, hasQueue: true }]);
    expect(await missesOf(id)).toBe(3);
    await addTo(id, hostIn(0.4, 0.45));
    expect(await missesOf(id)).toBe(1); // after the last host follows the first one
  }, 60_000);

  it('searches a long list again after URLs of it were moved, and finds it at once', async () => {
    store.segments.use(new MemoryArchive());
    const id = await startCrawl(store, { limit: 1e6, seeds: [] });
    await addHosts(2 * SEARCHED, 1);
    const host = hostIn(0.9, 1);
    await addTo(id, host);
    expect(await missesOf(id)).toBe(1);
    const more = Array.from({ length: 4_096 }, (_, n) => urlOf(`/more${n}`, { host }));
    await store.frontier.add(id, more);
    expect(await missesOf(id)).toBe(0);
  }, 60_000);

  it('reads a bounded number of URLs in a search, and continues with the others in the next one', async () => {
    store.segments.use(new MemoryArchive());
    const id = await startCrawl(store, { limit: 1e6, seeds: [] });
    await addHosts(16, LONG_LIST - 1);
    await database.connection.run(
      `INSERT INTO {schema}.crawl_urls (queue, hash, list, seq, host, is_page, address)
      SELECT h.queue, 1, h.host, n, h.host, true, '' FROM {schema}.crawl_hosts h, generate_series(1, $1::bigint) n`,
      [LONG_LIST - 1],
    );
    await addTo(id, hostIn(0.9, 0.95));
    expect(await missesOf(id)).toBe(1);
  }, 60_000);

  it.each([
    ['another worker has read it', (id: string, other: ArchivedQueue) => other.load(id)],
    ['its crawl has ended', (id: string) => store.finish(id, 'cancelled', null, LONG_MS)],
  ])('does not report an object that was removed because %s', async (_, end) => {
    const archive = new MemoryArchive();
    const queueOfWorker = () => {
      const queue = new ArchivedQueue(database.connection, { progress: () => {} } as never);
      queue.use(archive as never);
      return queue;
    };
    const other = queueOfWorker();
    const id = await startCrawl(store, { limit: 1e6, seeds: [] });
    await store.frontier.add(id, urlsTo(LONG_LIST));
    expect(await other.move(id)).toBe(true);
    const loads = jest.spyOn(ArchivedQueue.prototype, 'load').mockResolvedValue();
    while ((await store.frontier.take(id, 'worker', LONG_MS)).kind === 'task');
    loads.mockRestore();
    const warn = jest.spyOn(Logger.prototype, 'warn').mockClear();
    archive.isAway = true;
    await queueOfWorker().load(id);
    expect(warn).toHaveBeenCalledTimes(1); // it is needed
    archive.isAway = false;
    archive.beforeRead = async () => {
      archive.beforeRead = async () => {};
      await end(id, other);
      await other.removeUnused(id);
    };
    await queueOfWorker().load(id);
    expect(archive.objects.size).toBe(0);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('refuses to move URLs of which another worker moved some', async () => {
    const id = await startCrawl(store, { seeds: [] });
    await store.frontier.add(id, urlsTo(HEAD_URLS + 4_200));
    const { connection } = database;
    const lease = async (token: string) => {
      const rows = await connection.run<{ list: string; url: string[] }>(
        'SELECT * FROM {schema}.lease_urls($1, $2, 20000, 4096)',
        [id, token],
      );
      await connection.run('UPDATE {schema}.crawl_rows SET sealer = NULL');
      return [rows[0]!.list, rows[0]!.url[0]!, rows.at(-1)!.url[0]!, rows.length] as const;
    };
    const move = async (token: string, range: readonly (string | number)[]) => {
      await connection.run('UPDATE {schema}.crawl_rows SET sealer = $1, sealer_until = {schema}.now_ms() + 20000', [token]); // prettier-ignore
      const values = [id, token, ...range, `pointer of ${token}`, `object of ${token}`];
      const sql = 'SELECT {schema}.move_urls($1, $2, $3, $4, $5, $6, $7, $8) AS "isMoved"';
      return (await connection.run<{ isMoved: boolean }>(sql, values))[0]!.isMoved;
    };
    const first = await lease('one');
    await takeSoon(store, id); // the head, and with it the range, begins one URL later
    const second = await lease('two');
    expect(second[1]).not.toBe(first[1]);
    expect(await move('one', first)).toBe(true);
    expect(await move('two', second)).toBe(false);
  });

  it('passes many slots on in steps, and leaves no rows behind', async () => {
    const archive = new MemoryArchive();
    store.segments.use(archive);
    const id = await startCrawl(store, { limit: SLOTS, seeds: [], request: { order: 'longest-host' } });
    await store.frontier.add(id, urlsTo(SLOTS + HEAD_URLS + 4_096));
    while (await store.segments.moveQueue(id));
    archive.isAway = true;
    let read = 0;
    for (;;) {
      const taken = await Promise.all(urlsTo(32).map(() => store.frontier.take(id, 'worker', LONG_MS)));
      const tasks = taken.flatMap((one) => (one.kind === 'task' ? [one.task] : []));
      if (tasks.length === 0) break;
      await Promise.all(tasks.map((task) => store.frontier.complete(task, { kind: 'blocked' }, [], FACTS)));
      read += tasks.length;
    }
    expect(read).toBe(SLOTS + HEAD_URLS);
    expect(await database.connection.run('SELECT list, owed FROM {schema}.crawl_due_lists')).toEqual([
      { list: 0, owed: SLOTS },
    ]);
    archive.isAway = false;
    for (let n = 0; n < SLOTS; n++) {
      const task = await takeSoon(store, id);
      expect(task.key).toBe(`/p${read + n}`);
      await completePage(store, task);
    }
    expect(await store.frontier.take(id, 'worker', LONG_MS)).toEqual({ kind: 'drained' });
    await store.finish(id, 'completed', null, LONG_MS);
    await store.expire(Date.now() + 2 * LONG_MS + DAY_MS);
    const left = `SELECT (SELECT count(*) FROM {schema}.crawl_due_lists) + (SELECT count(*) FROM {schema}.crawl_objects) AS rows`;
    expect(await database.connection.run(left)).toEqual([{ rows: 0 }]);
  }, 60_000);
});
