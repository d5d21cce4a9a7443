import { randomUUID } from 'node:crypto';
import { createBullBoard } from '@bull-board/api';
import { BullAdapter } from '@bull-board/api/bullAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { getQueueToken } from '@nestjs/bull';
import type { INestApplication } from '@nestjs/common';
import { WebExtractModule } from 'nestjs-web-extract';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { manyPages } from './sites/linked.js';
import { startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { crawl } from './support/crawls.js';

/** As docs/operations.md has it. */
function showQueues(app: INestApplication): void {
  const serverAdapter = new ExpressAdapter().setBasePath('/queues');
  const queue = app.get(getQueueToken('web-extract'), { strict: false });
  createBullBoard({ queues: [new BullAdapter(queue, { readOnlyMode: true })], serverAdapter });
  app.use('/queues', serverAdapter.getRouter());
}

describeWithRedis('bull-board beside the extraction', () => {
  let site: Site;
  let api: RunningApp;

  beforeAll(async () => {
    site = await startSite(manyPages(2));
    const drivers = BullDriversModule.forRoot({
      redis: { url: redisUrl },
      prefix: `test-${randomUUID()}`,
    });
    const options = { auth: { keys: [KEY] }, allowPrivate: [site.address], browser: false as const, drivers };
    api = await startApp({ imports: [WebExtractModule.forRoot(options)], configure: showQueues });
  });
  afterAll(async () => {
    await api?.close();
    await site?.close();
  });

  it('shows the queue of crawls, and crawls go on', async () => {
    const { status } = await crawl(api, { url: `${site.url}/`, limit: 2 });
    expect(status).toBe('completed');
    const page = await api.ask('/queues', { method: 'GET' });
    expect([page.status, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
    const { json } = await api.ask('/queues/api/queues', { method: 'GET' });
    expect(json.queues).toMatchObject([{ name: 'crawls', readOnlyMode: true, counts: expect.any(Object) }]);
  });
});
