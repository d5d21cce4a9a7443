import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { describeWithPostgres } from '../../../../../../test/setup/postgres.js';
import {
  openPostgresDatabase,
  type PostgresDatabase,
} from '../../../../../../test/support/postgres-database.js';
import { UnavailableError } from '../../../model/errors.js';
import { NO_BUSY_RECEIVERS } from '../../../ports/stores/webhook-outbox.port.js';
import { extractorStoreContract } from '../../../testing/contracts/extractor-store.contract.js';
import { PostgresConnection, type StatementRunner } from '../connection/postgres-connection.js';
import { DueWork } from '../due/due-work.js';
import { PostgresExtractorStore } from './postgres.extractor-store.js';

const BOUNDS = { maxPerOwner: 100, maxBytesPerOwner: 1e6, maxBytes: 1e9 };
const COUNTS = { pages: 1, modelPages: 0, tokens: 0, tokensSaved: 900 };

describeWithPostgres('PostgresExtractorStore', () => {
  let database: PostgresDatabase;
  let store: PostgresExtractorStore;
  /** That of another process. */
  let other: PostgresExtractorStore;
  beforeAll(async () => {
    database = await openPostgresDatabase();
    other = new PostgresExtractorStore(database.connect());
  });
  beforeEach(() => {
    store = new PostgresExtractorStore(database.connection);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await database.clear();
  });
  afterAll(() => database.remove());

  extractorStoreContract(
    () => new PostgresExtractorStore(database.connection, new DueWork(database.connection)),
  );

  const create = async () => {
    const id = randomUUID();
    await store.create('anna', { id, name: null, revision: 1, createdAt: 1, state: '{}' }, BOUNDS);
    return id;
  };

  it('marks extractors by the clock of the server, whatever the clock of the process says', async () => {
    const mark = async (aheadMs: number, waitMs: number) => {
      const id = await create();
      const now = Date.now() + aheadMs;
      const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
      await store.setWaiting('anna', id, { receiver: 'hook.test', dueAt: now + waitMs });
      clock.mockRestore();
      return id;
    };
    const ahead = await mark(1_800_000, 0);
    await mark(-1_800_000, 600_000);
    expect((await store.takeWaiting(60_000, NO_BUSY_RECEIVERS))?.id).toBe(ahead);
    expect(await store.takeWaiting(60_000, NO_BUSY_RECEIVERS)).toBeNull();
  });

  it('shares leases between processes', async () => {
    expect(await store.lease('key', 'one', 60_000)).toBe(true);
    expect(await other.lease('key', 'two', 60_000)).toBe(false);
    expect(await other.isLeased('key')).toBe(true);
    await store.release('key', 'one');
    const taken = await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? store : other).lease('key', `${n}`, 60_000))); // prettier-ignore
    expect(taken.filter((isTaken) => isTaken)).toHaveLength(1);
  });

  it('removes leases that are over', async () => {
    await store.lease('short', 'one', -1);
    await store.lease('long', 'one', 60_000);
    await other.expire(0);
    const [row] = await database.connection.run<{ rows: number }>('SELECT count(*) AS rows FROM {schema}.extractors_values'); // prettier-ignore
    expect([row!.rows, await other.isLeased('long')]).toEqual([1, true]);
  });

  it('has each marked extractor taken by one of two processes', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 6; n++) ids.push(await create());
    for (const id of ids)
      await store.setWaiting('anna', id, { receiver: 'hook.test', dueAt: Date.now() - 1 });
    const taken = await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 ? store : other).takeWaiting(60_000, NO_BUSY_RECEIVERS))); // prettier-ignore
    expect(taken.flatMap((place) => (place ? [place.id] : [])).sort()).toEqual([...ids].sort());
  });

  it('answers whether PostgreSQL has refused counts, and fails if they may have been added', async () => {
    jest.spyOn(Logger.prototype, 'error').mockImplementation();
    const failing = (error: Error): StatementRunner => ({
      run: () => Promise.reject(database.connection.explain(error) as Error),
    });
    const full = Object.assign(new Error('could not extend file'), { code: '53100' });
    expect(await new PostgresExtractorStore(failing(full)).addCounts('job', COUNTS)).toBe(false);
    expect(await store.addCounts('job', COUNTS)).toBe(true);
    const away = new PostgresConnection({
      target: 'postgres://127.0.0.1:1/none',
      schema: 'none',
      maxConnections: 1,
    });
    await expect(new PostgresExtractorStore(away).addCounts('job', COUNTS)).rejects.toThrow(UnavailableError);
    await away.close();
    expect(await other.counts('job')).toEqual(COUNTS);
  });
});
