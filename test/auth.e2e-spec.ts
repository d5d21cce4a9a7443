import { ForbiddenException } from '@nestjs/common';
import { UnauthorizedError, WebExtractModule, type AuthOptions } from 'nestjs-web-extract';
import { WebExtractMcpModule } from 'nestjs-web-extract/mcp';
import { KEY, keepLog, startApp, type RunningApp } from './support/app.js';
import { PLATFORMS } from './support/platforms.js';
import { ask } from './support/ask.js';

const MISSING = [
  401,
  {
    success: false,
    requestId: expect.any(String),
    error: 'Unauthorized: Token missing',
    code: 'UNAUTHORIZED',
  },
];
const INVALID = [
  401,
  {
    success: false,
    requestId: expect.any(String),
    error: 'Unauthorized: Invalid token',
    code: 'UNAUTHORIZED',
  },
];
const PASSED = [200, { success: true }];

let api: RunningApp | undefined;

afterEach(async () => {
  await api?.close();
  api = undefined;
});

async function start(auth: AuthOptions | undefined, settings: object = {}): Promise<RunningApp> {
  api = await startApp({
    imports: [WebExtractModule.forRoot(auth === undefined ? {} : { auth })],
    ...settings,
  });
  return api;
}

async function keyAuth(authorization?: string | string[], path = '/v0/keyAuth') {
  const headers = authorization === undefined ? {} : { authorization };
  const { status, json } = await ask(api!.url + path, { method: 'GET', headers });
  return [status, json];
}

describe.each(PLATFORMS)('a list of keys on %s', (platform) => {
  it('accepts each of its keys and no other', async () => {
    await start({ keys: ['first', KEY, 'k~e.y_2-'] }, { platform });
    for (const key of ['first', KEY, 'k~e.y_2-']) expect(await keyAuth(`Bearer ${key}`)).toEqual(PASSED);
    for (const key of ['First', 'firs', 'first1', 'undefined', 'x'.repeat(10_000)]) {
      expect(await keyAuth(`Bearer ${key}`)).toEqual(INVALID);
    }
  });

  it('reads the header as RFC 6750 writes it', async () => {
    await start({ keys: [KEY] }, { platform });
    for (const header of [`bearer ${KEY}`, `BEARER ${KEY}`, `Bearer   ${KEY}`, `Bearer ${KEY} `]) {
      expect(await keyAuth(header)).toEqual(PASSED);
    }
    const malformed = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      KEY,
      `Basic ${KEY}`,
      `Bearer${KEY}`,
      `Bearer ${KEY} x`,
      `Bearer ${KEY},x`,
      `Token ${KEY}`,
    ];
    for (const header of malformed) expect(await keyAuth(header)).toEqual(MISSING);
    expect(await keyAuth(['Bearer wrong', `Bearer ${KEY}`])).toEqual(INVALID);
    expect(await keyAuth(`Bearer "${KEY}"`)).toEqual(INVALID);
  });

  it('tells the scheme it wants', async () => {
    await start({ keys: [KEY] }, { platform });
    const { headers } = await ask(`${api!.url}/v0/keyAuth`, { method: 'GET' });
    expect(headers['www-authenticate']).toBe('Bearer');
  });

  it('limits a key to groups of endpoints and formats, over HTTP, forms and for agents', async () => {
    const allow = { endpoints: ['map', 'parse', 'mcp'], formats: ['markdown'] } as const;
    const keys = [{ key: 'limited', allow }, KEY];
    await start(
      { keys },
      { platform, imports: [WebExtractModule.forRoot({ auth: { keys } }), WebExtractMcpModule.forRoot()] },
    );
    const headers = { authorization: 'Bearer limited', 'content-type': 'application/json' };
    const post = async (path: string, body: object) =>
      (await ask(api!.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json as Record<
        string,
        unknown
      >;
    expect(await post('/v2/scrape', { url: 'https://site.example/' })).toMatchObject({
      code: 'KEY_NOT_ALLOWED',
      error:
        'This key may not use endpoints of scrape. It may use endpoints map, parse, mcp; formats markdown',
    });
    expect(await post('/v2/map', { url: 'http://127.0.0.1:1/' })).toMatchObject({ code: 'URL_NOT_ALLOWED' });
    const form = new FormData();
    form.set('file', new Blob(['<p>text</p>'], { type: 'text/html' }), 'a.html');
    form.set('options', JSON.stringify({ formats: ['html'] }));
    const parsed = await fetch(`${api!.url}/v2/parse`, { method: 'POST', headers: { authorization: 'Bearer limited' }, body: form }); // prettier-ignore
    expect([parsed.status, await parsed.json()]).toMatchObject([403, { code: 'KEY_NOT_ALLOWED' }]);
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'firecrawl_scrape', arguments: { url: 'https://site.example/', formats: ['html'] } } }; // prettier-ignore
    const told = await fetch(`${api!.url}/mcp`, {
      method: 'POST',
      headers: { ...headers, accept: 'application/json, text/event-stream' },
      body: JSON.stringify(call),
    });
    expect(await told.text()).toContain('This key may not use the format html');
    expect((await ask(`${api!.url}/v2/team/queue-status`, { method: 'GET', headers })).status).toBe(200);
  });

  it('does not take a key from the query', async () => {
    await start({ keys: [KEY] }, { platform });
    expect(await keyAuth(undefined, `/v0/keyAuth?access_token=${KEY}&authorization=Bearer%20${KEY}`)).toEqual(
      MISSING,
    );
  });

  it('leaves health open', async () => {
    await start({ keys: [KEY] }, { platform });
    for (const path of ['/health', '/v0/health/liveness', '/v0/health/readiness']) {
      expect(await keyAuth(undefined, path)).toEqual([200, { status: 'ok' }]);
    }
  });
});

