import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExtractService, NotFoundError, WebExtractModule, type WebExtractOptions } from 'nestjs-web-extract';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { firecrawlV1, firecrawlV4 } from './setup/clients.js';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { linked } from './sites/linked.js';
import { page } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms, type Platform } from './support/platforms.js';
import { ask } from './support/ask.js';
import { until } from './support/crawls.js';
import { NodeProcess } from './support/run-node.js';
import { startScriptedModel, type Asked, type ScriptedModel, type Turn } from './support/scripted-model.js';
import { startSearxng, type SearxngDouble } from './support/searxng.js';

const FirecrawlV1 = firecrawlV1();

const EMBEDDED_HOST = join(__dirname, 'support/embedded-host.mjs');

const SCHEMA = {
  type: 'object',
  properties: {
    company: { type: 'string' },
    founded: { type: 'integer' },
    products: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, price: { type: 'number' } },
        required: ['name'],
      },
    },
  },
  required: ['company', 'products'],
};

/** What the model reads on each page. */
const READ: Readonly<Record<string, object>> = {
  '/about': { company: 'Nordlys', founded: 1912, products: [] },
  '/lamps': {
    company: null,
    founded: null,
    products: [
      { name: 'Storm lamp', price: 1249.5 },
      { name: 'Oil', price: null },
    ],
  },
  '/oils': {
    company: 'Invented Ltd',
    founded: null,
    products: [
      { name: 'oil', price: 12 },
      { name: 'Wick', price: 3 },
    ],
  },
};

let site: Site;
let model: ScriptedModel;
let searxng: SearxngDouble;
/** Pages that do not answer before they are let go. */
let isHeld = false;
const held: (() => void)[] = [];

const pathOfQuestion = ({ body }: Asked): string =>
  /URL: http:\/\/[^/]+(\/\S*)/.exec(body.messages.at(-1)?.content ?? '')?.[1] ?? '';
const readPage = (asked: Asked): Turn => ({ say: READ[pathOfQuestion(asked)] ?? {} });

beforeAll(async () => {
  model = await startScriptedModel();
  searxng = await startSearxng();
  const text = (path: string, words: string): [string, Parameters<typeof html>[0]] => [path, page(words)];
  const pages = [
    text('/about', 'Nordlys makes lamps since 1912.'),
    text('/lamps', 'Storm lamp 1249.5. Oil.'),
    text('/oils', 'Oil 12. Wick 3.'),
  ];
  site = await startSite({
    ...linked({
      '/shop/': ['/shop/lamp-prices', '/shop/terms', '/shop/jobs'],
      '/shop/lamp-prices': [],
      '/shop/terms': [],
      '/shop/jobs': [],
    }),
    ...Object.fromEntries(pages.map(([path, body]) => [path, html(body)])),
    '/held': (request, response) => {
      const answer = () => html(page('Held'))(request, response);
      if (isHeld) held.push(answer);
      else answer();
    },
    '/gone': html(page('Gone'), {}, 404),
    '/dead': (_, response) => void response.destroy(),
    '/sitemap.xml': html('', {}, 404),
  });
});

beforeEach(() => model.play(readPage));
afterEach(() => {
  isHeld = false;
  held.splice(0).forEach((answer) => answer());
});
afterAll(async () => {
  await searxng?.close();
  await site?.close();
  await model?.close();
});

const at = (...paths: string[]) => paths.map((path) => site.url + path);
const options = (own: WebExtractOptions = {}): WebExtractOptions => ({
  auth: { keys: [KEY, 'other'] },
  allowPrivate: [site.address],
  browser: false,
  llm: { model: 'some-model', baseURL: model.baseURL },
  ...own,
});

const start = (own?: WebExtractOptions, platform?: Platform, drivers = {}) =>
  startApp({ platform, imports: [WebExtractModule.forRoot({ ...options(own), ...drivers })] });

async function statusOf(api: RunningApp, id: string, version = 'v2'): Promise<any> {
  return (await api.ask(`/${version}/extract/${id}`, { method: 'GET' })).json;
}

async function endOf(api: RunningApp, id: string, version = 'v2'): Promise<any> {
  await until(async () => (await statusOf(api, id, version)).status !== 'processing', 50);
  return statusOf(api, id, version);
}

async function run(api: RunningApp, body: object, version = 'v2'): Promise<any> {
  const { status, json } = await api.post(`/${version}/extract`, body);
  expect([status, json.success]).toEqual([200, true]);
  return endOf(api, json.id, version);
}

const WHOLE = {
  company: 'Nordlys',
  founded: 1912,
  products: [
    { name: 'Storm lamp', price: 1249.5 },
    { name: 'Oil', price: 12 },
    { name: 'Wick', price: 3 },
  ],
};

