import { describeWithPostgres } from '../../../../../../test/setup/postgres.js';
import {
  openPostgresDatabase,
  type PostgresDatabase,
} from '../../../../../../test/support/postgres-database.js';
import { until } from '../../../../../../test/support/crawls.js';

describeWithPostgres('PostgresConnection', () => {
  let database: PostgresDatabase;
  beforeAll(async () => {
    database = await openPostgresDatabase();
  });
  afterAll(() => database.remove());

  it('reads numbers, texts, bytes and JSON as JavaScript has them', async () => {
    const text = `SELECT 1::bigint AS n, 1.5::numeric AS f, true AS yes, $1::bytea AS bytes, $2::text AS text, '{"a":[1]}'::jsonb AS json`;
    const [row] = await database.connection.run(text, [Buffer.from([0, 255]), 'ü']);
    expect(row).toEqual({
      n: 1,
      f: 1.5,
      yes: true,
      bytes: Buffer.from([0, 255]),
      text: 'ü',
      json: { a: [1] },
    });
  });

  it('undoes a transaction that fails', async () => {
    await database.connection.run('CREATE TABLE {schema}.things (name text)');
    const failing = database.connection.transaction(async (runner) => {
      await runner.run('INSERT INTO {schema}.things VALUES ($1)', ['a']);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await database.connection.run('SELECT * FROM {schema}.things')).toEqual([]);
  });

  it('hears notifications', async () => {
    const heard: (string | null)[] = [];
    const remove = database.connection.listener.listen('news', (payload) => heard.push(payload));
    await until(() => heard.includes(null));
    await database.connect().run('SELECT pg_notify($1, $2)', [`${database.schema}_news`, 'hello']);
    await until(() => heard.includes('hello'));
    remove();
  });
});
