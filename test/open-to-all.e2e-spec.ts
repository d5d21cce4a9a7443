import { KeyService, WebExtractModule } from 'nestjs-web-extract';
import { WebExtractMcpModule } from 'nestjs-web-extract/mcp';
import WebSocket from 'ws';
import { firecrawlV0, firecrawlV1, firecrawlV4, MCP_CLIENTS, mcpClient } from './setup/clients.js';
import { manyPages } from './sites/linked.js';
import { startSite, type Site } from './sites/site.js';
import { startApp, type RunningApp } from './support/app.js';
import { PLATFORMS } from './support/platforms.js';
import { pathsOf } from './support/crawls.js';

const FirecrawlV0 = firecrawlV0();
const FirecrawlV1 = firecrawlV1();

/** Clients insist on a key; those of an opened API are never looked at. */
const KEYS = ['fc-something', 'fc-something-else'] as const;
const NONE = { authorization: [] };

let site: Site;

beforeAll(async () => {
  site = await startSite(manyPages(6));
});
afterAll(() => site?.close());

describe.each(PLATFORMS)('an API that is open to all, on %s', (platform) => {
  let api: RunningApp;

  beforeAll(async () => {
    api = await startApp({
      platform,
      imports: [
        WebExtractModule.forRoot({
          auth: false, keys: {}, webSocket: true, allowPrivate: [site.address], browser: false,
        }),
        WebExtractMcpModule.forRoot(),
      ],
    }); // prettier-ignore
  });
  afterAll(() => api?.close());

  it.each(KEYS)('serves clients with the key %s', async (apiKey) => {
    const settings = { apiKey, apiUrl: api.url };
    const url = `${site.url}/p/1`;
    const old = await new FirecrawlV0(settings).scrapeUrl(url);
    const v1 = await new FirecrawlV1(settings).scrapeUrl(url, { formats: ['markdown'] });
    const v2 = await new (firecrawlV4())(settings).scrape(url);
    expect([old.success, (v1 as any).success, v2.metadata.statusCode]).toEqual([true, true, 200]);
  });

  it('keeps stored keys for nothing: one that was revoked serves as well', async () => {
    const keys = api.app.get(KeyService, { strict: false });
    const { id, key } = await keys.create({ owner: 'anna', limits: { pagesPerDay: 1 } });
    await keys.revoke(id);
    const headers = { authorization: `Bearer ${key}` };
    for (const version of ['v1', 'v2']) {
      const body = { url: `${site.url}/p/1` };
      expect((await api.ask(`/${version}/scrape`, { body, headers })).status).toBe(200);
    }
  });

  it('has one owner of all jobs, whatever key is shown', async () => {
    const [first, second] = KEYS.map((apiKey) => new (firecrawlV4())({ apiKey, apiUrl: api.url }));
    const end = await first!.crawl(site.url, { limit: 3, pollInterval: 0.1 });
    expect(pathsOf(end.data)).toHaveLength(3);
    expect((await second!.getCrawlStatus(end.id)).status).toBe('completed');
    for (const version of ['v1', 'v2']) {
      const { status, json } = await api.ask(`/${version}/crawl/${end.id}`, { method: 'GET', headers: NONE });
      expect([status, json.data.length]).toEqual([200, 3]);
    }
    const watched = new WebSocket(`${api.url.replace('http', 'ws')}/v2/crawl/${end.id}`, [KEYS[1]]);
    const frames: any[] = [];
    watched.on('message', (frame) => frames.push(JSON.parse(String(frame))));
    expect(await new Promise((resolve) => watched.on('close', resolve))).toBe(1000);
    expect([watched.protocol, frames[0].type, frames[0].data.data.length]).toEqual([KEYS[1], 'catchup', 3]);
  });

  it('answers agents without a key', async () => {
    const { Client, Transport } = mcpClient(MCP_CLIENTS[0]);
    const client = new Client({ name: 'test', version: '1' }, {});
    await client.connect(new Transport(new URL(`${api.url}/mcp`)));
    const url = `${site.url}/p/2`;
    const { structuredContent } = await client.callTool({ name: 'firecrawl_scrape', arguments: { url } });
    expect(structuredContent.metadata.sourceURL).toBe(url);
    await client.close();
  });

  it('refuses what it would refuse anyone', async () => {
    for (const version of ['v0', 'v1', 'v2']) {
      const scrape = async (body: unknown) =>
        (await api.ask(`/${version}/scrape`, { body, headers: NONE })).status;
      expect([await scrape({}), await scrape('{'), await scrape({ url: 'http://10.0.0.1/' })]).toEqual([
        400, 400, 403,
      ]);
    }
  });
});
