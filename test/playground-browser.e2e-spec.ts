import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { BatchService, WebExtractModule } from 'nestjs-web-extract';
import { CorpusService } from 'nestjs-web-extract/corpus';
import { HandlerService, OnPage, type HandledPage } from 'nestjs-web-extract/handlers';
import { WebExtractPlaygroundModule } from 'nestjs-web-extract/playground';
import { handlerClasses } from '../libs/web-extract/src/services/handlers/decorators.js';
import { browserProgram, describeWithBrowser } from './setup/browser.js';
import './setup/clients.js';
import { html, startSite, type Routes, type Site } from './sites/site.js';
import { PRODUCT_SCHEMA, startShop, type ShopSite } from './sites/shop.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { startBrowser, type BrowserPage, type OpenBrowser, type View } from './support/browser-page.js';
import { endOf, submit, until } from './support/crawls.js';
import { MapSink } from './support/map-sink.js';
import { startScriptedModel, type ScriptedModel } from './support/scripted-model.js';
import { startSearxng, type SearxngDouble } from './support/searxng.js';

jest.setTimeout(300_000); // a test has many steps, and axe-core runs in each view

const PROSE =
  'The council voted on Tuesday to rebuild the old harbour bridge, and work will begin in the spring. ';
const BODY = `<nav id="menu"><a href="/p/1">One</a> <a href="https://else.example/">Else</a></nav>
  <main><article><h1>The bridge</h1><p>${PROSE.repeat(4)}</p><h2>What it costs</h2><p>${PROSE.repeat(3)}</p></article></main>`;
const LAMP = `<title>Storm lamp</title><script type="application/ld+json">{"@type":"Product","name":"Storm lamp",
  "offers":{"@type":"Offer","price":"49.90","priceCurrency":"EUR"}}</script><main><h1>Storm lamp</h1><p>It costs 49.90 EUR. ${PROSE}</p></main>`;

/** Whatever of this runs, or changes how the page looks, is a hole. */
const EVIL = [
  '<script>window.ran = 1</script>',
  '<img src=x onerror="window.ran = 2">',
  '[click](javascript:window.ran=3)',
  '[data](data:text/html,<script>window.ran=4</script>)',
  '<svg onload="window.ran=5"><a xlink:href="javascript:window.ran=6">x</a></svg>',
  '<style>body { display: none }</style>',
  '<div style="position:fixed;inset:0">cover</div>',
  '![x](https://tracker.example/pixel.png)',
  '<iframe srcdoc="<script>parent.ran=7</script>"></iframe>',
  '<a id="app" name="body" href="javascript&colon;window.ran=8">clobber</a>',
].join('\n\n');
const EVIL_TITLE = '</title><img src=x onerror=window.ran=9>"\'><script>window.ran=10</script>';
const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** Answer of the model to each change. */
const JUDGMENT = {
  meaningful: true,
  confidence: 'high',
  reason: 'The toll rose <b>a lot</b>',
  meaningfulChanges: [{ type: 'changed', before: '9 coins', after: '12 coins', reason: 'More' }],
};

/** Another key than KEY, whose owner has nothing. */
const OTHER_KEY = 'key-of-another-owner';
/** Message of the handler; null: it succeeds. */
let handlerError: string | null = null;

@Injectable()
class TrackedPages {
  @OnPage('tracked-pages', { tag: 'handled', attempts: 1 })
  onPage({ page }: HandledPage): void {
    if (handlerError !== null && page.url.endsWith('/guide/0')) throw new Error(handlerError);
  }
}

let site: Site;
let shop: ShopSite;
let api: RunningApp;
let searxng: SearxngDouble;
let model: ScriptedModel;
let browser: OpenBrowser;
let downloads: string;
/** Pages that wait until somebody lets them go. */
const held: (() => void)[] = [];
let isHeld = false;
/** The text of `/tracked`. */
let notice = '';
const GUIDE = Array.from({ length: 14 }, (_, at) => `/guide/${at}`);
/** Pages of the guide that are gone. */
let gone: readonly string[] = [];
/** The last paragraph of `/guide/0`. */
let advice = '';

