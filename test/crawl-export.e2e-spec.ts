import { WebExtractModule } from 'nestjs-web-extract';
import { manyPages } from './sites/linked.js';
import { startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { crawl } from './support/crawls.js';
import { readWarc } from './support/warc.js';

const NOBODY = '5f1c4dd4-0b55-4d19-9a37-3f1b5b0a7c11';
const SECRETS = {
  Authorization: 'Bearer secret-of-the-caller',
  Cookie: 'session=secret-cookie',
  'X-Own': 'secret-own',
};

describe('exports of crawls', () => {
  let site: Site;
  let api: RunningApp;
  let id: string;

  beforeAll(async () => {
    site = await startSite(manyPages(12));
    api = await startApp({
      imports: [WebExtractModule.forRoot({ auth: { keys: [KEY, 'other'] }, allowPrivate: [site.address] })],
    });
    const scrapeOptions = { formats: ['markdown', 'rawHtml'], headers: SECRETS };
    ({ id } = await crawl(api, { url: `${site.url}/`, limit: 10, scrapeOptions }));
  });
  afterAll(async () => {
    await api?.close();
    await site?.close();
  });

  const exported = async (path: string, key = KEY) =>
    fetch(`${api.url}${path}`, { headers: { authorization: `Bearer ${key}` } });

  it.each(['v1', 'v2'])('are the documents of %s, a line each, in their order', async (version) => {
    const { json } = await api.ask(`/${version}/crawl/${id}`, { method: 'GET' });
    const response = await exported(`/${version}/crawl/${id}/export?format=jsonl`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/x-ndjson');
    const lines = (await response.text()).trimEnd().split('\n');
    expect(json.data).toHaveLength(10);
    expect(lines.map((line) => JSON.parse(line))).toEqual(json.data);
  });

  it('are WARC files with the HTML and the markdown of each page, and without secrets of the caller', async () => {
    const { json } = await api.ask(`/v2/crawl/${id}`, { method: 'GET' });
    const response = await exported(`/v2/crawl/${id}/export?format=warc`);
    expect(response.headers.get('content-type')).toBe('application/warc');
    const records = await readWarc(new Uint8Array(await response.arrayBuffer()));
    const [info, ...rest] = records;
    expect(info).toMatchObject({
      type: 'warcinfo',
      text: expect.stringContaining('software: nestjs-web-extract'),
    });
    const expected = json.data.flatMap(({ markdown, rawHtml, metadata }: any) => [
      { type: 'resource', uri: metadata.url, contentType: 'text/html; charset=utf-8', text: rawHtml },
      { type: 'conversion', uri: metadata.url, contentType: 'text/markdown; charset=utf-8', text: markdown },
    ]);
    expect(rest).toEqual(expected.map((record: object) => expect.objectContaining(record)));
    expect(JSON.stringify(records)).not.toContain('secret');
  });

  it('answer 404 for crawls of others as for unknown ones, and 400 for another format', async () => {
    const foreign = await exported(`/v2/crawl/${id}/export`, 'other');
    const unknown = await exported(`/v2/crawl/${NOBODY}/export`);
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    const { requestId: _, ...said } = (await unknown.json()) as Record<string, unknown>;
    expect(await foreign.json()).toMatchObject(said);
    expect((await exported(`/v1/crawl/${id}/export?format=zip`)).status).toBe(400);
  });
});
