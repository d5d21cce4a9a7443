import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { WsAdapter } from '@nestjs/platform-ws';
import { WebSocketGateway } from '@nestjs/websockets';
import { WebExtractModule, type WebExtractOptions, type WebExtractStaticOptions } from 'nestjs-web-extract';
import { WebSocket, WebSocketServer } from 'ws';
import { linked, manyPages } from './sites/linked.js';
import { page } from './sites/pages.js';
import { startSite, type Site } from './sites/site.js';
import { KEY, startApp, type AppSettings, type RunningApp } from './support/app.js';
import { PLATFORMS } from './support/platforms.js';
import { endOf, submit } from './support/crawls.js';
import { pathsTold, Watcher } from './support/watching.js';

const PAGES = 30;
const UNKNOWN = '6f1c3a52-9f0e-4a39-9b1e-1f2f7a1d2c3b';

let site: Site;
/** Answers of pages that wait for a word of the test. */
const held: (() => void)[] = [];
const letGo = () => held.splice(0).forEach((answer) => answer());

beforeAll(async () => {
  site = await startSite({
    ...manyPages(PAGES),
    ...linked({ '/slow': ['/slow/1', '/slow/2', '/slow/3'] }),
    ...Object.fromEntries(
      [1, 2, 3].map(
        (n) =>
          [
            `/slow/${n}`,
            (_, response) =>
              void held.push(() =>
                response.writeHead(200, { 'content-type': 'text/html' }).end(page(`Slow ${n}`)),
              ),
          ] as const,
      ),
    ),
    '/dead': (_, response) => void response.destroy(),
    '/never': () => undefined,
  });
});
afterEach(letGo);
afterAll(() => site?.close());

