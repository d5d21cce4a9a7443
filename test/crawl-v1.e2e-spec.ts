import { WebExtractModule } from 'nestjs-web-extract';
import { linked, manyPages } from './sites/linked.js';
import { startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';
import { countsOf, crawl, endOf, pathsOf, submit, waitUntil } from './support/crawls.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const NOT_FOUND = {
  success: false,
  requestId: expect.any(String),
  error: 'Job not found',
  code: 'NOT_FOUND',
};
const OTHER = { authorization: 'Bearer other' };
const NOBODY = '5f1c4dd4-0b55-4d19-9a37-3f1b5b0a7c11';

describe.each(somePlatforms())('crawls of v1 on %s', (platform) => {
  let site: Site;
  let api: RunningApp;

  beforeAll(async () => {
    site = await startSite({
      ...manyPages(7),
      ...linked({ '/hanging': ['/never'], '/ends': ['/gone', '/moved', '/secret'] }),
      '/never': () => undefined,
      '/moved': (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      '/robots.txt': (_, response) => response.end('User-agent: *\nDisallow: /secret\n'),
    });
    api = await startApp({
      platform,
      imports: [
        WebExtractModule.forRoot({
          auth: { keys: [KEY, 'other'] },
          allowPrivate: [site.address],
          limits: { maxCrawlPages: 50 },
        }),
      ],
    });
  });

  afterAll(async () => {
    await api?.close();
    await site?.close();
  });

  const get = (path: string, headers = {}) => api.ask(path, { method: 'GET', headers });
  const remove = (path: string, headers = {}) => api.ask(path, { method: 'DELETE', headers });
  const restOf = (body: object = {}) => ({ url: `${site.url}/`, ...body });

  it('answers 200 with id and the address to ask at', async () => {
    const { status, json } = await api.post('/v1/crawl', restOf({ limit: 1 }));
    expect(status).toBe(200);
    expect(json).toEqual({
      success: true,
      id: expect.stringMatching(UUID),
      url: `${api.url}/v1/crawl/${json.id}`,
    });
    expect((await api.ask(json.url.slice(api.url.length), { method: 'GET' })).status).toBe(200);
  });

  it('tells a crawl that runs as scraping', async () => {
    const id = await submit(api, restOf({ url: `${site.url}/hanging` }));
    const end = await waitUntil(api, id, ({ completed, total }) => completed === 1 && total === 2);
    expect(end).toEqual({
      success: true,
      status: 'scraping',
      total: 2,
      completed: 1,
      creditsUsed: 1,
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: [expect.objectContaining({ markdown: expect.stringContaining('/hanging') })],
    });
    await remove(`/v1/crawl/${id}`);
  });

  it('tells a crawl that ended with all its pages', async () => {
    const { id, paths, errors, robotsBlocked, ...end } = await crawl(api, restOf());
    expect(Object.keys(end).sort()).toEqual(
      ['completed', 'creditsUsed', 'data', 'expiresAt', 'status', 'success', 'total'].sort(),
    );
    expect(end).toMatchObject({ success: true, status: 'completed', total: 8, completed: 8, creditsUsed: 8 });
    expect([id, paths, errors, robotsBlocked]).toEqual([expect.stringMatching(UUID), ALL, [], []]);
    expect(Math.abs(Date.parse(end.expiresAt) - Date.now() - 86_400_000)).toBeLessThan(60_000);
    expect(end.data[0].metadata).toMatchObject({
      sourceURL: `${site.url}/`,
      url: `${site.url}/`,
      statusCode: 200,
    });
  });

  describe('pages', () => {
    let id: string;
    let everything: { metadata: { sourceURL: string } }[];

    beforeAll(async () => {
      id = await submit(api, restOf());
      everything = (await endOf(api, id)).data;
    });

    it('come in parts whose next leads to the following one', async () => {
      const found = [];
      let next: string | undefined = `${api.url}/v1/crawl/${id}?limit=3`;
      for (const expected of [`?skip=3&limit=3`, `?skip=6&limit=3`, undefined]) {
        const { json } = await get(next!.slice(api.url.length));
        found.push(...json.data);
        next = json.next;
        expect(next).toBe(expected && `${api.url}/v1/crawl/${id}${expected}`);
        expect('next' in json).toBe(expected !== undefined);
      }
      expect(found).toEqual(everything);
    });

    it.each([
      ['?skip=5', 3, false],
      ['?skip=8', 0, false],
      ['?skip=800&limit=2', 0, false],
      ['?limit=1', 1, true],
      ['?skip=7&limit=1', 1, false],
      ['?limit=5000', 8, false],
      ['?data=false', 0, false],
    ])('with %s are %i', async (query, count, hasNext) => {
      const { status, json } = await get(`/v1/crawl/${id}${query}`);
      expect([status, json.data.length, 'next' in json]).toEqual([200, count, hasNext]);
      expect([json.total, json.completed]).toEqual([8, 8]);
    });

    it.each(['skip=-1', 'skip=x', 'limit=0', 'limit=1.5', 'limit=', 'skip=1&skip=2'])(
      'with %s are refused',
      async (query) => {
        const { status, json } = await get(`/v1/crawl/${id}?${query}`);
        expect([status, json.code]).toEqual([400, 'BAD_REQUEST']);
      },
    );
  });

  describe('an unknown crawl', () => {
    const longest = platform === 'fastify' ? 100 : 5_000; // Fastify refuses longer parameters by itself
    it.each([
      ['an unknown id', NOBODY],
      ['no id', 'not-an-id'],
      ['a null byte', '%00'],
      ['a long text', 'a'.repeat(longest)],
    ])('is 404 for %s', async (_, id) => {
      expect((await get(`/v1/crawl/${id}`)).json).toEqual(NOT_FOUND);
      expect((await get(`/v1/crawl/${id}/errors`)).json).toEqual(NOT_FOUND);
      expect((await remove(`/v1/crawl/${id}`)).json).toEqual(NOT_FOUND);
    });

    it('is 404 for another key, and goes on', async () => {
      const id = await submit(api, restOf({ url: `${site.url}/hanging` }));
      for (const answer of [
        await get(`/v1/crawl/${id}`, OTHER),
        await get(`/v1/crawl/${id}/errors`, OTHER),
        await remove(`/v1/crawl/${id}/errors`, OTHER),
        await remove(`/v1/crawl/${id}`, OTHER),
        await get(`/v0/crawl/status/${id}`, OTHER),
        await remove(`/v0/crawl/cancel/${id}`, OTHER),
      ]) {
        expect([answer.status, answer.json]).toEqual([404, NOT_FOUND]);
      }
      expect((await get('/v1/crawl/active', OTHER)).json.crawls).toEqual([]);
      expect((await countsOf(api, id)).json.status).toBe('scraping');
      await remove(`/v1/crawl/${id}`);
    });
  });

  it('lists failed pages, with GET and DELETE, and DELETE cancels nothing', async () => {
    const { id, paths, errors, robotsBlocked, ...end } = await crawl(
      api,
      restOf({ url: `${site.url}/ends` }),
    );
    expect(end).toMatchObject({ status: 'completed', total: 2, completed: 2 });
    expect([paths, robotsBlocked]).toEqual([['/ends', '/gone'], [`${site.url}/secret`]]);
    expect(errors).toEqual([
      {
        id: expect.any(String),
        timestamp: expect.stringMatching(/Z$/),
        url: `${site.url}/moved`,
        code: 'URL_NOT_ALLOWED',
        error: expect.stringContaining('This URL is not allowed: http://127.0.0.1:1/'),
      },
    ]);
    const deleted = await remove(`/v1/crawl/${id}/errors`);
    expect(deleted.json).toEqual({ success: true, errors, robotsBlocked });
    expect((await countsOf(api, id)).json.status).toBe('completed');
    expect(site.requests.filter(({ path }) => path === '/secret')).toEqual([]);
  });

  it('lists running crawls without secrets', async () => {
    const url = `http://user:sesame@${site.address}/hanging`;
    const options = {
      limit: 9,
      includePaths: ['never'],
      delay: 0.5,
      webhook: `${site.url}/hook?token=sesame`,
    };
    const id = await submit(api, { url, ...options, scrapeOptions: { headers: { 'X-Key': 'sesame' } } });
    for (const path of ['/v1/crawl/active', '/v1/crawl/ongoing']) {
      const { json, text } = await get(path);
      expect(json).toEqual({
        success: true,
        crawls: [
          {
            id,
            teamId: expect.any(String),
            url: `${site.url}/hanging`,
            created_at: expect.stringMatching(/Z$/),
            options: expect.objectContaining({ limit: 9, includePaths: ['never'], delay: 0.5 }),
          },
        ],
      });
      expect(text).not.toMatch(/sesame|c2VzYW1l/);
    }
    await remove(`/v1/crawl/${id}`);
    expect((await get('/v1/crawl/active')).json).toEqual({ success: true, crawls: [] });
  });

  describe('cancelling', () => {
    it('answers 200 each time, keeps the pages, and fetches nothing more', async () => {
      const id = await submit(api, restOf({ url: `${site.url}/hanging` }));
      await waitUntil(api, id, ({ completed }) => completed === 1);
      for (const _ of [1, 2]) {
        const { status, json } = await remove(`/v1/crawl/${id}`);
        expect([status, json]).toEqual([200, { success: true, status: 'cancelled' }]);
      }
      const { json } = await get(`/v1/crawl/${id}`);
      expect(json).toMatchObject({ success: true, status: 'cancelled', total: 1, completed: 1 });
      expect(pathsOf(json.data)).toEqual(['/hanging']);
    });

    it('of a crawl that has ended is 409', async () => {
      const { id } = await crawl(api, restOf({ limit: 1 }));
      const { status, json } = await remove(`/v1/crawl/${id}`);
      const error = {
        success: false,
        requestId: expect.any(String),
        error: 'Crawl is already completed',
        code: 'CONFLICT',
      };
      expect([status, json]).toEqual([409, error]);
    });
  });

  it('refuses the second use of an idempotency key of one owner', async () => {
    const body = restOf({ limit: 1 });
    const use = (key: string, more = {}) =>
      api.ask('/v1/crawl', { body: { ...body, ...more }, headers: { 'x-idempotency-key': key } });
    expect((await use('once', { limit: 0 })).status).toBe(400); // burns nothing
    expect((await use('once')).status).toBe(200);
    const again = await use('once');
    const error = {
      success: false,
      requestId: expect.any(String),
      error: 'Idempotency key already used',
      code: 'CONFLICT',
    };
    expect([again.status, again.json]).toEqual([409, error]);
    const headers = { ...OTHER, 'x-idempotency-key': 'once' };
    expect((await api.ask('/v1/crawl', { body, headers })).status).toBe(200);
    expect((await use('k'.repeat(256))).json.details[0].path).toEqual(['x-idempotency-key']);
  });

  it('says what it does otherwise than asked', async () => {
    const body = restOf({ limit: 900, ignoreRobotsTxt: true, scrapeOptions: { fastMode: true } });
    const { json } = await api.post('/v1/crawl', body);
    expect(json.warning).toBe(
      'scrapeOptions: fastMode is not supported. limit was lowered to 50. ignoreRobotsTxt is not allowed here',
    );
  });

  it.each([
    [
      { includePaths: ['fine', '('] },
      ['includePaths', 1],
      /^includePaths holds "\(", which cannot be used: /,
    ],
    [
      { crawlerOptions: { excludePaths: ['(?<=a)b'] } },
      ['crawlerOptions', 'excludePaths', 0],
      /^crawlerOptions\.excludePaths /,
    ],
    [
      { scrapeOptions: { includeTags: ['p['] } },
      ['scrapeOptions', 'includeTags', 0],
      /^"p\[" is not a valid/,
    ],
    [
      { scrapeOptions: { formats: ['json'], jsonOptions: { schema: { type: 'strin' } } } },
      ['scrapeOptions', 'jsonOptions', 'schema'],
      /^scrapeOptions\.jsonOptions\.schema is not a valid JSON Schema/,
    ],
    [{ webhook: 'ftp://example.com/' }, ['webhook'], /^webhook must be http or https/],
    [{ webhook: { url: 'http://' } }, ['webhook', 'url'], /^webhook\.url is not a valid URL/],
    [
      { webhook: { url: 'http://example.com', toString: 1 } },
      ['webhook'],
      /^webhook has an unrecognized key: toString/,
    ],
    [
      { webhook: { url: 'http://example.com', hooks: 1 } },
      ['webhook'],
      /^webhook has an unrecognized key: hooks/,
    ],
    [{ webhook: { url: 'http://example.com', events: ['end'] } }, ['webhook'], /^webhook has a events that/],
    [
      { webhook: { url: 'http://example.com', headers: { 'X-Mine': 'a\r\nb' } } },
      ['webhook', 'headers', 'X-Mine'],
      /^the value of header X-Mine has characters/,
    ],
    [
      { scrapeOptions: { headers: { Host: 'a' } } },
      ['scrapeOptions', 'headers', 'Host'],
      /^header Host cannot be set/,
    ],
    [
      { scrapeOptions: { location: { languages: ['de\n'] } } },
      ['scrapeOptions', 'location', 'Accept-Language'],
      /^the value of header Accept-Language has/,
    ],
    [
      { scrapeOptions: { formats: ['extract'] } },
      ['scrapeOptions', 'extract'],
      /^scrapeOptions\.extract is required when formats holds extract/,
    ],
    [
      { includePaths: ['a', 'x{1000}'.repeat(1_000)] },
      ['includePaths', 1],
      /^includePaths holds .*all patterns together are too large$/,
    ],
    [{ delay: -1 }, ['delay'], /^delay must not be less than 0/],
    [{ limit: 0 }, ['limit'], /^limit must not be less than 1/],
    [{ limit: '10' }, ['limit'], /^limit must be an integer number/],
    [{ depth: 2 }, ['depth'], /^Unrecognized key: depth/],
    [{ scrapeOptions: { depth: 2 } }, ['scrapeOptions', 'depth'], /^Unrecognized key: scrapeOptions\.depth/],
  ])('refuses %j and names the field', async (change, path, message) => {
    const { status, json } = await api.post('/v1/crawl', restOf(change));
    expect([status, json.code, json.details[0]]).toEqual([
      400,
      'BAD_REQUEST',
      { path, message: expect.stringMatching(message) },
    ]);
    expect(json.error).toBe(`Bad Request: ${json.details[0].message}`);
  });

  it('takes a webhook with keys of its client', async () => {
    const webhook = { url: `${site.url}/hook`, __defineGetter__: 1, metadata: { toString: 1 } };
    expect((await api.post('/v1/crawl', restOf({ limit: 1, webhook }))).status).toBe(200);
  });

  it.each([
    { url: 'http://10.0.0.1/' },
    { url: 'http://localhost/' },
    { webhook: 'http://169.254.169.254/latest' },
  ])('refuses the address of %j', async (change) => {
    const { status, json } = await api.post('/v1/crawl', restOf(change));
    expect([status, json.code]).toEqual([403, 'URL_NOT_ALLOWED']);
  });
});

const ALL = ['/', '/p/1', '/p/2', '/p/3', '/p/4', '/p/5', '/p/6', '/p/7'];

describe('addresses in answers', () => {
  let site: Site;
  let api: RunningApp | undefined;

  beforeAll(async () => {
    site = await startSite(manyPages(2));
  });
  afterEach(() => api?.close());
  afterAll(() => site?.close());

  it.each(
    somePlatforms().flatMap((platform) => [
      [platform, undefined] as const,
      [platform, 'https://api.example/base/'] as const,
    ]),
  )('lead through global prefix and prefix on %s with publicUrl %s', async (platform, publicUrl) => {
    api = await startApp({
      platform,
      configure: (app) => app.setGlobalPrefix('host'),
      imports: [
        WebExtractModule.forRoot({
          auth: { keys: [KEY] },
          allowPrivate: [site.address],
          prefix: 'web/api',
          ...(publicUrl === undefined ? {} : { publicUrl }),
        }),
      ],
    });
    const base = publicUrl === undefined ? api.url : 'https://api.example/base';
    const path = '/host/web/api/v1/crawl';
    const { json } = await api.post(`${path}?x=1`, { url: site.url });
    expect(json.url).toBe(`${base}${path}/${json.id}`);
    let page;
    do page = (await api.ask(`${path}/${json.id}?limit=1`, { method: 'GET' })).json;
    while (page.status === 'scraping');
    expect(page.next).toBe(`${base}${path}/${json.id}?skip=1&limit=1`);
  });
});

describe('without success flags', () => {
  it('the status has none', async () => {
    const site = await startSite(manyPages(1));
    const api = await startApp({
      imports: [
        WebExtractModule.forRoot({
          auth: { keys: [KEY] },
          allowPrivate: [site.address],
          successFlags: false,
        }),
      ],
    });
    const { paths, ...end } = await crawl(api, { url: site.url });
    expect([paths, end.status, 'success' in end]).toEqual([['/', '/p/1'], 'completed', false]);
    await api.close();
    await site.close();
  });
});
