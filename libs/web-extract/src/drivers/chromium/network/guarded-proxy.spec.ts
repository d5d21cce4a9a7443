import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { parseAllowList } from '../../../web/url/allow-list.js';
import { TestSite } from '../../../testing/test-site.js';
import { HostLookup } from '../../guarded-network/host-lookup.js';
import { GREETING_URL, GuardedProxy } from './guarded-proxy.js';
import { PageTraffic } from '../page/page-traffic.js';

const open: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const { close } of open.splice(0).reverse()) await close();
});

async function startProxy(
  allowed: readonly string[],
  ownPorts: readonly number[] = [],
): Promise<GuardedProxy> {
  const proxy = await GuardedProxy.start({
    policy: { allowed: parseAllowList(allowed), lookup: new HostLookup().all },
    ownPorts: () => ownPorts,
    connectTimeoutMs: 2_000,
    headersTimeoutMs: 2_000,
  });
  open.push({ close: () => proxy.close() });
  return proxy;
}

async function startSite(): Promise<TestSite> {
  const site = await TestSite.start((incoming, response) => response.end(JSON.stringify(incoming.headers)));
  open.push({ close: () => site.close() });
  return site;
}

function admitted(proxy: GuardedProxy, rules: Partial<PageTraffic['rules']> = {}): PageTraffic {
  const page = new PageTraffic({ upstream: null, blockAds: false, ...rules });
  proxy.admit(page);
  return page;
}

async function ask(
  proxy: GuardedProxy,
  url: string,
  page?: PageTraffic,
): Promise<{ status: number; text: string }> {
  const headers = page ? { 'proxy-authorization': page.authorization } : {};
  const outgoing = request({ host: '127.0.0.1', port: proxy.port, path: url, headers, agent: false }).end();
  const [response] = await once(outgoing, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, text };
}

