import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder, startSite } from '../smoke.mjs';

test('a lost index is filled again, prices are watched, and agents get answers', async () => {
  const site = await startSite();
  const folder = makeFolder();
  Object.assign(process.env, { DATA_DIR: folder, SITES: site.url, PRODUCTS: `${site.url}refunds`, ALLOW_PRIVATE: site.address, KEY: 'key' }); // prettier-ignore
  const { NestFactory } = await import('@nestjs/core');
  const { AppModule, Sites } = await import('./dist/app.module.js');
  const { SqliteIndex } = await import('./dist/sqlite-index.js');
  const start = async () => {
    const app = await NestFactory.create(AppModule, { logger: ['error'] });
    await app.listen(0, '127.0.0.1');
    return app;
  };
  const rowsOf = (app) => app.get(SqliteIndex).db.all('SELECT * FROM chunks ORDER BY id');

  const first = await start();
  assert.equal((await first.get(Sites).sync())[0].new, 2);
  const rows = rowsOf(first);
  assert.equal(typeof (await first.get(Sites).watch()), 'string');
  first.get(SqliteIndex).db.close();
  await first.close();
  rmSync(join(folder, 'index.db'));

  const second = await start();
  assert.equal((await second.get(Sites).sync())[0].new, 2);
  assert.deepEqual(rowsOf(second), rows);
  const headers = { authorization: 'Bearer key', 'content-type': 'application/json', accept: 'application/json, text/event-stream' }; // prettier-ignore
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'answer', arguments: { question: 'lamp refund' } } }; // prettier-ignore
  const answer = await fetch(`${await second.getUrl()}/mcp`, {
    method: 'POST',
    headers,
    body: JSON.stringify(call),
  });
  const text = await answer.text();
  assert.match(text, /refunds#top/, text);
  second.get(SqliteIndex).db.close();
  await second.close();
});
