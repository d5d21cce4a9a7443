import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebExtractModule, type WebExtractOptions } from 'nestjs-web-extract';
import { browserProgram, describeWithBrowser } from './setup/browser.js';
import { startSite, type Routes, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { crawl } from './support/crawls.js';

const TEXT =
  'The copper lantern of the old harbour shows every late ferry where the narrow quay begins, and in the evening it is lit.';
const P = `<p>${TEXT}</p>`;
const SHELL = `<!doctype html><title>Shell</title><div id="root"></div><script src="app.js"></script>`;
const ARTICLE = `<!doctype html><title>Article</title><script src="app.js" defer></script><article><h1>Towers</h1>${P.repeat(6)}</article>`;

const GOLDEN = join(process.cwd(), 'test/golden');
/** Pages whose text stands in the body, in many kinds of markup. */
const TWINS = readdirSync(GOLDEN)
  .filter((name) => name.endsWith('.html'))
  .filter((_, at) => at % 3 === 0)
  .slice(0, 24);

const send =
  (body: string, type = 'text/html; charset=utf-8', status = 200): Routes[string] =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': type }).end(body);

const routes: Record<string, Routes[string]> = {
  '/shell/': send(SHELL),
  '/shell/app.js': send(
    `fetch('part').then((r) => r.text()).then((t) => { root.innerHTML = t; document.title = 'Filled' })`,
    'text/javascript',
  ),
  '/shell/part': send(`<h1>Filled</h1>${P}<a href="/next">next</a>`),
  '/gone/': send(SHELL.replace('app.js', '/shell/app.js'), 'text/html', 404),
  '/gone/part': send(P),
  '/article': send(ARTICLE),
  '/app.js': send(`document.querySelector('article').append('and more by the script')`, 'text/javascript'),
  '/stub': send(
    `<p>We have moved. If nothing happens, <a href="/article">go on</a>.</p><script>location.replace('/article')</script>`,
  ),
  '/refresh': send(`<meta http-equiv="refresh" content="0; url=/article"><p>One moment.</p>`),
  '/broken': send(`<div id="root">${P}</div><script>for (;;);</script>`),
  '/worse': send(
    `<div id="app"></div><p>${TEXT.slice(0, 60)}</p><script>document.body.innerHTML = ''</script>`,
  ),
  '/login': send(
    `<title>Log in</title><div id="root"></div><form><input type="password"></form><script src="app.js"></script>`,
  ),
  '/data.json': send('{"a": 1}', 'application/json'),
};

let site: Site;

beforeAll(async () => {
  for (const name of TWINS) {
    const html = readFileSync(join(GOLDEN, name), 'utf8');
    const body = /<body[^>]*>([\s\S]*?)(?:<\/body>|$)/i.exec(html)?.[1] ?? html;
    const head = /<head[^>]*>([\s\S]*?)<\/head>/i.exec(html)?.[1] ?? '';
    routes[`/twin/${name}`] = send(
      `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`,
    );
    routes[`/body/${name}`] = send(body);
    routes[`/made/${name}`] = send(
      `<!doctype html><html lang="en"><head>${head}</head><body><div id="root"></div><script>fetch('/body/${name}').then((r) => r.text()).then((t) => { document.body.innerHTML = t })</script></body></html>`,
    );
  }
  site = await startSite(routes);
});

afterAll(() => site?.close());

async function start(options: WebExtractOptions = {}): Promise<RunningApp> {
  return startApp({
    imports: [
      WebExtractModule.forRoot({
        auth: { keys: [KEY] },
        allowPrivate: [site.address],
        browser: { executablePath: browserProgram, settleMs: 300 },
        ...options,
      }),
    ],
  });
}

const pathsSince = (count: number) => site.requests.slice(count).map(({ path }) => path);

describeWithBrowser('a host with a browser', () => {
  let api: RunningApp;
  const scrape = (path: string, options: object = {}) =>
    api.post('/v1/scrape', { url: site.url + path, ...options });
  const scrapeV0 = (path: string, pageOptions: object = {}) =>
    api.post('/v0/scrape', { url: site.url + path, pageOptions });

  beforeAll(async () => {
    api = await start();
  });
  afterAll(() => api?.close());

  it('fills pages that scripts fill, and asks the site for the page once', async () => {
    const before = site.requests.length;
    const { status, json } = await scrape('/shell/', { formats: ['markdown', 'rawHtml', 'links'] });
    expect([status, json.warning]).toEqual([200, undefined]);
    expect(json.data).toMatchObject({
      markdown: expect.stringContaining(TEXT),
      rawHtml: expect.stringContaining(P),
      links: [`${site.url}/next`],
      metadata: { title: 'Filled', statusCode: 200, url: `${site.url}/shell/` },
    });
    expect(pathsSince(before)).toEqual(['/shell/', '/shell/app.js', '/shell/part']);
    expect((await scrapeV0('/shell/')).json.data).toMatchObject({
      provider: 'browser',
      content: expect.stringContaining(TEXT),
    });
  });

  it('asks for nothing more where the page is there', async () => {
    const before = site.requests.length;
    const { json } = await scrapeV0('/article');
    expect(json.data.provider).toBe('http');
    expect(json.data.content).not.toContain('by the script');
    expect(pathsSince(before)).toEqual(['/article']);
  });

  it.each(['/stub', '/refresh'])('goes on where %s leads its readers', async (path) => {
    const { json } = await scrape(path);
    expect(json.data.markdown).toContain('# Towers');
    expect(json.data.metadata).toMatchObject({ sourceURL: site.url + path, url: `${site.url}/article` });
  });

  it('keeps the status of the page', async () => {
    const { json } = await scrape('/gone/');
    expect(json.data).toMatchObject({
      markdown: expect.stringContaining(TEXT),
      metadata: { statusCode: 404, error: 'Not Found' },
    });
  });

  it('keeps the page as it was sent where the browser has less', async () => {
    const { json } = await scrapeV0('/worse');
    expect(json.data.provider).toBe('http');
    expect(json.data.content).toContain(TEXT.slice(0, 60));
  });

  it('leaves walls to those who can pass them', async () => {
    const before = site.requests.length;
    await scrape('/login');
    expect(pathsSince(before)).toEqual(['/login']);
  });

  it('has no warning left that a browser was missing', async () => {
    const wishes = {
      formats: ['markdown', 'screenshot'],
      waitFor: 100,
      actions: [{ type: 'scroll' }, { type: 'executeJavascript', script: '6 * 7' }],
    };
    const { status, json } = await scrape('/article', wishes);
    expect([status, json.warning]).toEqual([200, undefined]);
    expect(json.data).toMatchObject({
      screenshot: expect.stringMatching(/^data:image\/png;base64,/),
      markdown: expect.stringContaining('by the script'),
      actions: { screenshots: [], scrapes: [], javascriptReturns: [{ type: 'number', value: 42 }], pdfs: [] },
    });
    const old = await scrapeV0('/article', { fullPageScreenshot: true, waitFor: 100 });
    expect(old.json.data).toMatchObject({
      provider: 'browser',
      metadata: { screenshot: expect.stringMatching(/^data:image\/png;base64,/) },
    });
    expect(old.json.data.warning).toBeUndefined();
  });

  it('says what it cannot do for a page that is no HTML', async () => {
    expect((await scrape('/data.json', { formats: ['markdown', 'screenshot'] })).json.warning).toBe(
      'screenshot was left out: the page is no HTML',
    );
    const { status, json } = await scrape('/data.json', { actions: [{ type: 'scrape' }] });
    expect([status, json.code]).toEqual([500, 'SCRAPE_ACTION_ERROR']);
  });

  it('names the selector that nothing matches', async () => {
    const { status, json } = await scrape('/article', { actions: [{ type: 'click', selector: '#nowhere' }] });
    expect([status, json.code]).toEqual([500, 'SCRAPE_ACTION_ERROR']);
    expect(json.error).toContain('"#nowhere"');
  });

  it('gives what there is of a page whose scripts never end, and fails only with what is missing', async () => {
    const { status, json } = await scrape('/broken', { timeout: 6_000 });
    expect([status, json.data.markdown]).toEqual([200, expect.stringContaining(TEXT)]);
    const late = await scrape('/article', {
      timeout: 2_500,
      actions: [{ type: 'executeJavascript', script: 'for (;;);' }],
    });
    expect([late.status, late.json.code]).toEqual([408, 'SCRAPE_TIMEOUT']);
  });

  it('crawls a site whose pages and links are made by scripts', async () => {
    const app = `fetch(location.pathname + '.json').then((r) => r.json()).then(({ text, links }) => { root.innerHTML = '<p>' + text + '</p>' + links.map((l) => '<a href="' + l + '">' + l + '</a>').join(' ') })`;
    const page = (text: string, links: string[]) => send(JSON.stringify({ text: `${TEXT} ${text}`, links }));
    const pages: Record<string, string[]> = { a: ['/spa/b', '/spa/c'], b: ['/spa/a'], c: ['/spa/d'], d: [] };
    for (const [name, links] of Object.entries(pages)) {
      routes[`/spa/${name}`] = send(SHELL.replace('app.js', '/spa.js'));
      routes[`/spa/${name}.json`] = page(`Page ${name}.`, links);
    }
    routes['/spa.js'] = send(app, 'text/javascript');
    const { status, data } = await crawl(api, {
      url: `${site.url}/spa/a`,
      ignoreSitemap: true,
      crawlEntireDomain: true,
    });
    expect(status).toBe('completed');
    expect(data.map(({ markdown }: { markdown: string }) => /Page \w/.exec(markdown)?.[0]).sort()).toEqual([
      'Page a', 'Page b', 'Page c', 'Page d',
    ]); // prettier-ignore
  });

  it.each(TWINS)('makes the same markdown of %s, whether it was sent or made by scripts', async (name) => {
    const formats = { formats: ['markdown'], onlyMainContent: false };
    const [sent, made] = await Promise.all([
      scrape(`/twin/${name}`, formats),
      scrape(`/made/${name}`, formats),
    ]);
    expect(made.json.data.markdown.replaceAll('/made/', '/twin/')).toBe(sent.json.data.markdown);
  });
});

describe('a host that wants no browser', () => {
  it('takes pages as they are sent, and says what it cannot do', async () => {
    const api = await start({ browser: false });
    const before = site.requests.length;
    const shell = await api.post('/v1/scrape', { url: `${site.url}/shell/`, waitFor: 100 });
    expect(shell.json.warning).toMatch(
      /^waitFor needs a browser, and none is installed\. The page seems to be filled by scripts/,
    );
    expect(pathsSince(before)).toEqual(['/shell/']);
    const acting = await api.post('/v1/scrape', {
      url: `${site.url}/article`,
      actions: [{ type: 'scrape' }],
    });
    expect(acting.json).toMatchObject({
      code: 'SCRAPE_ACTION_ERROR',
      error: 'Actions need a browser, and none is installed',
    });
    await api.close();
  });

  it('is reported by a host whose browser was removed after the start', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'web-extract-test-'));
    const executablePath = join(folder, 'browser');
    writeFileSync(executablePath, '', { mode: 0o755 });
    const api = await start({ browser: { executablePath } });
    rmSync(folder, { recursive: true });
    const { status, json } = await api.post('/v1/scrape', { url: `${site.url}/shell/`, waitFor: 100 });
    expect([status, json.warning]).toEqual([
      200,
      expect.stringMatching(/^waitFor needs a browser, and none is installed/),
    ]);
    await api.close();
  });

  it('does not start with a browser path that does not exist', async () => {
    const path = join(GOLDEN, 'no-browser');
    await expect(start({ browser: { executablePath: path } })).rejects.toThrow(
      `browser.executablePath: there is no executable file ${path}`,
    );
  });
});
