// Sites whose pages have neither text nor links before their scripts ran.
import { once } from 'node:events';
import { createServer } from 'node:http';

const SENTENCE =
  'The copper lantern of the old harbour shows every late ferry where the narrow quay begins. ';
const APP = `/* ${'x'.repeat(100_000)} */ fetch('/data' + location.pathname).then((r) => r.json()).then(({ title, texts, links }) => {
  document.title = title; for (const text of texts) { const p = document.createElement('p'); p.textContent = text; root.append(p); }
  for (const link of links) { const a = document.createElement('a'); a.href = a.textContent = link; root.append(a, ' '); } });`;
const SHELL = `<!doctype html><title>Page</title><div id="root"></div><script src="/app.js"></script>`;

/** The text that page `n` and no other has. */
export const marker = (n) => `Page number ${n} of this site.`;

/**
 * @param pages of a tree: page n leads to pages 10n+1 to 10n+10, the start page is number 0
 * @param host an address of 127.0.0.0/8
 */
export async function startScriptSite({ pages = Infinity, host = '127.0.0.1' } = {}) {
  const documents = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://site');
    const n = Number(/\/p\/(\d+)$/.exec(pathname)?.[1] ?? (/^\/(?:data\/)?$/.test(pathname) ? 0 : NaN));
    if (pathname === '/app.js') return void response.setHeader('content-type', 'text/javascript').end(APP);
    if (Number.isNaN(n) || n >= pages) return void response.writeHead(404).end();
    if (pathname.startsWith('/data'))
      return void response.setHeader('content-type', 'application/json').end(dataOf(n));
    documents.push(n);
    response.setHeader('content-type', 'text/html').end(SHELL);
  }).listen(0, host);
  await once(server, 'listening');
  return {
    url: `http://${host}:${server.address().port}`,
    /** Numbers of the documents that were asked for, in order. */
    documents,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };

  function dataOf(n) {
    const links = Array.from({ length: 10 }, (_, at) => 10 * n + at + 1).filter((next) => next < pages);
    const texts = [marker(n), ...Array.from({ length: 60 }, (_, at) => `${n}.${at}: ${SENTENCE.repeat(3)}`)];
    return JSON.stringify({
      title: marker(n),
      texts,
      links: pages === Infinity ? [] : links.map((next) => `/p/${next}`),
    });
  }
}
