// The sites of soak.mjs and the receiver of its messages, in a process of its own that may be killed and started again at the same port.
// GET /t<tree>/<n>: pages of a tree that change; /doc/<n>.<kind>: documents; /p/<n>: pages made by scripts; POST /hook: a receiver.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { documentOf } from './documents.mjs';

const LINKS = 5;
const CHANGE_EVERY_MS = 90_000;
const SENTENCE =
  'The copper lantern of the old harbour shows every late ferry where the narrow quay begins. ';
const SCRIPT = `fetch('/data' + location.pathname).then((r) => r.text()).then((text) => { root.textContent = text; });`;
const trouble = { slowMs: 0, cut: false, refuseMessages: false };

if (process.send && process.argv[2] === 'soak-sites') {
  process.on('message', (change) => Object.assign(trouble, change));
  process.once('disconnect', () => process.exit());
  const server = createServer((request, response) => {
    request.resume();
    setTimeout(() => answer(request, response), trouble.slowMs);
  });
  server.listen(Number(process.argv[3]), '0.0.0.0', () => process.send(server.address().port));
}

function answer({ url, method }, response) {
  if (method === 'POST') return response.writeHead(trouble.refuseMessages ? 503 : 200).end();
  const [, first, second] = new URL(url, 'http://site').pathname.split('/');
  const [number, kind] = (second ?? '').split('.');
  if (trouble.cut) return cut(response);
  if (first === 'doc') return send(response, ...documentOf(kind, number));
  if (first === 'data') return send(response, 'text/plain', SENTENCE.repeat(20));
  if (first === 'p')
    return send(
      response,
      'text/html',
      `<title>${number}</title><div id="root"></div><script>${SCRIPT}</script>`,
    );
  if (first === 'deep') return send(response, 'text/html', '<div><b>'.repeat(100_000));
  if (!/^t\d+$/.test(first)) return response.writeHead(404).end();
  return send(response, 'text/html; charset=utf-8', treePage(first, Number(number || 0)));
}

function send(response, type, body) {
  response.setHeader('Content-Type', type);
  response.end(body);
}

/** The connection ends in the middle of the body. */
function cut(response) {
  response.writeHead(200, { 'content-type': 'text/html', 'content-length': 100_000 });
  response.write('<p>'.repeat(1_000), () => response.destroy());
}

function treePage(tree, n) {
  const links = Array.from({ length: LINKS }, (_, at) => `<a href="/${tree}/${n * LINKS + at + 1}">Page</a>`);
  const edition = Math.floor((Date.now() + n * 7_919) / CHANGE_EVERY_MS);
  return `<!doctype html><html lang="en"><title>Page ${n}</title><main><h1>Page ${n}</h1><p>${SENTENCE.repeat(8)}</p><p>Edition ${edition} of page ${n} is read by many.</p><table><tr><th>a<th>b<tr><td>1<td>${n}</table><p>${SENTENCE.repeat(4)}</p></main><nav>${n < 1_000 ? links.join(' ') : ''}</nav></html>`;
}

/** @returns `port`, `set(trouble)`, `restart(awayMs)` which kills the process, and `close()` */
export async function startSites() {
  let child;
  const sites = { port: 0, set: (change) => child.connected && child.send(change), restart, close };
  await start();
  return sites;

  async function start() {
    child = fork(fileURLToPath(import.meta.url), ['soak-sites', String(sites.port)], { execArgv: [] });
    [sites.port] = await once(child, 'message');
  }

  async function restart(away) {
    child.kill('SIGKILL');
    await once(child, 'exit');
    await away;
    await start();
  }

  function close() {
    child.disconnect();
  }
}
