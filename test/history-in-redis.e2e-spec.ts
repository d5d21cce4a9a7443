import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Redis } from 'ioredis';
import { WebExtractModule } from 'nestjs-web-extract';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { page } from './sites/pages.js';
import { startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';

const NAME = 'zwiebelrostbraten-4711';

describeWithRedis('A history in Redis', () => {
  const prefix = `test-${randomUUID()}`;
  let redis: Redis;
  let site: Site;
  let api: RunningApp;
  let text = '';

  beforeAll(async () => {
    redis = new Redis(redisUrl);
    const answer = (_: unknown, response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(page(NAME, `<p>${NAME} ${text}</p>`));
    };
    site = await startSite({ [`/${NAME}`]: answer, [`/${NAME}/`]: answer });
    const drivers = BullDriversModule.forRoot({ redis: { url: redisUrl }, prefix });
    const options = { auth: { keys: [KEY] }, allowPrivate: [site.address], cache: true, drivers };
    api = await startApp({ imports: [WebExtractModule.forRoot(options)] });
  });
  afterAll(async () => {
    await api?.close();
    await site?.close();
    await redis?.quit();
  });

  /** Keys of this test that contain the name of the page, uncompressed, and all keys of histories and caches. */
  async function traces(): Promise<{ named: string[]; stored: string[] }> {
    const keys = await redis.keys(`${prefix}*`);
    const dumps = await Promise.all(keys.map(async (key) => [key, await redis.dumpBuffer(key)] as const));
    const named = dumps
      .filter(([key, dump]) => key.includes(NAME) || dump?.includes(NAME))
      .map(([key]) => key);
    const stored = keys.filter((key) =>
      /history:(?:heads|texts|versions|aliases|visits|verdicts|sites|groups)|cache:(?!total|usage)/.test(key),
    );
    return { named, stored };
  }

  it('leaves nothing when it is forgotten', async () => {
    for (text of ['First.', 'Second.']) {
      const formats = ['markdown', { type: 'changeTracking', modes: ['git-diff'] }];
      const { status } = await api.post('/v2/scrape', { url: `${site.url}/${NAME}`, formats });
      expect(status).toBe(200);
    }
    const before = await traces();
    expect([before.named.length > 0, before.stored.length > 3]).toEqual([true, true]);

    expect((await api.ask('/v2/history', { method: 'DELETE' })).json).toEqual({ success: true, pages: 1 });
    const after = await traces();
    expect(after.named.filter((key) => /history|cache/.test(key))).toEqual([]);
    expect(after.stored).toEqual([]);
  });

  it('leaves no cached response of another spelling when a URL is forgotten', async () => {
    text = 'Third.';
    const spellings = [NAME, `${NAME}/`, `${NAME}?utm_source=mail`].map((path) => `${site.url}/${path}`);
    for (const url of spellings) expect((await api.post('/v2/scrape', { url })).status).toBe(200);
    expect((await traces()).stored).toContainEqual(expect.stringMatching(/cache:bodies/));
    const query = `?url=${encodeURIComponent(spellings[1]!)}`;
    expect((await api.ask(`/v2/history${query}`, { method: 'DELETE' })).status).toBe(200);
    const after = await traces();
    expect(after.named.filter((key) => /history|cache/.test(key))).toEqual([]);
    expect(after.stored).toEqual([]);
  });
});
