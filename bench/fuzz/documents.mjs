import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { build } from 'esbuild';
import { faultOf } from './answers.mjs';
import { mutated } from './values.mjs';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const BOUNDARY = 'boundary-of-the-form';
const CELL = '<table:table-cell><text:p>cell</text:p></table:table-cell>';
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 60>>stream
BT /F1 18 Tf 20 100 Td (A lantern of the old harbour) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R/Size 6>>
%%EOF`;

/** Files of all families that are read. Archives are written after the mutation of one of their files, or mutated as a whole. */
const FILES = {
  'a.html': '<!doctype html><title>T</title><article><h1>Quay</h1><p>A lantern.</p><table><tr><td>1</td></tr></table><ul><li>x</ul><pre>code</pre><script>1</script></article>',
  'a.xml': '<?xml version="1.0"?><rss version="2.0"><channel><title>T</title><item><title>a</title><link>http://a/</link></item></channel></rss>',
  'a.csv': 'a,b;c\n1,"2\n3",x\n4,5,6\n',
  'a.json': '{"a":[1,2,{"b":null}],"c":"text"}',
  'a.rtf': '{\\rtf1\\ansi{\\fonttbl\\f0 Helvetica;}\\f0 A \\b bold\\b0  word\\par \\u8364? {\\*\\x y}}',
  'a.md': '# Title\n\n- a\n- b\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
  'a.pdf': PDF,
  'predictor.pdf': PDF.replace('/Length 60', '/Filter[/FlateDecode/LZWDecode]/DecodeParms[<</Predictor 15/Colors 3/BitsPerComponent 8/Columns 40>><</EarlyChange 1>>]/Length 60').replace('/Helvetica', '/ZapfDingbats/Encoding<</Differences[1/f_i/T_h]>>'),
  'parts.rtf': '{\\rtf1\\ansi{\\upr{a}{\\*\\ud{\\u26085?}}}{\\shp{\\*\\shpinst{\\sp{\\sn a}{\\sv 1}}{\\shptxt box\\par}}}{\\mmath{\\*\\moMath{\\mf{\\mnum{\\mr a}}{\\mden{\\mr b}}}}}{\\field{\\*\\fldinst FORMDROPDOWN {\\*\\formfield{\\fftype2\\ffres1{\\*\\ffl x}{\\*\\ffl y}}}}{\\fldrslt }}\\page x\\row}',
  'a.fods': `<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet><table:table table:name="S"><table:table-row table:visibility="filter" table:number-rows-repeated="9">${CELL}</table:table-row></table:table></office:spreadsheet></office:body></office:document>`,
  'parts.docx': { '[Content_Types].xml': '<Types/>', 'word/_rels/document.xml.rels': '<Relationships><Relationship Id="c" Type="x/aFChunk" Target="c.mht"/><Relationship Id="d" Type="x/chart" Target="d.xml"/></Relationships>', 'word/c.mht': 'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="b"\n\n--b\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<p>caf=C3=A9</p>\n--b--', 'word/d.xml': '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:ser><c:val><c:pt idx="3"><c:v>1</c:v></c:pt></c:val></c:ser></c:chart></c:chartSpace>', 'word/document.xml': `<w:document ${W} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><w:body><w:altChunk r:id="c"/><w:p><w:r><w:drawing><a:graphicData><c:chart r:id="d"/></a:graphicData></w:drawing><w:fldChar w:fldCharType="begin"/><w:instrText>SEQ Table EQ \\o(a,b)</w:instrText><w:fldChar w:fldCharType="end"/></w:r></w:p></w:body></w:document>` },
  'a.docx': { '[Content_Types].xml': '<Types/>', 'word/document.xml': `<w:document ${W}><w:body><w:p><w:r><w:t>Word</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl></w:body></w:document>` },
  'a.xlsx': { '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>', 'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>', 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c><c r="XFD1048576"><v>2</v></c></row></sheetData></worksheet>' },
  'a.odt': { mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b"><office:body><office:text><text:h>H</text:h><table:table><table:table-row>${CELL}</table:table-row></table:table></office:text></office:body></office:document-content>` },
  'a.epub': { mimetype: 'application/epub+zip', 'META-INF/container.xml': '<container><rootfiles><rootfile full-path="c.opf"/></rootfiles></container>', 'c.opf': '<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>', 'a.xhtml': '<html><body><p>Book</p></body></html>' },
}; // prettier-ignore

/** Binary files are written by the fixtures of the readers, which no build contains. */
const {
  outputFiles: [fixtures],
} = await build({
  entryPoints: [fileURLToPath(new URL('./binary-documents.ts', import.meta.url))],
  bundle: true,
  format: 'esm',
  platform: 'node',
  write: false,
});
const { compoundFile, ARCHIVES, STREAMS } = await import(
  `data:text/javascript;base64,${Buffer.from(fixtures.contents).toString('base64')}`
);
Object.assign(FILES, ARCHIVES);

/** Mutated files as uploads, and as what a site answers. */
export async function fuzzDocuments(random, { ask, site, serve }) {
  const name = random.pick([...Object.keys(FILES), ...Object.keys(STREAMS)]);
  const bytes = name in STREAMS ? packed(random, STREAMS[name], compoundFile) : fileOf(random, FILES[name]);
  if (random.chance(0.5)) {
    const id = serve(
      bytes,
      random.pick([
        'text/html',
        'application/octet-stream',
        'application/pdf',
        'text/xml',
        'text/csv; charset=utf-7',
      ]),
    );
    const body = JSON.stringify({
      url: `${site}/file/${id}/${name}`,
      formats: ['markdown', 'html', 'links'],
      timeout: 8_000,
    });
    return judged(
      name,
      bytes,
      await ask('POST', `/v${random.pick([1, 2])}/scrape`, body, { 'content-type': 'application/json' }),
    );
  }
  const body = formOf(name, bytes);
  return judged(
    name,
    bytes,
    await ask('POST', '/v2/parse', random.chance(0.1) ? mutated(random, body) : body, {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    }),
  );
}

function judged(name, bytes, answer) {
  const fault = faultOf(answer);
  return fault && `${name} ${bytes.toString('base64').slice(0, 4_000)}: ${fault}`;
}

function formOf(name, bytes) {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

function fileOf(random, file) {
  if (typeof file === 'string') return mutated(random, Buffer.from(file));
  return packed(random, file, (parts) => zipOf(Object.entries(parts)));
}

/** A container in which one part is mutated, and sometimes the whole. */
function packed(random, parts, pack) {
  const changed = random.pick(Object.keys(parts));
  const bytes = Object.entries(parts).map(([name, part]) => [
    name,
    name === changed ? mutated(random, Buffer.from(part)) : Buffer.from(part),
  ]);
  const whole = pack(Object.fromEntries(bytes));
  return random.chance(0.4) ? mutated(random, whole) : whole;
}

/** An archive whose files are stored without compression. */
function zipOf(files) {
  const [locals, entries] = [[], []];
  let offset = 0;
  for (const [name, data] of files) {
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(data.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), data]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, place, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(Buffer.concat(entries).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...entries, end]);
}
