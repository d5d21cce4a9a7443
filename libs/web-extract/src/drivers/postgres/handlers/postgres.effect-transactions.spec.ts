import pg from 'pg';
import { startPostgres } from '../../../../../../scripts/ready/postgres.mjs';
import {
  describeWithPostgres,
  postgresPrograms,
  postgresSuperUrl,
  postgresUrl,
} from '../../../../../../test/setup/postgres.js';
import {
  openPostgresDatabase,
  type PostgresDatabase,
} from '../../../../../../test/support/postgres-database.js';
import { UnavailableError } from '../../../model/errors.js';
import { HandlerLeaseLostError } from '../../../model/handlers/handler-lease-lost.error.js';
import type { Confirmation } from '../../../ports/stores/effect-transactions.port.js';
import type { CallResult } from '../../../services/handlers/handler-attempts.js';
import type { HandledPage } from '../../../services/handlers/handler-calls.js';
import { callWithEffects } from '../../../services/handlers/handler-effects.js';
import type { Handler } from '../../../services/handlers/handler.js';
import { PostgresConnection } from '../connection/postgres-connection.js';
import { PostgresSchema } from '../schema/postgres-schema.js';
import { PostgresHandlerStore } from './postgres.handler-store.js';

const CLAIM = { holder: 'one', leaseMs: 60_000 };
const FIRST: Confirmation = {
  kind: 'cursor',
  handler: 'pages',
  source: 'job:a',
  holder: 'one',
  from: '',
  position: '1',
  isDone: false,
};

