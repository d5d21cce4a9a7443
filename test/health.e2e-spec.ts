import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Controller, Get } from '@nestjs/common';
import { HealthCheckService, TerminusModule } from '@nestjs/terminus';
import { WebExtractModule, type WebExtractOptions, type WebExtractStaticOptions } from 'nestjs-web-extract';
import { fsArchive } from 'nestjs-web-extract/archive';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { PostgresDriversModule } from 'nestjs-web-extract/postgres';
import {
  WebExtractHealthIndicator,
  WebExtractHealthModule,
  type HealthOptions,
} from 'nestjs-web-extract/health';
import { Converter } from '../libs/web-extract/src/ports/converter.port.js';
import { KEY, startApp, type AppSettings, type RunningApp } from './support/app.js';
import { PLATFORMS } from './support/platforms.js';

@Controller('well')
class WellController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicator: WebExtractHealthIndicator,
  ) {}

  @Get()
  check() {
    return this.health.check(this.indicator.all());
  }
}

/** No check is late on a machine that is busy. */
const PATIENT = { timeoutMs: 25_000 };
/** Where nobody listens. */
const AWAY = 'redis://ana:secret-of-redis@127.0.0.1:1';

let host: RunningApp | undefined;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'web-extract-test-'));
});
afterEach(async () => {
  await host?.close();
  host = undefined;
  rmSync(folder, { recursive: true, force: true });
});

