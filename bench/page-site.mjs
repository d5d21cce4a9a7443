// A site in a process of its own, so that its work does not count: GET /<kind>/<bytes>/<any> gives a page of that size;
// names that begin with `tagged-` have an ETag.
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

/** Kinds of pages, as the piece that is repeated; each piece differs from the next. */
const PIECES = {
  article: (at) =>
    `<p>Paragraph ${at} of a long article, with <a href="/page/${at}">a link</a> and <em>words</em> enough to be text.</p>\n`,
  chinese: (at) => `<p>第${at}段。吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。</p>\n`,
  links: (at) => `<li><a href="/links/${at}">Link ${at}</a></li>\n`,
  table: (at) => `<table><tr><td>${at}</td><td>cell</td></tr></table>\n`,
  text: (at) => `word${at} `,
};

export const KINDS = Object.keys(PIECES);

const cache = new Map();

function pageOf(kind, bytes) {
  const key = `${kind}/${bytes}`;
  if (!cache.has(key)) {
    const pieces = [
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title></head><body><main>',
    ];
    for (let at = 0, length = 0; length < bytes - 200; at++) {
      const piece = PIECES[kind](at);
      pieces.push(piece);
      length += Buffer.byteLength(piece);
    }
    cache.set(key, Buffer.from(pieces.join('')));
  }
  return cache.get(key);
}

if (process.send && process.argv[2] === 'page-site') {
  const server = createServer((request, response) => {
    const [, kind, bytes, name] = request.url.split('/');
    if (!PIECES[kind]) return response.writeHead(404).end();
    if (name?.startsWith('tagged-')) {
      const etag = `"${name}"`;
      response.setHeader('ETag', etag);
      if (request.headers['if-none-match'] === etag) return response.writeHead(304).end();
    }
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.write(`<!-- ${name} -->`);
    response.end(pageOf(kind, Number(bytes)));
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
  process.once('disconnect', () => process.exit());
}

/** Starts the site; `close` ends its process. */
export async function startPageSite() {
  const child = fork(fileURLToPath(import.meta.url), ['page-site'], { execArgv: [] });
  const port = await new Promise((resolve, reject) => child.once('message', resolve).once('error', reject));
  return { url: `http://127.0.0.1:${port}`, close: () => child.disconnect() };
}
