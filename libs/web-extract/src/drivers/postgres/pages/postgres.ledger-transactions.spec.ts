import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  describeWithPostgres,
  postgresSuperUrl,
  postgresUrl,
} from '../../../../../../test/setup/postgres.js';
import {
  openPostgresDatabase,
  type PostgresDatabase,
} from '../../../../../../test/support/postgres-database.js';
import type { LedgerRow } from '../../../model/change-log.js';
import type { CorpusEntry, CorpusSink, SinkCall } from '../../../model/corpus.js';
import { ConflictError, SinkTimeoutError, UnavailableError } from '../../../model/errors.js';
import { HandlerLeaseLostError } from '../../../model/handlers/handler-lease-lost.error.js';
import { HeldLedger } from '../../../services/corpus/held-ledger.js';
import { SinkCalls } from '../../../services/corpus/sink-calls.js';
import { SinkEffects } from '../../../services/corpus/sink-effects.js';
import { SinkFilling } from '../../../services/corpus/sink-filling.js';
import { someContent } from '../../../testing/contracts/change-log.contract.js';
import { someHead, someHistoryKey, someUpdate } from '../../../testing/contracts/page-history.contract.js';
import { PostgresPageHistory } from './postgres.page-history.js';

const FEED = { owner: 'anna', tag: '' };
const BOUNDS = { maxBytes: 40_000_000, maxBytesPerOwner: 10_000_000 };
const { signal } = new AbortController();
const ONE = 'https://site.example/1';
const TWO = 'https://site.example/2';

/** Runs a statement in the transaction of a call. */
type Query = (text: string, values?: unknown[]) => Promise<unknown>;

