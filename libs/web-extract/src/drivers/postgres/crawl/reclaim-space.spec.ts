import { setTimeout as sleep } from 'node:timers/promises';
import { describeWithPostgres } from '../../../../../../test/setup/postgres.js';
import { until } from '../../../../../../test/support/crawls.js';
import {
  openPostgresDatabase,
  type PostgresDatabase,
} from '../../../../../../test/support/postgres-database.js';
import { SpaceReclaimer } from './reclaim-space.js';

const ROWS = 20_000;
/** A pass over so few rows takes less. */
const WHILE_MS = 500;

describeWithPostgres('SpaceReclaimer', () => {
  let database: PostgresDatabase;
  beforeAll(async () => {
    database = await openPostgresDatabase();
    await run(
      'CREATE TABLE {schema}.notes (number int PRIMARY KEY, text text) WITH (autovacuum_enabled = off)',
    );
  });
  afterAll(() => database.remove());

  let space: SpaceReclaimer;
  beforeEach(() => {
    space = new SpaceReclaimer(database.connection, ['notes']);
  });
  afterEach(() => space.close());

  const run = <Row>(text: string) => database.connection.run<Row>(text);
  const fill = (first: number, rows: number) =>
    run(
      `INSERT INTO {schema}.notes SELECT n, repeat('word ', 50) FROM generate_series(${first}, ${first + rows - 1}) n`,
    );
  const size = async () => {
    const [row] = await run<{ bytes: number }>(`SELECT pg_total_relation_size('{schema}.notes') AS bytes`);
    return row!.bytes;
  };
  const passes = async () => {
    const [row] = await run<{ passes: number }>(
      `SELECT vacuum_count AS passes FROM pg_stat_user_tables WHERE relid = '{schema}.notes'::regclass`,
    );
    return row!.passes;
  };
  /** Counters reach the statistics of the server some time after the statement. */
  const deadRows = async () => {
    const [row] = await run<{ dead: number }>(
      `SELECT n_dead_tup AS dead FROM pg_stat_user_tables WHERE relid = '{schema}.notes'::regclass`,
    );
    return row!.dead;
  };

  it('lets new rows take the place of deleted ones, so that files do not grow', async () => {
    await fill(0, ROWS);
    const full = await size();
    for (let round = 1; round <= 3; round++) {
      await run(`DELETE FROM {schema}.notes WHERE number < ${(round * ROWS) / 2}`);
      await until(async () => (await deadRows()) >= ROWS / 2);
      const before = await passes();
      space.deleted(ROWS / 2);
      await until(async () => (await passes()) > before);
      await fill(ROWS + ((round - 1) * ROWS) / 2, ROWS / 2);
    }
    expect((await size()) / full).toBeLessThan(1.1);
  });

  it('waits until much is deleted, and leaves tables with little of it', async () => {
    const before = await passes();
    space.deleted(100_000); // of other tables
    await sleep(WHILE_MS);
    await run(`DELETE FROM {schema}.notes WHERE number % 2 = 0`);
    await until(async () => (await deadRows()) >= ROWS / 2);
    space.deleted(1_000); // it does not look
    await sleep(WHILE_MS);
    expect(await passes()).toBe(before);
  });

  it('fails nobody where the table is in use or missing', async () => {
    await run(`DELETE FROM {schema}.notes`);
    const missing = new SpaceReclaimer(database.connection, ['nothing']);
    missing.deleted(100_000);
    await missing.close();
    await database.connection.transaction(async (transaction) => {
      await transaction.run('LOCK TABLE {schema}.notes IN ACCESS EXCLUSIVE MODE');
      space.deleted(100_000);
      await sleep(WHILE_MS);
      await space.close();
    });
  });
});
