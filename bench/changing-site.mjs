// A site of pages that change at random moments, which also receives webhook messages. It records which edition of a page was served when.
import { createServer } from 'node:http';

/** Editions are words: numbers could be taken for counters, which monitors ignore. */
const SYLLABLES = ['ba', 'de', 'fi', 'go', 'ku', 'la', 'me', 'ni', 'po', 'ru'];

export const wordOf = (edition) => [...String(edition + 1_000)].map((digit) => SYLLABLES[digit]).join('');

/**
 * @param everyMs average time between two changes of a page
 * @returns `url`, `visits` (number by path), `messages` (webhook bodies), `close()`
 */
export async function startChangingSite({ everyMs, random }) {
  const pages = new Map();
  const visits = new Map();
  const messages = [];
  const server = createServer((request, response) => {
    if (request.method === 'POST') return receive(request, response);
    if (!request.url.startsWith('/m')) return response.writeHead(404).end();
    visits.set(request.url, (visits.get(request.url) ?? 0) + 1);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(pageOf(request.url, wordOf(editionOf(request.url))));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, visits, messages, close };

  function editionOf(path) {
    const now = Date.now();
    const page = pages.get(path) ?? { edition: 0, changeAt: now + nextMs() };
    pages.set(path, page);
    for (; page.changeAt <= now; page.changeAt += nextMs()) page.edition++;
    return page.edition;
  }

  function nextMs() {
    return -Math.log(1 - random()) * everyMs;
  }

  function receive(request, response) {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      messages.push(JSON.parse(body));
      response.end();
    });
  }
}

function pageOf(path, word) {
  const text = 'The harbour bridge was built by the town and carries the road to the island since then.';
  return `<!doctype html><html lang="en"><title>Page ${path}</title><main><h1>A page of the harbour</h1><p>${text}</p><p>The edition of this page is called ${word} by its readers.</p><p>${text}</p></main></html>`;
}
