import pg from 'pg';
import { describeWithPostgres, postgresSuperUrl } from '../../../../../../test/setup/postgres.js';
import {
  openPostgresDatabase,
  type PostgresDatabase,
} from '../../../../../../test/support/postgres-database.js';
import { UnavailableError } from '../../../model/errors.js';
import type { RowId, Rows } from '../../page-store/row-store.js';
import type { StatementRunner } from '../connection/postgres-connection.js';
import { PostgresRowStore } from './postgres.row-store.js';

const LONE = '\ud800';

describeWithPostgres('PostgresRowStore', () => {
  let database: PostgresDatabase;
  let store: PostgresRowStore;
  /** That of another process. */
  let other: PostgresRowStore;
  beforeAll(async () => {
    database = await openPostgresDatabase();
    other = new PostgresRowStore(database.connect(), 'history', [['usage', 'total', 'total']]);
  });
  beforeEach(() => {
    store = new PostgresRowStore(database.connection, 'history', [['usage', 'total', 'total']]);
  });
  afterEach(() => database.clear());
  afterAll(() => database.remove());

  const get = <V>(id: RowId, partition = 'a') => other.look((rows) => rows.get<V>('usage', partition, id));
  const increase = (of: PostgresRowStore, id: RowId, by = 1) =>
    of.change((rows) => rows.put('usage', 'a', id, (rows.get<number>('usage', 'a', id) ?? 0) + by));
  const endConnections = async () => {
    const client = new pg.Client({ connectionString: postgresSuperUrl });
    await client.connect();
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%"' || $1 || '".%' AND pid <> pg_backend_pid()`,
      [database.schema],
    );
    await client.end();
  };
  /** A connection that runs something before its n-th write. */
  const interrupted = (before: (write: number) => Promise<void>): StatementRunner => {
    let writes = 0;
    return {
      run: async <Row>(text: string, parameters?: never): Promise<Row[]> => {
        if (text.includes('_change(')) await before(++writes);
        return database.connection.run<Row>(text, parameters);
      },
    };
  };

  describe('keeps values as they are', () => {
    it.each([
      ['a number', 1.5],
      ['false', false],
      ['null', null],
      ['an empty text', ''],
      ['U+0000 and lone surrogates', `\0 ${LONE} \\ \\u0000`],
      ['infinity', { at: Infinity, list: [Number.NaN, -Infinity] }],
      ['gaps of a list', [1, undefined, 3]],
      ['bytes in an object', { bytes: new Uint8Array([0, 255]) }],
      ['a time', { at: new Date(5) }],
      ['names of prototypes', JSON.parse('{"__proto__":{"a":1},"constructor":2}')],
    ])('%s', async (_, value: unknown) => {
      await store.change((rows) => rows.put('groups', 'a', 'id', value));
      expect(await other.look((rows) => rows.get('groups', 'a', 'id'))).toEqual(value);
      expect(await other.look((rows) => rows.first('groups', 'a', 5))).toEqual([['id', value]]);
    });

    it('bytes, also none', async () => {
      const bytes = Buffer.from([0, 1, 255, 92]);
      await store.change((rows) => {
        rows.put('texts', 'a', 1, bytes);
        rows.put('texts', 'a', 2, Buffer.alloc(0));
      });
      expect(await other.slice('texts', 'a', { count: 9 })).toEqual([[1, bytes], [2, Buffer.alloc(0)]]); // prettier-ignore
    });
  });

  it.each([
    ['U+0000', 'a\0b'],
    ['a lone surrogate', `a${LONE}`],
    ['a backslash like an escape', 'a\\0000'],
    ['nothing', ''],
    ['5,000 characters', 'k'.repeat(5_000)],
    ['5,000 other characters', `${'k'.repeat(4_999)}l`],
    ['quotes and braces', `{"'";DROP TABLE x}`],
    ['what a number is as a text', '1'],
  ])('keeps ids and partitions apart: %s', async (_, name) => {
    const names = ['', 'a', 'ab', '1', 'a\0b', `a${LONE}`, 'a\\0000', 'k'.repeat(5_000), `${'k'.repeat(4_999)}l`, `{"'";DROP TABLE x}`]; // prettier-ignore
    await store.change((rows) => {
      for (const one of names) rows.put('usage', one, one, one);
      for (const one of names) rows.put('sites', 'all', one, one);
      rows.put('sites', 'all', 1, 'the number');
    });
    expect(await other.look((rows) => rows.first('usage', name, 5))).toEqual([[name, name]]);
    expect(await other.look((rows) => rows.get('sites', 'all', name))).toBe(name);
    const ids = await other.look((rows) => rows.ids('sites', 'all', 100));
    expect(new Set(ids)).toEqual(new Set([1, ...names]));
    await store.change((rows) => rows.remove('sites', 'all', name));
    expect(await other.look((rows) => rows.ids('sites', 'all', 100))).toHaveLength(names.length);
  });

  it('sorts numbers as numbers', async () => {
    const numbers = [-1e300, -3, -0.5, 0, 0.25, 1, 2, 10, 255, 256, 70_000, 2 ** 40, Number.MAX_SAFE_INTEGER];
    await store.change((rows) => {
      for (const n of [...numbers].reverse()) rows.put('order', 'a', n, n);
    });
    expect(await other.look((rows) => rows.ids('order', 'a', 100))).toEqual(numbers);
    expect(await other.look((rows) => rows.after('order', 'a', 2, 2))).toEqual([[10, 10], [255, 255]]); // prettier-ignore
    expect(await other.slice('order', 'a', { after: 1, count: 2, isReversed: true })).toEqual([[0.25, 0.25], [0, 0]]); // prettier-ignore
  });

  it('ends a slice with the row that reaches its size', async () => {
    await store.change((rows) => {
      for (let id = 0; id < 9; id++) rows.put('texts', 'a', id, Buffer.alloc(100));
    });
    const ids = async (maxBytes: number) =>
      (await other.slice('texts', 'a', { count: 9, maxBytes })).map(([id]) => id);
    expect(await ids(1)).toEqual([0]);
    expect(await ids(201)).toEqual([0, 1, 2]);
  });

  it('returns all rows of a partition in parts', async () => {
    await store.change((rows) => {
      for (let id = 0; id < 25; id++) rows.put('usage', 'a', `${id}`.padStart(2, '0'), id);
      rows.put('usage', 'b', 'x', 1);
    });
    const parts: unknown[][] = [];
    for await (const part of other.parts<number>('usage', 'a', 10))
      parts.push(part.map(([, value]) => value));
    expect(parts.map((part) => part.length)).toEqual([10, 10, 5]);
    expect(parts.flat()).toEqual(Array.from({ length: 25 }, (_, id) => id));
  });

  it('shows a step its own changes, in rows and ranges', async () => {
    await store.change((rows) => {
      for (let id = 0; id < 6; id++) rows.put('order', 'a', id, id);
    });
    const seen = await store.change((rows: Rows) => {
      for (let n = 0; n < 4; n++) rows.remove('order', 'a', rows.first('order', 'a', 1)[0]![0]);
      rows.put('order', 'a', 4.5, 'new');
      return [rows.first('order', 'a', 9), rows.get('order', 'a', 0), rows.ids('order', 'a', 2)];
    });
    expect(seen).toEqual([[[4, 4], [4.5, 'new'], [5, 5]], undefined, [4, 4.5]]); // prettier-ignore
    expect(await other.look((rows) => rows.ids('order', 'a', 9))).toEqual([4, 4.5, 5]);
  });

  it('writes nothing of a step that throws, and all of the others', async () => {
    const failing = (rows: Rows): never => {
      rows.put('usage', 'a', 'failed', rows.get('usage', 'a', 'one') ?? 0);
      throw new RangeError('mine');
    };
    const steps = [increase(store, 'one'), store.change(failing), increase(store, 'one')];
    const results = await Promise.allSettled(steps);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expect(steps[1]).rejects.toThrow(new RangeError('mine'));
    expect([await get('one'), await get('failed')]).toEqual([2, undefined]);
  });

  it('fails only the step whose value PostgreSQL refuses', async () => {
    const connection: StatementRunner = {
      run: async <Row>(text: string, parameters?: readonly never[]): Promise<Row[]> => {
        const isRefused = parameters?.some(
          (one) => Buffer.isBuffer(one) && Buffer.from(one).includes('poison'),
        );
        return database.connection.run<Row>(isRefused ? 'SELECT 1/0' : text, isRefused ? [] : parameters);
      },
    };
    const careful = new PostgresRowStore(connection, 'history');
    const results = await Promise.allSettled([
      increase(careful, 'one'),
      careful.change((rows) => rows.put('usage', 'a', 'bad', 'poison')),
      increase(careful, 'one'),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await get('one')).toBe(2);
  });

  it('loses no step of two processes that change the same rows at the same time', async () => {
    const steps = Array.from({ length: 300 }, (_, n) => increase(n % 2 ? store : other, `row ${n % 3}`));
    const total = Array.from({ length: 60 }, (_, n) =>
      (n % 2 ? store : other).change((rows) =>
        rows.put('usage', 'total', 'total', (rows.get<number>('usage', 'total', 'total') ?? 0) + 5),
      ),
    );
    await Promise.all([...steps, ...total]);
    expect(await Promise.all([0, 1, 2].map((n) => get(`row ${n}`)))).toEqual([100, 100, 100]);
    expect(await get('total', 'total')).toBe(300);
  });

  it('gives numbers of a range once', async () => {
    const append = (of: PostgresRowStore) =>
      of.change((rows) => {
        const ids = rows.ids('order', 'a', 1_000);
        rows.put('order', 'a', ids.length, 'x');
        return ids.length;
      });
    const given = await Promise.all(Array.from({ length: 80 }, (_, n) => append(n % 2 ? store : other)));
    expect([...given].sort((a, b) => a - b)).toEqual(Array.from({ length: 80 }, (_, n) => n));
  });

  it.each([
    ['row', (rows: Rows) => void rows.get('usage', 'a', 'read')],
    ['missing row', (rows: Rows) => void rows.get('usage', 'a', 'new')],
    ['range', (rows: Rows) => void rows.first('usage', 'a', 10)],
    ['list of ids', (rows: Rows) => void rows.ids('usage', 'a', 10)],
  ])('runs a step again if a %s that it has read changes before it is written', async (kind, read) => {
    await increase(store, 'read');
    const change = kind === 'row' || kind === 'range' ? 'read' : 'new';
    const connection = interrupted(async (write) => {
      if (write === 1) await increase(other, change, 10);
    });
    let runs = 0;
    await new PostgresRowStore(connection, 'history').change((rows) => {
      read(rows);
      rows.put('groups', 'a', 'runs', ++runs);
    });
    const first = kind === 'list of ids' || kind === 'range' ? 4 : 3;
    expect(runs).toBe(first); // without the row, with it, and after the change: ranges are read again first
  });

  it('notices a row that was removed and written again', async () => {
    await store.change((rows) => rows.put('usage', 'a', 'row', 'old'));
    const connection = interrupted(async (write) => {
      if (write > 1) return;
      await other.change((rows) => rows.remove('usage', 'a', 'row'));
      await other.change((rows) => rows.put('usage', 'a', 'row', 'new'));
    });
    const seen = await new PostgresRowStore(connection, 'history').change((rows) => {
      const row = rows.get('usage', 'a', 'row');
      rows.put('usage', 'a', 'copy', row);
      return row;
    });
    expect(seen).toBe('new');
  });

  it('gives up with UnavailableError when others change the rows again and again', async () => {
    let writes = 0;
    const connection = interrupted(async (write) => {
      writes = write;
      await increase(other, 'row');
    });
    const result = increase(new PostgresRowStore(connection, 'history'), 'row');
    await expect(result).rejects.toThrow(UnavailableError);
    await expect(result).rejects.toThrow(/other processes change the same rows/);
    expect(writes).toBeLessThan(20);
  });

  it('lets no step wait for one that never succeeds', async () => {
    const connection = interrupted(() => increase(other, 'busy'));
    const one = new PostgresRowStore(connection, 'history');
    const results = await Promise.allSettled([
      increase(one, 'busy'),
      increase(one, 'mine'),
      increase(one, 'his'),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect([await get('mine'), await get('his')]).toEqual([1, 1]);
  });

  it('survives the end of its connections between reading and writing', async () => {
    const connection = interrupted((write) => (write <= 2 ? endConnections() : Promise.resolve()));
    const one = new PostgresRowStore(connection, 'history');
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => increase(one, 'row')));
    let stored = results.filter(({ status }) => status === 'fulfilled').length;
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(UnavailableError);
    const before = stored;
    for (let tries = 0; stored < before + 3 && tries < 20; tries++)
      await increase(one, 'row').then(
        () => stored++,
        (error: unknown) => expect(error).toBeInstanceOf(UnavailableError),
      );
    expect([stored, await get('row')]).toEqual([before + 3, stored]);
  });

  it('reads what was so at one time', async () => {
    let isOn = true;
    const moving = (async () => {
      for (let n = 1; isOn; n++)
        await other.change((rows) => {
          rows.put('usage', 'a', 'place', n);
          rows.put('usage', `b${n}`, 'value', n);
          rows.remove('usage', `b${n - 1}`, 'value');
        });
    })();
    for (let n = 0; n < 30; n++) {
      const [place, value] = await store.look((rows) => {
        const at = rows.get<number>('usage', 'a', 'place');
        return [at, at === undefined ? undefined : rows.get('usage', `b${at}`, 'value')];
      });
      expect(value).toBe(place);
    }
    isOn = false;
    await moving;
  });

  it('reads rows for many steps with few statements', async () => {
    await Promise.all(Array.from({ length: 64 }, (_, n) => increase(store, `row ${n}`)));
    let statements = 0;
    const counting: StatementRunner = {
      run: <Row>(text: string, parameters?: never) => {
        statements++;
        return database.connection.run<Row>(text, parameters);
      },
    };
    const one = new PostgresRowStore(counting, 'history');
    const found = await Promise.all(
      Array.from({ length: 64 }, (_, n) => one.look((rows) => rows.get('usage', 'a', `row ${n}`))),
    );
    expect(found).toEqual(Array.from({ length: 64 }, () => 1));
    expect(statements).toBeLessThan(8);
    statements = 0;
    await Promise.all(Array.from({ length: 64 }, (_, n) => increase(one, `row ${n}`)));
    expect(statements).toBeLessThan(8);
    expect(await get('row 63')).toBe(2);
  });

  it('fails only the reading step whose rows PostgreSQL refuses', async () => {
    const connection: StatementRunner = {
      run: async <Row>(text: string, parameters?: readonly never[]): Promise<Row[]> => {
        const isRefused = (parameters as unknown as Buffer[][])[0]!.some((key) => key.includes('poison'));
        return database.connection.run<Row>(isRefused ? 'SELECT 1/0' : text, isRefused ? [] : parameters);
      },
    };
    const one = new PostgresRowStore(connection, 'history');
    const results = await Promise.allSettled(
      ['a', 'poison', 'b'].map((id) => one.look((rows) => rows.get('usage', 'a', id))),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('allows no changes while it looks', async () => {
    await expect(store.look((rows) => (rows as Rows).put('usage', 'a', 'b', 1))).rejects.toThrow(TypeError);
  });
});
