// Small documents, made for each request.
import { strToU8, zipSync } from 'fflate';

const TEXT = 'The keeper of the tower writes down each ship that passes the harbour before the storm';

const MAKERS = {
  pdf: (n) => ['application/pdf', pdf(`${TEXT} ${n}`)],
  docx: (n) => [
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    docx(`${TEXT} ${n}`),
  ],
  csv: (n) => ['text/csv', Array.from({ length: 200 }, (_, at) => `${at},${n},${TEXT}`).join('\n')],
  rtf: (n) => ['application/rtf', `{\\rtf1\\ansi {\\b Heading ${n}}\\par ${`${TEXT}. `.repeat(20)}\\par}`],
  json: (n) => ['application/json', JSON.stringify({ n, text: TEXT })],
};

export const KINDS = Object.keys(MAKERS);

/** @returns content type and body */
export const documentOf = (kind, n) => (MAKERS[kind] ?? MAKERS.csv)(n);

function docx(text) {
  const paragraphs = Array.from({ length: 30 }, () => `<w:p><w:r><w:t>${text}.</w:t></w:r></w:p>`).join('');
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
  const files = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relation}" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs}</w:body></w:document>`,
  };
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)]))),
  );
}

function pdf(text) {
  const content = Array.from(
    { length: 30 },
    (_, at) => `BT /F1 10 Tf 40 ${760 - at * 20} Td (${text}) Tj ET`,
  ).join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return `${file}xref\n0 6\n0000000000 65535 f \n${rows}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF`;
}
