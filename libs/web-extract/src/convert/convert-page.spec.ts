import { DEFAULT_CONVERSION, type ConversionRequest } from '../model/page/conversion.js';
import { convertPage } from './convert-page.js';

const convert = (html: string, changes: Partial<ConversionRequest> = {}) =>
  convertPage({
    body: Buffer.from(html),
    url: 'http://site.test/',
    contentType: 'text/html; charset=utf-8',
    statusCode: 200,
    formats: ['rawHtml'],
    parsePdf: false,
    ...DEFAULT_CONVERSION,
    ...changes,
  });

const HTML = '<title>T</title><main><h1>Zoo</h1><p>A <a href="/far">striped</a> zebra.</p></main>';

describe('the text for a search index', () => {
  it('is taken from a page that is requested in other formats, without them', async () => {
    const { searchText, markdown, rawHtml } = await convert(HTML, { collectSearchText: true });
    expect([searchText, markdown, rawHtml]).toEqual(['# Zoo\n\nA [striped] zebra.', null, HTML]);
  });

  it('is not stored beside the markdown, which it can be derived from', async () => {
    const page = await convert(HTML, { collectSearchText: true, formats: ['markdown'] });
    expect(page.markdown).toContain('[striped](http://site.test/far)');
    expect(page).not.toHaveProperty('searchText');
  });

  it('is absent unless it is requested', async () => {
    expect(await convert(HTML)).not.toHaveProperty('searchText');
  });

  it('is short, however long the page is', async () => {
    const page = await convert(`<p>${'word '.repeat(20_000)}</p>`, { collectSearchText: true });
    expect(page.searchText).toHaveLength(20_000);
  });
});

describe('text that cannot be decoded', () => {
  const korean = (hex: string) =>
    convert('', {
      body: Buffer.concat([
        Buffer.from('<p>'),
        Buffer.from(hex.replaceAll(' ', ''), 'hex'),
        Buffer.from('</p>'),
      ]),
      contentType: 'text/html; charset=euc-kr',
      formats: ['markdown'],
    });

  it('becomes U+FFFD with a warning that counts it', async () => {
    const { markdown, warnings } = await korean('8c63 bee7 b2e1 bfc0 b4c3 ff bfc0 b4c3');
    expect(markdown).toContain('똠양꿍오늘\ufffd오늘');
    expect(warnings).toContain('1 character is not valid euc-kr and became U+FFFD');
  });

  it('is not reported of text that is whole, nor of UTF-8 that contains U+FFFD', async () => {
    const pages = [await korean('8c63 bee7 b2e1'), await convert('<p>the sign \ufffd stands for it</p>')];
    expect(pages.flatMap(({ warnings }) => warnings).filter((text) => text.includes('U+FFFD'))).toEqual([]);
  });
});
