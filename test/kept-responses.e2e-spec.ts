import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CrawlService, WebExtractModule } from 'nestjs-web-extract';
import { fsArchive } from 'nestjs-web-extract/archive';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { linking } from './sites/linked.js';
import { html, startSite, type Routes, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';
import { crawl, until } from './support/crawls.js';
import { readWarc, type ReadRecord } from './support/warc.js';

const CALLER = {
  Authorization: 'Bearer secret-of-the-caller',
  Cookie: 'session=secret-cookie',
  'X-Own': 'secret-own',
};
const PATHS = ['/packed', '/same-1', '/same-2', '/binary', '/lost'];
const SAME = linking('same', []).padEnd(600, ' ');
const PACKED = linking('packed', []);
const BINARY = Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x61]);

const ROUTES: Routes = {
  '/': (request, response) => {
    response.setHeader('Set-Cookie', ['sid=secret-session; Path=/; HttpOnly', 'b=secret-b']);
    response.setHeader('X-Echo', String(request.headers['x-own'])); // repeats a header of the caller
    html(linking('start', PATHS))(request, response);
  },
  '/packed': html(gzipSync(PACKED), { 'content-encoding': 'gzip', 'X-Case': 'Kept' }),
  '/same-1': html(SAME),
  '/same-2': html(SAME, { 'x-second': 'yes' }),
  '/binary': html(BINARY, { 'content-type': 'text/plain; charset=windows-1252' }),
};

let site: Site;
beforeAll(async () => {
  site = await startSite(ROUTES);
});
afterAll(() => site?.close());

const at = (records: readonly ReadRecord[], path: string, type: string) =>
  records.find(({ uri, type: found }) => uri === site.url + path && found === type);

const headerOf = (record: ReadRecord | undefined, name: string) =>
  record?.http?.headers.filter(([found]) => found.toLowerCase() === name).map(([, value]) => value);

async function exportWarc(api: RunningApp, id: string): Promise<ReadRecord[]> {
  const response = await fetch(`${api.url}/v2/crawl/${id}/export?format=warc`, {
    headers: { authorization: `Bearer ${KEY}` },
  });
  expect(response.status).toBe(200);
  return readWarc(new Uint8Array(await response.arrayBuffer()));
}

const BODY = {
  scrapeOptions: { formats: ['markdown'], headers: CALLER },
  storeResponses: true,
  maxConcurrency: 1,
};

/** What exports contain, however the results are stored. */
function expectResponses(records: readonly ReadRecord[]): void {
  const start = at(records, '/', 'response');
  expect(start).toMatchObject({
    contentType: 'application/http; msgtype=response',
    text: linking('start', PATHS),
  });
  expect(start?.http?.status).toBe('HTTP/1.1 200 OK');
  expect(headerOf(start, 'set-cookie')?.join()).toBe('sid=***; Path=/; HttpOnly,b=***');

  const packed = at(records, '/packed', 'response');
  expect(packed?.text).toBe(PACKED);
  expect(headerOf(packed, 'content-encoding')).toEqual([]);
  expect(headerOf(packed, 'x-archive-orig-content-encoding')).toEqual(['gzip']);
  expect(packed?.http?.headers).toContainEqual(['x-case', 'Kept']);

  const original = at(records, '/same-1', 'response') ?? at(records, '/same-2', 'response');
  const revisit = at(records, '/same-1', 'revisit') ?? at(records, '/same-2', 'revisit');
  expect(original?.text).toBe(SAME);
  expect(revisit?.text).toBe('');
  expect(revisit?.fields).toMatchObject({
    'warc-profile': 'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest',
    'warc-refers-to': original?.fields['warc-record-id'],
    'warc-refers-to-target-uri': original?.uri,
    'warc-payload-digest': original?.fields['warc-payload-digest'],
  });

  expect(Buffer.from(at(records, '/binary', 'response')!.bytes)).toEqual(BINARY);
  expect(at(records, '/lost', 'response')?.http?.status).toBe('HTTP/1.1 404 Not Found');
  const conversion = at(records, '/packed', 'conversion');
  expect(conversion?.fields['warc-refers-to']).toBe(packed?.fields['warc-record-id']);
  expect(JSON.stringify(records)).not.toMatch(/secret|key-of-the-tests/);
}

