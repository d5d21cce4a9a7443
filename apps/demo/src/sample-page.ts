import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

const HOST = '127.0.0.1';
const PAGE = `<!doctype html>
<html lang="en">
<head>
<title>The lighthouse at the point</title>
<meta name="description" content="A page to try the extraction with, without the Internet.">
</head>
<body>
<nav><a href="/">Home</a> <a href="/imprint">Imprint</a></nav>
<main>
<h1>The lighthouse at the point</h1>
<p>The <strong>first tower</strong> was built of timber and burned down within a year. Its successor of granite has been in service since 1852;
its light can be seen from <a href="/miles">nineteen miles</a>.</p>
<table>
<thead><tr><th>Tower</th><th>Built</th><th>Height</th></tr></thead>
<tbody><tr><td>Timber</td><td>1703</td><td>37 m</td></tr><tr><td>Granite</td><td>1852</td><td>42 m</td></tr></tbody>
</table>
</main>
<footer>Served by the demo itself</footer>
</body>
</html>
`;

/**
 * Serves one page on a port of its own, so that a fresh clone can be tried without the Internet. Nothing else is there: an address
 * of this server that is allowed to be fetched leads to this page and to no other.
 *
 * @param port preferred port of 127.0.0.1; another free one if it is taken
 * @returns the URL of the page
 */
export async function startSamplePage(port: number): Promise<string> {
  const server = createServer(answer);
  server.unref(); // ends with the demo
  const listening = once(server.listen(port, HOST), 'listening');
  await listening.catch(() => once(server.listen(0, HOST), 'listening'));
  const { port: taken } = server.address() as AddressInfo;
  return `http://${HOST}:${taken}/`;
}

const answer: RequestListener = ({ url, method }, response) => {
  const isPage = url === '/' && (method === 'GET' || method === 'HEAD');
  if (isPage) response.setHeader('content-type', 'text/html; charset=utf-8');
  response.writeHead(isPage ? 200 : 404).end(isPage ? PAGE : undefined);
};
