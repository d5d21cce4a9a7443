import { DocumentEncryptedError } from '../../../model/errors.js';
import type { DocumentSettings } from '../../../model/page/document.js';
import { convertBytes } from '../convert-bytes.fixture.js';
import { zipFiles } from '@web-extract/documents/containers/zip/zip-files.fixture.js';

const NAMESPACES = ['office', 'text', 'table', 'style', 'meta', 'presentation', 'manifest', 'chart']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat(
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
    'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"',
  )
  .join(' ');

type Kind = 'text' | 'spreadsheet' | 'presentation';

interface Parts {
  /** Automatic styles of the content. */
  readonly automatic?: string;
  readonly styles?: string;
  readonly meta?: string;
  readonly manifest?: string;
  /** Content of `Object 1`. */
  readonly object?: string;
}

function odf(
  kind: Kind,
  body: string,
  { automatic = '', styles = '', meta = '', manifest = '', object }: Parts = {},
): Buffer {
  return zipFiles([
    ['mimetype', `application/vnd.oasis.opendocument.${kind}`, { method: 0 }],
    [
      'content.xml',
      `<office:document-content ${NAMESPACES}><office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    ],
    [
      'styles.xml',
      `<office:document-styles ${NAMESPACES}><office:styles>${styles}</office:styles></office:document-styles>`,
    ],
    [
      'meta.xml',
      `<office:document-meta ${NAMESPACES}><office:meta>${meta}</office:meta></office:document-meta>`,
    ],
    ...(object === undefined ? [] : [['Object 1/content.xml', object] as const]),
    ['META-INF/manifest.xml', `<manifest:manifest ${NAMESPACES}>${manifest}</manifest:manifest>`],
  ]);
}

async function markdown(
  kind: Kind,
  body: string,
  parts: Parts = {},
  settings: Partial<DocumentSettings> = {},
) {
  return (await convertBytes(odf(kind, body, parts), settings)).markdown!.trim();
}

const p = (text: string, style = '') => `<text:p text:style-name="${style}">${text}</text:p>`;
const item = (inside: string) => `<text:list-item>${inside}</text:list-item>`;
const list = (style: string, inside: string, more = '') =>
  `<text:list text:style-name="${style}" ${more}>${inside}</text:list>`;
const numberLevels = (name: string) =>
  `<text:list-style style:name="${name}"><text:list-level-style-number text:level="1" style:num-format="1"/><text:list-level-style-bullet text:level="2" text:bullet-char="-"/></text:list-style>`;
const style = (family: string, name: string, inside = '', more = '') =>
  `<style:style style:family="${family}" style:name="${name}" ${more}>${inside}</style:style>`;

describe('readOdt', () => {
  it('reads headings, titles, and paragraphs', async () => {
    const body = `${p('All', 'Title')}<text:h text:outline-level="1">One</text:h>${p('a <text:s text:c="2"/>b<text:tab/>c')}`;
    expect(await markdown('text', body)).toBe('# All\n\n## One\n\na b c');
  });

  it('nests lists, counts them, and goes on counting where the file says so', async () => {
    const body =
      list('N', item(p('one') + list('N', item(p('inner')))) + item(p('two') + p('more'))) +
      p('between') +
      list('N', item(p('three')), 'text:continue-numbering="true"');
    expect(await markdown('text', body, { automatic: numberLevels('N') })).toBe(
      '1. one\n   - inner\n\n2. two\n\n   more\n\nbetween\n\n3. three',
    );
  });

  it('reads emphasis of spans, and none of what a named style looks like', async () => {
    const text = (name: string, properties: string) =>
      style('text', name, `<style:text-properties ${properties}/>`);
    const styles = style(
      'paragraph',
      'Q',
      '<style:text-properties fo:font-style="italic"/>',
      'style:display-name="Aside"',
    );
    const automatic =
      text('B', 'fo:font-weight="bold"') +
      text('U', 'style:text-position="super 58%"') +
      text('L', 'style:text-line-through-style="solid"');
    const span = (name: string, inside: string) =>
      `<text:span text:style-name="${name}">${inside}</text:span>`;
    expect(
      await markdown('text', p(`a ${span('B', 'b')} x${span('U', '2')} ${span('L', 'c')}`, 'Q'), {
        styles,
        automatic,
      }),
    ).toBe('a **b** x<sup>2</sup> ~~c~~');
  });

  it('tells code by style names', async () => {
    const styles = style('paragraph', 'Preformatted_20_Text') + style('text', 'Source_20_Text');
    const body =
      p('if (a) {', 'Preformatted_20_Text') +
      p('<text:s text:c="2"/>b;', 'Preformatted_20_Text') +
      p('}', 'Preformatted_20_Text') +
      p('see <text:span text:style-name="Source_20_Text">b</text:span>');
    expect(await markdown('text', body, { styles })).toBe('```\nif (a) {\n  b;\n}\n```\n\nsee `b`');
  });

  it('reads tables, links, notes and pictures, without comments, changes and the table of contents', async () => {
    const cell = (text: string, more = '') => `<table:table-cell ${more}>${p(text)}</table:table-cell>`;
    const body =
      `<text:tracked-changes><text:deletion>${p('deleted')}</text:deletion></text:tracked-changes>` +
      `<text:table-of-content><text:index-body>${p('Chapter 17')}</text:index-body></text:table-of-content>` +
      p(
        '<office:annotation><dc:creator>me</dc:creator></office:annotation>a<text:note text:note-class="footnote"><text:note-citation>7</text:note-citation><text:note-body>' +
          p('said') +
          '</text:note-body></text:note> <text:a xlink:href="https://a.example/">link</text:a> <text:page-number>3</text:page-number>',
      ) +
      `<table:table><table:table-header-rows><table:table-row>${cell('wide', 'table:number-columns-spanned="2"')}<table:covered-table-cell/></table:table-row></table:table-header-rows><table:table-row>${cell('1')}${cell('2')}</table:table-row></table:table>` +
      p('<draw:frame><draw:image/><svg:desc>A harbour</svg:desc></draw:frame>');
    expect(await markdown('text', body)).toBe(
      'a[^1] [link](https://a.example/)\n\n| wide |  |\n| --- | --- |\n| 1 | 2 |\n\n![A harbour]()\n\n[^1]: said',
    );
  });

  it('states what the document says about itself', async () => {
    const meta =
      '<dc:title>T</dc:title><meta:initial-creator>Ann</meta:initial-creator><dc:creator>Bob</dc:creator><dc:language>de-DE</dc:language><meta:creation-date>2024-01-02T03:04:05</meta:creation-date>';
    const { metadata } = await convertBytes(odf('text', p('x'), { meta }));
    expect(metadata).toMatchObject({ title: 'T', author: 'Ann', language: 'de-DE' });
    expect(metadata.meta).toEqual({ createdDate: '2024-01-02T03:04:05' });
  });

  it('says when the document is encrypted', async () => {
    const manifest = '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>';
    await expect(convertBytes(odf('text', p('x'), { manifest }))).rejects.toThrow(DocumentEncryptedError);
  });
});

describe('readOds', () => {
  it('skips millions of hidden rows', async () => {
    const hidden =
      '<table:table-row table:visibility="collapse" table:number-rows-repeated="1048576"><table:table-cell/></table:table-row>';
    const row =
      '<table:table-row><table:table-cell><text:p>shown</text:p></table:table-cell></table:table-row>';
    const table = (inside: string) => `<table:table table:name="S">${inside}</table:table>`;
    const bytes = odf('spreadsheet', table(row) + table(hidden).repeat(20));
    const { markdown: text, warnings } = await convertBytes(bytes);
    expect(text).toContain('shown');
    expect(warnings.join()).toMatch(/The document was read in part: .*more than \d+ (elements|ms)/); // on a busy machine the time limit comes first
  });

  const cell = (text: string, more = '') =>
    `<table:table-cell ${more}>${text === '' ? '' : p(text)}</table:table-cell>`;
  const row = (cells: string, more = '') => `<table:table-row ${more}>${cells}</table:table-row>`;
  const table = (name: string, rows: string, more = '') =>
    `<table:table table:name="${name}" ${more}>${rows}</table:table>`;

  it('writes the sheets that are shown with what their cells show', async () => {
    const automatic = style('table', 'gone', '<style:table-properties table:display="false"/>');
    const rows =
      row(cell('a') + cell('b')) +
      row(
        cell('1,234.50', 'office:value="1234.5"') +
          cell('', 'office:value-type="boolean" office:boolean-value="true"'),
      );
    const body = table('One', rows) + table('Two', rows, 'table:style-name="gone"');
    expect(await markdown('spreadsheet', body, { automatic })).toBe(
      '## One\n\n| a | b |\n| --- | --- |\n| 1,234.50 | TRUE |',
    );
  });

  it('repeats what is repeated, and lays empty cells to the edge of the sheet aside', async () => {
    const body = table(
      'S',
      row(
        cell('a') +
          cell('x', 'table:number-columns-repeated="2"') +
          cell('', 'table:number-columns-repeated="16381"'),
      ) +
        row(cell('1') + cell('2') + cell('3'), 'table:number-rows-repeated="2"') +
        row(cell('', 'table:number-columns-repeated="16384"'), 'table:number-rows-repeated="1048573"'),
    );
    expect(await markdown('spreadsheet', body)).toBe(
      '## S\n\n| a | x | x |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n| 1 | 2 | 3 |',
    );
  });

  it('ends a sheet that repeats a filled cell without end', async () => {
    const body = table(
      'S',
      row(cell('x', 'table:number-columns-repeated="16384"'), 'table:number-rows-repeated="1048576"'),
    );
    const { markdown: text, warnings } = await convertBytes(odf('spreadsheet', body), { maxCells: 1000 });
    expect(text).toContain('| x | x |');
    expect(warnings.join()).toContain('more than 1000 cells');
  });

  it('leaves out rows and columns that are not shown', async () => {
    const body = table(
      'S',
      '<table:table-column/><table:table-column table:visibility="collapse"/><table:table-column/>' +
        row(cell('a') + cell('no') + cell('c')) +
        row(cell('no'), 'table:visibility="collapse"') +
        row(cell('1') + cell('no') + cell('3')),
    );
    expect(await markdown('spreadsheet', body)).toBe('## S\n\n| a | c |\n| --- | --- |\n| 1 | 3 |');
  });
});

describe('readOdp', () => {
  const frame = (kind: string, inside: string, at = '') =>
    `<draw:frame presentation:class="${kind}" ${at}><draw:text-box>${inside}</draw:text-box></draw:frame>`;
  const page = (inside: string, more = '') => `<draw:page ${more}>${inside}</draw:page>`;

  it('writes titles, lists and shapes of the slides that are shown', async () => {
    const automatic =
      style('drawing-page', 'gone', '<style:drawing-page-properties presentation:visibility="hidden"/>') +
      '<text:list-style style:name="M"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/></text:list-style>';
    const body =
      page(frame('title', p('All')) + frame('subtitle', p('of it'))) +
      page(frame('title', p('Secret')), 'draw:style-name="gone"') +
      page(
        frame('outline', list('M', item(p('one') + list('M', item(p('inner')))))) +
          frame('title', p('Two')) +
          frame('footer', p('foot')) +
          `<draw:g><draw:custom-shape>${p('in a shape')}</draw:custom-shape></draw:g>`,
      );
    expect(await markdown('presentation', body, { automatic })).toBe(
      '# All\n\nof it\n\n## Two\n\n- one\n  - inner\n\nin a shape',
    );
  });

  it('writes the notes of the speaker unless they are turned off', async () => {
    const body = page(
      frame('title', p('T')) + `<presentation:notes>${frame('notes', p('say this'))}</presentation:notes>`,
    );
    expect(await markdown('presentation', body)).toBe('## T\n\n> say this');
    expect(await markdown('presentation', body, {}, { speakerNotes: false })).toBe('## T');
  });

  it('reads notes in frames without a class, without the picture of the slide', async () => {
    const body = page(
      frame('title', p('T')) +
        `<presentation:notes>${frame('page', '')}${frame('', p('remember'))}</presentation:notes>`,
    );
    expect(await markdown('presentation', body)).toBe('## T\n\n> remember');
  });
});

describe('objects and fields of OpenDocument', () => {
  const framed = (inside: string) => `<draw:frame>${inside}</draw:frame>`;
  const linked = framed(
    '<draw:object xlink:href="./Object 1"/><draw:image xlink:href="./ObjectReplacements/Object 1"/>',
  );
  const math = (inside: string) =>
    `<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow>${inside}</mrow><annotation>x</annotation></semantics></math>`;
  const cell = (text: string, more = '') =>
    `<table:table-cell ${more}>${text === '' ? '' : p(text)}</table:table-cell>`;
  const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
  const chart = `<office:document-content ${NAMESPACES}><office:body><office:chart><chart:chart chart:class="chart:bar"><chart:title>${p('Growth')}</chart:title><table:table>${row(cell(''), cell('Tons'))}${row(cell('North'), cell('', 'office:value-type="float" office:value="4.5"'))}</table:table></chart:chart></office:chart></office:body></office:document-content>`;
  const CHART = 'Growth\n\nBar chart\n\n| | Tons |\n| --- | --- |\n| North | 4.5 |';
  const narrow = (text: string) => text.replace(/ +/g, ' ');

  it('reads all fields, but no page numbers, comments and readings of characters', async () => {
    const fields = [
      'placeholder',
      'template-name',
      'sender-lastname',
      'execute-macro',
      'word-count',
      'file-name',
    ];
    const body = fields.map((name) => `<text:${name}>${name}</text:${name}> `).join('');
    const hidden =
      '<text:page-number>7</text:page-number><office:annotation><text:p>c</text:p></office:annotation><text:hidden-text>h</text:hidden-text>' +
      '<text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>とう</text:ruby-text></text:ruby>';
    expect(await markdown('text', p(body + hidden))).toBe(`${fields.join(' ')} 東京`);
  });

  it('reads charts of texts, slides and sheets as tables', async () => {
    expect(narrow(await markdown('text', p(`Before ${linked}`), { object: chart }))).toBe(
      `Before\n\n${CHART}`,
    );
    const slide = `<draw:page>${linked}</draw:page>`;
    expect(narrow(await markdown('presentation', slide, { object: chart }))).toBe(CHART);
    const sheet = (inside: string) => `<table:table table:name="S">${inside}</table:table>`;
    const shapes = sheet(`<table:shapes>${linked}</table:shapes>${row(cell('a'))}`);
    expect(narrow(await markdown('spreadsheet', shapes, { object: chart }))).toBe(`## S\n\na\n\n${CHART}`);
    const within = sheet(row(`<table:table-cell>${p('a')}${linked}</table:table-cell>`));
    expect(narrow(await markdown('spreadsheet', within, { object: chart }))).toBe(`## S\n\na\n\n${CHART}`);
  });

  it('reads formulas within their sentence, inline and in files of their own', async () => {
    const fraction = math('<mi>E</mi><mo>=</mo><mfrac><mi>a</mi><msup><mi>c</mi><mn>2</mn></msup></mfrac>');
    const inline = framed(
      `<draw:object>${math('<msqrt><mi>x</mi></msqrt><mi>sin</mi><mi>α</mi>')}</draw:object>`,
    );
    expect(await markdown('text', p(`so ${linked} and ${inline} it is`), { object: fraction })).toBe(
      'so $E=\\frac{a}{c^{2}}$ and $\\sqrt{x}\\sin \\alpha$ it is',
    );
  });

  it('reads tables that are embedded as spreadsheets', async () => {
    const object = `<office:document-content ${NAMESPACES}><office:body><office:spreadsheet><table:table>${row(cell('a'), cell('b'))}${row(cell('1'), cell('2'))}</table:table></office:spreadsheet></office:body></office:document-content>`;
    expect(await markdown('text', p(linked), { object })).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |');
  });

  it('survives objects that contain themselves', async () => {
    const object = `<office:document-content ${NAMESPACES}><office:body><office:text>${p(`again ${linked}`)}</office:text></office:body></office:document-content>`;
    expect((await markdown('text', p(`x ${linked}`), { object })).match(/again/g)!.length).toBeLessThan(10);
  });

  it('reads flat documents', async () => {
    const flat = (kind: string, body: string) =>
      Buffer.from(
        `<?xml version="1.0"?>\n<office:document ${NAMESPACES} office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:meta><dc:title>T</dc:title></office:meta><office:automatic-styles><style:style style:name="b" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style></office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`,
      );
    const text = await convertBytes(flat('text', p('one <text:span text:style-name="b">two</text:span>')));
    expect(text.markdown!.trim()).toBe('one **two**');
    expect(text.metadata.title).toBe('T');
    const sheet = await convertBytes(
      flat('spreadsheet', `<table:table table:name="S">${row(cell('a'))}</table:table>`),
    );
    expect(sheet.markdown!.trim()).toBe('## S\n\na');
    const slides = await convertBytes(
      flat('presentation', `<draw:page>${framed(`<draw:text-box>${p('said')}</draw:text-box>`)}</draw:page>`),
    );
    expect(slides.markdown!.trim()).toBe('said');
  });

  it('shows formulas without a value, and durations of days', async () => {
    const sheet = `<table:table table:name="S">${row(cell('a'), cell('b'))}${row(
      cell('', 'table:formula="of:=SUM([.A1:.B1])"'),
      cell('', 'office:value-type="time" office:time-value="P1DT2H5M"'),
    )}</table:table>`;
    expect(await markdown('spreadsheet', sheet)).toContain('| =SUM(A1:B1) | 26:05:00 |');
  });

  it('reads headers and footers if there is nothing else, with a warning', async () => {
    const bytes = odf('text', p(''));
    expect((await convertBytes(bytes)).warnings.join()).not.toContain('headers');
    const pages = `</office:styles><office:master-styles><style:master-page><style:header>${p('Head')}</style:header></style:master-page></office:master-styles><office:styles>`;
    const { markdown: text, warnings } = await convertBytes(odf('text', p(''), { styles: pages }));
    expect(text!.trim()).toBe('Head');
    expect(warnings.join()).toContain('only headers, footers or comments');
  });

  it('writes labels of lists that a number of markdown does not express', async () => {
    const level = (name: string, format: string, prefix: string, suffix: string) =>
      `<text:list-style style:name="${name}"><text:list-level-style-number text:level="1" style:num-format="${format}" style:num-prefix="${prefix}" style:num-suffix="${suffix}"/></text:list-style>`;
    const automatic =
      level('q', '1', 'Q', '.') + level('c', '一, 二, 三, ...', '第', '条') + level('a', 'a', '(', ')');
    const items = ['q', 'c', 'a'].map((name) => list(name, item(p('x')) + item(p('y'))) + p('-')).join('');
    const lines = (await markdown('text', items, { automatic }))
      .split('\n')
      .filter((line) => /^\d/.test(line));
    expect(lines).toEqual(['1. Q1. x', '2. Q2. y', '1. 第一条 x', '2. 第二条 y', '1. x', '2. y']);
  });

  it('counts the text of hidden sections, or reads it on request', async () => {
    const body = `<text:section text:display="none">${p('secret')}</text:section>${p('seen')}`;
    expect((await convertBytes(odf('text', body))).warnings.join()).toContain(
      'Hidden and left out: 6 characters',
    );
    expect(await markdown('text', body, {}, { hidden: true })).toBe('secret\n\nseen');
  });
});
