import { sniffType, type ContentKind } from './sniff-type.js';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const PNG = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0';
const NOISE = Array.from({ length: 400 }, (_, at) => String.fromCharCode((at * 37) % 256)).join('');

describe('sniffType', () => {
  it.each<[string, string | null, string, ContentKind]>([
    ['a page', 'text/html; charset=utf-8', '<!doctype html><p>x', 'html'],
    ['a page in XHTML', 'application/xhtml+xml', '<?xml version="1.0"?><html xmlns="x">', 'html'],
    ['a page without header', null, '\n <!DOCTYPE html><p>x', 'html'],
    [
      'a page in XHTML behind a long comment',
      'text/html',
      `<?xml version="1.0"?><!-- ${'x'.repeat(2000)} --><html>`,
      'html',
    ],
    ['a fragment without header', null, '<p>Hello</p>', 'html'],
    ['a page as a download', 'application/octet-stream', '<html><body>x', 'html'],
    ['a page as an image', 'image/jpeg', '<!doctype html><title>Not found</title>', 'html'],
    ['a page as PDF', 'application/pdf', '<!doctype html><title>Log in</title>', 'html'],
    ['a page as XML', 'text/xml', '<?xml version="1.0"?><!DOCTYPE html PUBLIC "x"><html>', 'html'],
    ['a page as an unknown type', 'application/vnd.ms-excel', '<table><tr><td>1</td></tr></table>', 'html'],
    ['a page with a stray NUL', 'text/html', `<p>${'words '.repeat(50)}\0</p>`, 'html'],
    ['a page that begins with a bracket', 'text/html', '[Home] <p>text</p>', 'html'],
    ['an empty page', 'text/html', '', 'html'],
    ['a feed', 'application/rss+xml', '<rss version="2.0">', 'xml'],
    ['a feed as HTML', 'text/html', '<?xml version="1.0"?>\n<!-- made by x --><rss version="2.0">', 'xml'],
    ['XML without header', null, '<?xml version="1.0"?><note/>', 'xml'],
    ['JSON', 'application/json', '{"a":1}', 'json'],
    ['JSON by suffix', 'application/ld+json', '[]', 'json'],
    ['JSON as HTML', 'text/html', '{"a": ["<b>"]}', 'json'],
    ['JSON without header', null, ' [1, 2]', 'json'],
    ['text that begins with a bracket', null, '[1] A note.', 'text'],
    ['plain text', 'text/plain', 'Hello', 'text'],
    ['source of a page', 'text/plain', '<!doctype html><p>x', 'text'],
    ['text without header', null, 'Hello <b>you</b>', 'text'],
    ['text in UTF-16', 'text/plain', '\xff\xfeH\0i\0', 'text'],
    ['a script', 'application/javascript', 'let a = 1 < 2;', 'text'],
    ['markdown', 'text/markdown; charset=utf-8', '# Title', 'markdown'],
    ['a table', 'text/csv', 'a,b\n1,2', 'csv'],
    ['a PDF', 'application/pdf', '%PDF-1.7\n', 'document'],
    ['a PDF as text', 'text/plain', '%PDF-1.4\n%\xe2\xe3\xcf\xd3', 'document'],
    ['a PDF as HTML', 'text/html', '%PDF-1.4\n', 'document'],
    ['an image', 'image/png', PNG, 'binary'],
    ['an image as HTML', 'text/html', PNG, 'binary'],
    ['an image without header', null, PNG, 'binary'],
    ['a drawing', 'image/svg+xml', '<svg xmlns="x"><path/></svg>', 'binary'],
    ['a drawing as XML', 'application/xml', '<?xml version="1.0"?><svg xmlns="x"/>', 'binary'],
    ['an archive', 'application/zip', 'PK\x03\x04\x14\0', 'document'],
    ['an office file', 'application/vnd.openxmlformats-officedocument', 'PK\x03\x04\x14\0', 'document'],
    ['bytes as text', 'text/plain', NOISE, 'binary'],
    ['bytes as a download', 'application/octet-stream', NOISE, 'binary'],
    ['text that begins like a bitmap', 'text/plain', 'BMW builds cars.', 'text'],
  ])('%s (%s) is recognized by its bytes', (_, contentType, text, kind) => {
    expect(sniffType(bytes(text), contentType).kind).toBe(kind);
  });

  it('names what it found and keeps the charset of the header', () => {
    expect(sniffType(bytes(PNG), 'text/html; charset=koi8-r')).toEqual({
      kind: 'binary',
      mediaType: 'image/png',
      charset: 'koi8-r',
    });
    expect(sniffType(bytes(NOISE), 'text/html').mediaType).toBe('application/octet-stream');
    expect(sniffType(bytes('x'), 'Text/CSS').mediaType).toBe('text/css');
  });

  it.each([
    ['text/html; charset="utf-8"', 'utf-8'],
    ["text/html;charset='utf-8'", 'utf-8'],
    ['text/html; boundary=x; Charset = Shift_JIS ;q=1', 'Shift_JIS'],
    ['text/html, text/html; charset=koi8-r', 'koi8-r'],
    ['text/html; charset=', null],
    ['nonsense', null],
  ])('reads the charset of %s', (header, charset) => {
    expect(sniffType(bytes('<p>x'), header).charset).toBe(charset);
  });
});