const routes: Routes = {
  '/article': html(`<title>The bridge</title>${BODY}`),
  '/lamp': html(LAMP),
  '/members/': (request, response) =>
    html(
      request.headers.cookie === 'sid=cookie-of-the-session'
        ? `<title>Members</title><main><h1>Members</h1><p>The private figures. ${PROSE.repeat(3)}</p></main>`
        : '<title>Sign in</title><p>Sign in first.</p>',
    )(request, response),
  '/tracked': (_, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>The bridge</title><main><h1>The bridge</h1><p>${PROSE}</p><p>${notice}</p></main>`),
  '/guide/': html(
    `<title>Guide</title><main><h1>Guide</h1><p>${PROSE.repeat(2)}</p>${GUIDE.map((path) => `<a href="${path}">${path}</a>`).join(' ')}</main>`,
  ),
  ...Object.fromEntries(GUIDE.map((path) => [path, guidePage(path)])),
  '/slow': () => undefined,
  '/evil.md': (_, response) => void response.writeHead(200, { 'content-type': 'text/markdown' }).end(EVIL),
  '/evil':
    html(`<title>${escape(EVIL_TITLE)}</title><main><h1>${escape(EVIL_TITLE)}</h1><p>${PROSE.repeat(3)}</p>
    <p>${escape(EVIL)}</p><a href="javascript:window.ran=11">x</a><a href="/evil?a='><script>window.ran=12</script>">y</a></main>`),
  '/site/':
    html(`<title>Start</title><main><p>${PROSE.repeat(3)}</p>${Array.from({ length: 12 }, (_, at) => `<a href="/site/${at}">${at}</a>`).join(' ')}
    <a href="/site/gone">gone</a><a href="/private/x">private</a><a href="/elsewhere">elsewhere</a></main>`),
  '/shelf/': html(`<title>Shelf</title><main><p>${PROSE}</p><a href="/shelf/lost">lost</a></main>`),
  '/shelf/lost': html('<title>Lost</title><h1>Not found</h1>', {}, 404),
  '/site/gone': (request) => void request.socket.destroy(),
  '/robots.txt': (_, response) => void response.end('User-agent: *\nDisallow: /site/3\n'),
  '/sitemap.xml': html('', {}, 404),
  ...Object.fromEntries(
    Array.from(
      { length: 12 },
      (_, at) =>
        [
          `/site/${at}`,
          (_request, response) => {
            const send = () =>
              void response
                .writeHead(200, { 'content-type': 'text/html' })
                .end(`<title>Page ${at}</title>${BODY}`);
            if (isHeld && at > 5) held.push(send);
            else send();
          },
        ] satisfies [string, Routes[string]],
    ),
  ),
};

function guidePage(path: string): Routes[string] {
  return (_, response) => {
    response.writeHead(gone.includes(path) ? 404 : 200, { 'content-type': 'text/html' });
    if (gone.includes(path)) return void response.end('<title>Gone</title>Not found');
    const tips = `<h2>Tips</h2><p>${PROSE.repeat(2)}${path === GUIDE[0] ? advice : ''}</p>`;
    response.end(
      `<title>Guide to ${path}</title><main><h1>${path}</h1><p>${PROSE.repeat(2)}</p>${tips}</main>`,
    );
  };
}

const letGo = () => {
  isHeld = false;
  held.splice(0).forEach((send) => send());
};

describeWithBrowser('the playground in a browser', () => {
  let tab: BrowserPage;

  beforeAll(async () => {
    [site, shop, searxng, model] = await Promise.all([
      startSite(routes),
      startShop(),
      startSearxng(),
      startScriptedModel(),
    ]);
    model.play([{ say: JUDGMENT }]);
    searxng.pages = [[{ url: `${site.url}/article`, title: EVIL_TITLE, content: 'About <b>the</b> bridge' }]];
    api = await startApp({
      imports: [
        WebExtractModule.forRoot({
          auth: { keys: [{ key: KEY, owner: 'host' }, OTHER_KEY] },
          allowPrivate: [site.address, shop.address],
          browser: { executablePath: browserProgram, sandbox: false },
          search: { searxng: { url: searxng.url } },
          llm: { model: 'none', baseURL: model.baseURL },
        }),
        WebExtractPlaygroundModule.forRoot({ path: '/' }),
      ],
      providers: [TrackedPages],
    });
    browser = await startBrowser();
    downloads = mkdtempSync(join(tmpdir(), 'playground-'));
  });
  afterEach(async () => {
    letGo();
    const complaints = tab?.complaints ?? [];
    await tab?.close();
    expect(complaints).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([api?.close(), site?.close(), shop?.close(), searxng?.close(), model?.close()]);
    rmSync(downloads, { recursive: true, force: true });
    (handlerClasses() as Set<unknown>).clear(); // other specs of this process start applications without the handler
  });

  const open = async (view: View = {}, key = KEY) => {
    tab = await browser.open(`${api.url}/#key=${key}`, view);
    await tab.page.waitForSelector('#main-tab-scrape');
    return tab;
  };
  const go = async (name: string, text: string) => {
    await tab.click(`#main-tab-${name}`);
    await tab.fill(`#main-panel-${name} .side .url-bar input`, text);
    await tab.click(`#main-panel-${name} .side button[type=submit]`);
  };
  const allowDownloads = async () => {
    const session = await tab.page.createCDPSession();
    await session.send('Browser.setDownloadBehavior', {
      behavior: 'allow',
      downloadPath: downloads,
      browserContextId: tab.page.browserContext().id,
    });
  };
  const resultOf = (name: string) => `#main-panel-${name} .results`;
  const hasNoScrollbar = () => tab.page.evaluate('document.documentElement.scrollWidth <= innerWidth');
  const ran = () => tab.page.evaluate('window.ran ?? null');
  /** True if a click on each corner of an element reaches it. */
  const isUncovered = (selector: string) =>
    tab.page.$eval(selector, (element: any) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const corners = [left + 4, right - 4].flatMap((x) => [top + 4, bottom - 4].map((y) => [x, y]));
      return corners.every(([x, y]) => element.contains((globalThis as any).document.elementFromPoint(x, y)));
    });

  it('reads a page, and shows it in each of its formats', async () => {
    await open();
    expect(await tab.page.evaluate('location.href')).toBe(`${api.url}/`); // the key is no part of it any more
    await tab.click('#main-panel-scrape .chip:nth-child(3)');
    await go('scrape', `${site.url}/article`);
    await tab.untilText('#scrape-panel-markdown article', 'What it costs');
    expect(await tab.textOf(resultOf('scrape'))).toMatch(/The bridge\s[\s\S]*200[\s\S]*raw\s*[\d.]+ k?B/);
    await tab.click('#scrape-tab-quality');
    expect(await tab.textOf('#scrape-panel-quality')).toMatch(
      /Good[\s\S]*% of the visible text[\s\S]*nav#menu[\s\S]*navigation/,
    );
    await tab.click('#scrape-tab-links');
    expect(await tab.textOf('#scrape-panel-links')).toContain('else.example');
    await tab.click('#scrape-tab-raw');
    expect(await tab.textOf('#scrape-panel-raw')).toContain('<nav id="menu">');
    await tab.page.focus('#scrape-tab-raw');
    await tab.page.keyboard.press('End');
    expect(await tab.textOf('#scrape-panel-metadata')).toContain(`${site.url}/article`);
  });

  it('shows the data that a page states, its attributes and passages', async () => {
    await open();
    for (const format of ['Product', 'schema.org', 'Attributes', 'Highlights'])
      await tab.click(`#main-panel-scrape .chip ::-p-text(${format})`);
    await tab.click('#main-panel-scrape .group ::-p-text(Attributes and highlights)');
    await tab.fill('#main-panel-scrape .group[open] textarea', 'h1 @id\nmain@class');
    await tab.fill('#main-panel-scrape .group[open] input', 'lamp cost');
    await go('scrape', `${site.url}/lamp`);
    await tab.click('#scrape-tab-product');
    await tab.untilText('#scrape-panel-product', /"Storm lamp"[^]*49\.9/);
    await tab.click('#scrape-tab-schemaOrg');
    await tab.untilText('#scrape-panel-schemaOrg', 'priceCurrency');
    await tab.click('#scrape-tab-attributes');
    await tab.untilText('#scrape-panel-attributes', /"selector": "h1"[^]*"attribute": "class"/);
    await tab.click('#scrape-tab-highlights');
    await tab.untilText('#scrape-panel-highlights', 'It costs 49.90 EUR');
  });

  it('takes a picture of a page', async () => {
    await open();
    await tab.click('#main-panel-scrape .chip ::-p-text(Screenshot)');
    await go('scrape', `${site.url}/article`);
    await tab.click('#scrape-tab-screenshot');
    await tab.page.waitForFunction(`document.querySelector('.screenshot')?.naturalWidth > 100`);
  });

  it('converts a file', async () => {
    await open();
    const path = join(downloads, 'bridge.html');
    writeFileSync(path, `<title>A file</title>${BODY}`);
    await (await tab.page.$('#scrape-file')).uploadFile(path);
    expect(await tab.textOf('.drop')).toContain('bridge.html');
    await tab.page.keyboard.down('Control');
    await tab.page.focus('#main-panel-scrape .url-bar input');
    await tab.page.keyboard.press('Enter');
    await tab.page.keyboard.up('Control');
    await tab.untilText('#scrape-panel-markdown article', 'What it costs');
  });

  it('follows a crawl through a reload, and says why pages are missing', async () => {
    await open();
    isHeld = true;
    await go('crawl', `${site.url}/site/`);
    await tab.untilText(resultOf('crawl'), /Running/);
    await tab.untilText('#crawl-list-tab-pages', /Pages\s*[4-9]/);
    await tab.page.reload();
    await tab.untilText(resultOf('crawl'), /Running/);
    letGo();
    await tab.untilText(resultOf('crawl'), /Completed/);
    await tab.untilText('#crawl-list-tab-pages', /Pages\s*12/);
    await tab.click('#crawl-list-tab-failures');
    await tab.untilText('#crawl-list-panel-failures', /gone/);
    expect(await tab.textOf('#crawl-list-panel-failures')).toMatch(
      /ROBOTS\s+\/site\/3\s+robots\.txt disallows it/,
    );
    await tab.click('#crawl-list-tab-explain');
    await tab.fill('.explain input', '/elsewhere');
    await tab.click('.explain button');
    await tab.untilText('.explain', /excluded[\s\S]*outside the folder of the start page/);
    await tab.click('#crawl-list-panel-explain > .group > summary');
    await tab.untilText(
      '#crawl-list-panel-explain > .group',
      /excluded[\s\S]*\/private\/x[\s\S]*outside the folder/,
    );
    await tab.click('#crawl-list-tab-pages');
    await tab.page.focus('#crawl-list-panel-pages .list');
    await tab.page.keyboard.press('Enter');
    await tab.untilText('.detail h2', 'Start');
    await tab.click('.detail > .group > summary');
    await tab.untilText('.detail > .group', /excluded[\s\S]*\/private\/x/);
    await tab.page.keyboard.press('Escape');
    expect(await tab.page.$('.detail')).toBeNull();
  });

  it('counts error pages of a crawl as failed, unless they are kept', async () => {
    await open();
    await go('crawl', `${site.url}/shelf/`);
    await tab.untilText(resultOf('crawl'), /Completed[^]*Responses: 1 × 200, 1 × 404/);
    expect(await tab.textOf('#crawl-list-tab-pages')).toMatch(/Pages\s*1$/);
    await tab.click('#crawl-list-tab-failures');
    await tab.untilText('#crawl-list-panel-failures', /PAGE_STATUS_404/);

    await tab.page.$eval('#main-panel-crawl .group:nth-child(3) .field-switch:last-child input', (box: any) =>
      box.click(),
    );
    await tab.click('#main-panel-crawl .side button[type=submit]');
    await tab.untilText('#crawl-list-tab-pages', /Pages\s*2/);
  });

  it('cancels a crawl, and packs what it has', async () => {
    await open();
    await allowDownloads();
    isHeld = true;
    await go('crawl', `${site.url}/site/`);
    await tab.untilText('#crawl-list-tab-pages', /Pages\s*[4-9]/);
    await tab.click('.progress-head .button:nth-of-type(1)');
    await tab.untilText(resultOf('crawl'), /Cancelled/);
    const arrival = async (ending: string) => {
      const find = () =>
        readdirSync(downloads).find((name) => name.startsWith('crawl-') && name.endsWith(ending));
      await until(() => find() !== undefined);
      return readFileSync(join(downloads, find()!));
    };
    await tab.click('.progress-head .button:nth-of-type(2)');
    const lines = (await arrival('.jsonl')).toString().trim().split('\n');
    expect(JSON.parse(lines[0]!).metadata.sourceURL).toBe(`${site.url}/site/`);
    await tab.untilText('.progress-head', /^(?!.*Preparing)/s);
    await tab.click('.progress-head .button:nth-of-type(3)');
    expect((await arrival('.zip')).toString('latin1')).toContain('127.0.0.1/site/index.md');
  });

  it('reads pages with a session of the key, whose values it does not show', async () => {
    const cookies = [{ name: 'sid', value: 'cookie-of-the-session' }];
    await api.post('/v2/sessions', { name: 'members', origins: [site.url], cookies });
    await open();
    for (const name of ['scrape', 'crawl']) {
      await tab.click(`#main-tab-${name}`);
      const choice = await tab.page.waitForSelector(`#main-panel-${name} select:has(option[value=members])`);
      await choice!.select('members');
      await go(name, `${site.url}/members/`);
    }
    await tab.untilText(resultOf('crawl'), '/members/');
    await tab.click('#main-tab-scrape');
    await tab.untilText(resultOf('scrape'), 'The private figures');
    expect(await tab.textOf('#main-panel-scrape .side')).toContain('members (new)');
    const shown = await tab.page.evaluate('document.documentElement.outerHTML + JSON.stringify(sessionStorage) + JSON.stringify(localStorage)'); // prettier-ignore
    expect(shown).not.toContain('cookie-of-the-session');
    await api.ask('/v2/sessions/members', { method: 'DELETE' });
  });

  it('maps a site, and searches', async () => {
    await open();
    await go('map', `${site.url}/site/`);
    await tab.untilText(resultOf('map'), /\d+ links/);
    await tab.fill('.filter', '/site/1');
    await tab.untilText(resultOf('map'), /3 shown/);
    await go('search', 'bridge');
    await tab.untilText(resultOf('search'), /1 result[\s\S]*About/);
    expect(await ran()).toBeNull();
  });

  it('extracts data, and marks where it stands', async () => {
    await open();
    await tab.click('#main-tab-extract');
    const schema = '#main-panel-extract textarea';
    const type = async (text: string) => {
      await tab.page.$eval(schema, (field: any) => (field.focus(), field.select()));
      await tab.page.keyboard.sendCharacter(text);
    };
    await type('{\n  "type": "object",\n  "properties": {"name": {"type": "string"},}\n}');
    await tab.untilText('#main-panel-extract .side', /Line 3, column 44: Trailing comma before }/);
    await type('{"type": "object", "properties": {"name": {"type": "string"}, "price": {"type": "number"}}}');
    await go('extract', `${site.url}/lamp`);
    await tab.untilText('.values', /name\s*Storm lamp[\s\S]*price\s*49\.9/);
    const marks = await tab.page.$$eval('mark', (all: any[]) => all.map(({ innerText }) => innerText));
    expect(marks).toEqual(['Storm lamp', '49.90']);
    await type('{"type": "nothing"}');
    await tab.click('#main-panel-extract .side button[type=submit]');
    await tab.untilText('#main-panel-extract .side .code-wrong + small', /schema/);
  });

  it('gives what is on the screen as code', async () => {
    await open();
    await tab.fill('#main-panel-scrape .url-bar input', 'https://site.example/a');
    await tab.click('#main-panel-scrape .code-panel summary');
    expect(await tab.textOf('#scrape-code-panel-curl')).toContain(`curl -s '${api.url}/v2/scrape'`);
    await tab.click('#scrape-code-tab-service');
    expect(await tab.textOf('#scrape-code-panel-service')).toContain('ScrapeService');
    await tab.click('#scrape-code-tab-firecrawl');
    expect(await tab.textOf('#scrape-code-panel-firecrawl')).toContain(`apiUrl: "${api.url}"`);
    expect(await tab.textOf('#main-panel-scrape')).not.toContain(KEY);
  });

  it.each([
    ['401', 'wrong-key', '/article', /Invalid API key/],
    ['403', KEY, 'http://10.0.0.1/', /URL not allowed/],
    ['408', KEY, '/slow', /Timeout/],
    ['503', KEY, '/article', /Server busy[\s\S]*in 7 s/],
    ['no answer', KEY, '/article', /cannot be reached/],
  ])('says what went wrong: %s', async (name, key, path, message) => {
    await open({}, key);
    if (name === '408') {
      await tab.click('#main-panel-scrape .group:nth-child(4) summary');
      await tab.fill('#main-panel-scrape .group:nth-child(4) input[type=number]', '300');
    }
    if (name === '503' || name === 'no answer') await answerScrapesWith(name === '503' ? 503 : null);
    await go('scrape', new URL(path, site.url).href);
    await tab.untilText(`${resultOf('scrape')} [role=alert]`, message);
    if (name !== '401') return;
    await tab.click('[role=alert] .button');
    await tab.page.waitForFunction(`document.activeElement?.placeholder === 'API key'`);
    await tab.page.keyboard.type(KEY);
    await tab.click('#main-panel-scrape .side button[type=submit]');
    await tab.untilText('#scrape-panel-markdown article', 'What it costs');
  });

  /** Responses of an overloaded server cannot be provoked on demand. */
  async function answerScrapesWith(status: number | null): Promise<void> {
    await tab.page.setRequestInterception(true);
    tab.page.on('request', (request: any) => {
      if (!request.url().endsWith('/v2/scrape')) return request.continue();
      if (status === null) return request.abort('connectionrefused');
      const body = JSON.stringify({
        success: false,
        error: 'Service unavailable: queue full',
        code: 'SERVICE_UNAVAILABLE',
      });
      request.respond({ status, headers: { 'retry-after': '7' }, contentType: 'application/json', body });
    });
  }

  it.each(['/evil', '/evil.md'])('runs nothing of what it shows: %s', async (path) => {
    await open();
    await go('scrape', site.url + path);
    await tab.page.waitForSelector('#scrape-panel-markdown article > *');
    for (const pane of await tab.page.$$('#main-panel-scrape .pane-bar [role=tab]')) await pane.click();
    await tab.click('#scrape-tab-markdown');
    const found = await tab.page.evaluate(`(() => {
      const article = document.querySelector('article');
      return {
        active: article.querySelectorAll('script, style, iframe, img, svg, [style], [id], [name]').length,
        links: [...article.querySelectorAll('a')].map((link) => link.protocol).filter((p) => !/^https?:/.test(p)),
        handlers: [...document.querySelectorAll('*')].flatMap((e) => e.getAttributeNames()).filter((n) => /^on/.test(n)),
      };
    })()`);
    expect(found).toEqual({ active: 0, links: [], handlers: [] });
    await go('crawl', site.url + path);
    await tab.untilText(resultOf('crawl'), /Completed/);
    await tab.click('#crawl-list-panel-pages .list-row');
    await tab.page.waitForSelector('.detail .prose > *');
    expect(await ran()).toBeNull();
    expect(site.requests.some(({ path: asked }) => asked.includes('tracker'))).toBe(false);
  });

  it('uses the last input: a typed URL replaces files, and files replace the URL', async () => {
    await open();
    const path = join(downloads, 'last.html');
    writeFileSync(path, `<title>A file</title>${BODY}`);
    const urlField = '#main-panel-scrape .url-bar input';
    await (await tab.page.$('#scrape-file')).uploadFile(path);
    await tab.untilText('.drop', 'last.html');
    await tab.fill(urlField, `${site.url}/lamp`);
    expect(await tab.textOf('.drop')).not.toContain('last.html');
    await tab.click('#main-panel-scrape .side button[type=submit]');
    await tab.untilText('#scrape-panel-markdown article', 'Storm lamp');
    await (await tab.page.$('#scrape-file')).uploadFile(path);
    await tab.untilText('.drop', 'last.html');
    expect(await tab.page.$eval(urlField, ({ value }: any) => value)).toBe('');
    await tab.click('#main-panel-scrape .side button[type=submit]');
    await tab.untilText('#scrape-panel-markdown article', 'What it costs');
  });

  it('runs the examples without requests to other hosts', async () => {
    await open();
    const hosts = new Set<string>();
    tab.page.on('request', (request: any) => void hosts.add(new URL(request.url()).origin));
    const before = site.requests.length;
    await tab.click('#example-page');
    await tab.untilText('#scrape-panel-markdown article', 'How tide mills work');
    await tab.page.reload();
    await tab.click('#example-pdf');
    await tab.untilText('#scrape-panel-markdown article', 'Oxygen saturation');
    await tab.page.reload();
    await tab.click('#example-docs');
    await tab.untilText('#scrape-panel-markdown article', 'Introduction');
    await tab.page.select('.page-choice select', '3');
    await tab.untilText('#scrape-panel-markdown article', 'retryDelayMs');
    await tab.page.reload();
    await tab.click('#example-product');
    await tab.untilText('.values', /name\s*Storm lantern 40[\s\S]*price\s*49\.9[\s\S]*currency\s*EUR/);
    expect([...hosts]).toEqual([api.url]);
    expect(site.requests).toHaveLength(before);
  });

  it('highlights source text and code', async () => {
    await open();
    await tab.click('#example-page');
    await tab.page.waitForSelector(
      '#scrape-panel-markdown pre .hl-comment, #scrape-panel-markdown pre .hl-string',
    );
    await tab.click('#scrape-tab-html');
    await tab.page.waitForSelector('#scrape-panel-html .hl-keyword');
    await tab.click('#main-panel-scrape .code-panel summary');
    await tab.page.waitForSelector('#scrape-code-panel-curl .hl-string');
    expect(await tab.textOf('#scrape-code-panel-curl')).toContain('Bearer $KEY');
  });

  it('shows cleaned HTML in a frame without scripts and network', async () => {
    await open();
    const path = join(downloads, 'frame.html');
    const hostile = `<main>${BODY}<p>Text <img src="${site.url}/pixel.png" srcset="${site.url}/pixel2.png 2x" alt="lamp" onerror="parent.ran=20">
      <a href="${site.url}/link" onclick="parent.ran=21">link</a><svg><image href="${site.url}/pixel3.png"/></svg>
      <video src="${site.url}/film" poster="${site.url}/poster"></video><p style="background:url(${site.url}/background)">styled</p></p></main>`;
    writeFileSync(path, hostile);
    const before = site.requests.length;
    await (await tab.page.$('#scrape-file')).uploadFile(path);
    await tab.click('#main-panel-scrape .group:nth-child(1) summary');
    await tab.click('#main-panel-scrape .group:nth-child(1) .field-switch input'); // the whole page
    await tab.click('#main-panel-scrape .side button[type=submit]');
    await tab.click('#scrape-tab-compare');
    const frame = await tab.page.waitForSelector('iframe.frame');
    expect(await frame.evaluate((element: any) => [element.getAttribute('sandbox'), element.src])).toEqual([
      '',
      '',
    ]);
    const source: string = await frame.evaluate((element: any) => element.srcdoc);
    expect(source).toContain("default-src 'none'");
    expect(source).toContain('What it costs');
    expect(source).not.toMatch(
      / (?:src|srcset|href|poster|style|on\w+)=|<(?:script|svg|video|iframe|form|link)/i,
    );
    const inner = await frame.contentFrame();
    await inner.waitForSelector('h2'); // the frame is rendered
    expect(site.requests).toHaveLength(before);
    expect(await ran()).toBeNull();
  });

  it('shows the borders of chunks with their token counts', async () => {
    await open();
    await tab.click('#example-docs');
    await tab.click('#scrape-tab-chunks');
    await tab.untilText('#scrape-panel-chunks', /1 chunk, \d+ tokens/);
    expect(await tab.textOf('.chunk-head')).toMatch(/1\s*\d+ tokens/);
  });

  it('downloads all formats of a page as a ZIP file', async () => {
    await open();
    await allowDownloads();
    await tab.click('#example-page');
    await tab.click('.pane-bar .button:nth-of-type(2)');
    const find = () => readdirSync(downloads).find((name) => /article.*\.zip$/.test(name));
    await until(() => find() !== undefined);
    const bytes = readFileSync(join(downloads, find()!)).toString('latin1');
    for (const name of ['page.md', 'page.html', 'chunks.jsonl', 'metadata.json', 'quality.json'])
      expect(bytes).toContain(name);
  });

  it('lists scrapes of the tab and jobs of the key, and opens them again', async () => {
    await open();
    await go('scrape', `${site.url}/article`);
    await tab.untilText('#scrape-panel-markdown article', 'What it costs');
    const fetched = site.requests.length;
    isHeld = true;
    await go('crawl', `${site.url}/site/`);
    await tab.untilText('#crawl-list-tab-pages', /Pages\s*[4-9]/);
    await tab.click('#main-tab-history');
    await tab.untilText(
      '#main-panel-history',
      /article[\s\S]*The bridge[\s\S]*crawl[\s\S]*\/site\/[\s\S]*running/,
    );
    await tab.click('#main-panel-history section:nth-of-type(3) .link');
    await tab.untilText(resultOf('crawl'), /Running/);
    await tab.page.reload();
    await tab.click('#main-tab-history');
    await tab.click('#main-panel-history section:nth-of-type(1) .link');
    await tab.untilText('#scrape-panel-markdown article', 'What it costs');
    expect(site.requests.slice(fetched).filter(({ path }) => path === '/article')).toEqual([]);
    await tab.click('#main-tab-history');
    await tab.click('#main-panel-history section:nth-of-type(1) .button');
    await tab.untilText('#main-panel-history', 'No scrapes yet');
    letGo();
  });

  it('shows the changes of a crawl and the history of a page', async () => {
    await open();
    const crawlOf = async (text: string) => {
      notice = text;
      await tab.click('#main-panel-crawl .side button[type=submit]');
    };
    await tab.click('#main-tab-crawl');
    await tab.fill('#main-panel-crawl .side .url-bar input', `${site.url}/tracked`);
    await tab.page.$eval('#main-panel-crawl .chip:last-child input', (box: any) => box.click());
    await crawlOf('Toll: 9 coins.');
    await tab.untilText(resultOf('crawl'), /Completed[^]*1 new/);
    await crawlOf('Toll: 12 coins. <b>New</b>');
    await tab.untilText(resultOf('crawl'), /Completed[^]*0 new, 1 changed/);
    await tab.click('#crawl-list-tab-changes');
    await tab.untilText('#crawl-list-panel-changes', /changed[^]*\/tracked/);
    await tab.page.focus('#crawl-list-panel-changes .list');
    await tab.page.keyboard.press('Enter');
    await tab.untilText('.detail .diff-del', 'Toll: 9 coins.');
    await tab.untilText('.detail .diff-add', 'Toll: 12 coins. **New**');
    await tab.click('.detail .diff [aria-pressed=false]');
    await tab.untilText('.detail .diff-pairs', /Toll: 9 coins\.\s+Toll: 12 coins\./);
    expect(await tab.violations()).toEqual([]);
    for (const width of [1280, 820, 390]) {
      await tab.page.setViewport({ width, height: 860 });
      expect(await isUncovered('.detail-close')).toBe(true);
    }
    await tab.page.setViewport({ width: 1280, height: 860 });
    await tab.click('.detail .changes .button');
    await tab.untilText('#main-panel-history .diff-pairs', /Toll: 9 coins\.\s+Toll: 12 coins\./);
    expect(await tab.violations()).toEqual([]);
  });

  /** Crawls the guide with a tag. */
  const crawlGuide = async (tag: string) =>
    endOf(
      api,
      await submit(api, {
        url: `${site.url}/guide/`,
        scrapeOptions: { formats: ['markdown', 'changeTracking'], changeTrackingOptions: { tag } },
      }),
    );
  /** Fills a field of the options of the feed. */
  const fillFeedOption = (place: number, text: string) =>
    tab.fill(`#main-panel-feed .group .field:nth-child(${place}) input`, text);
  const FEED = resultOf('feed');
  /** Reads the feed of a tag with the form, ten entries at once. */
  const readFeed = async (tag: string) => {
    await tab.click('#main-tab-feed');
    await tab.fill('#main-panel-feed .side .field input', tag);
    await tab.click('#main-panel-feed .group summary');
    await fillFeedOption(2, '10');
    await tab.click('#main-panel-feed .side button[type=submit]');
  };
  const readOn = () => tab.click('.feed-more .button');

  it('shows the feed of a tracked crawl with its chunks, and the changes after it', async () => {
    [gone, advice] = [[], ''];
    await crawlGuide('guide');
    await open();
    await readFeed('guide');
    await tab.untilText(FEED, /^10 entries[^]*snapshot not complete yet[^]*Load more/);
    expect(await tab.textOf('.feed-entry')).toMatch(
      /upsert\s+Guide[^]*\/guide\/[^]*chunks? upserted, replacing all others/,
    );
    await readOn();
    await tab.untilText(FEED, /^15 entries[^]*snapshot complete[^]*New changes\s+5 entries read, 15 in all/);
    await readOn();
    await tab.untilText('.feed-more', 'No new changes.');

    advice = 'Bring <img src=x onerror="window.ran=40"> coins.';
    gone = [GUIDE[1]!];
    await crawlGuide('guide');
    await readOn();
    await tab.untilText(FEED, /^17 entries/);
    const last = '.feed-entry:nth-last-child';
    expect(await tab.textOf(`${last}(2)`)).toMatch(
      /upsert\s+Guide to[^]*guide\/0\s[^]*1 chunk upserted, 0 deleted/,
    );
    expect(await tab.textOf(`${last}(1)`)).toMatch(/delete\s+http[^]*guide\/1\s[^]*all chunks deleted/);
    await tab.click(`${last}(2) summary`);
    await tab.untilText(`${last}(2) .chunk`, /\S+\s+\d+ tokens\s+\/guide\/0[^]*Bring/);
    await tab.click(`${last}(1) summary`);
    await tab.untilText(`${last}(1) .feed-facts`, 'the page does not exist any more');

    gone = GUIDE.slice(1, 14);
    await crawlGuide('guide');
    await readOn();
    await tab.untilText(FEED, /12 removals are held[^]*No new changes/);
    expect(await tab.violations()).toEqual([]);
    expect(await ran()).toBeNull();
  });

  it('reads a feed again if its cursor has expired, and names wrong fields', async () => {
    [gone, advice] = [[], ''];
    await crawlGuide('expired');
    const { json } = await api.ask('/v2/changes?tag=expired', { method: 'GET' });
    await open();
    await readFeed('nothing');
    await tab.untilText(FEED, /^0 entries[^]*Crawls with the format Changes and this tag add them/);
    await fillFeedOption(1, json.cursor.replace(/\.[^.]+\./, '.AAAAAAAA.')); // of a deleted feed
    await tab.click('#main-panel-feed .side button[type=submit]');
    await tab.untilText(`${FEED} [role=alert]`, /Invalid request[^]*since/);
    await tab.fill('#main-panel-feed .side .field input', 'expired');
    await tab.click('#main-panel-feed .side button[type=submit]');
    await tab.untilText(FEED, /10 entries[^]*The cursor has expired[^]*Load more/);
    expect(await tab.violations()).toEqual([]);
    await readOn();
    await tab.untilText(FEED, /^15 entries(?![^]*The cursor has expired)/);
    await fillFeedOption(2, '1001');
    await tab.click('#main-panel-feed .code-panel summary');
    expect(await tab.textOf('#feed-code-panel-curl')).toMatch(
      /v2\/changes\?tag=expired&since=\S+&limit=1001/,
    );
    await tab.click('#main-panel-feed .side button[type=submit]');
    await tab.untilText(`${FEED} [role=alert]`, /Invalid request[^]*limit/);
  });

  /** Creates a monitor of `/tracked` with the form and waits for its empty history. */
  const createMonitor = async (name: string) => {
    notice = 'Toll: 9 coins.';
    await tab.click('#main-tab-monitors');
    await tab.fill('#main-panel-monitors .side textarea', `${site.url}/tracked`);
    await tab.fill('#main-panel-monitors .side input[type=text]', 'weekdays at 8:30');
    await tab.click('#main-panel-monitors .group:nth-child(1) summary');
    await tab.fill('#main-panel-monitors .group:nth-child(1) input[type=text]', name);
    await tab.fill('#main-panel-monitors .group:nth-child(1) textarea', 'Report changed tolls');
    await tab.click('#main-panel-monitors .side button[type=submit]');
    await tab.untilText(resultOf('monitors'), /30 8 \* \* 1-5 UTC[^]*No checks yet/);
  };
  const runCheck = async (text: string, expected: RegExp) => {
    notice = text;
    await tab.click(`${resultOf('monitors')} .page-head .row .button:nth-child(1)`);
    await tab.untilText(`${resultOf('monitors')} .check-table tbody tr:first-child`, expected);
  };
  const COMPLETED = (changed: number, added: number) =>
    new RegExp(`completed\\s+manual\\s+1\\s+${changed}\\s+${added}\\s+0\\s+0`);

  it('creates a monitor, shows its checks as a chart and its changes with their judgement', async () => {
    await open();
    await createMonitor('Tolls <img src=x onerror="window.ran=30">');
    await runCheck('Toll: 9 coins.', COMPLETED(0, 1));
    await tab.untilText('.check-pages', /new\s+http:.*\/tracked/);
    await runCheck('Toll: 12 coins. <i>New</i>', COMPLETED(1, 0));
    await tab.untilText('.check-page .diff-del', 'Toll: 9 coins.');
    await tab.untilText('.check-page .diff-add', 'Toll: 12 coins. *New*');
    expect(await tab.textOf('.judgment')).toMatch(
      /meaningful[^]*The toll rose <b>a lot<\/b>[^]*9 coins\s+12 coins/,
    );
    const label = await tab.page.$eval('.check-chart svg', (svg: any) => svg.getAttribute('aria-label'));
    expect(label).toMatch(/^Changes of 2 checks from .* to .*, at most 1 in one check$/);
    expect(await tab.page.$$eval('.check-chart g rect:nth-child(2)', (all: any[]) => all.map((bar) => bar.getAttribute('class')))).toEqual(['bar-new', 'bar-changed']); // prettier-ignore
    await tab.click('.check-pages .row .button:nth-child(5)');
    await tab.untilText('.check-pages', 'No pages with this status');
    await tab.click('.check-table tbody tr:nth-child(2) .button');
    await tab.untilText('.check-pages', /new\s+http:.*\/tracked/);
    await tab.page.reload(); // the opened monitor is kept
    await tab.untilText('.check-page .diff-add', 'Toll: 12 coins.');
    await tab.click(`${resultOf('monitors')} .page-head > .row:last-child > .button`);
    await tab.untilText(FEED, /^1 entry[^]*upsert\s+The bridge\s[^]*\/tracked/);
    expect(await ran()).toBeNull();
  });

  it('reports a changed field of a page, and no other change, with “Only these fields of pages”', async () => {
    await open();
    const lamp = (price: number, words: string) =>
      `${words} <script type="application/ld+json">{"@type":"Product","name":"Lamp","offers":{"@type":"Offer","price":"${price}","priceCurrency":"EUR"}}</script>`;
    notice = lamp(49, 'New.');
    await tab.click('#main-tab-monitors');
    await (await tab.page.$('#main-panel-monitors .side select')).select('fields');
    await tab.fill('#main-panel-monitors .side textarea', `${site.url}/tracked`);
    await tab.fill(`#main-panel-monitors .side textarea[placeholder="price: number"]`, 'price: number');
    await tab.fill('#main-panel-monitors .side input[type=text]', 'weekdays at 8:30');
    await tab.click('#main-panel-monitors .side button[type=submit]');
    await tab.untilText(resultOf('monitors'), /30 8 \* \* 1-5 UTC[^]*No checks yet/);
    await runCheck(lamp(49, 'New.'), COMPLETED(0, 1));
    await runCheck(lamp(49, 'Used.'), COMPLETED(0, 0));
    await runCheck(lamp(39, 'Used.'), COMPLETED(1, 0));
    await tab.untilText('.check-page', /changed[^]*"price"[^]*"previous": 49[^]*"current": 39/);
    expect(await tab.page.$('.check-page .diff-add')).toBeNull();
  });

  it('lists monitors, pauses, resumes and deletes them', async () => {
    await open();
    await createMonitor('Paused');
    await tab.click(`${resultOf('monitors')} .page-head .spread .button`);
    const row = `${resultOf('monitors')} tbody tr:first-child`;
    await tab.untilText(row, /Paused\s+active/);
    await tab.click(`${row} .button:nth-child(2)`);
    await tab.untilText(row, /Paused\s+paused[^]*Resume/);
    await tab.click(`${row} .button:nth-child(2)`);
    await tab.untilText(row, /Paused\s+active[^]*Pause/);
    await tab.click(`${row} .button:nth-child(3)`);
    await tab.untilText(row, 'Confirm deletion');
    await tab.click(`${row} .button:nth-child(3)`);
    await tab.untilText(resultOf('monitors'), /^(?![^]*Paused)/);
    await tab.fill('#main-panel-monitors .side input[type=text]', 'every 90 minutes');
    await tab.click('#main-panel-monitors .side button[type=submit]');
    await tab.untilText(`${resultOf('monitors')} [role=alert]`, /Invalid request[^]*schedule\.text/);
  });

  it('creates monitors with a cron expression or an adaptive schedule, and edits them', async () => {
    await open();
    notice = 'Toll: 9 coins.';
    const schedule = '#main-panel-monitors .side select:has(option[value=adaptive])';
    await tab.click('#main-tab-monitors');
    await tab.fill('#main-panel-monitors .side textarea', `${site.url}/tracked`);
    await (await tab.page.$(schedule)).select('cron');
    await tab.fill('#main-panel-monitors .side input[type=text]', '15 7 * * 1');
    await tab.click('#main-panel-monitors .side button[type=submit]');
    await tab.untilText(`${resultOf('monitors')} .facts`, '15 7 * * 1 UTC');
    await tab.click(`${resultOf('monitors')} .page-head [aria-expanded]`);
    const form = `${resultOf('monitors')} .edit-form`;
    expect(await tab.page.$eval(`${form} textarea`, ({ value }: any) => value)).toBe(`${site.url}/tracked`);
    await (await tab.page.$(`${form} select:has(option[value=adaptive])`)).select('adaptive');
    await tab.fill(`${form} input[type=number]`, '90');
    await tab.click(`${form} .group:nth-child(1) summary`);
    await tab.fill(
      `${form} .group:nth-child(1) input[type=text]`,
      'Edited <img src=x onerror="window.ran=60">',
    );
    expect(await tab.violations()).toEqual([]);
    await tab.click(`${form} button[type=submit]`);
    await tab.untilText(`${resultOf('monitors')} .page-head`, /Edited <img[^]*adaptive, 90 to 1440 minutes/);
    expect(await tab.page.$(form)).toBeNull();
    await tab.click(`${resultOf('monitors')} .page-head [aria-expanded]`);
    await tab.fill(`${form} input[type=number]`, '9000');
    await tab.click(`${form} button[type=submit]`);
    await tab.untilText(`${resultOf('monitors')} [role=alert]`, /Invalid request[^]*maxMinutes/);
    await (await tab.page.$(schedule)).select('adaptive');
    await (await tab.page.$('#main-panel-monitors .side select')).select('fields');
    await tab.click('#main-panel-monitors .side button[type=submit]');
    await tab.untilText(`${resultOf('monitors')} .facts`, 'adaptive, 60 to 1440 minutes');
    expect(await ran()).toBeNull();
  });

  it('lists tags, offers them for the feed, and confirms held removals', async () => {
    [gone, advice] = [[], ''];
    await crawlGuide('held');
    gone = GUIDE.slice(1, 14);
    await crawlGuide('held');
    gone = [];
    await open();
    await tab.click('#main-tab-corpus');
    const row = '#main-panel-corpus tr:has([title=held])';
    await tab.untilText(row, /^held\s+15\s+13\s+none\s+Change feed\s+Remove pages/);
    await tab.click(`${row} .button:nth-child(2)`);
    await tab.untilText(row, 'Confirm removals');
    await tab.click(`${row} .button:nth-child(2)`);
    await tab.untilText(row, /^held\s+2\s+0\s+none\s+Change feed$/);
    await tab.click(`${row} .button`);
    await tab.untilText(FEED, /^2 entries/);
    await tab.page.focus('#main-panel-feed .side .field input');
    await tab.page.waitForSelector('#main-panel-feed datalist option[value=held]');
    expect(await tab.violations()).toEqual([]);
  });

  const HANDLERS = '#main-panel-corpus section[aria-labelledby=corpus-handlers]';
  /** Syncs the guide with an index, and tries to with another one. */
  const syncGuide = async (tag: string) => {
    const crawl = [`${site.url}/guide/`, ...GUIDE.slice(0, 3).map((path) => site.url + path)];
    const corpus = api.app.get(CorpusService);
    await corpus.sync({ crawl, tag }, new MapSink('site-search'));
    const broken = new MapSink('vectors <b>bold</b>');
    broken.upsert = () => Promise.reject(new Error('The index is out of reach'));
    await corpus.sync({ crawl, tag }, broken).catch(() => {});
  };
  /** Has the handler fail with a page. */
  const failHandler = async (message: string) => {
    handlerError = message;
    const before = await failureCount();
    const track = { formats: ['markdown'] as const, track: { tag: 'handled' } };
    await api.app
      .get(BatchService)
      .start({ urls: [`${site.url}/guide/0`, `${site.url}/guide/1`], page: track });
    await until(async () => (await failureCount()) > before);
  };
  const failureCount = async () => (await api.app.get(HandlerService).failures()).length;

  it('shows the sinks of a tag with their last sync', async () => {
    [gone, advice] = [[], ''];
    await syncGuide('synced');
    await open();
    await tab.click('#main-tab-corpus');
    const row = '#main-panel-corpus tr:has([title=synced])';
    await tab.untilText(
      row,
      /^synced\s+4\s+0\s+site-search\s+completed\s+\d+ \w+.*, \d[^]*4 new, 0 changed, 0 removed\s+Change feed$/,
    );
    await tab.untilText(`${row} + tr`, /^vectors <b>bold<\/b>\s+failed\s+\d[^]*The index is out of reach$/);
    expect(await ran()).toBeNull();
  });

  it('shows handlers with their lag, and calls one again for a failure', async () => {
    await failHandler('No table <img src=x onerror="window.ran=70">');
    await open();
    await tab.click('#main-tab-corpus');
    await tab.untilText(`${HANDLERS} tbody tr`, /^tracked-pages\s+Pages\s+none\s+1\s+Failures$/);
    await tab.click(`${HANDLERS} tbody button`);
    const row = '.failures tbody tr';
    await tab.untilText(row, /\d[^]*\/guide\/0\s+No table <img[^]*1\s+Retry$/);
    expect(await tab.violations()).toEqual([]);
    await tab.click(`${row} button`);
    await tab.untilText('.failures [role=status]', /The handler failed again: No table <img/);
    await tab.untilText(row, /Retry$/);
    handlerError = null;
    await tab.page.waitForSelector(`${row} button:not([disabled])`);
    await tab.click(`${row} button`);
    await tab.untilText('.failures', /has processed the item[^]*No failures/);
    await tab.untilText(`${HANDLERS} tbody tr`, /^tracked-pages\s+Pages\s+none\s+0/);
    expect(await failureCount()).toBe(0);
    expect(await ran()).toBeNull();
  });

  it('says in empty views which key sees what the application has started', async () => {
    await open({}, OTHER_KEY);
    await tab.click('#main-tab-corpus');
    await tab.untilText(
      '#main-panel-corpus',
      /No tags yet[^]*belongs to the owner host[^]*No handlers[^]*owner: 'host'/,
    );
    await tab.click('#main-tab-history');
    await tab.untilText('#main-panel-history', /No jobs[^]*belongs to the owner host/);
    await tab.click('#main-tab-monitors');
    await tab.untilText(resultOf('monitors'), /belongs to the owner host/);
    const chosen = await tab.page.$$eval('#main-panel-monitors .side select', (all: any[]) =>
      all.map(({ selectedOptions }) => selectedOptions[0]?.text),
    );
    expect(chosen).toEqual(['Pages', 'In words']);
    expect(await tab.violations()).toEqual([]);
  });

  it('shows the monitors above the form on phones', async () => {
    await open({ width: 390, height: 800 });
    await tab.click('#main-tab-monitors');
    const [list, form] = await Promise.all(
      [resultOf('monitors'), '#main-panel-monitors .side'].map((part) =>
        tab.page.$eval(part, (element: any) => element.getBoundingClientRect().top),
      ),
    );
    expect(list).toBeLessThan(form);
  });

  const EXTRACTORS = resultOf('extractors');
  /** Learns an extractor of the shop with the API. @returns its id */
  const learnShop = async (name: string): Promise<string> => {
    const pages = shop.urls(0, 6).map((url, n) => ({ url, data: shop.products[n] }));
    const body = { name, schema: PRODUCT_SCHEMA, pages, sources: ['values'] };
    return (await api.post('/v2/extractors', body)).json.data.id;
  };
  const lastHealOf = async (id: string) =>
    (await api.ask(`/v2/extractors/${id}`, { method: 'GET' })).json.data.lastHeal;
  const openExtractor = async (name: string) => {
    await tab.click('#main-tab-extractors');
    await tab.click(`${EXTRACTORS} tbody .link[title="${name}"]`);
    await tab.untilText(`${EXTRACTORS} .page-head h2`, name);
  };
  const runExtractor = async (url: string) => {
    await tab.fill(`${EXTRACTORS} .extractor-run .url-bar input`, url);
    await tab.click(`${EXTRACTORS} .extractor-run .url-bar button`);
  };
  const valuesGiven = () =>
    tab.page.$$eval('.example-values input', (all: any[]) => all.map(({ value }) => value));

  it('learns an extractor from values that are clicked on pages, and runs it', async () => {
    shop.design = 'first';
    await open();
    await tab.click('#main-tab-extractors');
    const field = (n: number) => `#main-panel-extractors .side > .field:nth-child(${n}) textarea`;
    await tab.fill(field(1), shop.urls(0, 3).join('\n'));
    await tab.fill(field(2), 'name\nprice: number\nsku');
    await tab.click('#main-panel-extractors .side .button:not(.button-main)');
    for (const [n, { name, price, sku }] of shop.products.slice(0, 3).entries()) {
      await tab.page.select('.page-choice select', shop.urlOf(n));
      await tab.untilText('.example-page', name);
      await tab.click('.example-page h1');
      await tab.untilText('.example-values [role=status]', /value of price/);
      await tab.click(`.example-page ::-p-text($${price.toFixed(2)})`);
      await tab.click(`.example-page ::-p-text(${sku})`);
      expect(await valuesGiven()).toEqual([name, String(price), sku]);
    }
    expect(await tab.violations()).toEqual([]);
    await tab.click('#main-panel-extractors .side .button-main');
    await tab.untilText(EXTRACTORS, /ok\s+version 1[^]*name\s[^]*3 of 3\s+values[^]*price/);
    const { name, price, sku } = shop.products[9]!;
    await runExtractor(shop.urlOf(9));
    await tab.untilText('.values', new RegExp(`${name}[^]*price\\s+${price}[^]*found in the text`));
    const marks = await tab.page.$$eval('.extractor-run mark', (all: any[]) =>
      all.map(({ dataset, textContent }) => [dataset.path, textContent]),
    );
    expect(Object.fromEntries(marks)).toEqual({ name, price: `$${price.toFixed(2)}`, sku });
    expect(await tab.violations()).toEqual([]);
  });

  it('shows the drift of an extractor and why fields are missing, heals and deletes it', async () => {
    shop.design = 'first';
    const id = await learnShop('Drifting <img src=x onerror="window.ran=50">');
    await api.post(`/v2/extractors/${id}/run`, { urls: shop.urls(6, 12) });
    shop.design = 'lost';
    await api.post(`/v2/extractors/${id}/run`, { urls: shop.urls(12, 30) });
    await until(async () => (await lastHealOf(id)) !== null);
    await open();
    await tab.click('#main-tab-extractors');
    await tab.untilText(`${EXTRACTORS} tbody`, /Drifting[^]*price/);
    await tab.click(`${EXTRACTORS} tbody .link`);
    await tab.untilText(`${EXTRACTORS} .drift`, /price\s+missing on \d+ of \d+ pages, expected \d/);
    const widths = await tab.page.$$eval('.drift rect', (all: any[]) =>
      all.slice(0, 2).map((bar) => Number(bar.getAttribute('width'))),
    );
    expect(widths[1]).toBeGreaterThan(0);
    expect(widths[1]).toBeLessThanOrEqual(widths[0]);
    await runExtractor(shop.urlOf(31));
    await tab.untilText('.extractor-run .missing', /price not found on the page/);
    expect(await tab.violations()).toEqual([]);
    const healed = await lastHealOf(id);
    const action = (n: number) => `${EXTRACTORS} .page-head [role=group] .button:nth-child(${n}):enabled`;
    await tab.click(action(1));
    await until(async () => (await lastHealOf(id)).at !== healed.at);
    await tab.untilText(`${EXTRACTORS} [aria-label="Last healing"]`, /no new version[^]*price not healed:/);
    const removal = action(2);
    await tab.click(removal);
    await tab.untilText(removal, 'Confirm deletion');
    await tab.click(removal);
    await tab.untilText(EXTRACTORS, /^Extractors(?![^]*Drifting)/);
    expect((await api.ask(`/v2/extractors/${id}`, { method: 'GET' })).status).toBe(404);
    expect(await ran()).toBeNull();
    shop.design = 'first';
  });

  it('names the wrong field of an example, and shows pages that run nothing', async () => {
    await open();
    await tab.click('#main-tab-extractors');
    const field = (n: number) => `#main-panel-extractors .side > .field:nth-child(${n}) textarea`;
    await tab.fill(field(1), `${site.url}/evil\n${shop.urlOf(1)}`);
    await tab.fill(field(2), 'price: number');
    await tab.click('#main-panel-extractors .side .button:not(.button-main)');
    await tab.page.waitForSelector('.example-page .prose > *');
    const before = await tab.page.evaluate('location.href');
    for (const part of await tab.page.$$('.example-page .prose a'))
      await part.evaluate((a: any) => a.click());
    expect([await ran(), await tab.page.evaluate('location.href')]).toEqual([null, before]);
    expect((await tab.page.browserContext().pages()).length).toBe(1);
    await tab.fill('.example-values input', 'on request');
    await tab.click('#main-panel-extractors .side .button-main');
    await tab.untilText(`${EXTRACTORS} [role=alert]`, /Invalid request[^]*price/);
  });

  it('links to the documentation and the OpenAPI document of its version', async () => {
    await open();
    const { version } = JSON.parse(
      readFileSync(join(__dirname, '../libs/web-extract/package.json'), 'utf8'),
    ) as { version: string };
    expect(await tab.textOf('.page-footer')).toContain(version);
    const links: string[] = await tab.page.$$eval('.page-footer a', (all: any[]) =>
      all.map(({ href }) => href),
    );
    expect(links[0]).toMatch(/^https:\/\/github\.com\/.*playground\.md$/);
    const document = await fetch(links[1]!);
    expect(document.headers.get('content-type')).toContain('application/json');
    expect(await document.json()).toMatchObject({ openapi: expect.stringMatching(/^3\./) });
  });

  it('shows all views and scrolls to the result on phones', async () => {
    await open({ width: 390, height: 800 });
    expect(await tab.page.$eval('.tabs-main', (box: any) => box.scrollWidth - box.clientWidth)).toBe(0);
    await go('scrape', `${site.url}/article`);
    await tab.untilText('#scrape-panel-markdown article', 'What it costs');
    const top: number = await tab.page.$eval(
      resultOf('scrape'),
      (element: any) => element.getBoundingClientRect().top,
    );
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top).toBeLessThan(200);
  });

  it('keeps words of tables whole, and scrolls wide tables', async () => {
    await open({ width: 390, height: 800 });
    const path = join(downloads, 'wide.html');
    const row = (cell: string) =>
      `<tr>${Array.from({ length: 8 }, (_, at) => `<${cell}>Headquarters${at}</${cell}>`).join('')}</tr>`;
    writeFileSync(path, `<main>${BODY}<table>${row('th')}${row('td')}${row('td')}</table></main>`);
    await (await tab.page.$('#scrape-file')).uploadFile(path);
    await tab.click('#main-panel-scrape .side button[type=submit]');
    await tab.page.waitForSelector('#scrape-panel-markdown .table-scroll td');
    const heights = await tab.page.$$eval('#scrape-panel-markdown th', (all: any[]) =>
      all.map(({ offsetHeight }) => offsetHeight),
    );
    expect(Math.max(...heights)).toBeLessThan(50); // one line
    const [inner, outer] = await tab.page.$eval('#scrape-panel-markdown .table-scroll', (box: any) => [
      box.scrollWidth,
      box.clientWidth,
    ]);
    expect(inner).toBeGreaterThan(outer);
    expect(await hasNoScrollbar()).toBe(true);
  });

  describe.each([390, 768, 1280])('is accessible at a width of %i pixels', (width) => {
    const check = async () => {
      expect(await hasNoScrollbar()).toBe(true);
      expect(await tab.violations()).toEqual([]);
    };

    beforeAll(async () => {
      [gone, advice] = [[], ''];
      await learnShop(`Accessible ${width}`);
      await crawlGuide('accessible');
      await crawlGuide('accessible-held');
      gone = GUIDE.slice(1, 14);
      await crawlGuide('accessible-held');
      gone = [];
      await syncGuide('accessible-synced');
      await failHandler('The database is locked');
    });

    it.each(['light', 'dark'] as const)('with the %s theme in every view', async (scheme) => {
      await open({ width, scheme });
      await check();
      await go('scrape', `${site.url}/article`);
      await tab.page.waitForSelector('#scrape-panel-markdown article > *');
      await tab.page.evaluate(
        `for (const group of document.querySelectorAll('#main-panel-scrape .side details')) group.open = true`,
      );
      for (const pane of await tab.page.$$('#main-panel-scrape .pane-bar [role=tab]')) {
        await pane.evaluate((element: any) => element.click());
        await check();
      }
      await go('scrape', 'http://10.0.0.1/');
      await tab.page.waitForSelector(`${resultOf('scrape')} [role=alert]`);
      await check();
      await go('crawl', `${site.url}/site/`);
      await tab.untilText(resultOf('crawl'), /Completed/);
      await check();
      await tab.click('#crawl-list-tab-failures');
      await check();
      await tab.click('#crawl-list-tab-explain');
      await check();
      await tab.click('#crawl-list-tab-pages');
      await tab.click('#crawl-list-panel-pages .list-row');
      await tab.page.waitForSelector('.detail .prose > *');
      await check();
      await tab.page.keyboard.press('Escape');
      await go('map', `${site.url}/site/`);
      await tab.untilText(resultOf('map'), /\d+ links/);
      await check();
      await go('search', 'bridge');
      await tab.untilText(resultOf('search'), /1 result/);
      await check();
      await go('extract', `${site.url}/lamp`);
      await tab.untilText('.values', 'Storm lamp');
      await check();
      await tab.click('#main-tab-history');
      await tab.untilText('#main-panel-history', /Jobs of this key[\s\S]*(?:No jobs|Created)/);
      await check();
      await readFeed('accessible');
      await tab.untilText(FEED, /^10 entries/);
      await tab.click('.feed-entry:nth-child(2) summary');
      await tab.page.waitForSelector('.feed-entry .chunk .prose > *');
      await check();
      await tab.click('#main-tab-corpus');
      await tab.untilText('#main-panel-corpus', /accessible[^]*Remove pages[^]*site-search[^]*tracked-pages/);
      await check();
      await tab.click(`${HANDLERS} tbody button`);
      await tab.untilText('.failures', 'The database is locked');
      await check();
      await openExtractor(`Accessible ${width}`);
      await check();
      await createMonitor('Accessible');
      await check();
      await tab.click(`${resultOf('monitors')} .page-head [aria-expanded]`);
      await check();
      await tab.click(`${resultOf('monitors')} .edit-form .row .button:last-child`);
      await runCheck('Toll: 9 coins.', COMPLETED(0, 1));
      await runCheck('Toll: 12 coins.', COMPLETED(1, 0));
      await tab.page.waitForSelector('.check-page .judgment');
      await check();
      await tab.click(`${resultOf('monitors')} .page-head .spread .button`);
      await tab.page.waitForSelector(`${resultOf('monitors')} tbody tr`);
      await check();
    });
  });
});
