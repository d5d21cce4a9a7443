import { WebExtractModule } from 'nestjs-web-extract';
import { WebExtractMcpModule } from 'nestjs-web-extract/mcp';
import { MCP_CLIENTS, mcpClient } from './setup/clients.js';
import { page } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';
import { startScriptedModel, type ScriptedModel } from './support/scripted-model.js';

const OTHER_KEY = 'key-of-somebody-else';
const SCHEMA = {
  type: 'object',
  properties: { lamps: { type: 'array', items: { type: 'string' } } },
  required: ['lamps'],
};

describe.each(somePlatforms())('agents that want data of several pages, on %s', (platform) => {
  const { Client, Transport } = mcpClient(MCP_CLIENTS[0]);
  let site: Site;
  let model: ScriptedModel;
  let api: RunningApp;
  /** A page that waits until it is let go. */
  let letGo: (() => void) | undefined;

  beforeAll(async () => {
    site = await startSite({
      '/storm': html(page('Storm lamps')),
      '/desk': html(page('Desk lamps')),
      '/held': (request, response) => {
        letGo = () => html(page('Held lamps'))(request, response);
      },
      '/gone': html(page('Gone'), {}, 404),
    });
    model = await startScriptedModel();
    model.play(({ body }) => {
      const [kind] = /Storm|Desk|Held/.exec(body.messages.at(-1)?.content ?? '') ?? [];
      return { say: { lamps: kind ? [kind] : [] } };
    });
  });
  afterEach(() => api?.close());
  afterAll(async () => {
    await site?.close();
    await model?.close();
  });

  async function call(args: object, key = KEY): Promise<any> {
    const client = new Client({ name: 'test', version: '1' }, {});
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(new Transport(new URL(`${api.url}/mcp`), { requestInit }));
    try {
      await client.listTools(); // from here on the client holds answers against the schemas
      return await client.callTool({ name: 'firecrawl_extract', arguments: args });
    } finally {
      await client.close();
    }
  }

  function start(crawlWaitMs: number, hasModel: boolean): Promise<RunningApp> {
    return startApp({
      platform,
      imports: [
        WebExtractModule.forRoot({
          auth: { keys: [KEY, OTHER_KEY] },
          allowPrivate: [site.address],
          browser: false,
          ...(hasModel ? { llm: { model: 'some-model', baseURL: model.baseURL } } : {}),
        }),
        WebExtractMcpModule.forRoot({ crawlWaitMs }),
      ],
    });
  }

  it('get one object with its sources', async () => {
    api = await start(30_000, true);
    const urls = [`${site.url}/storm`, `${site.url}/desk`];
    const { structuredContent, isError } = await call({ urls, prompt: 'Lamps', schema: SCHEMA });
    expect(isError).toBeFalsy();
    expect(structuredContent).toMatchObject({
      status: 'completed',
      data: { lamps: expect.arrayContaining(['Storm', 'Desk']) },
      sources: { lamps: expect.arrayContaining(urls) },
    });
  });

  it('get what takes longer by its id, and nobody else does', async () => {
    api = await start(0, true);
    const asked = { urls: [`${site.url}/held`], prompt: 'Lamps', schema: SCHEMA };
    const { structuredContent: first } = await call(asked);
    expect(first).toMatchObject({ status: 'processing', data: [], id: expect.any(String) });
    const again = { ...asked, id: first.id };
    expect(await call(again, OTHER_KEY)).toMatchObject({ isError: true });
    while (!letGo) await new Promise((resolve) => setTimeout(resolve, 20));
    letGo();
    let last = first;
    while (last.status === 'processing') last = (await call(again)).structuredContent;
    expect(last).toMatchObject({ id: first.id, status: 'completed', data: { lamps: ['Held'] } });
  });

  it.each<[string, object, RegExp]>([
    ['nothing that is wanted', {}, /^BAD_REQUEST|^INVALID/],
    ['only pages that are gone', { prompt: 'Lamps', urls: ['/gone'] }, /^[A-Z_]+: /],
  ])('read why it failed: %s', async (_, given, expected) => {
    api = await start(30_000, true);
    const { urls = ['/storm'], ...rest } = given as { urls?: string[] };
    const { isError, content } = await call({ urls: urls.map((path) => site.url + path), ...rest });
    expect(isError).toBe(true);
    expect(content[0].text).toMatch(expected);
  });

  it('are not offered it without a model', async () => {
    api = await start(30_000, false);
    await expect(call({ urls: [`${site.url}/storm`], prompt: 'Lamps' })).rejects.toThrow(/Unknown tool/);
  });
});
