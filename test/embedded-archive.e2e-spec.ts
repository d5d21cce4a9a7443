import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebExtractModule } from 'nestjs-web-extract';
import { fsArchive } from 'nestjs-web-extract/archive';
import { CrawlStore } from 'nestjs-web-extract/drivers';
import { manyPages } from './sites/linked.js';
import { startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { crawl, submit, until, waitUntil } from './support/crawls.js';

const PAGES = 30;

describe('an archive with the embedded store', () => {
  let site: Site;
  let folder: string;
  let running: RunningApp[] = [];

  beforeAll(async () => {
    site = await startSite(manyPages(PAGES));
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'embedded-archive-'));
  });
  afterEach(async () => {
    await Promise.all(running.map((one) => one.close()));
    running = [];
    await rm(folder, { recursive: true });
  });
  afterAll(() => site?.close());

  const dir = () => join(folder, 'archive');

  async function start(isArchived: boolean, retentionMs = 3_600_000): Promise<RunningApp> {
    const archive = isArchived ? { archive: fsArchive({ dir: dir() }) } : {};
    const api = await startApp({
      imports: [
        WebExtractModule.forRoot({
          auth: { keys: [KEY] },
          allowPrivate: [site.address],
          dataDir: join(folder, 'data'),
          limits: { sealAfterMs: 200, retentionMs },
          ...archive,
        }),
      ],
    });
    running.push(api);
    return api;
  }

  const segments = async () =>
    (await readdir(dir(), { recursive: true }).catch(() => [])).filter((name) => name.endsWith('.seg'));

  async function sealed(api: RunningApp): Promise<void> {
    const { segments: store } = api.app.get(CrawlStore, { strict: false });
    await until(async () => (await store!.backlogs()).length === 0);
  }

  const documents = async (api: RunningApp, id: string) => {
    const { text } = await api.ask(`/v2/crawl/${id}?limit=7&skip=3`, { method: 'GET' });
    const exported = await fetch(`${api.url}/v2/crawl/${id}/export`, {
      headers: { authorization: `Bearer ${KEY}` },
    });
    return [exported.status, await exported.text(), JSON.parse(text).data];
  };

  it('returns the same documents from sealed results, also after a restart', async () => {
    const before = await start(false);
    const { id } = await crawl(before, { url: `${site.url}/` });
    const unsealed = await documents(before, id);
    expect(await segments()).toEqual([]);
    await before.close();
    running = [];

    const api = await start(true);
    await sealed(api);
    expect(await segments()).toHaveLength(1);
    expect(await documents(api, id)).toEqual(unsealed);
    await api.close();
    running = [];
    const again = await start(true);
    expect(await documents(again, id)).toEqual(unsealed);
  });

  it('seals while a crawl runs, and loses and doubles nothing', async () => {
    const api = await start(true);
    const id = await submit(api, { url: `${site.url}/`, delay: 0.03 });
    await waitUntil(api, id, ({ completed }) => completed >= 5);
    await until(async () => (await segments()).length > 0);
    const end = await waitUntil(api, id, ({ status }) => status === 'completed');
    await sealed(api);
    const urls = (await api.ask(`/v1/crawl/${id}`, { method: 'GET' })).json.data.map(
      ({ metadata }: any) => metadata.sourceURL,
    );
    expect(end.completed).toBe(PAGES + 1);
    expect(urls).toHaveLength(PAGES + 1);
    expect(new Set(urls).size).toBe(PAGES + 1);
  });

  it('removes the objects of expired crawls', async () => {
    const api = await start(true, 3_000);
    const { id } = await crawl(api, { url: `${site.url}/`, limit: 5 });
    await until(async () => (await segments()).length > 0);
    const gone = async () => (await api.ask(`/v1/crawl/${id}`, { method: 'GET' })).status === 404;
    await until(gone);
    await until(async () => (await segments()).length === 0);
  });

  it('is refused without a dataDir', async () => {
    const imports = [WebExtractModule.forRoot({ auth: false, archive: fsArchive({ dir: dir() }) })];
    await expect(startApp({ imports })).rejects.toThrow(
      'archive needs a crawl store that survives a restart: set dataDir',
    );
  });
});