describe.each(somePlatforms())('extract jobs on %s', (platform) => {
  let api: RunningApp;

  beforeAll(async () => {
    api = await start({ search: { searxng: { url: searxng.url } } }, platform);
  });
  afterAll(() => api?.close());

  it('make one object of several pages: lists joined, scalars by what stands on the page', async () => {
    const end = await run(api, { urls: at('/oils', '/lamps', '/about'), schema: SCHEMA, showSources: true });
    expect(end).toMatchObject({ success: true, status: 'completed', creditsUsed: 15, tokensUsed: 360 });
    expect(end.data.company).toBe('Nordlys');
    expect(end.data.founded).toBe(1912);
    expect(end.data.products).toEqual([
      { name: 'oil', price: 12 },
      { name: 'Wick', price: 3 },
      { name: 'Storm lamp', price: 1249.5 },
    ]);
    expect(end.sources).toEqual({
      company: at('/about'),
      founded: at('/about'),
      products: at('/oils', '/lamps'),
    });
    expect(new Date(end.expiresAt).getTime()).toBeGreaterThan(Date.now());
  });

  it('are waited for by firecrawl-js 4 and 1', async () => {
    const v4 = new (firecrawlV4())({ apiKey: KEY, apiUrl: api.url, maxRetries: 1 });
    const request = { urls: at('/about', '/lamps', '/oils'), schema: SCHEMA };
    const end = await v4.extract({ ...request, pollInterval: 0.1 });
    expect(end).toMatchObject({ success: true, status: 'completed', data: WHOLE });
    expect(end).not.toHaveProperty('sources');
    const { id } = await v4.startExtract(request);
    await endOf(api, id);
    expect(await v4.getExtractStatus(id)).toMatchObject({ status: 'completed', data: WHOLE });
    for (const client of [new FirecrawlV1({ apiKey: KEY, apiUrl: api.url }), v4.v1]) {
      const { urls, ...params } = request;
      expect(await client.extract(urls, params as never)).toMatchObject({ success: true, data: WHOLE });
      const started = await client.asyncExtract(urls, params as never);
      await endOf(api, started.id);
      expect(await client.getExtractStatus(started.id)).toMatchObject({
        success: true,
        status: 'completed',
        data: WHOLE,
      });
    }
  });

  it('go on when some of the pages are dead', async () => {
    const end = await run(api, { urls: at('/dead', '/about', '/gone', '/lamps'), schema: SCHEMA });
    expect(end).toMatchObject({ status: 'completed', data: { company: 'Nordlys' } });
    expect(end).not.toHaveProperty('error');
    expect(end.warning).toContain('/dead');
    expect(end.warning).toContain('404');
  });

  it('tell what a browser did not do for their pages, and do not fail for it', async () => {
    const wanted = { schema: SCHEMA, scrapeOptions: { waitFor: 1 } };
    const left = 'waitFor needs a browser, and none is installed';
    const end = await run(api, { ...wanted, urls: at('/about') });
    expect([end.status, end.warning]).toEqual(['completed', expect.stringContaining(`/about: ${left}`)]);
    const failed = await run(api, { ...wanted, urls: at('/gone') });
    expect(failed.error).toBe(`${site.url}/gone: Nothing was extracted: the site answered 404`);
  });

  it('fail when all pages fail, or when required data is missing in all of them', async () => {
    const v4 = await run(api, { urls: at('/dead'), schema: SCHEMA });
    expect(v4).toMatchObject({ success: true, status: 'failed', data: [] });
    expect(v4.error).toEqual(expect.stringContaining('/dead'));
    const v1 = await run(api, { urls: at('/lamps', '/gone'), schema: SCHEMA }, 'v1');
    expect(v1).toMatchObject({ success: false, status: 'failed', data: [] });
    expect(v1.error).toContain('company');
  });

  it('tell firecrawl-js 1 why', async () => {
    const client = new FirecrawlV1({ apiKey: KEY, apiUrl: api.url });
    await expect(client.extract(at('/dead'), { schema: SCHEMA } as never)).rejects.toThrow('/dead');
  });

  it('read of a site what has to do with the prompt', async () => {
    const before = site.requests.length;
    const end = await run(api, {
      urls: [`${site.url}/shop/*`],
      prompt: 'The prices of lamps',
      schema: { type: 'object', properties: { company: { type: 'string' } } },
    });
    const paths = site.requests.slice(before).map(({ path }) => path);
    expect(paths).toContain('/shop/lamp-prices');
    expect(end.status).not.toBe('processing');
  });

  it('read what a search finds, without what was meant for the named pages', async () => {
    searxng.pages = [at('/about', '/lamps').map((url) => ({ url, title: url }))];
    const before = site.requests.length;
    const end = await run(api, {
      urls: at('/oils'),
      prompt: 'Lamps of Nordlys',
      schema: SCHEMA,
      enableWebSearch: true,
      scrapeOptions: { headers: { 'x-secret': 's' } },
    });
    expect(end.data).toMatchObject({ company: 'Nordlys' });
    const seen = site.requests.slice(before).filter(({ path }) => path !== '/robots.txt');
    expect(seen.map(({ path, headers }) => [path, headers['x-secret']]).sort()).toEqual([
      ['/about', undefined],
      ['/lamps', undefined],
      ['/oils', 's'],
    ]);
    expect(await run(api, { prompt: 'Lamps of Nordlys', schema: SCHEMA })).toMatchObject({
      status: 'completed',
    });
  });

  it('give a structure of the model without a schema', async () => {
    const end = await run(api, { urls: at('/about', '/lamps'), prompt: 'Everything about the company' });
    expect(end.data).toMatchObject({
      company: 'Nordlys',
      products: [{ name: 'Storm lamp' }, { name: 'Oil' }],
    });
  });

  it.each<[string, object, number, string]>([
    ['nothing', {}, 400, 'prompt'],
    ['no words', { urls: ['x.test'] }, 400, 'prompt'],
    ['no addresses and no prompt', { schema: SCHEMA }, 400, 'urls'],
    [
      'addresses that are none',
      { urls: ['ftp://x.test/'], prompt: 'x', ignoreInvalidURLs: false },
      400,
      'urls.0',
    ],
    ['only addresses that are none', { urls: ['x:y'], prompt: 'x', ignoreInvalidURLs: true }, 400, 'urls'],
    [
      'an address that is refused',
      { urls: ['http://10.1.1.1/'], prompt: 'x', ignoreInvalidURLs: false },
      403,
      'not allowed',
    ],
    [
      'a site that is refused',
      { urls: ['http://10.1.1.1/*'], prompt: 'x', ignoreInvalidURLs: false },
      403,
      'not allowed',
    ],
    ['a schema that is none', { urls: ['x.test'], schema: { type: 'thing' } }, 400, 'schema'],
    [
      'a schema that ends processes',
      { urls: ['x.test'], schema: { $async: true, type: 'object' } },
      400,
      'schema',
    ],
    ['too many addresses', { urls: Array(101).fill('x.test'), prompt: 'x' }, 400, 'urls'],
    ['a list of other things', { urls: [1], prompt: 'x' }, 400, 'urls'],
    ['a long prompt', { urls: ['x.test'], prompt: 'x'.repeat(10_001) }, 400, 'prompt'],
    [
      'a selector that is none',
      { urls: ['x.test'], prompt: 'x', scrapeOptions: { includeTags: ['::'] } },
      400,
      'valid CSS selector',
    ],
  ])('refuse %s', async (_what, body, status, word) => {
    for (const version of ['v1', 'v2']) {
      const answer = await api.post(`/${version}/extract`, body);
      expect([answer.status, answer.json.success]).toEqual([status, false]);
      expect(answer.json.error).toContain(word);
    }
  });

  it('tell addresses that are not read', async () => {
    const urls = ['x:y', ...at('/about', '/lamps')];
    const { json } = await api.post('/v2/extract', { urls, schema: SCHEMA });
    expect(json).toMatchObject({ success: true, invalidURLs: ['x:y'] });
    expect((await api.post('/v1/extract', { urls, schema: SCHEMA })).status).toBe(400);
    expect((await api.post('/v1/extract', { urls: at('/about'), schema: SCHEMA })).json).not.toHaveProperty(
      'invalidURLs',
    );
    expect((await endOf(api, json.id)).status).toBe('completed');
  });

  it('take what clients send besides, and v1 nothing else', async () => {
    const extra = {
      agent: { model: 'x' },
      limit: 3,
      webhook: 'https://x.test',
      urlTrace: true,
      __experimental_x: 1,
      origin: 'js',
      integration: null,
    };
    const { json } = await api.post('/v2/extract', { urls: at('/about'), prompt: 'x', ...extra });
    expect(json).toEqual({ success: true, id: expect.any(String), invalidURLs: [] });
    expect((await api.post('/v1/extract', { urls: at('/about'), prompt: 'x', ...extra })).status).toBe(200);
    expect((await api.post('/v1/extract', { urls: at('/about'), prompt: 'x', what: 1 })).status).toBe(400);
    expect(
      (await api.post('/v2/extract', { urls: at('/about'), prompt: 'x', what: 1 })).json.warning,
    ).toContain('what');
  });

  it('are those of their key, and no crawls', async () => {
    const { json } = await api.post('/v1/extract', { urls: at('/about'), prompt: 'x' });
    const foreign = await api.ask(`/v1/extract/${json.id}`, {
      method: 'GET',
      headers: { authorization: 'Bearer other' },
    });
    expect([foreign.status, foreign.json.error]).toEqual([404, 'Job not found']);
    expect((await api.ask(`/v2/extract/${randomUUID()}`, { method: 'GET' })).status).toBe(404);
    const crawl = await api.post('/v1/crawl', { url: `${site.url}/about`, limit: 1 });
    expect((await api.ask(`/v1/extract/${crawl.json.id}`, { method: 'GET' })).status).toBe(404);
    await endOf(api, json.id, 'v1');
  });

  it('are cancelled', async () => {
    isHeld = true;
    const { json } = await api.post('/v1/extract', { urls: at('/held', '/about'), schema: SCHEMA });
    expect(await statusOf(api, json.id, 'v1')).toMatchObject({
      success: true,
      status: 'processing',
      data: [],
    });
    const active = await api.ask('/v1/crawl/active', { method: 'GET' });
    expect(active.json.crawls.map(({ id }: { id: string }) => id)).not.toContain(json.id);
    const cancelled = await api.ask(`/v1/extract/${json.id}`, { method: 'DELETE' });
    expect([cancelled.status, cancelled.json]).toEqual([200, { success: true, status: 'cancelled' }]);
    expect(await statusOf(api, json.id, 'v1')).toMatchObject({ status: 'cancelled', data: [] });
  });

  it('count once for an idempotency key', async () => {
    const send = () =>
      api.ask('/v1/extract', {
        method: 'POST',
        body: { urls: at('/about'), prompt: 'x' },
        headers: { 'x-idempotency-key': `k-${platform}` },
      });
    expect([(await send()).status, (await send()).status]).toEqual([200, 409]);
  });
});

