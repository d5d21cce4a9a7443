import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { NestFactory } from '@nestjs/core';
import { WebExtractModule } from 'nestjs-web-extract';
import { CorpusService } from 'nestjs-web-extract/corpus';
import { embed } from './dist/embed.js';
import { VectorIndex } from './dist/vector-index.js';
import { changingSite, keepInSync } from '../in-sync.mjs';
import { makeFolder, startSite } from '../smoke.mjs';

test('a site is read once, and the passages nearest to a question are printed', async () => {
  const site = await startSite();
  const env = { ...process.env, ALLOW_PRIVATE: site.address, DATA_DIR: join(makeFolder(), 'data') };
  const run = async () =>
    (
      await promisify(execFile)(
        process.execPath,
        ['dist/main.js', site.url, 'lamp back within thirty days'],
        { env },
      )
    ).stdout;
  assert.match(await run(), /^2 pages new, 0 changed, 0 removed\n\n\S+refunds#top\n# Refunds/);
  assert.match(await run(), /^0 pages new, 0 changed, 0 removed\n\n\S+refunds#top\n# Refunds/);
});

test('the index equals a fresh build after each round of changes', async () => {
  const site = await changingSite();
  after(() => site.close());
  const module = WebExtractModule.forRoot({
    allowPrivate: [site.address],
    browser: false,
    dataDir: makeFolder(),
  });
  const app = await NestFactory.createApplicationContext(module, { logger: ['error'] });
  after(() => app.close());
  const databases = [
    await PGlite.create({ extensions: { vector } }),
    await PGlite.create({ extensions: { vector } }),
  ];
  after(() => Promise.all(databases.map((db) => db.close())));
  let opened = 0;
  const makeIndex = async (count) => {
    const db = databases[Math.min(opened++, 1)];
    const sink = await VectorIndex.open(db, count);
    const rows = async () => (await db.query('SELECT * FROM chunks ORDER BY id')).rows;
    return { sink, rows, close: () => sink.clear() };
  };
  await keepInSync({ site, corpus: app.get(CorpusService, { strict: false }), embed, makeIndex });
});