/** The first line of the answer to CONNECT. */
async function tunnel(proxy: GuardedProxy, target: string, page?: PageTraffic): Promise<string> {
  const socket = connect(proxy.port, '127.0.0.1');
  open.push({ close: () => socket.destroy() });
  const secret = page ? `Proxy-Authorization: ${page.authorization}\r\n` : '';
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${secret}\r\n`);
  const [chunk] = await once(socket, 'data');
  return String(chunk).split('\r\n', 1)[0]!;
}

describe('GuardedProxy', () => {
  it('does nothing for whoever has no password', async () => {
    const site = await startSite();
    const proxy = await startProxy(['127.0.0.1']);
    const stranger = new PageTraffic({ upstream: null, blockAds: false });
    for (const page of [undefined, stranger]) {
      expect((await ask(proxy, site.origin, page)).status).toBe(407);
      expect(await tunnel(proxy, site.origin.slice(7), page)).toContain(' 407 ');
    }
    expect(site.requests).toEqual([]);
  });

  it('carries requests and tunnels of a page, without its password', async () => {
    const site = await startSite();
    const proxy = await startProxy(['127.0.0.1']);
    const page = admitted(proxy);
    const { status, text } = await ask(proxy, `${site.origin}/a`, page);
    expect([status, Object.keys(JSON.parse(text))]).toEqual([200, ['host', 'connection']]);
    expect(await tunnel(proxy, site.origin.slice(7), page)).toContain(' 200 ');
    expect((await ask(proxy, GREETING_URL, page)).status).toBe(204);
  });

  it.each([
    'http://127.0.0.9:1234/',
    'http://localhost/',
    'http://[::1]:80/',
    'http://169.254.169.254/',
    'http://0.0.0.0:99/',
    'ftp://a.example/',
    '/',
  ])('refuses %s', async (url) => {
    const proxy = await startProxy(['127.0.0.1:1']);
    const { status } = await ask(proxy, url, admitted(proxy));
    expect([403, 502]).toContain(status);
    const { host } = new URL(url, 'http://10.0.0.1');
    expect(await tunnel(proxy, host.includes(':') ? host : `${host}:443`, admitted(proxy))).toMatch(
      / (403|502) /,
    );
  });

  it('refuses its own port and that of the application, even where they are allowed', async () => {
    const site = await startSite();
    const proxy = await startProxy(['127.0.0.0/8'], [site.port]);
    const page = admitted(proxy);
    for (const target of [`127.0.0.1:${site.port}`, `127.0.0.1:${proxy.port}`, `127.0.0.2:${site.port}`]) {
      expect((await ask(proxy, `http://${target}/`, page)).status).toBe(502);
      expect(await tunnel(proxy, target, page)).toContain(' 502 ');
    }
    expect(site.requests).toEqual([]);
  });

  it('silences a page that sends requests without end, wherever to, and closes one that goes on', async () => {
    const proxy = await startProxy([]);
    const page = admitted(proxy);
    const calls: string[] = [];
    page.onExcess({ silence: () => calls.push('silence'), close: () => calls.push('close') });
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    page.count('requests', 1_900);
    expect(calls).toEqual([]);
    await ask(proxy, GREETING_URL, page).catch(() => {}); // its connection may be cut by then
    page.count('requests', 2_000);
    expect(calls).toEqual(['silence']);
    now.mockReturnValue(1_001);
    page.count('requests');
    now.mockRestore();
    expect(calls).toEqual(['silence', 'close']);
  });

  it('counts the length of addresses, and sends none of more than 256 KiB', async () => {
    const site = await startSite();
    const proxy = await startProxy(['127.0.0.1']);
    const page = admitted(proxy);
    let isSilenced = false;
    page.onExcess({ silence: () => (isSilenced = true), close: () => {} });
    const long = 'z'.repeat(1_900_000);
    let refused = 0;
    while (!isSilenced && refused < 50) {
      const answer = await ask(proxy, `${site.origin}/${long}`, page).catch(() => null);
      if (answer) expect([answer.status, ++refused]).toEqual([403, refused]);
    }
    expect([isSilenced, refused]).toEqual([true, expect.any(Number)]);
    expect(site.requests).toEqual([]);
  });

  it('counts what a page sends to a site', async () => {
    const site = await startSite();
    const proxy = await startProxy(['127.0.0.1']);
    const page = admitted(proxy);
    const counted = jest.spyOn(page, 'count');
    const headers = { 'proxy-authorization': page.authorization };
    const target = { host: '127.0.0.1', port: proxy.port, path: site.origin, headers, agent: false };
    const [response] = await once(request({ ...target, method: 'POST' }).end('x'.repeat(1_000)), 'response');
    response.resume();
    const sent = counted.mock.calls.filter(([what]) => what === 'bytes').map(([, bytes]) => bytes);
    expect(sent[0]).toBe(1_000);
  });

  it('ends everything of a page with it', async () => {
    const site = await startSite();
    const proxy = await startProxy(['127.0.0.1']);
    const page = admitted(proxy);
    const socket = connect(proxy.port, '127.0.0.1');
    socket.write(
      `CONNECT ${site.origin.slice(7)} HTTP/1.1\r\nProxy-Authorization: ${page.authorization}\r\n\r\n`,
    );
    await once(socket, 'data');
    proxy.dismiss(page);
    await once(socket, 'close');
    expect((await ask(proxy, site.origin, page)).status).toBe(407);
  });

  it('tells where documents may be asked for, by the addresses of a name', async () => {
    const names: Record<string, string> = {
      'public.example': '93.184.216.34',
      'private.example': '10.0.0.1',
    };
    const proxy = await GuardedProxy.start({
      policy: {
        allowed: parseAllowList([]),
        lookup: async (name) => {
          const address = names[name];
          if (address === undefined) throw new Error('unknown');
          return [{ address, family: 4 }];
        },
      },
      ownPorts: () => [],
      connectTimeoutMs: 2_000,
      headersTimeoutMs: 2_000,
    });
    open.push({ close: () => proxy.close() });
    const may = (url: string) => proxy.mayReach(url);
    expect(await may('https://public.example/')).toBe(true);
    expect(await may('https://unknown.example/')).toBe(true); // it fails by itself
    expect(await may('https://private.example/')).toBe(false);
    expect(await may('http://10.0.0.1/')).toBe(false);
  });

  it('asks a site for nothing any longer that its page has given up', async () => {
    let cut = () => {};
    const isCut = new Promise<void>((resolve) => (cut = resolve));
    const site = await TestSite.start((incoming) => incoming.socket.once('close', cut));
    open.push({ close: () => site.close() });
    const proxy = await startProxy(['127.0.0.1']);
    const page = admitted(proxy);
    const asking = ask(proxy, site.origin, page).catch(() => {});
    while (site.requests.length === 0) await new Promise(setImmediate);
    proxy.dismiss(page);
    await isCut;
    await asking;
  });

  it('goes through the proxy of the host, once the target was checked', async () => {
    const site = await startSite();
    const asked: string[] = [];
    const upstream = await startSite();
    upstream.onConnect((incoming, socket) => {
      asked.push(`${incoming.url} ${incoming.headers['proxy-authorization']}`);
      socket.end('HTTP/1.1 200 OK\r\n\r\n');
    });
    const proxy = await startProxy(['127.0.0.1']);
    const page = admitted(proxy, { upstream: `http://user:word@${upstream.origin.slice(7)}` });
    expect(await tunnel(proxy, site.origin.slice(7), page)).toContain(' 200 ');
    expect(asked).toEqual([`${site.origin.slice(7)} Basic ${Buffer.from('user:word').toString('base64')}`]);
    expect(await tunnel(proxy, '127.0.0.9:80', page)).toContain(' 403 ');
    expect((await ask(proxy, `${site.origin}/plain`, page)).status).toBe(200);
    expect([site.requests, upstream.requests.map(({ url }) => url)]).toEqual([[], [`${site.origin}/plain`]]);
  });

  it('asks no server of advertisements', async () => {
    const proxy = await startProxy([]);
    expect(
      (await ask(proxy, 'http://ads.doubleclick.net/', admitted(proxy, { blockAds: true }))).status,
    ).toBe(403);
  });
});