describe('a validator', () => {
  it.each([
    ['true', () => true, PASSED],
    ['a promise of true', async () => true, PASSED],
    ['a principal', async () => ({ owner: 'team-7' }), PASSED],
    ['false', () => false, INVALID],
    ['a promise of false', async () => false, INVALID],
    ['null', () => null as never, INVALID],
    ['nothing', () => undefined as never, INVALID],
    ['a principal without owner', () => ({}) as never, INVALID],
    ['a word', () => 'yes' as never, INVALID],
  ])('that gives %s', async (_, validate, expected) => {
    await start({ validate });
    expect(await keyAuth('Bearer some-key')).toEqual(expected);
  });

  it('is given the key and nothing else', async () => {
    const validate = jest.fn(() => true);
    await start({ validate });
    await keyAuth('bearer  the-key ');
    expect(validate.mock.calls).toEqual([['the-key']]);
  });

  it('is not asked without a key', async () => {
    const validate = jest.fn(() => true);
    await start({ validate });
    expect(await keyAuth('Basic abc')).toEqual(MISSING);
    expect(validate).not.toHaveBeenCalled();
  });

  it('that breaks lets nobody in and is logged, without a word to the caller', async () => {
    const logger = keepLog();
    const validate = () =>
      Promise.reject(Object.assign(new Error('database at db.internal is gone'), { status: 404 }));
    await start({ validate }, { logger });
    const { status, headers, json } = await ask(`${api!.url}/v0/keyAuth`, {
      method: 'GET',
      headers: { authorization: 'Bearer x' },
    });
    expect([status, headers['retry-after'], json]).toEqual([
      503,
      '1',
      {
        success: false,
        requestId: expect.any(String),
        error: 'Service unavailable: keys cannot be checked now',
        code: 'SERVICE_UNAVAILABLE',
      },
    ]);
    expect(logger.lines.join()).toContain('database at db.internal is gone');
  });

  it.each([
    [new UnauthorizedError('Invalid token'), INVALID],
    [
      new ForbiddenException('not you'),
      [403, { success: false, requestId: expect.any(String), error: 'Forbidden', code: 'FORBIDDEN' }],
    ],
  ])('may refuse by throwing %s', async (error, expected) => {
    await start({ validate: () => Promise.reject(error) });
    expect(await keyAuth('Bearer x')).toEqual(expected);
  });
});

describe('no keys at all', () => {
  it('fail closed: one is made and logged once', async () => {
    const logger = keepLog();
    await start(undefined, { logger });
    const announcements = logger.lines.filter((line) => line.includes('Generated for this run'));
    expect(announcements).toHaveLength(1);
    const key = / (we-[A-Za-z0-9_-]{32})$/.exec(announcements[0]!)![1]!;
    expect(await keyAuth(`Bearer ${key}`)).toEqual(PASSED);
    expect(await keyAuth()).toEqual(MISSING);
    expect(await keyAuth('Bearer we-')).toEqual(INVALID);
  });

  it('are created at every start', async () => {
    const logger = keepLog();
    await start(undefined, { logger });
    await api!.close();
    await start(undefined, { logger });
    const keys = logger.lines.filter((line) => line.includes('Generated for this run'));
    expect(new Set(keys).size).toBe(2);
  });
});

describe.each(PLATFORMS)('auth: false on %s', (platform) => {
  it('opens the API, whatever the header says', async () => {
    await start(false, { platform });
    for (const header of [undefined, 'Bearer x', 'nonsense']) expect(await keyAuth(header)).toEqual(PASSED);
    const { status, json } = await ask(`${api!.url}/v1/scrape`, { body: '{' });
    expect([status, json.code]).toEqual([400, 'BAD_REQUEST_INVALID_JSON']);
  });
});
