import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { boundedFetch, MAX_REPLY_BYTES, ReplyTooLarge } from './bounded-fetch.js';

const servers: Server[] = [];

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

describe('boundedFetch', () => {
  it('hands out an answer of ordinary length as it is', async () => {
    const url = await serve((_, response) => response.writeHead(201, { 'x-a': 'b' }).end('fine'));
    const response = await boundedFetch(url);
    expect([response.status, response.headers.get('x-a'), await response.text()]).toEqual([201, 'b', 'fine']);
  });

  it('fails reading an answer without measure', async () => {
    const url = await serve((_, response) => response.end(Buffer.alloc(MAX_REPLY_BYTES + 1, 'x')));
    const response = await boundedFetch(url);
    await expect(response.text()).rejects.toBeInstanceOf(ReplyTooLarge);
  });

  it('reads the beginning of a refusal', async () => {
    const url = await serve((_, response) => response.writeHead(400).end(Buffer.alloc(1_000_000, 'x')));
    const text = await (await boundedFetch(url)).text();
    expect(text.length).toBeLessThanOrEqual(64 * 1024);
  });

  it('follows no redirect', async () => {
    const asked: string[] = [];
    const url = await serve((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect((await boundedFetch(url, { method: 'POST', body: 'page' })).status).toBe(307);
    expect(asked).toEqual(['/']);
  });
});
