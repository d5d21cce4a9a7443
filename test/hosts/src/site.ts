import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

const PAGE = `<!doctype html><html lang="en"><head><title>Loopback</title></head><body>
<nav><a href="/menu">Menu entry</a></nav>
<main><h1>Loopback heading</h1><p>A paragraph of the page, long enough to be the text of an article and not of a menu.</p>
<p>A second one says that <strong>markdown</strong> comes back, whichever host asked for it and however.</p></main></body></html>`;

/** Serves one page on a free port of 127.0.0.1. */
export async function startSite() {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(PAGE);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { address, url: `http://${address}/page`, close };
}
