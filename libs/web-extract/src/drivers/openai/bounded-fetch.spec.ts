import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { boundedFetch, MAX_REPLY_BYTES, ReplyTooLarge } from './bounded-fetch.js';

let server: Server | undefined;
const asked: string[] = [];

async function serve(answer: RequestListener): Promise<string> {
  asked.length = 0;
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

describe('boundedFetch', () => {
  it('reads an answer of the largest size', async () => {
    const url = await serve((_, response) => response.end('x'.repeat(MAX_REPLY_BYTES)));
    expect((await (await boundedFetch(url)).text()).length).toBe(MAX_REPLY_BYTES);
  });

  it.each([
    ['is larger', Buffer.alloc(MAX_REPLY_BYTES + 1, 'x'), {}],
    ['inflates to more', gzipSync(Buffer.alloc(50 * MAX_REPLY_BYTES, 'x')), { 'content-encoding': 'gzip' }],
  ])('fails where it %s', async (_, body, headers) => {
    const url = await serve((_request, response) => response.writeHead(200, headers).end(body));
    await expect((await boundedFetch(url)).text()).rejects.toThrow(ReplyTooLarge);
  });

  it('fails where it never ends', async () => {
    const url = await serve((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    await expect((await boundedFetch(url)).text()).rejects.toThrow(ReplyTooLarge);
  });

  it('reads the beginning of a refusal', async () => {
    const url = await serve((_, response) => response.writeHead(400).end('x'.repeat(MAX_REPLY_BYTES)));
    const response = await boundedFetch(url);
    const { length } = await response.text();
    expect([response.status, length <= 64 * 1024]).toEqual([400, true]);
  });

  it.each([301, 302, 303, 307, 308])('takes a redirect of %d as the answer', async (status) => {
    const url = await serve((_, response) => response.writeHead(status, { location: '/elsewhere' }).end());
    const response = await boundedFetch(url, {
      method: 'POST',
      body: '{}',
      headers: { 'api-key': 'secret' },
    });
    expect([response.status, asked]).toEqual([status, ['/']]);
  });
});
