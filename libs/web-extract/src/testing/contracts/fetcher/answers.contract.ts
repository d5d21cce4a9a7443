import assert from 'node:assert/strict';
import zlib from 'node:zlib';
import type { Fetcher } from '../../../ports/fetcher.port.js';
import { TestSite } from '../../test-site.js';
import {
  type ContractCase,
  LONG_TEXT,
  ask,
  fails,
  redirect,
  text,
  withSite,
} from './fetcher-case.contract.js';

/** Responses and redirects. */
export const answerCases: readonly ContractCase<Fetcher>[] = [
  {
    name: 'gives status, headers and body of a page',
    run: withSite(
      (_, response) => {
        response.setHeader('X-Twice', ['a', 'b']);
        response.writeHead(200, 'Fine', { 'Content-Type': 'text/html' }).end('<p>Hello</p>');
      },
      async (fetcher, site) => {
        const response = await fetcher.fetch(ask(`${site.origin}/page?q=1#part`));
        assert.equal(response.url, `${site.origin}/page?q=1`);
        assert.equal(response.statusCode, 200);
        assert.equal(response.statusText, 'Fine');
        assert.equal(response.headers['content-type'], 'text/html');
        assert.equal(response.headers['x-twice'], 'a, b');
        assert.equal(text(response.body), '<p>Hello</p>');
        assert.equal(response.body.byteLength, response.body.buffer.byteLength);
        assert.equal(response.truncated, false);
        assert.equal(response.attempts, 1);
        assert.equal(site.requests[0]?.url, '/page?q=1');
      },
    ),
  },
  {
    name: 'takes a 404 for a response',
    run: withSite(
      (_, response) => response.writeHead(404).end('gone'),
      async (fetcher, site) => {
        const response = await fetcher.fetch(ask(site.origin));
        assert.equal(response.statusCode, 404);
        assert.equal(text(response.body), 'gone');
      },
    ),
  },
  ...(
    [
      ['gzip', zlib.gzipSync],
      ['deflate', zlib.deflateSync],
      ['deflate', zlib.deflateRawSync],
      ['br', zlib.brotliCompressSync],
      ['GZIP, Br', (body: Uint8Array) => zlib.brotliCompressSync(zlib.gzipSync(body))],
      ['identity', (body: Uint8Array) => body],
      ['x-unknown', (body: Uint8Array) => body],
    ] as const
  ).map(([encoding, pack]) => ({
    name: `undoes ${encoding} (${pack.name})`,
    run: withSite(
      (_, response) => response.setHeader('Content-Encoding', encoding).end(pack(Buffer.from(LONG_TEXT))),
      async (fetcher, site) => {
        const response = await fetcher.fetch(ask(site.origin));
        assert.equal(text(response.body), LONG_TEXT);
        assert.equal(response.truncated, false);
      },
    ),
  })),
  ...[301, 302, 303, 307, 308].map((status) => ({
    name: `follows ${status} to a relative address`,
    run: withSite(
      (request, response) =>
        request.url === '/a/start' ? redirect(response, '../end?x#y', status) : response.end('arrived'),
      async (fetcher: Fetcher, site: TestSite) => {
        const response = await fetcher.fetch(ask(`${site.origin}/a/start`));
        assert.equal(response.url, `${site.origin}/end?x`);
        assert.equal(text(response.body), 'arrived');
        assert.equal(response.attempts, 2);
      },
    ),
  })),
  {
    name: 'takes a redirect without an address for a response',
    run: withSite(
      (_, response) => response.writeHead(302).end('stay '.repeat(50_000)),
      async (fetcher, site) => {
        const response = await fetcher.fetch(ask(site.origin));
        assert.equal(response.statusCode, 302);
        assert.equal(response.body.length, 250_000);
      },
    ),
  },
  {
    name: 'follows ten redirects and fails at the eleventh',
    run: withSite(
      (request, response) => {
        const left = Number(request.url?.slice(1));
        return left === 0 ? response.end('arrived') : redirect(response, `/${left - 1}`);
      },
      async (fetcher, site) => {
        assert.equal((await fetcher.fetch(ask(`${site.origin}/10`))).statusCode, 200);
        await fails(fetcher, ask(`${site.origin}/11`), 'SCRAPE_TOO_MANY_REDIRECTS');
        await fails(fetcher, ask(`${site.origin}/2`, { maxRedirects: 1 }), 'SCRAPE_TOO_MANY_REDIRECTS');
      },
    ),
  },
  {
    name: 'refuses to be redirected out of http',
    run: withSite(
      (_, response) => redirect(response, 'file:///etc/passwd'),
      (fetcher, site) => fails(fetcher, ask(site.origin), 'URL_NOT_ALLOWED'),
    ),
  },
];
