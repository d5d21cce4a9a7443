import { convertBytes } from '../convert-bytes.fixture.js';
import { zipFiles, type ZipFile } from '@web-extract/documents/containers/zip/zip-files.fixture.js';

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = `${R}/`;

interface Parts {
  readonly styles?: string;
  readonly numbering?: string;
  readonly footnotes?: string;
  readonly fonts?: string;
  readonly links?: string;
  readonly core?: string;
}

function docx(body: string, { styles, numbering, footnotes, fonts, links = '', core }: Parts = {}): Buffer {
  const parts = Object.entries({ styles, numbering, footnotes, fontTable: fonts }).filter(
    (part): part is [string, string] => part[1] !== undefined,
  );
  const relations = parts.map(
    ([name]) => `<Relationship Id="${name}" Type="${TYPE}${name}" Target="${name}.xml"/>`,
  );
  const rels = (inside: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`;
  const files: ZipFile[] = [
    [
      '[Content_Types].xml',
      '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ],
    ['_rels/.rels', rels(`<Relationship Id="a" Type="${TYPE}officeDocument" Target="word/document.xml"/>`)],
    ['word/_rels/document.xml.rels', rels(relations.join('') + links)],
    [
      'word/document.xml',
      `<w:document xmlns:w="${W}" xmlns:r="${R}" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><w:body>${body}</w:body></w:document>`,
    ],
    ...parts.map(([name, content]): ZipFile => [
      `word/${name}.xml`,
      `<w:${name} xmlns:w="${W}">${content}</w:${name}>`,
    ]),
  ];
  if (core !== undefined)
    files.push([
      'docProps/core.xml',
      `<c:coreProperties xmlns:c="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">${core}</c:coreProperties>`,
    ]);
  return zipFiles(files);
}

const p = (text: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${r(text)}</w:p>`;
const r = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const styled = (style: string) => `<w:pStyle w:val="${style}"/>`;
const style = (id: string, name: string, inside = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${inside}</w:style>`;
const numbered = (id: number, level = 0) =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`;
const level = (at: number, format: string, text: string, inside = '') =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/>${inside}</w:lvl>`;
const NUMBERING =
  `<w:abstractNum w:abstractNumId="1">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%2)')}</w:abstractNum>` +
  `<w:abstractNum w:abstractNumId="2">${level(0, 'bullet', '•')}${level(1, 'bullet', 'o')}</w:abstractNum>` +
  `<w:abstractNum w:abstractNumId="3">${level(0, 'decimal', '%1')}${level(1, 'decimal', '%1.%2')}</w:abstractNum>` +
  `<w:abstractNum w:abstractNumId="4">${level(0, 'bullet', ' ')}</w:abstractNum>` +
  '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>' +
  '<w:num w:numId="3"><w:abstractNumId w:val="3"/></w:num><w:num w:numId="4"><w:abstractNumId w:val="4"/></w:num>' +
  '<w:num w:numId="5"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>';

async function markdown(body: string, parts: Parts = {}): Promise<string> {
  return (await convertBytes(docx(body, parts))).markdown?.trim() ?? '';
}

describe('readDocx', () => {
  it('tells headings by the names of styles, by what they are based on, and by outline levels', async () => {
    const styles =
      style('a', 'heading 1') +
      style('b', 'Own', '<w:basedOn w:val="c"/>') +
      style('c', 'heading 2') +
      style('d', 'Kapitel', '<w:pPr><w:outlineLvl w:val="2"/></w:pPr>');
    const body =
      p('One', styled('a')) +
      p('Two', styled('b')) +
      p('Three', styled('d')) +
      p('Four', '<w:outlineLvl w:val="3"/>');
    expect(await markdown(body, { styles })).toBe('# One\n\n## Two\n\n### Three\n\n#### Four');
  });

  it('puts headings below a title, where they would stand beside it', async () => {
    const styles = style('t', 'Title') + style('a', 'heading 1') + style('b', 'heading 2');
    const title = p('All', styled('t'));
    expect(await markdown(title + p('One', styled('a')) + p('Two', styled('b')), { styles })).toBe(
      '# All\n\n## One\n\n### Two',
    );
    expect(await markdown(title + p('Two', styled('b')), { styles })).toBe('# All\n\n## Two');
  });

  it('nests lists, counts on after what stands between, and restarts where the file says so', async () => {
    const body =
      p('one', numbered(1)) +
      p('a', numbered(1, 1)) +
      p('b', numbered(1, 1)) +
      p('two', numbered(1)) +
      p('between') +
      p('three', numbered(1)) +
      p('again', numbered(5)) +
      p('mark', numbered(2)) +
      p('inner', numbered(2, 1));
    expect(await markdown(body, { numbering: NUMBERING })).toBe(
      '1. one\n   1. a\n   2. b\n2. two\n\nbetween\n\n3. three\n\n1) again\n\n- mark\n  - inner',
    );
  });

  it('nests lists of several numberings by their indents', async () => {
    const at = (left: number) => `<w:ind w:left="${left}" w:hanging="360"/>`;
    const numbering =
      `<w:abstractNum w:abstractNumId="1">${level(0, 'bullet', '•', `<w:pPr>${at(360)}</w:pPr>`)}</w:abstractNum>` +
      `<w:abstractNum w:abstractNumId="2">${level(0, 'bullet', '•', `<w:pPr>${at(720)}</w:pPr>`)}</w:abstractNum>` +
      '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>';
    const body = p('one', numbered(1)) + p('inner', numbered(2)) + p('two', numbered(1));
    expect(await markdown(body, { numbering })).toBe('- one\n  - inner\n- two');
  });

  it('keeps a paragraph without a mark in the item above it', async () => {
    const body = p('one', numbered(2)) + p('more of it', numbered(4)) + p('two', numbered(2));
    expect(await markdown(body, { numbering: NUMBERING })).toBe('- one\n\n  more of it\n\n- two');
  });

  it('writes the numbers of headings as they are shown', async () => {
    const styles =
      style('a', 'heading 1', `<w:pPr>${numbered(3)}</w:pPr>`) +
      style('b', 'heading 2', `<w:pPr>${numbered(3, 1)}</w:pPr>`);
    const body =
      p('First', styled('a')) + p('Inner', styled('b')) + p('Second', styled('a')) + p('Inner', styled('b'));
    expect(await markdown(body, { styles, numbering: NUMBERING })).toBe(
      '# 1 First\n\n## 1.1 Inner\n\n# 2 Second\n\n## 2.1 Inner',
    );
  });

  it('takes changes as accepted and drops comments, hidden text and page numbers', async () => {
    const body =
      `<w:p>${r('kept ')}<w:ins>${r('new ')}</w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del>` +
      `<w:moveFrom>${r('away')}</w:moveFrom><w:moveTo>${r('here ')}</w:moveTo>${r('hidden', '<w:vanish/>')}` +
      `<w:r><w:commentReference w:id="1"/></w:r><w:fldSimple w:instr=" PAGE ">${r('17')}</w:fldSimple>${r('end')}</w:p>` +
      `<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>${r('joined ')}</w:p>${p('line')}`;
    expect(await markdown(body)).toBe('kept new here end\n\njoined line');
  });

  it('reads emphasis, also that of styles, with the blanks outside', async () => {
    const styles =
      '<w:style w:type="character" w:styleId="s"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style>';
    const body =
      `<w:p>${r('plain ')}${r('bold ', '<w:b/>')}${r('too', '<w:rStyle w:val="s"/>')}${r(' not', '<w:b w:val="0"/>')} ` +
      `${r(' x', '<w:i/>')}${r('2', '<w:vertAlign w:val="superscript"/>')}${r(' gone', '<w:strike/>')}</w:p>`;
    expect(await markdown(body, { styles })).toBe('plain **bold too** not *x*<sup>2</sup> ~~gone~~');
  });

  it('reads links of relations, of fields and within the document', async () => {
    const links =
      '<Relationship Id="x" Type="x/hyperlink" Target="https://a.example/?q=1&amp;r=2" TargetMode="External"/>';
    const field =
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "https://b.example/" \\o "tip" </w:instrText></w:r>' +
      `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${r('field')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const body = `<w:p><w:hyperlink r:id="x">${r('one')}</w:hyperlink>${r(' ')}${field}${r(' after')}</w:p>`;
    expect(await markdown(body, { links })).toBe(
      '[one](https://a.example/?q=1&r=2) [field](https://b.example/) after',
    );
  });

  it('reads tables with spans, the first row as their head', async () => {
    const cell = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(text)}</w:tc>`;
    const body =
      `<w:tbl><w:tr>${cell('wide', '<w:gridSpan w:val="2"/>')}${cell('c')}</w:tr>` +
      `<w:tr>${cell('down', '<w:vMerge w:val="restart"/>')}${cell('1')}${cell('2')}</w:tr>` +
      `<w:tr>${cell('', '<w:vMerge/>')}${cell('3')}${cell('4')}</w:tr>` +
      `<w:tr><w:trPr><w:del/></w:trPr>${cell('x')}${cell('y')}${cell('z')}</w:tr></w:tbl>`;
    expect(await markdown(body)).toBe('| wide |  | c |\n| --- | --- | --- |\n| down | 1 | 2 |\n|  | 3 | 4 |');
  });

  it('makes notes of footnotes, in the order they are referred to', async () => {
    const footnotes =
      `<w:footnote w:type="separator" w:id="0">${p('line')}</w:footnote>` +
      `<w:footnote w:id="1">${p('first said')}</w:footnote><w:footnote w:id="2">${p('second said')}</w:footnote>`;
    const mark = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
    const body = `<w:p>${r('a')}${mark(2)}${r(' b')}${mark(1)}</w:p>`;
    expect(await markdown(body, { footnotes })).toBe('a[^1] b[^2]\n\n[^1]: second said\n\n[^2]: first said');
  });

  it('tells code by style and by letters of one width, and prose in such letters from it', async () => {
    const styles = style('c', 'Source Code');
    const fonts = '<w:font w:name="Slab Ten"><w:pitch w:val="fixed"/></w:font>';
    const typed = (text: string) => `<w:p>${r(text, '<w:rFonts w:ascii="Slab Ten"/>')}</w:p>`;
    const body =
      p('let a = 1;', styled('c')) +
      p('  a++;', styled('c')) +
      p('between') +
      typed('if (x) {') +
      typed('  y();') +
      typed('}') +
      p('between') +
      typed('A letter written on an old machine.') +
      `<w:p>${r('call ')}${r('exit', '<w:rFonts w:ascii="Slab Ten"/>')}</w:p>`;
    expect(await markdown(body, { styles, fonts })).toBe(
      '```\nlet a = 1;\n  a++;\n```\n\nbetween\n\n```\nif (x) {\n  y();\n}\n```\n\nbetween\n\nA letter written on an old machine.\n\ncall `exit`',
    );
  });

  it('reads pictures by their description, boxes, text boxes and formulas', async () => {
    const drawing = (inside: string) => `<w:r><w:drawing><wp:inline>${inside}</wp:inline></w:drawing></w:r>`;
    const box = (ticked: number) =>
      `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${ticked}"/></w14:checkbox></w:sdtPr><w:sdtContent>${r('☒')}</w:sdtContent></w:sdt>`;
    const body =
      `<w:p>${drawing('<wp:docPr id="1" name="Picture 1" descr="A bridge"/>')}</w:p>` +
      `<w:p>${box(1)}${r(' done')}</w:p><w:p>${box(0)}${r(' open')}</w:p>` +
      `<w:p>${r('beside')}${drawing(`<w:txbxContent>${p('in the box')}</w:txbxContent>`)}</w:p>` +
      '<w:p><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath></w:p>';
    expect(await markdown(body)).toBe(
      '![A bridge]()\n\n- [x] done\n- [ ] open\n\nbeside\n\nin the box\n\n$\\frac{a}{2}$',
    );
  });

  it('states what the document says about itself', async () => {
    const core =
      '<dc:title>A title</dc:title><dc:creator>Ann</dc:creator><dcterms:created>2024-01-02T03:04:05Z</dcterms:created><dc:language>fr</dc:language>';
    const { metadata } = await convertBytes(docx(p('x'), { core }));
    expect(metadata).toMatchObject({ title: 'A title', author: 'Ann', language: 'fr', numPages: null });
    expect(metadata.meta).toEqual({ createdDate: '2024-01-02T03:04:05Z' });
  });

  it('ends with what came out when a file breaks off', async () => {
    const body = Array.from({ length: 3000 }, (_, at) => p(`paragraph ${at} of ${at * 7919}`)).join('');
    const bytes = docx(body);
    const { markdown: text } = await convertBytes(bytes.subarray(0, bytes.length / 2));
    expect(text).toContain('paragraph 0 of 0');
  });

  it('reads the same whatever prefixes the file declares', async () => {
    const bytes = zipFiles([
      [
        'word/document.xml',
        `<document xmlns="${W}" xmlns:q="${W}"><q:body><p><r><t>hello</t></r></p></q:body></document>`,
      ],
    ]);
    expect((await convertBytes(bytes)).markdown).toBe('hello');
  });

  it.each([
    [
      'styles in a circle',
      style('a', 'A', '<w:basedOn w:val="b"/>') + style('b', 'B', '<w:basedOn w:val="a"/>'),
    ],
  ])('survives %s', async (_, styles) => {
    expect(await markdown(p('x', styled('a')), { styles })).toBe('x');
  });

  it('survives fields within fields, and goes on behind them', async () => {
    const begin =
      '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>REF x</w:instrText><w:fldChar w:fldCharType="separate"/></w:r>';
    const end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>';
    const deep = `<w:p>${begin.repeat(3_000)}${r('within')}${end.repeat(3_000)}</w:p>`;
    const link = `<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>HYPERLINK "https://a.example/"</w:instrText><w:fldChar w:fldCharType="separate"/></w:r>${r('link')}${end}${r(' and text')}</w:p>`;
    expect(await markdown(deep + link)).toBe('within\n\n[link](https://a.example/) and text');
  });

  it('writes notes that refer to each other in a circle once each', async () => {
    const note = (id: number, next: number) =>
      `<w:footnote w:id="${id}"><w:p>${r(`note ${id}`)}<w:r><w:footnoteReference w:id="${next}"/></w:r></w:p></w:footnote>`;
    const footnotes = Array.from({ length: 500 }, (_, at) => note(at + 1, ((at + 1) % 500) + 1)).join('');
    const text = await markdown(`<w:p>${r('x')}<w:r><w:footnoteReference w:id="1"/></w:r></w:p>`, {
      footnotes,
    });
    expect(text.match(/note \d+/g)).toHaveLength(500);
  });

  it('opens nothing that a document declares as an entity', async () => {
    const xml = `<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "aaaa">]><w:document xmlns:w="${W}"><w:body>${p('a&x;&y;b')}</w:body></w:document>`;
    expect((await convertBytes(zipFiles([['word/document.xml', xml]]))).markdown).toBe('a&x;&y;b');
  });
});
