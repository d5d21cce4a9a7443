import { METHODS } from 'node:http';
import { gzipSync } from 'node:zlib';
import { ConnectionError, WebExtractModule } from 'nestjs-web-extract';
import { Fetcher } from '../libs/web-extract/src/ports/fetcher.port.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';
import type { Answer } from './support/ask.js';

const BODY_LIMIT = 1_000_000;
const URL_FIELD = { url: 'https://example.com/' };

/** Something of every kind that JSON can hold. `overflow` is written 1e999, which is read as Infinity. */
const VALUES: Readonly<Record<string, unknown>> = {
  null: null,
  true: true,
  zero: 0,
  negative: -1,
  fraction: 1.5,
  huge: 1e300,
  overflow: '§1e999§',
  empty: '',
  word: 'x',
  digits: '10',
  flag: 'true',
  address: 'https://example.com/',
  long: 'x'.repeat(30_000),
  odd: '\u0000\ud800\u202e',
  list: [],
  words: ['a', 'b'],
  numbers: [1],
  nulls: [null],
  lists: [[['a']]],
  crowd: Array.from({ length: 2_000 }, () => 'a'),
  object: {},
  strings: { a: 'b' },
  nested: { a: { b: [1] } },
};

const accepts = (...names: string[]) => new Set(names);
const BOOLEAN = accepts('true');
const OBJECT = accepts('object', 'strings', 'nested');
const TAGS = accepts('list', 'words');
const HEADERS = accepts('object', 'strings');
const ANYTHING = accepts(...Object.keys(VALUES));
const TEXT = accepts('empty', 'word', 'digits', 'flag', 'address', 'long', 'odd');

/** Every field of `POST /v1/scrape`, and which of the values are of its type. */
const FIELDS_V1: Readonly<Record<string, ReadonlySet<string>>> = {
  url: accepts('digits', 'address'), // 10 is an address, and a forbidden one
  formats: accepts('list'),
  onlyMainContent: BOOLEAN,
  includeTags: TAGS,
  excludeTags: TAGS,
  headers: HEADERS,
  waitFor: accepts('zero'),
  timeout: accepts('huge'),
  mobile: BOOLEAN,
  parsePDF: BOOLEAN,
  skipTlsVerification: BOOLEAN,
  removeBase64Images: BOOLEAN,
  blockAds: BOOLEAN,
  fastMode: BOOLEAN,
  storeInCache: BOOLEAN,
  maxAge: accepts('zero', 'huge'),
  location: accepts('object'),
  geolocation: accepts('object'),
  proxy: accepts(),
  actions: accepts('list'),
  extract: accepts('object'),
  jsonOptions: accepts('object'),
  changeTrackingOptions: accepts('object'),
  agent: OBJECT,
  origin: TEXT,
  integration: accepts('null', ...TEXT),
  zeroDataRetention: BOOLEAN,
  auditMetadata: ANYTHING,
  useMock: ANYTHING,
  __anything: ANYTHING,
  unknown: accepts(),
  'location.country': accepts(),
  'location.languages': TAGS,
  'location.unknown': accepts(),
  'extract.prompt': new Set([...TEXT].filter((name) => name !== 'long')),
  'extract.systemPrompt': new Set([...TEXT].filter((name) => name !== 'long')),
  'extract.schema': OBJECT,
  'extract.mode': accepts(),
  'extract.temperature': accepts('zero', 'fraction'),
  'extract.unknown': accepts(),
  toString: accepts(),
  hasOwnProperty: accepts(),
  isPrototypeOf: accepts(),
};

