import { Injectable, Module, type LoggerService } from '@nestjs/common';
import { NestFactory, RouterModule } from '@nestjs/core';
import {
  InvalidOptionsError,
  ScrapeService,
  WebExtractModule,
  type WebExtractOptions,
  type WebExtractStaticOptions,
} from 'nestjs-web-extract';
import { ARTICLE } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, keepLog, startApp, type RunningApp } from './support/app.js';
import { PLATFORMS } from './support/platforms.js';

let site: Site;
let host: RunningApp | undefined;

beforeAll(async () => {
  site = await startSite({ '/article': html(ARTICLE) });
});

afterEach(async () => {
  await host?.close();
  host = undefined;
});

afterAll(() => site?.close());

const withKey = (key: string) => ({ authorization: `Bearer ${key}` });

async function statusOf(path: string, body: unknown, key = KEY): Promise<number> {
  return (await host!.ask(path, { body, headers: withKey(key) })).status;
}

describe.each(PLATFORMS)('two registrations in one application on %s', (platform) => {
  beforeEach(async () => {
    const first = { auth: { keys: ['first'] }, allowPrivate: [site.address] };
    const second = { auth: { keys: ['second'] }, prefix: 'inner/api', handleUnknownRoutes: true };
    host = await startApp({
      platform,
      imports: [WebExtractModule.forRoot(first), WebExtractModule.forRoot(second)],
    });
  });

  it('have keys of their own', async () => {
    for (const [path, key, other] of [
      ['/v1/scrape', 'first', 'second'],
      ['/inner/api/v1/scrape', 'second', 'first'],
    ] as const) {
      expect(await statusOf(path, {}, key)).toBe(400);
      expect(await statusOf(path, {}, other)).toBe(401);
      expect(await statusOf(path, '{', key)).toBe(400);
      expect(await statusOf(path, '{', other)).toBe(401);
    }
  });

  it('have options of their own', async () => {
    const body = { url: `${site.url}/article` };
    expect(await statusOf('/v1/scrape', body, 'first')).toBe(200);
    expect(await statusOf('/inner/api/v1/scrape', body, 'second')).toBe(403);
  });

  it('own what they mount, and health of their own', async () => {
    const unknown = await host!.ask('/inner/api/v1/x', { method: 'GET', headers: withKey('second') });
    expect([unknown.status, unknown.json.code]).toEqual([404, 'NOT_FOUND']);
    const foreign = await host!.ask('/v1/x', { method: 'GET', headers: withKey('first') });
    expect([foreign.status, foreign.json.code]).toEqual([404, undefined]);
    for (const path of ['/health', '/inner/api/health']) {
      expect((await host!.ask(path, { method: 'GET' })).json).toEqual({ status: 'ok' });
    }
  });
});

describe.each(PLATFORMS)('a path that the host gives to the module on %s', (platform) => {
  it('comes before ours, errors included', async () => {
    const ours = WebExtractModule.forRoot({ auth: { keys: [KEY] }, handleUnknownRoutes: true });
    @Module({ imports: [ours] })
    class AdminModule {}
    const paths = RouterModule.register([{ path: 'admin', module: AdminModule, children: [ours.module] }]);
    host = await startApp({ platform, imports: [AdminModule, paths] });
    const answers = [];
    for (const body of [{}, '{']) answers.push((await host.post('/admin/v1/scrape', body)).json.code);
    answers.push((await host.ask('/admin/v1/scrape', { method: 'PUT' })).json.code);
    answers.push((await host.ask('/admin/v1/else', { method: 'GET' })).json.code);
    expect(answers).toEqual(['BAD_REQUEST', 'BAD_REQUEST_INVALID_JSON', 'METHOD_NOT_ALLOWED', 'NOT_FOUND']);
  });
});

