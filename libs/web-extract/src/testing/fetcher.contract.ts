import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import zlib from 'node:zlib';
import type { Fetcher, FetchRequest } from '../ports/fetcher.port.js';
import { TestSite } from './test-site.js';

/** One promise of a port, as a test that any runner can run. */
export interface ContractCase<Port> {
  /** A sentence about behaviour. */
  readonly name: string;
  /** Rejects when the promise is broken. */
  readonly run: (driver: Port) => Promise<void>;
}

/** The promises of `Fetcher`. The driver must be allowed 127.0.0.0/8 and nothing else that is private. */
export const fetcherContract: readonly ContractCase<Fetcher>[] = [
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
  {
    name: 'fails over maxBytes, or cuts there when told to',
    run: withSite(
      (_, response) => response.end('x'.repeat(5000)),
      async (fetcher, site) => {
        await fails(fetcher, ask(site.origin, { maxBytes: 4999 }), 'SCRAPE_BODY_TOO_LARGE');
        const whole = await fetcher.fetch(ask(site.origin, { maxBytes: 5000 }));
        assert.equal(whole.truncated, false);
        const cut = await fetcher.fetch(ask(site.origin, { maxBytes: 4999, onTooLarge: 'truncate' }));
        assert.equal(cut.body.length, 4999);
        assert.equal(cut.truncated, true);
      },
    ),
  },
  {
    name: 'counts maxBytes after decompression and stops a bomb there',
    run: withSite(
      (_, response) => response.setHeader('Content-Encoding', 'gzip').end(zlib.gzipSync(Buffer.alloc(64e6))),
      async (fetcher, site) => {
        await fails(fetcher, ask(site.origin, { maxBytes: 1e6 }), 'SCRAPE_BODY_TOO_LARGE');
        const cut = await fetcher.fetch(ask(site.origin, { maxBytes: 1e6, onTooLarge: 'truncate' }));
        assert.equal(cut.body.length, 1e6);
        assert.equal(cut.truncated, true);
      },
    ),
  },
  {
    name: 'keeps what came of a body that was cut',
    run: withSite(
      (_, response) => {
        response.writeHead(200, { 'Content-Length': 1000 });
        response.write('some words', () => response.destroy());
      },
      async (fetcher, site) => {
        const response = await fetcher.fetch(ask(site.origin));
        assert.equal(text(response.body), 'some words');
        assert.equal(response.truncated, true);
      },
    ),
  },
  {
    name: 'fails when nothing came of a body that was cut',
    run: withSite(
      (_, response) => {
        response.writeHead(200, { 'Content-Length': 1000 }).flushHeaders();
        setImmediate(() => response.destroy());
      },
      (fetcher, site) => fails(fetcher, ask(site.origin), 'SCRAPE_SITE_ERROR'),
    ),
  },
  {
    name: 'ends at its time limit, whatever it waits for',
    run: withSite(
      (request, response) => void (request.url === '/body' && response.write('begun')),
      async (fetcher, site) => {
        for (const path of ['/head', '/body']) {
          const started = performance.now();
          await fails(fetcher, ask(site.origin + path, { timeoutMs: 100 }), 'SCRAPE_TIMEOUT');
          assert.ok(performance.now() - started < 2000);
        }
      },
    ),
  },
  {
    name: 'ends at once when it is aborted, with the reason that was given',
    run: withSite(
      () => undefined,
      async (fetcher, site) => {
        const controller = new AbortController();
        const reason = new Error('no longer wanted');
        const response = fetcher.fetch(ask(site.origin), controller.signal);
        controller.abort(reason);
        await assert.rejects(response, (error) => error === reason);
        await assert.rejects(
          fetcher.fetch(ask(site.origin), AbortSignal.abort(reason)),
          (error) => error === reason,
        );
      },
    ),
  },
  {
    name: 'asks before every hop and sends nothing after a no',
    run: withSite(
      (request, response) => (request.url === '/' ? redirect(response, '/next#part') : response.end()),
      async (fetcher, site) => {
        const hops: string[] = [];
        const no = new Error('not there');
        const beforeHop = async (url: string) => {
          hops.push(url);
          if (url.endsWith('/next')) throw no;
        };
        await assert.rejects(fetcher.fetch(ask(site.origin, { beforeHop })), (error) => error === no);
        assert.deepEqual(hops, [`${site.origin}/`, `${site.origin}/next`]);
        assert.equal(site.requests.length, 1);
      },
    ),
  },
  {
    name: 'asks a busy site again, and gives its answer when it stays busy',
    run: withSite(
      (_, response) => response.writeHead(503, { 'Retry-After': '0' }).end('busy'),
      async (fetcher, site) => {
        const response = await fetcher.fetch(ask(site.origin));
        assert.equal(response.statusCode, 503);
        assert.equal(text(response.body), 'busy');
        assert.equal(response.attempts, 3);
        assert.equal((await fetcher.fetch(ask(site.origin, { retry: false }))).attempts, 1);
      },
    ),
  },
  {
    name: 'does not wait for a Retry-After beyond its time limit',
    run: withSite(
      (_, response) => response.writeHead(429, { 'Retry-After': '3600' }).end('slow down'),
      async (fetcher, site) => {
        const response = await fetcher.fetch(ask(site.origin));
        assert.equal(response.statusCode, 429);
        assert.equal(response.attempts, 1);
      },
    ),
  },
  {
    name: 'tries again when a connection breaks before the answer',
    run: withSite(
      (() => {
        let count = 0;
        return (request, response) => (++count < 3 ? request.socket.destroy() : response.end('third time'));
      })(),
      async (fetcher, site) => {
        const response = await fetcher.fetch(ask(site.origin));
        assert.equal(text(response.body), 'third time');
        assert.equal(response.attempts, 3);
      },
    ),
  },
  {
    name: 'says so when a site cannot be connected to',
    run: async (fetcher) => {
      const site = await TestSite.start(() => undefined);
      const { origin } = site;
      await site.close();
      await fails(fetcher, ask(origin, { retry: false }), 'SCRAPE_SITE_ERROR');
    },
  },
  {
    name: 'refuses private addresses, as literals and behind redirects',
    run: async (fetcher) => {
      const mapped = 'http://[::ffff:10.0.0.1]/';
      const start: RequestListener = (_, response) => redirect(response, mapped);
      await withSite(start, (_, site) => fails(fetcher, ask(site.origin), 'URL_NOT_ALLOWED'))(fetcher);
      for (const url of [mapped, 'http://10.0.0.1/', 'http://localhost/', 'http://169.254.169.254/latest/']) {
        await fails(fetcher, ask(url), 'URL_NOT_ALLOWED');
      }
    },
  },
];

const LONG_TEXT = 'Ünïcode wörds, '.repeat(2000);

function ask(url: string, more: Partial<FetchRequest> = {}): FetchRequest {
  return { url, timeoutMs: 10_000, ...more };
}

function text(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}

function redirect(response: ServerResponse, location: string, status = 302): ServerResponse {
  return response.writeHead(status, { Location: location }).end('moved');
}

async function fails(fetcher: Fetcher, request: FetchRequest, code: string): Promise<void> {
  await assert.rejects(fetcher.fetch(request), { code });
}

function withSite(listener: RequestListener, test: (fetcher: Fetcher, site: TestSite) => Promise<void>) {
  return async (fetcher: Fetcher): Promise<void> => {
    const site = await TestSite.start(listener);
    try {
      await test(fetcher, site);
    } finally {
      await site.close();
    }
  };
}
