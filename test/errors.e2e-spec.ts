import { WebExtractModule } from 'nestjs-web-extract';
import {
  BlockedAddressError,
  BodyTooLargeError,
  ConversionFailedError,
  DnsResolutionError,
  FetchTimeoutError,
  RobotsDisallowedError,
  ConnectionError,
  TlsError,
  TooManyRedirectsError,
  UnavailableError,
  UnsupportedContentError,
} from 'nestjs-web-extract';
import { Fetcher } from '../libs/web-extract/src/ports/fetcher.port.js';
import { html, redirect, startRawSite, startSite, type Site } from './sites/site.js';
import { ARTICLE } from './sites/pages.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { PLATFORMS } from './support/platforms.js';
import type { Question } from './support/ask.js';

const BODY_LIMIT = 20_000;
const NOT_FOUND = { success: false, requestId: expect.any(String), error: 'Not found', code: 'NOT_FOUND' };
const TOKEN_MISSING = {
  success: false,
  requestId: expect.any(String),
  error: 'Unauthorized: Token missing',
  code: 'UNAUTHORIZED',
};
const MALFORMED = {
  success: false,
  requestId: expect.any(String),
  error: 'Bad request, malformed JSON',
  code: 'BAD_REQUEST_INVALID_JSON',
};
const TOO_LARGE = {
  success: false,
  requestId: expect.any(String),
  error: 'Request body too large',
  code: 'PAYLOAD_TOO_LARGE',
};

const badRequest = (message: string, path: (string | number)[]) => ({
  success: false,
  requestId: expect.any(String),
  error: `Bad Request: ${message}`,
  code: 'BAD_REQUEST',
  details: [{ path, message }],
});

