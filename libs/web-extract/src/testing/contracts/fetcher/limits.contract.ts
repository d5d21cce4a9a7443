import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import zlib from 'node:zlib';
import { UnavailableError } from '../../../model/errors.js';
import type { Fetcher } from '../../../ports/fetcher.port.js';
import { TestSite } from '../../test-site.js';
import { type ContractCase, ask, fails, redirect, text, withSite } from './fetcher-case.contract.js';

/** Limits of size and time, aborts and failures. */
export const limitCases: readonly ContractCase<Fetcher>[] = [
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
  ...['identity', 'gzip'].map((encoding) => ({
    name: `reads no more than a part of a large body before it is admitted: ${encoding}`,
    run: withSite(
      (request, response) => {
        const body = Buffer.alloc(request.url === '/small' ? 900_000 : 8_000_000, 'x');
        response.setHeader('Content-Encoding', encoding);
        response.end(encoding === 'gzip' ? zlib.gzipSync(body) : body);
      },
      async (fetcher, site) => {
        const asked: number[] = [];
        let isAdmitted = false;
        const beforeLargeBody = async (bytes: number) => {
          asked.push(bytes);
          await new Promise(setImmediate);
          isAdmitted = true;
        };
        const small = await fetcher.fetch(ask(`${site.origin}/small`, { beforeLargeBody }));
        assert.deepEqual([small.body.length, asked], [900_000, []]);
        const large = await fetcher.fetch(ask(`${site.origin}/large`, { beforeLargeBody }));
        assert.deepEqual([large.body.length, isAdmitted, asked.length], [8_000_000, true, 1]);
        assert.ok(asked[0]! >= 8_000_000);
        const refused = async () => Promise.reject(new UnavailableError('no room'));
        await fails(
          fetcher,
          ask(`${site.origin}/large`, { beforeLargeBody: refused }),
          'SERVICE_UNAVAILABLE',
        );
      },
    ),
  })),
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
