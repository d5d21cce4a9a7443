import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebExtractEvents, WebExtractModule, type WebExtractOptions } from 'nestjs-web-extract';
import { fsArchive, s3Archive } from 'nestjs-web-extract/archive';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { CrawlStore } from 'nestjs-web-extract/drivers';
import { Redis } from 'ioredis';
// @ts-expect-error it has no types
import S3rver from 's3rver';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { linked, manyPages } from './sites/linked.js';
import { page } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, keepLog, startApp, type RunningApp } from './support/app.js';
import { countsOf, crawl, endOf, pathsOf, submit, until } from './support/crawls.js';
import { FaultyProxy, type Fault } from './support/faulty-proxy.js';
import { RedisServer } from './support/redis-server.js';

/** A hanging archive is noticed after 15 s. */
jest.setTimeout(120_000);

const PAGES = 12;
const SECRETS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const GET = { method: 'GET' } as const;

let site: Site;
let folder: string;
let log: ReturnType<typeof keepLog>;
let api: RunningApp | undefined;

beforeAll(async () => {
  site = await startSite(manyPages(PAGES));
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-faults-'));
  log = keepLog();
});
afterEach(async () => {
  await api?.close();
  api = undefined;
  await rm(folder, { recursive: true, force: true });
});
afterAll(() => site?.close());

interface Started extends RunningApp {
  /** Reasons of `archive-failed` events. */
  readonly failures: string[];
}

async function start(
  options: WebExtractOptions & { drivers?: never },
  useRedis: boolean | string = false,
): Promise<Started> {
  const url = typeof useRedis === 'string' ? useRedis : redisUrl;
  const drivers = BullDriversModule.forRoot({ redis: { url }, prefix: `test-${randomUUID()}` });
  const given = {
    auth: { keys: [KEY] },
    allowPrivate: [site.address],
    ...(useRedis ? { drivers } : { dataDir: join(folder, 'data') }),
    ...options,
    limits: { sealAfterMs: 200, ...options.limits },
  };
  api = await startApp({ imports: [WebExtractModule.forRoot(given)], logger: log });
  const failures: string[] = [];
  api.app
    .get(WebExtractEvents, { strict: false })
    .on('archive-failed', ({ reason }: { reason: string }) => void failures.push(reason));
  return { ...api, failures };
}

const crawlAll = (app: RunningApp, limit = 100) =>
  crawl(app, { url: `${site.url}/`, limit, maxConcurrency: 1 });

const waiting = async (app: RunningApp): Promise<number> => {
  const backlogs = await app.app.get(CrawlStore, { strict: false }).segments!.backlogs();
  return backlogs.reduce((sum, { pages, rows }) => sum + pages + rows, 0);
};

const sealed = (app: RunningApp) => until(async () => (await waiting(app)) === 0, 100);

async function textsOf(app: RunningApp, id: string): Promise<string[]> {
  const { json } = await app.ask(`/v2/crawl/${id}`, GET);
  return json.data.map(({ markdown }: { markdown: string }) => markdown);
}

