import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { NestFactory } from '@nestjs/core';
import { WebExtractModule } from 'nestjs-web-extract';
import { CorpusService } from 'nestjs-web-extract/corpus';
import { ChunkIndex } from './dist/chunk-index.js';
import { embed } from './dist/embed.js';
import { changingSite, keepInSync } from '../in-sync.mjs';
import { ask, makeFolder, start, startSite } from '../smoke.mjs';

test('a site is read once, and its passages are found, also after a restart', async () => {
  const site = await startSite();
  const environment = { ALLOW_PRIVATE: site.address, DATA_DIR: makeFolder() };
  const first = await start('dist/main.js', environment);
  const sync = ({ base }) => ask(`${base}/sync`, { body: { url: site.url, limit: 10 } });

  const { status, body } = await sync(first);
  assert.equal(status, 201);
  assert.deepEqual([body.new, body.failed, body.crawlStatus], [2, 0, 'completed']);
  const found = await ask(`${first.base}/search?q=when+is+a+lamp+refunded`);
  assert.equal(found.body[0].url, `${site.url}refunds#top`);
  assert.match(found.body[0].text, /lamp back within thirty days/);
  assert.deepEqual((await ask(`${first.base}/search?q=%22%2A(`)).body, []);
  assert.equal((await ask(`${first.base}/sync`, { body: { url: 'no address' } })).status, 400);

  await first.stop();
  const second = await start('dist/main.js', environment);
  assert.deepEqual((await ask(`${second.base}/search?q=when+is+a+lamp+refunded`)).body, found.body);
  const again = (await sync(second)).body;
  assert.deepEqual([again.new, again.changed, again.unchanged], [0, 0, 2]);
});

test('the index equals a fresh build after each round of changes', async () => {
  const site = await changingSite();
  after(() => site.close());
  const folder = makeFolder();
  const module = WebExtractModule.forRoot({
    allowPrivate: [site.address],
    browser: false,
    dataDir: join(folder, 'web'),
  });
  const app = await NestFactory.createApplicationContext(module, { logger: ['error'] });
  after(() => app.close());
  const makeIndex = (count) => {
    const sink = new ChunkIndex(join(folder, `${randomUUID()}.db`), count);
    return { sink, rows: () => rowsOf(sink.db), close: () => sink.db.close() };
  };
  await keepInSync({ site, corpus: app.get(CorpusService, { strict: false }), embed, makeIndex });
});

/** All rows, after a check that the index of words has the same ones. */
function rowsOf(db) {
  db.exec("INSERT INTO words (words, rank) VALUES ('integrity-check', 1)");
  return db.all('SELECT * FROM chunks ORDER BY id');
}
