import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, inflateRawSync } from 'node:zlib';
import { WebExtractModule } from 'nestjs-web-extract';
import { startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';

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
    site = await startSite({ '/secret-page': answer, '/other': answer });
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
    ['everything', () => '', 0],
    ['a tag', () => '?tag=docs', 1],
    ['an address', () => `?url=${encodeURIComponent(`${site.url}/secret-page`)}`, 1],
  ])('is not in the data directory any more: %s', async (_, query, left) => {
    await visit('/other', 'else', 'Harmless words.');
    for (const n of [1, 2]) await visit('/secret-page', 'docs', `${SECRET}-${n} costs ${n} coins.`);
    expect(await tracesOf(SECRET)).toEqual({ history: true, cache: true });
    expect(await tracesOf('secret-page')).toEqual({ history: true, cache: true });
    await forget(query());
    expect(await tracesOf(SECRET)).toEqual({ history: false, cache: false });
    expect(await tracesOf('secret-page')).toEqual({ history: false, cache: false });
    expect(await tracesOf('Harmless words')).toEqual({ history: left === 1, cache: left === 1 });
  });

  async function tracesOf(words: string): Promise<{ history: boolean; cache: boolean }> {
    const [history, cache] = await Promise.all(['history', 'cache'].map((folder) => holds(folder, words)));
    return { history: history!, cache: cache! };
  }

  async function holds(folder: string, words: string): Promise<boolean> {
    const names = await readdir(join(dataDir, folder));
    const files = await Promise.all(names.map((name) => readFile(join(dataDir, folder, name))));
    return files.some((file) => file.includes(words) || inflates(file, words));
  }
});

/** Tests if a compressed value that begins anywhere in a file contains the words. */
function inflates(file: Buffer, words: string): boolean {
  for (let at = 0; at < file.length; at++) {
    if (file[at] === 0) continue;
    try {
      const part = file.subarray(at, at + 8_000);
      if (inflateRawSync(part, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 100_000 }).includes(words)) return true; // prettier-ignore
    } catch {
      // no compressed value begins here
    }
  }
  return false;
}
