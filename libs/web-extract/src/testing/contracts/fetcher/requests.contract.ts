import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import type { Fetcher } from '../../../ports/fetcher.port.js';
import { type ContractCase, ask, fails, redirect, text, withSite } from './fetcher-case.contract.js';

const T = 'Tue, 05 May 2026 10:00:00 GMT';

/** Requests, and the headers each site receives. */
export const requestCases: readonly ContractCase<Fetcher>[] = [
  {
    name: 'posts a body, and takes a redirect for the answer',
    run: withSite(
      (request, response) => void request.pipe(response.writeHead(302, { Location: '/elsewhere' })),
      async (fetcher, site) => {
        const headers = { 'Content-Type': 'text/plain' };
        const response = await fetcher.fetch(ask(site.origin, { post: 'söme words', headers }));
        assert.equal(response.statusCode, 302);
        assert.equal(text(response.body), 'söme words');
        const sent = site.requests.map(({ method, headers }) => [method, headers['content-type']]);
        assert.deepEqual(sent, [['POST', 'text/plain']]);
      },
    ),
  },
  {
    name: 'sends the headers of the caller in place of its own',
    run: withSite(
      (_, response) => response.end(),
      async (fetcher, site) => {
        await fetcher.fetch(
          ask(site.origin, {
            headers: { 'USER-AGENT': 'mine', 'X-Own': '1' },
            acceptLanguage: 'de, en;q=0.5',
          }),
        );
        const { headers } = site.requests[0] ?? {};
        assert.equal(headers?.['user-agent'], 'mine');
        assert.equal(headers?.['x-own'], '1');
        assert.equal(headers?.['accept-language'], 'de, en;q=0.5');
      },
    ),
  },
  ...['Host', 'Connection', 'Transfer-Encoding', 'content-length', 'bad name', 'Upgrade'].map((name) => ({
    name: `refuses to send the header "${name}"`,
    run: withSite(
      (_, response) => response.end(),
      async (fetcher, site) => {
        await fails(fetcher, ask(site.origin, { headers: { [name]: 'x' } }), 'BAD_REQUEST');
        assert.equal(site.requests.length, 0);
      },
    ),
  })),
  {
    name: 'sends headers of `beforeHop` with that hop only, in place of those of the caller',
    run: withSite(
      ({ url }, response) => (url === '/target' ? response.end() : redirect(response, '/target')),
      async (fetcher, site) => {
        const beforeHop = async (url: string) =>
          url.endsWith('/target') ? undefined : { 'X-Token': 'hop', Cookie: 'a=1' };
        await fetcher.fetch(ask(site.origin, { beforeHop, headers: { 'x-token': 'caller' } }));
        const sent = site.requests.map(({ headers }) => [headers['x-token'], headers.cookie]);
        assert.deepEqual(sent, [
          ['hop', 'a=1'],
          ['caller', undefined],
        ]);
      },
    ),
  },
  {
    name: 'refuses headers of `beforeHop` that belong to the connection',
    run: withSite(
      (_, response) => response.end(),
      async (fetcher, site) => {
        await fails(
          fetcher,
          ask(site.origin, { beforeHop: async () => ({ Host: 'other.test' }) }),
          'BAD_REQUEST',
        );
        assert.equal(site.requests.length, 0);
      },
    ),
  },
  {
    name: 'gives a 304 as the answer to a conditional request',
    run: withSite(
      ({ headers }, response) => {
        const isSame = headers['if-none-match'] === '"a"' && headers['if-modified-since'] === T;
        response.writeHead(isSame ? 304 : 200, { ETag: '"b"' }).end(isSame ? undefined : 'text');
      },
      async (fetcher, site) => {
        const conditional = { etag: '"a"', lastModified: T };
        const same = await fetcher.fetch(ask(site.origin, { conditional }));
        assert.equal(same.statusCode, 304);
        assert.equal(same.headers['etag'], '"b"');
        assert.equal(same.receivedBytes, 0);
        const other = await fetcher.fetch(
          ask(site.origin, { conditional: { etag: '"z"', lastModified: null } }),
        );
        assert.equal(other.statusCode, 200);
        assert.equal(other.receivedBytes, 4);
      },
    ),
  },
  {
    name: 'does not send validators after a redirect',
    run: withSite(
      ({ url }, response) => (url === '/' ? redirect(response, '/target') : response.end('text')),
      async (fetcher, site) => {
        await fetcher.fetch(ask(site.origin, { conditional: { etag: '"a"', lastModified: T } }));
        const sent = site.requests.map(({ headers }) => [
          headers['if-none-match'],
          headers['if-modified-since'],
        ]);
        assert.deepEqual(sent, [['"a"', T], [undefined, undefined]]); // prettier-ignore
      },
    ),
  },
  {
    name: 'refuses header values with line ends',
    run: withSite(
      (_, response) => response.end(),
      (fetcher, site) =>
        fails(fetcher, ask(site.origin, { headers: { 'X-A': 'a\r\nX-B: b' } }), 'BAD_REQUEST'),
    ),
  },
  {
    name: 'keeps the headers of the caller from other origins, but for the shared ones',
    run: withSite(
      (_, response) => response.end(),
      async (fetcher, other) => {
        const start: RequestListener = (request, response) =>
          request.url === '/' ? redirect(response, '/same') : redirect(response, other.origin);
        await withSite(start, async (_, site) => {
          const headers = { Cookie: 'a=1', authorization: 'Bearer secret', 'X-Own': '1', 'User-Agent': 'me' };
          await fetcher.fetch(ask(site.origin, { headers }));
          assert.equal(site.requests[1]?.headers.cookie, 'a=1');
          assert.equal(site.requests[1]?.headers.authorization, 'Bearer secret');
        })(fetcher);
        const { headers } = other.requests[0] ?? {};
        assert.equal(headers?.cookie, undefined);
        assert.equal(headers?.authorization, undefined);
        assert.equal(headers?.['x-own'], undefined);
        assert.equal(headers?.['user-agent'], 'me');
      },
    ),
  },
  {
    name: 'sends the credentials of an address to its origin only, and forgets them in the answer',
    run: withSite(
      (_, response) => response.end(),
      async (fetcher, other) => {
        const start: RequestListener = (_, response) => redirect(response, other.origin);
        await withSite(start, async (_, site) => {
          const response = await fetcher.fetch(ask(site.origin.replace('//', '//me:p%40ss@')));
          const basic = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
          assert.equal(site.requests[0]?.headers.authorization, basic);
          assert.equal(response.url, `${other.origin}/`);
        })(fetcher);
        assert.equal(other.requests[0]?.headers.authorization, undefined);
      },
    ),
  },
  {
    name: 'brings cookies set by a redirect along the same request, and forgets them after it',
    run: withSite(
      (request, response) => {
        if (request.url !== '/') return response.end();
        response.setHeader('Set-Cookie', [
          'a=1; Path=/',
          'b=2; Path=/elsewhere',
          'c=3; Domain=other.example',
        ]);
        return redirect(response, '/next');
      },
      async (fetcher, site) => {
        await fetcher.fetch(ask(site.origin));
        await fetcher.fetch(ask(`${site.origin}/next`));
        assert.deepEqual(
          site.requests.map(({ url, headers }) => [url, headers.cookie]),
          [
            ['/', undefined],
            ['/next', 'a=1'],
            ['/next', undefined],
          ],
        );
      },
    ),
  },
];
