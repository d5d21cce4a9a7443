import { Controller, Get } from '@nestjs/common';
import { InvalidOptionsError, WebExtractModule } from 'nestjs-web-extract';
import { WebExtractMcpModule, type McpOptions } from 'nestjs-web-extract/mcp';
import { linked } from './sites/linked.js';
import { ARTICLE } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type AppSettings, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';
import { ask, type Question } from './support/ask.js';
import { endOf, until } from './support/crawls.js';

const BOTH = 'application/json, text/event-stream';
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'];

@Controller('own')
class OwnController {
  @Get()
  own() {
    return { own: true };
  }
}

let site: Site;
let api: RunningApp | undefined;

beforeAll(async () => {
  site = await startSite({
    ...linked({ '/hanging': ['/never'] }),
    '/article': html(ARTICLE),
    '/never': () => undefined,
    '/sitemap.xml': html('', {}, 404),
    '/robots.txt': html('', {}, 404),
  });
});

afterEach(async () => {
  await api?.close();
  api = undefined;
});

afterAll(() => site?.close());

const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const scrape = (path: string, besides: object = {}) =>
  rpc('tools/call', { name: 'firecrawl_scrape', arguments: { url: site.url + path, ...besides } });

/** The answer in a stream of events, or in a body of its own. */
function read(text: string): any {
  const data = text.split('\n').filter((line) => line.startsWith('data:'));
  return JSON.parse(data.at(-1)?.slice(5) ?? text);
}

