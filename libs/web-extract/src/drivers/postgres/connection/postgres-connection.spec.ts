import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';
import { describeWithPostgres, postgresUrl } from '../../../../../../test/setup/postgres.js';
import {
  openPostgresDatabase,
  type PostgresDatabase,
} from '../../../../../../test/support/postgres-database.js';
import { until } from '../../../../../../test/support/crawls.js';
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
});
