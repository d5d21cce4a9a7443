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
import { pageHistoryContract, someHistoryKey, someUpdate } from '../../../testing/contracts/page-history.contract.js'; // prettier-ignore
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
  afterEach(() => database.clear());
  afterAll(() => database.remove());

  describe('keep the contract of histories', () =>
    pageHistoryContract((bounds) => new PostgresPageHistory(database.connection, bounds)));
  describe('keep the contract of change feeds', () =>
    changeLogContract((bounds) => new PostgresPageHistory(database.connection, bounds)));
  describe('keep the contract of caches', () =>
    pageCacheContract((bounds) => new PostgresPageCache(database.connection, bounds)));
  describe('keep the contract of histories with an archive', () =>
    historyBodiesContract((bounds) => new PostgresPageHistory(database.connection, bounds), packBytes));
  describe('keep the contract of caches with an archive', () =>
    cacheBodiesContract((bounds) => new PostgresPageCache(database.connection, bounds), packBytes));

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
