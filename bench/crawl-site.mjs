// Sites to crawl, in a process of its own: GET /<site>/ links to /<site>/1 … /<site>/<pages - 1>, ten on each page.
// It notes when each path was asked for.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { wordOf } from './changing-site.mjs';

const LINKS_A_PAGE = 10;

/** Pages differ in words: pages that differ in numbers only are taken for an endless site (`scope.traps`). */
function pageOf(site, number, { pages, paragraphs = 8 }) {
  const first = number * LINKS_A_PAGE + 1;
  const links = [];
  for (let n = first; n < Math.min(first + LINKS_A_PAGE, pages); n++)
    links.push(`<a href="/${site}/${n}">${n}</a>`);
  const text =
    `<p>The text of page ${wordOf(number)}, long enough to count as an article and not as a menu.</p>`.repeat(
      paragraphs,
    );
  return `<!doctype html><title>Page ${number}</title><main><h1>Page ${number}</h1>${text}${links.join(' ')}</main>`;
}

function serve({ latencyMs, address = '127.0.0.1', ...shape }) {
  let log = [];
  const server = createServer((request, response) => {
    const { url } = request;
    if (url === '/robots.txt' || url.endsWith('sitemap.xml')) return response.writeHead(404).end();
    log.push([url, Date.now()]);
    const [, site, number] = url.split('/');
    const write = () => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(pageOf(site, Number(number || 0), shape));
    };
    setTimeout(write, latencyMs);
  });
  server.listen(0, address, () => process.send({ port: server.address().port }));
  process.on('message', () => {
    process.send({ log });
    log = [];
  });
  process.once('disconnect', () => process.exit());
}

if (process.send && process.argv[2] === 'crawl-site') serve(JSON.parse(process.argv[3]));

/**
 * @param options `pages` of each site, `paragraphs` of each page, `latencyMs` of each page, `address` to listen at
 * @returns `url`, `port`, `takeLog()` (what was asked for since the last time: `[path, epoch in ms]`), `close()`
 */
export async function startCrawlSite(options) {
  const child = fork(fileURLToPath(import.meta.url), ['crawl-site', JSON.stringify(options)], {
    execArgv: [],
  });
  const next = async (field) => (await once(child, 'message'))[0][field];
  const port = await next('port');
  const takeLog = () => {
    const log = next('log');
    child.send('log');
    return log;
  };
  return { url: `http://127.0.0.1:${port}`, port, takeLog, close: () => child.disconnect() };
}
