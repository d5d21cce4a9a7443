import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { WebExtractModule, type AuthOptions } from 'nestjs-web-extract';
import { ARTICLE } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { until } from './support/crawls.js';
import { KEY, sharedApps, startApp, type AppSettings, type RunningApp } from './support/app.js';
import { PLATFORMS, type Platform } from './support/platforms.js';
import { ask } from './support/ask.js';

const LIMIT = 1_000_000;
const NO_KEY = { authorization: [] };
const FORM = 'application/x-www-form-urlencoded';

let site: Site;
let api: RunningApp | undefined;
let parsed = 0;

beforeAll(async () => {
  site = await startSite({ '/article': html(ARTICLE) });
});

afterAll(() => site?.close());

/** Counts the bodies that reach a parser. */
function countParsing(app: INestApplication, platform: Platform): void {
  const count = () => void (parsed += 1);
  if (platform === 'express') {
    for (const type of ['json', 'urlencoded', 'text'] as const)
      (app as NestExpressApplication).useBodyParser(type, { verify: count, limit: LIMIT });
    return;
  }
  const fastify = (app as NestFastifyApplication).getHttpAdapter().getInstance();
  fastify.addHook('preParsing', (_request, _reply, payload, done) => {
    count();
    done(null, payload);
  });
}

const shared = sharedApps();

const settingsOf = (platform: Platform, auth: AuthOptions): AppSettings => ({
  platform,
  ...(platform === 'fastify' ? { bodyLimit: LIMIT } : {}),
  imports: [WebExtractModule.forRoot({ auth, allowPrivate: [site.address], handleUnknownRoutes: true })],
  configure: (app) => countParsing(app, platform),
});

async function start(platform: Platform, auth: AuthOptions = { keys: [KEY] }): Promise<RunningApp> {
  api = await shared(`${platform} ${inspect(auth)}`, settingsOf(platform, auth));
  parsed = 0;
  return api;
}

