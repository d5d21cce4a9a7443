import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, start, startSite, until } from '../smoke.mjs';

test('a crawl that the web process accepts is done by a worker', async () => {
  const site = await startSite();
  const environment = { EXTRACT_KEY: 'a-key', ALLOW_PRIVATE: site.address }; // REDIS_URL is that of whoever runs the test
  const { base } = await start('dist/web.js', environment);
  const key = 'a-key';

  const accepted = await ask(`${base}/v2/crawl`, { key, body: { url: site.url, limit: 10 } });
  assert.equal(accepted.status, 200);
  const job = () => ask(`${base}/v2/crawl/${accepted.body.id}`, { key });
  assert.equal((await job()).body.status, 'scraping'); // nobody works yet

  await start('dist/worker.js', environment, /^(Working)$/m);
  const { body } = await until(job, (answer) => answer.body.status !== 'scraping');
  assert.deepEqual([body.status, body.completed], ['completed', 2]);

  assert.equal((await ask(`${base}/queues/api/queues`)).status, 401);
  const authorization = `Basic ${Buffer.from('me:a-key').toString('base64')}`;
  const queues = await ask(`${base}/queues/api/queues`, { headers: { authorization } });
  assert.deepEqual(
    queues.body.queues.map(({ name, readOnlyMode }) => [name, readOnlyMode]),
    [['crawls', true]],
  );
});
