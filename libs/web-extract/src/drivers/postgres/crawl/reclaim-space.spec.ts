import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  describeWithPostgres,
  postgresSuperUrl,
  postgresUrl,
} from '../../../../../../test/setup/postgres.js';
import { until } from '../../../../../../test/support/crawls.js';
import { PostgresConnection } from '../connection/postgres-connection.js';
import { SpaceReclaimer } from './reclaim-space.js';

const ROWS = 20_000;
/** A pass over so few rows takes less. */
const WHILE_MS = 1_500;

describeWithPostgres('SpaceReclaimer', () => {
  // a database of its own: transactions of others in the same one keep deleted rows
  const name = `space_${randomBytes(6).toString('hex')}`;
  let connection: PostgresConnection;
  beforeAll(async () => {
    await inServer(`CREATE DATABASE ${name} OWNER ${new URL(postgresUrl).username}`);
    const target = new URL(postgresUrl);
    target.pathname = name;
    connection = new PostgresConnection({ target: target.href, schema: 'public', maxConnections: 4 });
    await connection.run(
      'CREATE TABLE notes (number int PRIMARY KEY, text text) WITH (autovacuum_enabled = off)',
    );
  });
  afterAll(async () => {
    await connection.close();
    await inServer(`DROP DATABASE ${name} WITH (FORCE)`);
  });

  let space: SpaceReclaimer;
  beforeEach(async () => {
    await connection.run('TRUNCATE notes');
    space = new SpaceReclaimer(connection);
  });
  afterEach(() => space.close());

  async function inServer(statement: string): Promise<void> {
    const client = new pg.Client(postgresSuperUrl);
    await client.connect();
    await client.query(statement).finally(() => client.end());
  }

  const fill = (first: number, rows: number) =>
    connection.run(
      `INSERT INTO notes SELECT n, repeat('word ', 50) FROM generate_series(${first}, ${first + rows - 1}) n`,
    );
  const size = async () => {
    const [row] = await connection.run<{ bytes: number }>(`SELECT pg_total_relation_size('notes') AS bytes`);
    return row!.bytes;
  };
  const statistics = async () => {
    const [row] = await connection.run<{ passes: number; dead: number }>(
      `SELECT vacuum_count AS passes, n_dead_tup AS dead FROM pg_stat_user_tables WHERE relname = 'notes'`,
    );
    return row!;
  };
  /** Counters that reach the statistics of the server some time after the statement. */
  const deleteRows = async (condition: string) => {
    await connection.run(`DELETE FROM notes WHERE ${condition}`);
    await until(async () => (await statistics()).dead >= ROWS / 2, 100);
  };

  it('lets new rows take the place of deleted ones, so that files do not grow', async () => {
    await fill(0, ROWS);
    const full = await size();
    await deleteRows(`number < ${ROWS / 2}`);
    const { passes } = await statistics();
    space.deleted('notes', ROWS / 2);
    await until(async () => (await statistics()).passes > passes, 100);
    await fill(ROWS, ROWS / 2);
    expect((await size()) / full).toBeLessThan(1.1);
  });

  it('waits until much is deleted', async () => {
    await fill(0, ROWS);
    await deleteRows('number % 2 = 0');
    const { passes } = await statistics();
    space.deleted('notes', 1_000);
    await sleep(WHILE_MS);
    expect((await statistics()).passes).toBe(passes);
    space.deleted('notes', 4_000);
    await until(async () => (await statistics()).passes > passes, 100);
  });

  it('leaves a table that is locked alone until more is deleted', async () => {
    await fill(0, ROWS);
    await deleteRows('true');
    const { passes } = await statistics();
    await connection.transaction(async (transaction) => {
      await transaction.run('LOCK TABLE notes IN ACCESS EXCLUSIVE MODE');
      space.deleted('notes', ROWS);
      await sleep(WHILE_MS);
    });
    expect(await statistics()).toMatchObject({ passes, dead: ROWS });
    space.deleted('notes', ROWS);
    await until(async () => (await statistics()).passes > passes, 100);
  });

  it('gives a statement up that takes longer than it may, or when it closes', async () => {
    const closing = new AbortController();
    const started = performance.now();
    const long = (ms: number) => connection.maintain('SELECT pg_sleep(600)', ms, closing.signal);
    await expect(long(200)).rejects.toThrow();
    const other = expect(long(60_000)).rejects.toThrow();
    await sleep(500);
    closing.abort();
    await other;
    expect(performance.now() - started).toBeLessThan(30_000);
    await expect(long(60_000)).resolves.toBeUndefined(); // nothing is begun any more
    const sleeping = `SELECT count(*) AS left FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE 'SELECT pg_sleep%'`;
    await until(async () => (await connection.run<{ left: number }>(sleeping))[0]!.left === 0, 100);
  });
});
