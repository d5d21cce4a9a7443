import { WebExtractModule } from 'nestjs-web-extract';
import { firecrawlMcp } from './setup/clients.js';
import { manyPages } from './sites/linked.js';
import { ARTICLE } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';
import { endOf } from './support/crawls.js';

let site: Site;

beforeAll(async () => {
  site = await startSite({
    ...manyPages(4),
    '/article': html(ARTICLE),
    '/sitemap.xml': html('', {}, 404),
    '/robots.txt': html('', {}, 404),
  });
});

afterAll(() => site?.close());

describe.each(somePlatforms())('the published program for agents, against %s', (platform) => {
  let api: RunningApp;
  let client: { callTool(call: object): Promise<any>; close(): Promise<void> };

  beforeAll(async () => {
    api = await startApp({
      platform,
      imports: [
        WebExtractModule.forRoot({ auth: { keys: [KEY] }, allowPrivate: [site.address], browser: false }),
      ],
    });
    client = await firecrawlMcp({ FIRECRAWL_API_URL: api.url, FIRECRAWL_API_KEY: KEY });
  });

  afterAll(async () => {
    await client?.close();
    await api?.close();
  });

  async function call(tool: string, args: object): Promise<string> {
    const { content } = await client.callTool({ name: `firecrawl_${tool}`, arguments: args });
    return content.map(({ text }: { text: string }) => text).join('\n');
  }

  it('reads a page', async () => {
    const said = await call('scrape', { url: `${site.url}/article`, formats: ['markdown'] });
    expect(said).toContain('"statusCode": 200');
  });

  it('maps a site', async () => {
    expect(await call('map', { url: `${site.url}/`, search: 'p' })).toContain(`${site.url}/p/1`);
  });

  it('crawls a site', async () => {
    const [id] = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(
      await call('crawl', { url: `${site.url}/`, limit: 3 }),
    )!;
    expect((await endOf(api, id)).completed).toBe(3);
    expect(await call('check_crawl_status', { id })).toContain('completed');
  });

  it('says what is not configured', async () => {
    expect(await call('search', { query: 'anything' })).toContain('Search is not configured');
  });
});
