import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExtractorService, WebExtractEvents, WebExtractModule } from 'nestjs-web-extract';
import { PRODUCT_SCHEMA as schema, RAISE, startShop, type ShopSite } from './sites/shop.js';
import { startSite } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { until } from './support/crawls.js';
import { PLATFORMS } from './support/platforms.js';
import { startScriptedModel, type ScriptedModel } from './support/scripted-model.js';

const OTHER = 'key-of-another-owner';
let names = 0;

describe.each(PLATFORMS)('extractors on %s', (platform) => {
  let api: RunningApp;
  let model: ScriptedModel;
  let dataDir: string;
  const shops: ShopSite[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'extractors-e2e-'));
    model = await startScriptedModel();
    const root = WebExtractModule.forRoot({
      auth: { keys: [KEY, OTHER] },
      allowPrivate: ['127.0.0.0/8'],
      browser: false,
      cache: {},
      dataDir,
      llm: { model: 'scripted', baseURL: model.baseURL },
    });
    api = await startApp({ imports: [root], platform });
  });
  afterAll(async () => {
    await api?.close();
    await model?.close();
    await Promise.all(shops.map((shop) => shop.close()));
    await rm(dataDir, { recursive: true, force: true });
  });

  const openShop = async () => {
    const shop = await startShop();
    shops.push(shop);
    return shop;
  };
  const valuesOf = (shop: ShopSite, from: number, to: number) =>
    shop.urls(from, to).map((url, n) => ({ url, data: shop.products[from + n] }));
  const learn = async (shop: ShopSite, more: object = {}) => {
    const body = {
      schema,
      pages: valuesOf(shop, 0, 6),
      sources: ['values'],
      name: `shop-${++names}`,
      ...more,
    };
    const { status, json, text } = await api.post('/v2/extractors', body);
    expect([status, json.data?.status, text.slice(0, 0)]).toEqual([200, 'ready', '']);
    return json.data;
  };
  const run = async (id: string, urls: string[], more: object = {}) =>
    (await api.post(`/v2/extractors/${id}/run`, { urls, ...more })).json.data;
  const get = async (id: string) => (await api.ask(`/v2/extractors/${id}`, { method: 'GET' })).json.data;

  it('learns from values and reads further pages without a model, with evidence and reasons', async () => {
    const shop = await openShop();
    const { id, name } = await learn(shop);
    const asked = model.asked.length;
    const results = await run(name, shop.urls(6, 14));
    expect(results.map(({ url }: { url: string }) => url)).toEqual(shop.urls(6, 14));
    expect(results.map(({ data }: { data: object }) => data)).toEqual(shop.products.slice(6, 14));
    const without = results[1];
    expect(without.missing).toEqual([{ path: '/color', reason: 'not-found', optional: true }]);
    expect(results[0].evidence).toContainEqual(expect.objectContaining({ path: '/sku', quote: expect.stringContaining(shop.products[6]!.sku) })); // prettier-ignore
    expect(model.asked.length).toBe(asked);
    const program = JSON.stringify((await get(id)).program);
    for (const { sku } of shop.products.slice(0, 6)) expect(program).not.toContain(sku);
  });

  it('reads pages of scrapes and batches by a json format, and only those', async () => {
    const shop = await openShop();
    const { id, name } = await learn(shop);
    const format = { type: 'json', extractor: name };
    const { json } = await api.post('/v2/scrape', { url: shop.urlOf(8), formats: [format] });
    expect(json.data).toMatchObject({
      json: shop.products[8],
      extractor: { id, version: 1, usedModel: false, template: expect.any(String) },
      metadata: { creditsUsed: 1 },
    });
    expect(json.data).not.toHaveProperty('markdown');
    const plain = await api.post('/v2/scrape', { url: shop.urlOf(8), formats: ['markdown'] });
    expect(plain.json.data).not.toHaveProperty('extractor');
    const started = await api.post('/v2/batch/scrape', { urls: shop.urls(6, 12), formats: [format] });
    let job = started.json;
    await until(async () => {
      job = (await api.ask(`/v2/batch/scrape/${started.json.id}`, { method: 'GET' })).json;
      return job.status === 'completed';
    });
    expect(job.extractors).toEqual({ pages: 6, modelPages: 0, tokens: 0, tokensSaved: 0 });
    expect(new Set(job.data.map((one: { json: { sku: string } }) => one.json.sku)).size).toBe(6);
  });

  it('is seen and used by its owner only', async () => {
    const shop = await openShop();
    const { id, name } = await learn(shop);
    const headers = { authorization: `Bearer ${OTHER}` };
    const requests = [
      [`/v2/extractors/${id}`, 'GET', undefined],
      [`/v2/extractors/${name}`, 'GET', undefined],
      [`/v2/extractors/${id}`, 'PATCH', { heal: 'off' }],
      [`/v2/extractors/${id}`, 'DELETE', undefined],
      [`/v2/extractors/${id}/run`, 'POST', { urls: [shop.urlOf(7)] }],
      [`/v2/extractors/${id}/heal`, 'POST', {}],
      [`/v2/extractors/${id}/history`, 'DELETE', undefined],
      ['/v2/scrape', 'POST', { url: shop.urlOf(7), formats: [{ type: 'json', extractor: id }] }],
      ['/v2/batch/scrape', 'POST', { urls: [shop.urlOf(7)], formats: [{ type: 'json', extractor: name }] }],
    ] as const;
    for (const [path, method, body] of requests) {
      const { status, json } = await api.ask(path, { method, headers, ...(body ? { body } : {}) });
      const named = path.includes(name) || JSON.stringify(body ?? {}).includes(`"${name}"`) ? name : id;
      expect([path, status, json.error]).toEqual([path, 404, `Extractor not found: ${named}`]);
    }
    const { json } = await api.ask('/v2/extractors?limit=100', { method: 'GET', headers });
    expect(json.data).toEqual([]);
  });

  it('refuses requests by the field that is wrong', async () => {
    const shop = await openShop();
    const { name } = await learn(shop);
    const good = { schema, pages: valuesOf(shop, 0, 4) };
    const post = async (body: object) => {
      const { status, json } = await api.post('/v2/extractors', body);
      return [status, json.details?.[0]?.path.join('.') ?? json.code];
    };
    expect(await post({ ...good, name })).toEqual([409, 'EXTRACTOR_EXISTS']);
    expect(await post({ ...good, schema: { type: 'string' } })).toEqual([400, 'schema']);
    expect(await post({ ...good, pages: good.pages.slice(0, 1) })).toEqual([400, 'pages']);
    const wrong = { url: shop.urlOf(5), data: { price: 'many' } };
    expect(await post({ ...good, pages: [...good.pages, wrong] })).toEqual([400, 'pages.4.data.price']);
    expect(await post({ ...good, sources: ['magic'] })).toEqual([400, 'sources']);
    expect(await post({ ...good, colour: 1 })).toEqual([400, 'colour']);
    const { status, json } = await api.post('/v2/scrape', {
      url: shop.urlOf(7),
      formats: [
        {
          type: 'json',
          extractor: name,
          schema: { type: 'object', properties: { weight: { type: 'number' } } },
        },
      ],
    });
    expect([status, json.error]).toEqual([400, expect.stringContaining('weight')]);
  });

  it('compares values with a schema that was checked', async () => {
    const pages = [{ url: 'http://127.0.0.1:9/1', data: { a: 1 } }, { url: 'http://127.0.0.1:9/2' }];
    const bad = { type: 'object', properties: { a: { type: 'nonsense' } } };
    const { status, json } = await api.post('/v2/extractors', { schema: bad, pages });
    expect([status, json.details[0].path[0]]).toEqual([400, 'schema']);
  });

  it('learns from as many pages as have room, and names the others', async () => {
    const site = await startSite(
      Object.fromEntries(
        Array.from({ length: 4 }, (_, n) => {
          const html = `<h1>Lamp ${n}</h1><p>Made by hand</p><pre>${'x'.repeat(1_500_000)}漢</pre>`;
          return [`/${n}`, (_request: unknown, response: ServerResponse) => response.setHeader('content-type', 'text/html; charset=utf-8').end(html)]; // prettier-ignore
        }),
      ),
    );
    const pages = Array.from({ length: 4 }, (_, n) => ({
      url: `${site.url}/${n}`,
      data: { name: `Lamp ${n}` },
    }));
    const body = { schema: { type: 'object', properties: { name: { type: 'string' } } }, pages, sources: ['values'] }; // prettier-ignore
    const { json } = await api.post('/v2/extractors', body);
    await site.close();
    expect(json.data.status).toBe('ready');
    const problems = json.data.learning.pages.map((page: { problems: object[] }) => page.problems);
    const size = [{ path: '', reason: 'size', source: 'values' }];
    expect(problems).toEqual([[], [], size, size]);
    expect(json.data.warnings).toHaveLength(2);
  });

  it('answers runs of imported programs in bounded bytes', async () => {
    const shop = await openShop();
    const { id } = await learn(shop);
    const { program } = await get(id);
    const names = Array.from({ length: 99 }, (_, n) => `f${n}`);
    const any = [0, 1e300];
    const fields = names.map((name) => ({
      path: `/${name}`,
      required: false,
      support: { pages: 6, absent: 0 },
      sources: ['values'],
      locators: [{ kind: 'text', prefix: '', suffix: '', scope: 'inside', selector: 'pre' }],
      transform: { kind: 'text' },
      shape: { chars: any, words: any, digits: any },
    }));
    const own = {
      ...program,
      schema: {
        type: 'object',
        properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
      },
      templates: [{ ...program.templates[0], fields, missing: [] }],
    };
    const imported = await api.post('/v2/extractors/import', { program: own });
    shop.more = `<pre>${'x'.repeat(200_000)}</pre>`;
    const results = await run(imported.json.data.id, shop.urls(0, 30));
    expect(results[0].data.f98).toHaveLength(5_000);
    const errors = results.filter(({ error }: { error?: string }) => error !== undefined);
    expect(errors.length).toBeGreaterThan(10);
    expect(errors[0].error).toMatch('The results of a run have at most 16 MiB');
    expect(JSON.stringify(results).length).toBeLessThan(16 * 1024 * 1024);
  });

  it('reports a lost field once, by event and warning, and no other', async () => {
    const shop = await openShop();
    const seen: object[] = [];
    const stop = api.app.get(WebExtractEvents).on('extractor-drifted', (event) => seen.push(event));
    const { id } = await learn(shop, { heal: 'off' });
    await run(id, shop.urls(6, 20));
    expect(await get(id)).toMatchObject({ health: 'ok', drift: [] });
    shop.design = 'wall';
    const walled = await run(id, shop.urls(6, 20));
    expect(walled.every(({ data, error }: { data: object; error: string }) => error && Object.keys(data).length === 0)).toBe(true); // prettier-ignore
    expect(await get(id)).toMatchObject({ health: 'ok' });
    shop.design = 'lost';
    await run(id, shop.urls(6, 30));
    stop();
    const extractor = await get(id);
    expect(extractor.health).toBe('drifted');
    expect(extractor.drift[0].fields.map(({ path }: { path: string }) => path)).toEqual(['/price']);
    expect(seen).toEqual([expect.objectContaining({ id, fields: ['/price'] })]);
    const { json } = await api.post('/v2/scrape', {
      url: shop.urlOf(9),
      formats: [{ type: 'json', extractor: id }],
    });
    expect(json.warning).toContain('/price');
  });

  it('heals itself from what it has read, and rolls back', async () => {
    const shop = await openShop();
    const { id } = await learn(shop, { heal: 'history' });
    await run(id, shop.urls(6, 26));
    shop.design = 'second';
    await run(id, shop.urls(6, 26));
    let extractor = await get(id);
    await until(async () => {
      extractor = await get(id);
      return extractor.lastHeal !== null && extractor.health !== 'healing';
    });
    expect(extractor).toMatchObject({ version: 2, usage: { calls: 0 }, lastHeal: { from: 1, to: 2 } });
    const results = await run(id, shop.urls(26, 32), { record: false });
    for (const [n, { data }] of results.entries())
      for (const [field, value] of Object.entries(data))
        expect(value).toEqual(shop.products[26 + n]![field as 'name']);
    const { json } = await api.ask(`/v2/extractors/${id}`, { method: 'PATCH', body: { version: 1 } });
    expect(json.data.version).toBe(3);
    const versions = (await api.ask(`/v2/extractors/${id}/versions`, { method: 'GET' })).json.data;
    expect(versions.map(({ cause }: { cause: string }) => cause)).toEqual([
      'learned',
      'healed',
      'rolled-back',
    ]);
  });

  it('has the model read four pages for fields that no last value finds again', async () => {
    const shop = await openShop();
    const priceOf = (n: number) => Number((shop.products[n]!.price + RAISE).toFixed(2));
    model.play(({ body: { messages } }) => {
      const prompt = messages.map(({ content }) => content).join('\n');
      const n = shop.products.findIndex(({ sku }) => prompt.includes(sku));
      return { say: { price: priceOf(n) }, usage: { prompt_tokens: 400, completion_tokens: 10 } };
    });
    const { id } = await learn(shop, { heal: 'model' });
    await run(id, shop.urls(6, 26));
    shop.design = 'raised';
    await run(id, shop.urls(6, 26));
    let extractor = await get(id);
    await until(async () => {
      extractor = await get(id);
      return extractor.lastHeal !== null && extractor.health !== 'healing';
    });
    expect(extractor.lastHeal.healed).toContain('/price');
    expect(extractor.lastHeal.refused).toEqual([]);
    expect(extractor).toMatchObject({ heal: 'model', version: 2, usage: { calls: 4, promptTokens: 1_600 } });
    const results = await run(id, shop.urls(26, 30));
    expect(model.asked).toHaveLength(4);
    expect(results.map(({ data }: { data: { price: number } }) => data.price)).toEqual([26, 27, 28, 29].map(priceOf)); // prettier-ignore
  });

  it('forgets values by extractor and with the history of the owner', async () => {
    const shop = await openShop();
    const { id } = await learn(shop);
    await run(id, shop.urls(6, 12));
    const forget = async (path: string) => (await api.ask(path, { method: 'DELETE' })).json.pages;
    const one = `/v2/extractors/${id}/history?url=${encodeURIComponent(shop.urlOf(6))}`;
    expect([await forget(one), await forget(one)]).toEqual([1, 0]);
    await forget('/v2/history');
    expect(await forget(`/v2/extractors/${id}/history`)).toBe(0);
    await run(id, shop.urls(6, 8), { zeroDataRetention: true });
    await run(id, shop.urls(6, 8), { record: false });
    expect(await forget(`/v2/extractors/${id}/history`)).toBe(0);
  });

  it('does the same after export and import, and refuses other programs', async () => {
    const shop = await openShop();
    const { id } = await learn(shop);
    const { program } = await get(id);
    const { json } = await api.post('/v2/extractors/import', { program });
    expect(await run(json.data.id, shop.urls(6, 9))).toMatchObject(
      shop.products.slice(6, 9).map((data) => ({ data })),
    );
    for (const other of [
      {},
      { ...program, format: 2 },
      { ...program, templates: 'all' },
      { ...program, schema: null },
    ])
      expect((await api.post('/v2/extractors/import', { program: other })).status).toBe(400);
  });

  it('learns from a few pages of a job, and reads the others without the model', async () => {
    const shop = await openShop();
    model.play(({ body: { messages } }) => {
      const prompt = messages.map(({ content }) => content).join('\n');
      const n = shop.products.findIndex(({ sku }) => prompt.includes(sku));
      const { name = null, price = null, sku = null, color = null } = shop.products[n] ?? {};
      return { say: { name, price, sku, color }, usage: { prompt_tokens: 500, completion_tokens: 50 } };
    });
    const asked = model.asked.length;
    const format = { type: 'json', schema, extractor: 'auto' };
    const started = await api.post('/v2/batch/scrape', { urls: shop.urls(0, 30), formats: [format] });
    let job = started.json;
    await until(async () => {
      job = (await api.ask(`/v2/batch/scrape/${started.json.id}`, { method: 'GET' })).json;
      return job.status === 'completed';
    });
    expect(model.asked.length - asked).toBeLessThanOrEqual(12);
    const bySku = new Map(shop.products.map((product) => [product.sku, product]));
    expect(job.data.filter(({ json }: { json?: object }) => !json)).toEqual([]);
    for (const { json } of job.data) expect(json).toMatchObject(bySku.get(json.sku)!);
    const { pages, modelPages, tokensSaved } = job.extractors;
    expect(pages + modelPages).toBe(30);
    expect(tokensSaved).toBeGreaterThan(0);
  });

  it('learns in a job that outlives the request', async () => {
    const shop = await openShop();
    const service = api.app.get(ExtractorService);
    const { extractor } = await service.learn(
      { schema },
      { pages: valuesOf(shop, 0, 5), waitMs: 0 },
      { owner: 'anna' },
    );
    expect(extractor.status).toBe('learning');
    await expect(service.extend(extractor.id, { pages: shop.urls(6, 8) }, { owner: 'anna' })).rejects.toThrow(
      /being learned/,
    );
    await until(async () => (await service.get(extractor.id, 'anna')).status === 'ready');
    await expect(service.get(extractor.id)).rejects.toThrow('Extractor not found');
    const result = await service.run(extractor.id, shop.urlOf(9), { owner: 'anna' });
    expect(result).toMatchObject({ data: shop.products[9], valid: true });
    await service.remove(extractor.id, 'anna');
  });
});
