import { DocumentTextRecognizer, WebExtractModule, type RecognizedText } from 'nestjs-web-extract';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { PLATFORMS, type Platform } from './support/platforms.js';
import { endOf } from './support/crawls.js';
import { tinyLines, tinyPdf } from './support/tiny-pdf.js';
import { sendForm } from './support/upload.js';

const REPORT = Buffer.from(
  tinyPdf(['first', 'second'].map((word) => ({ texts: tinyLines([`The ${word} page`], 72, 100) }))),
);
const SCAN = Buffer.from(tinyPdf([{ boxes: [[10, 10, 400, 400]] }]));
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const pdf = (body: Buffer) => html(body, { 'content-type': 'application/pdf' });
const ALL_WISHES = [{ type: 'pdf', mode: 'ocr', pages: true, blocks: true }];
const TOLD = [/pictures of the PDF is not read/, /blocks is not answered/];

class Reader extends DocumentTextRecognizer {
  async recognize(): Promise<readonly RecognizedText[]> {
    return [{ page: 1, text: 'Seen in the picture' }];
  }
}

let site: Site;

beforeAll(async () => {
  site = await startSite({
    '/': html('<main><h1>Files</h1><p>Some words of a page.</p></main>'),
    '/report': pdf(REPORT),
    '/scan': pdf(SCAN),
    '/pixel': html(PIXEL, { 'content-type': 'image/png' }),
  });
});
afterAll(() => site?.close());

const start = (platform: Platform, documents: object): Promise<RunningApp> =>
  startApp({
    platform,
    imports: [
      WebExtractModule.forRoot({
        auth: { keys: [KEY] }, allowPrivate: [site.address], browser: false, documents,
      }),
    ],
  }); // prettier-ignore

