import { unsupportedKind } from './unsupported-kind.js';

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

describe('unsupportedKind', () => {
  it.each([
    ['title'.padEnd(60, '\0') + 'BOOKMOBI', 'application/octet-stream', 'Kindle book', 'EPUB'],
    ['AT&TFORM\0\0\0\0DJVM', 'application/octet-stream', 'DjVu', 'PDF'],
    ['\xffWPC\x10', 'application/octet-stream', 'WordPerfect', 'docx'],
    ['%!PS-Adobe-3.0', 'application/postscript', 'PostScript', 'PDF'],
    ['<?xml version="1.0"?><FictionBook xmlns="x">', 'application/xml', 'FictionBook', 'EPUB'],
    ['\0\0\0\0', 'application/pdf', 'without a %PDF header', 'original'],
  ])('names %j (%s) as %s, with a remedy', (text, mediaType, name, remedy) => {
    const kind = unsupportedKind(bytes(text), mediaType);
    expect(kind?.name).toContain(name);
    expect(kind?.remedy).toContain(remedy);
  });

  it('knows nothing about other bytes', () => {
    expect(unsupportedKind(bytes('\0\x01\x02'), 'application/octet-stream')).toBeNull();
  });
});
