import { randomUUID } from 'node:crypto';
import { WebExtractModule } from 'nestjs-web-extract';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { PRODUCT_SCHEMA as schema, startShop, type ShopSite } from './sites/shop.js';
import { startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { until } from './support/crawls.js';
import { somePlatforms } from './support/platforms.js';

const OTHER = 'key-of-another-owner';

describeWithRedis('extractors of several processes', () => {
  describe.each(somePlatforms())('on %s', (platform) => {
    const prefix = `test-${randomUUID()}`;
    const apps: RunningApp[] = [];
    const sites: { close(): Promise<unknown> }[] = [];

    /** One of the processes: all they share is Redis. */
    const start = async () => {
      const drivers = BullDriversModule.forRoot({ redis: { url: redisUrl }, prefix });
      const root = WebExtractModule.forRoot({ auth: { keys: [KEY, OTHER] }, allowPrivate: ['127.0.0.0/8'], browser: false, cache: {}, drivers }); // prettier-ignore
      const app = await startApp({ imports: [root], platform });
      apps.push(app);
      return app;
    };
    const openShop = async () => {
      const shop = await startShop();
      sites.push(shop);
      return shop;
    };
    let one: RunningApp;
    let other: RunningApp;

    beforeAll(async () => {
      one = await start();
      other = await start();
    });
    afterAll(async () => {
      await Promise.all(apps.map((app) => app.close()));
      await Promise.all(sites.map((site) => site.close()));
    });

    const learn = async (shop: ShopSite, more: object = {}) => {
      const pages = shop.urls(0, 6).map((url, n) => ({ url, data: shop.products[n] }));
      const { json } = await one.post('/v2/extractors', { schema, pages, sources: ['values'], ...more });
      expect(json.data).toMatchObject({ status: 'ready', version: 1 });
      return json.data;
    };
    const run = async (app: RunningApp, id: string, urls: string[], more: object = {}) =>
      (await app.post(`/v2/extractors/${id}/run`, { urls, ...more })).json.data;
    const get = async (app: RunningApp, id: string) =>
      (await app.ask(`/v2/extractors/${id}`, { method: 'GET' })).json.data;

    it('learn in one, run in another, drift and heal from what both have read', async () => {
      const shop = await openShop();
      const messages: { type: string }[] = [];
      const hook: Site = await startSite({
        '/hook': (request, response) => {
          let text = '';
          request.on('data', (part: Buffer) => (text += part.toString()));
          request.on('end', () => {
            messages.push(JSON.parse(text));
            response.end();
          });
        },
      });
      sites.push(hook);
      const { id } = await learn(shop, { heal: 'history', webhook: { url: `${hook.url}/hook` } });
      const results = await run(other, id, shop.urls(6, 16));
      expect(results.map(({ data }: { data: object }) => data)).toEqual(shop.products.slice(6, 16));
      await run(one, id, shop.urls(16, 26));
      shop.design = 'second';
      await run(other, id, shop.urls(6, 26));
      let extractor = await get(one, id);
      await until(async () => {
        extractor = await get(one, id);
        return extractor.lastHeal !== null && extractor.health !== 'healing';
      });
      expect(extractor).toMatchObject({ version: 2, usage: { calls: 0 }, lastHeal: { from: 1, to: 2 } });
      const [healed] = await run(one, id, [shop.urlOf(30)]);
      expect(healed.data).toEqual(shop.products[30]);
      await until(() => messages.length >= 2);
      expect(messages.map(({ type }) => type)).toEqual(['extractor.drifted', 'extractor.healed']);
    });

    it('forget what they have read, of one page and of all', async () => {
      const shop = await openShop();
      const { id } = await learn(shop);
      await run(one, id, shop.urls(6, 10));
      await run(other, id, shop.urls(10, 14));
      const forget = async (path: string) => (await one.ask(path, { method: 'DELETE' })).json.pages;
      const page = `/v2/extractors/${id}/history?url=${encodeURIComponent(shop.urlOf(12))}`;
      expect([await forget(page), await forget(page)]).toEqual([1, 0]);
      expect(await forget(`/v2/extractors/${id}/history`)).toBe(7);
      await run(other, id, shop.urls(6, 8), { zeroDataRetention: true });
      expect(await forget(`/v2/extractors/${id}/history`)).toBe(0);
    });

    it('are seen and changed by their owner only', async () => {
      const shop = await openShop();
      const { id, name } = await learn(shop, { name: 'mine' });
      const headers = { authorization: `Bearer ${OTHER}` };
      for (const app of [one, other])
        for (const [path, method, body] of [
          [`/v2/extractors/${name}`, 'GET', undefined],
          [`/v2/extractors/${id}/run`, 'POST', { urls: [shop.urlOf(7)] }],
          [`/v2/extractors/${id}/history`, 'DELETE', undefined],
          ['/v2/scrape', 'POST', { url: shop.urlOf(7), formats: [{ type: 'json', extractor: id }] }],
        ] as const) {
          const { status } = await app.ask(path, { method, headers, ...(body ? { body } : {}) });
          expect([path, status]).toEqual([path, 404]);
        }
      const { json } = await other.ask('/v2/extractors?limit=100', { method: 'GET', headers });
      expect(json.data).toEqual([]);
      const [{ data }] = await run(other, 'mine', [shop.urlOf(7)]);
      expect(data).toEqual(shop.products[7]);
    });

    it('need a model to heal by one', async () => {
      const shop = await openShop();
      const pages = shop.urls(0, 6).map((url, n) => ({ url, data: shop.products[n] }));
      const { status } = await one.post('/v2/extractors', { schema, pages, heal: 'model' });
      expect(status).toBe(501);
      const { id } = await learn(shop);
      const changed = await other.ask(`/v2/extractors/${id}`, { method: 'PATCH', body: { heal: 'model' } });
      expect(changed.status).toBe(501);
    });
  });
});