describe.each(PLATFORMS)('on %s', (platform) => {
  let site: Site;
  let silent: Site;
  let api: RunningApp;

  beforeAll(async () => {
    site = await startSite({
      '/article': html(ARTICLE),
      '/inside': redirect('http://169.254.169.254/latest/meta-data/'),
      '/round': redirect('/round'),
      '/picture': html(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), {
        'content-type': 'image/png',
      }),
      '/large': html('x'.repeat(200_000)),
      '/hung': () => undefined,
    });
    silent = await startRawSite((socket) => socket.destroy());
    api = await startApp({
      platform,
      bodyLimit: BODY_LIMIT,
      imports: [
        WebExtractModule.forRoot({
          auth: { keys: [KEY] },
          allowPrivate: [site.address, silent.address, '127.0.0.1:9'],
          handleUnknownRoutes: true,
          limits: { maxBodyBytes: 100_000 },
          browser: false,
        }),
      ],
    });
  });

  afterAll(async () => {
    await api?.close();
    await site?.close();
    await silent?.close();
  });

  const answerTo = async (path: string, question: Question) => {
    const { status, json, headers } = await api.ask(path, question);
    if (question.method !== 'HEAD') expect(headers['content-type']).toBe('application/json; charset=utf-8');
    return [status, json];
  };
  const scrape = (body: unknown) => answerTo('/v1/scrape', { method: 'POST', body });

  describe('a request that is not valid', () => {
    it.each([
      [{}, 'url must be a string', ['url']],
      [{ url: 7 }, 'url must be a string', ['url']],
      [{ url: ' ' }, 'url is required', ['url']],
      [{ url: 'ftp://example.com/' }, 'url must be http or https, not ftp', ['url']],
      [{ url: 'http://' }, 'url is not a valid URL', ['url']],
      [{ url: 'hello' }, 'url must have a dotted host name or an IP address', ['url']],
      [{ url: 'http://example.com:0/' }, 'url has port 0', ['url']],
      [{ url: 'http://example.com:70000/' }, 'url is not a valid URL', ['url']],
      [{ url: `http://example.com/${'a'.repeat(8_200)}` }, 'url is longer than 8192 characters', ['url']],
      [{ url: 'example.com', waitFor: '10' }, 'waitFor must be an integer number', ['waitFor']],
      [
        { url: 'example.com', timeout: 1_000, waitFor: 501 },
        'waitFor must be at most half of timeout',
        ['waitFor'],
      ],
      [{ url: 'example.com', depth: 1 }, 'Unrecognized key: depth', ['depth']],
      [{ url: 'example.com', hasOwnProperty: 1 }, 'Unrecognized key: hasOwnProperty', ['hasOwnProperty']],
      [
        { url: 'example.com', location: { city: 'x' } },
        'Unrecognized key: location.city',
        ['location', 'city'],
      ],
      [
        { url: 'example.com', location: { country: 'Germany' } },
        'location.country must be an ISO 3166-1 alpha-2 code',
        ['location', 'country'],
      ],
      [
        { url: 'example.com', formats: ['changeTracking'] },
        'formats holds changeTracking, which needs markdown',
        ['formats'],
      ],
      [
        { url: 'example.com', formats: ['screenshot', 'screenshot@fullPage'] },
        'formats holds both screenshot and screenshot@fullPage; choose one',
        ['formats'],
      ],
      [
        { url: 'example.com', formats: ['extract'] },
        'extract is required when formats holds extract',
        ['extract'],
      ],
      [
        { url: 'example.com', formats: ['json'], jsonOptions: {} },
        'jsonOptions needs a schema or a prompt',
        ['jsonOptions'],
      ],
      [
        { url: 'example.com', formats: ['extract'], extract: { schema: { type: 'strin' } } },
        expect.stringMatching(/^extract\.schema is not a valid JSON Schema: /),
        ['extract', 'schema'],
      ],
      [
        { url: 'example.com', formats: ['json'], jsonOptions: { schema: { $ref: '#/none' } } },
        expect.stringMatching(/^jsonOptions\.schema is not a valid JSON Schema: /),
        ['jsonOptions', 'schema'],
      ],
      [
        { url: 'example.com', excludeTags: ['p', 'p['] },
        expect.stringMatching(/^"p\[" is not a valid CSS selector/),
        ['excludeTags', 1],
      ],
      [
        { url: 'example.com', includeTags: ['p', `${':is('.repeat(20)}a${')'.repeat(20)}`] },
        'includeTags holds a selector nested 20 deep; 10 is the most',
        ['includeTags', 1],
      ],
      [
        { url: 'example.com', actions: [{ type: 'toString' }] },
        expect.stringMatching(/^actions 0: type must be one of/),
        ['actions'],
      ],
      [[], 'body must be a JSON object, sent with Content-Type: application/json', []],
    ])('%j is rejected with the problem and its path', async (body, message, path) => {
      const [status, json] = await scrape(body);
      expect(status).toBe(400);
      expect(json).toEqual({
        success: false,
        requestId: expect.any(String),
        error:
          typeof message === 'string' ? `Bad Request: ${message}` : expect.stringMatching(/^Bad Request: ./),
        code: 'BAD_REQUEST',
        details: [{ path, message }],
      });
    });

    it('receives all problems', async () => {
      const [, json] = await scrape({ mobile: 1, timeout: 0, other: true });
      expect(json.details.map(({ path }: { path: string[] }) => path.join())).toEqual(
        expect.arrayContaining(['url', 'mobile', 'timeout', 'other']),
      );
    });

    it('is refused in v0 by the names of v0', async () => {
      const body = { url: 'example.com', pageOptions: { removeTags: 'p,p[' } };
      const [status, json] = await answerTo('/v0/scrape', { method: 'POST', body });
      expect([status, json.details[0].path]).toEqual([400, ['pageOptions', 'removeTags', 1]]);
    });

    it.each(['__proto__', 'constructor', 'prototype'])(
      'may not hold the key %s anywhere, in either version',
      async (key) => {
        const body = `{"url":"example.com","jsonOptions":{"schema":{"a":[{"${key}":{"prototype":1}}]}},"extractorOptions":{"${key}":{}}}`;
        for (const path of ['/v1/scrape', '/v0/scrape']) {
          const [status, json] = await answerTo(path, { method: 'POST', body });
          expect([status, json.success]).toEqual([400, false]);
        }
      },
    );
  });

  it.each([
    ['is not valid', 400, '/v1/scrape', { body: {} }],
    ['is not valid in v2', 400, '/v2/scrape', { body: {} }],
    ['is malformed', 400, '/v2/scrape', { body: '{' }],
    ['is too large', 413, '/v1/scrape', { body: { url: 'x'.repeat(BODY_LIMIT) } }],
    ['has no key', 401, '/v2/crawl', { body: {}, headers: { authorization: [] } }],
    ['has an unknown path', 404, '/v2/else', { method: 'GET' }],
    ['has another method', 405, '/v1/scrape', { method: 'GET' }],
    ['is refused on the way', 403, '/v2/scrape', { body: { url: 'http://127.0.0.1:9/' } }],
  ] as const)(
    'the error of a request that %s has its id',
    async (_, status, path, { headers = {}, ...question }: Question) => {
      const own = { ...headers, 'x-request-id': 'trace-7' };
      const answer = await api.ask(path, { ...question, headers: own });
      expect([answer.status, answer.json.requestId, answer.headers['x-request-id']]).toEqual([
        status,
        'trace-7',
        'trace-7',
      ]);
      const made = await api.ask(path, { ...question, headers });
      expect(made.json.requestId).toMatch(/^[\w-]{36}$/);
      expect(made.headers['x-request-id']).toBe(made.json.requestId);
    },
  );

  describe('a body that cannot be read', () => {
    it.each(['{', '{"url": "x"', 'url=1', '"text"', 'nul'])('%j is malformed JSON', async (body) => {
      const [status, json] = await scrape(body);
      expect(status).toBe(400);
      if (body !== '"text"') expect(json).toEqual(MALFORMED);
      expect(json.success).toBe(false);
    });

    it('over the limit is 413', async () => {
      const body = { url: site.url, headers: { a: 'x'.repeat(BODY_LIMIT) } };
      expect(await scrape(body)).toEqual([413, TOO_LARGE]);
      expect(await answerTo('/v0/scrape', { method: 'POST', body })).toEqual([413, TOO_LARGE]);
    });

    it.each(['text/plain', 'application/xml', 'nonsense'])('of type %s is 400', async (type) => {
      const question = { method: 'POST', body: '<url>x</url>', headers: { 'content-type': type } };
      expect(await answerTo('/v1/scrape', question)).toEqual([
        400,
        badRequest('body must be a JSON object, sent with Content-Type: application/json', []),
      ]);
    });

    it('that is missing is 400', async () => {
      const [status, json] = await answerTo('/v1/scrape', { method: 'POST' });
      expect([status, json.success, typeof json.error]).toEqual([400, false, 'string']);
    });
  });

  describe('401', () => {
    const headers = { authorization: [] };

    it.each([
      ['malformed JSON', { method: 'POST', body: '{', headers }],
      ['a body that is too large', { method: 'POST', body: `"${'x'.repeat(BODY_LIMIT)}"`, headers }],
      [
        'a body of another type',
        { method: 'POST', body: 'x', headers: { ...headers, 'content-type': 'a/b' } },
      ],
      ['an invalid body', { method: 'POST', body: {}, headers }],
      ['a wrong method', { method: 'PUT', body: {}, headers }],
    ])('wins over %s', async (_, question) => {
      expect(await answerTo('/v1/scrape', question)).toEqual([401, TOKEN_MISSING]);
    });

    it('wins over an unknown path', async () => {
      expect(await answerTo('/v1/unknown', { method: 'GET', headers })).toEqual([401, TOKEN_MISSING]);
    });
  });

  describe('405', () => {
    it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
      'is the answer to %s where only POST is offered',
      async (method) => {
        const { status, json, headers } = await api.ask('/v1/scrape', { method });
        expect([status, json.code, headers.allow]).toEqual([405, 'METHOD_NOT_ALLOWED', 'POST']);
      },
    );

    it('is the answer to HEAD, without a body', async () => {
      const { status, text } = await api.ask('/v1/scrape', { method: 'HEAD' });
      expect([status, text]).toEqual([405, '']);
    });

    it.each([
      ['/v0/health/liveness', 'POST', 'GET, HEAD'],
      ['/v0/keyAuth', 'POST', 'GET, HEAD'],
      ['/v2/crawl/0191b3a0-0000-7000-8000-000000000000', 'PUT', 'DELETE, GET, HEAD'],
    ])('names the methods of %s', async (path, method, methods) => {
      const { status, headers } = await api.ask(path, { method, body: {} });
      expect([status, headers.allow]).toEqual([405, methods]);
    });
  });

  describe('404', () => {
    it.each(['/v1', '/v1/', '/v1/scrape/7/8', '/v0/unknown', '/v2/unknown', '/v1/unknown?a=1'])(
      'is the answer at %s',
      async (path) => {
        for (const method of ['GET', 'POST'])
          expect(await answerTo(path, { method })).toEqual([404, NOT_FOUND]);
      },
    );

    it('is ours only below our paths', async () => {
      const { status, json } = await api.ask('/else', { method: 'GET' });
      expect([status, json.success]).toEqual([404, undefined]);
    });
  });

  describe('what happens on the way', () => {
    it.each([
      ['http://127.0.0.1:1/', 'the address is not on the open Internet'],
      ['http://10.1.2.3/', 'the address is not on the open Internet'],
      ['http://[::1]/', 'the address is not on the open Internet'],
      ['http://localhost/', 'the name is not of the open Internet'],
      ['http://metadata.internal/', 'the name is not of the open Internet'],
    ])('%s is not allowed', async (url, reason) => {
      expect(await scrape({ url })).toEqual([
        403,
        {
          success: false,
          requestId: expect.any(String),
          error: `This URL is not allowed: ${url} (${reason})`,
          code: 'URL_NOT_ALLOWED',
        },
      ]);
    });

    it('a redirect to a forbidden address is not allowed', async () => {
      const [status, json] = await scrape({ url: `${site.url}/inside` });
      expect([status, json.code]).toEqual([403, 'URL_NOT_ALLOWED']);
      expect(json.error).toContain('http://169.254.169.254/latest/meta-data/');
    });

    it('the address policy comes before what is not configured', async () => {
      const body = { url: 'http://10.0.0.1/', formats: ['extract'], extract: { prompt: 'x' } };
      expect((await scrape(body))[0]).toBe(403);
    });

    it('validation comes before the address policy', async () => {
      expect((await scrape({ url: 'http://10.0.0.1/', waitFor: -1 }))[0]).toBe(400);
    });

    it('the time limit is 408', async () => {
      const [status, json] = await scrape({ url: `${site.url}/hung`, timeout: 100 });
      expect([status, json.code]).toEqual([408, 'SCRAPE_TIMEOUT']);
    });

    it.each([
      [{ formats: ['extract'], extract: { prompt: 'x' } }, 'LLM extraction is not configured'],
      [
        { formats: ['json'], jsonOptions: { schema: { type: 'object' } } },
        'LLM extraction is not configured',
      ],
      [{ formats: ['summary'] }, 'LLM extraction is not configured'],
    ])('%j is 501', async (options, error) => {
      expect(await scrape({ url: `${site.url}/article`, ...options })).toEqual([
        501,
        { success: false, requestId: expect.any(String), error, code: 'NOT_CONFIGURED' },
      ]);
    });

    it.each([
      ['/round', {}, 'SCRAPE_TOO_MANY_REDIRECTS'],
      ['/large', {}, 'SCRAPE_BODY_TOO_LARGE'],
      ['/picture', {}, 'SCRAPE_UNSUPPORTED_FILE_ERROR'],
      ['/article', { actions: [{ type: 'wait', milliseconds: 1 }] }, 'SCRAPE_ACTION_ERROR'],
    ])('%s with %j is 500 %s', async (path, options, code) => {
      const [status, json] = await scrape({ url: site.url + path, ...options });
      expect([status, json]).toEqual([
        500,
        { success: false, requestId: expect.any(String), error: expect.any(String), code },
      ]);
    });

    it('a site that closes the connection is 500 SCRAPE_SITE_ERROR', async () => {
      const [status, json] = await scrape({ url: silent.url, timeout: 3_000 });
      expect([status, json.code]).toEqual([500, 'SCRAPE_SITE_ERROR']);
    });
  });
});