describe.each(somePlatforms())('the endpoint for agents on %s', (platform) => {
  async function start(options: McpOptions = {}, core: object = {}, settings: Partial<AppSettings> = {}) {
    api = await startApp({
      platform,
      controllers: [OwnController],
      ...settings,
      imports: [
        WebExtractModule.forRoot({
          auth: { keys: [KEY] },
          allowPrivate: [site.address],
          browser: false,
          ...core,
        }),
        WebExtractMcpModule.forRoot(options),
      ],
    });
  }

  const send = (body: unknown, { headers, ...rest }: Question = {}, path = '/mcp') =>
    api!.ask(path, { method: 'POST', body, ...rest, headers: { accept: BOTH, ...headers } });

  it.each(VERSIONS)('speaks version %s', async (version) => {
    await start();
    const clientInfo = { name: 'test', version: '1' };
    const begun = await send(rpc('initialize', { protocolVersion: version, capabilities: {}, clientInfo }));
    expect(read(begun.text).result).toMatchObject({
      protocolVersion: version,
      serverInfo: { name: 'nestjs-web-extract' },
      capabilities: { tools: {}, resources: {} },
    });
    const headers = { 'mcp-protocol-version': version };
    const told = await send({ jsonrpc: '2.0', method: 'notifications/initialized' }, { headers });
    expect(told.status).toBe(202);
    const answer = read((await send(scrape('/article'), { headers })).text);
    expect(answer.result.content[0].text).toContain('Status: 200');
  });

  it('asks for the key with every request, before it reads a body', async () => {
    await start();
    const large = 'x'.repeat(3_000_000);
    for (const method of ['POST', 'GET', 'DELETE']) {
      for (const [key, error] of [
        [{}, 'Unauthorized: Token missing'],
        [{ authorization: 'Bearer wrong' }, 'Unauthorized: Invalid token'],
      ] as const) {
        const body = method === 'POST' ? large : undefined;
        const answer = await ask(`${api!.url}/mcp`, { method, body, headers: { accept: BOTH, ...key } });
        expect([answer.status, answer.json]).toEqual([
          401,
          { success: false, requestId: expect.any(String), error, code: 'UNAUTHORIZED' },
        ]);
        expect(answer.headers['www-authenticate']).toBe('Bearer');
      }
    }
  });

  it('answers no page of a stranger', async () => {
    await start({ allowedOrigins: ['https://app.example'] });
    for (const origin of ['http://evil.example', 'null', 'https://app.example:444']) {
      const { status, json } = await send(rpc('tools/list'), { headers: { origin } });
      expect([status, json.code]).toEqual([403, 'FORBIDDEN']);
    }
    for (const origin of [api!.url, 'https://app.example']) {
      expect((await send(rpc('tools/list'), { headers: { origin } })).status).toBe(200);
    }
    const rebound = { origin: 'http://evil.example', host: 'evil.example' };
    expect((await send(rpc('tools/list'), { headers: rebound })).status).toBe(403);
  });

  it('has no sessions', async () => {
    await start();
    for (const method of ['GET', 'DELETE']) {
      const { status, json } = await api!.ask('/mcp', { method, headers: { accept: BOTH } });
      expect([status, json.jsonrpc]).toEqual([405, '2.0']);
    }
    const listed = await send(rpc('tools/list'));
    expect(listed.headers['mcp-session-id']).toBeUndefined();
  });

  it('says in the words of the protocol what is wrong with a request', async () => {
    await start();
    const malformed = await send('{"jsonrpc": ');
    expect([malformed.status, malformed.json.error.code]).toEqual([400, -32700]);
    expect((await send(rpc('tools/list'), { headers: { accept: 'text/html' } })).status).toBe(406);
    expect((await send('a=b', { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    expect(read((await send(rpc('tools/fly'))).text).error.code).toBe(-32601);
    const unknown = await send(rpc('tools/call', { name: 'firecrawl_fly', arguments: {} }));
    expect(read(unknown.text).error.code).toBe(-32602);
  });

  it('takes bodies up to 16 MiB, whatever the host lets its parser take', async () => {
    await start({}, {}, { bodyLimit: 1_000 });
    const page = `<h1>Large</h1>${'<!-- nothing -->'.repeat(600_000)}`;
    const content = Buffer.from(page).toString('base64');
    const parsed = await send(rpc('tools/call', { name: 'firecrawl_parse', arguments: { content } }));
    expect(read(parsed.text).result.structuredContent.markdown).toContain('# Large');
    for (const [body, status, headers] of [
      ['x'.repeat(17_000_000), 413, {}],
      [scrape('/article', { padding: 'x'.repeat(2_000_000) }), 413, {}],
      [rpc('tools/list', { _meta: { list: Array(6_000).fill(1) } }), 400, {}],
      ['['.repeat(1_000_000), 400, {}],
      ['x', 415, { 'content-encoding': 'gzip' }],
    ] as const) {
      const { status: told, json } = await send(body, { headers });
      expect([told, json.jsonrpc, json.id, typeof json.error.message]).toEqual([
        status,
        '2.0',
        null,
        'string',
      ]);
    }
  });

  it('bears the prefix of the host, its own path and other names of tools', async () => {
    await start(
      { path: 'agents/tools', toolPrefix: '' },
      {},
      { configure: (app) => app.setGlobalPrefix('api') },
    );
    for (const path of ['/api/agents/tools', '/api/agents/v2/mcp']) {
      const { tools } = read((await send(rpc('tools/list'), {}, path)).text).result;
      expect(tools.map(({ name }: { name: string }) => name)).toContain('scrape');
    }
    expect((await send(rpc('tools/list'), {}, '/api/mcp')).status).toBe(404);
    expect((await api!.ask('/api/agents/health', { method: 'GET' })).status).toBe(404);
    expect((await api!.ask('/api/own', { method: 'GET' })).json).toEqual({ own: true });
  });

  it('works where nothing but the services is mounted', async () => {
    await start({}, { controllers: false });
    expect(read((await send(scrape('/article'))).text).result.isError).toBeFalsy();
    expect((await api!.post('/v1/scrape', { url: site.url })).status).toBe(404);
  });

  it('leaves what is not its own to the host', async () => {
    await start({}, { handleUnknownRoutes: true });
    expect((await api!.ask('/mcp/further', { method: 'GET' })).status).toBe(404);
    expect((await send(rpc('tools/list'), {}, '/v2/mcp')).status).toBe(200);
    expect((await send({ url: `${site.url}/article` }, {}, '/v2/scrape')).status).toBe(200);
  });

  it('keeps the headers that the host sets', async () => {
    await start({}, {}, { configure: (app) => app.enableCors({ origin: 'https://app.example' }) });
    const { headers } = await send(rpc('tools/list'));
    expect(headers['access-control-allow-origin']).toBe('https://app.example');
  });

  it('serves 64 requests of one owner at once', async () => {
    await start({}, { limits: { maxFetches: 200, shutdownMs: 0 } });
    const open = Array.from({ length: 64 }, () => send(scrape('/never')).catch(() => null));
    const seen = () => site.requests.filter(({ path }) => path === '/never').length;
    await until(() => seen() >= 16); // of one host
    const asked = async () => (await send(rpc('tools/list'))).status;
    await until(async () => (await asked()) === 429);
    const { headers, json } = await send(rpc('tools/list'));
    expect([json.code, headers['retry-after']]).toEqual(['RATE_LIMITED', '1']);
    await api!.close();
    api = undefined;
    await Promise.all(open);
  });

  it('ends waits when the application closes, and the crawl goes on later', async () => {
    await start({}, { limits: { shutdownMs: 500 } });
    const crawl = rpc('tools/call', { name: 'firecrawl_crawl', arguments: { url: `${site.url}/hanging` } });
    const answer = send(crawl);
    const active = async () => (await api!.ask('/v2/crawl/active', { method: 'GET' })).json.crawls;
    await until(async () => (await active()).length === 1);
    await api!.close();
    api = undefined;
    const { structuredContent } = read((await answer).text).result;
    expect(structuredContent).toMatchObject({ status: 'scraping', id: expect.any(String) });
  });

  it('answers with the id of a crawl that takes longer than it may wait', async () => {
    await start({ crawlWaitMs: 0 });
    const crawl = rpc('tools/call', { name: 'firecrawl_crawl', arguments: { url: `${site.url}/article` } });
    const { structuredContent } = read((await send(crawl)).text).result;
    expect(structuredContent).toMatchObject({ status: 'scraping', id: expect.any(String), data: [] });
    expect((await endOf(api!, structuredContent.id)).status).toBe('completed');
  });
});

describe('the module for agents', () => {
  it.each([
    { path: 'a b' },
    { path: '' },
    { toolPrefix: 'tools.' },
    { allowedOrigins: ['app.example'] },
    { allowedOrigins: ['https://app.example/path'] },
    { crawlWaitMs: -1 },
    { maxTextChars: 10 },
    { sessions: true },
  ])('refuses %j', (options) => {
    expect(() => WebExtractMcpModule.forRoot(options as McpOptions)).toThrow(InvalidOptionsError);
  });

  it('says what it needs', async () => {
    await expect(startApp({ imports: [WebExtractMcpModule.forRoot()] })).rejects.toThrow(
      'WebExtractMcpModule needs WebExtractModule in the same application',
    );
  });
});
