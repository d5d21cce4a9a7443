import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createSecureServer as createHttp2Server } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import { connect, createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { fetcherContract } from '../../testing/contracts/fetcher.contract.js';
import { TestSite } from '../../testing/test-site.js';
import type { HttpFetcherOptions } from './http-fetcher.options.js';
import { UndiciFetcher } from './undici.fetcher.js';

const LOOPBACK = { address: '127.0.0.1', family: 4 };
const PUBLIC = { address: '93.184.215.14', family: 4 };

describe('UndiciFetcher', () => {
  const open: { close: () => unknown }[] = [];

  afterEach(async () => {
    for (const { close } of open.splice(0).reverse()) await close();
  });

  function fetcher(options: HttpFetcherOptions = { allowPrivate: ['127.0.0.0/8'] }): UndiciFetcher {
    const made = new UndiciFetcher(options);
    open.push({ close: () => made.onApplicationShutdown() });
    return made;
  }

  async function site(listener: RequestListener): Promise<TestSite> {
    const made = await TestSite.start(listener);
    open.push({ close: () => made.close() });
    return made;
  }

  /** A server that is no HTTP server. */
  async function socketServer(onSocket: (socket: Socket) => void): Promise<string> {
    const sockets = new Set<Socket>();
    const server = createTcpServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      onSocket(socket);
    });
    return listening(server, () => sockets.forEach((socket) => socket.destroy()));
  }

  async function listening(server: Server, cut: () => void): Promise<string> {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    open.push({ close: () => (cut(), server.close(), once(server, 'close')) });
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const ask = (url: string) => ({ url, timeoutMs: 10_000 });

  describe('keeps the promises of a fetcher:', () => {
    it.each(fetcherContract)('$name', ({ run }) => run(fetcher()));
  });

  it('sends requests outside of the context of the caller, where its tracing would add headers', async () => {
    const context = new AsyncLocalStorage<string>();
    const { origin: url } = await site((_, response) => response.end('page'));
    const seen: (string | undefined)[] = [];
    const note = () => void seen.push(context.getStore());
    subscribe('undici:request:create', note);
    try {
      const made = fetcher();
      await context.run('request of the host', async () => {
        await made.fetch({ url, timeoutMs: 5_000 });
        expect(context.getStore()).toBe('request of the host');
      });
    } finally {
      unsubscribe('undici:request:create', note);
    }
    expect(seen).toEqual([undefined]);
  });

  it('reports the bytes of each body, also of redirects, retries and failed requests', async () => {
    let busy = 1;
    const { origin } = await site(({ url }, response) => {
      if (url === '/moved') response.writeHead(302, { Location: '/busy' }).end('moved');
      else if (url === '/busy' && busy-- > 0) response.writeHead(503, { 'Retry-After': '0' }).end('busy');
      else if (url === '/large')
        response.write('x'.repeat(9_000)); // without an end
      else response.end('text');
    });
    const reported: number[] = [];
    const request = (path: string) => ({
      ...ask(origin + path),
      maxBytes: 5_000,
      onReceived: (bytes: number) => void reported.push(bytes),
    });
    await fetcher().fetch(request('/moved'));
    expect(reported.splice(0)).toEqual([5, 4, 4]);
    await expect(fetcher().fetch(request('/large'))).rejects.toMatchObject({ code: 'SCRAPE_BODY_TOO_LARGE' });
    expect(reported).toEqual([9_000]);
  });

  describe('with the addresses that names resolve to', () => {
    const page: RequestListener = (_, response) => response.end('secret');
    const lookup = (answers: Record<string, { address: string; family: number }[][]>) => (hostname: string) =>
      Promise.resolve(answers[hostname]?.shift() ?? []);

    it('refuses a name that leads to a private address', async () => {
      const { port, requests } = await site(page);
      const guarded = fetcher({ lookup: lookup({ 'site.test': [[LOOPBACK]] }) });
      await expect(guarded.fetch(ask(`http://site.test:${port}/a`))).rejects.toThrow(
        `This URL is not allowed: http://site.test:${port}/a (its name resolves to`,
      );
      expect(requests).toHaveLength(0);
    });

    it('refuses a name with one private address among public ones', async () => {
      const { port, requests } = await site(page);
      const answers = [[PUBLIC, { address: '::1', family: 6 }]];
      const guarded = fetcher({ lookup: lookup({ 'site.test': answers }) });
      await expect(guarded.fetch(ask(`http://site.test:${port}/`))).rejects.toMatchObject({
        code: 'URL_NOT_ALLOWED',
      });
      expect(requests).toHaveLength(0);
    });

    it('asks once for a connection and connects to what was checked', async () => {
      const { port } = await site(page);
      // The second answer is what a rebinding name would return to a second lookup.
      const answers = { 'site.test': [[LOOPBACK], [PUBLIC]] };
      const guarded = fetcher({ allowPrivate: [`127.0.0.1:${port}`], lookup: lookup(answers) });
      const response = await guarded.fetch(ask(`http://site.test:${port}/`));
      expect(Buffer.from(response.body).toString()).toBe('secret');
      expect(answers['site.test']).toHaveLength(1);
    });

    it('refuses a name that turns private after its first look-up', async () => {
      const { port, requests } = await site(page);
      const far = await site((_, response) => response.setHeader('Connection', 'close').end());
      const answers = { 'site.test': [[LOOPBACK], [{ address: '127.0.0.2', family: 4 }]] };
      const guarded = fetcher({ allowPrivate: [`127.0.0.1:${far.port}`], lookup: lookup(answers) });
      await guarded.fetch(ask(`http://site.test:${far.port}/`));
      await expect(guarded.fetch(ask(`http://site.test:${port}/`))).rejects.toMatchObject({
        code: 'URL_NOT_ALLOWED',
      });
      expect(requests).toHaveLength(0);
    });

    it('refuses a redirect to a name that leads to a private address', async () => {
      const { port, requests } = await site(page);
      const start = await site((_, response) =>
        response.writeHead(302, { Location: `http://site.test:${port}/` }).end(),
      );
      const guarded = fetcher({
        allowPrivate: [`127.0.0.1:${start.port}`],
        lookup: lookup({ 'site.test': [[LOOPBACK]] }),
      });
      await expect(guarded.fetch(ask(start.origin))).rejects.toMatchObject({ code: 'URL_NOT_ALLOWED' });
      expect(requests).toHaveLength(0);
    });

    it('reaches a listed name on any address, at the listed port only', async () => {
      const { port } = await site(page);
      const answers = { intranet: [[LOOPBACK], [LOOPBACK]] };
      const guarded = fetcher({ allowPrivate: [`intranet:${port}`], lookup: lookup(answers) });
      expect((await guarded.fetch(ask(`intranet:${port}`))).statusCode).toBe(200);
      await expect(guarded.fetch(ask(`http://intranet:${port + 1}/`))).rejects.toMatchObject({
        code: 'URL_NOT_ALLOWED',
      });
    });

    it('says which name is unknown, and does not ask again', async () => {
      let lookups = 0;
      const unknown = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
      const guarded = fetcher({ lookup: () => (lookups++, Promise.reject(unknown)) });
      await expect(guarded.fetch(ask('http://nowhere.example/'))).rejects.toMatchObject({
        code: 'SCRAPE_DNS_RESOLUTION_ERROR',
        message: 'The host name nowhere.example could not be resolved',
      });
      expect(lookups).toBe(1);
    });

    it('takes a name without addresses for unknown', async () => {
      const guarded = fetcher({ lookup: async () => [] });
      await expect(guarded.fetch(ask('http://nowhere.example/'))).rejects.toMatchObject({
        code: 'SCRAPE_DNS_RESOLUTION_ERROR',
      });
    });
  });

  describe('with TLS', () => {
    async function secureSite(): Promise<string> {
      const server = createTlsServer({ key: KEY, cert: CERTIFICATE }, (_, response) =>
        response.end('hidden'),
      );
      server.on('tlsClientError', () => undefined);
      return `https://${await listening(server, () => server.closeAllConnections())}/`;
    }

    it('refuses a certificate nobody vouches for', async () => {
      await expect(fetcher().fetch(ask(await secureSite()))).rejects.toMatchObject({
        code: 'SCRAPE_SSL_ERROR',
      });
    });

    it('accepts it for the one request that says so', async () => {
      const url = await secureSite();
      const own = fetcher();
      const response = await own.fetch({ ...ask(url), skipTlsVerification: true });
      expect(Buffer.from(response.body).toString()).toBe('hidden');
      await expect(own.fetch(ask(url))).rejects.toMatchObject({ code: 'SCRAPE_SSL_ERROR' });
    });

    it('says so when the server does not speak TLS', async () => {
      const { port } = await site(() => undefined);
      await expect(fetcher().fetch(ask(`https://127.0.0.1:${port}/`))).rejects.toMatchObject({
        code: expect.stringMatching(/^SCRAPE_(SSL|SITE)_ERROR$/),
      });
    });
  });

  describe('with a server that breaks the rules', () => {
    const answer = (text: string) => (socket: Socket) => void socket.once('data', () => socket.end(text));

    it.each([
      ['a first line that is not HTTP', 'HELLO 200 fine\r\n\r\nbody', 'its answer is not valid HTTP'],
      ['headers without end', `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(300_000)}`, 'headers are too large'],
      ['nothing at all', '', 'the connection was closed before the answer was complete'],
    ])('says what is wrong with %s', async (_, text, words) => {
      const own = fetcher().fetch({ ...ask(`http://${await socketServer(answer(text))}/`), retry: false });
      await expect(own).rejects.toMatchObject({
        code: 'SCRAPE_SITE_ERROR',
        message: expect.stringContaining(words),
      });
    });

    it('keeps what came before a broken chunk', async () => {
      const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
      const url = `http://${await socketServer(answer(`${head}5\r\nhello\r\nZZZ\r\nworld\r\n`))}/`;
      const response = await fetcher().fetch(ask(url));
      expect([Buffer.from(response.body).toString(), response.truncated]).toEqual(['hello', true]);
    });

    it('reads thousands of cookies without keeping anyone waiting', async () => {
      const cookies = Array.from({ length: 3000 }, (_, index) => `Set-Cookie: c${index}=1\r\n`).join('');
      const head = `HTTP/1.1 302 Found\r\nLocation: /next\r\n${cookies}Content-Length: 0\r\n\r\n`;
      const url = `http://${await socketServer(answer(head))}/`;
      const before = process.cpuUsage();
      await expect(fetcher().fetch({ ...ask(url), maxRedirects: 0 })).rejects.toMatchObject({
        code: 'SCRAPE_TOO_MANY_REDIRECTS',
      });
      expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
    });

    it('follows an address in raw UTF-8', async () => {
      const { origin } = await site((request, response) => {
        if (request.url !== '/') return response.end(request.url);
        return response.writeHead(302, { Location: Buffer.from('/größe').toString('latin1') }).end();
      });
      expect((await fetcher().fetch(ask(origin))).url).toBe(`${origin}/gr%C3%B6%C3%9Fe`);
    });

    it.each(['http://', 'http://exa mple.com/', 'http://a..b/', `/${'x'.repeat(9000)}`])(
      'blames the site for a redirect to %s',
      async (location) => {
        const { origin } = await site((_, response) => response.writeHead(302, { Location: location }).end());
        await expect(fetcher().fetch(ask(origin))).rejects.toMatchObject({ code: 'SCRAPE_SITE_ERROR' });
      },
    );

    it('does not wait for the body of a redirect', async () => {
      const { origin } = await site((request, response) => {
        if (request.url === '/next') return void response.end('arrived');
        response.writeHead(302, { Location: '/next' }).write('moving');
      });
      expect((await fetcher().fetch(ask(origin))).statusCode).toBe(200);
    });

    it('does not begin a body that says it is too large', async () => {
      const page = await site((_, response) =>
        response.writeHead(200, { 'Content-Length': 1e9 }).flushHeaders(),
      );
      await expect(fetcher().fetch(ask(page.origin))).rejects.toMatchObject({
        code: 'SCRAPE_BODY_TOO_LARGE',
      });
    });

    it('keeps what came of a body that drips on', async () => {
      const drips: NodeJS.Timeout[] = [];
      open.push({ close: () => drips.forEach(clearInterval) });
      const { origin } = await site((_, response) => {
        response.write('begun');
        drips.push(setInterval(() => response.write('.'), 10));
      });
      const own = fetcher({ allowPrivate: ['127.0.0.1'], stallTimeoutMs: 100 });
      const response = await own.fetch(ask(origin));
      expect(Buffer.from(response.body).toString()).toMatch(/^begun\.+$/);
      expect(response.truncated).toBe(true);
    });

    it('fails when the body never begins', async () => {
      const { origin } = await site((_, response) => response.flushHeaders());
      const own = fetcher({ allowPrivate: ['127.0.0.1'], stallTimeoutMs: 50 });
      await expect(own.fetch(ask(origin))).rejects.toMatchObject({
        code: 'SCRAPE_TIMEOUT',
        message: `Request timed out: no body from ${origin}/ within 50 ms`,
      });
    });

    it('keeps what can be unpacked of a cut compressed body', async () => {
      const packed = gzipSync('word '.repeat(100_000));
      const { origin } = await site((_, response) =>
        response.setHeader('Content-Encoding', 'gzip').end(packed.subarray(0, packed.length / 2)),
      );
      const response = await fetcher().fetch(ask(origin));
      expect(Buffer.from(response.body).toString()).toMatch(/^(word )+\w*$/);
      expect(response.truncated).toBe(true);
    });
  });

  it('says that a server speaks only HTTP/2', async () => {
    const server = createHttp2Server({ key: KEY, cert: CERTIFICATE, allowHTTP1: false });
    const secure = await listening(server as unknown as Server, () => undefined);
    const own = fetcher({ allowPrivate: ['127.0.0.1'] });
    await expect(
      own.fetch({ ...ask(`https://${secure}/`), skipTlsVerification: true }),
    ).rejects.toMatchObject({
      code: 'SCRAPE_SITE_ERROR',
      message: expect.stringContaining('the server speaks only HTTP/2'),
    });
    const clear = await socketServer((socket) =>
      socket.end(Buffer.from('000012040000000000000300000064000400001000', 'hex')),
    );
    await expect(own.fetch(ask(`http://${clear}/`))).rejects.toThrow('the server speaks only HTTP/2');
  });

  it('follows a Location in Latin-1 as browsers do', async () => {
    const { origin, requests } = await site(({ url }, response) => {
      if (url === '/start')
        response.socket!.end(
          'HTTP/1.1 302 Found\r\nLocation: /caf\xe9?q=\xfc\r\nContent-Length: 0\r\n\r\n',
          'latin1',
        );
      else response.end('there');
    });
    expect((await fetcher().fetch(ask(`${origin}/start`))).url).toBe(`${origin}/caf%E9?q=%FC`);
    expect(requests.at(-1)?.url).toBe('/caf%E9?q=%FC');
  });

  describe('with a proxy', () => {
    it.each([
      ['http://proxy.invalid:3128', 'the proxy proxy.invalid:3128 could not be resolved'],
      ['http://user:secret@127.0.0.1:1', 'the proxy 127.0.0.1:1 refused the connection'],
    ])('that cannot be reached names it: %s', async (proxy, reason) => {
      const own = fetcher({ proxies: [proxy], allowPrivate: ['127.0.0.1'] });
      for (const url of ['http://127.0.0.1:8090/', 'https://127.0.0.1:8443/'])
        await expect(own.fetch({ ...ask(url), retry: false })).rejects.toMatchObject({
          code: 'SCRAPE_SITE_ERROR',
          message: expect.stringContaining(reason),
        });
    });

    const proxyFor = async (listener: RequestListener) => {
      const proxy = await site(listener);
      return { proxy, url: proxy.origin.replace('//', '//user:secret@') };
    };

    it('asks it for the whole address, with its credentials, and takes the next one each time', async () => {
      const relay: RequestListener = (request, response) => response.end(`relayed ${request.url}`);
      const [first, second] = [await proxyFor(relay), await proxyFor(relay)];
      const own = fetcher({ proxies: [first.url, second.url], lookup: async () => [PUBLIC] });
      const response = await own.fetch(ask('http://example.com/a'));
      await own.fetch(ask('http://example.com/b'));
      expect(Buffer.from(response.body).toString()).toBe('relayed http://example.com/a');
      const basic = `Basic ${Buffer.from('user:secret').toString('base64')}`;
      expect(first.proxy.requests.map(({ headers }) => headers['proxy-authorization'])).toEqual([basic]);
      expect(second.proxy.requests.map(({ url }) => url)).toEqual(['http://example.com/b']);
    });

    it('does not ask it for what resolves to a private address', async () => {
      const { proxy, url } = await proxyFor((_, response) => response.end());
      const own = fetcher({ proxies: [url], lookup: async () => [LOOPBACK] });
      await expect(own.fetch(ask('http://example.com/'))).rejects.toMatchObject({ code: 'URL_NOT_ALLOWED' });
      expect(proxy.requests).toHaveLength(0);
    });

    it('goes through a tunnel to https sites', async () => {
      const { url, proxy } = await proxyFor(() => undefined);
      const tunnelled: string[] = [];
      proxy.onConnect((request, socket) => {
        tunnelled.push(`${request.url} ${request.headers['proxy-authorization']}`);
        socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      });
      const own = fetcher({ proxies: [url], lookup: async () => [PUBLIC] });
      await expect(own.fetch({ ...ask('https://example.com/'), retry: false })).rejects.toMatchObject({
        code: 'SCRAPE_SITE_ERROR',
        message: 'https://example.com/ could not be fetched: the proxy answered 502',
      });
      expect(tunnelled).toEqual([`example.com:443 Basic ${Buffer.from('user:secret').toString('base64')}`]);
    });

    it('checks the certificate of the site, not of the way there', async () => {
      const secure = createTlsServer({ key: KEY, cert: CERTIFICATE }, (_, response) =>
        response.end('hidden'),
      );
      secure.on('tlsClientError', () => undefined);
      const address = await listening(secure, () => secure.closeAllConnections());
      const { url, proxy } = await proxyFor(() => undefined);
      proxy.onConnect((_, socket) => {
        const far = connect(Number(address.split(':')[1]), '127.0.0.1');
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        pipeline(socket, far, socket, () => undefined);
      });
      const own = fetcher({ proxies: [url], lookup: async () => [PUBLIC] });
      await expect(own.fetch(ask('https://site.test/'))).rejects.toMatchObject({ code: 'SCRAPE_SSL_ERROR' });
      const response = await own.fetch({ ...ask('https://site.test/'), skipTlsVerification: true });
      expect(Buffer.from(response.body).toString()).toBe('hidden');
    });

    it('fails when the proxy closes the tunnel, after as many tries as any connection gets', async () => {
      const { url, proxy } = await proxyFor(() => undefined);
      let tries = 0;
      proxy.onConnect((_, socket) => (tries++, socket.destroy()));
      const own = fetcher({ proxies: [url], lookup: async () => [PUBLIC] });
      await expect(own.fetch(ask('https://example.com/'))).rejects.toMatchObject({
        code: 'SCRAPE_SITE_ERROR',
      });
      expect(tries).toBe(3);
    });

    it('shows no credentials when it is refused', async () => {
      const { url } = await proxyFor((_, response) => response.writeHead(407).end());
      const own = fetcher({ proxies: [url], lookup: async () => [PUBLIC] });
      const failure: Error = await own.fetch({ ...ask('http://example.com/'), retry: false }).catch((e) => e);
      expect(failure.message).toBe('http://example.com/ could not be fetched: the proxy answered 407');
      expect(inspect(failure, { depth: 9 })).not.toMatch(/secret|dXNlcj/);
    });

    it.each(['nonsense', 'socks5://user:secret@127.0.0.1:1080'])('does not start with %s', (entry) => {
      expect(() => new UndiciFetcher({ proxies: ['http://127.0.0.1:3128', entry] })).toThrow(
        /^proxies: entry 2 is not an http:\/\/ or https:\/\/ URL$/,
      );
    });
  });

  it('ends a body that only drips long before its time is over', async () => {
    const page = await site((_, response) => {
      const drops = setInterval(() => response.write('x'.repeat(1_500)), 100);
      response.on('close', () => clearInterval(drops));
    });
    const own = fetcher({ allowPrivate: ['127.0.0.1'], stallTimeoutMs: 200 });
    const dripping = own.fetch({ url: page.origin, timeoutMs: 3_600_000 });
    await expect(dripping).rejects.toMatchObject({ code: 'SCRAPE_TIMEOUT' });
  });

  describe('with many requests', () => {
    /** A site that delays its responses until released. */
    async function holdingSite() {
      const held: (() => void)[] = [];
      let arrived: () => void = () => undefined;
      const page = await site((_, response) => {
        held.push(() => response.end());
        arrived();
      });
      const untilHeld = async (count: number) => {
        while (held.length < count) await new Promise<void>((resolve) => (arrived = resolve));
      };
      return { page, held, untilHeld };
    }

    it('sends a host no more at once than it may have, and the rest in turn', async () => {
      const { page, held, untilHeld } = await holdingSite();
      const own = fetcher({ allowPrivate: ['127.0.0.1'], maxFetchesPerHost: 2 });
      const responses = Promise.all([1, 2, 3, 4].map((n) => own.fetch(ask(`${page.origin}/${n}`))));
      await untilHeld(2);
      expect(await page.countConnections()).toBe(2);
      held[0]?.();
      await untilHeld(3);
      held[1]?.();
      await untilHeld(4);
      held.forEach((answer) => answer());
      expect((await responses).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    });

    it('lets other hosts pass a busy one', async () => {
      const { page, held, untilHeld } = await holdingSite();
      const other = await site((_, response) => response.end());
      const own = fetcher({ allowPrivate: ['127.0.0.1'], maxFetchesPerHost: 1, maxFetches: 2 });
      const responses = Promise.all([1, 2, 3].map((n) => own.fetch(ask(`${page.origin}/${n}`))));
      await untilHeld(1);
      expect((await own.fetch(ask(other.origin))).statusCode).toBe(200);
      for (let count = 1; count <= 3; count++) {
        await untilHeld(count);
        held[count - 1]?.();
      }
      await responses;
    });

    it('refuses what would have to wait in a full queue', async () => {
      const { page, held, untilHeld } = await holdingSite();
      const own = fetcher({ allowPrivate: ['127.0.0.1'], maxFetches: 1, maxQueuedFetches: 1 });
      const first = own.fetch(ask(page.origin));
      await untilHeld(1);
      const second = own.fetch(ask(page.origin));
      await expect(own.fetch(ask(page.origin))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      held[0]?.();
      await first;
      await untilHeld(2);
      held[1]?.();
      await second;
    });

    it('has a place for another owner while one holds them all, at the same host too', async () => {
      const { page, held, untilHeld } = await holdingSite();
      const other = await site((_, response) => response.end());
      const own = fetcher({ allowPrivate: ['127.0.0.1'], maxFetches: 2, maxFetchesPerHost: 2 });
      const of = (owner: string, url: string) => own.fetch({ ...ask(url), owner });
      const hogging = [1, 2, 3, 4].map((n) => of('anna', `${page.origin}/${n}`));
      await untilHeld(2);
      for (let n = 0; n < 3; n++) expect((await of('berta', other.origin)).statusCode).toBe(200);
      const sameHost = of('berta', page.origin);
      await untilHeld(3);
      held[2]?.();
      expect((await sameHost).statusCode).toBe(200);
      for (let count = 3; count <= 5; count++) {
        held.forEach((answer) => answer());
        await untilHeld(count);
      }
      held.forEach((answer) => answer());
      await Promise.all(hogging);
    });

    it('refuses the overflow of one owner, and no other owner for it', async () => {
      const { page, held, untilHeld } = await holdingSite();
      const own = fetcher({ allowPrivate: ['127.0.0.1'], maxFetches: 1, maxQueuedFetches: 2 });
      const of = (owner: string) => own.fetch({ ...ask(page.origin), owner });
      const anna = [of('anna'), of('anna'), of('anna')];
      await untilHeld(1);
      const clara = of('clara'); // takes the place that is there for others
      await untilHeld(2);
      await expect(of('anna')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      const berta = of('berta');
      for (let count = 2; count <= 5; count++) {
        await untilHeld(count);
        held[count - 2]?.();
      }
      held.forEach((answer) => answer());
      await Promise.all([...anna, berta, clara]);
    });

    it('counts the waiting into the time of a request', async () => {
      const { page, held, untilHeld } = await holdingSite();
      const own = fetcher({ allowPrivate: ['127.0.0.1'], maxFetches: 1 });
      const first = own.fetch(ask(page.origin));
      await untilHeld(1);
      await expect(own.fetch({ url: page.origin, timeoutMs: 50 })).rejects.toMatchObject({
        code: 'SCRAPE_TIMEOUT',
      });
      held[0]?.();
      await first;
    });

    it('uses a connection again', async () => {
      const page = await site((_, response) => response.end('x'));
      const own = fetcher();
      for (let count = 0; count < 9; count++) await own.fetch(ask(page.origin));
      // Two, because one just used rests for a turn of the event loop.
      expect(await page.countConnections()).toBeLessThanOrEqual(2);
    });
  });

  describe('headers', () => {
    const sentHeaders = async (options: HttpFetcherOptions, mobile = false) => {
      const page = await site((_, response) => response.end());
      await fetcher({ allowPrivate: ['127.0.0.1'], ...options }).fetch({ ...ask(page.origin), mobile });
      return page.requests[0]?.headers ?? {};
    };

    it('says who it is', async () => {
      expect(await sentHeaders({})).toMatchObject({
        'user-agent': expect.stringMatching(
          /^Mozilla\/5\.0 \(compatible; NestWebExtract\/\d+; \+https:\/\/\S+\)$/,
        ),
        'accept-encoding': 'gzip, deflate, br',
      });
    });

    it('says who it is on a phone', async () => {
      const { 'user-agent': agent } = await sentHeaders({}, true);
      expect(agent).toMatch(/Android.*Mobile.*NestWebExtract/);
    });

    it('speaks like a browser when told to', async () => {
      expect(await sentHeaders({ headerProfile: 'browser' })).toMatchObject({
        'user-agent': expect.stringMatching(/^Mozilla\/5\.0 \(Windows.*Chrome\/\d+/),
        'sec-fetch-mode': 'navigate',
        'sec-ch-ua-mobile': '?0',
      });
      expect(await sentHeaders({ headerProfile: 'browser' }, true)).toMatchObject({
        'user-agent': expect.stringMatching(/Android.*Mobile/),
        'sec-ch-ua-mobile': '?1',
      });
    });

    it('takes the agent that it is given', async () => {
      expect(await sentHeaders({ userAgent: 'Mine/1' }, true)).toMatchObject({ 'user-agent': 'Mine/1' });
    });
  });

  it('ends what is under way when the application ends, and begins nothing more', async () => {
    const page = await site(() => undefined);
    const own = fetcher();
    const response = own.fetch({ ...ask(page.origin), beforeHop: () => new Promise(() => undefined) });
    const sent = own.fetch(ask(page.origin));
    const ended = [response, sent].map((each) =>
      expect(each).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' }),
    );
    await own.onApplicationShutdown();
    await Promise.all(ended);
    await expect(own.fetch(ask(page.origin))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});

// Self-signed, for these tests only.
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgOHAZDx4gqN9B/lu6
cEKBYEir0oePl7YGDft93aJcosahRANCAASVSb8PTukGiWoYQrvdP/xyu+SIiz+g
p5VmddX/alQgVZRvj0T8bNJUq1MnWZMaL4OfoiLUZiPvX5+tnVPvdQDS
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUPORv4bQuoTjaRklKEd/nbjdldsYwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJc2l0ZS50ZXN0MCAXDTI2MTEyMDExMDg0NVoYDzIxMjYxMDI3
MTEwODQ1WjAUMRIwEAYDVQQDDAlzaXRlLnRlc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASVSb8PTukGiWoYQrvdP/xyu+SIiz+gp5VmddX/alQgVZRvj0T8bNJU
q1MnWZMaL4OfoiLUZiPvX5+tnVPvdQDSo2kwZzAdBgNVHQ4EFgQUXe3ejorPv6Ki
7QvdtAyKohzDej4wHwYDVR0jBBgwFoAUXe3ejorPv6Ki7QvdtAyKohzDej4wDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglzaXRlLnRlc3QwCgYIKoZIzj0EAwID
RwAwRAIgIEjpsSH5q4/cKz4nLcwjVkoQUZxEOOrHOIXIRVohF+ICIEdtPwIOFAF3
o3PVeJSEW97N9RkWZN6MWT1HXw1JDSz6
-----END CERTIFICATE-----`;
