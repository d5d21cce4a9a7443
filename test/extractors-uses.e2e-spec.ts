import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { IsNumber, IsString } from 'class-validator';
import { BatchService, ExtractorService, KeyService, WebExtractModule } from 'nestjs-web-extract';
import { OnPage, type HandledPage } from 'nestjs-web-extract/handlers';
import { WebExtractMcpModule } from 'nestjs-web-extract/mcp';
import { z } from 'zod-4';
import { MCP_CLIENTS, mcpClient } from './setup/clients.js';
import { PRODUCT_SCHEMA as schema, startShop, type ShopSite } from './sites/shop.js';
import { startSite } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { ask } from './support/ask.js';
import { until } from './support/crawls.js';
import { NodeProcess } from './support/run-node.js';
import { startScriptedModel, type ScriptedModel } from './support/scripted-model.js';

jest.setTimeout(180_000);

const EMBEDDED_HOST = join(__dirname, 'support/embedded-host.mjs');
const PROGRAM = join(process.cwd(), 'apps/demo/dist/cli/main.js');

class Product {
  @IsString() name!: string;
  @IsNumber() price!: number;
}

const Sku = z.object({ sku: z.string().transform((sku) => sku.toLowerCase()) });

const handled = { asClass: new Map<string, HandledPage<Product>>(), asSchema: new Map<string, unknown>(), plain: new Map<string, unknown>() }; // prettier-ignore

@Injectable()
class Handlers {
  @OnPage('as-class', { tag: 'handled', extractor: 'handled', dto: Product })
  onProduct(call: HandledPage<Product>) {
    handled.asClass.set(call.page.url, call);
  }

  @OnPage('as-schema', { tag: 'handled', extractor: 'handled', dto: Sku })
  onSku({ page, dto }: HandledPage<{ sku: string }>) {
    handled.asSchema.set(page.url, dto);
  }

  @OnPage('plain', { tag: 'handled', extractor: 'handled' })
  onPage({ page, dto, problems }: HandledPage) {
    handled.plain.set(page.url, dto ?? problems);
  }
}

