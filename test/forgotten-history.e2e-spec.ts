import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HistoryService, ScrapeService, WebExtractModule } from 'nestjs-web-extract';
import { PageCache } from 'nestjs-web-extract/drivers';
import { redirect, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { BROTLI, unpackRow } from './support/unpack-row.js';

jest.setTimeout(120_000);

const SECRET = 'Zwiebelrostbraten-Quarzuhr';

describe('A forgotten history', () => {
  let site: Site;
  let api: RunningApp;
  let dataDir: string;
  let text = '';

  beforeAll(async () => {
    const answer = (_: unknown, response: any) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<title>Page</title><main><h1>Page</h1><p>${text}</p><p>No two pages say the same.</p></main>`);
    const paths = ['/secret-page', '/secret-page/', '/secret-page/index.html', '/other'];
    site = await startSite({
      ...Object.fromEntries(paths.map((path) => [path, answer])),
      '/moved': redirect('/secret-page'),
    });
  });
  afterAll(() => site?.close());
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'forgotten-'));
    api = await startApp({
      imports: [
        WebExtractModule.forRoot({
          auth: { keys: [KEY] },
          allowPrivate: [site.address],
          browser: false,
          cache: true,
          dataDir,
        }),
      ],
    });
  });
  afterEach(async () => {
    await api?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const visit = async (path: string, tag: string, says: string) => {
    text = says;
    const formats = ['markdown', { type: 'changeTracking', modes: ['git-diff'], tag }];
    const { status } = await api.post('/v2/scrape', { url: site.url + path, formats });
    expect(status).toBe(200);
  };
  const forget = (query: string) => api.ask(`/v2/history${query}`, { method: 'DELETE' });

  it.each([
    ['everything', () => '', [] as string[]],
    ['a tag', () => '?tag=docs', ['Harmless words']],
    ['an address', () => `?url=${encodeURIComponent(`${site.url}/secret-page`)}`, ['Harmless words']],
  ])('is not in the data directory any more: %s', async (_, query, left) => {
    await visit('/other', 'else', 'Harmless words.');
    for (const n of [1, 2]) await visit('/secret-page', 'docs', `${SECRET}-${n} costs ${n} coins.`);
    const everything = [SECRET, 'secret-page', 'Harmless words'];
    expect(await tracesOf(everything)).toEqual({ history: everything, cache: everything });
    await forget(query());
    expect(await tracesOf(everything)).toEqual({ history: left, cache: left });
  });

  const SPELLINGS = ['/secret-page', '/secret-page/', '/secret-page/index.html', '/secret-page?utm_source=mail', '/moved']; // prettier-ignore

  it.each(SPELLINGS.slice(0, -1))('is in no cached response of another spelling: %s', async (path) => {
    await visit('/other', 'else', 'Harmless words.');
    text = SECRET;
    for (const spelling of SPELLINGS) await api.post('/v2/scrape', { url: site.url + spelling });
    const everything = [SECRET, 'secret-page', 'Harmless words'];
    expect((await tracesOf(everything)).cache).toEqual(everything);
    await forget(`?url=${encodeURIComponent(site.url + path)}`);
    expect((await tracesOf(everything)).cache).toEqual(['Harmless words']);
  });

  it('of the host itself is not in the cache any more', async () => {
    text = SECRET;
    const url = `${site.url}/secret-page`;
    await api.app.get(ScrapeService, { strict: false }).scrape({ url, track: {} });
    expect(await tracesOf([SECRET])).toEqual({ history: [SECRET], cache: [SECRET] });
    await api.app.get(HistoryService, { strict: false }).forget({ url });
    expect(await tracesOf([SECRET])).toEqual({ history: [], cache: [] });
  });

  it('in memory answers no request from the cache any more', async () => {
    const inMemory = await startApp({
      imports: [
        WebExtractModule.forRoot({
          auth: { keys: [KEY] },
          allowPrivate: [site.address],
          browser: false,
          cache: true,
        }),
      ],
    });
    const cached = async (path: string) =>
      (await inMemory.post('/v2/scrape', { url: site.url + path, minAge: 0 })).status;
    try {
      for (const path of [...SPELLINGS, '/other'])
        await inMemory.post('/v2/scrape', { url: site.url + path });
      expect(await Promise.all(SPELLINGS.map(cached))).toEqual(SPELLINGS.map(() => 200));
      await inMemory.ask(`/v2/history?url=${encodeURIComponent(site.url)}/secret-page`, { method: 'DELETE' });
      expect(await Promise.all(SPELLINGS.map(cached))).toEqual(SPELLINGS.map(() => 404));
      expect(await cached('/other')).toBe(200);
    } finally {
      await inMemory.close();
    }
  });

  async function tracesOf(words: readonly string[]): Promise<{ history: string[]; cache: string[] }> {
    await api.app.get(PageCache, { strict: false }).usage(); // waits for pending writes
    const [history, cache] = await Promise.all(['history', 'cache'].map((folder) => found(folder, words)));
    return { history: history!, cache: cache! };
  }

  async function found(folder: string, words: readonly string[]): Promise<string[]> {
    const names = await readdir(join(dataDir, folder));
    const files = await Promise.all(names.map((name) => readFile(join(dataDir, folder, name))));
    const texts = files.flatMap((file) => [file, ...unpacked(file)]);
    return words.filter((word) => texts.some((text) => text.includes(word)));
  }
});

/** Values of a file that are compressed, and what looks like one. */
function unpacked(file: Buffer): Buffer[] {
  const texts: Buffer[] = [];
  for (let at = 0; at < file.length; at++) {
    if (file[at] !== BROTLI) continue;
    try {
      const text = unpackRow(file.subarray(at, at + 8_000), 100_000);
      if (text.length > 20) texts.push(text);
    } catch {
      // no compressed value begins here
    }
  }
  return texts;
}
