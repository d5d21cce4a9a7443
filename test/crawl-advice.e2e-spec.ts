import { WebExtractModule } from 'nestjs-web-extract';
import { WebExtractMcpModule } from 'nestjs-web-extract/mcp';
import { firecrawlV4, mcpClient } from './setup/clients.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';
import { startScriptedModel, type ScriptedModel } from './support/scripted-model.js';

const WISH = 'Only the blog, three pages at most';

describe.each(somePlatforms())('crawls that are wished for in words, on %s', (platform) => {
  let model: ScriptedModel;
  let site: Site;
  let api: RunningApp;

  beforeAll(async () => {
    model = await startScriptedModel();
    const list = ['/blog/1', '/blog/2', '/blog/3', '/shop/1'].map((path) => `<a href="${path}">${path}</a>`);
    site = await startSite({
      '/': html(`<main><h1>Home</h1>${list.join(' ')}</main>`),
      ...Object.fromEntries(['/blog/1', '/blog/2', '/blog/3', '/shop/1'].map((path) => [path, html(path)])),
    });
    const options = { auth: { keys: [KEY] }, allowPrivate: [site.address], browser: false as const };
    api = await startApp({
      platform,
      imports: [
        WebExtractModule.forRoot({ ...options, llm: { model: 'some-model', baseURL: model.baseURL } }),
        WebExtractMcpModule.forRoot(),
      ],
    });
  });
  afterAll(async () => {
    await api?.close();
    await Promise.all([site?.close(), model?.close()]);
  });

  const client = () => new (firecrawlV4())({ apiKey: KEY, apiUrl: api.url });
  const preview = (body: object) => api.post('/v2/crawl/params-preview', body);
  const pathsOf = (data: any[]) => data.map((page) => new URL(page.metadata.sourceURL).pathname).sort();

  it('are shown beforehand, as published clients ask for it', async () => {
    model.play([{ say: { includePaths: ['^/blog/'], limit: 3, sitemap: 'skip' } }]);
    const params = await client().crawlParamsPreview(site.url, WISH);
    expect(params).toEqual({ url: site.url, includePaths: ['^/blog/'], limit: 3, sitemap: 'skip' });
    expect(model.asked[0]!.body.messages.at(-1)!.content).toContain(WISH);
  });

  it('take what the model says, and what the body says before it', async () => {
    model.play([{ say: { includePaths: ['^/blog/'], limit: 2, sitemap: 'skip' } }]);
    const end = await client().crawl(site.url, { prompt: WISH, limit: 3, pollInterval: 0.1 });
    expect(end).toMatchObject({ status: 'completed', total: 3 });
    expect(pathsOf(end.data)).toEqual([
      '/',
      expect.stringMatching('^/blog/'),
      expect.stringMatching('^/blog/'),
    ]);
  });

  it('are made of what can be used of an answer, with a warning', async () => {
    model.play([{ say: { includePaths: ['('], excludePaths: ['^/shop/'] } }]);
    const { json } = await preview({ url: site.url, prompt: WISH, later: 1 });
    expect(json).toEqual({
      success: true,
      data: { url: site.url, excludePaths: ['^/shop/'] },
      warning: expect.stringMatching(/^later is not known.*includePaths cannot be used/),
    });
    model.play([{ say: {} }]);
    const started = await api.post('/v2/crawl', { url: site.url, prompt: WISH, limit: 1 });
    expect([started.status, started.json.warning]).toEqual([200, 'no options were found for the prompt']);
  });

  it('are crawled for agents, too', async () => {
    model.play([{ say: { includePaths: ['^/blog/1'] } }]);
    const { Client, Transport } = mcpClient('@modelcontextprotocol/sdk');
    const agent = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${KEY}` } };
    await agent.connect(new Transport(new URL(`${api.url}/mcp`), { requestInit }));
    const call = { name: 'firecrawl_crawl', arguments: { url: site.url, prompt: WISH } };
    const { structuredContent } = await agent.callTool(call);
    await agent.close();
    expect(pathsOf(structuredContent.data)).toEqual(['/', '/blog/1']);
  });

  it.each([
    [{ prompt: WISH }, 400],
    [{ url: 'http://a.example' }, 400],
    [{ url: 'http://a.example', prompt: ' ' }, 400],
    [{ url: 'http://a.example', prompt: 'x'.repeat(10_001) }, 400],
    [{ url: 'ftp://a.example', prompt: WISH }, 400],
    [{ url: 'http://10.0.0.1', prompt: WISH }, 403],
  ])('are refused before the model is asked: %j', async (body, status) => {
    model.play([{ say: {} }]);
    expect((await preview(body)).status).toBe(status);
    expect(model.asked).toEqual([]);
  });

  it('fail where the model has no answer', async () => {
    model.play([{ say: 'I cannot do that.' }]);
    const { status, json } = await preview({ url: site.url, prompt: WISH });
    expect([status, json.code]).toEqual([500, 'LLM_EXTRACTION_FAILED']);
  });
});
