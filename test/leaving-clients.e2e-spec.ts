import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { WebExtractEvents, WebExtractModule, type WebExtractEvent } from 'nestjs-web-extract';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { PLATFORMS } from './support/platforms.js';
import { until } from './support/crawls.js';
import { startScriptedModel, type ScriptedModel } from './support/scripted-model.js';
import { startSearxng, type SearxngDouble } from './support/searxng.js';

const FORM = 'form-of-the-test';
const FILE =
  `--${FORM}\r\nContent-Disposition: form-data; name="options"\r\n\r\n` +
  `{"formats":["json"],"jsonOptions":{"prompt":"What is it?"}}\r\n` +
  `--${FORM}\r\nContent-Disposition: form-data; name="file"; filename="a.html"\r\n\r\n` +
  `<p>A file about lamps, their light and who lights them.</p>\r\n--${FORM}--\r\n`;

describe.each(PLATFORMS)('A client of %s', (platform) => {
  let site: Site;
  let model: ScriptedModel;
  let engine: SearxngDouble;
  let api: RunningApp;
  let sockets: Socket[];
  /** Answers that the site, the model or the search engine owes. */
  let held: Set<{ end(text: string): unknown }>;
  let ended: Extract<WebExtractEvent, { type: 'page-ended' }>[];

  const hold = (response: {
    end(text: string): unknown;
    on(event: 'close', listener: () => void): unknown;
  }) => {
    held.add(response);
    response.on('close', () => held.delete(response));
  };
  const answerAll = () => [...held].forEach((response) => response.end('<p>Here at last</p>'));

  beforeAll(async () => {
    [model, engine] = [await startScriptedModel(), await startSearxng()];
    site = await startSite({
      '/held': (_request, response) => hold(response),
      '/robots.txt': html('', {}, 404),
      '/quick': html('<p>There at once</p>'),
    });
    api = await startApp({
      platform,
      imports: [
        WebExtractModule.forRoot({
          auth: { keys: [KEY] },
          allowPrivate: [site.address],
          llm: { model: 'some-model', baseURL: model.baseURL },
          search: { searxng: { url: engine.url } },
          limits: { maxFetches: 1 },
        }),
      ],
    });
    api.app.get(WebExtractEvents).on('page-ended', (event) => void ended.push(event));
  });

  afterAll(async () => {
    await api.close();
    await Promise.all([site, model, engine].map((one) => one.close()));
  });

  beforeEach(() => {
    [held, sockets, ended] = [new Set(), [], []];
    model.play([{ act: hold }]);
    engine.answer = hold;
  });

  afterEach(() => sockets.forEach((socket) => socket.destroy()));

  /** Sends requests ahead on one connection. */
  async function send(...requests: string[]): Promise<{ socket: Socket; text: () => string }> {
    const { hostname, port } = new URL(api.url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    sockets.push(socket);
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => (text += String(chunk)));
    socket.on('error', () => undefined); // of those that are reset
    await once(socket, 'connect');
    socket.write(requests.join(''));
    return { socket, text: () => text };
  }

  const post = (path: string, body: object | string, version = '1.1') => {
    const [type, text] =
      typeof body === 'string'
        ? [`multipart/form-data; boundary=${FORM}`, body]
        : ['application/json', JSON.stringify(body)];
    return (
      `POST ${path} HTTP/${version}\r\nHost: a\r\nAuthorization: Bearer ${KEY}\r\n` +
      `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
    );
  };
  const scrape = (path: string) => post('/v1/scrape', { url: site.url + path });
  const answers = (text: string): readonly string[] => text.match(/HTTP\/1\.1 \d+/g) ?? [];

  it.each([
    ['scrape of v0', '/v0/scrape', () => ({ url: `${site.url}/held` })],
    ['scrape of v1', '/v1/scrape', () => ({ url: `${site.url}/held` })],
    ['scrape of v2', '/v2/scrape', () => ({ url: `${site.url}/held` })],
    ['map of v1', '/v1/map', () => ({ url: `${site.url}/held` })],
    ['map of v2', '/v2/map', () => ({ url: `${site.url}/held` })],
    ['search of v0', '/v0/search', () => ({ query: 'lamps' })],
    ['search of v1', '/v1/search', () => ({ query: 'lamps' })],
    ['search of v2', '/v2/search', () => ({ query: 'lamps' })],
    ['upload to v1', '/v1/parse', () => FILE],
    ['advice of v2', '/v2/crawl/params-preview', () => ({ url: site.url, prompt: 'Lamps only' })],
    ['crawl by a prompt', '/v2/crawl', () => ({ url: site.url, prompt: 'Lamps only' })],
    [
      'extraction from a page',
      '/v1/scrape',
      () => ({ url: `${site.url}/quick`, formats: ['json'], jsonOptions: { prompt: 'What is it?' } }),
    ],
  ])('that leaves ends its %s', async (_, path, body) => {
    const { socket } = await send(post(path, body()));
    await until(() => held.size > 0);
    socket.destroy();
    await until(() => held.size === 0);
    const next = await api.post('/v1/scrape', { url: `${site.url}/quick` });
    expect(next.status).toBe(200);
  });

  it('that resets its connection ends its scrape, which was cut off', async () => {
    const { socket } = await send(scrape('/held'));
    await until(() => held.size === 1);
    socket.resetAndDestroy();
    await until(() => held.size === 0 && ended.length === 1);
    expect(ended).toMatchObject([{ outcome: 'failed', errorCode: 'ABORTED' }]);
  });

  it('that leaves ends all that it sent ahead', async () => {
    const { socket } = await send(scrape('/held'), post('/v2/search', { query: 'lamps' }));
    await until(() => held.size === 2);
    socket.destroy();
    await until(() => held.size === 0);
  });

  it('that closes its sending side is answered, and then the connection is closed', async () => {
    const { socket, text } = await send(scrape('/held'));
    socket.end();
    await until(() => answers(text()).includes('HTTP/1.1 100') && held.size === 1);
    answerAll();
    await once(socket, 'end');
    expect(answers(text()).at(-1)).toBe('HTTP/1.1 200');
    expect(text()).toContain('Here at last');
  });

  it('of HTTP/1.0 that closes its sending side has left', async () => {
    const { socket } = await send(post('/v1/scrape', { url: `${site.url}/held` }, '1.0'));
    await until(() => held.size === 1);
    socket.end();
    await until(() => held.size === 0);
  });

  it('that keeps its connection is answered again and again, and in order', async () => {
    const { socket, text } = await send(scrape('/held'), scrape('/quick'));
    await until(() => held.size === 1);
    answerAll();
    await until(() => answers(text()).length === 2);
    socket.write(scrape('/quick'));
    await until(() => answers(text()).length === 3);
    expect(answers(text())).toEqual(Array(3).fill('HTTP/1.1 200'));
    expect(text().indexOf('Here at last')).toBeLessThan(text().indexOf('There at once'));
    expect(ended.map(({ outcome }) => outcome)).toEqual(['page', 'page', 'page']);
  });
});
