import {
  DocumentTextRecognizer,
  WebExtractModule,
  type RecognizedText,
  type TextRecognitionRequest,
} from 'nestjs-web-extract';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';
import { crawl } from './support/crawls.js';
import { tinyDocuments, tinyDocx } from './support/tiny-documents.js';
import { tinyLines, tinyPdf } from './support/tiny-pdf.js';
import { sendForm, upload } from './support/upload.js';

const WORDS = 'Lanterns of the harbour';
const DOCUMENTS = tinyDocuments(WORDS);
const KINDS = Object.keys(DOCUMENTS);
const page = (text: string) => ({ texts: tinyLines([text], 72, 100) });
const THREE_PAGES = Buffer.from(
  tinyPdf([page('The first page'), page('The second page'), page('The third page')], {
    info: { Title: 'Report', Author: 'Ada Kowalski', CreationDate: 'D:20240301120000Z' },
  }),
);
const LARGE = Buffer.concat([THREE_PAGES, Buffer.alloc(5_000_000, '% words of no page\n')]);
const SCAN = Buffer.from(tinyPdf([{ boxes: [[10, 10, 400, 400]] }]));
const LINKING = tinyDocx(
  '<w:p><w:r><w:t>See</w:t></w:r><w:hyperlink r:id="l"><w:r><w:t>further</w:t></w:r></w:hyperlink></w:p>',
  { l: 'behind' },
);
const octets = (body: Buffer) => html(body, { 'content-type': 'application/octet-stream' });

/** Reads the same on every page. */
class SameRecognizer extends DocumentTextRecognizer {
  async recognize({ pages }: TextRecognitionRequest): Promise<readonly RecognizedText[]> {
    return pages.map((number) => ({ page: number, text: `Seen on page ${number}` }));
  }
}

