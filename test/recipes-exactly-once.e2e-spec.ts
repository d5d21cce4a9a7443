import { randomBytes } from 'node:crypto';
import { Module, type Type } from '@nestjs/common';
import { BatchService, WebExtractModule } from 'nestjs-web-extract';
import { CorpusService } from 'nestjs-web-extract/corpus';
import { HandlerService } from 'nestjs-web-extract/handlers';
import { PostgresDriversModule } from 'nestjs-web-extract/postgres';
import pg from 'pg';
import { describeWithPostgres, postgresUrl } from './setup/postgres.js';
import { requireOfPrisma } from './setup/prisma.js';
import { requireOfRecipes, runRecipe } from './setup/recipes.js';
import { manyPages } from './sites/linked.js';
import { startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { ChangingSite } from './support/changing-site.js';
import { until } from './support/crawls.js';

const TYPEORM = 0;
const PRISMA = 1;
const DRIZZLE = 2;
const OURS = 3;

describeWithPostgres('the recipe for effects exactly once', () => {
  const schema = `recipes_${randomBytes(6).toString('hex')}`;
  let site: Site;
  let client: pg.Client;
  let host: RunningApp | undefined;
  beforeAll(async () => {
    site = await startSite(manyPages(3));
    client = new pg.Client(postgresUrl);
    await client.connect();
    await client.query('CREATE TABLE IF NOT EXISTS visits (id serial PRIMARY KEY, url text, title text)');
  });
  beforeEach(() => client.query('TRUNCATE visits'));
  afterEach(async () => {
    await host?.close();
    host = undefined;
    await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  });
  afterAll(async () => {
    await client?.query('DROP TABLE visits');
    await client?.end();
    await site?.close();
  });

  /** Handles a batch of three pages. */
  async function handle(VisitLog: Type, ...values: unknown[]): Promise<void> {
    const registration = WebExtractModule.forRoot({
      auth: { keys: [KEY] },
      allowPrivate: [site.address],
      drivers: PostgresDriversModule.forRoot({ connection: postgresUrl, schema }),
    });
    class LogModule {}
    Module({
      imports: [registration],
      providers: [{ provide: VisitLog, useFactory: () => new VisitLog(...values) }],
    })(LogModule);
    host = await startApp({ imports: [LogModule, registration] });
    const get = <T>(type: Type<T>) => host!.app.get(type, { strict: false });
    await get(BatchService).start({ urls: [1, 2, 3].map((n) => `${site.url}/page/${n}`) });
    const lag = async () => (await get(HandlerService).states()).handlers[0]?.lag;
    await until(
      async () => (await client.query('SELECT 1 FROM visits')).rowCount === 3 && (await lag()) === 0,
    );
    expect(await get(HandlerService).failures()).toEqual([]);
  }

  it('writes a row for each page with TypeORM', async () => {
    const { DataSource } = requireOfRecipes('typeorm');
    const { Visit, VisitLog } = runRecipe('exactly-once', TYPEORM);
    const database = new DataSource({ type: 'postgres', driver: pg, url: postgresUrl, entities: [Visit] });
    await database.initialize();
    await client.query('CREATE TABLE IF NOT EXISTS visit (id serial PRIMARY KEY, url text, title text)');
    await client.query('CREATE OR REPLACE RULE to_visits AS ON INSERT TO visit DO ALSO INSERT INTO visits (url, title) VALUES (NEW.url, NEW.title)'); // prettier-ignore
    await handle(VisitLog, database);
    await database.destroy();
    expect((await client.query('SELECT 1 FROM visit')).rowCount).toBe(3);
    await client.query('DROP TABLE visit');
  });

  it('writes a row for each page with Prisma', async () => {
    const { PrismaClient } = requireOfPrisma('@prisma/client');
    const { PrismaPg } = requireOfPrisma('@prisma/adapter-pg');
    const { VisitLog } = runRecipe('exactly-once', PRISMA);
    const database = new PrismaClient({ adapter: new PrismaPg({ connectionString: postgresUrl }) });
    await handle(VisitLog, database);
    await database.$disconnect();
  });

  it('writes a row for each page with Drizzle', async () => {
    const { drizzle } = requireOfRecipes('drizzle-orm/node-postgres');
    const { VisitLog } = runRecipe('exactly-once', DRIZZLE);
    const pool = new pg.Pool({ connectionString: postgresUrl, max: 2 });
    await handle(VisitLog, drizzle(pool));
    await pool.end();
  });

  it('commits the chunks of a site with pgvector, and none of a page whose call fails', async () => {
    const changing = await ChangingSite.start(['/a', '/b']);
    // the Debian package of the server has no pgvector: its type is text here
    await client.query('CREATE DOMAIN vector AS text');
    await client.query('CREATE TABLE chunks (id text PRIMARY KEY, url text, title text, text text, hash text, embedding vector)'); // prettier-ignore
    let isBroken = false;
    const { PgVectorIndex } = runRecipe('pgvector', 1);
    const index = new PgVectorIndex(async (texts: readonly string[]) => texts.map((text) => [text.length]));
    const remove = index.remove.bind(index);
    index.remove = async (...call: unknown[]) => {
      await remove(...call);
      if (isBroken) throw new Error('no embeddings now');
    };
    const drivers = PostgresDriversModule.forRoot({ connection: postgresUrl, schema });
    const options = { auth: { keys: [KEY] }, allowPrivate: ['127.0.0.1'], drivers };
    host = await startApp({ imports: [WebExtractModule.forRoot(options)] });
    const sync = () => host!.app.get(CorpusService).sync({ crawl: { url: changing.address() }, tag: 'docs' }, index); // prettier-ignore
    const textOf = async (path: string) =>
      (await client.query(`SELECT string_agg(text, ' ' ORDER BY id) AS text FROM chunks WHERE url LIKE $1`, [`${changing.address(path)}%`])).rows[0].text; // prettier-ignore
    try {
      expect(await sync()).toMatchObject({ new: 3 });
      expect((await client.query('SELECT 1 FROM chunks WHERE embedding::text <> $1', [`[0]`])).rowCount).toBeGreaterThan(2); // prettier-ignore
      changing.say('/a', { Third: 'The zebra crosses.' }); // replaces the section and its chunk
      isBroken = true;
      const before = await textOf('/a');
      await expect(sync()).rejects.toThrow('no embeddings now');
      expect(await textOf('/a')).toBe(before);
      isBroken = false;
      expect(await sync()).toMatchObject({ changed: 1 });
      expect(await textOf('/a')).toMatch(/zebra/);
    } finally {
      await client.query('DROP TABLE chunks');
      await client.query('DROP DOMAIN vector');
      await changing.close();
    }
  });

  it('writes a row for each page in a transaction of the library', async () => {
    const { VisitLog } = runRecipe('exactly-once', OURS);
    await handle(VisitLog);
  });
});
