import { connect } from 'node:net';
import { WebExtractModule } from 'nestjs-web-extract';
import { ARTICLE } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { PLATFORMS } from './support/platforms.js';

const KEYED = `Host: x\r\nAuthorization: Bearer ${KEY}\r\n`;

let site: Site;

beforeAll(async () => {
  site = await startSite({ '/article': html(ARTICLE) });
});

afterAll(() => site?.close());

describe.each(PLATFORMS)('a request of odd form on %s', (platform) => {
  let api: RunningApp;

  beforeAll(async () => {
    api = await startApp({
      platform,
      imports: [
        WebExtractModule.forRoot({
          auth: { keys: [KEY] },
          allowPrivate: [site.address],
          handleUnknownRoutes: true,
        }),
      ],
    });
  });

  afterAll(() => api?.close());

  const body = () => JSON.stringify({ url: `${site.url}/article` });

  /** Sends text as it is, and reads until the server closes the connection. */
  const send = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(api.url).port), '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
      socket.on('error', reject);
      socket.on('close', () => resolve(answer));
    });
  const statuses = async (text: string) =>
    [...(await send(text)).matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
  const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\n${KEYED}${more}\r\n`;
  const post = (text: string, more = '') =>
    `POST /v1/scrape HTTP/1.1\r\n${KEYED}Content-Type: application/json\r\n${more}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  const last = get('/health', 'Connection: close\r\n');

  afterEach(async () => expect((await api.ask('/health', { method: 'GET' })).status).toBe(200));

  it('may begin its JSON with a mark of byte order', async () => {
    expect((await api.post('/v1/scrape', `\ufeff${body()}`)).status).toBe(200);
  });

  it.each([
    ['null', 'null'],
    ['a number', '1'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['UTF-16', Buffer.from('\ufeff{"url":"http://a.example"}', 'utf16le')],
    ['a mark of byte order alone', '\ufeff'],
  ])('answers 400 to a body that is %s', async (_, odd) => {
    const { status, json } = await api.post('/v1/scrape', odd);
    expect([status, json.success, typeof json.error]).toEqual([400, false, 'string']);
  });

  it('is answered in its turn where several come at once', async () => {
    expect(await statuses(post(body()) + post('{}') + get('/v0/keyAuth') + last)).toEqual([
      200, 400, 200, 200,
    ]);
  });

  it('may wait for leave to send its body', async () => {
    const expects = 'Expect: 100-continue\r\n';
    expect(await statuses(post(body(), expects) + last)).toEqual([100, 200, 200]);
  });

  it.each([
    ['3,000 headers', '/v0/keyAuth', 'X-Trace: 1\r\n'.repeat(3_000)],
    ['a header of 20 kB', '/v0/keyAuth', `X: ${'x'.repeat(20_000)}\r\n`],
    ['a query of 20 kB', `/v0/keyAuth?${'x'.repeat(20_000)}`, ''],
  ])('is refused with %s', async (_, path, headers) => {
    expect(await statuses(get(path, headers))).toEqual([431]);
  });

  it.each([
    ['a query of 3,000 parameters', `/v0/keyAuth?${'a=1&'.repeat(3_000)}`, 200],
    ['a query of 2,000 levels', `/v1/crawl/7?skip${'[a]'.repeat(2_000)}=1`, 404],
    ['a query that names a prototype', '/v1/crawl/7?__proto__[skip]=1&constructor=2', 404],
    ['an id with an encoded slash', '/v1/crawl/a%2Fb', 404],
    ['two slashes', '/v1//scrape', 404],
    ['an encoded slash at the end', '/v1/scrape%2F', 404],
    ['dots', '/v1/x/../scrape', 405],
    ['an encoded zero', '/v1/scrape%00', 404],
  ])('has a clear answer with %s', async (_, path, expected) => {
    const { status, json } = await api.ask(path, { method: 'GET' });
    expect([status, json.success]).toEqual([expected, expected === 200]);
  });

  it.each(['/v1//scrape', '/v1/%73crape', '/v1/scrape%2F', '/v1/scrape//', '/v1/scrape;x=1', '/v2//scrape'])(
    'is not parsed without a key at %s',
    async (path) => {
      const { status } = await api.ask(path, { body: '{', headers: { authorization: [] } });
      expect(status).toBe(401);
    },
  );

  it.each(['OPTIONS', 'PUT', 'PATCH', 'TRACE', 'PROPFIND'])(
    'refuses %s with 405 and names the method that is allowed',
    async (method) => {
      const { status, json, headers } = await api.ask('/v1/scrape', { method });
      expect([status, headers.allow, json]).toEqual([
        405,
        'POST',
        {
          success: false,
          requestId: expect.any(String),
          error: 'Method not allowed: see the Allow header',
          code: 'METHOD_NOT_ALLOWED',
        },
      ]);
      expect((await api.ask('/v1/scrape', { method, headers: { authorization: [] } })).status).toBe(401);
    },
  );

  it('answers HEAD as GET, without a body', async () => {
    for (const [path, expected] of [
      ['/v0/keyAuth', 200],
      ['/v1/crawl/7', 404],
    ] as const) {
      const { status, text } = await api.ask(path, { method: 'HEAD' });
      expect([path, status, text]).toEqual([path, expected, '']);
    }
  });
});
