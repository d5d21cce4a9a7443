import { documentType } from './document-type.js';

describe('documentType', () => {
  const words = 'Für Gäste: schöne Wände, ähnlich träumend. ';

  it.each([
    [
      'says UTF-8 of bytes that are, where nothing is declared',
      'text/html',
      Buffer.from(words),
      'text/html; charset=utf-8',
    ],
    [
      'corrects what the header says wrongly',
      'text/html; charset=iso-8859-1',
      Buffer.from(words),
      'text/html; charset=utf-8',
    ],
    [
      'finds the encoding of older pages',
      'text/html',
      Buffer.from(words, 'latin1'),
      'text/html; charset=windows-1252',
    ],
    [
      'believes a header that is not contradicted',
      'text/html; charset=koi8-r',
      Buffer.from([0xf0, 0xd2, 0xc9]),
      'text/html; charset=koi8-r',
    ],
    [
      'believes what the page declares',
      undefined,
      Buffer.from('<meta charset="euc-kr">\xb0\xa1', 'latin1'),
      'text/html; charset=euc-kr',
    ],
    [
      'leaves XHTML what it is',
      'application/xhtml+xml',
      Buffer.from(words),
      'application/xhtml+xml; charset=utf-8',
    ],
    [
      'makes HTML of what was called something else',
      'text/plain',
      Buffer.from(words),
      'text/html; charset=utf-8',
    ],
  ])('%s', (_what, header, body, expected) => {
    expect(documentType({ headers: header === undefined ? {} : { 'content-type': header }, body })).toBe(
      expected,
    );
  });
});