describe.each(PLATFORMS)('parsers of v2 on %s', (platform) => {
  let api: RunningApp;

  beforeAll(async () => {
    api = await start(platform, {});
  });
  afterAll(() => api?.close());

  const scrape = (path: string, parsers: unknown) =>
    api.post('/v2/scrape', { url: site.url + path, parsers });

  it.each([
    [['pdf']],
    [['image', 'pdf']],
    [[{ type: 'image' }, { type: 'pdf' }]],
    [[{ type: 'pdf', mode: 'fast' }]],
    [[{ type: 'pdf', mode: 'auto', maxPages: 10_000 }]],
    [[{ type: 'pdf', pages: false, blocks: false, pageMarkers: false }]],
  ])('read a PDF with %j, without a word', async (parsers) => {
    const { status, json } = await scrape('/report', parsers);
    expect([status, json.warning]).toEqual([200, undefined]);
    expect(json.data.markdown).toMatch(/The first page[^]*The second page/);
  });

  it.each([[[]], [['image']], [[{ type: 'image' }]]])('leave a PDF as it is with %j', async (parsers) => {
    const { json } = await scrape('/report', parsers);
    expect(Buffer.from(json.data.markdown, 'base64')).toEqual(REPORT);
  });

  it('read as many pages as they say, with their marks', async () => {
    const one = await scrape('/report', [{ type: 'pdf', maxPages: 1 }]);
    expect(one.json.data.markdown).not.toContain('second');
    const marked = await scrape('/report', [{ type: 'pdf', pageMarkers: true }]);
    expect(marked.json.data.markdown).toContain('\n\n---\n\n<!-- page 2 -->\n\n');
  });

  it('tell what of their wishes a PDF is not answered with', async () => {
    const scraped = await scrape('/report', ALL_WISHES);
    const sent = await sendForm(
      api,
      [
        { name: 'file', fileName: 'report.pdf', content: REPORT },
        { name: 'options', content: JSON.stringify({ parsers: ALL_WISHES }) },
      ],
      {},
      '/v2/parse',
    );
    for (const { status, json } of [scraped, sent]) {
      expect(status).toBe(200);
      expect(json.data.markdown).toContain('The first page');
      for (const sentence of TOLD) expect(json.warning).toMatch(sentence);
    }
    expect((await scrape('/', ALL_WISHES)).json).not.toHaveProperty('warning');
  });

  it('answer each page of a PDF apart', async () => {
    const { json } = await scrape('/report', [{ type: 'pdf', pages: true, maxPages: 2 }]);
    expect(json.data.pages.slice(0, 2)).toEqual([
      { pageNumber: 1, markdown: expect.stringContaining('The first page') },
      { pageNumber: 2, markdown: expect.stringContaining('The second page') },
    ]);
    expect(json.data.metadata.totalPages).toBeGreaterThanOrEqual(2);
    expect(json.data.markdown).not.toContain('<!-- page');
  });

  it('tell it of the PDFs of a job, and of no other page', async () => {
    const parsers = [{ type: 'pdf', blocks: true }];
    const { json } = await api.post('/v2/batch/scrape', {
      urls: [`${site.url}/`, `${site.url}/report`],
      parsers,
    });
    await endOf(api, json.id);
    const { data } = (await api.ask(`/v2/batch/scrape/${json.id}`, { method: 'GET' })).json;
    const warnings = data.map(({ metadata, warning }: any) => [new URL(metadata.url).pathname, warning]);
    expect(warnings.sort()).toEqual([
      ['/', undefined],
      ['/report', expect.stringMatching(TOLD[1]!)],
    ]);
    const crawl = await api.post('/v2/crawl', { url: `${site.url}/report`, scrapeOptions: { parsers } });
    await endOf(api, crawl.json.id);
    const crawled = (await api.ask(`/v2/crawl/${crawl.json.id}`, { method: 'GET' })).json;
    expect(crawled.data[0].warning).toMatch(TOLD[1]!);
  });

  it('leave a picture what it is, an unsupported file', async () => {
    const { status, json } = await scrape('/pixel', ['image']);
    expect([status, json.code]).toEqual([500, 'SCRAPE_UNSUPPORTED_FILE_ERROR']);
  });

  it('answer a scan without a text, and say so', async () => {
    const { status, json } = await scrape('/scan', [{ type: 'pdf', mode: 'auto' }]);
    expect([status, json.data.markdown]).toEqual([200, '']);
    expect(json.warning).toContain('Page 1 is a scan: configure `documents.recognizer` (OCR)');
  });

  it.each([
    [['zip']], ['pdf'], [[{}]], [[{ type: 'zip' }]], [[null]], [[1]], [{ type: 'pdf' }], [Array(11).fill('pdf')],
    [[{ type: 'pdf', mode: 'deep' }]], [[{ type: 'pdf', maxPages: 0 }]], [[{ type: 'pdf', maxPages: 10_001 }]],
    [[{ type: 'pdf', maxPages: '2' }]], [[{ type: 'pdf', pageMarkers: 1 }]],
  ])('refuse %j', async (parsers) => {
    const { status, json } = await scrape('/report', parsers);
    expect([status, json.error]).toEqual([400, expect.stringMatching(/^Bad Request: parsers must be a list/)]);
  }); // prettier-ignore
});

it('parsers have scans read by the recogniser of the host, in scrapes, uploads and jobs', async () => {
  const api = await start('express', { recognizer: new Reader() });
  const parsers = [{ type: 'pdf', mode: 'ocr' }];
  const scraped = await api.post('/v2/scrape', { url: `${site.url}/scan`, parsers });
  const parts = [
    { name: 'file', fileName: 'scan.pdf', content: SCAN },
    { name: 'options', content: JSON.stringify({ parsers }) },
  ];
  const sent = await sendForm(api, parts, {}, '/v2/parse');
  for (const { json } of [scraped, sent]) {
    expect(json.data.markdown).toContain('Seen in the picture');
    expect(json.warning).not.toMatch(/not read/);
  }
  const { json } = await api.post('/v2/batch/scrape', { urls: [`${site.url}/scan`], parsers });
  expect((await endOf(api, json.id)).data[0].markdown).toContain('Seen in the picture');
  await api.close();
});
