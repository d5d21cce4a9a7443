import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebExtractModule } from 'nestjs-web-extract';
import { fsArchive } from 'nestjs-web-extract/archive';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { PageCache, PageHistory } from 'nestjs-web-extract/drivers';
import { redisUrl } from './setup/redis.js';
import { startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { until } from './support/crawls.js';
import { unpackRow } from './support/unpack-row.js';

jest.setTimeout(120_000);

/** Enough for a pack. */
const PAGES = 66;
const HOUR_MS = 3_600_000;
const SECRET = 'Zwiebelrostbraten';
const SECRET_PAGE = 7;

const stores = [['the embedded store', false] as const, ...(redisUrl ? [['Redis', true] as const] : [])];

describe.each(stores)('An archive with %s', (_, useRedis) => {
  let site: Site;
  let api: RunningApp;
  let folder: string;
  /** Text of pages that changed. */
  let changed: Map<string, string>;

  beforeAll(async () => {
    const answer = ({ url = '' }: IncomingMessage, response: ServerResponse) => {
      const text = changed.get(url) ?? (url === `/${SECRET_PAGE}` ? SECRET : `The first text of ${url}`);
      const words = 'The harbour bridge carries the road to the island since it was built by the town.';
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<title>Page ${url}</title><main><h1>Page ${url}</h1><p>${words}</p><p>${text}.</p></main>`);
    };
    const paths = Array.from({ length: PAGES }, (_n, n) => `/${n}`);
    site = await startSite(Object.fromEntries(paths.map((path) => [path, answer])));
  });
  afterAll(() => site?.close());

  beforeEach(async () => {
    changed = new Map();
    folder = await mkdtemp(join(tmpdir(), 'archived-bodies-'));
    const drivers = BullDriversModule.forRoot({ redis: { url: redisUrl }, prefix: `test-${randomUUID()}` });
    api = await startApp({
      imports: [
        WebExtractModule.forRoot({
          auth: { keys: [KEY] },
          allowPrivate: [site.address],
          browser: false,
          cache: true,
          archive: fsArchive({ dir: join(folder, 'archive') }),
          limits: { sealAfterMs: 200 },
          ...(useRedis ? { drivers } : { dataDir: join(folder, 'data') }),
        }),
      ],
    });
    for (let n = 0; n < PAGES; n++) await visit(n);
    await until(async () => (await objects()).length === 2);
  });
  afterEach(async () => {
    await api?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const visit = async (n: number) => {
    const formats = ['markdown', { type: 'changeTracking', modes: ['git-diff'] }];
    const { status, json } = await api.post('/v2/scrape', { url: `${site.url}/${n}`, formats, maxAge: 0 });
    expect(status).toBe(200);
    return json.data;
  };
  const fromCache = async (n: number) => {
    const { json } = await api.post('/v2/scrape', { url: `${site.url}/${n}`, maxAge: HOUR_MS });
    return [json.success, json.data.metadata.cacheState, json.data.markdown.includes(`Page /${n}`)];
  };
  const objects = async (): Promise<string[]> => {
    const names = await readdir(join(folder, 'archive'), { recursive: true }).catch(() => []);
    return names.filter((name) => name.endsWith('.pack')).map((name) => join(folder, 'archive', name));
  };
  /** Bodies in the archive that contain a text, by the directories of its objects. */
  const bodiesWith = async (text: string): Promise<number> => {
    let count = 0;
    for (const name of await objects()) {
      const file = await readFile(name);
      const end = file.length - 4;
      const directory = String(unpackRow(file.subarray(end - file.readUInt32LE(end), end)));
      for (const [, , offset, length] of JSON.parse(directory) as [string, unknown, number, number][])
        if (unpackRow(file.subarray(offset, offset + length - 4)).includes(text)) count++;
    }
    return count;
  };
  /** Maintenance as it is in two hours. */
  const clean = async (): Promise<void> => {
    for (const port of [PageHistory, PageCache])
      await api.app.get<PageHistory | PageCache>(port, { strict: false }).bodies!.clean(Date.now() + 2 * HOUR_MS); // prettier-ignore
  };

  it('has the texts of the history and the cached responses, and pages are compared with them', async () => {
    expect(await bodiesWith('The first text of /3.')).toBe(2);
    changed.set('/3', 'The second text');
    const { changeTracking, warning } = await visit(3);
    expect(changeTracking.changeStatus).toBe('changed');
    expect(changeTracking.diff.text).toContain('-The first text of /3.');
    expect(warning).toBeUndefined();
    expect((await visit(4)).changeTracking.changeStatus).toBe('same');
    expect(await fromCache(5)).toEqual([true, 'hit', true]);
  });

  it('loses a forgotten page within two hours, and keeps the others', async () => {
    expect(await bodiesWith(SECRET)).toBe(2);
    const query = `?url=${encodeURIComponent(`${site.url}/${SECRET_PAGE}`)}`;
    expect((await api.ask(`/v2/history${query}`, { method: 'DELETE' })).status).toBe(200);
    expect((await visit(SECRET_PAGE)).changeTracking.changeStatus).toBe('new');
    await api.ask(`/v2/history${query}`, { method: 'DELETE' });
    await clean();
    expect(await bodiesWith(SECRET)).toBe(0);
    changed.set('/3', 'The second text');
    expect((await visit(3)).changeTracking.diff.text).toContain('-The first text of /3.');
    expect(await fromCache(5)).toEqual([true, 'hit', true]);
  });

  it('has no object of a forgotten history any more', async () => {
    await api.ask('/v2/history', { method: 'DELETE' });
    await until(async () => (await objects()).length === 0);
  });

  it('never fails a page: an object that is missing or damaged counts as evicted', async () => {
    const [first, second] = await objects();
    await rm(first!);
    await writeFile(second!, Buffer.alloc(10));
    changed.set('/3', 'The second text');
    const page = await visit(3);
    expect(page.changeTracking).toMatchObject({ changeStatus: 'changed' });
    expect(page.changeTracking.diff).toBeUndefined();
    expect(page.warning).toContain('The previous text is not stored any more');
    expect((await visit(4)).changeTracking.changeStatus).toBe('same');
    expect(await fromCache(5)).toEqual([true, 'miss', true]);
    expect((await api.ask('/v2/history', { method: 'DELETE' })).status).toBe(200);
    await until(async () => (await objects()).length === 0);
  });
});
