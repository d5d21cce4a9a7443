import { describeWithPostgres } from '../../../../../../test/setup/postgres.js';
import {
  openPostgresDatabase,
  type PostgresDatabase,
} from '../../../../../../test/support/postgres-database.js';
import { UnavailableError } from '../../../model/errors.js';
import {
  cacheBodiesContract,
  historyBodiesContract,
} from '../../../testing/contracts/body-packs.contract.js';
import { changeLogContract } from '../../../testing/contracts/change-log.contract.js';
import { pageCacheContract } from '../../../testing/contracts/page-cache.contract.js';
import { pageHistoryContract, someHead, someHistoryKey, someText, someUpdate } from '../../../testing/contracts/page-history.contract.js'; // prettier-ignore
import { packBytes } from '../../page-store/pack-row.js';
import { PostgresConnection } from '../connection/postgres-connection.js';
import { PostgresPageCache } from './postgres.page-cache.js';
import { PostgresPageHistory } from './postgres.page-history.js';

const BOUNDS = { maxBytes: 4_000_000, maxBytesPerOwner: 1_000_000 };

describeWithPostgres('pages in PostgreSQL', () => {
  let database: PostgresDatabase;
  beforeAll(async () => {
    database = await openPostgresDatabase();
  });
  afterEach(async () => {
    await Promise.all(caches.splice(0).map((cache) => cache.onApplicationShutdown())); // some writes follow later
    await database.clear();
  });
  afterAll(() => database.remove());

  const caches: PostgresPageCache[] = [];
  const openCache = (bounds: typeof BOUNDS): PostgresPageCache => {
    caches.push(new PostgresPageCache(database.connection, bounds));
    return caches.at(-1)!;
  };

  describe('keep the contract of histories', () =>
    pageHistoryContract((bounds) => new PostgresPageHistory(database.connection, bounds)));
  describe('keep the contract of change feeds', () =>
    changeLogContract((bounds) => new PostgresPageHistory(database.connection, bounds)));
  describe('keep the contract of caches', () => pageCacheContract(openCache));
  describe('keep the contract of histories with an archive', () =>
    historyBodiesContract((bounds) => new PostgresPageHistory(database.connection, bounds), packBytes));
  describe('keep the contract of caches with an archive', () => cacheBodiesContract(openCache, packBytes));

  it('leave nothing of a forgotten owner but counts', async () => {
    const history = new PostgresPageHistory(database.connection, BOUNDS);
    await history.record(someHistoryKey(), someUpdate(), 0);
    await history.forget('anna');
    const values = await database.connection.run(
      'SELECT get_byte(key, 0) AS kind FROM {schema}.history_values',
    );
    const blobs = await database.connection.run('SELECT key FROM {schema}.history_blobs');
    expect([values, blobs]).toEqual([[{ kind: 4 }, { kind: 4 }], []]); // usage: of the owner, and of all
  });

  describe('recorded by two processes at the same time', () => {
    const FEED = { owner: 'anna', tag: 'shop' };
    const SETTINGS = { variant: 'v', maxChunkTokens: null };
    let one: PostgresPageHistory;
    let other: PostgresPageHistory;
    beforeEach(() => {
      one = new PostgresPageHistory(database.connection, BOUNDS);
      other = new PostgresPageHistory(database.connect(), BOUNDS);
    });

    const urlOf = (n: number) => `https://site.example/${n}`;
    /** Bytes of the owner, and of all. */
    const bytesStored = async () => {
      const rows = await database.connection.run<{ bytes: string }>(
        `SELECT convert_from(value, 'UTF8') AS bytes FROM {schema}.history_values WHERE get_byte(key, 0) = 4`,
      );
      return rows.map(({ bytes }) => Number(bytes));
    };

    it('are all there, with their bytes, until they are forgotten', async () => {
      const results = await Promise.all(
        Array.from({ length: 60 }, (_, n) =>
          (n % 2 ? one : other).record(
            someHistoryKey({ url: urlOf(n) }),
            someUpdate({ head: someHead({ url: urlOf(n) }) }),
            0,
          ),
        ),
      );
      expect(results.map(({ kind }) => kind)).toEqual(Array.from({ length: 60 }, () => 'recorded'));
      for (let n = 0; n < 60; n++) expect((await one.find(someHistoryKey({ url: urlOf(n) }))).entry?.text).toEqual(someText()); // prettier-ignore
      const [owner, total] = await bytesStored();
      expect(owner).toBeGreaterThan(0);
      expect(total).toBe(owner);
      expect(await other.forget('anna')).toBe(60);
      expect(await bytesStored()).toEqual([0, 0]);
    });

    it('are recorded once if they are the same', async () => {
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).record(someHistoryKey(), someUpdate(), 0)),
      );
      expect(results.filter(({ kind }) => kind === 'recorded')).toHaveLength(1);
    });

    it('have each entry of a feed once, in one era', async () => {
      await one.changes.open(FEED, SETTINGS, { maxFeeds: 5 });
      const content = { url: '', title: null, chunks: [], language: null } as never;
      await Promise.all(
        Array.from({ length: 40 }, (_, n) => {
          const key = { owner: 'anna', tag: 'shop', variant: 'v', url: urlOf(n) };
          const write = {
            kind: 'upsert',
            key,
            url: urlOf(n),
            fingerprint: 'f',
            shape: '',
            expectedSeq: 0,
            content,
          } as never;
          return (n % 2 ? one : other).record(
            key,
            someUpdate({ head: someHead({ url: urlOf(n) }), feed: [write] }),
            0,
          );
        }),
      );
      const { entries } = await other.changes.read(FEED, { after: 0, limit: 100 });
      expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
      expect(new Set(entries.map(({ url }) => url)).size).toBe(40);
      expect((await one.changes.state(FEED))?.eras).toHaveLength(1);
    });
  });

  it('fail with UnavailableError while PostgreSQL is away', async () => {
    const away = new PostgresConnection({
      target: 'postgres://127.0.0.1:1/none',
      schema: 'none',
      maxConnections: 1,
    });
    const history = new PostgresPageHistory(away, BOUNDS);
    await expect(history.find(someHistoryKey())).rejects.toThrow(UnavailableError);
    await expect(history.record(someHistoryKey(), someUpdate(), 0)).rejects.toThrow(UnavailableError);
    await away.close();
  });
});
