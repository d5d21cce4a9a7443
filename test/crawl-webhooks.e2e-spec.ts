import { createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebExtractModule, type WebExtractOptions } from 'nestjs-web-extract';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { manyPages } from './sites/linked.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { ask } from './support/ask.js';
import { endOf, pathOf, pathsOf, submit, until } from './support/crawls.js';
import { NodeProcess } from './support/run-node.js';

const EMBEDDED_HOST = join(__dirname, 'support/embedded-host.mjs');

interface Message {
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly json: any;
}

/** Takes messages as `answers` say, one status a message; then with 200. */
class Receiver {
  readonly messages: Message[] = [];
  answers: number[] = [];

  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const status = this.answers.shift() ?? 200;
      if (status < 300) this.messages.push({ headers: request.headers, text, json: JSON.parse(text) });
      response.writeHead(status).end();
    });
  };

  /** Waits for a message that says how a crawl ended. */
  async end(): Promise<Message> {
    const isLast = ({ json }: Message) => json.jobId || /completed|failed/.test(json.type);
    await until(() => this.messages.some(isLast));
    return this.messages.find(isLast)!;
  }

  get types(): string[] {
    return this.messages.map(({ json }) => json.type);
  }
}

const LAMP = `<html><head><title>Lamp</title><script type="application/ld+json">${JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Storm lamp',
})}</script></head><body><main><h1>Storm lamp</h1><p>A lamp for the north, in brass.</p></main></body></html>`;

/** The page states what it asks for: no model is needed. */
const NAMED = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };

let site: Site;
let receiver: Receiver;
let api: RunningApp | undefined;
/** Where crawls are kept: what is started again finds them there. */
let place: Parameters<typeof WebExtractModule.forRoot>[0];

beforeAll(async () => {
  site = await startSite({
    ...manyPages(3),
    '/lamp': html(LAMP),
    '/dead': (_, response) => void response.destroy(),
    '/hook': (request, response) => receiver.handle(request, response),
  });
});

beforeEach(() => {
  receiver = new Receiver();
});

async function stop(): Promise<void> {
  await api?.close();
  api = undefined;
}

afterAll(() => site?.close());

async function start(options: WebExtractOptions = {}): Promise<RunningApp> {
  const own = { auth: { keys: [KEY] }, allowPrivate: [site.address], ...place, ...options };
  return startApp({ imports: [WebExtractModule.forRoot(own)] });
}

describe('in one process', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'webhooks-'));
    place = { dataDir };
  });
  afterEach(async () => {
    await stop();
    await rm(dataDir, { recursive: true });
  });
  messagesOfCrawls();

  it('sends the messages of an extract job after its process was killed, signed', async () => {
    const options = {
      auth: { keys: [KEY] },
      allowPrivate: [site.address],
      webhookSecret: 'secret',
      ...place,
    };
    const host = new NodeProcess([EMBEDDED_HOST, JSON.stringify(options)]);
    const headers = { authorization: `Bearer ${KEY}` };
    receiver.answers = Array(1_000).fill(500);
    try {
      const [, url] = await host.until(/ready (\S+)/);
      const body = { urls: [`${site.url}/lamp`], schema: NAMED, webhook: `${site.url}/hook` };
      const { id } = (await ask(`${url}/v2/extract`, { body, headers })).json;
      const state = async () => (await ask(`${url}/v2/extract/${id}`, { method: 'GET', headers })).json;
      await until(async () => (await state()).status === 'completed' && receiver.answers.length < 1_000);
    } finally {
      host.child.kill('SIGKILL');
      await host.end();
      await host.dispose();
    }
    receiver.answers = [];
    api = await start({ webhookSecret: 'secret' });
    const { headers: sent, text } = await receiver.end();

    expect(receiver.types).toEqual(['extract.started', 'extract.completed']);
    const signature = `sha256=${createHmac('sha256', 'secret').update(text).digest('hex')}`;
    expect(sent['x-firecrawl-signature']).toBe(signature);
  }, 120_000);
});

describeWithRedis('on Redis', () => {
  beforeEach(() => {
    const prefix = `test-${randomUUID()}`;
    place = { drivers: BullDriversModule.forRoot({ redis: { url: redisUrl }, prefix }) };
  });
  afterEach(() => stop());
  messagesOfCrawls();
});