describe.each(somePlatforms())('documents of every kind on %s', (platform) => {
  let site: Site;
  let api: RunningApp;

  beforeAll(async () => {
    site = await startSite({
      '/': html(
        `<main><h1>Files</h1>${KINDS.map((kind) => `<a href="/file.${kind}">${kind}</a>`).join(' ')}<a href="/linking">linking</a></main>`,
      ),
      ...Object.fromEntries(KINDS.map((kind) => [`/file.${kind}`, octets(DOCUMENTS[kind]!)])),
      '/linking': octets(LINKING),
      '/behind': html('<h1>Behind</h1>'),
      '/report': octets(THREE_PAGES),
      '/scan': octets(SCAN),
      '/large': octets(LARGE),
    });
    const options = { auth: { keys: [KEY] }, allowPrivate: [site.address] };
    const documents = { recognizer: new SameRecognizer() };
    api = await startApp({ platform, imports: [WebExtractModule.forRoot({ ...options, documents })] });
  });

  afterAll(async () => {
    await api?.close();
    await site?.close();
  });

  it.each(KINDS)('%s is scraped, and converted when it is sent', async (kind) => {
    const scraped = await api.post('/v1/scrape', {
      url: `${site.url}/file.${kind}`,
      formats: ['markdown', 'html'],
    });
    expect([scraped.status, scraped.json.warning]).toEqual([200, undefined]);
    expect(scraped.json.data.markdown).toContain(WORDS);
    expect(scraped.json.data.html).toContain(WORDS);
    const asked = site.requests.length;
    const sent = await upload(api, DOCUMENTS[kind]!, 'a file without an ending');
    expect([sent.status, sent.json.warning]).toEqual([200, undefined]);
    expect(sent.json.data.markdown).toContain(WORDS);
    const file = { name: 'file', fileName: 'a file without an ending', content: DOCUMENTS[kind]! };
    const sentInV2 = await sendForm(api, [file], {}, '/v2/parse');
    expect([sentInV2.status, sentInV2.json.data.warning]).toEqual([200, undefined]);
    expect(sentInV2.json.data.markdown).toContain(WORDS);
    expect(site.requests.length).toBe(asked);
  });

  it('count as pages of a crawl, which follows their links on request', async () => {
    const all = [...KINDS.map((kind) => `/file.${kind}`), '/', '/linking'].sort();
    const url = `${site.url}/`;
    const plain = await crawl(api, { url, ignoreSitemap: true });
    expect(plain).toMatchObject({ status: 'completed', errors: [], paths: all });
    expect(plain.data.filter(({ warning }: { warning?: string }) => warning)).toEqual([]);
    const following = await crawl(api, { url, ignoreSitemap: true, followDocumentLinks: true });
    expect(following.paths).toEqual([...all, '/behind'].sort());
    const limited = await crawl(api, { url, ignoreSitemap: true, limit: 4 });
    expect(limited.data).toHaveLength(4);
  });

  it('cost a credit a page of print that was read', async () => {
    const url = `${site.url}/report`;
    expect(await crawl(api, { url, ignoreSitemap: true })).toMatchObject({ creditsUsed: 3 });
    const scrapeOptions = { maxPages: 2 };
    expect(await crawl(api, { url, ignoreSitemap: true, scrapeOptions })).toMatchObject({ creditsUsed: 2 });
    const asFile = { parsePDF: false };
    expect(await crawl(api, { url, ignoreSitemap: true, scrapeOptions: asFile })).toMatchObject({
      creditsUsed: 1,
    });
  });

  it('state who made them, when, and in what language', async () => {
    const pdf = await api.post('/v1/scrape', { url: `${site.url}/report` });
    expect(pdf.json.data.metadata).toMatchObject({
      title: 'Report',
      author: 'Ada Kowalski',
      numPages: 3,
      createdDate: '2024-03-01T12:00:00Z',
    });
    const docx = await upload(api, LINKING, 'a.docx');
    expect(docx.json.data.metadata).toMatchObject({
      title: 'Letter',
      author: 'Ada',
      language: 'pl',
      createdDate: '2024-03-01T10:00:00Z',
      modifiedDate: '2024-03-02T10:00:00Z',
      sourceURL: 'a.docx',
    });
  });

  it('are read as far as asked for, with marks where pages begin', async () => {
    const url = `${site.url}/report`;
    const { json } = await api.post('/v1/scrape', { url, maxPages: 2, pageMarkers: true });
    expect(json.data.markdown.replace(/\s*\n+/g, '\n').trim()).toBe(
      'The first page\n---\n<!-- page 2 -->\nThe second page',
    );
    expect(json).not.toHaveProperty('warning'); // no more was asked for
    const sent = await upload(api, THREE_PAGES, 'a.pdf', { maxPages: 1 });
    expect(sent.json.data.markdown.trim()).toBe('The first page');
  });

  it('are given as they are when PDFs are not to be parsed', async () => {
    const base64 = THREE_PAGES.toString('base64');
    const scraped = await api.post('/v1/scrape', { url: `${site.url}/report`, parsePDF: false });
    expect(scraped.json.data.markdown).toBe(base64);
    const old = await api.post('/v0/scrape', {
      url: `${site.url}/report`,
      pageOptions: { parsePDF: false },
    });
    expect(old.json.data.markdown).toBe(base64);
    const sent = await upload(api, THREE_PAGES, 'a.pdf', {
      parsePDF: false,
      formats: ['markdown', 'rawHtml'],
    });
    expect(sent.json.data).toMatchObject({ markdown: base64, rawHtml: base64 });
    const other = await upload(api, DOCUMENTS['docx']!, 'a.docx', { parsePDF: false });
    expect(other.json.data.markdown).toContain(WORDS);
  });

  it('come and are given in steps where they are large', async () => {
    const base64 = LARGE.toString('base64');
    const scraped = await api.post('/v1/scrape', { url: `${site.url}/large`, parsePDF: false });
    expect([scraped.status, scraped.headers['content-type']]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(scraped.json.data.markdown === base64).toBe(true);
    const sent = await upload(api, LARGE, 'a.pdf', { pageMarkers: true });
    expect(sent.json.data.markdown).toContain('The third page');
  });

  it('say aloud what their speakers are to say, unless that is turned off', async () => {
    const silent = await upload(api, DOCUMENTS['pptx']!, 'a.pptx', { speakerNotes: false });
    expect(silent.json.data.markdown).not.toContain('said aloud');
    const spoken = await upload(api, DOCUMENTS['pptx']!, 'a.pptx');
    expect(spoken.json.data.markdown).toContain('> To be said aloud');
    const scraped = await api.post('/v1/scrape', { url: `${site.url}/file.pptx` });
    expect(scraped.json.data.markdown).toContain('> To be said aloud');
  });

  it('are read by the recogniser of the host where they are scans', async () => {
    const scraped = await api.post('/v1/scrape', { url: `${site.url}/scan` });
    expect(scraped.json.data.markdown.trim()).toBe('Seen on page 1');
    const sent = await upload(api, SCAN, 'scan.pdf');
    expect(sent.json.data.markdown.trim()).toBe('Seen on page 1');
    expect(sent.json.warning).toBe('the text of page 1 was recognised in images');
  });

  it('are extracted from', async () => {
    const table = Buffer.from(
      '<h1>Order</h1><script type="application/ld+json">{"@type":"Product","name":"Lantern"}</script><p>A lantern.</p>',
    );
    const options = {
      formats: ['json'],
      jsonOptions: { schema: { type: 'object', properties: { name: { type: 'string' } } } },
    };
    const { status, json } = await upload(api, table, 'page.html', options);
    expect([status, json.data?.json]).toEqual([200, { name: 'Lantern' }]);
    const nothing = await upload(api, table, 'page.html', { formats: ['json'] });
    expect([nothing.status, nothing.json.code]).toEqual([400, 'BAD_REQUEST']);
  });
});