describe('extract jobs', () => {
  let api: RunningApp | undefined;
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'extract-'));
  });
  afterEach(async () => {
    held.splice(0).forEach((answer) => answer());
    await api?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('go on after a restart, and read no page twice', async () => {
    isHeld = true;
    api = await start({ dataDir, limits: { shutdownMs: 100 } });
    const { json } = await api.post('/v2/extract', {
      urls: at('/about', '/lamps', '/oils', '/held'),
      schema: SCHEMA,
    });
    await until(() => held.length > 0 && model.asked.length === 3);
    await until(async () => (await statusOf(api!, json.id)).creditsUsed === 15);
    await api.close();
    isHeld = false;
    api = await start({ dataDir });
    expect(await endOf(api, json.id)).toMatchObject({ status: 'completed', data: WHOLE });
    expect(model.asked.map(pathOfQuestion).sort()).toEqual(['/about', '/held', '/lamps', '/oils']);
  });

  it('go on after their process was killed, read no page twice, and answer once', async () => {
    isHeld = true;
    const host = new NodeProcess([EMBEDDED_HOST, JSON.stringify(options({ dataDir }))]);
    const headers = { authorization: `Bearer ${KEY}` };
    try {
      const [, url] = await host.until(/ready (\S+)/);
      const body = { urls: at('/about', '/lamps', '/oils', '/held'), schema: SCHEMA };
      const { id } = (await ask(`${url}/v2/extract`, { method: 'POST', body, headers })).json;
      const status = async () => (await ask(`${url}/v2/extract/${id}`, { method: 'GET', headers })).json;
      await until(async () => held.length > 0 && (await status()).creditsUsed === 15);
      host.child.kill('SIGKILL');
      await host.end();
      isHeld = false;
      held.splice(0);
      for (let life = 1; life <= 2; life++) {
        api = await start({ dataDir });
        expect(await endOf(api, id)).toMatchObject({ status: 'completed', data: WHOLE, tokensUsed: 480 });
        expect(model.asked.map(pathOfQuestion).sort()).toEqual(['/about', '/held', '/lamps', '/oils']);
        await api.close();
      }
    } finally {
      await host.dispose();
    }
  }, 120_000);

  it('ask the model no more than one budget for all of their pages allows', async () => {
    model.play(
      (asked) => ({ ...readPage(asked), usage: { prompt_tokens: 4_000, completion_tokens: 20 } }) as Turn,
    );
    api = await start({ extract: { maxTokens: 4_000 }, limits: { crawlConcurrency: 1 } });
    const end = await run(api, { urls: at('/about', '/lamps', '/oils'), schema: SCHEMA });
    expect(end).toMatchObject({ status: 'completed', data: { company: 'Nordlys' }, tokensUsed: 4_020 });
    expect(end.warning).toContain('4000 tokens of the model');
    expect(model.asked.map(pathOfQuestion)).toEqual(['/about']);
  });

  it('end when their time is over, whatever does not answer', async () => {
    isHeld = true;
    api = await start({ dataDir, extract: { timeoutMs: 500 } });
    const end = await run(api, { urls: at('/held'), schema: SCHEMA });
    expect(end).toMatchObject({ status: 'failed', data: [], error: expect.stringContaining('time') });
  });

  it('answer from what pages state, where there is no model', async () => {
    const jsonLd = await startSite({
      '/a': html(
        page('Lamp').replace(
          '</head>',
          '<script type="application/ld+json">{"@type":"Product","name":"Lamp","sku":"L-7"}</script></head>',
        ),
      ),
      '/b': html(page('Nothing')),
    });
    const wanted = {
      type: 'object',
      properties: { name: { type: 'string' }, sku: { type: 'string' } },
      required: ['sku'],
    };
    api = await start({ allowPrivate: [jsonLd.address], llm: {} });
    try {
      const urls = [`${jsonLd.url}/b`, `${jsonLd.url}/a`];
      expect(await run(api, { urls, schema: wanted })).toMatchObject({
        status: 'completed',
        data: { name: 'Lamp', sku: 'L-7' },
        tokensUsed: 0,
      });
      expect(await run(api, { urls: urls.slice(0, 1), schema: wanted })).toMatchObject({
        status: 'failed',
        error: expect.stringContaining('not configured'),
      });
      const refused = await api.post('/v2/extract', { urls, prompt: 'The name' });
      expect([refused.status, refused.json.code]).toEqual([501, 'NOT_CONFIGURED']);
      const searched = await api.post('/v2/extract', {
        prompt: 'The name',
        enableWebSearch: true,
        schema: wanted,
      });
      expect([searched.status, searched.json.error]).toEqual([501, 'Search is not configured']);
      const warned = await api.post('/v2/extract', {
        urls,
        schema: wanted,
        prompt: 'x',
        enableWebSearch: true,
      });
      expect(warned.json.warning).toContain('no search provider');
      await endOf(api, warned.json.id);
    } finally {
      await jsonLd.close();
    }
  });

  it('are a service, which tells the evidence of each value', async () => {
    api = await start();
    const extracts = api.app.get(ExtractService, { strict: false });
    const { id } = await extracts.start({ urls: at('/about', '/lamps'), schema: SCHEMA }, { owner: 'anna' });
    await until(async () => (await extracts.job(id)).status !== 'running', 50);
    const job = await extracts.job(id, 'anna');
    expect(job.gathered).toMatchObject({ data: { company: 'Nordlys' }, usage: { calls: 2 } });
    const [company] = job.gathered!.evidence.filter((one) => one.path === '/company');
    expect(company).toMatchObject({
      url: `${site.url}/about`,
      found: 'yes',
      quote: expect.stringContaining('Nordlys'),
    });
    await expect(extracts.job(id, 'bert')).rejects.toThrow(NotFoundError);
  });
});

