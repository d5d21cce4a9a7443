import { ForbiddenException, Injectable } from '@nestjs/common';
import { WebExtractModule } from 'nestjs-web-extract';
import { CorpusService } from 'nestjs-web-extract/corpus';
import { McpTool, WebExtractMcpModule, type McpToolCall } from 'nestjs-web-extract/mcp';
import { MapSink } from './support/map-sink.js';
import { MCP_CLIENTS, mcpClient } from './setup/clients.js';
import { manyPages } from './sites/linked.js';
import { ARTICLE, page } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { until } from './support/crawls.js';
import { startSearxng, type SearxngDouble } from './support/searxng.js';

const HOST_KEY = 'key-of-the-application';
const OTHER_KEY = 'key-of-somebody-else';
/** Neither knows of the other's choice. */
const CASES = [
  ['express', MCP_CLIENTS[0]],
  ['fastify', MCP_CLIENTS[1]],
] as const;

/** So long that an answer with it is written in steps. */
const BOOK = Array.from({ length: 40_000 }, (_, at) => `line ${at} "漢字" 😀`).join('\n');

@Injectable()
class OrderTools {
  @McpTool({
    name: 'find_order',
    description: 'Finds an order by its number.',
    input: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
    readOnly: true,
  })
  find({ id }: { id: number }, { owner }: McpToolCall) {
    if (id === 7) throw new ForbiddenException('This order belongs to somebody else');
    return { id, state: 'shipped', owner };
  }
}

let site: Site;
let searxng: SearxngDouble;
let left = 0;

beforeAll(async () => {
  site = await startSite({
    ...manyPages(12),
    '/article': html(ARTICLE),
    '/book': html(page('Book', `<pre>${BOOK}</pre>`)),
    '/gone': html(page('Gone'), {}, 404),
    '/product': html(
      page('Lamp').replace(
        '</head>',
        '<script type="application/ld+json">{"@type":"Product","name":"Lamp","sku":"L-7"}</script></head>',
      ),
    ),
    '/never': (request) => void request.socket.on('close', () => left++),
    '/slow': html(page('Slow', '<a href="/never">never</a>')),
    '/sitemap.xml': html('', {}, 404),
    '/robots.txt': html('', {}, 404),
  });
  searxng = await startSearxng();
});

afterAll(async () => {
  await searxng?.close();
  await site?.close();
});