describe('uses of extractors', () => {
  let api: RunningApp;
  let model: ScriptedModel;
  let dataDir: string;
  let shop: ShopSite;
  let service: ExtractorService;
  const opened: { close(): Promise<unknown> }[] = [];

  const open = () =>
    startApp({
      imports: [
        WebExtractModule.forRoot({
          auth: { keys: [KEY] },
          keys: {},
          allowPrivate: ['127.0.0.0/8'],
          browser: false,
          dataDir,
          extractors: { auto: true },
          llm: { model: 'scripted', baseURL: model.baseURL },
        }),
        WebExtractMcpModule.forRoot({}),
      ],
      providers: [Handlers],
    });
  const openShop = async () => {
    const other = await startShop();
    opened.push(other);
    return other;
  };
  const valuesOf = ({ products, urls }: ShopSite, from: number, to: number) =>
    urls(from, to).map((url, n) => ({ url, data: products[from + n]! }));

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'extractors-uses-'));
    model = await startScriptedModel();
    shop = await openShop();
    api = await open();
    service = api.app.get(ExtractorService);
  });
  afterAll(async () => {
    await api?.close();
    await model?.close();
    await Promise.all(opened.map((one) => one.close()));
    await rm(dataDir, { recursive: true, force: true });
  });

  it('are handlers: objects of a class or a Standard Schema, or the data as they are', async () => {
    await service.learn({ schema }, { name: 'handled', pages: valuesOf(shop, 0, 6), sources: ['values'] });
    const batches = api.app.get(BatchService);
    const track = { tag: 'handled' };
    await batches.start({ urls: shop.urls(6, 9), page: { extraction: { extractor: 'handled' }, track } });
    await batches.start({ urls: shop.urls(9, 11), page: { formats: ['markdown', 'rawHtml'], track } });
    await batches.start({ urls: shop.urls(11, 12), page: { track } });
    await until(() => Object.values(handled).every(({ size }) => size === 6));
    for (const n of [6, 7, 8, 9, 10]) {
      const { name, price, sku } = shop.products[n]!;
      const call = handled.asClass.get(shop.urlOf(n))!;
      expect(call).toMatchObject({ dto: { name, price }, problems: [] });
      expect(call.dto).toBeInstanceOf(Product);
      expect(handled.asSchema.get(shop.urlOf(n))).toEqual({ sku: sku.toLowerCase() });
      expect(handled.plain.get(shop.urlOf(n))).toEqual(shop.products[n]);
    }
    expect(handled.plain.get(shop.urlOf(11))).toEqual([
      'The job has neither used the extractor nor the format rawHtml',
    ]);
  });

  it('are targets: a Standard Schema is learned, and checked by hand', async () => {
    const { extractor } = await service.learn(Sku, {
      pages: valuesOf(shop, 0, 5).map(({ url, data: { sku } }) => ({ url, data: { sku } })),
    });
    expect(extractor).toMatchObject({ status: 'ready', schema: { properties: { sku: { type: 'string' } } } });
    const { data } = await service.run(extractor.id, shop.urlOf(9));
    expect(data).toEqual({ sku: shop.products[9]!.sku });
  });

  it('are compared by change tracking; fields that are lost or behind a wall are no changes', async () => {
    const html = { price: '$10.50', isWall: false, color: 'red' };
    const pageOf = (name: string, { price, color, isWall }: typeof html) =>
      isWall
        ? '<title>Just a moment...</title><h1>Verify you are human</h1><p>Complete the security check to continue.</p>'
        : `<title>${name}</title><main><h1>${name}</h1><dl>${price && `<dt>Price</dt><dd>${price}</dd>`}<dt>Color</dt><dd>${color}</dd></dl><p>Free returns.</p></main>`;
    const site = await startSite(
      Object.fromEntries(
        ['Lamp', 'Chair', 'Bench', 'Shelf'].map((name, n) => [
          `/${n}`,
          (
            _: unknown,
            response: { end(text: string): void; setHeader(name: string, value: string): void },
          ) => {
            response.setHeader('content-type', 'text/html');
            response.end(
              pageOf(
                name,
                n === 3
                  ? html
                  : { price: `$${n + 1}.99`, isWall: false, color: ['green', 'blue', 'black'][n]! },
              ),
            );
          },
        ]),
      ),
    );
    opened.push(site);
    const values = [0, 1, 2].map((n) => ({ url: `${site.url}/${n}`, data: { name: ['Lamp', 'Chair', 'Bench'][n], price: n + 1.99, color: ['green', 'blue', 'black'][n] } })); // prettier-ignore
    await service.learn({ schema: { ...schema, required: ['price'] } }, { name: 'tracked', pages: values });
    const visit = async () => {
      const formats = ['markdown', { type: 'json', extractor: 'tracked' }, { type: 'changeTracking', modes: ['json'] }]; // prettier-ignore
      const { json } = await ask(`${api.url}/v2/scrape`, { headers: { authorization: `Bearer ${key}` }, body: { url: `${site.url}/3`, formats, maxAge: 0 } }); // prettier-ignore
      const { changeStatus, json: fields } = json.data.changeTracking ?? {};
      return [changeStatus, fields ?? null];
    };
    const { key } = await api.app.get(KeyService).create({ owner: 'host' });
    expect(await visit()).toEqual(['new', null]);
    html.price = '$12.00';
    expect(await visit()).toEqual(['changed', { price: { previous: 10.5, current: 12 } }]);
    html.price = '';
    expect((await visit())[0]).toBe('same');
    html.isWall = true;
    expect(await visit()).toEqual([undefined, null]);
    Object.assign(html, { isWall: false, price: '$12.00' });
    expect((await visit())[0]).toBe('same');
    html.price = '$13.00';
    expect(await visit()).toEqual(['changed', { price: { previous: 12, current: 13 } }]);
  });

  it('are learned by all jobs with a schema if the application says so', async () => {
    const other = await openShop();
    model.play(({ body: { messages } }) => {
      const prompt = messages.map(({ content }) => content).join('\n');
      const { name = null, price = null } = other.products.find(({ sku }) => prompt.includes(sku)) ?? {};
      return { say: { name, price }, usage: { prompt_tokens: 300, completion_tokens: 30 } };
    });
    const two = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } };
    const format = { type: 'json', schema: two };
    const { id } = (await api.post('/v2/batch/scrape', { urls: other.urls(0, 24), formats: [format] })).json;
    let job: any;
    await until(async () => {
      job = (await api.ask(`/v2/batch/scrape/${id}`, { method: 'GET' })).json;
      return job.status === 'completed';
    });
    expect(job.extractors.pages + job.extractors.modelPages).toBe(24);
    expect(job.extractors.modelPages).toBeLessThanOrEqual(12);
    const names = new Map(other.products.map(({ name, price }) => [name, price]));
    for (const { json } of job.data) expect(json.price).toBe(names.get(json.name));
    const { json } = await api.post('/v2/scrape', { url: other.urlOf(30), formats: [format] });
    expect(json.data.json.name).toBe(other.products[30]!.name);
    expect(json.data).not.toHaveProperty('extractor'); // scrapes are no jobs
  });

  it('undo a repair whose fields are lost at once', async () => {
    const other = await openShop();
    const { extractor } = await service.learn({ schema }, { pages: valuesOf(other, 0, 6), sources: ['values'] }); // prettier-ignore
    const { id } = extractor;
    await service.run(id, other.urls(6, 26));
    other.design = 'second';
    await service.run(id, other.urls(6, 26));
    await until(async () => (await service.get(id)).lastHeal !== null && (await service.get(id)).health !== 'healing'); // prettier-ignore
    expect(await service.get(id)).toMatchObject({ version: 2, lastHeal: { from: 1, to: 2 } });
    other.design = 'lost';
    await service.run(id, other.urls(6, 36));
    await until(async () => (await service.versions(id)).at(-1)!.cause === 'rolled-back');
    const after = await service.get(id);
    expect(after).toMatchObject({ version: 3, health: 'drifted' });
    expect((await service.export(id, 3)).templates).toEqual((await service.export(id, 1)).templates);
  });

  it('do not outlive their owner: without a valid key recorded values are deleted, and nothing is healed', async () => {
    const other = await openShop();
    const keys = api.app.get(KeyService);
    const { id: keyId, key, owner } = await keys.create();
    const headers = { authorization: `Bearer ${key}` };
    const post = (path: string, body: object) => ask(`${api.url}/v2/extractors${path}`, { headers, body });
    const { json } = await post('', { schema, pages: valuesOf(other, 0, 5), sources: ['values'] });
    const { id } = json.data;
    await post(`/${id}/run`, { urls: other.urls(6, 12) });
    await keys.revoke(keyId);
    expect((await post(`/${id}/run`, { urls: other.urls(6, 7) })).status).toBe(401);
    await until(async () => (await service.forget({ owner, id })) === 0);
    other.design = 'second';
    const healed = await service.heal(id, {}, { owner });
    expect(healed).toMatchObject({ version: 1, lastHeal: null });
  });

  it('serve agents: learn, run, list and delete', async () => {
    const { Client, Transport } = mcpClient(MCP_CLIENTS[0]);
    const client = new Client({ name: 'test', version: '1' }, {});
    const requestInit = { headers: { authorization: `Bearer ${KEY}` } };
    await client.connect(new Transport(new URL(`${api.url}/mcp`), { requestInit }));
    const call = async (name: string, args: object) => {
      const { content, isError } = await client.callTool({ name: `firecrawl_extractor_${name}`, arguments: args }); // prettier-ignore
      return { isError, ...JSON.parse(content[0].text) };
    };
    await client.listTools();
    const learned = await call('learn', { name: 'agents', schema, pages: valuesOf(shop, 0, 5), sources: ['values'] }); // prettier-ignore
    expect(learned.data).toMatchObject({ name: 'agents', status: 'ready', version: 1 });
    const { data } = await call('run', { id: 'agents', urls: [shop.urlOf(20)] });
    expect(data).toEqual([expect.objectContaining({ data: shop.products[20], valid: true })]);
    const listed = (await call('list', {})).data.map(({ name }: { name: string }) => name);
    expect(listed).toContain('agents');
    await call('delete', { id: 'agents' });
    const gone = await client.callTool({ name: 'firecrawl_extractor_get', arguments: { id: 'agents' } });
    expect(gone).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('Extractor not found') }] }); // prettier-ignore
    await client.close();
  });

  it('serve the command line: a file is learned, and reads pages and crawls', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'extractors-cli-'));
    const running: NodeProcess[] = [];
    const run = async (...args: string[]) => {
      const program = new NodeProcess([PROGRAM, ...args, '--allow-private'], { WEB_EXTRACT_BROWSER: 'off', XDG_STATE_HOME: join(folder, 'state') }); // prettier-ignore
      running.push(program);
      return { code: await program.end(), ...program.said };
    };
    const at = (name: string) => join(folder, name);
    try {
      await writeFile(at('schema.json'), JSON.stringify(schema));
      await writeFile(at('values.json'), JSON.stringify(Object.fromEntries(valuesOf(shop, 0, 5).map(({ url, data }) => [url, data])))); // prettier-ignore
      const options = ['--schema', at('schema.json'), '--values', at('values.json'), '-o', at('shop.json')];
      const learned = await run('extractor', 'learn', ...shop.urls(0, 5), ...options);
      expect(learned).toMatchObject({ code: 0, stderr: expect.stringMatching(/^template t1: 5 pages\n\/\S+ \d locators.*\n[^]*^\/price \d/m) }); // prettier-ignore
      await writeFile(at('array.json'), '[]');
      const wrong = await run('extractor', 'learn', ...shop.urls(0, 2), '--schema', at('schema.json'), '--values', at('array.json'), '-o', at('none.json')); // prettier-ignore
      expect(wrong).toMatchObject({ code: 1, stderr: expect.stringMatching(/^error: .*array\.json has an array: it must be .*"https.*\n$/) }); // prettier-ignore
      const unlearned = await run('extractor', 'learn', ...shop.urls(0, 2), '--schema', at('schema.json'), '--sources', 'values', '-o', at('none.json')); // prettier-ignore
      expect([unlearned.code, existsSync(at('none.json'))]).toEqual([1, false]);
      for (const url of shop.urls(0, 2)) expect(unlearned.stderr).toContain(`note: ${url}: no-examples`);
      expect(unlearned.stderr).toMatch(/^error: No field was learned: the notes above have the reasons$/m);
      expect(JSON.parse(await readFile(at('shop.json'), 'utf8')).kind).toBe('web-extract/extractor');
      const { code, stdout } = await run('extractor', 'run', at('shop.json'), ...shop.urls(9, 11));
      const lines = stdout.trimEnd().split('\n').map((line) => JSON.parse(line)); // prettier-ignore
      expect([code, lines.map(({ data }) => data)]).toEqual([0, shop.products.slice(9, 11)]);
    } finally {
      await Promise.all(running.map((one) => one.dispose()));
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('continue to learn after a restart', async () => {
    let letGo = () => {};
    const held = await startSite(
      Object.fromEntries(
        shop.products.slice(0, 5).map(({ name, price }, n) => [
          `/${n}`,
          (_: unknown, response: any) => {
            const answer = () => {
              response.setHeader('content-type', 'text/html');
              response.end(`<title>${name}</title><main><h1>${name}</h1><dl><dt>Price</dt><dd>$${price.toFixed(2)}</dd></dl></main>`); // prettier-ignore
            };
            if (n === 4) letGo = answer;
            else answer();
          },
        ]),
      ),
    );
    opened.push(held);
    const pages = shop.products.slice(0, 5).map(({ name, price }, n) => ({ url: `${held.url}/${n}`, data: { name, price } })); // prettier-ignore
    const { extractor } = await service.learn({ schema }, { name: 'restarted', pages, waitMs: 0 });
    await until(() => String(letGo) !== '() => {}');
    const isAsked = letGo;
    await api.close();
    api = await open();
    service = api.app.get(ExtractorService);
    expect(await service.get('restarted')).toMatchObject({ id: extractor.id, status: 'learning' });
    await until(() => letGo !== isAsked);
    letGo();
    await until(async () => (await service.get('restarted')).status === 'ready');
    expect((await service.run('restarted', `${held.url}/1`)).data).toEqual(pages[1]!.data);
  });

  it('send the messages of a process that was killed', async () => {
    const other = await openShop();
    const messages: { type: string; data: object[] }[] = [];
    let refused = 0;
    let isOpen = false;
    const hook = await startSite({
      '/hook': (request, response) => {
        let text = '';
        request.on('data', (part: Buffer) => (text += part.toString()));
        request.on('end', () => {
          if (isOpen) messages.push(JSON.parse(text));
          else refused++;
          response.writeHead(isOpen ? 200 : 500).end();
        });
      },
    });
    opened.push(hook);
    const folder = await mkdtemp(join(tmpdir(), 'extractors-killed-'));
    const options = { auth: { keys: [KEY] }, allowPrivate: ['127.0.0.0/8'], browser: false, dataDir: folder };
    const startHost = async () => {
      const host = new NodeProcess([EMBEDDED_HOST, JSON.stringify(options)]);
      const [, url] = await host.until(/ready (\S+)/);
      const post = (path: string, body: object) =>
        ask(`${url}${path}`, { body, headers: { authorization: `Bearer ${KEY}` } });
      return { host, post };
    };
    const first = await startHost();
    try {
      const { json } = await first.post('/v2/extractors', {
        schema,
        pages: valuesOf(other, 0, 6),
        sources: ['values'],
        heal: 'off',
        webhook: { url: `${hook.url}/hook`, metadata: { shop: 'one' } },
      });
      const { id } = json.data;
      await first.post(`/v2/extractors/${id}/run`, { urls: other.urls(6, 20) });
      other.design = 'lost';
      await first.post(`/v2/extractors/${id}/run`, { urls: other.urls(6, 20) });
      await until(() => refused > 0);
    } finally {
      first.host.child.kill('SIGKILL');
      await first.host.end();
      await first.host.dispose();
    }
    isOpen = true;
    const second = await startHost();
    await until(() => messages.length > 0);
    expect(messages).toEqual([
      expect.objectContaining({ type: 'extractor.drifted', metadata: { shop: 'one' } }),
    ]);
    expect(messages[0]!.data).toMatchObject([{ version: 1, fields: [{ path: '/price' }] }]);
    second.host.child.kill('SIGTERM');
    await second.host.end();
    await second.host.dispose();
    await rm(folder, { recursive: true, force: true });
  });
});
