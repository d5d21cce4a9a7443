import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, makeFolder, start, startSite, until } from '../smoke.mjs';

const ann = 'token-of-ann';
const bob = 'token-of-bob';

test('users have their own crawls, their plan, and so many requests a minute', async () => {
  const site = await startSite();
  const environment = { ALLOW_PRIVATE: site.address, DATA_DIR: makeFolder() };
  const { base } = await start('dist/main.js', environment);

  const body = { url: site.url, limit: 10 };
  assert.equal((await ask(`${base}/v2/crawl`, { body })).status, 401);
  assert.equal((await ask(`${base}/me`, { key: 'of-nobody' })).status, 401);
  const refused = await ask(`${base}/v2/crawl`, { key: bob, body });
  assert.deepEqual([refused.status, refused.body.success], [403, false]);

  const { body: accepted } = await ask(`${base}/v2/crawl`, { key: ann, body });
  const mine = await until(
    async () => (await ask(`${base}/me`, { key: ann })).body,
    ({ crawls }) => crawls[0].status !== 'running',
  );
  assert.deepEqual(mine.crawls, [{ id: accepted.id, status: 'completed', pages: 2 }]);
  assert.deepEqual((await ask(`${base}/me`, { key: bob })).body.crawls, []);
});

test('one user who asks too often keeps nobody else out', async () => {
  const { base } = await start('dist/main.js', { DATA_DIR: makeFolder(), REQUESTS_A_MINUTE: '2' });

  const look = (key) => ask(`${base}/v2/team/queue-status`, { key });
  const answers = [await look(bob), await look(bob), await look(bob)];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 429],
  );
  assert.equal(answers[2].body.success, false);
  assert.ok(Number(answers[2].headers.get('retry-after')) > 0);
  assert.equal((await look(ann)).status, 200);
});
