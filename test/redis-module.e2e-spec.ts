import { randomUUID } from 'node:crypto';
import { BullModule, getQueueToken } from '@nestjs/bull';
import { Injectable, Module } from '@nestjs/common';
import type { Queue } from 'bull';
import { Redis } from 'ioredis';
import { WebExtractModule } from 'nestjs-web-extract';
import {
  BullDriversModule,
  type BullDriversOptions,
  type BullDriversOptionsFactory,
} from 'nestjs-web-extract/bull';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { manyPages } from './sites/linked.js';
import { startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { crawl, endOf, until } from './support/crawls.js';
import { RedisServer } from './support/redis-server.js';
import { NodeProcess } from './support/run-node.js';

let site: Site;
let host: RunningApp | undefined;
let prefix: string;

beforeAll(async () => {
  site = await startSite(manyPages(5));
});
beforeEach(() => {
  prefix = `test-${randomUUID()}`;
});
afterEach(async () => {
  await host?.close();
  host = undefined;
});
afterAll(() => site?.close());

const options = () => ({ auth: { keys: [KEY] }, allowPrivate: [site.address] });
const AWAY = 'redis://127.0.0.1:1';
const GET = { method: 'GET' } as const;

describe('a host that does not import the drivers', () => {
  const loaded = `Object.keys(require.cache).filter((path) => /node_modules.(bull|ioredis|@nestjs.bull)\\b/.test(path)).length`;
  it.each([
    [
      'used',
      `require('nestjs-web-extract').WebExtractModule.forRoot({}); console.log('loaded', ${loaded})`,
      '0',
    ],
    ['imported', `import('nestjs-web-extract').then(() => console.log('loaded', ${loaded}))`, '0'],
    [
      'used, with them',
      `require('nestjs-web-extract/bull').BullDriversModule; console.log('loaded', ${loaded} > 0)`,
      'true',
    ],
  ])('loads neither Bull nor ioredis: %s', async (_, script, count) => {
    const node = new NodeProcess([
      '-e',
      `process.chdir(${JSON.stringify(process.cwd())}); ${toRequire(script)}`,
    ]);
    expect((await node.until(/loaded (\w+)/))[1]).toBe(count);
    await node.dispose();
  });
});

/** `-e` looks for packages in the working directory of its start. */
const toRequire = (script: string) =>
  `const from = require('node:module').createRequire(process.cwd() + '/test/x.js'); ` +
  script
    .replaceAll("require('nestjs", "from('nestjs")
    .replaceAll("import('nestjs", "importFrom('nestjs")
    .replace(/^importFrom/, `const importFrom = (name) => import(from.resolve(name)); importFrom`);

describe('the options of a deployment', () => {
  const drivers = () => BullDriversModule.forRoot({ redis: { url: AWAY } });
  const problemOf = (start: () => unknown) => {
    try {
      start();
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };

  it.each(['api', 'worker'] as const)('refuse the role %s of an embedded store', (role) => {
    expect(problemOf(() => WebExtractModule.forRoot({ role }))).toContain(`role ${role} needs drivers`);
    expect(problemOf(() => WebExtractModule.forRoot({ role, drivers: drivers() }))).toBeNull();
  });

  it.each([
    ['forRoot', () => WebExtractModule.forRoot({ search: { local: true }, drivers: drivers() })],
    [
      'forRootAsync',
      () =>
        WebExtractModule.forRootAsync({
          useFactory: () => ({ search: { local: true } }),
          drivers: drivers(),
        }),
    ],
  ])('refuse a local search of pages that lie in Redis, by %s', async (_, registration) => {
    await expect(startApp({ imports: [registration()] })).rejects.toThrow(
      /search\.local cannot be combined.*embedded/,
    );
  });

  it('refuse a role and drivers that a factory gives, too late', async () => {
    const late = { auth: { keys: [KEY] }, role: 'worker', drivers: drivers() };
    const registration = WebExtractModule.forRootAsync({ useFactory: () => late });
    await expect(startApp({ imports: [registration] })).rejects.toThrow(
      /drivers must be set next to the factory.*\n.*role must be set next to the factory/,
    );
  });

  it.each([
    [{}, 'redis must say which'],
    [{ redis: { url: 'http://localhost' } }, 'redis must have a url such as redis://'],
    [{ redis: { url: undefined } }, 'redis must have a url such as redis://'],
    [{ redis: { keyPrefix: 'mine:' } }, 'redis must have no keyPrefix'],
    [{ redis: {}, prefix: 'a b' }, 'prefix must be of letters'],
    [{ redis: {}, maxMemoryBytes: 0 }, 'maxMemoryBytes must be an integer of at least 1'],
    [{ redis: {}, concurrency: 3 }, 'concurrency is not an option'],
  ])('name what cannot be used: %j', (given, problem) => {
    expect(problemOf(() => BullDriversModule.forRoot(given as BullDriversOptions))).toContain(problem);
  });
});

describeWithRedis('a host on Redis', () => {
  const start = async (...imports: NonNullable<Parameters<typeof startApp>[0]['imports']>) =>
    (host = await startApp({ imports }));
  const crawlAll = () => crawl(host!, { url: `${site.url}/`, limit: 100 });

  @Injectable()
  class Settings implements BullDriversOptionsFactory {
    createBullDriversOptions(): BullDriversOptions {
      return { redis: { url: redisUrl }, prefix };
    }
  }
  @Module({ providers: [Settings], exports: [Settings] })
  class SettingsModule {}

  it.each([
    ['forRoot', () => BullDriversModule.forRoot({ redis: { url: redisUrl }, prefix })],
    ['options of ioredis', () => BullDriversModule.forRoot({ redis: { port: portOf(redisUrl) }, prefix })],
    [
      'forRootAsync with a factory',
      () =>
        BullDriversModule.forRootAsync({
          imports: [SettingsModule],
          inject: [Settings],
          useFactory: async (settings: Settings) => settings.createBullDriversOptions(),
        }),
    ],
    ['forRootAsync with a class', () => BullDriversModule.forRootAsync({ useClass: Settings })],
    [
      'forRootAsync with a provider',
      () => BullDriversModule.forRootAsync({ imports: [SettingsModule], useExisting: Settings }),
    ],
  ])('crawls, given by %s', async (_, drivers) => {
    await start(WebExtractModule.forRootAsync({ useFactory: options, drivers: drivers() }));
    expect((await crawlAll()).data).toHaveLength(6);
  });

  it.each(['reference', 'deep-hash'] as const)(
    'has drivers of its own for each registration, whose factories may have one text, told apart by %s',
    async (moduleIds) => {
      const of = (name: string) => {
        const own = `${prefix}-${name}`;
        const drivers = BullDriversModule.forRootAsync({
          useFactory: () => ({ redis: { url: redisUrl }, prefix: own }),
        });
        return WebExtractModule.forRoot({ ...options(), prefix: name, drivers });
      };
      host = await startApp({ moduleIds, imports: [of('one'), of('other')] });
      const { json } = await host.post('/one/v1/crawl', { url: `${site.url}/`, limit: 1 });
      expect((await host.ask(`/one/v1/crawl/${json.id}`, GET)).status).toBe(200);
      expect((await host.ask(`/other/v1/crawl/${json.id}`, GET)).status).toBe(404);
    },
  );

  it('uses a client that the host has, and leaves it open', async () => {
    const client = new Redis(redisUrl, { maxRetriesPerRequest: null });
    await start(
      WebExtractModule.forRoot({
        ...options(),
        drivers: BullDriversModule.forRoot({ redis: client, prefix }),
      }),
    );
    expect((await crawlAll()).data).toHaveLength(6);
    await host!.close();
    host = undefined;
    expect(await client.ping()).toBe('PONG');
    client.disconnect();
  });

  it('needs nothing of Redis but keys and channels that begin with its prefix', async () => {
    const client = new Redis(redisUrl);
    const user = prefix;
    await client.call(
      'ACL',
      'SETUSER',
      user,
      'on',
      '>pass',
      `~${prefix}:*`,
      `&${prefix}:*`,
      '+@all',
      '-@admin',
    );
    const url = redisUrl.replace('//', `//${user}:pass@`);
    await start(
      WebExtractModule.forRoot({
        ...options(),
        drivers: BullDriversModule.forRoot({ redis: { url }, prefix }),
      }),
    );
    expect((await crawlAll()).data).toHaveLength(6);
    await host!.close();
    host = undefined;
    await client.call('ACL', 'DELUSER', user);
    client.disconnect();
  });

  it('may hold two deployments, and queues of its own', async () => {
    const [one, other] = [`${prefix}-one`, `${prefix}-other`];
    const on = (name: string) => BullDriversModule.forRoot({ redis: { url: redisUrl }, prefix: name });
    await start(
      BullModule.forRoot({ url: redisUrl, prefix: 'host', limiter: { max: 1, duration: 60_000 } }),
      BullModule.registerQueue({ name: 'mails' }),
      WebExtractModule.forRoot({ ...options(), drivers: on(one) }),
      WebExtractModule.forRoot({ ...options(), drivers: on(other), prefix: 'other' }),
    );
    const ids = [];
    for (const path of ['', '/other', '']) {
      const { json } = await host!.post(`${path}/v1/crawl`, { url: `${site.url}/`, limit: 100 });
      ids.push(json.id);
    }
    const statusAt = async (path: string) => (await host!.ask(path, { method: 'GET' })).status;
    expect(await statusAt(`/v1/crawl/${ids[0]}`)).toBe(200);
    expect(await statusAt(`/other/v1/crawl/${ids[0]}`)).toBe(404);
    expect(await statusAt(`/other/v1/crawl/${ids[1]}`)).toBe(200);
    expect((await endOf(host!, ids[2])).data).toHaveLength(6);
    expect(await host!.app.get<Queue>(getQueueToken('mails'), { strict: false }).count()).toBe(0);
  });

  it('ends with its connections closed', async () => {
    const server = await RedisServer.start(); // its own: the other's connections come and go with other specs
    const client = new Redis(server.url);
    const connections = async () => ((await client.client('LIST')) as string).trim().split('\n').length;
    const before = await connections();
    await start(
      WebExtractModule.forRoot({
        ...options(),
        drivers: BullDriversModule.forRoot({ redis: { url: server.url }, prefix }),
      }),
    );
    await crawlAll();
    expect(await connections()).toBeGreaterThan(before);
    await host!.close();
    host = undefined;
    await until(async () => (await connections()) === before); // Redis hears of it when it comes to it
    client.disconnect();
    await server.remove();
  });
});

const portOf = (url: string) => Number(new URL(url).port);
