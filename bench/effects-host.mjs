// A host application whose handlers write to PostgreSQL exactly once, in a process of its own that may be killed: effects-host.mjs <settings as
// JSON> { url, schema, site, hasTypeorm }. Batches of URLs arrive as lines of JSON on stdin. Prints `ready`.
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';
import { BatchService, WebExtractModule } from 'nestjs-web-extract';
import { OnCrawlEnd, OnPage } from 'nestjs-web-extract/handlers';
import { PostgresDriversModule } from 'nestjs-web-extract/postgres';

const { url, schema, hasTypeorm } = JSON.parse(process.argv[2]);
const pool = new pg.Pool({ connectionString: url, max: 5, connectionTimeoutMillis: 3_000 });
pool.on('error', () => {});
pool.on('connect', (client) => client.on('error', () => {})); // one may end before it is in use
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
  }

  async ofHost({ page, job, acknowledge }) {
    const client = await pool.connect();
    client.on('error', ignore);
    try {
      await client.query('BEGIN');
      await client.query(INSERT, ['host', job.id, page.url]);
      await acknowledge((sql, parameters) => client.query(sql, parameters));
      await client.query('COMMIT');
      client.off('error', ignore);
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async ofTypeorm({ page, job, acknowledge }) {
    await source.transaction(async (manager) => {
      await manager.query(INSERT, ['typeorm', job.id, page.url]);
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
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { name, urls } = JSON.parse(line);
  const { id } = await app
    .get(BatchService)
    .start({ urls, idempotencyKey: name })
    .catch((error) => ({ id: `refused ${error.message}` }));
  process.stdout.write(`job ${name} ${id}\n`);
});
process.on('unhandledRejection', (error) => process.stderr.write(`${error?.stack ?? error}\n`));
