import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientOptions } from 'ws';
import { ARTICLE } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { ask } from './support/ask.js';
import { Watcher } from './support/watching.js';
import { NodeProcess } from './support/run-node.js';

const MAIN = join(process.cwd(), 'apps/demo/dist/main.js');

let site: Site;
let demo: NodeProcess | undefined;

beforeAll(async () => {
  site = await startSite({ '/article': html(ARTICLE), '/hung': () => undefined });
});

afterEach(async () => {
  await demo?.dispose();
  demo = undefined;
});

afterAll(() => site?.close());

function startDemo(
  env: Record<string, string> = {},
  flags: readonly string[] = [],
  args: readonly string[] = [],
): NodeProcess {
  const defaults = {
    PORT: '0',
    WEB_EXTRACT_ALLOW_PRIVATE: site.address,
    LOG_LEVEL: 'warn',
  };
  demo = new NodeProcess([...flags, MAIN, ...args], { ...defaults, WEB_EXTRACT_DATA_DIR: 'data', ...env });
  return demo;
}

describe('the demo', () => {
  it.each(['express', 'fastify'])(
    'says where it listens and with which key, and both work: %s',
    async (platform) => {
      const running = startDemo({ WEB_EXTRACT_PLATFORM: platform });
      const [, base, key] = await running.until(/Listening on (\S+) .*\nAPI key: (\S+) [^]*Search: .*\n/);
      const { output, child } = running;
      expect(output).toContain(`(playground: ${base}/#key=${key})`);
      const headers = { authorization: `Bearer ${key}` };
      const { status, json } = await ask(`${base}/v1/scrape`, {
        headers,
        body: { url: `${site.url}/article` },
      });
      expect([status, json.data.metadata.title]).toEqual([200, 'Lighthouses of the north']);
      expect((await ask(`${base}/v1/else`, { headers })).json.code).toBe('NOT_FOUND');
      const statusOf = async (path: string, bytes: number) =>
        (await ask(base + path, { headers, body: { url: 'x', useMock: 'x'.repeat(bytes) } })).status;
      expect(await statusOf('/v1/scrape', 1_000_000)).toBe(400);
      expect(await statusOf('/v1/scrape', 1_100_000)).toBe(413);
      expect(await statusOf('/v1/batch/scrape', 10_000_000)).toBe(400);
      expect(await statusOf('/v2/batch/scrape', 10_600_000)).toBe(413);
      child.kill('SIGINT');
      expect(await running.end()).toBe(0);
      expect(readdirSync(running.folder).filter((name) => name !== 'data')).toEqual([]);
    },
  );

  it.each(['express', 'fastify'])(
    'listens on this machine only, unless HOST opens it, and says which: %s',
    async (platform) => {
      for (const [env, words, isReachable] of [
        [{}, 'this machine only', false],
        [{ HOST: '0.0.0.0' }, 'the network, HOST=0.0.0.0', true],
      ] as const) {
        const running = startDemo({ WEB_EXTRACT_PLATFORM: platform, ...env });
        const [, port] = await running.until(/Listening on http:\/\/localhost:(\d+)/);
        await running.until(/Search: .*\n/);
        expect(running.output).toMatch(new RegExp(`^Listening on http://localhost:${port} \\(${words}`, 'm'));
        // another address of this machine stands for its address in the network
        const other = ask(`http://127.0.0.2:${port}/health`, { method: 'GET' }).then(
          ({ status }) => status === 200,
          () => false,
        );
        expect([
          (await ask(`http://127.0.0.1:${port}/health`, { method: 'GET' })).status,
          await other,
        ]).toEqual([200, isReachable]);
        await running.dispose();
      }
    },
  );

  it('listens on all interfaces in a container', () => {
    const read = (name: string) => readFileSync(join(process.cwd(), name), 'utf8');
    expect(read('Dockerfile')).toMatch(/^ENV .*\bHOST=0\.0\.0\.0\b/m);
    expect(read('docker-compose.yml')).toMatch(/^\s+HOST: 0\.0\.0\.0$/m);
  });

  it.each(['express', 'fastify'])(
    'without keys serves programs of this machine and its own pages, and no page of another site: %s',
    async (platform) => {
      const running = startDemo({ WEB_EXTRACT_PLATFORM: platform, WEB_EXTRACT_AUTH: 'off' });
      const [, base] = await running.until(/Listening on (\S+)/);
      const { host } = new URL(base!);
      const scrape = async (headers: Record<string, string>) => {
        const answer = await ask(`${base}/v1/scrape`, { headers, body: { url: `${site.url}/article` } });
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
        return answer.status;
      };
      expect(await scrape({})).toBe(200);
      expect(await scrape({ origin: `http://${host}`, 'sec-fetch-site': 'same-origin' })).toBe(200);
      expect(await scrape({ origin: 'https://page.example' })).toBe(403);
      expect(await scrape({ 'sec-fetch-site': 'cross-site' })).toBe(403);
      expect(await scrape({ host: 'rebound.example' })).toBe(403);
      const preflight = await ask(`${base}/v1/scrape`, {
        method: 'OPTIONS',
        headers: { origin: 'https://page.example' },
      });
      expect(preflight.status).toBe(403);
      expect(
        (await ask(`${base}/v1/unknown`, { method: 'GET', headers: { host: 'rebound.example' } })).status,
      ).toBe(403);
      const { id } = (await ask(`${base}/v1/crawl`, { body: { url: `${site.url}/article`, limit: 1 } })).json;
      const watch = (options: ClientOptions) => new Watcher(`${base}/v1/crawl/${id}`, null, options).ended();
      await expect(watch({ origin: 'https://page.example' })).rejects.toThrow('refused with 403');
      expect((await watch({})).code).toBe(1000);
    },
  );

  it('refuses to start without keys where others could reach it, unless that is allowed', async () => {
    const open = { WEB_EXTRACT_AUTH: 'off', HOST: '0.0.0.0' };
    const refused = startDemo(open);
    expect(await refused.end()).toBe(1);
    expect(refused.output).toContain('WEB_EXTRACT_ALLOW_UNAUTHENTICATED=true');
    await refused.dispose();
    const allowed = startDemo({
      ...open,
      WEB_EXTRACT_ALLOW_UNAUTHENTICATED: 'true',
      WEB_EXTRACT_PUBLIC_URL: 'https://extract.example',
    });
    const [, base] = await allowed.until(/Listening on (\S+)/);
    const headers = { host: 'extract.example' };
    expect((await ask(`${base}/v0/keyAuth`, { method: 'GET', headers })).status).toBe(200);
    const rebound = { host: 'rebound.example' };
    expect((await ask(`${base}/v0/keyAuth`, { method: 'GET', headers: rebound })).status).toBe(403);
    const foreign = { ...headers, origin: 'https://page.example' };
    expect((await ask(`${base}/v0/keyAuth`, { method: 'GET', headers: foreign })).status).toBe(403);
  });

  it('has a page to try with --sample-page only, and allows no other address of this machine', async () => {
    const running = startDemo({ WEB_EXTRACT_ALLOW_PRIVATE: '' }, [], ['--sample-page']);
    const [, port] = await running.until(/Listening on http:\/\/localhost:(\d+)/);
    const [, key] = await running.until(/API key: (\S+)/);
    const [, sample] = await running.until(/^Try it: curl .*"url": "([^"]+)"/m);
    const scrape = (url: string) =>
      ask(`http://127.0.0.1:${port}/v1/scrape`, {
        headers: { authorization: `Bearer ${key}` },
        body: { url },
      });
    expect((await scrape(sample!)).json.data.metadata.title).toBe('The lighthouse at the point');
    const others = [
      `http://127.0.0.1:${port}/health`,
      `${site.url}/article`,
      sample!.replace('127.0.0.1', '127.0.0.2'),
    ];
    for (const url of [...others, sample!.replace('127.0.0.1', 'localhost')])
      expect([url, (await scrape(url)).status]).toEqual([url, 403]);
  });

  it('prints a banner of six lines, without routes and without colors', async () => {
    const running = startDemo({
      LOG_LEVEL: 'log',
      WEB_EXTRACT_BROWSER: 'off',
      OPENAI_MODEL: 'small',
      OPENAI_BASE_URL: 'http://user:secret@model.example/v1',
      SEARXNG_URL: 'http://search.example',
    });
    await running.until(/Search: .*\n/);
    const lines = running.said.stdout.slice(running.said.stdout.indexOf('\nListening')).trim().split('\n');
    expect(lines.map((line) => /^Listening on|^[^:]+/.exec(line)?.[0])).toEqual([
      'Listening on',
      'API key',
      'Data directory',
      'Browser',
      'Model',
      'Search',
    ]);
    expect(lines.slice(2)).toEqual([
      `Data directory: ${join(realpathSync(running.folder), 'data')}`,
      'Browser: off (WEB_EXTRACT_BROWSER)',
      'Model: small at model.example',
      'Search: SearXNG at search.example, and crawled pages',
    ]);
    expect(running.output).not.toMatch(/Mapped|RoutesResolver|dependencies initialized|secret/);
    expect(running.output).not.toContain('\u001b');
  });

  it('logs every route at the level debug', async () => {
    const running = startDemo({ LOG_LEVEL: 'debug' });
    await running.until(/Search: .*\n/);
    expect(running.output).toContain('Mapped {/v2/scrape, POST} route');
  });

  it('tells no key of its configuration', async () => {
    const running = startDemo({ WEB_EXTRACT_API_KEYS: 'first-of-two, second-of-two', LOG_LEVEL: 'verbose' });
    await running.until(/Search: .*\n/);
    running.child.kill('SIGINT');
    await running.end();
    expect(running.output).toContain('API key: one of WEB_EXTRACT_API_KEYS');
    expect(running.output).not.toMatch(/first-of-two|second-of-two/);
  });

  it('ends with 0 within 10 s after SIGTERM, a scrape in flight', async () => {
    const running = startDemo({ WEB_EXTRACT_API_KEYS: 'one, two' });
    const [, base] = await running.until(/Listening on (\S+)/);
    const inFlight = ask(`${base}/v1/scrape`, {
      headers: { authorization: 'Bearer two' },
      body: { url: `${site.url}/hung`, timeout: 30_000 },
    });
    while (!site.requests.some(({ path }) => path === '/hung'))
      await new Promise((resolve) => setTimeout(resolve, 10));
    const startedAt = performance.now();
    running.child.kill('SIGTERM');
    expect((await inFlight).json.code).toBe('SERVICE_UNAVAILABLE');
    expect(await running.end()).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(running.output).toMatch(/Stopping; running work has 8 seconds.*\nStopped\n$/);
  });

  it.each(['express', 'fastify'])(
    'has an endpoint for agents where it is asked for, on %s',
    async (platform) => {
      const env = { WEB_EXTRACT_API_KEYS: 'one', WEB_EXTRACT_MCP: 'true', WEB_EXTRACT_PLATFORM: platform };
      const running = startDemo(env);
      const [, base] = await running.until(/Listening on (\S+)/);
      const headers = { authorization: 'Bearer one', accept: 'application/json, text/event-stream' };
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      const { status, text } = await ask(`${base}/mcp`, { headers, body });
      expect([status, text]).toEqual([200, expect.stringContaining('firecrawl_scrape')]);
      expect((await ask(`${base}/mcp`, { body })).status).toBe(401);
    },
  );

  it('logs JSON, and gives each request an id', async () => {
    const running = startDemo({ LOG_FORMAT: 'json', LOG_LEVEL: 'debug', WEB_EXTRACT_API_KEYS: 'one' });
    const [, base] = await running.until(/Listening on (\S+)/);
    const headers = { authorization: 'Bearer one', 'x-request-id': 'trace-7' };
    const body = { url: `${site.url}/article` };
    const answer = await ask(`${base}/v2/scrape`, { headers, body });
    expect([answer.status, answer.headers['x-request-id']]).toEqual([200, 'trace-7']);
    const refused = await ask(`${base}/v2/scrape`, { body });
    expect([refused.status, refused.headers['x-request-id']]).toEqual([
      401,
      expect.stringMatching(/^[\w-]{36}$/),
    ]);
    const odd = await ask(`${base}/v2/else`, { headers: { ...headers, 'x-request-id': 'two words' } });
    expect(odd.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
    await running.until(/v2\/scrape answered 401/);
    const lines = running.output.split('\n').filter(Boolean);
    const messages = lines.map((line) => String(JSON.parse(line).message));
    expect(messages).toContainEqual(
      expect.stringMatching(/^POST \/v2\/scrape answered 200 after \d+ ms \[request trace-7\]$/),
    );
  });

  it('has metrics at its port, or at another one', async () => {
    const running = startDemo({ WEB_EXTRACT_METRICS: 'true' });
    const [, base] = await running.until(/Listening on (\S+)/);
    const { status, text } = await ask(`${base}/metrics`, { method: 'GET' });
    expect([status, text]).toEqual([200, expect.stringContaining('web_extract_monitor_checks_total')]);
    await running.dispose();
    const apart = startDemo({ WEB_EXTRACT_METRICS: 'true', WEB_EXTRACT_METRICS_PORT: '0' });
    const [, server] = await apart.until(/Listening on (\S+)/);
    const [, address] = await apart.until(/Metrics: (\S+)/);
    expect((await ask(address!, { method: 'GET' })).text).toContain('web_extract_pages_total');
    expect((await ask(`${server}/metrics`, { method: 'GET' })).status).toBe(403);
  });

  it.each(['express', 'fastify'])(
    'lets people make keys of their own where that is open, on %s',
    async (platform) => {
      const running = startDemo({ WEB_EXTRACT_SIGN_UP: 'true', WEB_EXTRACT_PLATFORM: platform });
      const [, base] = await running.until(/Listening on (\S+)/);
      const { status, json } = await ask(`${base}/v1/keys`, { body: { name: 'mine' } });
      expect([status, json]).toEqual([200, expect.objectContaining({ success: true, name: 'mine' })]);
      const headers = { authorization: `Bearer ${json.key}` };
      const scrape = await ask(`${base}/v2/scrape`, { headers, body: { url: `${site.url}/article` } });
      expect([scrape.status, scrape.json.data.metadata.title]).toEqual([200, 'Lighthouses of the north']);
      const { json: document } = await ask(`${base}/openapi.json`, { method: 'GET' });
      expect(Object.keys(document.paths)).toContain('/v1/keys');
    },
  );

  it('serves the document of the package where Swagger is not installed', async () => {
    const hook = `const m = require('node:module'), own = m._resolveFilename;
      m._resolveFilename = (name, ...rest) => {
        if (name === '@nestjs/swagger') throw Object.assign(new Error(name), { code: 'MODULE_NOT_FOUND' });
        return own(name, ...rest);
      };`;
    const folder = mkdtempSync(join(tmpdir(), 'web-extract-test-'));
    writeFileSync(join(folder, 'hook.cjs'), hook);
    const running = startDemo({}, ['--require', join(folder, 'hook.cjs')]);
    const [, base] = await running.until(/Listening on (\S+)/);
    const { status, json } = await ask(`${base}/openapi.json`, { method: 'GET' });
    expect([status, json.info.license.name]).toEqual([200, 'MIT']);
    expect(Object.keys(json.paths)).toContain('/v2/scrape');
    expect(json.paths['/v0/health/liveness'].get.security).toEqual([]);
    const shared = json.paths['/v2/scrape'].post.responses['401'].$ref.split('/').pop();
    expect(json.components.responses[shared].description).toEqual(expect.any(String));
    running.child.kill('SIGTERM');
    expect(await running.end()).toBe(0);
    rmSync(folder, { recursive: true });
  });

  it('makes no key for people who have none, unless told to', async () => {
    const running = startDemo();
    const [, base] = await running.until(/Listening on (\S+)/);
    const { status, json } = await ask(`${base}/v1/keys`, { body: {} });
    expect([status, json.success, json.key]).toEqual([401, false, undefined]);
  });

  it.each([
    [{ WEB_EXTRACT_ALLOW_PRIVATE: '10.0.0.0/99' }, "allowPrivate: cannot read '10.0.0.0/99'"],
    [{ WEB_EXTRACT_PROXIES: 'nonsense' }, 'proxies: entry 1 is not an http:// or https:// URL'],
    [{ WEB_EXTRACT_PUBLIC_URL: 'nonsense' }, 'publicUrl must be an http(s) URL'],
    [{ WEB_EXTRACT_API_KEYS: 'a b' }, 'auth holds a key with blanks'],
    [{ WEB_EXTRACT_BROWSER: '/no/browser' }, 'WEB_EXTRACT_BROWSER: there is no file /no/browser'],
    [{ PORT: 'eighty' }, 'PORT'],
  ])('does not start with %j, and says why', async (env, message) => {
    const running = startDemo(env as Record<string, string>);
    expect(await running.end()).toBe(1);
    expect(running.output).toContain(message);
    expect(running.output).not.toContain('UnhandledPromiseRejection');
  });
});