describe.each(somePlatforms())('kept responses on %s', (platform) => {
  let api: RunningApp;
  beforeAll(async () => {
    const options = { auth: { keys: [KEY] }, allowPrivate: [site.address] };
    api = await startApp({ platform, imports: [WebExtractModule.forRoot(options)] });
  });
  afterAll(() => api?.close());

  it.each(['v1', 'v2'])(
    'are response and revisit records of exports, and not in responses of %s',
    async (version) => {
      const { json } = await api.post(`/${version}/crawl`, { ...BODY, url: `${site.url}/` });
      await until(
        async () => (await api.ask(`/v2/crawl/${json.id}`, { method: 'GET' })).json.status === 'completed',
      );
      expectResponses(await exportWarc(api, json.id));
      const { text } = await api.ask(`/${version}/crawl/${json.id}`, { method: 'GET' });
      expect(text).not.toMatch(/X-Case|sid=/);
    },
  );

  it('are kept of batches', async () => {
    const { json } = await api.post('/v2/batch/scrape', {
      urls: [`${site.url}/packed`],
      storeResponses: true,
    });
    await until(
      async () =>
        (await api.ask(`/v2/batch/scrape/${json.id}`, { method: 'GET' })).json.status === 'completed',
    );
    expect(at(await exportWarc(api, json.id), '/packed', 'response')?.text).toBe(PACKED);
  });

  it('are absent by default', async () => {
    const { id } = await crawl(api, { url: `${site.url}/` });
    const types = (await exportWarc(api, id)).map(({ type }) => type);
    expect(new Set(types)).toEqual(new Set(['warcinfo', 'conversion']));
  });
});

describe('kept responses of tracked pages', () => {
  it('are a revisit record where the site answers 304', async () => {
    const text = linking('tracked', []);
    const tracked = await startSite({
      '/': (request, response) => {
        const isKnown = request.headers['if-none-match'] === '"one"';
        if (isKnown) response.writeHead(304, { etag: '"one"' }).end();
        else html(text, { etag: '"one"' })(request, response);
      },
    });
    const options = { auth: { keys: [KEY] }, allowPrivate: [tracked.address] };
    const api = await startApp({ imports: [WebExtractModule.forRoot(options)] });
    try {
      const formats = ['markdown', 'changeTracking'];
      const once = async () => {
        const { id } = await crawl(api, {
          url: `${tracked.url}/`,
          scrapeOptions: { formats },
          storeResponses: true,
        });
        return exportWarc(api, id);
      };
      expect((await once()).find(({ type }) => type === 'response')?.text).toBe(text);
      const second = await once();
      const revisit = second.find(({ type }) => type === 'revisit');
      expect(revisit?.http?.status).toBe('HTTP/1.1 304 Not Modified');
      expect(revisit?.fields).toMatchObject({
        'warc-profile': 'http://netpreserve.org/warc/1.1/revisit/server-not-modified',
        'warc-refers-to-target-uri': `${tracked.url}/`,
      });
      expect(second.map(({ type }) => type)).toEqual(['warcinfo', 'revisit', 'conversion']);
    } finally {
      await api.close();
      await tracked.close();
    }
  });
});

describe('CrawlService with keepResponses', () => {
  it('exports them, and returns them with the results', async () => {
    const options = { auth: false as const, allowPrivate: [site.address] };
    const api = await startApp({ imports: [WebExtractModule.forRoot(options)] });
    try {
      const crawls = api.app.get(CrawlService, { strict: false });
      const { id } = await crawls.start({
        url: `${site.url}/`,
        keepResponses: true,
        maxConcurrency: 1,
        page: { headers: CALLER },
      });
      await until(async () => (await crawls.status(id)).status === 'completed');
      const parts: Buffer[] = [];
      for await (const part of await crawls.export(id, { format: 'warc' })) parts.push(part);
      expectResponses(await readWarc(Buffer.concat(parts)));
      const { pages } = await crawls.results(id);
      const packed = pages.find(({ url }) => url.endsWith('/packed'));
      expect(packed?.response).toMatchObject({ statusCode: 200, encoding: 'utf8', body: PACKED });
      expect(packed?.response?.headers).toContainEqual(['X-Case', 'Kept']);
      const lines: Buffer[] = [];
      for await (const part of await crawls.export(id)) lines.push(part);
      expect(String(Buffer.concat(lines))).not.toContain('X-Case');
    } finally {
      await api.close();
    }
  });
});

describeWithRedis('kept responses in Redis', () => {
  it('are sealed with their pages', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'kept-responses-'));
    const drivers = BullDriversModule.forRoot({ redis: { url: redisUrl }, prefix: `test-${randomUUID()}` });
    const options = { auth: { keys: [KEY] }, allowPrivate: [site.address], drivers };
    const archive = fsArchive({ dir });
    const api = await startApp({
      imports: [WebExtractModule.forRoot({ ...options, archive, limits: { sealAfterMs: 200 } })],
    });
    try {
      const { id } = await crawl(api, { ...BODY, url: `${site.url}/` });
      expectResponses(await exportWarc(api, id));
      await until(async () =>
        (await readdir(dir, { recursive: true })).some((name) => name.endsWith('.seg')),
      );
      await until(async () => (await unsealedPages(api)) === 0);
      expectResponses(await exportWarc(api, id));
    } finally {
      await api.close();
      await rm(dir, { recursive: true });
    }
  });
});

async function unsealedPages(api: RunningApp): Promise<number> {
  const { CrawlStore } = await import('nestjs-web-extract/drivers');
  const backlogs = await api.app.get(CrawlStore, { strict: false }).segments!.backlogs();
  return backlogs.reduce((sum, { pages }) => sum + pages, 0);
}
