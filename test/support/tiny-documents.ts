import { doc } from '../../libs/documents/src/word/doc/doc-files.fixture.js';
import { label, workbook } from '../../libs/documents/src/sheets/xls/biff-files.fixture.js';
import { zipFiles } from '../../libs/documents/src/containers/zip/zip-files.fixture.js';
import { tinyLines, tinyPdf } from './tiny-pdf.js';

const OOXML = 'http://schemas.openxmlformats.org';
const OFFICE = `${OOXML}/officeDocument/2006/relationships`;
const ODF = ['office', 'text', 'table']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat('xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"')
  .join(' ');

/** One small document of each kind that can be read, each with the words given and nothing else to see. */
export function tinyDocuments(words: string): Readonly<Record<string, Buffer>> {
  const odf = (kind: string, body: string) =>
    zipFiles([
      ['mimetype', `application/vnd.oasis.opendocument.${kind}`, { method: 0 }],
      [
        'content.xml',
        `<office:document-content ${ODF}><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
      ],
    ]);
  const paragraph = `<text:p>${words}</text:p>`;
  return {
    pdf: Buffer.from(tinyPdf([{ texts: tinyLines([words], 72, 100) }], { info: { Title: words } })),
    docx: tinyDocx(`<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`),
    xlsx: zipFiles([
      [
        'xl/workbook.xml',
        `<workbook xmlns="${OOXML}/spreadsheetml/2006/main" xmlns:r="${OFFICE}"><sheets><sheet name="S" r:id="s"/></sheets></workbook>`,
      ],
      ['xl/_rels/workbook.xml.rels', relation('s', 'worksheet', 'sheet.xml')],
      [
        'xl/sheet.xml',
        `<worksheet xmlns="${OOXML}/spreadsheetml/2006/main"><sheetData><row><c t="inlineStr"><is><t>${words}</t></is></c></row></sheetData></worksheet>`,
      ],
    ]),
    pptx: zipFiles([
      [
        'ppt/presentation.xml',
        `<p:presentation xmlns:p="${OOXML}/presentationml/2006/main" xmlns:r="${OFFICE}"><p:sldIdLst><p:sldId r:id="s"/></p:sldIdLst></p:presentation>`,
      ],
      ['ppt/_rels/presentation.xml.rels', relation('s', 'slide', 'slide.xml')],
      [
        'ppt/slide.xml',
        `<p:sld xmlns:p="${OOXML}/presentationml/2006/main" xmlns:a="${OOXML}/drawingml/2006/main"><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>${words}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
      ],
      ['ppt/_rels/slide.xml.rels', relation('n', 'notesSlide', 'notes.xml')],
      [
        'ppt/notes.xml',
        `<p:notes xmlns:p="${OOXML}/presentationml/2006/main" xmlns:a="${OOXML}/drawingml/2006/main"><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type="body"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>To be said aloud</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:notes>`,
      ],
    ]),
    odt: odf('text', paragraph),
    ods: odf(
      'spreadsheet',
      `<table:table table:name="S"><table:table-row><table:table-cell>${paragraph}</table:table-cell></table:table-row></table:table>`,
    ),
    odp: odf(
      'presentation',
      `<draw:page><draw:frame><draw:text-box>${paragraph}</draw:text-box></draw:frame></draw:page>`,
    ),
    rtf: Buffer.from(`{\\rtf1\\ansi ${words}\\par}`),
    epub: zipFiles([
      ['mimetype', 'application/epub+zip', { method: 0 }],
      [
        'META-INF/container.xml',
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>',
      ],
      [
        'a.opf',
        '<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
      ],
      ['a.xhtml', `<html xmlns="http://www.w3.org/1999/xhtml"><body><p>${words}</p></body></html>`],
    ]),
    doc: doc({ parts: [{ text: `${words}\r` }] }),
    xls: workbook([{ name: 'S', records: [label(0, 0, words)] }]),
  };
}

/** A Word document with this body, whose relations are links by their ids. */
export function tinyDocx(body: string, links: Readonly<Record<string, string>> = {}): Buffer {
  const relations = Object.entries(links).map(
    ([id, href]) =>
      `<Relationship Id="${id}" Type="${OFFICE}/hyperlink" Target="${href}" TargetMode="External"/>`,
  );
  return zipFiles([
    [
      'word/document.xml',
      `<w:document xmlns:w="${OOXML}/wordprocessingml/2006/main" xmlns:r="${OFFICE}"><w:body>${body}</w:body></w:document>`,
    ],
    [
      'word/_rels/document.xml.rels',
      `<Relationships xmlns="${OOXML}/package/2006/relationships">${relations.join('')}</Relationships>`,
    ],
    [
      'docProps/core.xml',
      `<cp:coreProperties xmlns:cp="${OOXML}/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>Letter</dc:title><dc:creator>Ada</dc:creator><dc:language>pl</dc:language><dcterms:created>2024-03-01T10:00:00Z</dcterms:created><dcterms:modified>2024-03-02T10:00:00Z</dcterms:modified></cp:coreProperties>`,
    ],
  ]);
}

function relation(id: string, type: string, target: string): string {
  return `<Relationships xmlns="${OOXML}/package/2006/relationships"><Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;
}
