import { DocumentService, UnsupportedFileError, WebExtractModule } from 'nestjs-web-extract';
import { zipFiles } from '../libs/documents/src/containers/zip/zip-files.fixture.js';
import { html, startSite, type Site } from './sites/site.js';
import { sendForm, type FormPart } from './support/upload.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const DOCX = zipFiles([
  [
    'word/document.xml',
    `<w:document xmlns:w="${W}"><w:body><w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>A letter</w:t></w:r></w:p><w:p><w:r><w:t>Dear reader</w:t></w:r></w:p></w:body></w:document>`,
  ],
]);
const RTF = Buffer.from('{\\rtf1\\ansi Rich \\b text\\b0\\par}');
const LOCKED = zipFiles([['word/document.xml', 'x', { flags: 1 }]]);
const MARKDOWN = '# A letter\n\nDear reader';

const file = (content: string | Buffer, fileName = 'letter.docx', type = 'application/octet-stream') => ({
  name: 'file',
  fileName,
  type,
  content,
});
const options = (value: unknown) => ({ name: 'options', content: JSON.stringify(value) });

describe.each(somePlatforms())('documents on %s', (platform) => {
  let site: Site;
  let api: RunningApp;

  beforeAll(async () => {
    site = await startSite({
      '/letter': html(DOCX, { 'content-type': 'application/zip' }),
      '/large': html(Buffer.concat([RTF.subarray(0, -1), Buffer.from(`{\\*\\x ${'x'.repeat(50_000)}}}`)]), {
        'content-type': 'application/octet-stream',
      }),
      '/locked': html(LOCKED, { 'content-type': 'application/octet-stream' }),
    });
    api = await startApp({
      platform,
      imports: [
        WebExtractModule.forRoot({
          auth: { keys: [KEY] },
          allowPrivate: [site.address],
          limits: { maxBodyBytes: 20_000 },
          documents: { maxBytes: 100_000 },
        }),
      ],
    });
  });

  afterAll(async () => {
    await api.close();
    await site.close();
  });

  const upload = (parts: readonly FormPart[], headers: Record<string, string> = {}) =>
    sendForm(api, parts, headers);

  it('are scraped by their address, whatever type it states', async () => {
    const { status, json } = await api.post('/v1/scrape', {
      url: `${site.url}/letter`,
      formats: ['markdown', 'html'],
    });
    expect(status).toBe(200);
    expect(json.data.markdown.trim()).toBe(MARKDOWN);
    expect(json.data.html).toContain('<h1>A letter</h1>');
    expect(json.data.metadata).toMatchObject({ title: 'A letter', statusCode: 200 });
  });

  it('may be larger than pages', async () => {
    const { json } = await api.post('/v1/scrape', { url: `${site.url}/large` });
    expect(json.data.markdown).toBe('Rich **text**');
  });

  it('say by code what is wrong with them', async () => {
    const { status, json } = await api.post('/v1/scrape', { url: `${site.url}/locked` });
    expect([status, json.code]).toEqual([500, 'SCRAPE_DOCUMENT_ENCRYPTED_ERROR']);
  });

  it('are converted when they are sent', async () => {
    const { status, json } = await upload([
      options({ formats: ['markdown', 'links'], maxPages: 3 }),
      file(DOCX),
    ]);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      success: true,
      data: { links: [], metadata: { sourceURL: 'letter.docx', title: 'A letter' } },
    });
    expect(json.data.markdown.trim()).toBe(MARKDOWN);
    const page = await upload([file('<h1>Page</h1><p>of HTML</p>', 'page.html')]);
    expect(page.json.data.markdown).toBe('# Page\n\nof HTML');
  });

  it.each<[string, readonly FormPart[], number, string]>([
    ['nothing', [], 400, 'BAD_REQUEST'],
    ['no file', [options({})], 400, 'BAD_REQUEST'],
    ['an empty file', [file('')], 400, 'BAD_REQUEST'],
    ['options that are no JSON', [{ name: 'options', content: '{' }, file(DOCX)], 400, 'BAD_REQUEST'],
    ['options that are a list', [options([]), file(DOCX)], 400, 'BAD_REQUEST'],
    ['an option nobody knows', [options({ url: 'https://a.example/' }), file(DOCX)], 400, 'BAD_REQUEST'],
    ['a picture', [file(Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'a.docx')], 400, 'UNSUPPORTED_FILE'],
    ['an archive', [file(zipFiles([['a.txt', 'x']]), 'a.zip')], 400, 'UNSUPPORTED_FILE'],
    ['an encrypted document', [file(LOCKED)], 400, 'SCRAPE_DOCUMENT_ENCRYPTED_ERROR'],
    ['too much', [file(Buffer.alloc(150_000, 'x'))], 413, 'PAYLOAD_TOO_LARGE'],
    ['far too much', [file(Buffer.alloc(2_000_000, 'x'))], 413, 'PAYLOAD_TOO_LARGE'],
  ])('refuse %s', async (_, parts, status, code) => {
    const answer = await upload(parts);
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });

  it('refuse JSON, and anybody without a key before the file is read', async () => {
    const json = await api.post('/v1/parse', { file: 'x' });
    expect([json.status, json.json.code]).toEqual([400, 'BAD_REQUEST']);
    const stranger = await upload([file(DOCX)], { authorization: 'Bearer wrong' });
    expect(stranger.status).toBe(401);
    const bare = await api.ask('/v1/parse', {});
    expect(bare.status).toBe(400);
  });

  it('are converted by the service', async () => {
    const service = api.app.get(DocumentService);
    const page = await service.convert(RTF, { fileName: 'note.rtf' });
    expect(page).toMatchObject({ requestedUrl: 'note.rtf', markdown: 'Rich **text**' });
    await expect(service.convert(Buffer.from('plain'), { fileName: 'a.txt' })).rejects.toThrow(
      UnsupportedFileError,
    );
  });
});
