// A site of pages of 30 KB with menus, short texts, tables and code, in a process of its own: GET /<number> has 20 links.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const LINKS = 20;
const SECTIONS = 20;
const WORDS =
  'page crawl link table storage index request answer window river market window engine light paper garden signal branch record summer travel simple common public early'.split(
    ' ',
  );

/** Numbers that are the same for the same page in each run. */
function numbers(seed) {
  let state = seed * 2654435761 + 12345;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % below;
  };
}

export function pageOf(number, pages) {
  const next = numbers(number + 1);
  const words = (count) => Array.from({ length: count }, () => WORDS[next(WORDS.length)]).join(' ');
  const sentence = () => `${words(8 + next(10))}. `.replace(/^./, (first) => first.toUpperCase());
  const paragraph = () =>
    `<p>${Array.from({ length: 4 + next(3) }, sentence).join('')}<a href="/out/${next(99)}">${words(3)}</a> &amp; <code>${words(1)}()</code></p>`;
  const list = () =>
    `<ul class="list">${Array.from({ length: 5 }, () => `<li>${words(4)} <em>${words(2)}</em></li>`).join('')}</ul>`;
  const table = () =>
    `<table><tr><th>${words(1)}</th><th>${words(1)}</th></tr>${Array.from({ length: 4 }, () => `<tr><td>${words(2)}</td><td>${next(1000)}</td></tr>`).join('')}</table>`;
  const section = (at) =>
    `<section><h2 id="part-${at}">${words(3)}</h2>${paragraph()}${paragraph()}${[list, table, paragraph][at % 3]()}</section>`;
  const menu = Array.from({ length: LINKS }, (_, at) => {
    const target = (number * 3 + at * 7 + 1) % pages;
    return `<li class="menu-item"><a class="menu-link" href="/${target}">${words(2)}</a></li>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${number}: ${words(3)}</title><meta name="description" content="${sentence()}"></head><body><header class="site-header"><nav class="menu"><ul>${menu.join('')}</ul></nav></header><main><article><h1>Page ${number}: ${words(4)}</h1>${Array.from({ length: SECTIONS }, (_, at) => section(at)).join('\n')}</article></main><aside class="sidebar"><h3>Related</h3>${list()}</aside><footer class="footer"><p>Copyright ${words(4)}</p><script>window.page = ${number};</script></footer></body></html>`;
}

if (process.send && process.argv[2] === 'speed-site') {
  const pages = Number(process.argv[3]);
  const cache = new Map();
  const server = createServer((request, response) => {
    const number = Number(request.url.slice(1).split('?')[0] || 0);
    if (!(number < pages)) return response.writeHead(404).end();
    if (!cache.has(number)) cache.set(number, Buffer.from(pageOf(number, pages)));
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(cache.get(number));
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
  process.once('disconnect', () => process.exit());
}

/** Starts the site; `close` ends its process. */
export async function startSite(pages) {
  const child = fork(fileURLToPath(import.meta.url), ['speed-site', String(pages)], { execArgv: [] });
  const [port] = await once(child, 'message');
  return { url: `http://127.0.0.1:${port}`, pid: child.pid, close: () => child.disconnect() };
}