/** Every field of `POST /v0/scrape`. */
const FIELDS_V0: Readonly<Record<string, ReadonlySet<string>>> = {
  url: accepts('digits', 'address'), // 10 is an address, and a forbidden one
  timeout: accepts('huge'),
  pageOptions: OBJECT,
  'pageOptions.onlyMainContent': BOOLEAN,
  'pageOptions.includeHtml': BOOLEAN,
  'pageOptions.includeRawHtml': BOOLEAN,
  'pageOptions.includeMarkdown': BOOLEAN,
  'pageOptions.includeLinks': BOOLEAN,
  'pageOptions.includeExtract': BOOLEAN,
  'pageOptions.onlyIncludeTags': new Set(
    [...TAGS, ...TEXT].filter((name) => !['address', 'long'].includes(name)),
  ),
  'pageOptions.removeTags': new Set([...TAGS, ...TEXT].filter((name) => !['address', 'long'].includes(name))),
  'pageOptions.headers': HEADERS,
  'pageOptions.waitFor': accepts('zero'),
  'pageOptions.screenshot': BOOLEAN,
  'pageOptions.fullPageScreenshot': BOOLEAN,
  'pageOptions.parsePDF': BOOLEAN,
  'pageOptions.mobile': BOOLEAN,
  'pageOptions.skipTlsVerification': BOOLEAN,
  'pageOptions.removeBase64Images': BOOLEAN,
  'pageOptions.geolocation': OBJECT,
  'pageOptions.actions': accepts('list'),
  extractorOptions: OBJECT,
  'extractorOptions.mode': accepts(),
  'extractorOptions.extractionPrompt': new Set([...TEXT].filter((name) => name !== 'long')),
  'extractorOptions.userPrompt': new Set([...TEXT].filter((name) => name !== 'long')),
  'extractorOptions.extractionSchema': OBJECT,
  unknown: ANYTHING,
  hasOwnProperty: ANYTHING,
  'pageOptions.unknown': ANYTHING,
  'pageOptions.hasOwnProperty': ANYTHING,
};

/** `{a: {b: value}}` of `a.b`. */
function place(path: string, value: unknown): object {
  return path.split('.').reduceRight((inner: unknown, key) => ({ [key]: inner }), value) as object;
}

function write(body: object): string {
  return JSON.stringify(body).replaceAll('"§1e999§"', '1e999');
}