describe.each(PLATFORMS)('watching over a WebSocket on %s', (platform) => {
  let api: RunningApp;

  const start = (
    options: WebExtractOptions & WebExtractStaticOptions = {},
    settings: Partial<AppSettings> = {},
  ): Promise<RunningApp> => {
    const ours = {
      auth: { keys: [KEY, 'other'] },
      allowPrivate: [site.address],
      browser: false as const,
      ...options,
    };
    return startApp({ platform, imports: [WebExtractModule.forRoot(ours)], ...settings });
  };
  const watch = (path: string, key: string | null = KEY, host = api) => new Watcher(host.url + path, key);

  beforeAll(async () => {
    api = await start();
  });
  afterAll(() => api?.close());

  describe('a job', () => {
    it.each([
      ['v1', 'crawl', '/v1/crawl'],
      ['v1', 'batch/scrape', '/v1/crawl'],
      ['v1', 'batch/scrape', '/v1/batch/scrape'],
      ['v2', 'crawl', '/v2/crawl'],
      ['v2', 'batch/scrape', '/v2/batch/scrape'],
      ['v2', 'batch/scrape', '/v2/crawl'],
    ])(
      'of %s/%s is streamed at %s: existing pages, each further page once, and the end',
      async (version, kind, path) => {
        const urls = Array.from({ length: PAGES }, (_, n) => `${site.url}/p/${n + 1}`);
        const body = kind === 'crawl' ? { url: site.url, limit: PAGES } : { urls };
        const { id } = (await api.post(`/${version}/${kind}`, body)).json;
        const { frames, code, reason, protocol } = await watch(`${path}/${id}`).ended();
        expect([code, reason, protocol]).toEqual([1000, { type: 'done' }, KEY]);
        expect(frames[0]!.type).toBe('catchup');
        expect(new Set(frames.slice(1).map(({ type }) => type)).size).toBeLessThanOrEqual(1);
        expect(pathsTold(frames)).toHaveLength(PAGES);
        expect(new Set(pathsTold(frames)).size).toBe(PAGES);
      },
    );

    it.each(['v1', 'v2'])('that has ended is reported like a GET, in %s', async (version) => {
      const { id } = (await api.post('/v1/crawl', { url: site.url, limit: 5 })).json;
      await endOf(api, id);
      const { frames, code } = await watch(`/${version}/crawl/${id}`).ended();
      const { json } = await api.ask(`/${version}/crawl/${id}`, { method: 'GET' });
      expect([code, frames]).toEqual([1000, [{ type: 'catchup', data: json }]]);
    });

    it('is reported without parts, however long it is', async () => {
      const urls = Array.from({ length: 130 }, (_, n) => `${site.url}/p/1?${n}`);
      const { id } = (await api.post('/v1/batch/scrape', { urls })).json;
      await endOf(api, id);
      const { frames } = await watch(`/v1/crawl/${id}`).ended();
      expect([frames.length, frames[0]!.data.data.length, frames[0]!.data.next]).toEqual([1, 130, undefined]);
    });

    it('is reported while it runs', async () => {
      const id = await submit(api, { url: `${site.url}/slow`, ignoreSitemap: true });
      await endOfStart(id);
      const watcher = watch(`/v1/crawl/${id}`);
      const [catchup] = await watcher.heard(1);
      expect([catchup!.data.status, pathsTold([catchup!])]).toEqual(['scraping', ['/slow']]);
      letGo();
      const { frames } = await watcher.ended();
      expect(pathsTold(frames).sort()).toEqual(['/slow', '/slow/1', '/slow/2', '/slow/3']);
    });

    const endOfStart = async (id: string) => {
      while ((await api.ask(`/v1/crawl/${id}`, { method: 'GET' })).json.completed === 0 || held.length < 3);
    };

    it.each([
      ['v1', { type: 'error', error: expect.any(String) }],
      ['v2', { type: 'error', error: expect.any(String) }],
    ])('that failed or was cancelled ends as it should in %s', async (version, reason) => {
      const failed = await submit(api, { url: `${site.url}/dead` });
      const first = await watch(`/${version}/crawl/${failed}`).ended();
      expect([first.code, first.reason]).toEqual([1000, reason]);
      expect(first.frames.map(({ type }) => type)).toEqual(['catchup']);
      const cancelled = await submit(api, { url: `${site.url}/never` });
      const watcher = watch(`/${version}/crawl/${cancelled}`);
      await watcher.heard(1);
      await api.ask(`/v1/crawl/${cancelled}`, { method: 'DELETE' });
      const second = await watcher.ended();
      expect([second.code, second.reason]).toEqual([1000, reason]);
    });

    it('stays JSON for whoever asks without an upgrade, or for another one', async () => {
      const id = await submit(api, { url: site.url, limit: 1 });
      const plain = await api.ask(`/v1/crawl/${id}`, { method: 'GET' });
      const other = await upgradeTo('h2c', `/v1/crawl/${id}`, 'GET');
      expect([plain.status, other.status, JSON.parse(other.body).success]).toEqual([200, 200, true]);
    });
  });

  describe('is refused', () => {
    it.each([
      ['v1', `/crawl/${UNKNOWN}`, KEY, 1008, 'Job not found'],
      ['v1', '/crawl/nothing', KEY, 1008, 'Job not found'],
      ['v2', `/batch/scrape/${UNKNOWN}`, KEY, 1008, 'Job not found'],
      ['v1', `/crawl/${UNKNOWN}`, 'wrong', 3000, 'Unauthorized: Invalid token'],
      ['v2', `/crawl/${UNKNOWN}`, 'wrong', 3000, 'Unauthorized: Invalid token'],
    ])('behind the handshake in %s at %s with the key %s: %i', async (version, path, key, code, error) => {
      const told = await watch(`/${version}${path}`, key).ended();
      expect([told.code, told.reason, told.protocol]).toEqual([code, { type: 'error', error }, key]);
      expect(told.frames).toEqual(version === 'v1' ? [] : [{ type: 'error', error }]);
    });

    it('to others than the owner', async () => {
      const id = await submit(api, { url: site.url, limit: 1 });
      const { code, frames } = await watch(`/v1/crawl/${id}`, 'other').ended();
      expect([code, frames]).toEqual([3003, []]);
    });

    it('without a key before the handshake, with JSON', async () => {
      await expect(watch(`/v1/crawl/${UNKNOWN}`, null).ended()).rejects.toThrow('401');
      const answer = await upgradeTo('websocket', `/v1/crawl/${UNKNOWN}`, 'GET');
      expect([answer.status, JSON.parse(answer.body).code]).toEqual([401, 'UNAUTHORIZED']);
    });

    it('where nothing is watched, by whoever else has the path', async () => {
      for (const path of ['/', '/v1/scrape', '/v1/crawl/active', '/v0/crawl/status/x', '/v2/map', '/else']) {
        await expect(watch(path).ended()).rejects.toThrow(/refused with (401|404)/);
      }
    });

    it('beyond the bound of an owner, not for others', async () => {
      const host = await start({ limits: { maxWatchers: 2 } });
      const id = await submit(host, { url: `${site.url}/never` });
      const inside = [1, 2].map(() => watch(`/v1/crawl/${id}`, KEY, host));
      await Promise.all(inside.map((watcher) => watcher.heard(1)));
      const beyond = await watch(`/v1/crawl/${id}`, KEY, host).ended();
      expect([beyond.code, beyond.reason.error]).toEqual([1013, expect.stringContaining('at most 2')]);
      expect((await watch(`/v1/crawl/${id}`, 'other', host).ended()).code).toBe(3003);
      inside[0]!.socket.close();
      await inside[0]!.ended();
      for (let code = 1013; code === 1013;) {
        const next = watch(`/v1/crawl/${id}`, KEY, host);
        code = await Promise.race([next.heard(1).then(() => 0), next.ended().then((end) => end.code)]);
      }
      await host.close();
    });
  });

  it('takes the key as a header too', async () => {
    const id = await submit(api, { url: site.url, limit: 1 });
    const options = { headers: { authorization: `Bearer ${KEY}` } };
    const { code, protocol } = await new Watcher(`${api.url}/v1/crawl/${id}`, null, options).ended();
    expect([code, protocol]).toEqual([1000, '']);
  });

  it('takes no large message, and not many', async () => {
    const id = await submit(api, { url: `${site.url}/never` });
    const loud = watch(`/v1/crawl/${id}`);
    await loud.opened();
    loud.socket.send('x'.repeat(2_000));
    expect((await loud.ended()).code).toBe(1009);
    const chatty = watch(`/v1/crawl/${id}`);
    await chatty.opened();
    for (let n = 0; n < 200; n++) chatty.socket.send('hello');
    expect((await chatty.ended()).code).toBe(1008);
  });

  it('ends when the application does, which does not wait', async () => {
    const host = await start();
    const id = await submit(host, { url: `${site.url}/never` });
    const watcher = watch(`/v1/crawl/${id}`, KEY, host);
    const frozen = watch(`/v1/crawl/${id}`, KEY, host);
    await Promise.all([watcher.heard(1), frozen.heard(1)]);
    frozen.socket.pause();
    await host.close();
    expect((await watcher.ended()).code).toBe(1001);
    frozen.socket.resume();
    await frozen.ended();
  });

  describe('in a host', () => {
    let host: RunningApp | undefined;
    afterEach(async () => {
      await host?.close();
      host = undefined;
    });

    it('lives under prefixes, for several registrations with keys of their own', async () => {
      const shared = { allowPrivate: [site.address], browser: false as const };
      host = await startApp({
        platform,
        imports: [
          WebExtractModule.forRoot({ ...shared, auth: { keys: ['first'] } }),
          WebExtractModule.forRoot({
            ...shared,
            auth: { keys: ['second'] },
            prefix: 'inner/api',
            handleUnknownRoutes: true,
          }),
        ],
        configure: (app) => app.setGlobalPrefix('global'),
      });
      for (const [path, key, other] of [
        ['/global/v1/crawl', 'first', 'second'],
        ['/global/inner/api/v1/crawl', 'second', 'first'],
      ] as const) {
        const headers = { authorization: `Bearer ${key}` };
        const { json } = await host.ask(path, { body: { url: site.url, limit: 2 }, headers });
        expect((await watch(`${path}/${json.id}`, key, host).ended()).code).toBe(1000);
        expect((await watch(`${path}/${json.id}`, other, host).ended()).code).toBe(3000);
      }
      await expect(watch(`/v1/crawl/${UNKNOWN}`, 'first', host).ended()).rejects.toThrow('404');
    });

    @WebSocketGateway({ path: '/gateway' })
    class Gateway {
      handleConnection(client: WebSocket): void {
        client.send(JSON.stringify({ type: 'greeting' }));
        client.close(1000);
      }
    }

    it.each([
      ['a gateway', (app) => app.useWebSocketAdapter(new WsAdapter(app)), [Gateway]],
      [
        'a server of its own',
        (app) => {
          const server = new WebSocketServer({ server: app.getHttpServer(), path: '/gateway' });
          server.on('connection', (client: WebSocket) => new Gateway().handleConnection(client));
        },
        [],
      ],
    ] as [string, NonNullable<AppSettings['configure']>, any[]][])(
      'leaves %s alone, and is left alone',
      async (_, configure, providers) => {
        host = await start({}, { configure, providers });
        const id = await submit(host, { url: site.url, limit: 2 });
        expect((await watch(`/v1/crawl/${id}`, KEY, host).ended()).code).toBe(1000);
        const greeted = await watch('/gateway', null, host).ended();
        expect([greeted.code, greeted.frames]).toEqual([1000, [{ type: 'greeting' }]]);
        await expect(watch('/else', null, host).ended()).rejects.toThrow();
      },
    );

    it('is not there where the host does not want it, or guards the API itself', async () => {
      for (const options of [{ webSocket: false }, { auth: false as const }]) {
        host = await start(options);
        await expect(watch(`/v1/crawl/${UNKNOWN}`, KEY, host).ended()).rejects.toThrow(/refused with 40[14]/);
        await host.close();
      }
      host = await start({ auth: false, webSocket: true });
      expect((await watch(`/v1/crawl/${UNKNOWN}`, null, host).ended()).code).toBe(1008);
    });
  });

  describe('leaves upgrades that nobody takes what they were', () => {
    it('with a body, on a connection that goes on', async () => {
      const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
      const body = JSON.stringify({ url: `${site.url}/p/1` });
      const common = `host: x\r\nauthorization: Bearer ${KEY}\r\n`;
      socket.write(
        `POST /v1/scrape HTTP/1.1\r\n${common}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n` +
          `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
      );
      socket.write(body);
      let text = '';
      socket.on('data', (chunk) => (text += chunk));
      while (!text.includes('"markdown"')) await once(socket, 'data');
      socket.write(`GET /health HTTP/1.1\r\n${common}connection: close\r\n\r\n`);
      await once(socket, 'close');
      expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
    });
  });

  it('stays within bounds when hundreds come at once', async () => {
    const host = await start({ limits: { maxWatchers: 50 } });
    const id = await submit(host, { url: `${site.url}/never` });
    const watchers = Array.from({ length: 500 }, (_, n) =>
      watch(n % 2 ? `/v1/crawl/${id}` : `/v1/crawl/${UNKNOWN}`, n % 3 ? KEY : 'wrong', host),
    );
    const told = Promise.all(
      watchers.map((watcher) =>
        watcher.ended().then(
          ({ code }) => code,
          () => 503,
        ),
      ),
    );
    expect((await host.ask('/health', { method: 'GET' })).status).toBe(200);
    for (const watcher of watchers)
      void watcher.heard(1).then(
        () => watcher.socket.close(),
        () => {},
      );
    expect(new Set(await told).size).toBeGreaterThan(1);
    expect((await watch(`/v1/crawl/${UNKNOWN}`, KEY, host).ended()).code).toBe(1008);
    await host.close();
  });

  it('lets accepted keys in while strangers hold on to connections that were refused', async () => {
    const { port } = new URL(api.url);
    const sockets = Array.from({ length: 300 }, () => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => {}); // those that have been told longest are ended
      socket.write(
        `GET /v1/crawl/${UNKNOWN} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: wrong\r\n\r\n`,
      );
      return socket;
    });
    await Promise.all(sockets.slice(-20).map((socket) => once(socket, 'data')));
    expect((await watch(`/v1/crawl/${UNKNOWN}`).ended()).code).toBe(1008);
    for (const socket of sockets) socket.destroy();
  });

  function upgradeTo(protocol: string, path: string, method: string) {
    return new Promise<{ status: number; body: string }>((resolve, reject) => {
      const headers = {
        connection: 'Upgrade',
        upgrade: protocol,
        ...(protocol === 'websocket' ? {} : { authorization: `Bearer ${KEY}` }),
      };
      const asked = httpRequest(api.url + path, { method, headers, agent: false }, (response) => {
        let body = '';
        response.on('data', (chunk) => (body += chunk));
        response.on('end', () => resolve({ status: response.statusCode!, body }));
      });
      asked.on('error', reject).end();
    });
  }
});