describeWithPostgres('effects of handlers in PostgreSQL', () => {
  let database: PostgresDatabase;
  let store: PostgresHandlerStore;
  let host: pg.Pool;
  beforeAll(async () => {
    database = await openPostgresDatabase();
    await database.connection.run('CREATE TABLE {schema}.effects (url text)');
    host = new pg.Pool({ connectionString: postgresUrl });
    host.on('error', () => {});
  });
  beforeEach(async () => {
    await database.clear();
    store = new PostgresHandlerStore(database.connection);
    await store.register({ name: 'pages', kind: 'page' }, [], 10);
    await store.take('pages', 'job:a', CLAIM);
  });
  afterAll(async () => {
    await host.end();
    await database.remove();
  });

  const INSERT = () => database.connection.statement('INSERT INTO {schema}.effects VALUES ($1)');
  const effects = async () => (await database.connection.run<{ url: string }>('SELECT url FROM {schema}.effects')).map(({ url }) => url); // prettier-ignore
  const position = async () => (await store.cursor('pages', 'job:a'))?.position;

  function call(
    transaction: true | 'own',
    method: (argument: HandledPage) => unknown,
    confirmation: Confirmation = FIRST,
    timeoutMs = 5_000,
  ): Promise<CallResult> {
    const handler = { transaction, call: method } as unknown as Handler;
    const { signal } = new AbortController();
    return callWithEffects(store, { handler, argument: {}, confirmation, timeoutMs, signal });
  }

  /** A transaction of the host. */
  async function inHost(work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
    const client = await host.connect();
    try {
      await client.query('BEGIN');
      await work(client);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  }

  const inserting = async ({ transaction }: HandledPage) => void (await transaction.query(INSERT(), ['a']));
  const insertingInOwn = ({ acknowledge }: HandledPage) =>
    inHost(async (client) => {
      await client.query(INSERT(), ['a']);
      await acknowledge((sql, parameters) => client.query(sql, parameters));
    });
  const both = [
    [true, inserting],
    ['own', insertingInOwn],
  ] as const;

  it.each(both)('are committed together with the cursor: %s', async (transaction, method) => {
    expect(await call(transaction, method)).toEqual({ kind: 'handled' });
    expect([await effects(), await position()]).toEqual([['a'], '1']);
  });

  it.each(both)('take place once, also if the item is handled again: %s', async (transaction, method) => {
    await call(transaction, method);
    expect(await call(transaction, method)).toEqual({ kind: 'lost' });
    expect([await effects(), await position()]).toEqual([['a'], '1']);
  });

  it.each(both)('are undone if another process has taken the item: %s', async (transaction, method) => {
    await store.leave('pages', 'job:a', 'one');
    await store.take('pages', 'job:a', { holder: 'other', leaseMs: 60_000 });
    expect(await call(transaction, method)).toEqual({ kind: 'lost' });
    expect([await effects(), await position()]).toEqual([[], '']);
  });

  it.each(both)(
    'take place once for calls of two processes at the same time: %s',
    async (transaction, method) => {
      const results = await Promise.all([call(transaction, method), call(transaction, method)]);
      expect(results.filter(({ kind }) => kind === 'handled').length).toBeGreaterThanOrEqual(1);
      expect([await effects(), await position()]).toEqual([['a'], '1']);
    },
  );

  it.each(both)('are undone if the handler fails after them: %s', async (transaction, method) => {
    const failing = (argument: HandledPage) =>
      transaction === true
        ? inserting(argument).then(() => Promise.reject(new Error('no')))
        : inHost(async (client) => {
            await client.query(INSERT(), ['a']);
            throw new Error('no');
          });
    expect(await call(transaction, failing)).toEqual({ kind: 'failed', error: new Error('no') });
    expect([await effects(), await position()]).toEqual([[], '']);
    expect(await call(transaction, method)).toEqual({ kind: 'handled' });
  });

  it.each(both)('delete the failure that is retried: %s', async (transaction, method) => {
    const failure = { handler: 'pages', kind: 'page', crawlId: 'a', tag: null, url: 'a', position: '', error: 'no', attempts: 1, failedAt: 1 } as const; // prettier-ignore
    await store.advance('pages', 'job:a', { holder: 'one', position: '1', attempts: 0, isDone: false, failure, maxFailures: 5 }); // prettier-ignore
    const { id } = (await store.failures({ handler: 'pages', limit: 1 }))[0]!;
    expect(await call(transaction, method, { kind: 'failure', id })).toEqual({ kind: 'handled' });
    expect(await call(transaction, method, { kind: 'failure', id })).toEqual({ kind: 'lost' });
    expect([await effects(), await store.failure(id)]).toEqual([['a'], null]);
  });

  it('count a call that does not acknowledge as failed', async () => {
    const result = await call('own', () => inHost((client) => client.query(INSERT(), ['a'])));
    expect(result).toMatchObject({
      kind: 'failed',
      error: { message: expect.stringMatching(/did not acknowledge/) },
    });
    expect(await position()).toBe('');
  });

  it('follow the commit of the host and not the promise of the handler', async () => {
    const lateError = async (argument: HandledPage) => {
      await insertingInOwn(argument);
      throw new Error('after the commit');
    };
    expect(await call('own', lateError)).toEqual({ kind: 'handled' });
    const undone = async ({ acknowledge }: HandledPage) => {
      await inHost(async (client) => {
        await acknowledge((sql, parameters) => client.query(sql, parameters));
        throw new Error('undone');
      }).catch(() => {});
    };
    const second = { ...FIRST, from: '1', position: '2' };
    expect(await call('own', undone, second)).toMatchObject({ kind: 'failed', error: { message: expect.stringMatching(/not committed/) } }); // prettier-ignore
    expect(await position()).toBe('1');
  });

  it('tell the host that its transaction must be rolled back', async () => {
    await call(true, inserting);
    let thrown: unknown;
    await call('own', async ({ acknowledge }) => {
      await inHost((client) => acknowledge((sql, parameters) => client.query(sql, parameters))).catch((error: unknown) => (thrown = error)); // prettier-ignore
    });
    expect(thrown).toBeInstanceOf(HandlerLeaseLostError);
  });

  it('are refused after a handler has ended the transaction itself', async () => {
    const ending = async ({ transaction }: HandledPage) => void (await transaction.query('COMMIT'));
    expect(await call(true, ending)).toMatchObject({ kind: 'failed' });
    expect(await position()).toBe('');
  });

  it('end with the call: a statement that was not awaited fails', async () => {
    let late: Promise<unknown> = Promise.resolve();
    const floating = ({ transaction }: HandledPage) => {
      late = new Promise((resolve) => setTimeout(resolve, 50)).then(() =>
        transaction.query(INSERT(), ['late']),
      );
      late.catch(() => {});
    };
    await call(true, floating);
    await expect(late).rejects.toThrow(/await every statement/);
    expect(await effects()).toEqual([]);
  });

  it('are undone after the timeout, and handled once by the next attempt', async () => {
    const slow = async ({ transaction }: HandledPage) => {
      await transaction.query(INSERT(), ['slow']);
      await transaction.query('SELECT pg_sleep(2)');
    };
    expect(await call(true, slow, FIRST, 200)).toMatchObject({ kind: 'failed' });
    expect(await call(true, inserting)).toEqual({ kind: 'handled' });
    expect(await effects()).toEqual(['a']);
  });

  it('are handled once by the next attempt after a transaction of the host that commits too late', async () => {
    let finish: () => void = () => {};
    const isFinishing = new Promise<void>((resolve) => (finish = resolve));
    let late: Promise<void> = Promise.resolve();
    const slow = ({ acknowledge }: HandledPage) => {
      late = inHost(async (client) => {
        await client.query(INSERT(), ['slow']);
        await acknowledge((sql, parameters) => client.query(sql, parameters));
        await isFinishing;
      });
      return late;
    };
    expect(await call('own', slow, FIRST, 300)).toMatchObject({ kind: 'failed' });
    const next = call('own', insertingInOwn);
    setTimeout(finish, 200);
    expect(['lost', 'handled']).toContain((await next).kind);
    await late;
    expect([await effects(), await position()]).toEqual([['slow'], '1']);
  });

  it('neither count nor take place if the server ends the connection', async () => {
    const killed = async ({ transaction }: HandledPage) => {
      await transaction.query(INSERT(), ['a']);
      const { rows } = await transaction.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const admin = new pg.Client(postgresSuperUrl);
      await admin.connect();
      await admin.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
      await admin.end();
      await transaction.query(INSERT(), ['b']);
    };
    await expect(call(true, killed)).rejects.toThrow(UnavailableError);
    expect([await effects(), await position()]).toEqual([[], '']);
    expect(await call(true, inserting)).toEqual({ kind: 'handled' });
  });

  it('are repeated at once after a serialization failure, without counting', async () => {
    let calls = 0;
    const undone = async ({ transaction }: HandledPage) => {
      calls++;
      if (calls < 3)
        await transaction.query(`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$`);
      await transaction.query(INSERT(), ['a']);
    };
    expect(await call(true, undone)).toEqual({ kind: 'handled' });
    expect([calls, await effects()]).toEqual([3, ['a']]);
  });

  it('leave connections for others', async () => {
    const release: (() => void)[] = [];
    const holding = async () => new Promise<void>((resolve) => release.push(resolve));
    const held = Array.from({ length: 8 }, () => call(true, holding).catch(() => {}));
    while (release.length < 5) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await position()).toBe('');
    for (let n = 0; n < 8; n++) {
      while (release.length <= n) await new Promise((resolve) => setTimeout(resolve, 10));
      release[n]!();
    }
    await Promise.all(held);
  });

  it('end in time while the server is frozen, and take place once afterwards', async () => {
    const server = await startPostgres(postgresPrograms);
    const connection = new PostgresConnection({ target: server.url, schema: 'frozen', maxConnections: 4, notifyTarget: false }); // prettier-ignore
    await new PostgresSchema(connection, 'frozen').migrate();
    await connection.run('CREATE TABLE {schema}.effects (url text)');
    store = new PostgresHandlerStore(connection);
    await store.register({ name: 'pages', kind: 'page' }, [], 10);
    await store.take('pages', 'job:a', CLAIM);
    const insert = connection.statement('INSERT INTO {schema}.effects VALUES ($1)');
    let isFrozen = true;
    let thaw: Promise<void> = Promise.resolve();
    const frozen = async ({ transaction }: HandledPage) => {
      await transaction.query(insert, ['a']);
      thaw = server.pause(10_000).then(() => void (isFrozen = false));
      await transaction.query(insert, ['b']);
    };
    try {
      expect(await call(true, frozen, FIRST, 1_000)).toMatchObject({ kind: 'failed' });
      expect(isFrozen).toBe(true);
      await thaw;
      const once = async ({ transaction }: HandledPage) => void (await transaction.query(insert, ['c']));
      expect(await call(true, once)).toEqual({ kind: 'handled' });
      expect(await connection.run('SELECT url FROM {schema}.effects')).toEqual([{ url: 'c' }]);
    } finally {
      await thaw; // a frozen server would outlive this process
      await connection.close();
      await server.stop();
    }
  }, 120_000);
});
