import { randomBytes } from 'node:crypto';
import { DEFAULT_CONVERSION, type ConversionRequest } from '../../model/page/conversion.js';
import { fileAsBase64, isWantedAsFile } from './file-as-base64.js';

function request(body: Uint8Array, stated: Partial<ConversionRequest> = {}): ConversionRequest {
  return {
    body,
    url: 'https://files.example/a',
    contentType: null,
    statusCode: 200,
    formats: ['markdown'],
    ...DEFAULT_CONVERSION,
    parsePdf: false,
    ...stated,
  };
}

describe('fileAsBase64', () => {
  it.each([0, 1, 2, 3, 3 * 512 * 1024, 3 * 512 * 1024 + 1, 4_000_003])(
    'gives a file of %d bytes whole',
    async (length) => {
      const body = randomBytes(length);
      expect((await fileAsBase64(request(body))).markdown === body.toString('base64')).toBe(true);
    },
  );

  it('gives only the formats asked for', async () => {
    const { markdown, html, rawHtml, links } = await fileAsBase64(
      request(Buffer.from('%PDF-'), { formats: ['rawHtml', 'links'] }),
    );
    expect({ markdown, html, rawHtml, links }).toEqual({
      markdown: null,
      html: null,
      rawHtml: Buffer.from('%PDF-').toString('base64'),
      links: [],
    });
  });

  it('lets other work in between', async () => {
    const order: string[] = [];
    const encoded = fileAsBase64(request(randomBytes(4_000_003))).then(() => order.push('encoded'));
    setImmediate(() => order.push('other'));
    await encoded;
    expect(order).toEqual(['other', 'encoded']);
  });
});

describe('isWantedAsFile', () => {
  it.each([
    ['%PDF-1.7', false, true, 'a PDF that is not to be parsed'],
    ['%PDF-1.7', true, false, 'a PDF that is'],
    ['<p>about %PDF-</p>', false, false, 'a page'],
    ['{\\rtf1 x}', false, false, 'another document'],
  ])('%s, parsePdf %s: %s (%s)', (body, parsePdf, expected) => {
    expect(isWantedAsFile(request(Buffer.from(body), { parsePdf }))).toBe(expected);
  });
});
