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
  /** Further files, and the relationships to them in `links`. */
  readonly files?: readonly ZipFile[];
}

function docx(
  body: string,
  { styles, numbering, footnotes, fonts, links = '', core, files: more = [] }: Parts = {},
): Buffer {
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
      `<w:document xmlns:w="${W}" xmlns:r="${R}" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex" xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:v="urn:schemas-microsoft-com:vml"><w:body>${body}</w:body></w:document>`,
    ],
    ...parts.map(([name, content]): ZipFile => [
      `word/${name}.xml`,
      `<w:${name} xmlns:w="${W}">${content}</w:${name}>`,
    ]),
  ];
  files.push(...more);
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

  it('warns of a text that ends early, and refuses one that ends before its first word', async () => {
    const main = (text: string) =>
      zipFiles([
        [
          '_rels/.rels',
          `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${TYPE}officeDocument" Target="word/document.xml"/></Relationships>`,
        ],
        ['word/document.xml', text],
      ]);
    const cut = await convertBytes(main(`<w:document xmlns:w="${W}"><w:body>${p('read')}<w:p><w:r`));
    expect(cut.markdown!.trim()).toBe('read');
    expect(cut.warnings.join()).toContain('ends early, and the rest of it is missing: word/document.xml');
    await expect(convertBytes(main('<w:docu'))).rejects.toThrow('word/document.xml ends early');
  });

  it('counts hidden text, or reads it on request', async () => {
    const body = `<w:p>${r('seen ')}${r('secret', '<w:vanish/>')}</w:p>`;
    expect((await convertBytes(docx(body))).warnings.join()).toContain(
      'Hidden and left out: 6 characters of text. Set `hidden` to read them',
    );
    expect((await convertBytes(docx(body), { hidden: true })).markdown!.trim()).toBe('seen secret');
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

  it('keeps text in the continuation of a merged cell', async () => {
    const cell = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(text)}</w:tc>`;
    const body =
      `<w:tbl><w:tr>${cell('a')}${cell('down', '<w:vMerge w:val="restart"/>')}</w:tr>` +
      `<w:tr>${cell('b')}${cell('more', '<w:vMerge/>')}</w:tr></w:tbl>`;
    expect(await markdown(body)).toContain('| a | down<br>more |');
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

  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${TYPE}${type}" Target="${target}"/>`;
  const drawn = (graphic: string) =>
    `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1"/><a:graphic><a:graphicData>${graphic}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

  it('reads charts as tables', async () => {
    const point = (at: number, value: string) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`;
    const chart = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart><c:plotArea><c:barChart><c:ser><c:tx><c:v>Tons</c:v></c:tx><c:cat><c:strCache>${point(0, 'North')}</c:strCache></c:cat><c:val><c:numCache>${point(0, '4.5')}</c:numCache></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
    const text = await markdown(p('Before') + drawn('<c:chart r:id="x"/>') + p('After'), {
      links: relation('x', 'chart', 'chart.xml'),
      files: [['word/chart.xml', chart]],
    });
    expect(text).toMatch(/^Before\n\nBar chart\n\n\|\s+\| Tons \|\n.*\n\| North \| 4.5\s+\|\n\nAfter$/);
  });

  it('reads titles of axes, titles that are cells, labels in place of values, and categories of all series', async () => {
    const text = (words: string) => `<c:tx><c:rich><a:p><a:r><a:t>${words}</a:t></a:r></a:p></c:rich></c:tx>`;
    const points = (...values: readonly string[]) =>
      values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('');
    const series = (name: string, names: readonly string[], values: readonly string[], labels = '') =>
      `<c:ser><c:tx><c:v>${name}</c:v></c:tx>${labels}<c:cat><c:strCache>${points(...names)}</c:strCache></c:cat><c:val><c:numCache>${points(...values)}</c:numCache></c:val></c:ser>`;
    const chart = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart><c:title><c:tx><c:strRef><c:strCache>${points('From a cell')}</c:strCache></c:strRef></c:tx></c:title><c:plotArea><c:lineChart>${series('A', ['N'], ['1'], `<c:dLbls><c:dLbl>${text('a peak')}</c:dLbl></c:dLbls>`)}${series('B', ['N', 'S'], ['2', '3'])}</c:lineChart><c:catAx><c:title>${text('Region')}</c:title></c:catAx><c:valAx><c:title>${text('Tons')}</c:title></c:valAx></c:plotArea></c:chart></c:chartSpace>`;
    const written = await markdown(drawn('<c:chart r:id="x"/>'), {
      links: relation('x', 'chart', 'chart.xml'),
      files: [['word/chart.xml', chart]],
    });
    expect(written).toMatch(/^From a cell\n\nLine chart, Region, Tons\n\n/);
    expect(written).toMatch(/\| N \| 1 \| 2 \|\n\| S \|\s+\| 3 \|\n\na peak$/);
  });

  it('reads charts of Office 2016, preferring them to the notice for earlier programs', async () => {
    const level = (values: readonly string[]) =>
      `<cx:lvl>${values.map((value, at) => `<cx:pt idx="${at}">${value}</cx:pt>`).join('')}</cx:lvl>`;
    const chart = `<cx:chartSpace xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex"><cx:chartData><cx:data id="0"><cx:strDim type="cat">${level(['Start', 'Gain'])}</cx:strDim><cx:numDim type="val">${level(['10', '4'])}</cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:txData><cx:v>Profit</cx:v></cx:txData></cx:tx></cx:title><cx:plotArea><cx:plotAreaRegion><cx:series layoutId="waterfall"><cx:tx><cx:txData><cx:v>Sum</cx:v></cx:txData></cx:tx><cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>`;
    const choice = `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="cx1"><w:drawing><a:graphic><a:graphicData><cx:chart r:id="x"/></a:graphicData></a:graphic></w:drawing></mc:Choice><mc:Fallback><w:t>not available</w:t></mc:Fallback></mc:AlternateContent></w:r></w:p>`;
    const text = await markdown(choice, {
      links: relation('x', 'chartEx', 'chart.xml'),
      files: [['word/chart.xml', chart]],
    });
    expect(text).toMatch(/^Profit\n\nWaterfall chart\n\n/);
    expect(text).toMatch(/\| Start \| 10\s+\|\n\| Gain\s+\| 4\s+\|$/);
  });

  it('reads the texts of diagrams, from their drawing if the data has none', async () => {
    const dgm =
      'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
    const said = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
    const data = (inside: string) => `<dgm:dataModel ${dgm}><dgm:ptLst>${inside}</dgm:ptLst></dgm:dataModel>`;
    const links = relation('d', 'diagramData', 'data.xml') + relation('w', 'diagramDrawing', 'drawing.xml');
    const body = drawn('<dgm:relIds r:dm="d"/>');
    const drawing = `<dsp:drawing xmlns:dsp="http://schemas.microsoft.com/office/drawing/2008/diagram" ${dgm}><dsp:spTree><dsp:sp><dsp:txBody>${said('Drawn')}</dsp:txBody></dsp:sp></dsp:spTree></dsp:drawing>`;
    const filled = data(
      `<dgm:pt><dgm:t>${said('Told')}</dgm:t></dgm:pt><dgm:pt type="asst"><dgm:t>${said('Aide')}</dgm:t></dgm:pt>`,
    );
    const read = (content: string) =>
      markdown(body, {
        links,
        files: [
          ['word/data.xml', content],
          ['word/drawing.xml', drawing],
        ],
      });
    expect(await read(filled)).toBe('Told\n\nAide');
    expect(await read(data(''))).toBe('Drawn');
  });

  it('reads one branch of alternatives between paragraphs, and the fallback of an empty one', async () => {
    const choice = (first: string, other: string) =>
      `<mc:AlternateContent><mc:Choice Requires="x">${first}</mc:Choice><mc:Fallback>${other}</mc:Fallback></mc:AlternateContent>`;
    expect(await markdown(choice(p('new'), p('old')) + choice(p(''), p('kept')))).toBe('new\n\nkept');
  });

  it.each([
    [
      'a web page',
      'a.html',
      '<html><head><title>T</title></head><body><h1>Head</h1><p>Some <b>bold</b></p></body></html>',
      '# Head\n\nSome **bold**',
    ],
    [
      'a web archive',
      'a.mht',
      'MIME-Version: 1.0\r\nContent-Type: multipart/related; type="text/html";\r\n\tboundary="b=1"\r\n\r\n--b=1\r\nContent-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>caf=C3=A9 and m=\r\nore</p>\r\n--b=1\r\nContent-Type: image/png\r\n\r\nxx\r\n--b=1--',
      'café and more',
    ],
    [
      'a web page in another encoding',
      'b.html',
      Buffer.from('<meta charset="windows-1251"><p>\xcf\xf0\xe8</p>', 'latin1'),
      'При',
    ],
    ['rich text', 'a.rtf', '{\\rtf1 one {\\b two}\\par}', 'one **two**'],
    ['plain text', 'a.txt', 'first line\nsecond line', 'first line\n\nsecond line'],
  ])('reads %s that is inserted as a whole', async (_, name, content, expected) => {
    const text = await markdown(`${p('Before')}<w:altChunk r:id="x"/>${p('After')}`, {
      links: relation('x', 'aFChunk', name),
      files: [[`word/${name}`, content]],
    });
    expect(text).toBe(`Before\n\n${expected}\n\nAfter`);
  });

  it('warns of a chart that is missing', async () => {
    const file = docx(p('x') + drawn('<c:chart r:id="x"/>'), { links: relation('x', 'chart', 'none.xml') });
    expect((await convertBytes(file)).warnings.join()).toContain('could not be read: word/none.xml');
  });

  it('reads one alternative of the rows of a table', async () => {
    const row = (text: string) => `<w:tr><w:tc>${p(text)}</w:tc></w:tr>`;
    const body = `<w:tbl><mc:AlternateContent><mc:Choice Requires="x">${row('new')}</mc:Choice><mc:Fallback>${row('old')}</mc:Fallback></mc:AlternateContent>${row('last')}</w:tbl>`;
    expect(await markdown(body)).toBe('new\n\nlast');
  });

  it('warns of an inserted document that is missing', async () => {
    const file = docx(`${p('x')}<w:altChunk r:id="none"/>`);
    expect((await convertBytes(file)).warnings.join()).toContain('An inserted document could not be read');
  });

  it('separates words at page and column breaks', async () => {
    const around = (type: string) => `<w:p>${r('Alfa')}<w:r><w:br w:type="${type}"/></w:r>${r('Beta')}</w:p>`;
    expect(await markdown(around('page') + around('column'))).toBe('Alfa  \nBeta\n\nAlfa  \nBeta');
    const edge = '<w:r><w:br w:type="page"/></w:r>';
    expect(await markdown(`<w:p>${edge}${r('own')}${edge}</w:p>`)).toBe('own');
  });

  it('writes labels that a number of markdown does not express', async () => {
    const formats = [
      ['decimal', '제%1조'],
      ['decimal', 'Q%1.'],
      ['chineseCounting', '%1、'],
      ['upperRoman', '%1.'],
      ['lowerLetter', '%1)'],
      ['decimalEnclosedCircle', '%1'],
      ['ganada', '%1.'],
    ];
    const numbering = formats
      .map(
        ([format, text], at) =>
          `<w:abstractNum w:abstractNumId="${at}">${level(0, format!, text!)}</w:abstractNum>`,
      )
      .concat(formats.map((_, at) => `<w:num w:numId="${at + 1}"><w:abstractNumId w:val="${at}"/></w:num>`))
      .join('');
    const body = formats.map((_, at) => p('x', numbered(at + 1)) + p('-')).join('');
    const items = (await markdown(body, { numbering })).split(/\n+\\?-\n*/).filter(Boolean);
    expect(items).toEqual(['1. 제1조 x', '1. Q1. x', '1. 一、 x', '1. x', '1. x', '1. ① x', '1. 가. x']);
  });

  it('shows numbers of headings in their format, and in digits where the level is legal', async () => {
    const styles = style('a', 'heading 1') + style('b', 'heading 2');
    const numbering = `<w:abstractNum w:abstractNumId="1">${level(0, 'upperRoman', 'Article %1.')}${level(1, 'decimal', 'Section %1.%2', '<w:isLgl/>')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>`;
    const body = p('Part', styled('a') + numbered(1)) + p('Sub', styled('b') + numbered(1, 1));
    expect(await markdown(body, { styles, numbering })).toBe('# Article I. Part\n\n## Section 1.1 Sub');
  });

  it('joins a drop cap with its paragraph', async () => {
    const cap = p('O', '<w:framePr w:dropCap="drop" w:lines="3"/>');
    expect(await markdown(cap + p('nce upon'))).toBe('Once upon');
    expect(await markdown(cap)).toBe('O');
  });

  it('reads lists that only the name of the style states', async () => {
    const styles = style('lb', 'List Bullet') + style('l2', 'List Bullet 2') + style('ln', 'List Number');
    const body =
      p('a', styled('lb')) + p('b', styled('l2')) + p('-') + p('c', styled('ln')) + p('d', styled('ln'));
    expect(await markdown(body, { styles })).toBe('- a\n  - b\n\n\\-\n\n1. c\n2. d');
  });

  const field = (instruction: string, shown: string | null, begin = '') =>
    `<w:r><w:fldChar w:fldCharType="begin"${begin}/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r>${
      shown === null ? '' : `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${r(shown)}`
    }<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

  it('numbers captions whose fields store no result or an old one', async () => {
    const caption = (inside: string) => `<w:p>${r('Table ')}${inside}${r(' x')}</w:p>`;
    const body =
      caption(field(' SEQ Table \\* ARABIC ', '4')) +
      caption(field(' SEQ Table ', null)) +
      caption(field(' SEQ Table ', '1', ' w:dirty="true"')) +
      caption('<w:fldSimple w:instr=" SEQ Table "/>') +
      caption(field(' SEQ Other \\r 9 ', null));
    expect(await markdown(body)).toBe('Table 4 x\n\nTable 5 x\n\nTable 6 x\n\nTable 7 x\n\nTable 9 x');
  });

  it('writes numbers of captions in the format of the field', async () => {
    const body = ['ROMAN', 'alphabetic', 'Arabic'].map(
      (format) => `<w:p>${r('F')}${field(` SEQ F \\* ${format} `, null)}</w:p>`,
    );
    expect(await markdown(body.join(''))).toBe('FI\n\nFb\n\nF3');
  });

  it('writes the text of a bookmark for a reference without a result', async () => {
    const mark = (id: number, name: string, inside: string) =>
      `<w:bookmarkStart w:id="${id}" w:name="${name}"/>${inside}<w:bookmarkEnd w:id="${id}"/>`;
    const body =
      `<w:p>${r('A ')}${mark(1, '_Ref1', r('Table ') + field(' SEQ Table ', null))}${r(' x')}</w:p>` +
      `<w:p>${r('See ')}${field(' REF _Ref1 \\h ', null)}, ${field(' REF _None ', null)}${field(' REF _Ref1 ', 'stored')}</w:p>`;
    expect(await markdown(body)).toBe('A Table 1 x\n\nSee Table 1stored');
  });

  it('reads the characters below a phonetic guide', async () => {
    const guide = ' EQ \\* jc2 \\* "Font:Mincho" \\* hps10 \\o\\ad(\\s\\up 9(とうきょう),東京)';
    expect(await markdown(`<w:p>${field(guide, null)}${r('へ')}</w:p>`)).toBe('東京へ');
  });

  it('reads the chosen entry of a drop-down list', async () => {
    const list = (inside: string) =>
      `<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList>${inside}<w:listEntry w:val="No"/><w:listEntry w:val="Yes"/></w:ddList></w:ffData></w:fldChar></w:r><w:r><w:instrText>FORMDROPDOWN</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;
    expect(await markdown(list('<w:result w:val="1"/>') + list('<w:default w:val="1"/>') + list(''))).toBe(
      'Yes\n\nYes\n\nNo',
    );
  });

  it('leaves out descriptions of pictures that are paths or names of files', async () => {
    const picture = (description: string) =>
      `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" descr="${description}"/></wp:inline></w:drawing></w:r></w:p>`;
    const paths = [
      'C:\\Users\\jdoe\\a b.png',
      '\\\\server\\share\\x',
      'file:///tmp/x',
      '/Users/jdoe/x.jpg',
      'Macintosh HD:Users:jdoe:pic.tif',
      'nature 3.JPG',
    ];
    const body = [...paths, 'A map: harbour and town'].map(picture).join('');
    expect(await markdown(body)).toBe('![A map: harbour and town]()');
  });

  it('warns of content controls without a value', async () => {
    const control = `<w:p><w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${r('Click here')}</w:sdtContent></w:sdt>${r('x')}</w:p>`;
    const { markdown: text, warnings } = await convertBytes(docx(control));
    expect(text?.trim()).toBe('x');
    expect(warnings).toContain('1 content control shows only a placeholder, which is left out');
  });

  it('reads headers, footers and comments if there is nothing else, with a warning', async () => {
    const links = relation('h', 'header', 'header1.xml') + relation('c', 'comments', 'comments.xml');
    const files: ZipFile[] = [
      ['word/header1.xml', `<w:hdr xmlns:w="${W}">${p('Head')}</w:hdr>`],
      ['word/comments.xml', `<w:comments xmlns:w="${W}"><w:comment>${p('Note')}</w:comment></w:comments>`],
    ];
    const { markdown: text, warnings } = await convertBytes(docx(p(''), { links, files }));
    expect(text?.trim()).toBe('Head\n\nNote');
    expect(warnings.join()).toContain('only headers, footers or comments');
    expect(await markdown(p('x'), { links, files })).toBe('x');
  });

  it('reads words drawn as a picture', async () => {
    const words =
      '<w:p><w:r><w:pict><v:shape><v:textpath string="Grand opening"/></v:shape></w:pict></w:r></w:p>';
    expect(await markdown(words)).toBe('Grand opening');
  });
});
