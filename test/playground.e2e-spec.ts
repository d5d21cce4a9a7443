import { Controller, Get, Module } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { WebExtractModule } from 'nestjs-web-extract';
import { WebExtractPlaygroundModule } from 'nestjs-web-extract/playground';
import { KEY, startApp, type AppSettings, type RunningApp } from './support/app.js';
import { PLATFORMS } from './support/platforms.js';

@Controller('own')
class OwnController {
  @Get()
  own() {
    return { own: true };
  }
}

const webExtract = (options = {}) =>
  WebExtractModule.forRoot({ auth: { keys: [KEY] }, browser: false, ...options });
const metaOf = (html: string, name: string): string =>
  new RegExp(`<meta name="web-extract-${name}" content="([^"]*)"`).exec(html)?.[1] ?? 'nothing';

describe.each(PLATFORMS)('the routes of the playground on %s', (platform) => {
  let api: RunningApp;

  const start = async (settings: Partial<AppSettings> & Pick<AppSettings, 'imports'>) => {
    api = await startApp({ platform, ...settings });
  };
  const get = (path: string, headers = {}) =>
    fetch(api.url + path, { headers: { ...headers }, redirect: 'manual' });
  /** Fetches the page as a browser does, with the files that it names. */
  const load = async (path: string) => {
    const page = await get(path);
    const html = await page.text();
    const files = [...html.matchAll(/(?:src|href)="(\.[^"]*)"/g)].map(([, file = '']) => file);
    const addresses = [...files, metaOf(html, 'worker')].map((file) => new URL(file, api.url + path).href);
    const answers = await Promise.all(addresses.map((address) => fetch(address)));
    const baseOfApi = new URL(metaOf(html, 'api'), api.url + path).href;
    return { page, html, answers, addresses, baseOfApi };
  };

  afterEach(() => api?.close());

  it('give one page and its files to everybody, and let nobody frame it', async () => {
    await start({ imports: [webExtract(), WebExtractPlaygroundModule.forRoot()] });
    const { page, html, answers, baseOfApi } = await load('/playground');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(html).toContain('<title>Web Extract playground</title>');
    expect(answers.map(({ status, headers }) => [status, headers.get('content-type')]).sort()).toEqual([
      [200, 'text/css; charset=utf-8'],
      [200, 'text/javascript; charset=utf-8'],
      [200, 'text/javascript; charset=utf-8'],
    ]);
    for (const { headers } of [page, ...answers]) {
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|\*/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=|https?:\/\//);
    expect(baseOfApi).toBe(`${api.url}/`);
  });

  it('zip what may be zipped, and name files by what is in them', async () => {
    await start({ imports: [webExtract(), WebExtractPlaygroundModule.forRoot()] });
    const { addresses, answers } = await load('/playground');
    expect(answers[0]!.headers.get('content-encoding')).toBe('gzip');
    expect(answers[0]!.headers.get('cache-control')).toContain('immutable');
    const plain = await fetch(addresses[0]!, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(await answers[0]!.text());
    const licences = await (await get('/playground/playground-assets/licences.txt')).text();
    expect(licences).toMatch(/preact .*\(MIT\)/);
    expect(licences).toMatch(/dompurify/);
    const document = await get('/playground/playground-assets/openapi.json');
    expect(document.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await document.json()).toMatchObject({ paths: { '/v2/scrape': {} } });
  });

  it('lie at the root where they are wanted there, and leave every other path alone', async () => {
    const playground = WebExtractPlaygroundModule.forRoot({ path: '/' });
    await start({
      imports: [webExtract({ handleUnknownRoutes: true }), playground],
      controllers: [OwnController],
    });
    const { html, answers, baseOfApi } = await load('/');
    expect([html.length > 500, answers.every(({ ok }) => ok), baseOfApi]).toEqual([
      true,
      true,
      `${api.url}/`,
    ]);
    expect((await api.ask('/own', { method: 'GET' })).json).toEqual({ own: true });
    for (const path of [
      '/nothing',
      '/playground-assets/',
      '/playground-assets/app-00000000.js',
      '/v1/nothing',
      '/index.html',
      '/playground-assets/..%2f..%2fpackage.json',
      '/playground-assets/index.html',
    ]) {
      // prettier-ignore
      const { status, json } = await api.ask(path, { method: 'GET' });
      expect([path, status, typeof json]).toEqual([path, 404, 'object']);
    }
    expect((await api.ask('/v2/scrape', { body: {}, headers: { authorization: '' } })).status).toBe(401);
  });

  it('find the API below prefixes of the host and of the module, with a slash at the end too', async () => {
    await start({
      imports: [webExtract({ prefix: 'extract' }), WebExtractPlaygroundModule.forRoot({ path: 'tools/try' })],
      configure: (app) => void app.setGlobalPrefix('api'),
    });
    const { answers, baseOfApi } = await load('/api/tools/try');
    expect([answers.every(({ ok }) => ok), baseOfApi]).toEqual([true, `${api.url}/api/extract/`]);
    expect((await api.ask('/api/extract/v2/crawl/active', { method: 'GET' })).status).toBe(200);
    const slashed = await load('/api/tools/try/');
    expect([slashed.page.status, slashed.baseOfApi]).toEqual([200, `${api.url}/api/extract/`]);
    expect(slashed.answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await fetch(`${api.url}/api/tools/try/?a=b`, { method: 'HEAD' })).status).toBe(200);
    for (const other of ['/api/tools/', '/api/tools/other/', '/tools/try/'])
      expect([other, (await get(other)).status]).toEqual([other, 404]);
  });

  it('lie at a prefix of the host, with a slash at the end too', async () => {
    await start({
      imports: [webExtract(), WebExtractPlaygroundModule.forRoot({ path: '/' })],
      configure: (app) => void app.setGlobalPrefix('api'),
    });
    for (const path of ['/api', '/api/']) {
      const { page, answers, baseOfApi } = await load(path);
      expect([path, page.status, baseOfApi]).toEqual([path, 200, `${api.url}/api/`]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
  });

  it('stand side by side, each with an API of its own', async () => {
    await start({
      imports: [
        webExtract({ prefix: 'one' }),
        webExtract({ prefix: 'two' }),
        WebExtractPlaygroundModule.forRoot({ path: '/try-one', apiPrefix: 'one' }),
        WebExtractPlaygroundModule.forRoot({ path: '/try-two', apiPrefix: '/two/' }),
      ],
    });
    const [one, two] = [await load('/try-one'), await load('/try-two')];
    expect([(await get('/try-one/')).status, (await get('/try-two/')).status]).toEqual([200, 200]);
    expect([one.baseOfApi, two.baseOfApi]).toEqual([`${api.url}/one/`, `${api.url}/two/`]);
    expect([...one.answers, ...two.answers].every(({ ok }) => ok)).toBe(true);
  });

  it('say at the start what they miss', async () => {
    @Module({})
    class Nothing {}
    const playground = WebExtractPlaygroundModule.forRoot();
    await expect(start({ imports: [Nothing, playground] })).rejects.toThrow(/needs WebExtractModule with v2/);
    const v1 = webExtract({ controllers: ['v1'] });
    await expect(start({ imports: [v1, playground] })).rejects.toThrow(/with v2/);
    const other = WebExtractPlaygroundModule.forRoot({ apiPrefix: 'other' });
    await expect(start({ imports: [webExtract(), other] })).rejects.toThrow('below /other');
  });
});

it('asks for nothing in an application without HTTP', async () => {
  const imports = [webExtract(), WebExtractPlaygroundModule.forRoot()];
  const module = await Test.createTestingModule({ imports }).compile();
  await module.init();
  await module.close();
});

it('lies at its path with a slash at the end in hosts whose router ignores such slashes', async () => {
  const imports = [webExtract(), WebExtractPlaygroundModule.forRoot()];
  const module = await Test.createTestingModule({ imports }).compile();
  const adapter = new FastifyAdapter({ routerOptions: { ignoreTrailingSlash: true } });
  const app = module.createNestApplication<NestFastifyApplication>(adapter, { logger: false });
  await app.init();
  expect((await app.inject('/playground')).statusCode).toBe(200);
  expect((await app.inject('/playground/')).statusCode).toBe(200);
  await app.close();
});

describe('the options of the playground', () => {
  it.each([
    [{ path: 'a b' }, 'playground.path must be a path'],
    [{ path: 7 }, 'playground.path must be a path'],
    [{ apiPrefix: '//' }, 'playground.apiPrefix must be a path'],
    [{ route: '/' }, 'playground.route is not an option'],
  ])('are checked: %j', (options, message) => {
    expect(() => WebExtractPlaygroundModule.forRoot(options as object)).toThrow(message);
  });
});