describe.each(PLATFORMS)('health on %s', (platform) => {
  async function check(
    options: WebExtractOptions & WebExtractStaticOptions,
    health: HealthOptions = PATIENT,
    override?: AppSettings['override'],
    configure?: () => void,
  ) {
    host = await startApp({
      platform,
      imports: [
        WebExtractModule.forRoot({ auth: { keys: [KEY] }, browser: false, ...options }),
        WebExtractHealthModule.forRoot(health),
        TerminusModule.forRoot({ logger: false }),
      ],
      controllers: [WellController],
      ...(override ? { override } : {}),
      ...(configure ? { configure } : {}),
    });
    const { status, json, text } = await host.ask('/well', { method: 'GET' });
    return { status, of: json.details, text };
  }

  it('is well while everything is there', async () => {
    const { status, of } = await check({});
    expect([status, of]).toEqual([
      200,
      {
        'webExtract.store': { status: 'up' },
        'webExtract.queue': { status: 'up' },
        'webExtract.redis': { status: 'up', state: 'not used' },
        'webExtract.postgres': { status: 'up', state: 'not used' },
        'webExtract.history': { status: 'up', state: 'ok', bytes: 0, maxBytes: 67_108_864 },
        'webExtract.cache': { status: 'up', state: 'not used' },
        'webExtract.archive': { status: 'up', state: 'not used' },
        'webExtract.converter': { status: 'up' },
        'webExtract.browser': { status: 'up', state: 'not used' },
        'webExtract.disk': { status: 'up', state: 'not used' },
      },
    ]);
  });

  it('tells the room on the disk, and that a browser is missing, which is no fault', async () => {
    const browser = { executablePath: join(folder, 'browser') };
    writeFileSync(browser.executablePath, '', { mode: 0o755 });
    const uninstall = () => rmSync(browser.executablePath);
    const { status, of } = await check(
      { dataDir: join(folder, 'data'), browser },
      PATIENT,
      undefined,
      uninstall,
    );
    expect([status, of['webExtract.disk'], of['webExtract.browser']]).toEqual([
      200,
      { status: 'up', freeBytes: expect.any(Number) },
      { status: 'up', state: 'missing' },
    ]);
  });

  it('is down where the disk has too little room', async () => {
    const minFreeBytes = Number.MAX_SAFE_INTEGER;
    const { status, of } = await check({ dataDir: folder }, { ...PATIENT, minFreeBytes });
    expect([status, of['webExtract.disk']]).toEqual([
      503,
      { status: 'down', message: expect.stringMatching(/^only \d+ bytes are free$/) },
    ]);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('away'))],
    ['does not answer', () => new Promise<void>(() => {})],
  ])('is well while the archive %s, and reports it', async (_, checkReady) => {
    const archive = fsArchive({ dir: join(folder, 'archive') });
    jest.spyOn(archive, 'checkReady').mockImplementation(checkReady);
    const { status, of } = await check({ archive, dataDir: join(folder, 'data') }, { timeoutMs: 5_000 });

    expect([status, of['webExtract.archive']]).toEqual([200, { status: 'up', state: 'unavailable' }]);
  });

  it('is down where the store was removed', async () => {
    const dataDir = join(folder, 'data');
    await check({ dataDir });
    rmSync(dataDir, { recursive: true });
    const { status, json } = await host!.ask('/well', { method: 'GET' });
    expect([status, json.details['webExtract.disk'].status]).toEqual([503, 'down']);
  });

  it('is down where a check takes too long, which ends then', async () => {
    let isAborted = false;
    const convert = (_: unknown, signal: AbortSignal) =>
      new Promise(() => signal.addEventListener('abort', () => (isAborted = true)));
    const { status, of } = await check({}, { timeoutMs: 50 }, (builder) =>
      builder.overrideProvider(Converter).useValue({ convert }),
    );
    expect([status, of['webExtract.converter'], isAborted]).toEqual([
      503,
      { status: 'down', message: 'no answer within 50 ms' },
      true,
    ]);
  });

  it('tells nothing of an error that others made', async () => {
    const convert = () => Promise.reject(new Error('secret'));
    const { status, of, text } = await check({}, PATIENT, (builder) =>
      builder.overrideProvider(Converter).useValue({ convert }),
    );
    expect([status, of['webExtract.converter']]).toEqual([503, { status: 'down', message: 'failed' }]);
    expect(text).not.toContain('secret');
  });

  it('is down where Redis is out of reach, and says no password', async () => {
    const drivers = BullDriversModule.forRoot({ redis: { url: AWAY } });
    const { status, of, text } = await check({ drivers, dataDir: join(folder, 'not-used') });
    expect([status, of]).toEqual([
      503,
      {
        'webExtract.store': { status: 'down', message: expect.stringContaining('Redis is out of reach') },
        'webExtract.queue': { status: 'down', message: 'out of reach' },
        'webExtract.redis': { status: 'down', message: 'out of reach' },
        'webExtract.postgres': { status: 'up', state: 'not used' },
        'webExtract.history': { status: 'up', state: 'failing' },
        'webExtract.cache': { status: 'up', state: 'not used' },
        'webExtract.archive': { status: 'up', state: 'not used' },
        'webExtract.converter': { status: 'up' },
        'webExtract.browser': { status: 'up', state: 'not used' },
        'webExtract.disk': { status: 'up', state: 'not used' },
      },
    ]);
    expect(text).not.toContain('secret-of-redis');
  });

  it('is down where PostgreSQL is out of reach, and says no password', async () => {
    const connection = 'postgresql://web_extract:secret-of-postgres@127.0.0.1:1/web_extract';
    const { status, of, text } = await check({ drivers: PostgresDriversModule.forRoot({ connection }) });
    expect([status, of]).toMatchObject([
      503,
      {
        'webExtract.store': {
          status: 'down',
          message: expect.stringContaining('PostgreSQL is out of reach'),
        },
        'webExtract.queue': { status: 'down', message: 'out of reach' },
        'webExtract.redis': { status: 'up', state: 'not used' },
        'webExtract.postgres': { status: 'down', message: 'out of reach' },
      },
    ]);
    expect(text).not.toContain('secret-of-postgres');
  });
});

describe('options of health', () => {
  it.each([
    [{ timeoutMs: 0 }, /health.timeoutMs/],
    [{ minFreeBytes: 0.5 }, /health.minFreeBytes/],
    [{ odd: 1 } as never, /health.odd is not an option/],
  ])('are refused by name: %j', (options, message) => {
    expect(() => WebExtractHealthModule.forRoot(options)).toThrow(message);
  });
});