describeWithPostgres('changes of a sink in PostgreSQL', () => {
  let database: PostgresDatabase;
  let history: PostgresPageHistory;
  let host: pg.Pool;
  beforeAll(async () => {
    database = await openPostgresDatabase();
    await database.connection.run(
      'CREATE TABLE {schema}.chunks (id text PRIMARY KEY, url text, writes integer DEFAULT 1)',
    );
    host = new pg.Pool({ connectionString: postgresUrl });
    host.on('error', () => {});
  });
  beforeEach(async () => {
    await database.clear();
    history = new PostgresPageHistory(database.connection, BOUNDS);
    await history.changes.open(FEED, { variant: 'plain', maxChunkTokens: null }, { maxFeeds: 1 });
  });
  afterAll(async () => {
    await host.end();
    await database.remove();
  });

  /** @param count number of chunks of the page */
  async function visit(url: string, text: string, count = 1): Promise<void> {
    const some = someContent(text);
    const content = { ...some, chunks: Array.from({ length: count }, (_, n) => ({ ...some.chunks[0]!, id: `${url} ${n}` })) }; // prettier-ignore
    const key = someHistoryKey({ url });
    const { entry } = await history.find(key);
    const expectedSeq = (await history.changes.page(key))?.seq ?? 0;
    const feed = [{ kind: 'upsert', key, expectedSeq, url, fingerprint: text, shape: 's', content }] as const; // prettier-ignore
    await history.record(key, someUpdate({ head: someHead({ url }), feed }), entry?.revision ?? 0);
  }
  const table = () => database.connection.withSchema('{schema}.chunks');
  const insertAll = async (query: Query, entries: readonly CorpusEntry[]) => {
    for (const { id, pageUrl } of entries)
      await query(
        `INSERT INTO ${table()} AS c VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET writes = c.writes + 1`,
        [id, pageUrl],
      );
  };
  const chunks = () => database.connection.run<{ id: string; url: string; writes: number }>('SELECT * FROM {schema}.chunks'); // prettier-ignore
  /** The URL of each chunk, once for each time that it was written. */
  const urls = async () =>
    (await chunks()).flatMap(({ url, writes }) => Array.from({ length: writes }, () => url)).sort();
  const ledger = async () => {
    const rows: LedgerRow[] = [];
    for await (const part of history.changes.ledger(FEED, 'index')) rows.push(...part);
    return rows;
  };
  /** The ids of the index are those of the ledger, each once. */
  const expectSame = async () => {
    const held = (await ledger()).flatMap((row) => row.chunks.map(([id]) => id)).sort();
    expect((await chunks()).map(({ id }) => id).sort()).toEqual(held);
  };

  /** A transaction of the host. */
  async function inHost(work: (client: pg.PoolClient) => Promise<unknown>, begin = 'BEGIN'): Promise<void> {
    const client = await host.connect();
    client.on('error', () => {});
    let isBroken = false;
    try {
      await client.query(begin);
      await work(client);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK').catch(() => (isBroken = true));
      throw error;
    } finally {
      client.removeAllListeners('error');
      client.release(isBroken);
    }
  }

  interface Around {
    /** Statement that begins transactions of the host. */
    readonly begin?: string;
    /** Within the transaction, after the changes. */
    readonly inside?: (call: { readonly query: Query; readonly urls: readonly string[] }) => unknown;
    readonly afterCommit?: () => unknown;
  }

  /** An index in a table of the same database. */
  function indexOf(transaction: true | 'own', { begin, inside, afterCommit }: Around = {}): CorpusSink {
    const run = async (call: SinkCall, entries: readonly CorpusEntry[], work: (query: Query) => Promise<void>) => {
      const both = async (query: Query) => {
        await work(query);
        await inside?.({ query, urls: entries.map(({ pageUrl }) => pageUrl) });
      };
      if (transaction === true) await both((text, values) => call.transaction.query(text, values));
      else
        await inHost(async (client) => {
          await both((text, values) => client.query(text, values));
          await call.acknowledge((sql, parameters) => client.query(sql, parameters));
        }, begin);
      await afterCommit?.();
    }; // prettier-ignore
    return {
      name: 'index',
      transaction,
      upsert: (entries, call) => run(call, entries, (query) => insertAll(query, entries)),
      remove: (ids, call) =>
        run(
          call,
          [],
          async (query) => void (await query(`DELETE FROM ${table()} WHERE id = ANY ($1)`, [ids])),
        ),
      clear: (call) => run(call, [], async (query) => void (await query(`DELETE FROM ${table()}`))),
    };
  }

  /** A sync, as a process makes it. */
  async function sync(
    sink: CorpusSink,
    {
      log = history.changes,
      timeoutMs = 5_000,
      refill = false,
      maxWaitMs = 30_000,
      onTake = (): unknown => undefined,
    } = {},
  ) {
    const ending = AbortSignal.timeout(maxWaitMs);
    const held = await HeldLedger.take(log, FEED, sink.name, { maxLedgers: 1, signal: ending });
    await onTake();
    const calls = new SinkCalls(sink, timeoutMs, signal);
    const effects = new SinkEffects(held, calls, sink.transaction!, timeoutMs);
    const plan = { signature: 'one', maxRemovedShare: 1, signal, refill, effects, onPage: () => {} };
    try {
      return await new SinkFilling(held, calls, plan).fill();
    } finally {
      await held.leave();
    }
  }
  /** Another sync takes the ledger, as after the end of the lease. */
  const takeOver = async () => {
    const [row] = await database.connection.run<{ holder: string }>(
      `SELECT substring(convert_from(value, 'UTF8') FROM '"holder":"([^"]+)"') AS holder FROM {schema}.history_values
        WHERE position('"holder":"'::bytea IN value) > 0`,
    );
    const other = new PostgresPageHistory(database.connect(), BOUNDS);
    await other.changes.leaveLedger(FEED, 'index', row!.holder);
    await other.changes.takeLedger(FEED, 'index', { holder: 'other', leaseMs: 60_000, maxLedgers: 1 });
  };
  const both = [[true], ['own']] as const;

  it.each(both)('are committed together with its ledger: %s', async (transaction) => {
    await visit(ONE, 'a');
    await visit(TWO, 'b');
    expect(await sync(indexOf(transaction))).toMatchObject({ new: 2 });
    expect(await urls()).toEqual([ONE, TWO]);
    await expectSame();
    expect(await sync(indexOf(transaction))).toMatchObject({ unchanged: 2 });
    await visit(TWO, 'c');
    await history.forget(FEED.owner, { url: ONE });
    expect(await sync(indexOf(transaction))).toMatchObject({ changed: 1, removed: 1 });
    expect(await urls()).toEqual([TWO, TWO]);
    await expectSame();
    expect(await database.connection.run('SELECT token FROM {schema}.pending_changes')).toEqual([]);
  });

  it.each(both)('leave nothing of a call that fails after them, which is repeated with the same chunks: %s', async (transaction) => {
    await visit(ONE, 'a');
    let passed: readonly string[] = [];
    const failing = indexOf(transaction, {
      inside: ({ urls: seen }) => {
        passed = seen;
        if (seen.length > 0) throw new Error('no');
      },
    });
    await expect(sync(failing)).rejects.toThrow('no');
    expect([passed, await urls()]).toEqual([[ONE], []]);
    await expectSame();
    await sync(indexOf(transaction));
    expect(await urls()).toEqual([ONE]);
    await expectSame();
  }); // prettier-ignore

  it.each(both)('are stored once if the call fails after its commit, or not at all: %s', async (transaction) => {
    await visit(ONE, 'a');
    const late = indexOf(transaction, {
      afterCommit: () => {
        throw new Error('late');
      },
    });
    const isOwn = transaction === 'own';
    if (isOwn) expect(await sync(late)).toMatchObject({ new: 1 });
    else await expect(sync(late)).rejects.toThrow('late');
    expect(await urls()).toEqual(isOwn ? [ONE] : []);
    await sync(indexOf(transaction));
    expect(await urls()).toEqual([ONE]);
  }); // prettier-ignore

  it.each(both)('are undone if the server ends the connection: %s', async (transaction) => {
    await visit(ONE, 'a');
    const killed = indexOf(transaction, {
      inside: async ({ query, urls: seen }) => {
        if (seen.length === 0) return;
        const { rows } = (await query('SELECT pg_backend_pid() AS pid')) as { rows: { pid: number }[] };
        const admin = new pg.Client(postgresSuperUrl);
        await admin.connect();
        await admin.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
        await admin.end();
      },
    });
    await expect(sync(killed)).rejects.toThrow(
      transaction === true ? UnavailableError : /terminat|connection error|not queryable/,
    );
    expect(await urls()).toEqual([]);
    await expectSame();
    await sync(indexOf(transaction));
    expect(await urls()).toEqual([ONE]);
    await expectSame();
  });

  it.each(both)('are undone if another sync has taken the ledger meanwhile: %s', async (transaction) => {
    await visit(ONE, 'a');
    const overtaken = indexOf(transaction, {
      inside: ({ urls: seen }) => (seen.length > 0 ? takeOver() : undefined),
    });
    await expect(sync(overtaken)).rejects.toThrow(ConflictError);
    expect(await urls()).toEqual([]);
    await expectSame();
  });

  it.each(both)('are made by one of two processes: %s', async (transaction) => {
    await visit(ONE, 'a');
    const other = new PostgresPageHistory(database.connect(), BOUNDS);
    let second: Promise<unknown> = Promise.resolve();
    const onTake = () => {
      second = sync(indexOf(transaction), { log: other.changes, maxWaitMs: 1_000 });
      second.catch(() => {});
    };
    const slow = indexOf(transaction, { inside: () => sleep(1_500) });
    await sync(slow, { onTake });
    await expect(second).rejects.toThrow();
    expect(await urls()).toEqual([ONE]);
  });

  it.each(both)(
    'go on while the lease is renewed: %s',
    async (transaction) => {
      await visit(ONE, 'a');
      const slow = indexOf(transaction, {
        inside: ({ urls: seen }) => (seen.length > 0 ? sleep(5_500) : undefined),
      }); // renewed after 5 s
      expect(await sync(slow, { timeoutMs: 20_000 })).toMatchObject({ new: 1 });
      expect(await urls()).toEqual([ONE]);
    },
    30_000,
  );

  it.each(['BEGIN ISOLATION LEVEL REPEATABLE READ', 'BEGIN ISOLATION LEVEL SERIALIZABLE'])('are committed by a transaction of the host: %s', async (begin) => {
    await visit(ONE, 'a');
    expect(await sync(indexOf('own', { begin }))).toMatchObject({ new: 1 });
    await visit(ONE, 'b');
    await sync(indexOf('own', { begin }));
    expect(await urls()).toEqual([ONE, ONE]);
    await expectSame();
  }); // prettier-ignore

  it.each(both)('replace those of a sink that was cleared: %s', async (transaction) => {
    await visit(ONE, 'a');
    await sync(indexOf(transaction));
    let calls = 0;
    const failing = indexOf(transaction, {
      inside: () => {
        if (++calls === 2) throw new Error('no');
      },
    });
    await expect(sync(failing, { refill: true })).rejects.toThrow('no'); // cleared, but not filled
    expect(await urls()).toEqual([]);
    await sync(indexOf(transaction));
    expect(await urls()).toEqual([ONE]);
    await expectSame();
  });

  it.each(both)('are made again if the process ends after the index was cleared: %s', async (transaction) => {
    await visit(ONE, 'a');
    await sync(indexOf(transaction));
    const log = new Proxy(history.changes, {
      get: (of, name) => {
        if (name === 'writeLedger') return () => Promise.reject(new Error('killed'));
        const value: unknown = Reflect.get(of, name, of);
        return typeof value === 'function' ? value.bind(of) : value;
      },
    });
    await expect(sync(indexOf(transaction), { refill: true, log })).rejects.toThrow('killed');
    expect(await urls()).toEqual([]);
    await sync(indexOf(transaction));
    expect(await urls()).toEqual([ONE]);
    await expectSame();
  });

  it.each(both)('are those of whole pages, or of whole calls of the host: %s', async (transaction) => {
    await visit(ONE, 'a', 700);
    let passed = 0;
    let isFailing = true;
    const failing = indexOf(transaction, {
      inside: ({ urls: seen }) => {
        passed += seen.length;
        if (isFailing && seen.length === 200) throw new Error('no');
      },
    });
    await expect(sync(failing)).rejects.toThrow('no');
    expect([passed, (await urls()).length]).toEqual([700, transaction === 'own' ? 500 : 0]);
    await expectSame();
    isFailing = false;
    await sync(failing);
    expect([passed, (await urls()).length]).toEqual([transaction === 'own' ? 900 : 1_400, 700]);
    await visit(ONE, 'b', 10);
    await sync(failing);
    expect(await chunks()).toHaveLength(10);
    await expectSame();
    await history.forget(FEED.owner, { url: ONE });
    await sync(failing);
    expect(await chunks()).toEqual([]);
    expect(await ledger()).toEqual([]);
  });

  it('fail if the sink does not acknowledge', async () => {
    await visit(ONE, 'a');
    const silent: CorpusSink = { name: 'index', transaction: 'own', upsert: () => {}, remove: () => {} };
    await expect(sync(silent)).rejects.toThrow(/did not acknowledge/);
    const undone: CorpusSink = {
      ...silent,
      upsert: (entries, { acknowledge }) =>
        inHost(async (client) => {
          await insertAll((text, values) => client.query(text, values), entries);
          await acknowledge((sql, parameters) => client.query(sql, parameters));
          throw new Error('undone');
        }).catch(() => {}),
    };
    await expect(sync(undone)).rejects.toThrow(/was not committed/);
    expect(await urls()).toEqual([]);
    await sync(indexOf('own'));
    await expectSame();
  });

  it('tell the host that its transaction must be rolled back', async () => {
    await visit(ONE, 'a');
    let thrown: unknown;
    const twice: CorpusSink = {
      ...indexOf('own'),
      upsert: async (entries, call) => {
        await indexOf('own').upsert(entries, call);
        await inHost(async (client) => {
          await insertAll((text, values) => client.query(text, values), entries);
          await call.acknowledge((sql, parameters) => client.query(sql, parameters));
        }).catch((error: unknown) => (thrown = error));
      },
    };
    expect(await sync(twice)).toMatchObject({ new: 1 });
    expect(thrown).toBeInstanceOf(HandlerLeaseLostError);
    expect(await urls()).toEqual([ONE]);
    await expectSame();
  });

  it('are refused in a transaction of the host that comes after the timeout', async () => {
    await visit(ONE, 'a');
    let late: Promise<unknown> = Promise.resolve();
    const slow: CorpusSink = {
      ...indexOf('own'),
      upsert: (entries, { acknowledge }) => {
        late = inHost(async (client) => {
          await insertAll((text, values) => client.query(text, values), entries);
          await sleep(400);
          await acknowledge((sql, parameters) => client.query(sql, parameters));
        });
        late.catch(() => {});
        return late;
      },
    };
    await expect(sync(slow, { timeoutMs: 200 })).rejects.toThrow(SinkTimeoutError);
    await expect(late).rejects.toThrow(HandlerLeaseLostError);
    await sync(indexOf('own'));
    expect(await urls()).toEqual([ONE]);
    await expectSame();
  });

  it('are refused after a sink has ended the transaction itself', async () => {
    await visit(ONE, 'a');
    const ending: CorpusSink = {
      ...indexOf(true),
      upsert: async (_, { transaction }) => void (await transaction.query('COMMIT')),
    };
    await expect(sync(ending)).rejects.toThrow(/ended the transaction itself/);
    expect((await ledger()).flatMap((row) => row.chunks)).toEqual([]);
  });

  it('end the transaction of a host that does not commit soon after its acknowledgement', async () => {
    await visit(ONE, 'a');
    const idle: string[] = [];
    const asking: CorpusSink = {
      ...indexOf('own'),
      upsert: (entries, { acknowledge }) =>
        inHost(async (client) => {
          const limit = async () => (await client.query<{ idle_in_transaction_session_timeout: string }>('SHOW idle_in_transaction_session_timeout')).rows[0]!; // prettier-ignore
          await insertAll((text, values) => client.query(text, values), entries);
          idle.push((await limit()).idle_in_transaction_session_timeout);
          await acknowledge((sql, parameters) => client.query(sql, parameters));
          idle.push((await limit()).idle_in_transaction_session_timeout);
        }),
    };
    await sync(asking);
    expect(idle).toEqual(['0', '5s']);
    const { rows } = await host.query('SHOW idle_in_transaction_session_timeout');
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '0' }]);
  });

  it('let other pages be recorded while the transaction of the host is open', async () => {
    await visit(ONE, 'a');
    const recording = indexOf('own', {
      inside: async ({ urls: seen }) => {
        if (seen.length > 0) await visit(TWO, 'b');
      },
    });
    await sync(recording);
    await expectSame();
  });

  it('are fenced by leases that do not depend on the clock of a process', async () => {
    const take = (holder: string) =>
      new PostgresPageHistory(database.connect(), BOUNDS).changes.takeLedger(FEED, 'index', { holder, leaseMs: 60_000, maxLedgers: 1 }); // prettier-ignore
    expect(await take('one')).not.toBeNull();
    const real = Date.now;
    Date.now = () => real() + 3_600_000;
    try {
      expect(await take('other')).toBeNull();
      expect(await history.changes.ledgers(FEED, 1)).toMatchObject([{ isRunning: true }]);
    } finally {
      Date.now = real;
    }
  });

  it('count the bytes of a step whose process was killed after the commit, later', async () => {
    await visit(ONE, 'a');
    await sync(indexOf('own'));
    const { bytes } = await history.usage();
    await database.connection.run(`INSERT INTO {schema}.pending_changes
      SELECT '00', 0, true, '', '', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '', '{}', '{}',
        array_agg(key ORDER BY key), array_agg(1000 ORDER BY key) FROM {schema}.history_values WHERE get_byte(key, 0) = 4`); // prettier-ignore
    await sync(indexOf('own'));
    const next = new PostgresPageHistory(database.connect(), BOUNDS); // each process sweeps
    await sync(indexOf('own'), { log: next.changes });
    await visit(ONE, 'c');
    await sync(indexOf('own'), { log: next.changes });
    expect((await history.usage()).bytes).toBeGreaterThanOrEqual(bytes + 900);
    expect(await database.connection.run('SELECT token FROM {schema}.pending_changes')).toEqual([]);
  });
});