/** What every failure must be: JSON, told in words, by a status that says whose fault it is. */
function expectClean({ status, json, text, headers }: Answer): void {
  if (status === 200) return;
  expect(headers['content-type']).toMatch(/^application\/json; charset=utf-8$/i);
  expect(json).toMatchObject({
    success: false,
    error: expect.stringMatching(/./),
    code: expect.stringMatching(/^[A-Z_]+$/),
  });
  expect(text).not.toMatch(/node_modules|\.(js|ts):\d|at Object\.|\/work\//);
  if (status >= 500)
    expect([status, json.code]).toEqual([
      expect.any(Number),
      expect.stringMatching(/^(SCRAPE_|NOT_CONFIGURED)/),
    ]);
  else expect(status).toBeGreaterThanOrEqual(400);
}

describe.each(somePlatforms())('on %s', (platform) => {
  let api: RunningApp;

  beforeAll(async () => {
    api = await startApp({
      platform,
      bodyLimit: BODY_LIMIT,
      imports: [WebExtractModule.forRoot({ auth: { keys: [KEY] }, handleUnknownRoutes: true })],
      override: (builder) =>
        builder.overrideProvider(Fetcher).useValue({
          fetch: () => Promise.reject(new ConnectionError('https://example.com/', 'nobody is there')),
        }),
    });
  });

  afterAll(() => api?.close());

  describe.each([
    ['/v1/scrape', FIELDS_V1],
    ['/v0/scrape', FIELDS_V0],
  ])('a field of %s', (path, fields) => {
    it.each(Object.keys(fields))('%s takes its own type and refuses every other', async (field) => {
      const taken: string[] = [];
      for (const [name, value] of Object.entries(VALUES)) {
        const answer = await api.post(path, write({ ...URL_FIELD, ...place(field, value) }));
        expectClean(answer);
        if (answer.status !== 400) taken.push(name);
      }
      expect(taken).toEqual(Object.keys(VALUES).filter((name) => fields[field]!.has(name)));
    });
  });

  describe('a body', () => {
    const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

    it.each([
      ['nothing', ''],
      ['blanks', '  \n'],
      ['a number', '7'],
      ['null', 'null'],
      ['a list', '[]'],
      ['an empty object', '{}'],
      ['half an object', '{"url":"https://exa'],
      ['two objects', '{}{}'],
      ['comments', '{/* a */"url":"x"}'],
      ['NaN', '{"timeout":NaN}'],
      ['a byte order mark', '\ufeff{"url":'],
      ['HTML', '<html></html>'],
      ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x80])],
      ['lists in lists', deep('[', ']', 100_000)],
      [
        'objects in objects',
        `{"url":"https://example.com","auditMetadata":${deep('{"a":', '}', 5_000).replace('}', '1}')}}`,
      ],
      ['very many keys', write(Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, 1])))],
      ['very many values', write({ ...URL_FIELD, auditMetadata: Array.from({ length: 60_000 }, () => 0) })],
      ['the prototype', '{"url":"https://example.com","__proto__":{"isAdmin":true}}'],
      ['the prototype, deep inside', '{"url":"https://example.com","useMock":[{"a":{"__proto__":1}}]}'],
      ['the constructor', '{"url":"https://example.com","headers":{"constructor":"x"}}'],
      ['a key that is too long', write({ ['k'.repeat(100_000)]: 1 })],
      ['an empty key', write({ ...URL_FIELD, '': 1 })],
    ])('of %s is refused with 400', async (_, body) => {
      const answer = await api.post('/v1/scrape', body);
      expectClean(answer);
      expect(answer.status).toBe(400);
      expect(answer.text.length).toBeLessThan(20_000_000);
    });

    it('of more than the limit is refused with 413', async () => {
      const answer = await api.post('/v1/scrape', write({ ...URL_FIELD, useMock: 'x'.repeat(BODY_LIMIT) }));
      expectClean(answer);
      expect(answer.status).toBe(413);
    });

    it('changes no prototype', () => {
      expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
    });
  });

  describe('a header', () => {
    const body = write(URL_FIELD);

    it.each([
      ['content-type', 'application/json; charset=utf-16'],
      ['content-type', 'application/json; charset=nonsense'],
      ['content-type', 'application/json; charset="'],
      ['content-type', 'APPLICATION/JSON'],
      ['content-type', 'application/vnd.api+json'],
      ['content-type', 'application/json, text/plain'],
      ['content-type', 'multipart/form-data'],
      ['content-type', 'application/x-www-form-urlencoded'],
      ['content-type', ''],
      ['content-type', ';;;'],
      ['content-encoding', 'gzip'],
      ['content-encoding', 'compress'],
      ['content-encoding', 'nonsense'],
      ['accept', 'text/html'],
      ['accept', 'image/png;q=0'],
      ['accept-encoding', '*;q=0'],
      ['expect', 'nonsense'],
      ['x-http-method-override', 'DELETE'],
      ['x-forwarded-host', 'evil.example'],
      ['host', 'evil.example'],
      ['host', ''],
      ['cookie', 'a=\u00ff'],
      ['x-idempotency-key', 'x'.repeat(5_000)],
    ])('%s: %s', async (name, value) => {
      const isHosts = name === 'expect'; // which Node itself answers
      const answer = await api.ask('/v1/scrape', { body, headers: { [name]: value }, isHosts });
      if (!isHosts) expectClean(answer);
    });

    it('content-encoding: gzip over a broken stream', async () => {
      const broken = gzipSync(body).subarray(0, 30);
      expectClean(await api.ask('/v1/scrape', { body: broken, headers: { 'content-encoding': 'gzip' } }));
    });
  });

  it('every method but the right one is a clean 405', async () => {
    for (const method of METHODS.filter((name) => !['CONNECT', 'POST'].includes(name))) {
      const answer = await api.ask('/v1/scrape', { method });
      expect([method, answer.status]).toEqual([method, 405]);
      if (method !== 'HEAD') expectClean(answer);
    }
  });

  it.each([
    '/v1/%',
    '/v1/%zz/scrape',
    '/v1//scrape',
    '/v1/scrape/..%2f..',
    '/v1/scrape;a=1',
    '/v0/\\scrape',
    `/v1/${'a'.repeat(9_000)}`,
  ])('the path %s is a clean 4xx', async (path) => {
    const answer = await api.ask(path, { method: 'GET' });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(typeof answer.json).toBe('object');
  });
});