describe.each(CASES)('agents on %s by %s', (platform, clientName) => {
  const { Client, Transport } = mcpClient(clientName);
  const clients: { close(): Promise<void> }[] = [];
  let api: RunningApp;

  beforeAll(async () => {
    api = await startApp({
      platform,
      providers: [OrderTools],
      imports: [
        WebExtractModule.forRoot({
          auth: { keys: [KEY, OTHER_KEY, { key: HOST_KEY, owner: 'host' }] },
          allowPrivate: [site.address],
          browser: false,
          search: { searxng: { url: searxng.url } },
        }),
        WebExtractMcpModule.forRoot({ crawlWaitMs: 15_000, maxTextChars: 2_000 }),
      ],
    });
  });

  afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));
  afterAll(() => api?.close());

  async function connect(key = KEY, path = '/mcp') {
    const client = new Client({ name: 'test', version: '1' }, {});
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(new Transport(new URL(api.url + path), { requestInit }));
    clients.push(client);
    return client;
  }

  async function call(name: string, args: object, options?: object): Promise<any> {
    const client = await connect();
    await client.listTools(); // from here on the client holds answers against the schemas
    return client.callTool({ name: `firecrawl_${name}`, arguments: args }, ...optionsOf(options));
  }

  /** The older client takes the schema of the result between the two. */
  const optionsOf = (options?: object) =>
    options === undefined
      ? []
      : clientName === '@modelcontextprotocol/sdk'
        ? [undefined, options]
        : [options];

  it('list the tools, each with its input and output', async () => {
    const { tools } = await (await connect()).listTools();
    expect(tools.map(({ name }: { name: string }) => name)).toEqual([
      'firecrawl_scrape',
      'firecrawl_map',
      'firecrawl_search',
      'firecrawl_crawl',
      'firecrawl_check_crawl_status',
      'firecrawl_cancel_crawl',
      'firecrawl_batch_scrape',
      'firecrawl_parse',
      ...['create', 'list', 'get', 'update', 'run', 'delete', 'checks', 'check'].map(
        (name) => `firecrawl_monitor_${name}`,
      ),
      'firecrawl_changes',
      'firecrawl_history',
      'firecrawl_corpus_search',
      'firecrawl_extractor_learn',
      'firecrawl_extractor_run',
      'firecrawl_extractor_list',
      'firecrawl_extractor_get',
      'firecrawl_extractor_heal',
      'firecrawl_extractor_delete',
      'find_order',
    ]);
    for (const { title, description, inputSchema, outputSchema, annotations } of tools.slice(0, -1)) {
      expect(title).toEqual(expect.any(String));
      expect(description.length).toBeGreaterThan(60);
      expect(inputSchema).toMatchObject({ type: 'object', required: expect.any(Array) });
      expect(outputSchema).toMatchObject({ type: 'object' });
      expect(annotations).toMatchObject({ destructiveHint: false });
    }
    const [scrape, , , crawl] = tools;
    expect(scrape.annotations).toMatchObject({
      readOnlyHint: true,
      openWorldHint: true,
      idempotentHint: true,
    });
    expect(scrape.inputSchema.properties).not.toHaveProperty('actions'); // there is no browser
    expect(crawl.annotations).toMatchObject({ readOnlyHint: false, openWorldHint: true });
  });

  it('search a corpus, and read its changes and the history of its pages', async () => {
    const crawl = [`${site.url}/article`, `${site.url}/product`];
    const sink = new MapSink();
    for (let round = 0; round < 2; round++)
      await api.app.get(CorpusService).sync({ crawl, tag: 'docs' }, sink);
    const client = await connect(HOST_KEY);
    await client.listTools();
    const ask = (name: string, args: object) =>
      client.callTool({ name: `firecrawl_${name}`, arguments: args });
    const { structuredContent: found, content } = (await ask('corpus_search', {
      query: 'lamp',
      tag: 'docs',
    })) as any;
    expect(found.data[0]).toMatchObject({ pageUrl: `${site.url}/product`, title: 'Lamp' });
    expect(content[0].text).toContain(found.data[0].url);
    const { structuredContent: changes } = (await ask('changes', { tag: 'docs' })) as any;
    expect(changes.data.map(({ url }: { url: string }) => url).sort()).toEqual([...crawl].sort());
    const next = (await ask('changes', { tag: 'docs', since: changes.cursor })) as any;
    expect(next.structuredContent).toMatchObject({ data: [], hasMore: false });
    const past = (await ask('history', { url: crawl[0], tag: 'docs' })) as any;
    expect(past.structuredContent.data).toMatchObject({ url: crawl[0], removed: false, versions: [{}] });
    const unknown = (await ask('corpus_search', { query: 'lamp', tag: 'other' })) as any;
    expect([unknown.isError, unknown.content[0].text]).toEqual([
      true,
      expect.stringContaining('Tags: "docs"'),
    ]);
    const other = await call('corpus_search', { query: 'lamp', tag: 'docs' }); // of another owner
    expect(other.content[0].text).toContain('This key has no corpora');
  });

  it('call the tools of the application', async () => {
    const client = await connect(HOST_KEY);
    const { tools } = await client.listTools();
    expect(tools.find(({ name }: any) => name === 'find_order')).toMatchObject({
      annotations: { readOnlyHint: true },
    });
    const ask = (args: object): Promise<any> => client.callTool({ name: 'find_order', arguments: args });
    expect((await ask({ id: 5 })).structuredContent).toEqual({ id: 5, state: 'shipped', owner: 'host' });
    expect(await ask({ id: 7 })).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('belongs to somebody else') }] }); // prettier-ignore
    expect(await ask({ id: '5' })).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('integer') }] }); // prettier-ignore
    expect(await ask({})).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('id') }],
    });
  });

  it('read on in long texts', async () => {
    const read = async (offset: number) =>
      (await call('scrape', { url: `${site.url}/book`, offset })).content[0].text as string;
    const [first, second] = [await read(0), await read(2_000)];
    expect(first).toMatch(/\[Cut after 2000 of \d+ characters\. Call the tool again with offset 2000/);
    expect(second).toMatch(/^[^[]{1,2000}\n\n\[Cut after 4000 of/);
    expect(await read(100_000_000)).toMatch(/there are none after 100000000/);
  });

  it('receive instructions', async () => {
    expect((await connect()).getInstructions()).toMatch(/firecrawl_scrape.*24 hours.*robots\.txt/s);
  });

  it('find the endpoint where they may know it from, too', async () => {
    expect((await (await connect(KEY, '/v2/mcp')).listTools()).tools.length).toBeGreaterThan(5);
  });

  it('read a page as markdown with a header', async () => {
    const { content, structuredContent, isError } = await call('scrape', { url: `${site.url}/article` });
    expect(isError).toBeFalsy();
    expect(structuredContent).toMatchObject({
      markdown: expect.any(String),
      metadata: { statusCode: 200, sourceURL: `${site.url}/article`, scrapeId: expect.any(String) },
    });
    expect(content[0].text).toMatch(/^Title: .+\nURL: .+\/article\nStatus: 200\n\n/);
    expect(content[0].text).toContain(structuredContent.markdown.slice(0, 100));
  });

  it('read a page in several formats, with the words they have for it', async () => {
    const { content, structuredContent } = await call('scrape', {
      url: `${site.url}/product`,
      formats: ['markdown', 'links', 'json'],
      jsonOptions: {
        schema: { type: 'object', properties: { name: { type: 'string' }, sku: { type: 'string' } } },
      },
      parsers: ['pdf'],
      pdfOptions: { maxPages: 2 },
      maxAge: 1_000,
      location: null,
    });
    expect(structuredContent).toMatchObject({ json: { name: 'Lamp', sku: 'L-7' }, links: expect.any(Array) });
    expect(JSON.parse(content[0].text)).toEqual(structuredContent);
  });

  it('read what a site says of a page that is gone', async () => {
    const { structuredContent, isError } = await call('scrape', { url: `${site.url}/gone` });
    expect(isError).toBeFalsy();
    expect(structuredContent.metadata).toMatchObject({ statusCode: 404, error: 'Not Found' });
  });

  it.each([
    ['scrape', { url: 'http://10.0.0.1/' }, /^URL_NOT_ALLOWED: This URL is not allowed/],
    ['scrape', { url: 'http://' }, /^BAD_REQUEST: /],
    ['scrape', {}, /^BAD_REQUEST: Bad Request: url must be/],
    ['scrape', { url: 'http://127.0.0.1:1/' }, /^URL_NOT_ALLOWED: /],
    ['scrape', { url: 'http://a.example/', formats: ['pictures'] }, /^BAD_REQUEST: .*pictures/],
    ['scrape', { url: 'http://a.example/', formats: 'markdown' }, /^BAD_REQUEST: .*formats/],
    ['scrape', { url: 'http://a.example/', formats: ['summary'] }, /^NOT_CONFIGURED: /],
    ['map', { url: 'http://10.0.0.1/' }, /^URL_NOT_ALLOWED: /],
    ['search', {}, /^BAD_REQUEST: .*query/],
    ['crawl', { url: 'http://10.0.0.1/' }, /^URL_NOT_ALLOWED: /],
    ['crawl', { url: 'http://a.example/', includePaths: ['('] }, /^BAD_REQUEST: .*includePaths/],
    ['batch_scrape', { urls: [] }, /^BAD_REQUEST: .*urls/],
    ['check_crawl_status', { id: 'nobody' }, /^NOT_FOUND: Job not found/],
    ['check_crawl_status', { id: 7 }, /^BAD_REQUEST: .*id must be a string/],
    ['cancel_crawl', { id: '00000000-0000-4000-8000-000000000000' }, /^NOT_FOUND: /],
    ['parse', { content: '§' }, /^BAD_REQUEST: .*base64/],
    ['parse', { content: Buffer.from([0, 1, 2, 3]).toString('base64') }, /^UNSUPPORTED_FILE: /],
  ])('are told why %s rejects %j', async (tool, args, says) => {
    const { content, isError } = await call(tool, args);
    expect(isError).toBe(true);
    expect(content[0].text).toMatch(says);
  });

  it('are refused a tool that is not there', async () => {
    await expect(call('extract_everything', {})).rejects.toThrow(/Unknown tool/);
  });

  it('map a site', async () => {
    const { structuredContent } = await call('map', { url: site.url, search: 'p', limit: 5 });
    expect(structuredContent.links).toHaveLength(5);
    expect(structuredContent.links[0]).toMatchObject({ url: expect.stringContaining(site.url) });
  });

  it('search, and read what they find', async () => {
    searxng.pages = [[{ url: `${site.url}/article`, title: 'Article', content: 'About it' }]] as never;
    const { structuredContent } = await call('search', {
      query: 'article',
      scrapeOptions: { formats: ['markdown'] },
    });
    expect(structuredContent).toMatchObject({ id: expect.any(String), data: { web: expect.any(Array) } });
  });

  it('crawl a site, ten pages unless they say otherwise, hearing how far it is', async () => {
    const heard: any[] = [];
    const onprogress = (progress: object) => void heard.push(progress);
    const { structuredContent } = await call('crawl', { url: `${site.url}/` }, { onprogress });
    expect(structuredContent).toMatchObject({ status: 'completed', total: 10, completed: 10 });
    expect(structuredContent.data).toHaveLength(10);
    expect(structuredContent).not.toHaveProperty('next');
    const steps = heard.map(({ progress }) => progress);
    expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b));
    expect(heard.at(-1)).toMatchObject({
      progress: 10,
      total: 10,
      message: expect.stringContaining(site.url),
    });
  });

  it('are answered with a text that is not too long, and told how to read on', async () => {
    const { content, structuredContent } = await call('crawl', { url: `${site.url}/`, limit: 12 });
    expect(content[0].text.length).toBeLessThan(2_300);
    expect(content[0].text).toContain('firecrawl_check_crawl_status');
    expect(content[0].text).toContain(structuredContent.id);
    const rest = await call('check_crawl_status', { id: structuredContent.id, skip: 3, limit: 4 });
    expect(rest.structuredContent.data).toEqual(structuredContent.data.slice(3, 7));
    expect(rest.structuredContent.next).toBe(`${api.url}/v2/crawl/${structuredContent.id}?skip=7&limit=4`);
    expect(rest.structuredContent.nextCall).toEqual({
      name: 'firecrawl_check_crawl_status',
      arguments: { id: structuredContent.id, skip: 7, limit: 4 },
    });
  });

  it.each([
    ['scrape', () => ({ url: `${site.url}/article` })],
    ['map', () => ({ url: site.url, limit: 1 })],
    ['search', () => ({ query: 'article' })],
    ['crawl', () => ({ url: `${site.url}/p/1`, limit: 1 })],
    ['batch_scrape', () => ({ urls: [`${site.url}/article`] })],
    ['parse', () => ({ content: Buffer.from('<p>Text</p>').toString('base64'), fileName: 'a.html' })],
  ])('are told what %s does not use', async (tool, args) => {
    const { structuredContent } = await call(tool, { ...args(), someWord: true });
    expect(structuredContent.warning).toContain('someWord');
  });

  it('are told what the tools of jobs do not use', async () => {
    const { structuredContent: started } = await call('crawl', { url: `${site.url}/p/1`, limit: 1 });
    const args = { id: started.id, formats: ['html'] };
    const { structuredContent } = await call('check_crawl_status', args);
    expect(structuredContent.warning).toBe('Not used by this tool: formats');
    const { structuredContent: withoutMore } = await call('check_crawl_status', { id: started.id });
    expect(withoutMore).not.toHaveProperty('warning');
  });

  it('have long pages whole, beside a text that is not', async () => {
    const formats = ['markdown', 'rawHtml'];
    const url = `${site.url}/book`;
    const { content, structuredContent } = await call('scrape', { url, formats });
    const { data } = (await api.post('/v2/scrape', { url, formats })).json;
    expect(structuredContent.markdown).toBe(data.markdown);
    expect(structuredContent.rawHtml).toBe(data.rawHtml);
    expect(structuredContent.markdown).toContain('line 39999 "漢字" 😀');
    const [, shown = '', chars] = /^([^]*)\n\n\[Cut after 2000 of (\d+) characters/.exec(content[0].text)!;
    const written = JSON.stringify(structuredContent);
    expect([shown, Number(chars)]).toEqual([written.slice(0, 2_000), written.length]);
  });

  it('read many pages by their addresses', async () => {
    const urls = ['/p/1', '/p/2', '/p/1'].map((path) => site.url + path);
    const { structuredContent } = await call('batch_scrape', {
      urls: [...urls, 'http://'],
      formats: ['links'],
    });
    expect(structuredContent).toMatchObject({ status: 'completed', total: 2, invalidURLs: ['http://'] });
    expect(structuredContent.data[0].links).toEqual(expect.any(Array));
  });

  it('read a file that they send', async () => {
    const content = Buffer.from(ARTICLE).toString('base64');
    const { structuredContent } = await call('parse', { content, fileName: 'C:\\files\\page.html' });
    expect(structuredContent.metadata.sourceURL).toBe('page.html');
    expect(structuredContent.markdown.length).toBeGreaterThan(100);
  });

  it('see their jobs as resources, and nobody else does', async () => {
    const { structuredContent } = await call('crawl', { url: `${site.url}/`, limit: 2 });
    const uri = `web-extract://crawl/${structuredContent.id}`;
    const client = await connect();
    const { resources } = await client.listResources();
    expect(resources[0]).toMatchObject({ uri, mimeType: 'application/json' });
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }: any) => uriTemplate)).toEqual([
      'web-extract://crawl/{id}',
      'web-extract://crawl/{id}/documents/{n}',
    ]);
    const state = await client.readResource({ uri });
    expect(JSON.parse(state.contents[0].text)).toMatchObject({ id: structuredContent.id, completed: 2 });
    const second = await client.readResource({ uri: `${uri}/documents/1` });
    expect(second.contents[0]).toMatchObject({
      mimeType: 'text/markdown',
      text: structuredContent.data[1].markdown,
    });
    for (const missing of [`${uri}/documents/2`, 'web-extract://crawl/x', 'file:///etc/passwd']) {
      await expect(client.readResource({ uri: missing })).rejects.toThrow();
    }
    const other = await connect(OTHER_KEY);
    expect(await other.listResources()).toMatchObject({ resources: [] });
    await expect(other.readResource({ uri })).rejects.toThrow();
    const asked = { name: 'firecrawl_check_crawl_status', arguments: { id: structuredContent.id } };
    expect(await other.callTool(asked)).toMatchObject({ isError: true });
  });

  it('need a key that is accepted', async () => {
    await expect(connect('wrong')).rejects.toThrow();
  });

  it('end their work when they leave', async () => {
    const seen = () => site.requests.filter(({ path }) => path === '/never').length;
    const [seenBefore, leftBefore] = [seen(), left];
    const client = await connect();
    const scrape = client.callTool({ name: 'firecrawl_scrape', arguments: { url: `${site.url}/never` } });
    const crawl = client.callTool({ name: 'firecrawl_crawl', arguments: { url: `${site.url}/slow` } });
    const gone = Promise.allSettled([scrape, crawl]);
    await until(() => seen() === seenBefore + 2);
    await client.close();
    await gone;
    await until(() => left === leftBefore + 2);
    await until(async () => (await api.ask('/v2/crawl/active', { method: 'GET' })).json.crawls.length === 0);
  });
});
