import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebExtractMcpModule } from 'nestjs-web-extract/mcp';
import { WebExtractModule } from 'nestjs-web-extract';
import { firecrawlCli, firecrawlMcp, firecrawlV4, MCP_CLIENTS, mcpClient } from './setup/clients.js';
import { page } from './sites/pages.js';
import { startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { NodeProcess } from './support/run-node.js';
import { startScriptedModel, type ScriptedModel } from './support/scripted-model.js';
import { startSearxng, type SearxngDouble } from './support/searxng.js';

jest.setTimeout(180_000);

const WORDS =
  '<p>The harbour bridge was built by the town and carries the road to the island since then.</p>';
const ENDED = ['completed', 'partial', 'failed'];
const PAGES = 30;

let site: Site;
let model: ScriptedModel;
let searxng: SearxngDouble;
let api: RunningApp;
let folder: string;
let toll: string;

beforeAll(async () => {
  const paths = Array.from({ length: PAGES }, (_, n) => `/p/${n}`);
  site = await startSite(
    Object.fromEntries(
      ['/toll', ...paths].map((path) => [
        path,
        (_, response) => {
          const text = path === '/toll' ? toll : path;
          response
            .writeHead(200, { 'content-type': 'text/html' })
            .end(page('Toll', `${WORDS}<p>${text}</p>`));
        },
      ]),
    ),
  );
  [model, searxng] = await Promise.all([startScriptedModel(), startSearxng()]);
  model.play([{ say: { meaningful: true, confidence: 'high', reason: 'The toll rose', meaningfulChanges: [{ type: 'changed', before: '9 coins', after: '12 coins', reason: 'More' }] } }]); // prettier-ignore
  folder = mkdtempSync(join(tmpdir(), 'web-extract-test-'));
  api = await startApp({
    imports: [
      WebExtractModule.forRoot({
        auth: { keys: [KEY] },
        allowPrivate: [site.address],
        browser: false,
        dataDir: join(folder, 'data'),
        llm: { model: 'some-model', baseURL: model.baseURL },
        search: { searxng: { url: searxng.url }, local: false },
      }),
      WebExtractMcpModule.forRoot(),
    ],
  });
});

beforeEach(() => {
  toll = 'Toll: 9 coins.';
});

afterAll(async () => {
  await api?.close();
  await Promise.all([site?.close(), model?.close(), searxng?.close()]);
  rmSync(folder, { recursive: true, force: true });
});

/** Repeats a request until the check has ended. */
async function ended<Check extends { status: string }>(get: () => Promise<Check>): Promise<Check> {
  for (;;) {
    const check = await get();
    if (ENDED.includes(check.status)) return check;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe('firecrawl-js', () => {
  const client = () => new (firecrawlV4())({ apiKey: KEY, apiUrl: api.url, maxRetries: 1 });
  const schedule = { text: 'daily at 9:00', timezone: 'Europe/Berlin' };

  async function check(id: string, options?: object) {
    const { id: checkId } = await client().runMonitor(id);
    await ended(() => client().getMonitorCheck(id, checkId));
    return client().getMonitorCheck(id, checkId, options);
  }

  it('gets judged changes of a scrape target', async () => {
    const monitor = await client().createMonitor({
      name: 'Toll',
      schedule,
      goal: 'Report changed tolls',
      targets: [{ type: 'scrape', urls: [`${site.url}/toll`], scrapeOptions: { onlyMainContent: true } }],
    });
    expect(monitor).toMatchObject({
      name: 'Toll',
      status: 'active',
      schedule: { cron: '0 9 * * *', timezone: 'Europe/Berlin' },
      goal: 'Report changed tolls',
      judgeEnabled: true,
      retentionDays: 30,
    });
    await check(monitor.id);
    toll = 'Toll: 12 coins.';
    const { pages } = await check(monitor.id);
    expect(pages).toMatchObject([
      {
        status: 'changed',
        diff: { text: expect.stringContaining('+Toll: 12 coins.') },
        judgment: { meaningful: true, meaningfulChanges: [{ before: '9 coins', after: '12 coins' }] },
      },
    ]);
    expect(await client().getMonitor(monitor.id)).toMatchObject({ lastCheckSummary: { changed: 1 } });
  });

  it('gets all pages of a check, or some of them', async () => {
    const urls = Array.from({ length: PAGES }, (_, n) => `${site.url}/p/${n}`);
    const { id } = await client().createMonitor({
      name: 'Pages',
      schedule,
      targets: [{ type: 'scrape', urls }],
    });
    const all = await check(id);
    expect(all.pages.map(({ url }: { url: string }) => url).sort()).toEqual([...urls].sort());
    const { id: checkId } = all;
    const some = await client().getMonitorCheck(id, checkId, { limit: 10, autoPaginate: false });
    expect([some.pages.length, typeof some.next]).toEqual([10, 'string']);
    expect((await client().getMonitorCheck(id, checkId, { status: 'error' })).pages).toEqual([]);
    expect(await client().listMonitorChecks(id, { limit: 1 })).toMatchObject([{ id: checkId }]);
    const crawled = await client().createMonitor({
      name: 'Site',
      schedule: { cron: '0 9 * * 1' },
      targets: [{ type: 'crawl', url: `${site.url}/toll`, crawlOptions: { limit: 2 } }],
    });
    expect(await check(crawled.id)).toMatchObject({
      status: 'completed',
      targetResults: [{ type: 'crawl', crawlId: expect.any(String) }],
      summary: { totalPages: 1, new: 1 },
    });
  });

  it('changes, pauses, searches and deletes', async () => {
    searxng.pages = [[{ url: `${site.url}/toll`, title: 'Toll', content: 'About the bridge' }]];
    const targets = [{ type: 'search', queries: ['toll'], searchWindow: '7d', maxResults: 5 }];
    const { id } = await client().createMonitor({ name: 'Search', schedule, targets, goal: 'Tolls' });
    const { targetResults, pages } = await check(id);
    expect(targetResults).toMatchObject([{ type: 'search', resultCount: 1 }]);
    expect(pages).toMatchObject([{ status: 'new', url: `${site.url}/toll` }]);
    const webhook = { url: 'https://hooks.example/a', headers: { authorization: 'secret' } };
    expect(await client().updateMonitor(id, { status: 'paused', webhook })).toMatchObject({
      status: 'paused',
      nextRunAt: null,
      webhook: { url: webhook.url, events: ['monitor.page', 'monitor.check.completed'] },
    });
    expect((await client().updateMonitor(id, { webhook: null })).webhook).toBeNull();
    expect(await client().listMonitors({ limit: 1 })).toMatchObject([{ id }]);
    expect(await client().deleteMonitor(id)).toBe(true);
    await expect(client().runMonitor(id)).rejects.toThrow(/not found/i);
    await expect(client().createMonitor({ name: 'Bad', schedule: { text: 'now and then' }, targets })).rejects.toThrow(/schedule.text/); // prettier-ignore
  });
});

describe('firecrawl-cli', () => {
  async function run(...args: string[]): Promise<any> {
    const program = new NodeProcess([firecrawlCli(), 'monitor', ...args], {
      FIRECRAWL_API_URL: api.url,
      FIRECRAWL_API_KEY: KEY,
      HOME: '/nonexistent',
      CI: 'true',
    });
    program.child.stdin?.end();
    const code = await program.end();
    const { stdout, stderr } = program.said;
    await program.dispose();
    return { code, stderr, said: stdout, json: () => JSON.parse(stdout.slice(stdout.search(/[[{]/))) };
  }
  const dataOf = async (...args: string[]) => {
    const { json } = await run(...args);
    const answer = json();
    return answer.data ?? answer;
  };

  it('has all of its monitor commands', async () => {
    const options = ['--name', 'CLI', '--schedule', 'every 30 minutes', '--page', `${site.url}/toll`];
    const { id, schedule } = await dataOf('create', ...options, '--email', 'a@b.example', '--webhook-url', 'https://hooks.example/a', '--retention-days', '7'); // prettier-ignore
    expect(schedule.cron).toBe('*/30 * * * *');
    expect(await dataOf('get', id)).toMatchObject({ name: 'CLI', retentionDays: 7 });
    const { id: checkId } = await dataOf('run', id);
    const check = await ended(() => dataOf('check', id, checkId));
    expect(check).toMatchObject({ status: 'completed', pages: [{ status: 'new' }] });
    expect((await dataOf('check', id, checkId, '--page-status', 'changed')).pages).toEqual([]);
    expect(await dataOf('checks', id, '--limit', '1')).toMatchObject([{ id: checkId }]);
    expect(await dataOf('update', id, '--state', 'paused')).toMatchObject({ status: 'paused' });
    expect(await dataOf('list', '--limit', '1')).toMatchObject([{ id }]);
    expect((await run('delete', id)).code).toBe(0);
    expect(await run('get', id)).toMatchObject({ code: 1, stderr: expect.stringContaining('not found') });
  });

  it('creates a monitor from a file', async () => {
    const path = join(folder, 'monitor.json');
    const target = { type: 'crawl', url: `${site.url}/toll` };
    writeFileSync(path, JSON.stringify({ name: 'File', schedule: { cron: '0 9 * * 1' }, targets: [target] }));
    expect(await dataOf('create', path)).toMatchObject({ name: 'File', targets: [target] });
  });
});

describe.each([
  ['firecrawl-mcp', () => firecrawlMcp({ FIRECRAWL_API_URL: api.url, FIRECRAWL_API_KEY: KEY })],
  ['the endpoint for agents', connectEndpoint],
] as const)('the tools of %s', (_, connect) => {
  let client: { callTool(call: object): Promise<any>; close(): Promise<void> };

  beforeAll(async () => {
    client = await connect();
  });
  afterAll(() => client?.close());

  async function call(tool: string, args: object = {}): Promise<any> {
    const { content } = await client.callTool({ name: `firecrawl_monitor_${tool}`, arguments: args });
    const answer = JSON.parse(content.map(({ text }: { text: string }) => text).join('\n'));
    return answer.data ?? answer;
  }

  it('are the eight of monitors', async () => {
    const { id, schedule, targets } = await call('create', {
      page: `${site.url}/toll`,
      goal: 'Report changed tolls',
      scheduleText: 'weekdays at 8:30',
      timezone: 'Europe/Berlin',
      email: 'a@b.example',
      webhookUrl: 'https://hooks.example/a',
    });
    expect([schedule, targets[0].urls]).toEqual([
      { cron: '30 8 * * 1-5', timezone: 'Europe/Berlin' },
      [`${site.url}/toll`],
    ]);
    const check = async () => {
      const { id: checkId } = await call('run', { id });
      return ended(() => call('check', { id, checkId }));
    };
    expect((await check()).pages).toMatchObject([{ status: 'new' }]);
    toll = 'Toll: 12 coins.';
    const { id: checkId, pages } = await check();
    expect(pages).toMatchObject([{ status: 'changed', judgment: { meaningful: true } }]);
    expect((await call('check', { id, checkId, pageStatus: 'same', limit: 5, skip: 0 })).pages).toEqual([]);
    expect(await call('checks', { id, limit: 1, status: 'completed' })).toMatchObject([{ id: checkId }]);
    expect(await call('update', { id, body: { status: 'paused' } })).toMatchObject({ status: 'paused' });
    expect(await call('get', { id })).toMatchObject({ id, nextRunAt: null });
    expect(await call('list', { limit: 1 })).toMatchObject([{ id }]);
    const body = { name: 'Body', schedule: { cron: '0 9 * * 1' }, targets: [{ type: 'crawl', url: `${site.url}/toll` }] }; // prettier-ignore
    expect(await call('create', { body })).toMatchObject({ name: 'Body' });
    expect(await call('create', { queries: ['toll'], goal: 'Tolls', maxResults: 3 })).toMatchObject({
      targets: [{ type: 'search', maxResults: 3 }],
    });
    await call('delete', { id });
    const { content, isError } = await client.callTool({ name: 'firecrawl_monitor_get', arguments: { id } });
    expect([isError, content[0].text]).toEqual([true, expect.stringMatching(/not found/i)]);
  });
});

async function connectEndpoint(): Promise<any> {
  const { Client, Transport } = mcpClient(MCP_CLIENTS[0]);
  const client = new Client({ name: 'test', version: '1' }, {});
  const requestInit = { headers: { authorization: `Bearer ${KEY}` } };
  await client.connect(new Transport(new URL(`${api.url}/mcp`), { requestInit }));
  await client.listTools(); // the client checks answers against the schemas
  return client;
}