describeWithRedis('extract jobs over Redis', () => {
  it('are gathered by one of several processes', async () => {
    const drivers = () => ({
      drivers: BullDriversModule.forRoot({ redis: { url: redisUrl }, prefix }),
    });
    const prefix = `extract-${randomUUID()}`;
    const search = { search: { searxng: { url: searxng.url } } };
    const [front, worker] = await Promise.all([
      start(search, 'fastify', { ...drivers(), role: 'api' }),
      start(search, 'express', { ...drivers(), role: 'worker' }),
    ]);
    try {
      const { json } = await front.post('/v2/extract', {
        urls: at('/about', '/lamps', '/oils', '/dead'),
        schema: SCHEMA,
        showSources: true,
      });
      const end = await endOf(front, json.id);
      expect(end).toMatchObject({ status: 'completed', data: WHOLE, creditsUsed: 15, tokensUsed: 360 });
      expect(end.sources.founded).toEqual(at('/about'));
      searxng.pages = [[{ url: at('/about')[0]!, title: 'About' }]];
      const found = { urls: [`${site.url}/shop/*`], prompt: 'Lamps', schema: SCHEMA, enableWebSearch: true };
      expect(await run(front, found)).toMatchObject({ data: { company: 'Nordlys' }, creditsUsed: 25 });
    } finally {
      await Promise.all([front.close(), worker.close()]);
    }
  });
});
