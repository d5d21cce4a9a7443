// Pages whose answers have about 10 MiB: a long text, many small values, links, pictures, attributes.
import { createServer } from 'node:http';

const MIB = 1024 * 1024;
const repeated = (make, bytes) => {
  const parts = [];
  for (let n = 0, length = 0; length < bytes; n++) length += parts[parts.push(make(n)) - 1].length;
  return `<!doctype html><title>A page</title><main>${parts.join('')}</main>`;
};

const PAGES = {
  article: () =>
    repeated((n) => `<p>Paragraph ${n} with <a href="/p/${n}">a link</a> and words enough.</p>\n`, 9.5 * MIB),
  links: () => repeated((n) => `<a href="/berth/${n}/${'k'.repeat(900)}">q</a>`, 9.5 * MIB),
  short: () => repeated((n) => `<a href="/${n}">q</a>`, 4 * MIB),
  pictures: () => repeated((n) => `<img src="/berth-${n}/${'q'.repeat(3_000)}.png" alt="">`, 9.5 * MIB),
  signs: () => `<title>signs</title><p>words</p>${'<'.repeat(9.5 * MIB)}`,
  escapes: () => `<title>escapes</title><p>words</p><pre>${'"\\'.repeat(4 * MIB)}</pre>`,
  title: () => `<title>${'long '.repeat(1.5 * MIB)}</title><p>words</p>`,
  meta: () => repeated((n) => `<meta name="m${n}" content="value ${n}">`, 4 * MIB),
};

const cache = new Map();

/** GET /<kind>?<any> */
export async function startLargeSite() {
  const server = createServer((request, response) => {
    const kind = request.url.slice(1).split('?')[0];
    if (!PAGES[kind]) return response.writeHead(404).end();
    if (!cache.has(kind)) cache.set(kind, Buffer.from(PAGES[kind]()));
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(cache.get(kind));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** [kind of page, formats] */
export const ANSWERS = [
  ['article', ['markdown']],
  ['article', ['rawHtml']],
  ['links', ['links']],
  ['short', ['links']],
  ['pictures', ['images']],
  ['signs', ['rawHtml']],
  ['escapes', ['rawHtml']],
  ['title', ['markdown']],
  ['meta', ['markdown']],
];
