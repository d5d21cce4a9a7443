// A host application whose handlers and sinks write to PostgreSQL exactly once, in a process of its own that may be killed: effects-host.mjs
// <settings as JSON> { url, schema, site, hasTypeorm }. Batches of URLs arrive as lines of JSON on stdin; `site` is synced again and again.
// Prints `ready`.
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';
import { BatchService, WebExtractModule } from 'nestjs-web-extract';
import { CorpusService } from 'nestjs-web-extract/corpus';
import { OnCrawlEnd, OnPage } from 'nestjs-web-extract/handlers';
import { PostgresDriversModule } from 'nestjs-web-extract/postgres';

const { url, schema, site, hasTypeorm } = JSON.parse(process.argv[2]);
const pool = new pg.Pool({ connectionString: url, max: 5, connectionTimeoutMillis: 3_000 });
pool.on('error', () => {});
pool.on('connect', (client) => client.on('error', () => {})); // one may end before it is in use
/** Most milliseconds between effects and their acknowledgement: kills shall hit the time between them. There are fewer calls of sinks. */
const DELAY_MS = { handler: 40, sink: 400 };
const INSERT = 'INSERT INTO effects (handler, job, url) VALUES ($1, $2, $3)';

/** TypeORM of the recipes; connects again by its pool. */
async function typeorm() {
  const require = createRequire(
    fileURLToPath(new URL('../test/clients/recipes/package.json', import.meta.url)),
  );
  const { DataSource } = require('typeorm');
  const source = new DataSource({
    type: 'postgres',
    url,
    driver: pg,
    extra: { max: 5, connectionTimeoutMillis: 3_000 },
  });
  return source.initialize();
}

const source = hasTypeorm ? await typeorm() : null;

class Handlers {
  async ofOurs({ page, job, transaction }) {
    await transaction.query(INSERT, ['ours', job.id, page.url]);
    await delay();
  }

  async ofHost({ page, job, acknowledge }) {
    await inTransaction(acknowledge, (client) => client.query(INSERT, ['host', job.id, page.url]));
  }

  async ofTypeorm({ page, job, acknowledge }) {
    await source.transaction(async (manager) => {
      await manager.query(INSERT, ['typeorm', job.id, page.url]);
      await delay();
      await acknowledge((sql, parameters) => manager.query(sql, parameters));
    });
  }

  async onEnd({ job, transaction }) {
    await transaction.query(INSERT, ['end', job.id, '']);
  }
}
Injectable()(Handlers);
decorate('ofOurs', OnPage('ours', { transaction: true, concurrency: 4, attempts: 100, from: 'oldest' }));
decorate('ofHost', OnPage('host', { transaction: 'own', concurrency: 4, attempts: 100, from: 'oldest' }));
if (source)
  decorate(
    'ofTypeorm',
    OnPage('typeorm', { transaction: 'own', concurrency: 4, attempts: 100, from: 'oldest' }),
  );
decorate('onEnd', OnCrawlEnd('end', { transaction: true, attempts: 100, from: 'oldest' }));

function ignore() {}

const delay = (of = 'handler') => sleep(Math.random() * DELAY_MS[of]);

/** A transaction of the host. */
async function inTransaction(acknowledge, work, of) {
  const client = await pool.connect();
  client.on('error', ignore);
  try {
    await client.query('BEGIN');
    await work(client);
    await delay(of);
    await acknowledge((sql, parameters) => client.query(sql, parameters));
    await client.query('COMMIT');
    client.off('error', ignore);
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Counts chunks that are passed with the version that they have, and ids that are removed twice. */
const UPSERT = `INSERT INTO chunks (sink, id, page, text, version, doubled) VALUES ($1, $2, $3, $4, $5, 0)
  ON CONFLICT (sink, id) DO UPDATE SET page = EXCLUDED.page, text = EXCLUDED.text, version = EXCLUDED.version,
    passed = chunks.passed + 1, doubled = chunks.doubled + coalesce(chunks.version = EXCLUDED.version, false)::int`;
const REMOVE = `INSERT INTO chunks (sink, id, doubled) SELECT $1, id, 1 FROM unnest($2::text[]) AS id
  ON CONFLICT (sink, id) DO UPDATE SET version = NULL, passed = chunks.passed + 1,
    doubled = chunks.doubled + (chunks.version IS NULL)::int`;

function sinkOf(name, transaction) {
  const within = async (call, work) => {
    if (transaction === 'own') return inTransaction(call.acknowledge, work, 'sink');
    await work(call.transaction);
    await delay('sink');
  };
  return {
    name,
    transaction,
    upsert: (entries, call) =>
      within(call, async (client) => {
        for (const { id, pageUrl, text, url, headingPath } of entries)
          await client.query(UPSERT, [name, id, pageUrl, text, JSON.stringify([text, url, headingPath])]);
      }),
    remove: (ids, call) => within(call, (client) => client.query(REMOVE, [name, ids])),
  };
}

/** Those of another process are refused, and the database is away at times. */
async function syncForever(corpus) {
  const sinks = [sinkOf('ours', true), sinkOf('host', 'own')];
  for (let turn = 0; ; turn++) {
    const request = { crawl: { url: site }, tag: 'site' };
    await corpus.sync(request, sinks[turn % sinks.length]).catch((error) => {
      if (process.env.HOST_LOG) console.error(`sync: ${error}`);
    });
    await sleep(100);
  }
}

function decorate(method, decorator) {
  decorator(Handlers.prototype, method, Object.getOwnPropertyDescriptor(Handlers.prototype, method));
}

class HostModule {}
Module({
  imports: [
    WebExtractModule.forRoot({
      auth: { keys: ['any'] },
      allowPrivate: ['127.0.0.1'],
      browser: false,
      limits: { leaseMs: 3_000, conversionThreads: 1 },
      drivers: PostgresDriversModule.forRoot({ connection: url, schema, lockMs: 3_000 }),
    }),
  ],
  providers: [Handlers],
})(HostModule);

const app = await NestFactory.create(HostModule, { logger: process.env.HOST_LOG ? undefined : false });
app.enableShutdownHooks();
await app.listen(0, '127.0.0.1');
process.stdout.write('ready\n');
void syncForever(app.get(CorpusService));
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { name, urls } = JSON.parse(line);
  const { id } = await app
    .get(BatchService)
    .start({ urls, idempotencyKey: name })
    .catch((error) => ({ id: `refused ${error.message}` }));
  process.stdout.write(`job ${name} ${id}\n`);
});
process.on('unhandledRejection', (error) => process.stderr.write(`${error?.stack ?? error}\n`));