/** Sends the beginning of a request and reads what comes back before it ends. */
async function begin(head: string[], body: string): Promise<{ socket: Socket; status: string }> {
  const socket = connect(Number(new URL(api!.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`${['POST /v1/scrape HTTP/1.1', 'Host: x', ...head].join('\r\n')}\r\n\r\n${body}`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return { socket, status: answer.toString().slice(9, 12) };
}

/** Further fields of errors below /v2/search/research. */
const PROBLEM_FIELDS = { title: 'NOT_SUPPORTED', detail: expect.stringMatching(/\. Use ./) };

describe.each(PLATFORMS)('a body on %s', (platform) => {
  it.each([
    ['malformed', '/v1/scrape', '{'],
    ['of many values', '/v1/scrape', `[${'1,'.repeat(400_000)}1]`],
    ['nested deeply', '/v1/crawl', '['.repeat(400_000)],
    ['too large', '/v0/scrape', `"${'x'.repeat(2 * LIMIT)}"`],
    ['sound', '/v0/crawl', '{}'],
    ['of a path that is not offered', '/v2/agent', '{}'],
    ['of an unknown path', '/v1/unknown', '{}'],
  ])('is not parsed without a key: %s', async (_, path, body) => {
    await start(platform);
    expect((await api!.ask(path, { body, headers: NO_KEY })).status).toBe(401);
    const wrong = await api!.ask(path, { body, headers: { authorization: 'Bearer wrong' } });
    expect([wrong.status, parsed]).toEqual([401, 0]);
  });

  it('need not come for the answer to a caller without a key', async () => {
    await start(platform);
    const type = 'Content-Type: application/json';
    for (const length of ['Content-Length: 5000000', 'Transfer-Encoding: chunked']) {
      const { socket, status } = await begin([type, length], length.includes('chunked') ? '1\r\n{\r\n' : '{');
      socket.destroy();
      expect(status).toBe('401');
    }
  });

  it('that is still on its way does not cost the client its answer, where the connection closes', async () => {
    await start(platform);
    const body = `"${'x'.repeat(9_000_000)}"`;
    for (const authorization of [[], 'Bearer wrong']) {
      for (const path of ['/v1/scrape', '/v1/unknown', '/v2/scrape', '/v2/agent']) {
        const { status } = await api!.ask(path, { body, headers: { authorization, connection: 'close' } });
        expect([path, status]).toEqual([path, 401]);
      }
    }
  });

  it('that is too large does not cost the client its answer, whose connection stays open', async () => {
    await start(platform);
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
    for (const path of ['/v0/scrape', '/v1/scrape', '/v2/batch/scrape']) {
      const body = JSON.stringify('x'.repeat(3 * LIMIT));
      const answer = await fetch(api!.url + path, { method: 'POST', headers, body });
      expect([answer.status, answer.headers.get('connection')]).toEqual([413, 'keep-alive']);
      expect(await answer.json()).toMatchObject({ success: false, code: 'PAYLOAD_TOO_LARGE' });
    }
  });

  it('that was refused leaves the connection to the next request', async () => {
    await start(platform);
    const head = ['Content-Type: application/json', 'Content-Length: 70000'];
    const { socket } = await begin(head, 'x');
    socket.write('x'.repeat(69_999));
    socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1.1 200/);
  });

  it.each([
    ['a form', FORM, 'url=http://example.com'],
    ['a form with a charset', `${FORM}; charset=utf-8`, 'url=http://example.com'],
    ['a form that looks like JSON', FORM, '{"url":"http://example.com"}'],
    ['text', 'text/plain', '{"url":"http://example.com"}'],
    ['text that names JSON', 'text/plain; application/json', '{"url":"http://example.com"}'],
    ['a multipart form', 'multipart/form-data; boundary=x', '--x\r\n\r\n--x--'],
    ['no type', [], '{"url":"http://example.com"}'],
    ['other JSON', 'application/jsonp', '{"url":"http://example.com"}'],
  ])('is taken as JSON alone, without keys too: %s', async (_, type, body) => {
    await start(platform, false);
    for (const path of ['/v1/scrape', '/v0/scrape', '/v1/crawl', '/v0/crawl', '/v1/map', '/v0/search']) {
      const headers = { 'content-type': type, 'content-length': String(body.length) };
      const { status, json } = await api!.ask(path, { body, headers });
      const error = 'Bad Request: body must be a JSON object, sent with Content-Type: application/json';
      expect([path, status, json.error, parsed]).toEqual([path, 400, error, 0]);
    }
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    ' application/json ; x=y',
  ])('is taken as %s', async (type) => {
    await start(platform);
    const body = { url: `${site.url}/article` };
    expect((await api!.ask('/v1/scrape', { body, headers: { 'content-type': type } })).status).toBe(200);
  });

  it('asks the validator of keys once', async () => {
    const validate = jest.fn(async () => ({ owner: 'team' }));
    await start(platform, { validate });
    for (const body of [{ url: `${site.url}/article` }, '{', {}]) await api!.post('/v1/scrape', body);
    await api!.post('/v1/unknown', {});
    expect(validate).toHaveBeenCalledTimes(4);
  });

  it('that inflates without end is refused', async () => {
    await start(platform);
    const bomb = gzipSync(`{"url":"${'x'.repeat(50 * LIMIT)}"}`);
    const { status, json } = await api!.ask('/v1/scrape', {
      body: bomb,
      headers: { 'content-encoding': 'gzip' },
    });
    expect([[400, 413].includes(status), json.success]).toEqual([true, false]);
  });

  it('may not come twice as long as it says', async () => {
    await start(platform);
    const head = [`Authorization: Bearer ${KEY}`, 'Content-Type: application/json'];
    const { socket, status } = await begin([...head, 'Content-Length: 2', 'Content-Length: 9'], '{}');
    socket.destroy();
    expect(status).toBe('400');
  });
});

describe('a body that was refused', () => {
  it('that still comes when the application closes does not hold it up', async () => {
    api = await startApp(settingsOf('fastify', { keys: [KEY] }));
    const { app, close } = api; // Express answers when it has read all
    const head = [
      `Authorization: Bearer ${KEY}`,
      'Content-Type: application/json',
      `Content-Length: ${3 * LIMIT}`,
    ];
    const { socket, status } = await begin(head, 'x'.repeat(LIMIT));
    expect(status).toContain('413');
    const isGone = once(socket, 'close');
    const closed = close();
    await until(() => !(app.getHttpServer() as Server).listening);
    socket.write('x'.repeat(2 * LIMIT));
    await Promise.all([isGone, closed]);
  });
});

describe.each(PLATFORMS)('a path that clients know and that is not offered, on %s', (platform) => {
  const open = (prefix: string, globalPrefix: string) =>
    shared(`${platform} ${globalPrefix} ${prefix}`, {
      platform,
      imports: [WebExtractModule.forRoot({ auth: { keys: [KEY] }, prefix })],
      configure: (app) => app.setGlobalPrefix(globalPrefix),
    });

  it.each([
    ['', '', ''],
    ['inner', '', '/inner'],
    ['inner/deep', 'api', '/api/inner/deep'],
  ])('says what to use, under the prefix %j below %j', async (prefix, globalPrefix, base) => {
    api = await open(prefix, globalPrefix);
    for (const [method, path] of [
      ['POST', '/v1/deep-research'],
      ['POST', '/v2/agent'],
      ['POST', '/v2/agent/'],
      ['GET', '/v2/agent/7?a=b'],
      ['POST', '/v2/scrape/7/interact'],
      ['GET', '/v2/browser'],
      ['POST', '/v2/browser/7/execute'],
      ['POST', '/v2/search/research/papers'],
      ['POST', '/v2/search/7/feedback'],
      ['POST', '/v2/support/ask'],
      ['POST', '/v2/parse/upload-url'],
    ] as const) {
      const { status, json } = await api.ask(base + path, {
        method,
        ...(method === 'POST' ? { body: {} } : {}),
      });
      expect([path, status, json]).toEqual([
        path,
        501,
        {
          success: false,
          requestId: expect.any(String),
          error: expect.stringMatching(/\. Use ./),
          code: 'NOT_SUPPORTED',
          ...(path.includes('/research/') ? PROBLEM_FIELDS : {}),
        },
      ]);
      const keyless = await ask(api.url + base + path, { method, body: '{' });
      expect([path, keyless.status]).toEqual([path, 401]);
    }
  });

  it.each(['/v1/batches', '/v2/agents', '/v2/browsers', '/v2', '/v2/else', '/v3/scrape', '/else/v2/scrape'])(
    '%s is none',
    async (path) => {
      api = await open('', '');
      expect((await api.ask(path, { method: 'GET' })).status).toBe(404);
    },
  );

  it('is none without its version', async () => {
    api = await startApp({ platform, imports: [WebExtractModule.forRoot({ controllers: ['v1'] })] });
    expect((await api.ask('/v2/agent', { body: {} })).status).toBe(404);
    await api.close();
  });
});
