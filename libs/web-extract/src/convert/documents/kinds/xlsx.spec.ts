import type { DocumentSettings } from '../../../model/page/document.js';
import { convertBytes } from '../convert-bytes.fixture.js';
import { zipFiles, type ZipFile } from '@web-extract/documents/containers/zip/zip-files.fixture.js';

const X = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const REL = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';

interface Sheet {
  readonly name: string;
  readonly state?: string;
  readonly xml: string;
  readonly rels?: string;
  /** Last segment of the relationship type. */
  readonly type?: string;
}

interface Shared {
  readonly strings?: readonly string[];
  readonly formats?: readonly string[];
  readonly date1904?: boolean;
  readonly parts?: readonly ZipFile[];
}

function xlsx(
  sheets: readonly Sheet[],
  { strings = [], formats = [], date1904 = false, parts = [] }: Shared = {},
): Buffer {
  const list = sheets.map(({ name, state = 'visible' }, at) => {
    return `<sheet name="${name}" sheetId="${at + 1}" state="${state}" r:id="s${at}"/>`;
  });
  const relations = sheets.map(
    ({ type = 'worksheet' }, at) =>
      `<Relationship Id="s${at}" Type="${R}/${type}" Target="worksheets/sheet${at}.xml"/>`,
  );
  const files: ZipFile[] = [
    [
      '_rels/.rels',
      `<Relationships ${REL}><Relationship Id="a" Type="${R}/officeDocument" Target="/xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook ${X} xmlns:r="${R}"><workbookPr date1904="${date1904}"/><sheets>${list.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships ${REL}>${relations.join('')}<Relationship Id="st" Type="${R}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="f" Type="${R}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/sharedStrings.xml', `<sst ${X}>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`],
    [
      'xl/styles.xml',
      `<styleSheet ${X}><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')}</cellXfs></styleSheet>`,
    ],
    ...sheets.flatMap(({ xml, rels }, at): ZipFile[] => [
      [`xl/worksheets/sheet${at}.xml`, `<worksheet ${X} xmlns:r="${R}">${xml}</worksheet>`],
      [`xl/worksheets/_rels/sheet${at}.xml.rels`, `<Relationships ${REL}>${rels ?? ''}</Relationships>`],
    ]),
  ];
  return zipFiles([...files, ...parts]);
}

const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (at: string, value: number, style = 0) => `<c r="${at}" s="${style}"><v>${value}</v></c>`;
const row = (at: number, cells: string, more = '') => `<row r="${at}" ${more}>${cells}</row>`;
const data = (rows: string) => `<sheetData>${rows}</sheetData>`;

const DRAWN = 'http://schemas.openxmlformats.org/drawingml/2006';
const drawingRelation = `<Relationship Id="d" Type="${R}/drawing" Target="../drawings/drawing1.xml"/>`;

/** A chart at row 5 to the right of a text box. */
const DRAWING: readonly ZipFile[] = [
  [
    'xl/drawings/drawing1.xml',
    `<x:wsDr xmlns:x="${DRAWN}/spreadsheetDrawing" xmlns:a="${DRAWN}/main" xmlns:c="${DRAWN}/chart" xmlns:r="${R}">` +
      '<x:twoCellAnchor><x:from><x:col>4</x:col><x:row>4</x:row></x:from><x:graphicFrame><a:graphic><a:graphicData><c:chart r:id="c"/></a:graphicData></a:graphic></x:graphicFrame></x:twoCellAnchor>' +
      '<x:oneCellAnchor><x:from><x:col>0</x:col><x:row>4</x:row></x:from><x:sp><x:txBody><a:p><a:r><a:t>A box</a:t></a:r></a:p></x:txBody></x:sp></x:oneCellAnchor></x:wsDr>',
  ],
  [
    'xl/drawings/_rels/drawing1.xml.rels',
    `<Relationships ${REL}><Relationship Id="c" Type="${R}/chart" Target="../charts/chart1.xml"/></Relationships>`,
  ],
  [
    'xl/charts/chart1.xml',
    `<c:chartSpace xmlns:c="${DRAWN}/chart" xmlns:a="${DRAWN}/main"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Growth</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser>` +
      '<c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>Tons</c:v></c:pt></c:strCache></c:strRef></c:tx>' +
      '<c:cat><c:numRef><c:numCache><c:formatCode>yyyy-mm-dd</c:formatCode><c:pt idx="0"><c:v>45352</c:v></c:pt><c:pt idx="1"><c:v>45353</c:v></c:pt></c:numCache></c:numRef></c:cat>' +
      '<c:val><c:numRef><c:numCache><c:formatCode>#,##0</c:formatCode><c:pt idx="0"><c:v>1500</c:v></c:pt><c:pt idx="1"><c:v>20</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>',
  ],
];

