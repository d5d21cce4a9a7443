import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, makeFolder, start, startSite, until } from '../smoke.mjs';

test('the document shows the routes, the health is well, and pages are counted', async () => {
  const site = await startSite();
  const environment = {
    EXTRACT_KEY: 'a-key',
    METRICS_TOKEN: 'a-token',
    ALLOW_PRIVATE: site.address,
    DATA_DIR: makeFolder(),
  };
  const { base } = await start('dist/main.js', environment);

  const { body: document } = await ask(`${base}/openapi.json`);
  assert.ok(document.paths['/v2/scrape'].post && document.paths['/ready'].get);
  assert.equal(document.paths['/v1/scrape'], undefined); // not offered here
  assert.match((await ask(`${base}/docs`)).body, /swagger-ui/);

  for (const path of ['live', 'ready']) {
    // on a busy machine a check may take longer at first than it may take
    const { body } = await until(
      () => ask(`${base}/${path}`),
      ({ status }) => status === 200,
    );
    assert.equal(body.status, 'ok');
  }

  const scraped = await ask(`${base}/v2/scrape`, { key: 'a-key', body: { url: site.url } });
  assert.equal(scraped.status, 200);
  assert.equal((await ask(`${base}/metrics`)).status, 403);
  const metrics = await ask(`${base}/metrics`, { key: 'a-token' });
  assert.match(metrics.body, /^web_extract_pages_total\{kind="scrape",outcome="page"\} 1$/m);
});
