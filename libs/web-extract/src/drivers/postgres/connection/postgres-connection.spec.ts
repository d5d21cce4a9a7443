import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describeWithPostgres, postgresUrl } from '../../../../../../test/setup/postgres.js';
import {
  openPostgresDatabase,
  type PostgresDatabase,
} from '../../../../../../test/support/postgres-database.js';
import { until } from '../../../../../../test/support/crawls.js';
import { PgBouncer, pgBouncerProgram } from '../../../../../../test/support/pgbouncer.js';
import { TcpProxy } from '../../../../../../test/support/tcp-proxy.js';
import { UnavailableError } from '../../../model/errors.js';
import { PostgresSchema } from '../schema/postgres-schema.js';
import { PostgresConnection } from './postgres-connection.js';

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

  it('fails with UnavailableError while the server is away, also where the tables are to be prepared first', async () => {
    const target = 'postgresql://anna:secret@127.0.0.1:1/none';
    const away = new PostgresConnection({ target, schema: 'none', maxConnections: 2, notifyTarget: false });
    away.use(async () => void (await new PostgresSchema(away, 'none').migrate()));
    for (const failing of [
      away.run('SELECT 1'),
      away.transaction(async () => {}),
      away.borrowForEffects(1_000).then(() => {}),
    ])
      await expect(failing).rejects.toThrow(UnavailableError);
    expect(await away.isReady()).toBe(false);
    await away.close();
  });

  it('leaves no statement on the server that waits for a lock after its deadline', async () => {
    await database.connection.run('CREATE TABLE {schema}.locked (name text)');
    const holder = new pg.Client(postgresUrl);
    await holder.connect();
    await holder.query(`BEGIN; LOCK TABLE ${database.schema}.locked`);
    const text = 'INSERT INTO {schema}.locked VALUES ($1)';
    await expect(database.connect().run(text, ['a'])).rejects.toThrow(UnavailableError);
    const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%${database.schema}%locked%'`;
    await until(async () => (await holder.query(waiting)).rowCount === 0);
    await holder.end();
    expect(await database.connection.run('SELECT FROM {schema}.locked')).toEqual([]);
  }, 20_000);

  it('opens its connection for notifications again where the server accepts it and then is silent', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'anna', database: 'none' });
    const connection = new PostgresConnection({ target: pool, schema: 'none', maxConnections: 2 });
    connection.listener.listen('news', () => {});
    await until(() => sockets.length >= 2, 100);
    await connection.close();
    for (const socket of sockets) socket.destroy();
    silent.close();
    await pool.end();
  }, 30_000);

  it('keeps no socket open after its end though the server is frozen', async () => {
    const openSockets = () =>
      process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
    const target = new URL(postgresUrl);
    const proxy = await TcpProxy.start(Number(target.port));
    target.port = String(proxy.port);
    const connection = new PostgresConnection({ target: target.href, schema: 'none', maxConnections: 2 });
    await connection.run('SELECT 1');
    proxy.forget();
    const before = openSockets();
    await connection.close();
    await until(() => openSockets() < before);
    await proxy.close();
  });

  it('ends in time while a statement has no answer, which fails', async () => {
    const connection = new PostgresConnection({
      target: postgresUrl,
      schema: database.schema,
      maxConnections: 2,
    });
    const statement = expect(connection.run('SELECT pg_sleep(60)')).rejects.toThrow(UnavailableError);
    await connection.run('SELECT 1'); // both connections are open
    const begin = performance.now();
    await connection.close();
    expect(performance.now() - begin).toBeLessThan(5_000);
    await statement;
    await expect(connection.run('SELECT 1')).rejects.toThrow(UnavailableError);
  });

  it('closes a connection for notifications that the server accepts after the end', async () => {
    let answer = (): void => {};
    const target = new URL(postgresUrl);
    const closed: Promise<unknown>[] = [];
    const slow = createServer((client) => {
      client.on('error', () => {});
      closed.push(new Promise((resolve) => client.once('close', resolve)));
      answer = () => {
        const server = connect(Number(target.port), '127.0.0.1');
        server.on('error', () => {});
        client.pipe(server).pipe(client);
        client.on('close', () => server.destroy());
      };
    }).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const notifyTarget = Object.assign(new URL(target), { port: String((slow.address() as AddressInfo).port) }).href; // prettier-ignore
    const connection = new PostgresConnection({ target: postgresUrl, schema: 'none', maxConnections: 2, notifyTarget }); // prettier-ignore
    const heard: (string | null)[] = [];
    connection.listener.listen('news', (payload) => heard.push(payload));
    await until(() => closed.length === 1);
    const ending = connection.close();
    answer();
    await ending;
    await closed[0];
    expect([heard, connection.listener.isListening, closed.length]).toEqual([[], false, 1]);
    slow.close();
  });

  /** Names of the prepared statements of a session. */
  const preparedBy = async (connection: PostgresConnection): Promise<string[]> => {
    const rows = await connection.run<{ name: string }>('SELECT name FROM pg_prepared_statements');
    return rows.map(({ name }) => name);
  };

  it('prepares calls of functions, with names that no other text has', async () => {
    await database.connection.run('CREATE FUNCTION {schema}.twice(n integer) RETURNS integer LANGUAGE sql AS $$ SELECT 2 * n $$'); // prettier-ignore
    const connection = new PostgresConnection({
      target: postgresUrl,
      schema: database.schema,
      maxConnections: 1,
    });
    for (let n = 0; n < 3; n++) {
      expect(await connection.run('SELECT {schema}.twice($1) AS doubled', [n])).toEqual([{ doubled: 2 * n }]);
      await connection.run('SELECT name FROM {schema}.things WHERE name = $1', ['a']);
    }
    expect(await preparedBy(connection)).toEqual([expect.stringMatching(/^we_[0-9a-f]{40}$/)]);
    await connection.close();
  });

  it('calls a function again whose result a migration has changed', async () => {
    const create = (type: string) =>
      database.connection.run(`CREATE FUNCTION {schema}.one(n integer) RETURNS ${type} LANGUAGE sql AS $$ SELECT n::${type} $$`); // prettier-ignore
    await create('integer');
    const connection = new PostgresConnection({
      target: postgresUrl,
      schema: database.schema,
      maxConnections: 1,
    });
    const call = () => connection.run('SELECT * FROM {schema}.one($1)', [1]);
    expect(await call()).toEqual([{ one: 1 }]);
    await database.connection.run('DROP FUNCTION {schema}.one');
    await create('text');
    expect(await call()).toEqual([{ one: '1' }]);
    await connection.close();
  });

  it('prepares nothing in a pool of the host, and where notifications have a connection of their own', async () => {
    const pool = new pg.Pool({ connectionString: postgresUrl, max: 1 });
    const target = { schema: database.schema, maxConnections: 1 };
    for (const connection of [
      new PostgresConnection({ ...target, target: pool }),
      new PostgresConnection({ ...target, target: postgresUrl, notifyTarget: postgresUrl }),
    ]) {
      await connection.run('SELECT {schema}.twice($1) AS doubled', [1]);
      expect(await preparedBy(connection)).toEqual([]);
      await connection.close();
    }
    await pool.end();
  });

  (pgBouncerProgram ? it : it.skip)(
    'is answered rightly by a pooler whose sessions have other prepared statements than the caller expects',
    async () => {
      const bouncer = await PgBouncer.start(postgresUrl);
      const processes = [1, 2, 3].map(
        () => new PostgresConnection({ target: bouncer.url, schema: database.schema, maxConnections: 4 }),
      );
      const calls = processes.flatMap((one) =>
        Array.from({ length: 40 }, async (_, n) => {
          const [row] = await one.run<{ doubled: number }>(`SELECT {schema}.twice($1) AS doubled`, [n]);
          return row!.doubled - 2 * n;
        }),
      );
      expect(new Set(await Promise.all(calls))).toEqual(new Set([0]));
      await Promise.all(processes.map((one) => one.close()));
      await bouncer.remove();
    },
  );

  it('creates its tables once where two processes start and one waits longer than statements may take', async () => {
    const schema = `${database.schema}_late`;
    const holder = new pg.Client(postgresUrl);
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`web-extract ${schema}`]);
    const processes = [1, 2].map(
      () => new PostgresConnection({ target: postgresUrl, schema, maxConnections: 2, notifyTarget: false }),
    );
    const migrating = Promise.all(processes.map((one) => new PostgresSchema(one, schema).migrate()));
    await Promise.race([migrating, sleep(10_000)]); // a migration of another process, longer than 8 s
    await holder.query('COMMIT');
    const states = await migrating;
    expect(states.map(({ found }) => found).sort()).toEqual([states[0]!.needed, null].sort());
    await processes[0]!.run('DROP SCHEMA {schema} CASCADE');
    await Promise.all(processes.map((one) => one.close()));
    await holder.end();
  }, 40_000);
});
