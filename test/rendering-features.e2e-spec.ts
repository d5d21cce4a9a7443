import { WebExtractModule } from 'nestjs-web-extract';
import { browserProgram, describeWithBrowser } from './setup/browser.js';
import { startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';

const TEXT =
  'The copper lantern of the old harbour shows every late ferry where the narrow quay begins, and in the evening it is lit.';
const PAGE = `<!doctype html><title>Article</title><article><h1>Towers</h1>${`<p>${TEXT}</p>`.repeat(6)}<button id="go">Go</button><input id="name"></article>
<script>go.onclick = (e) => { document.querySelector('article').append('clicked ' + e.isTrusted) }; const box = document.getElementById('name');
box.onkeydown = (e) => { if (e.key === 'Enter') document.querySelector('article').append(' and wrote ' + box.value) }</script>`;
const PNG = /^data:image\/png;base64,/;
const JPEG = /^data:image\/jpeg;base64,/;
const PDF = /^data:application\/pdf;base64,JVBERi/;

/** Every action there is in both versions. */
const ACTIONS = [
  { type: 'wait', milliseconds: 10 },
  { type: 'wait', selector: '#go' },
  { type: 'click', selector: '#go' },
  { type: 'click', selector: '#name', all: true },
  { type: 'write', text: 'quay' },
  { type: 'press', key: 'Enter' },
  { type: 'scroll', direction: 'down' },
  { type: 'screenshot' },
  { type: 'screenshot', fullPage: true, quality: 30 },
  { type: 'scrape' },
  { type: 'executeJavascript', script: 'document.title' },
  { type: 'pdf', format: 'A4' },
];

describeWithBrowser.each(somePlatforms())('what only a browser can do, on %s', (platform) => {
  let site: Site;
  let api: RunningApp;

  beforeAll(async () => {
    site = await startSite({
      '/article': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
    });
    api = await startApp({
      platform,
      imports: [
        WebExtractModule.forRoot({
          auth: { keys: [KEY] },
          allowPrivate: [site.address],
          browser: { executablePath: browserProgram, settleMs: 200 },
        }),
      ],
    });
  });

  afterAll(async () => {
    await api?.close();
    await site?.close();
  });

  /** @returns the page; there is nothing to warn of */
  const scrape = async (path: string, options: object) => {
    const { status, json } = await api.post(path, { url: `${site.url}/article`, ...options });
    expect([status, json.error, json.warning, json.data?.warning]).toEqual([
      200,
      undefined,
      undefined,
      undefined,
    ]);
    return json.data;
  };

  it.each(['', 'fullPage'])('is done in v0 (%s)', async (picture) => {
    const data = await scrape('/v0/scrape', {
      pageOptions: {
        waitFor: 50,
        mobile: true,
        ...(picture ? { fullPageScreenshot: true } : { screenshot: true }),
        actions: ACTIONS,
      },
    });
    expect(data).toMatchObject({
      provider: 'browser',
      content: expect.stringMatching(/clicked true and wrote quay/),
      metadata: { screenshot: expect.stringMatching(PNG) },
    });
  });

  it.each(['screenshot', 'screenshot@fullPage'])('is done in v1 (%s)', async (picture) => {
    const data = await scrape('/v1/scrape', {
      formats: ['markdown', picture],
      waitFor: 50,
      actions: ACTIONS,
    });
    expectAll(data);
    expect(data.screenshot).toMatch(PNG);
  });

  it('is done in v2, whose pictures have sizes and qualities', async () => {
    const viewport = { width: 500, height: 400 };
    const data = await scrape('/v2/scrape', {
      formats: ['markdown', { type: 'screenshot', viewport }],
      waitFor: 50,
      actions: [...ACTIONS, { type: 'generatePDF', landscape: true }, { type: 'screenshot', viewport }],
    });
    expectAll(data);
    expect([sizeOf(data.screenshot), sizeOf(data.actions.screenshots[2])]).toEqual([viewport, viewport]);
    expect(data.actions.pdfs[1]).toMatch(PDF);
    const format = { type: 'screenshot', fullPage: true, quality: 60, viewport };
    expect((await scrape('/v2/scrape', { formats: [format] })).screenshot).toMatch(JPEG);
  });
});

function expectAll(data: { markdown: string; actions: Record<string, unknown[]> }): void {
  expect(data.markdown).toContain('clicked true and wrote quay');
  const { screenshots, scrapes, javascriptReturns, pdfs } = data.actions;
  expect(screenshots!.slice(0, 2)).toEqual([expect.stringMatching(PNG), expect.stringMatching(JPEG)]);
  expect(scrapes).toEqual([
    { url: expect.stringMatching(/\/article$/), html: expect.stringContaining('clicked true') },
  ]);
  expect(javascriptReturns).toEqual([{ type: 'string', value: 'Article' }]);
  expect(pdfs![0]).toMatch(PDF);
}

/** Of a PNG in a `data:` address. */
function sizeOf(picture: string): { width: number; height: number } {
  const bytes = Buffer.from(picture.replace(PNG, ''), 'base64');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
