import { zipFiles } from './containers/zip/zip-files.fixture.js';
import { sniffType } from './markup/decode/sniff-type.js';
import { sniffDocument } from './sniff-document.js';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const office = (main: string, root: string, stated: string) =>
  zipFiles([
    ['[Content_Types].xml', `<Types><Override PartName="/${main}" ContentType="${stated}"/></Types>`],
    [
      '_rels/.rels',
      `<Relationships><Relationship Id="a" Type="${REL}/officeDocument" Target="/${main}"/></Relationships>`,
    ],
    [main, `<?xml version="1.0"?><x:${root} xmlns:x="y"/>`],
  ]);

describe('sniffDocument', () => {
  it.each([
    ['ppt/presentation.xml', 'presentation', WORD, 'pptx', 'content types of another kind'],
    ['doc.xml', 'workbook', WORD, 'xlsx', 'a root element that contradicts them'],
    ['word/document.xml', 'document', WORD, 'docx', 'parts that agree'],
    ['word/document.xml', 'other', WORD, 'docx', 'an unknown root element'],
  ])('reads %s with the root %s, stated as %s, as %s (%s)', (main, root, stated, kind) => {
    expect(sniffDocument(office(main, root, stated), 'application/zip')).toBe(kind);
  });
});

describe('PDF behind other content', () => {
  const pdf = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\nstartxref\n0\n%%EOF\n';

  it.each([
    [`<html><head></head>\n${pdf}`, 'text/html', 'document', 'a piece of a page'],
    [`<html><head></head>\n${pdf}`, 'application/octet-stream', 'document', 'without a type'],
    [`<p>A file begins with %PDF-1.4</p>`, 'text/html', 'html', 'a page that mentions the header'],
    [`<html><body><pre>${pdf}</pre></body></html>`, 'text/html', 'html', 'a page that shows a whole file'],
  ])('%j as %s is %s (%s)', (body, type, kind) => {
    expect(sniffType(Buffer.from(body), type).kind).toBe(kind);
  });
});
