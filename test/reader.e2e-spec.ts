import { request } from 'node:http';
import { KeyService, WebExtractModule } from 'nestjs-web-extract';
import { ARTICLE, page } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { ask, type Answer } from './support/ask.js';
import { KEY, startApp, type AppSettings, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';
import { until } from './support/crawls.js';
import { tinyPdf } from './support/tiny-pdf.js';

const GET = { method: 'GET' } as const;
const PDF = tinyPdf([{ texts: [{ text: 'Tides of the year', x: 50, y: 50 }] }]);
/** More than what is written at a stretch. */
const LONG = 'A sentence about the sea, which has no end. '.repeat(20_000);

let site: Site;
let leftBySite = 0;

beforeAll(async () => {
  site = await startSite({
    '/': html(ARTICLE),
    '/a//b': html(page('Two slashes')),
    '/search?q=%26&page=2': html(page('Second page')),
    '/caf%C3%A9': html(page('Coffee')),
    '/gone': html(page('Gone'), {}, 404),
    '/long': html(page('Long', `<p>${LONG}</p>`)),
    '/tides.pdf': html(Buffer.from(PDF), { 'content-type': 'application/pdf' }),
    '/silent': (incoming) => void incoming.once('close', () => leftBySite++),
  });
});
afterAll(() => site?.close());

describe.each(somePlatforms())('the reader on %s', (platform) => {
  let api: RunningApp;
  const hostOf = (options: object = {}, settings: Partial<AppSettings> = {}): Promise<RunningApp> =>
    startApp({
      platform,
      imports: [
        WebExtractModule.forRoot({
          auth: { keys: [KEY] },
          allowPrivate: [site.address],
          browser: false,
          ...options,
        }),
      ],
      ...settings,
    });
  const read = (target: string, headers: Record<string, string> = {}): Promise<Answer> =>
    api.ask(`/r/${target}`, { ...GET, headers });

  beforeAll(async () => {
    api = await hostOf();
  });
  afterAll(() => api?.close());

  it('answers the main content of a page as markdown', async () => {
    const { status, headers, text } = await read(`${site.url}/`);

    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private',
      'x-page-status': '200',
      'x-page-url': `${site.url}/`,
    });
    expect(text).toMatch(/^# Lighthouses of the north/);
    expect(text).not.toContain('Imprint');
  });

  it.each([
    ['slashes in the path', (url: string) => `${url}/a//b`, 'Two slashes'],
    ['slashes that a proxy joined', (url: string) => `${url.replace('//', '/')}/gone`, 'Gone'],
    ['slashes at the beginning', (url: string) => `//${url}/gone`, 'Gone'],
    ['no scheme', (url: string) => `${url.slice('http://'.length)}/gone`, 'Gone'],
    ['a query of its own', (url: string) => `${url}/search?q=%26&page=2`, 'Second page'],
    ['percent-escapes', (url: string) => `${url}/caf%C3%A9`, 'Coffee'],
    [
      'every character encoded',
      (url: string) => encodeURIComponent(`${url}/search?q=%26&page=2`),
      'Second page',
    ],
    ['the scheme encoded', (url: string) => `${url.replace(':', '%3A')}/search?q=%26&page=2`, 'Second page'],
  ])('takes an address with %s', async (_, toTarget, title) => {
    const { status, text } = await read(toTarget(site.url));

    expect([status, text]).toEqual([200, expect.stringContaining(`# ${title}`)]);
  });

  it('takes the address and options as a query', async () => {
    const query = new URLSearchParams({ url: `${site.url}/search?q=%26&page=2`, main: 'false' });
    const { status, text } = await api.ask(`/r?${query}`, GET);

    expect([status, text]).toEqual([200, expect.stringContaining('# Second page')]);
  });

  it('takes options as headers, those of the query first', async () => {
    expect((await read(`${site.url}/`, { 'X-Main': 'false' })).text).toContain('Imprint');
    expect((await read(`${site.url}/`, { 'X-Links': 'false' })).text).not.toContain('[twenty miles](');
    expect((await read(`${site.url}/`, { 'X-Links': 'reference' })).text).toMatch(/^\[link1\]: /m);
    expect((await read(`${site.url}/`, { 'X-Render': 'never' })).status).toBe(200);

    const query = new URLSearchParams({ url: `${site.url}/`, main: 'true' });
    const both = await api.ask(`/r?${query}`, { ...GET, headers: { 'X-Main': 'false' } });
    expect(both.text).not.toContain('Imprint');
  });

  it('keeps and removes parts by selectors, as headers and in the query', async () => {
    const headers = { 'X-Target-Selector': 'h1, p', 'X-Remove-Selector': 'p' };
    const query = `url=${encodeURIComponent(`${site.url}/gone`)}&targetSelector=h1&returnFormat=html`;

    expect((await read(`${site.url}/gone`, headers)).text).toBe('# Gone');
    expect((await api.ask(`/r?${query}`, GET)).text).toContain('<h1>Gone</h1>');
  });

  it('answers HTML that runs nothing', async () => {
    const { headers, text } = await read(`${site.url}/`, { 'X-Return-Format': 'html' });

    expect(text).toContain('<h1>');
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "sandbox; default-src 'none'",
    });
  });

  it.each([
    [{ 'X-Timeout': '0' }, 'X-Timeout must be a number of seconds'],
    [{ 'X-Timeout': '1e3' }, 'X-Timeout must be a number of seconds'],
    [{ 'X-Return-Format': 'screenshot' }, 'X-Return-Format must be one of markdown, html'],
    [{ 'X-Target-Selector': 'p[' }, '"p[" is not a valid CSS selector'],
  ])('refuses %p', async (headers, reason) => {
    const { status, text } = await read(`${site.url}/`, headers as Record<string, string>);

    expect(status).toBe(400);
    expect(text).toContain(reason);
  });

  it('ends after the seconds of X-Timeout', async () => {
    expect((await read(`${site.url}/silent`, { 'X-Timeout': '0.5' })).status).toBe(408);
  });

  it('states the status of the page, and what could not be done', async () => {
    const { status, headers } = await read(`${site.url}/gone`, { 'X-Render': 'always' });

    expect([status, headers['x-page-status']]).toEqual([200, '404']);
    expect(headers['x-page-warning']).toContain('browser');
  });

  it('reads documents', async () => {
    const { status, text } = await read(`${site.url}/tides.pdf`);

    expect([status, text]).toEqual([200, expect.stringContaining('Tides of the year')]);
  });

  it('answers long pages as text, whole', async () => {
    const { status, headers, text } = await read(`${site.url}/long`);

    expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(text).toContain(LONG.trim());
  });

  it.each([
    ['no address', '/r/', 400, 'BAD_REQUEST: '],
    ['no address in the query', '/r?main=false', 400, 'BAD_REQUEST: '],
    ['a scheme that is not fetched', '/r/file:///etc/passwd', 400, 'BAD_REQUEST: '],
    ['an address that is not encoded', '/r?url=http://a.example/?a=1&b=2', 400, 'percent-encoded'],
    [
      'an option without meaning',
      '/r?url=http://a.example/&main=maybe',
      400,
      'main must be one of true, false',
    ],
    ['two addresses', '/r?url=http://a.example/&url=http://b.example/', 400, 'url must be there once'],
    ['a private address', '/r/http://127.0.0.1:1/', 403, 'URL_NOT_ALLOWED: '],
    ['too long an address', `/r/http://a.example/${'a'.repeat(9_000)}`, 400, 'BAD_REQUEST: '],
  ])('answers %s with a sentence', async (_, path, expected, sentence) => {
    const { status, headers, text } = await api.ask(path, GET);

    expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([
      expected,
      'text/plain; charset=utf-8',
      'nosniff',
    ]);
    expect(text).toContain(sentence);
  });

  it('names the header whose value has no meaning', async () => {
    const { status, text } = await read(`${site.url}/`, { 'X-Links': 'some' });

    expect([status, text]).toEqual([
      400,
      expect.stringContaining('X-Links must be one of inline, text, reference'),
    ]);
  });

  it('wants a key, and a GET request', async () => {
    const before = site.requests.length;
    const stranger = await ask(`${api.url}/r/${site.url}/`, GET);
    const posted = await api.post(`/r/${site.url}/`, {});

    expect([stranger.status, stranger.text]).toEqual([401, 'UNAUTHORIZED: Unauthorized: Token missing\n']);
    expect([posted.status, posted.headers['content-type']]).toEqual([405, 'text/plain; charset=utf-8']);
    expect(site.requests.length).toBe(before);
  });

  it('ends the request to the site when its client leaves', async () => {
    const before = site.requests.length;
    const left = leftBySite;
    const outgoing = request(`${api.url}/r/${site.url}/silent`, {
      headers: { authorization: `Bearer ${KEY}` },
    });
    outgoing.on('error', () => undefined).end();
    await until(() => site.requests.length > before);
    outgoing.destroy();

    await until(() => leftBySite > left);
  });

  it('stands below the prefixes of the registration and the host', async () => {
    const prefixed = await hostOf({ prefix: 'web' }, { configure: (app) => app.setGlobalPrefix('api') });
    const { status, text } = await prefixed.ask(`/api/web/r/${site.url}/a//b?x=/r/1`, GET);
    await prefixed.close();

    expect([status, text]).toEqual([200, expect.stringContaining('# Two slashes')]);
  });

  it('charges for a page as a scrape does', async () => {
    const counting = await hostOf({ keys: {} });
    const keys = counting.app.get(KeyService, { strict: false });
    const { key, owner } = await keys.create();
    await keys.addCredits(owner, 1);
    const headers = { authorization: `Bearer ${key}` };
    const once = () => counting.ask(`/r/${site.url}/`, { ...GET, headers });

    expect((await once()).status).toBe(200);
    await until(async () => (await keys.credits(owner))?.used === 1);
    const { status, text } = await once();
    await counting.close();
    expect([status, text]).toEqual([402, 'INSUFFICIENT_CREDITS: Insufficient credits: all 1 are used\n']);
  });

  it('reads nothing for pages of other sites where no key is needed', async () => {
    const open = await hostOf({ auth: false });
    const from = (place: string) =>
      open.ask(`/r/${site.url}/`, { ...GET, headers: { 'Sec-Fetch-Site': place } });
    const before = site.requests.length;
    const { status, text } = await from('cross-site');
    expect([status, text]).toEqual([403, 'FORBIDDEN: Forbidden\n']);
    expect(site.requests.length).toBe(before);

    expect((await from('same-origin')).status).toBe(200);
    expect((await read(`${site.url}/`, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(200);
    await open.close();
  });

  it.each([
    ['the option is off', { reader: false }, 404],
    ['the host lists versions', { controllers: ['v2'] }, 404],
    ['the host lists versions, and the option is on', { controllers: ['v2'], reader: true }, 200],
  ])('is mounted as configured where %s', async (_, options, expected) => {
    const host = await hostOf(options);
    const { status } = await host.ask(`/r/${site.url}/`, { ...GET, isHosts: true });
    await host.close();

    expect(status).toBe(expected);
  });
});

it('names an address that cannot be decoded on Express', async () => {
  const api = await startApp({
    platform: 'express',
    imports: [
      WebExtractModule.forRoot({ auth: { keys: [KEY] }, allowPrivate: [site.address], browser: false }),
    ],
  });
  const { status, text } = await api.ask(`/r/${site.url}/caf%E9`, GET);
  const form = await api.ask(`/r?url=${encodeURIComponent(`${site.url}/caf%E9`)}`, GET);
  await api.close();

  expect([status, text]).toEqual([400, expect.stringContaining('use the form /r?url=<encoded address>')]);
  expect(form.status).toBe(200);
});
