import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, makeFolder, start, startSite } from '../smoke.mjs';

test('pages are read by a route of the application, by the HTTP API, and in the playground', async () => {
  const site = await startSite();
  const environment = { EXTRACT_KEY: 'a-key', ALLOW_PRIVATE: site.address, DATA_DIR: makeFolder() };
  const { base } = await start('dist/main.js', environment);

  const read = await ask(`${base}/read?url=${site.url}`);
  assert.equal(read.status, 200);
  assert.match(read.headers.get('content-type'), /^text\/markdown/);
  assert.match(read.body, /^# Lamps\n[\s\S]*\[Refunds\]\[link1\]\n\n\[link1\]: http/);
  const refused = await ask(`${base}/read?url=http://127.0.0.1:1/`);
  assert.deepEqual([refused.status, refused.body.code], [403, 'URL_NOT_ALLOWED']);

  const body = { url: site.url };
  assert.equal((await ask(`${base}/extract/v2/scrape`, { body })).status, 401);
  const scraped = await ask(`${base}/extract/v2/scrape`, { key: 'a-key', body });
  assert.match(scraped.body.data.markdown, /^# Lamps\n/);
  const urls = Array.from({ length: 200 }, (_, index) => `${site.url}${'x'.repeat(6_000)}${index}`); // more than 1 MiB
  assert.equal((await ask(`${base}/extract/v2/batch/scrape`, { key: 'a-key', body: { urls } })).status, 200);

  assert.match((await ask(`${base}/playground`)).body, /<script/);
});
