import { randomBytes } from 'node:crypto';
import { Injectable, Module } from '@nestjs/common';
import { BatchService, NotConfiguredError, WebExtractModule } from 'nestjs-web-extract';
import { CorpusService, type CorpusSink } from 'nestjs-web-extract/corpus';
import {
  HandlerService,
  OnCrawlEnd,
  OnPage,
  type HandledCrawlEnd,
  type HandledPage,
} from 'nestjs-web-extract/handlers';
import {
  PostgresAdmin,
  PostgresDriversModule,
  type PostgresDriversOptions,
  type PostgresDriversOptionsFactory,
} from 'nestjs-web-extract/postgres';
import pg from 'pg';
import { describeWithPostgres, postgresUrl } from './setup/postgres.js';
import { manyPages } from './sites/linked.js';
import { startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { ChangingSite } from './support/changing-site.js';
import { crawl, until } from './support/crawls.js';
import { MapSink } from './support/map-sink.js';

let site: Site;
let host: RunningApp | undefined;
let schema: string;

beforeAll(async () => {
  site = await startSite(manyPages(5));
});
beforeEach(() => {
  schema = `test_${randomBytes(6).toString('hex')}`;
});
afterEach(async () => {
  await host?.close();
  host = undefined;
});
afterAll(() => site?.close());

const options = () => ({ auth: { keys: [KEY] }, allowPrivate: [site.address] });

describe('the options of stores in PostgreSQL', () => {
  const problemOf = (start: () => unknown) => {
    try {
      start();
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };

  it.each([
    [{}, 'connection must name a PostgreSQL'],
    [{ connection: '' }, 'connection must be a URL such as postgresql://'],
    [{ connection: 'http://localhost' }, 'connection must be a URL such as postgresql://'],
    [{ connection: { connectionString: undefined } }, 'connection has a connectionString that must be a URL'],
    [{ connection: postgresUrl || 'postgresql://a/b', schema: 'A"b' }, 'schema must be of small letters'],
    [{ connection: postgresUrl || 'postgresql://a/b', schema: 'pg_own' }, 'schema must be of small letters'],
    [{ connection: postgresUrl || 'postgresql://a/b', maxConnections: 1 }, 'maxConnections must be an integer of at least 2'],
    [{ connection: postgresUrl || 'postgresql://a/b', notifyConnection: true }, 'notifyConnection must be a URL'],
  ])('name what cannot be used: %j', (given, problem) => {
    expect(problemOf(() => PostgresDriversModule.forRoot(given as PostgresDriversOptions))).toContain(problem);
  }); // prettier-ignore
});

describe('a handler with a transaction', () => {
  it('ends the start without a store in PostgreSQL', async () => {
    @Injectable()
    class Prices {
      @OnPage('prices', { transaction: true })
      onPage(): void {}
    }
    const starting = startApp({ imports: [WebExtractModule.forRoot(options())], providers: [Prices] });
    await expect(starting).rejects.toThrow(/prices: `transaction` needs a store in PostgreSQL/);
  });
});

describe('a sink with a transaction', () => {
  it.each([true, 'own'] as const)('is refused without a store in PostgreSQL: %s', async (transaction) => {
    host = await startApp({ imports: [WebExtractModule.forRoot(options())] });
    const sink = Object.assign(new MapSink(), { transaction });
    const syncing = host.app.get(CorpusService).sync({ crawl: [`${site.url}/`], tag: 'shop' }, sink);
    await expect(syncing).rejects.toThrow(NotConfiguredError);
    await expect(syncing).rejects.toThrow(/set `drivers: PostgresDriversModule.forRoot/);
    expect(sink.look()).toEqual([]);
  });
});

describeWithPostgres('a host on PostgreSQL', () => {
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client(postgresUrl);
    await client.connect();
  });
  afterEach(() => client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`));
  afterAll(() => client.end());

  const start = async (...imports: NonNullable<Parameters<typeof startApp>[0]['imports']>) =>
    (host = await startApp({ imports }));

  @Injectable()
  class Settings implements PostgresDriversOptionsFactory {
    createPostgresDriversOptions(): PostgresDriversOptions {
      return { connection: postgresUrl, schema };
    }
  }
  @Module({ providers: [Settings], exports: [Settings] })
  class SettingsModule {}

  it.each([
    ['a URL', () => PostgresDriversModule.forRoot({ connection: postgresUrl, schema })],
    ['options of pg', () => PostgresDriversModule.forRoot({ connection: { connectionString: postgresUrl }, schema })],
    [
      'a factory',
      () =>
        PostgresDriversModule.forRootAsync({
          imports: [SettingsModule],
          inject: [Settings],
          useFactory: async (settings: Settings) => settings.createPostgresDriversOptions(),
        }),
    ],
    ['a class', () => PostgresDriversModule.forRootAsync({ useClass: Settings })],
    ['a provider', () => PostgresDriversModule.forRootAsync({ imports: [SettingsModule], useExisting: Settings })],
    [
      'without notifications',
      () => PostgresDriversModule.forRoot({ connection: postgresUrl, schema, notifyConnection: false }),
    ],
  ])('crawls, given by %s', async (_, drivers) => {
    await start(WebExtractModule.forRootAsync({ useFactory: options, drivers: drivers() }));
    expect((await crawl(host!, { url: `${site.url}/`, limit: 100 })).data).toHaveLength(6);
  }); // prettier-ignore

  it('uses a pool that the host has, and leaves it open', async () => {
    const pool = new pg.Pool({ connectionString: postgresUrl, max: 3 });
    await start(WebExtractModule.forRoot({ ...options(), drivers: PostgresDriversModule.forRoot({ connection: pool, schema }) })); // prettier-ignore
    expect((await crawl(host!, { url: `${site.url}/`, limit: 100 })).data).toHaveLength(6);
    await host!.close();
    host = undefined;
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  it('searches crawled pages in PostgreSQL, those that another process has crawled too', async () => {
    const registration = () =>
      WebExtractModule.forRoot({
        ...options(),
        auth: { keys: [KEY, 'other'] },
        search: { local: true },
        drivers: PostgresDriversModule.forRoot({ connection: postgresUrl, schema }),
      });
    await start(registration());
    await crawl(host!, { url: `${site.url}/`, limit: 100 });
    await crawl(host!, { url: `${site.url}/p/2`, limit: 1, scrapeOptions: { formats: ['rawHtml'] } });
    await host!.close();
    await start(registration());
    const query = { query: 'p 2', limit: 3 };
    const { json } = await host!.post('/v1/search', query);
    expect(json.data).toHaveLength(3);
    expect(json.data[0]).toMatchObject({ url: `${site.url}/p/2` });
    const headers = { authorization: 'Bearer other' };
    expect((await host!.ask('/v1/search', { body: query, headers })).json.data).toEqual([]);
  });

  it('does not start without its tables unless it may create them', async () => {
    const drivers = PostgresDriversModule.forRoot({ connection: postgresUrl, schema, migrate: false });
    const registration = () => WebExtractModule.forRoot({ ...options(), drivers });
    await expect(startApp({ imports: [registration()] })).rejects.toThrow(/has no tables.*postgres migrate/);
    const admin = new PostgresAdmin({ connection: postgresUrl, schema });
    expect(await admin.check()).toMatchObject({ found: null });
    await client.query(admin.sql());
    expect((await admin.check()).found).toBe((await admin.check()).needed);
    await start(registration());
    await client.query(`UPDATE ${schema}.schema_version SET version = 99`);
    await expect(admin.migrate()).rejects.toThrow(/has version 99.*upgrade it/);
    await admin.close();
  });

  it('lists the diffs of pages that are tracked with them in a view', async () => {
    const changing = await ChangingSite.start(['/a']);
    const drivers = PostgresDriversModule.forRoot({ connection: postgresUrl, schema });
    await start(WebExtractModule.forRoot({ ...options(), allowPrivate: ['127.0.0.1'], drivers }));
    for (const text of ['Number one.', 'Number two.']) {
      changing.say('/a', { First: text });
      for (const [tag, modes] of [['diffs', ['git-diff']], ['plain', []]]) {
        const scrapeOptions = { formats: ['markdown', 'changeTracking'], changeTrackingOptions: { tag, modes } };
        await crawl(host!, { url: changing.address(), scrapeOptions });
      }
    }
    await changing.close();
    const changed = `SELECT tag, diff FROM ${schema}.changes WHERE type = 'changed' ORDER BY tag`;
    expect((await client.query(changed)).rows).toEqual([
      { tag: 'diffs', diff: expect.stringMatching(/^--- previous\n\+\+\+ current\n@@ .*\n-Number one\.\n\+Number two\.\n/s) },
      { tag: 'plain', diff: null },
    ]);
  }); // prettier-ignore

  it.each([true, 'own'] as const)(
    'commits the chunks of a sink together with its ledger: %s',
    async (transaction) => {
      const drivers = PostgresDriversModule.forRoot({ connection: postgresUrl, schema });
      await start(WebExtractModule.forRoot({ ...options(), drivers }));
      await client.query(`CREATE TABLE ${schema}.chunks (id text PRIMARY KEY, url text)`);
      const insert = `INSERT INTO ${schema}.chunks VALUES ($1, $2)`;
      const own = new pg.Pool({ connectionString: postgresUrl, max: 2 });
      let failures = 0;
      const sink: CorpusSink = {
        name: 'index',
        transaction,
        upsert: async (entries, call) => {
          const one = await own.connect();
          try {
            const using = transaction === 'own' ? one : call.transaction;
            await one.query('BEGIN');
            for (const { id, pageUrl } of entries) await using.query(insert, [id, pageUrl]);
            if (failures++ === 0) throw new Error('once');
            if (transaction === 'own')
              await call.acknowledge((sql, parameters) => one.query(sql, parameters));
            await one.query('COMMIT');
          } catch (error) {
            await one.query('ROLLBACK');
            throw error;
          } finally {
            one.release();
          }
        },
        remove: () => {},
      };
      const corpus = host!.app.get(CorpusService);
      const request = { crawl: { url: `${site.url}/` }, tag: 'shop' };
      await expect(corpus.sync(request, sink)).rejects.toThrow('once');
      expect(await corpus.sync(request, sink)).toMatchObject({ skipped: 0 }); // inserts fail for chunks that are there
      expect(await corpus.sync(request, sink)).toMatchObject({ new: 0, changed: 0, unchanged: 6 });
      const { rows } = await client.query<{ url: string }>(`SELECT DISTINCT url FROM ${schema}.chunks`);
      expect(rows).toHaveLength(6);
      await own.end();
    },
  );

  it('has effects of handlers once, by our transaction and by one of the host', async () => {
    await client.query(`CREATE SCHEMA ${schema}`);
    await client.query(`CREATE TABLE ${schema}.effects (handler text, url text)`);
    const insert = `INSERT INTO ${schema}.effects VALUES ($1, $2)`;
    const own = new pg.Pool({ connectionString: postgresUrl, max: 2 });

    @Injectable()
    class Effects {
      calls = 0;

      @OnPage('ours', { transaction: true, from: 'oldest' })
      async ours({ page, transaction, attempt }: HandledPage): Promise<void> {
        this.calls++;
        await transaction.query(insert, ['ours', page.url]);
        if (attempt === 1) throw new Error('once');
      }

      @OnPage('host', { transaction: 'own', from: 'oldest' })
      async host({ page, acknowledge }: HandledPage): Promise<void> {
        const one = await own.connect();
        try {
          await one.query('BEGIN');
          await one.query(insert, ['host', page.url]);
          await acknowledge((sql, parameters) => one.query(sql, parameters));
          await one.query('COMMIT');
        } finally {
          one.release();
        }
      }

      @OnPage('forgets', { transaction: 'own', from: 'oldest', attempts: 1 })
      forgets(): void {}

      @OnCrawlEnd('end', { transaction: true, from: 'oldest' })
      async onEnd({ transaction, job }: HandledCrawlEnd): Promise<void> {
        await transaction.query(insert, ['end', job.status]);
      }
    }
    const drivers = PostgresDriversModule.forRoot({ connection: postgresUrl, schema });
    const registration = WebExtractModule.forRoot({ ...options(), drivers });
    @Module({ imports: [registration], providers: [Effects], exports: [Effects] })
    class EffectsModule {}
    await start(EffectsModule, registration);
    await host!.app
      .get(BatchService, { strict: false })
      .start({ urls: [`${site.url}/`, `${site.url}/page/1`] });
    const ends = async () =>
      (await client.query(`SELECT FROM ${schema}.effects WHERE handler = 'end'`)).rowCount;
    await until(async () => (await ends()) === 1); // it is visible after its commit
    const { rows } = await client.query<{ handler: string; n: number }>(
      `SELECT handler, count(*)::int AS n FROM ${schema}.effects GROUP BY handler ORDER BY handler`,
    );
    expect(rows).toEqual([
      { handler: 'end', n: 1 },
      { handler: 'host', n: 2 },
      { handler: 'ours', n: 2 },
    ]);
    expect(host!.app.get(Effects, { strict: false }).calls).toBe(4);
    const failures = await host!.app.get(HandlerService, { strict: false }).failures({ handler: 'forgets' });
    expect(failures.map(({ error }) => error)).toEqual([
      expect.stringContaining('did not acknowledge'),
      expect.stringContaining('did not acknowledge'),
    ]);
    await own.end();
  }, 60_000);
});