describe.each(PLATFORMS)('a failure of the fetcher on %s', (platform) => {
  let failure: Error;
  let api: RunningApp;

  beforeAll(async () => {
    api = await startApp({
      platform,
      imports: [WebExtractModule.forRoot({ auth: { keys: [KEY] } })],
      override: (builder) =>
        builder.overrideProvider(Fetcher).useValue({ fetch: () => Promise.reject(failure) }),
    });
  });

  afterAll(() => api?.close());

  const url = 'https://user:secret@example.com/page?token=abc';

  it.each([
    { status: 403, error: new BlockedAddressError(url, 'why') },
    { status: 403, error: new RobotsDisallowedError(url) },
    { status: 408, error: new FetchTimeoutError(url, 'no response', 5) },
    { status: 500, error: new DnsResolutionError('example.com') },
    { status: 500, error: new TlsError(url, 'why') },
    { status: 500, error: new ConnectionError(url, 'why') },
    { status: 500, error: new TooManyRedirectsError(url, 10) },
    { status: 500, error: new BodyTooLargeError(url, 10) },
    { status: 500, error: new ConversionFailedError(url, 'why') },
    { status: 500, error: new UnsupportedContentError(url, 'image/png') },
    { status: 503, error: new UnavailableError('too many fetches wait', 7) },
  ])('is $status $error.code without any secret', async ({ status, error }) => {
    failure = error;
    for (const path of ['/v1/scrape', '/v0/scrape']) {
      const answer = await api.post(path, { url });
      expect(answer.json).toEqual({
        success: false,
        requestId: expect.any(String),
        error: error.message,
        code: error.code,
      });
      expect(answer.status).toBe(status);
      expect(answer.text).not.toMatch(/secret|token=abc|\.ts|\bat /);
      expect(answer.headers['retry-after']).toBe(status === 503 ? '7' : undefined);
    }
  });

  it('that nobody expected is 500 UNKNOWN_ERROR and tells nothing', async () => {
    failure = new TypeError('cannot read /etc/secret of undefined');
    const { status, json } = await api.post('/v1/scrape', { url });
    expect([status, json]).toEqual([
      500,
      {
        success: false,
        requestId: expect.any(String),
        error: 'An unexpected error occurred',
        code: 'UNKNOWN_ERROR',
      },
    ]);
  });
});
