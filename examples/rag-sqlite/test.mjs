import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, makeFolder, start, startSite, until } from '../smoke.mjs';

test('a site is crawled, and its passages are found by their words, also after a restart', async () => {
  const site = await startSite();
  const environment = { ALLOW_PRIVATE: site.address, DATA_DIR: makeFolder() };
  const first = await start('dist/main.js', environment);

  const { status, body } = await ask(`${first.base}/sites`, { body: { url: site.url, limit: 10 } });
  assert.equal(status, 202);
  const state = await until(
    async () => (await ask(`${first.base}/sites/${body.id}`)).body,
    ({ isIndexed }) => isIndexed,
  );
  assert.deepEqual(state, { status: 'completed', pages: 2, failed: 0, isIndexed: true });
  const found = await ask(`${first.base}/search?q=when+is+a+lamp+refunded`);
  assert.equal(found.body[0].link, `${site.url}refunds#top`);
  assert.match(found.body[0].snippet, /\*\*lamp\*\*/);

  for (const wrong of [{ url: 'no address' }, { url: site.url, limit: 'many' }, {}])
    assert.equal((await ask(`${first.base}/sites`, { body: wrong })).status, 400);
  assert.equal((await ask(`${first.base}/sites`, { method: 'POST' })).status, 400);
  assert.deepEqual((await ask(`${first.base}/search?q=%22%2A(`)).body, []);

  await first.stop();
  const second = await start('dist/main.js', environment);
  assert.deepEqual((await ask(`${second.base}/search?q=when+is+a+lamp+refunded`)).body, found.body);
  assert.deepEqual((await ask(`${second.base}/sites`)).body, [{ url: site.url, passages: 2 }]);
});