describe('forRootAsync', () => {
  @Injectable()
  class Settings {
    readonly key = KEY;

    createWebExtractOptions(): WebExtractOptions {
      return { auth: { keys: [this.key] }, allowPrivate: [site.address] };
    }
  }

  @Module({ providers: [Settings], exports: [Settings] })
  class SettingsModule {}

  it.each([
    [
      'useFactory',
      () => WebExtractModule.forRootAsync({ useFactory: () => new Settings().createWebExtractOptions() }),
    ],
    [
      'an async useFactory with inject',
      () =>
        WebExtractModule.forRootAsync({
          imports: [SettingsModule],
          inject: [Settings],
          useFactory: async (settings: Settings) => settings.createWebExtractOptions(),
        }),
    ],
    ['useClass', () => WebExtractModule.forRootAsync({ useClass: Settings })],
    [
      'useExisting',
      () => WebExtractModule.forRootAsync({ imports: [SettingsModule], useExisting: Settings }),
    ],
  ])('takes %s', async (_, configured) => {
    host = await startApp({ imports: [configured()] });
    expect(await statusOf('/v1/scrape', { url: `${site.url}/article` })).toBe(200);
    expect(await statusOf('/v1/scrape', {}, 'other')).toBe(401);
  });

  it('takes the static options beside', async () => {
    const configured = WebExtractModule.forRootAsync({
      prefix: '/deep/',
      controllers: ['v1'],
      useFactory: () => ({ auth: { keys: [KEY] } }),
    });
    host = await startApp({ imports: [configured] });
    expect(await statusOf('/deep/v1/scrape', {})).toBe(400);
    expect(await statusOf('/deep/v0/scrape', {})).toBe(404);
    expect(await statusOf('/v1/scrape', {})).toBe(404);
  });
});

describe('the services', () => {
  @Injectable()
  class Reader {
    constructor(readonly scraper: ScrapeService) {}
  }

  it('are there without controllers, and then no key is made', async () => {
    const logger = keepLog();
    const imports = [WebExtractModule.forRoot({ controllers: false, allowPrivate: [site.address] })];
    host = await startApp({ imports, providers: [Reader], logger });
    const page = await host.app
      .get(Reader)
      .scraper.scrape({ url: `${site.url}/article`, formats: ['markdown', 'links'] });
    expect(page.markdown).toMatch(/^# Lighthouses of the north/);
    expect(page).toMatchObject({ statusCode: 200, html: null, requestedUrl: `${site.url}/article` });
    expect(page).toEqual(JSON.parse(JSON.stringify(page)));
    expect(logger.lines.join()).not.toContain('keys');
    expect(logger.lines.join()).toContain(`These non-public targets may be fetched: ${site.address}`);
    for (const path of ['/v1/scrape', '/v0/scrape', '/health']) expect(await statusOf(path, {})).toBe(404);
  });

  it('are everywhere when isGlobal', async () => {
    @Module({ providers: [Reader], exports: [Reader] })
    class FeatureModule {}
    host = await startApp({
      imports: [WebExtractModule.forRoot({ isGlobal: true, controllers: false }), FeatureModule],
    });
    expect(host.app.get(Reader).scraper).toBeInstanceOf(ScrapeService);
  });

  it('stop when the caller gives up', async () => {
    host = await startApp({
      imports: [WebExtractModule.forRoot({ auth: false, allowPrivate: [site.address] })],
    });
    const reason = new Error('no longer wanted');
    const scraping = host.app
      .get(ScrapeService)
      .scrape({ url: `${site.url}/article` }, AbortSignal.abort(reason));
    await expect(scraping).rejects.toBe(reason);
  });

  it('speak of fields by their own names', async () => {
    host = await startApp({ imports: [WebExtractModule.forRoot({ auth: false })] });
    const scraping = host.app
      .get(ScrapeService)
      .scrape({ url: 'https://example.com', includeSelectors: ['p['] });
    await expect(scraping).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      problems: [{ path: ['includeSelectors', 0] }],
    });
  });

  it('work in an application without HTTP', async () => {
    @Module({ imports: [WebExtractModule.forRoot({ auth: false, allowPrivate: [site.address] })] })
    class ScriptModule {}
    const script = await NestFactory.createApplicationContext(ScriptModule, { logger: false });
    const page = await script.get(ScrapeService).scrape({ url: `${site.url}/article` });
    await script.close();
    expect(page.statusCode).toBe(200);
  });
});

describe('controllers', () => {
  it.each([
    [['v0'], 400, 404],
    [['v1'], 404, 400],
    [['v1', 'v0', 'v1'], 400, 400],
    [[], 404, 404],
  ] as const)('%j mounts these versions alone', async (controllers, v0, v1) => {
    host = await startApp({ imports: [WebExtractModule.forRoot({ controllers, auth: { keys: [KEY] } })] });
    expect([await statusOf('/v0/scrape', {}), await statusOf('/v1/scrape', {})]).toEqual([v0, v1]);
  });
});