async function markdown(
  xml: string,
  shared: Shared = {},
  settings: Partial<DocumentSettings> = {},
): Promise<string> {
  return (await convertBytes(xlsx([{ name: 'S', xml }], shared), settings)).markdown!.trim();
}

describe('readXlsx', () => {
  it('writes each sheet that is shown under its name', async () => {
    const cells = data(row(1, text('A1', 'a') + text('B1', 'b')) + row(2, number('A2', 1) + number('B2', 2)));
    const bytes = xlsx([
      { name: 'One', xml: cells },
      { name: 'Secret', state: 'hidden', xml: cells },
      { name: 'Deep', state: 'veryHidden', xml: cells },
      { name: 'Two', xml: cells },
    ]);
    const table = '| a | b |\n| --- | --- |\n| 1 | 2 |';
    expect((await convertBytes(bytes)).markdown!.trim()).toBe(`## One\n\n${table}\n\n## Two\n\n${table}`);
  });

  it('shows cells as they are displayed', async () => {
    const xml = data(
      row(1, text('A1', 'h') + text('B1', 'i')) +
        row(2, '<c r="A2" t="s"><v>0</v></c><c r="B2" t="b"><v>1</v></c>') +
        row(3, number('A3', 1234.5, 1) + number('B3', 45352, 2)) +
        row(4, '<c r="A4" t="e"><v>#DIV/0!</v></c><c r="B4" t="str"><f>A1</f><v>made</v></c>'),
    );
    const shared = {
      strings: ['<r><t>rich </t></r><r><rPr><b/></rPr><t>text</t></r><rPh><t>ruby</t></rPh>'],
      formats: ['#,##0.00', 'yyyy-mm-dd'],
    };
    expect(await markdown(xml, shared)).toBe(
      '## S\n\n| h | i |\n| --- | --- |\n| rich text | TRUE |\n| 1,234.50 | 2024-03-01 |\n| #DIV/0! | made |',
    );
  });

  it('parts tables that empty rows or columns set apart, and takes a first line of one cell as a title', async () => {
    const xml = data(
      row(1, text('A1', 'Sums of the year')) +
        row(2, text('A2', 'a') + text('B2', 'b') + text('D2', 'c') + text('E2', 'd')) +
        row(3, number('A3', 1) + number('B3', 2) + number('D3', 3) + number('E3', 4)) +
        row(5, text('A5', 'x') + text('B5', 'y')) +
        row(6, text('A6', 'z') + number('B6', 5)),
    );
    expect(await markdown(xml)).toBe(
      '## S\n\nSums of the year\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n| c | d |\n| --- | --- |\n| 3 | 4 |\n\n| x | y |\n| --- | --- |\n| z | 5 |',
    );
  });

  it('keeps merged cells in their columns', async () => {
    const xml =
      data(
        row(1, text('A1', 'wide') + text('C1', 'c')) +
          row(2, number('A2', 1) + number('B2', 2) + number('C2', 3)),
      ) + '<mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="A1:XFD1048576x"/></mergeCells>';
    expect(await markdown(xml)).toBe('## S\n\n| wide |  | c |\n| --- | --- | --- |\n| 1 | 2 | 3 |');
  });

  it('lets merged cells reach down, as far as the table goes', async () => {
    const xml =
      data(row(1, text('A1', 'tall') + text('B1', 'b')) + row(2, text('B2', 'c')) + row(4, text('B4', 'd'))) +
      '<mergeCells><mergeCell ref="A1:A1048576"/></mergeCells>';
    const { html } = await convertBytes(xlsx([{ name: 'S', xml }]), {}, { formats: ['html'] });
    expect(html!.replace(/\s+/g, ' ')).toContain('<th rowspan="3">tall</th>');
    expect(await markdown(xml)).toBe('## S\n\n| tall | b |\n| --- | --- |\n|  | c |\n|  | d |');
  });

  it('parts tables that touch at a corner', async () => {
    const xml = data(
      row(1, text('A1', 'a') + text('B1', 'b')) +
        row(2, number('A2', 1) + number('B2', 2)) +
        row(3, text('C3', 'c') + text('D3', 'd')) +
        row(4, number('C4', 3) + number('D4', 4)),
    );
    expect(await markdown(xml)).toBe(
      '## S\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n| c | d |\n| --- | --- |\n| 3 | 4 |',
    );
  });

  it('keeps names of rows beside what they name, and sets a remark at the side apart', async () => {
    const xml = data(
      row(1, text('A1', 'one') + text('C1', 'x') + text('D1', 'y') + text('F1', 'a remark')) +
        row(2, text('A2', 'two') + number('C2', 1) + number('D2', 2)) +
        row(3, text('A3', 'three') + number('C3', 3) + number('D3', 4)),
    );
    expect(await markdown(xml)).toBe(
      '## S\n\n| one | x | y |\n| --- | --- | --- |\n| two | 1 | 2 |\n| three | 3 | 4 |\n\na remark',
    );
  });

  it('looks for tables within tables no deeper than people lay them out', async () => {
    const cells = Array.from({ length: 400 }, (_, at) => {
      const name = (column: number) =>
        String.fromCharCode(65 + Math.floor(column / 26)) + String.fromCharCode(65 + (column % 26));
      return row(at + 1, text(`${name(at)}${at + 1}`, 'x') + text(`${name(at + 1)}${at + 1}`, 'y'));
    });
    expect((await markdown(data(cells.join('')))).match(/x/g)).toHaveLength(400);
  });

  it('leaves out hidden rows and columns, and keeps those that are folded up', async () => {
    const xml =
      '<cols><col min="2" max="2" hidden="1"/></cols>' +
      data(
        row(1, text('A1', 'a') + text('B1', 'no') + text('C1', 'c')) +
          row(2, text('A2', 'never'), 'hidden="1"') +
          row(3, text('A3', 'folded') + text('C3', 'up'), 'hidden="1" outlineLevel="1"'),
      );
    expect(await markdown(xml)).toBe('## S\n\n| a | c |\n| --- | --- |\n| folded | up |');
  });

  it('reads links and lines within cells', async () => {
    const xml =
      data(row(1, text('A1', 'site') + text('B1', 'one\ntwo'))) +
      '<hyperlinks><hyperlink ref="A1" r:id="h"/></hyperlinks>';
    const rels = `<Relationship Id="h" Type="${R}/hyperlink" Target="https://a.example/" TargetMode="External"/>`;
    const bytes = xlsx([{ name: 'S', xml, rels }]);
    expect((await convertBytes(bytes)).markdown).toContain('| [site](https://a.example/) | one<br>two |');
  });

  it('reads links that are written as formulas', async () => {
    const xml = data(
      row(1, '<c r="A1" t="str"><f>HYPERLINK("https://a.example/x","here")</f><v>here</v></c>'),
    );
    expect(await markdown(xml)).toBe('## S\n\n[here](https://a.example/x)');
  });

  it('writes charts as their data, and what boxes of text say, where they begin', async () => {
    const cells = (at: number) =>
      row(at, text(`A${at}`, 'a') + text(`B${at}`, 'b')) +
      row(at + 1, number(`A${at + 1}`, 1) + number(`B${at + 1}`, 2));
    const sheet = { name: 'S', xml: data(cells(1) + cells(9)) };
    const bytes = xlsx([{ ...sheet, rels: drawingRelation }], { parts: DRAWING });
    const table = '| a | b |\n| --- | --- |\n| 1 | 2 |';
    expect((await convertBytes(bytes)).markdown!.trim()).toBe(
      `## S\n\n${table}\n\nA box\n\nGrowth\n\nBar chart\n\n|  | Tons |\n| --- | --- |\n| 2024-03-01 | 1,500 |\n| 2024-03-02 | 20 |\n\n${table}`,
    );
  });

  it('reads sheets that are a chart', async () => {
    const bytes = xlsx([{ name: 'C', xml: '', type: 'chartsheet', rels: drawingRelation }], {
      parts: DRAWING,
    });
    expect((await convertBytes(bytes)).markdown).toContain(
      '## C\n\nA box\n\nGrowth\n\nBar chart\n\n|  | Tons |',
    );
  });

  it('lays cells at the far corners close together', async () => {
    const xml = data(
      row(1, text('A1', 'near')) + row(1048576, text('XFD1048576', 'far')) + row(-1, text('A-1', 'no')),
    );
    expect(await markdown(xml)).toBe('## S\n\nnear\n\nfar');
  });

  it('stops at the largest number of cells, and says so', async () => {
    const rows = Array.from({ length: 100 }, (_, at) =>
      row(at + 1, number(`A${at + 1}`, at) + number(`B${at + 1}`, at)),
    );
    const bytes = xlsx([
      { name: 'Small', xml: data(row(1, text('A1', 'kept'))) },
      { name: 'Large', xml: data(rows.join('')) },
    ]);
    const { markdown: text_, warnings } = await convertBytes(bytes, { maxCells: 50 });
    expect(text_).toContain('kept');
    expect(warnings.join()).toMatch(/The document was read in part: .*more than 50 cells/);
  });

  const filtered = (filter: string, before = '') =>
    before +
    data(
      row(1, text('A1', 'Head')) + row(2, text('A2', 'kept')) + row(3, text('A3', 'filtered'), 'hidden="1"'),
    ) +
    filter;

  it.each([
    ['with criteria', filtered('<autoFilter ref="A1:A3"><filterColumn colId="0"/></autoFilter>'), true],
    ['that the sheet states', filtered('', '<sheetPr filterMode="1"/>'), true],
    ['without criteria', filtered('<autoFilter ref="A1:A3"/>'), false],
    ['of other rows', filtered('<autoFilter ref="A1:A2"><filterColumn colId="0"/></autoFilter>'), false],
  ])('reads rows hidden by a filter %s, which are data', async (_, xml, isRead) => {
    const { markdown: read, warnings } = await convertBytes(xlsx([{ name: 'S', xml }]));
    expect(read!.includes('filtered')).toBe(isRead);
    expect(warnings.join()).toBe(isRead ? '' : 'Hidden and left out: 1 row. Set `hidden` to read them');
  });

  it('reads rows hidden by the filter of a table', async () => {
    const table = `<table ${X} ref="A1:A3"><autoFilter ref="A1:A3"><filterColumn colId="0"/></autoFilter></table>`;
    const rels = `<Relationship Id="t" Type="${R}/table" Target="../tables/table1.xml"/>`;
    const bytes = xlsx([{ name: 'S', xml: filtered(''), rels }], {
      parts: [['xl/tables/table1.xml', table]],
    });
    expect((await convertBytes(bytes)).markdown).toContain('filtered');
  });

  it('counts hidden sheets, rows and columns in a warning, and reads them on request', async () => {
    const hidden =
      '<cols><col min="2" max="3" hidden="1"/></cols>' +
      data(
        row(1, text('A1', 'a') + text('B1', 'column')) +
          row(2, text('A2', 'line'), 'hidden="1"') +
          row(4, text('A4', 'b')),
      );
    const bytes = xlsx([
      { name: 'One', xml: hidden },
      { name: 'Secret', state: 'hidden', xml: data(row(1, text('A1', 'sheet'))) },
    ]);
    const { markdown: read, warnings } = await convertBytes(bytes);
    expect(read).not.toMatch(/column|line|sheet/);
    expect(warnings).toEqual([
      'Hidden and left out: 1 sheet (Secret), 1 row, 1 column. Set `hidden` to read them',
    ]);
    const all = await convertBytes(bytes, { hidden: true });
    expect(all.markdown).toMatch(/column[^]*line[^]*## Secret\n\nsheet/);
    expect(all.warnings).toEqual([]);
  });

  it('shows formulas without a stored value, and the empty results of others as empty', async () => {
    const formula = (at: string, inside: string, type = '') => `<c r="${at}"${type}>${inside}</c>`;
    const xml = data(
      row(1, text('A1', 'x') + text('B1', 'y')) +
        row(
          2,
          formula('A2', '<f>B3*$C$1</f><v></v>') +
            formula('B2', '<f t="shared" ref="B2:B3" si="0">SUM(A2:A$9)&amp;"A1"</f>'),
        ) +
        row(3, formula('A3', '<f>T("")</f><v></v>', ' t="str"') + formula('B3', '<f t="shared" si="0"/>')) +
        row(4, formula('A4', '<f>_xlfn.CONCAT(A1)</f><v>a_x000D_b</v>', ' t="str"') + number('B4', 1)),
    );
    expect((await markdown(xml)).replace(/ +/g, ' ')).toBe(
      '## S\n\n| x | y |\n| --- | --- |\n| =B3\\*$C$1 | =SUM(A2:A$9)&"A1" |\n| | =SUM(A3:A$9)&"A1" |\n| ab | 1 |',
    );
  });

  it('reads drawings within alternatives', async () => {
    const anchor = (text_: string) =>
      `<x:oneCellAnchor><x:from><x:col>0</x:col><x:row>4</x:row></x:from><x:sp><x:txBody><a:p><a:r><a:t>${text_}</a:t></a:r></a:p></x:txBody></x:sp></x:oneCellAnchor>`;
    const drawing = `<x:wsDr xmlns:x="${DRAWN}/spreadsheetDrawing" xmlns:a="${DRAWN}/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:AlternateContent><mc:Choice>${anchor('Chosen')}</mc:Choice><mc:Fallback>${anchor('Other')}</mc:Fallback></mc:AlternateContent></x:wsDr>`;
    const bytes = xlsx([{ name: 'S', xml: data(row(1, text('A1', 'a'))), rels: drawingRelation }], {
      parts: [['xl/drawings/drawing1.xml', drawing]],
    });
    expect((await convertBytes(bytes)).markdown!.trim()).toBe('## S\n\na\n\nChosen');
  });

  it('reads form controls with their state, without comments and those that are drawn as well', async () => {
    const control = (kind: string, text: string, more = '') =>
      `<v:shape><v:textbox><div><font>${text}</font></div></v:textbox><x:ClientData ObjectType="${kind}"><x:Anchor>1, 0, 0, 0, 2, 0, 1, 0</x:Anchor>${more}</x:ClientData></v:shape>`;
    const vml = `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel">${control('Checkbox', 'Paid', '<x:Checked>1</x:Checked>')}${control('Radio', 'Later')}${control('Button', 'Send')}${control('Note', 'a comment')}${control('Label', 'Drawn')}</xml>`;
    const drawing =
      '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><xdr:twoCellAnchor><xdr:sp><xdr:txBody><a:p><a:r><a:t>Drawn</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor></xdr:wsDr>';
    const link = (id: string, type: string, target: string) =>
      `<Relationship Id="${id}" Type="${R}/${type}" Target="../${target}"/>`;
    const sheet = {
      name: 'S',
      xml: data(row(1, '<c t="inlineStr"><is><t>cell</t></is></c>')),
      rels: link('v', 'vmlDrawing', 'v.vml') + link('d', 'drawing', 'd.xml'),
    };
    const parts: ZipFile[] = [
      ['xl/v.vml', vml],
      ['xl/d.xml', drawing],
    ];
    const text = (await convertBytes(xlsx([sheet], { parts }))).markdown!;
    for (const part of ['☒ Paid', '☐ Later', 'Send', 'Drawn']) expect(text.split(part)).toHaveLength(2);
    expect(text).not.toContain('comment');
  });
});
