import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { UndiciFetcher } from './undici.fetcher.js';

const BODY = '<p>The last sentence of it.</p>';
const HTML = 'Content-Type: text/html';
const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;
const ok = (...lines: string[]) => head('HTTP/1.1 200 OK', HTML, ...lines);
const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;

/** Responses by path, in parts. */
const RESPONSES: Readonly<Record<string, readonly string[]>> = {
  '/100-continue': [head('HTTP/1.1 100 Continue'), ok('Connection: close') + BODY],
  '/length-twice': [ok(`Content-Length: ${BODY.length}`, `Content-Length: ${BODY.length}`) + BODY],
  '/length-listed': [ok(`Content-Length: ${BODY.length}, ${BODY.length}`) + BODY],
  '/length-beside-chunks': [ok('Content-Length: 7', 'Transfer-Encoding: chunked') + chunked(BODY)],
  '/no-colon': [ok('Hello there', `Content-Length: ${BODY.length}`) + BODY],
  '/leading-blank': [`HTTP/1.1 200 OK\r\n ${ok().slice(17)}${BODY}`],
  '/folded': [ok('X-A: b\r\n\tc', `Content-Length: ${BODY.length}`) + BODY],
  '/lf': [ok().replaceAll('\r', '') + BODY],
  '/keeps-open': [ok('Bad header', `Content-Length: ${BODY.length}`) + BODY, ''],
  '/moved': [head('HTTP/1.1 302 Found', 'no colon', 'Location: /lf')],
  '/private': [head('HTTP/1.1 302 Found', 'no colon', 'Location: http://10.0.0.1/')],
  '/different': [ok('Content-Length: 5', 'Content-Length: 6') + BODY],
  '/ssh': ['SSH-2.0-OpenSSH_9.6\r\n'],
  '/endless-head': [
    'HTTP/1.1 200 OK\r\nno colon\r\n',
    ...Array.from({ length: 40 }, () => `A: ${'x'.repeat(10_000)}\r\n`),
  ],
};

describe('responses that break the rules of HTTP', () => {
  let server: Server;
  let origin: string;
  let requests: string[] = [];
  const fetcher = new UndiciFetcher({ allowPrivate: ['127.0.0.1'], headersTimeoutMs: 2_000 });
  const sockets = new Set<Socket>();

  beforeAll(async () => {
    server = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      socket.on('data', (bytes) => {
        const path = bytes.toString().split(' ')[1] ?? '';
        requests.push(path);
        const parts = RESPONSES[path] ?? [];
        parts.forEach((part, at) => setTimeout(() => socket.write(part, 'latin1'), at * 5));
        if (path !== '/keeps-open') setTimeout(() => socket.end(), parts.length * 5);
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  beforeEach(() => {
    requests = [];
  });

  afterAll(async () => {
    await fetcher.onApplicationShutdown();
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  const get = (path: string) => fetcher.fetch({ url: origin + path, timeoutMs: 10_000 });

  it.each(Object.keys(RESPONSES).slice(0, 9))('are read as browsers read them: %s', async (path) => {
    const { body, statusCode, truncated } = await get(path);
    expect([Buffer.from(body).toString(), statusCode, truncated]).toEqual([BODY, 200, false]);
  });

  it('are asked for once more only by the first request of a site', async () => {
    await get('/lf');
    expect(requests).toEqual(['/lf']);
  });

  it('lead to the address that they name, which is checked', async () => {
    expect((await get('/moved')).url).toBe(`${origin}/lf`);
    await expect(get('/private')).rejects.toMatchObject({ code: 'URL_NOT_ALLOWED' });
  });

  it.each([
    ['/different', 'it states different lengths: "5, 6"'],
    ['/ssh', 'it begins with "SSH-2.0-OpenSSH_9.6" instead of a status line'],
    ['/endless-head', 'its response headers are too large'],
  ])('say what is wrong with them when they cannot be read: %s', async (path, reason) => {
    await expect(get(path)).rejects.toMatchObject({
      code: 'SCRAPE_SITE_ERROR',
      message: expect.stringContaining(reason),
    });
  });
});