describe('an option that cannot be used', () => {
  const boot = async (options: object): Promise<Error> => {
    const silent = { log() {}, warn() {}, error() {} } as LoggerService;
    const failure = await startApp({
      imports: [WebExtractModule.forRootAsync({ useFactory: () => options })],
      logger: silent,
    })
      .then((running) => running.close())
      .catch((error: unknown) => error);
    return failure as Error;
  };

  it.each([
    [{ keys: ['a'] }, 'keys must be an object; put your own keys into auth.keys'],
    [{ auth: true }, 'auth must be false, { keys: [...] } or { validate: function }'],
    [{ auth: null }, 'auth must be false, { keys: [...] } or { validate: function }'],
    [{ auth: { keys: [] } }, 'auth must hold at least one key; use `auth: false` to open the API'],
    [{ auth: { keys: [''] } }, 'auth has no value at keys[0]: is its environment variable set?'],
    [{ auth: { keys: ['a', undefined] } }, 'auth has no value at keys[1]: is its environment variable set?'],
    [{ auth: { keys: [null] } }, 'auth has no value at keys[0]: is its environment variable set?'],
    [{ auth: { keys: [7] } }, 'auth must be false, { keys: [...] } or { validate: function }'],
    [
      { auth: { keys: ['a b'] } },
      'auth holds a key with blanks, commas or other characters that a header cannot carry',
    ],
    [
      { auth: { keys: ['a'], validate: () => true } },
      'auth must be false, { keys: [...] } or { validate: function }',
    ],
    [{ allowPrivate: '127.0.0.1' }, 'allowPrivate must be a list of non-empty strings'],
    [{ allowPrivate: ['10.0.0.0/33'] }, "allowPrivate: cannot read '10.0.0.0/33'"],
    [{ trustedHeaderOrigins: '*.example.com' }, 'trustedHeaderOrigins must be a list of non-empty strings'],
    [{ trustedHeaderOrigins: ['*'] }, "trustedHeaderOrigins: cannot read '*'"],
    [
      { trustedHeaderOrigins: ['https://example.com'] },
      "trustedHeaderOrigins: cannot read 'https://example.com'",
    ],
    [{ proxies: ['not a proxy'] }, 'proxies'],
    [{ publicUrl: 'example.com' }, 'publicUrl must be an http(s) URL'],
    [{ headerProfile: 'firefox' }, 'headerProfile must be one of bot, browser'],
    [{ handleUnknownRoutes: 'yes' }, 'handleUnknownRoutes must be true or false'],
    [{ limits: null }, 'limits must be an object'],
    [{ limits: [] }, 'limits must be an object'],
    [{ limits: { timeoutMs: '1000' } }, 'limits.timeoutMs must be an integer of at least 1'],
    [{ limits: { timeout: 1 } }, 'limits.timeout is not an option'],
    [{ limits: { conversionMemoryMb: 10 } }, 'limits.conversionMemoryMb must be an integer of at least 64'],
    [{ contentRules: [{ include: ['p'] }] }, 'contentRules must be a list of { host, include?, exclude? }'],
    [
      { contentRules: [{ host: 'a.example', include: ['main'], exclude: ['.ad', 'p['] }] },
      'contentRules[0] for a.example: "p[" is not a valid CSS selector',
    ],
    [
      { contentRules: [{ host: 'a.example' }, { host: '*.b.example', include: ['p'.repeat(1_001)] }] },
      'contentRules[1] for *.b.example: include holds a selector of 1001 characters; 1000 is the most',
    ],
  ])('%j ends the start with a readable message', async (options, message) => {
    const error = await boot(options);
    expect(error).toBeInstanceOf(InvalidOptionsError);
    expect(error.message).toContain('WebExtractModule options are not valid:\n  - ');
    expect(error.message).toContain(message);
    expect(error.message).not.toContain('[object');
  });

  it.each([undefined, null, 7, []])('the options %p are no options', async (options) => {
    const error = await boot(options as unknown as object);
    expect(error.message).toContain('options must be an object');
  });

  it('tells all of them at once', async () => {
    const error = await boot({ auth: 1, handleUnknownRoutes: 1, limits: { maxFetches: 0 } });
    expect((error as InvalidOptionsError).problems).toHaveLength(3);
  });

  it.each([
    [{ controllers: ['v3'] }, "controllers must be false or a list of 'v0', 'v1' and 'v2'"],
    [{ controllers: true }, "controllers must be false or a list of 'v0', 'v1' and 'v2'"],
    [{ prefix: 'a b' }, 'prefix must be a path of letters, digits and . _ ~ - /'],
    [{ prefix: ':id' }, 'prefix must be a path of letters, digits and . _ ~ - /'],
    [{ isGlobal: 1 }, 'isGlobal must be true or false'],
  ])('%j ends the import', (options, message) => {
    expect(() => WebExtractModule.forRoot(options as unknown as WebExtractStaticOptions)).toThrow(message);
  });
});