describe('an archive with faults', () => {
  let server: { run(): Promise<AddressInfo>; close(): Promise<void> };
  let proxy: FaultyProxy;
  let bucket: string;

  beforeEach(async () => {
    bucket = join(folder, 'bucket');
    server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: bucket,
      configureBuckets: [{ name: 'results', configs: [] }],
    });
    proxy = await FaultyProxy.start((await server.run()).port);
  });
  afterEach(async () => {
    await api?.close();
    api = undefined;
    await proxy.close();
    await server.close();
  });

  const archive = () =>
    s3Archive({
      endpoint: proxy.url,
      region: 'us-east-1',
      bucket: 'results',
      prefix: 'p',
      credentials: SECRETS,
    });

  /** Names of objects; null if a folder was removed meanwhile. */
  const objects = async () => {
    const names = await readdir(bucket, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    return names?.filter((name) => /\.seg\._S3rver_object$/.test(name)) ?? null;
  };

  const stores = [['the embedded store', false] as const, ...(redisUrl ? [['Redis', true] as const] : [])];
  const faults: readonly Fault[] = ['hang', 'reset', '503', 'torn', 'stored and reset', 'delay'];

  describe.each(stores)('and %s', (_, useRedis) => {
    it.each(faults)('loses and doubles nothing when it answers with: %s', async (fault) => {
      const app = await start({ archive: archive() }, useRedis);
      proxy.fault = fault;
      const { id } = await crawlAll(app);
      const before = await textsOf(app, id);
      expect(before).toHaveLength(PAGES + 1);
      expect(new Set(before).size).toBe(PAGES + 1);
      await until(() => proxy.failed > 1);
      if (fault !== 'delay') await until(() => app.failures.length > 0);
      expect(await textsOf(app, id)).toEqual(before);
      proxy.fault = 'none';
      await sealed(app);
      expect(await textsOf(app, id)).toEqual(before);
      expect(log.lines.join('\n') + app.failures.join('\n')).not.toMatch(/S3RVER|Signature|\.seg/);
    });
  });

  describeWithRedis('that is full', () => {
    /** Kilobytes of a page, packed. */
    const [KILOBYTES, MANY] = [40, 95];
    let redis: RedisServer;
    let admin: Redis;
    let large: Site;
    beforeEach(async () => {
      redis = await RedisServer.start();
      admin = new Redis(redis.url);
      const paths = Array.from({ length: MANY }, (_, n) => `/${n}`);
      const pageOf = (path: string) =>
        page(
          path,
          `<p>${randomBytes(KILOBYTES * 768)
            .toString('base64')
            .replace(/.{60}/g, '$& ')}</p>`,
        );
      large = await startSite({
        ...linked({ '/': paths }),
        ...Object.fromEntries(paths.map((path) => [path, html(pageOf(path))])),
      });
    });
    afterEach(async () => {
      await api?.close();
      api = undefined;
      await admin.quit();
      await redis.remove();
      await large.close();
    });

    it('lets crawls go on until Redis is full, too; then they wait, and lose nothing', async () => {
      const app = await start({ archive: archive(), allowPrivate: [large.address] }, redis.url);
      proxy.fault = 'full';
      const used = Number(/^used_memory:(\d+)/m.exec(await admin.info('memory'))?.[1]);
      await admin.config('SET', 'maxmemory', used + 2_000_000);
      const id = await submit(app, { url: `${large.url}/`, limit: 200 });
      await until(() => log.lines.some((line) => line.includes('Redis takes nothing more')));
      await until(() => app.failures.some((reason) => reason.includes('507 QuotaExceeded')));
      const { json } = await countsOf(app, id);
      expect(json.status).toBe('scraping');
      expect(json.completed).toBeGreaterThan(20);
      expect(json.completed).toBeLessThan(MANY);

      proxy.fault = 'none';
      const { data, status } = await endOf(app, id);
      expect([status, new Set(pathsOf(data)).size, data.length]).toEqual(['completed', MANY + 1, MANY + 1]);
      expect((await objects())?.length).toBeGreaterThan(0);
    });
  });

  it('answers 503 for the first page of sealed results, and the same next URL for others', async () => {
    const app = await start({ archive: archive() });
    const { id } = await crawlAll(app);
    await sealed(app);
    proxy.fault = '503';
    const first = await app.ask(`/v2/crawl/${id}`, GET);
    expect([first.status, first.headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    proxy.fault = 'none';
    const { json } = await app.ask(`/v2/crawl/${id}?limit=5`, GET);
    proxy.fault = '503';
    const next = new URL(json.next);
    const further = await app.ask(next.pathname + next.search, GET);
    expect(further).toMatchObject({ status: 200, json: { data: [], next: json.next } });
    expect((await app.ask(`/v2/crawl/${id}/export`, GET)).status).toBe(503);
    const health = await app.ask('/health', GET);
    expect(health.status).toBe(200);
    expect(first.text + further.text + log.lines.join('\n')).not.toMatch(/S3RVER|Signature|\.seg/);
    proxy.fault = 'none';
    expect((await app.ask(`/v2/crawl/${id}`, GET)).json.data).toHaveLength(PAGES + 1);
  });

  it.each(['completed', 'cancelled'])(
    'has no objects after a %s crawl with torn uploads has expired',
    async (how) => {
      const app = await start({ archive: archive(), limits: { retentionMs: 2_000 } });
      proxy.fault = 'stored and reset'; // leaves orphans
      const { json } = await app.post('/v2/crawl', {
        url: `${site.url}/`,
        delay: how === 'cancelled' ? 0.2 : 0,
      });
      await until(async () => Boolean((await objects())?.length));
      proxy.fault = 'none';
      if (how === 'cancelled') await app.ask(`/v2/crawl/${json.id}`, { method: 'DELETE' });
      await until(async () => (await app.ask(`/v2/crawl/${json.id}`, GET)).status === 404, 100);
      await until(async () => (await objects())?.length === 0, 200);
    },
  );
});

describe('a third export of an owner', () => {
  it('is refused while two are read', async () => {
    const app = await start({});
    const { id } = await crawlAll(app);
    const { CrawlService } = await import('nestjs-web-extract');
    const crawls = app.app.get(CrawlService, { strict: false });
    const running = await Promise.all([crawls.export(id), crawls.export(id)]);
    for (const one of running) await one.next();
    const third = await app.ask(`/v2/crawl/${id}/export`, GET);
    expect([third.status, third.headers['retry-after']]).toEqual([429, expect.any(String)]);
    for (const one of running) await one.return(undefined);
    expect((await app.ask(`/v2/crawl/${id}/export`, GET)).status).toBe(200);
  });
});

describe('a full disk', () => {
  let mount: string | null = null;
  beforeEach(async () => {
    mount = join(folder, 'small');
    await mkdir(mount);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', mount], { stdio: 'ignore' });
    } catch {
      mount = null;
    }
  });
  afterEach(async () => {
    await api?.close();
    api = undefined;
    if (mount) execFileSync('umount', ['-l', mount]);
  });

  it('of the archive leaves results in the store until there is room', async () => {
    if (!mount) return console.warn('skipped: mounting a tmpfs is not permitted here');
    const filler = join(mount, 'filler');
    const app = await start({ archive: fsArchive({ dir: join(mount, 'archive') }) });
    await writeFile(filler, Buffer.alloc(1024 * 1024)).catch(() => {}); // up to the last byte
    const { id } = await crawlAll(app);
    const before = await textsOf(app, id);
    expect(before).toHaveLength(PAGES + 1);
    await until(() => app.failures.length > 0);
    expect(app.failures[0]).toContain('the disk is full');
    expect(log.lines.join('\n')).not.toContain(mount);
    expect(await waiting(app)).toBeGreaterThan(0);
    await rm(filler);
    await sealed(app);
    expect(await textsOf(app, id)).toEqual(before);
  });
});