function messagesOfCrawls(): void {
  it('tells the beginning, each page and the end of a crawl of v1', async () => {
    api = await start();
    const webhook = { url: `${site.url}/hook`, headers: { 'X-Mine': 'yes' }, metadata: { of: 'me' } };
    const id = await submit(api, { url: site.url, webhook });
    const last = await receiver.end();
    expect(receiver.types).toEqual(['crawl.started', ...Array(4).fill('crawl.page'), 'crawl.completed']);
    const pages = receiver.messages.flatMap(({ json }) => json.data);
    expect(pages).toEqual((await endOf(api, id)).data);
    expect(last.json).toEqual({
      success: true,
      type: 'crawl.completed',
      id,
      data: [],
      metadata: { of: 'me' },
    });
    expect(last.headers).toMatchObject({ 'content-type': 'application/json', 'x-mine': 'yes' });
    expect(last.headers['x-web-extract-signature']).toBeUndefined();
  });

  it('signs messages, and nobody else can', async () => {
    api = await start({ webhookSecret: 'secret' });
    const headers = {
      'x-web-extract-signature': 'sha256=forged',
      'X-Firecrawl-Signature': 'sha256=forged',
      'content-type': 'text/plain',
    };
    await submit(api, { url: site.url, limit: 1, webhook: { url: `${site.url}/hook`, headers } });
    await receiver.end();
    for (const { headers: sent, text } of receiver.messages) {
      const signature = createHmac('sha256', 'secret').update(text).digest('hex');
      expect(sent['x-web-extract-signature']).toBe(`sha256=${signature}`);
      expect(sent['x-firecrawl-signature']).toBe(`sha256=${signature}`);
      expect(sent['content-type']).toBe('application/json');
    }
  });

  it('tells only the events asked for', async () => {
    api = await start();
    await submit(api, {
      url: site.url,
      webhook: { url: `${site.url}/hook`, events: ['completed', 'crawl.started'] },
    });
    await receiver.end();
    expect(receiver.types).toEqual(['crawl.started', 'crawl.completed']);
  });

  it('tells why a crawl failed', async () => {
    api = await start();
    await submit(api, { url: `${site.url}/dead`, webhook: `${site.url}/hook` });
    const { json } = await receiver.end();
    expect(json).toMatchObject({ success: false, type: 'crawl.failed', data: [] });
    expect(json.error).toContain('could not be fetched');
  });

  it.each(['v1', 'v2'])('reports the start and the result of an extract job of %s', async (version) => {
    api = await start();
    const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    const webhook = { url: `${site.url}/hook`, metadata: { of: 'me' } };
    const { id } = (
      await api.post(`/${version}/extract`, {
        urls: [`${site.url}/lamp`],
        schema,
        showSources: true,
        webhook,
      })
    ).json;
    const { json } = await receiver.end();
    expect(receiver.types).toEqual(['extract.started', 'extract.completed']);
    expect(json).toEqual({
      success: true,
      type: 'extract.completed',
      id,
      data: [
        {
          success: true,
          extractId: id,
          data: { name: 'Storm lamp' },
          totalUrlsScraped: 1,
          sources: { name: [`${site.url}/lamp`] },
        },
      ],
      metadata: { of: 'me' },
    });
  });

  it('sends the messages of an extract job after a restart', async () => {
    api = await start();
    receiver.answers = Array(1_000).fill(500);
    const body = { urls: [`${site.url}/lamp`], schema: NAMED, webhook: `${site.url}/hook` };
    const { id } = (await api.post('/v2/extract', body)).json;
    const state = async () => (await api!.ask(`/v2/extract/${id}`, { method: 'GET' })).json;
    await until(async () => (await state()).status === 'completed' && receiver.answers.length < 1_000);
    await api.close();
    receiver.answers = [];
    api = await start();
    await receiver.end();

    expect(receiver.types).toEqual(['extract.started', 'extract.completed']);
  });

  it('reports why an extract job failed, and refuses receivers that crawls refuse', async () => {
    api = await start();
    const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    const extract = (webhook: unknown) =>
      api!.post('/v2/extract', { urls: [`${site.url}/dead`], schema, webhook });
    expect((await extract({ url: `${site.url}/hook`, events: ['extract.failed'] })).status).toBe(200);
    expect((await receiver.end()).json).toMatchObject({ success: false, type: 'extract.failed', data: [] });
    expect(receiver.types).toEqual(['extract.failed']);
    for (const refused of [
      'http://10.0.0.1/hook',
      'file:///hook',
      { url: 7 },
      { url: 'x', events: ['else'] },
    ]) {
      expect((await extract(refused)).status).toBeGreaterThanOrEqual(400);
    }
  });

  it('tells one thing at the end of a crawl of v0, with all pages', async () => {
    api = await start();
    const id = await submit(api, { url: site.url, webhook: `${site.url}/hook` }, 'v0');
    const { json } = await receiver.end();
    expect(receiver.messages).toHaveLength(1);
    expect([json.success, json.jobId, pathsOf(json.data)]).toEqual([true, id, ['/', '/p/1', '/p/2', '/p/3']]);
    expect(json.data[0]).toMatchObject({ content: expect.any(String), markdown: expect.any(String) });
  });

  it('tells the host of a crawl of v0 that names no webhook, and of no other', async () => {
    api = await start({ webhookUrl: `${site.url}/hook` });
    await endOf(api, await submit(api, { url: site.url, limit: 1 }));
    const id = await submit(api, { url: site.url, crawlerOptions: { limit: 1 } }, 'v0');
    await receiver.end();
    expect(receiver.messages.map(({ json }) => [json.jobId, json.success])).toEqual([[id, true]]);
  });

  it('tells again what was not taken, without holding up the crawl', async () => {
    api = await start();
    receiver.answers = Array(50).fill(500);
    const id = await submit(api, { url: site.url, webhook: `${site.url}/hook` });
    expect((await endOf(api, id)).status).toBe('completed');
    expect(receiver.messages).toEqual([]);
    receiver.answers = [302];
    await receiver.end();
    expect(receiver.types).toEqual(['crawl.started', ...Array(4).fill('crawl.page'), 'crawl.completed']);
  });

  it('tells after a restart what was not told before', async () => {
    api = await start();
    receiver.answers = [200, 200, ...Array(50).fill(500)];
    const id = await submit(api, { url: site.url, webhook: `${site.url}/hook` });
    await endOf(api, id);
    await until(() => receiver.messages.length === 2 && receiver.answers.length < 50);
    await api.close();
    receiver.answers = [];
    api = await start();
    await receiver.end();
    expect(receiver.types).toEqual(['crawl.started', ...Array(4).fill('crawl.page'), 'crawl.completed']);
    const told = receiver.messages
      .flatMap(({ json }) => json.data)
      .map(({ metadata }) => pathOf(metadata.sourceURL));
    expect(told.sort()).toEqual(['/', '/p/1', '/p/2', '/p/3']);
  });
}
