import { DocumentEncryptedError } from '../../../model/errors.js';
import type { DocumentSettings } from '../../../model/page/document.js';
import { convertBytes } from '../convert-bytes.fixture.js';
import { zipFiles } from '@web-extract/documents/containers/zip/zip-files.fixture.js';

const NAMESPACES = ['office', 'text', 'table', 'style', 'meta', 'presentation', 'manifest']
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
}

function odf(
  kind: Kind,
  body: string,
  { automatic = '', styles = '', meta = '', manifest = '' }: Parts = {},
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
      '<table:table-row table:visibility="filter" table:number-rows-repeated="1048576"><table:table-cell/></table:table-row>';
    const row =
      '<table:table-row><table:table-cell><text:p>shown</text:p></table:table-cell></table:table-row>';
    const table = (inside: string) => `<table:table table:name="S">${inside}</table:table>`;
    const bytes = odf('spreadsheet', table(row) + table(hidden).repeat(20));
    const { markdown: text, warnings } = await convertBytes(bytes);
    expect(text).toContain('shown');
    expect(warnings.join()).toMatch(/The document was read in part: .*more than \d+ (elements|ms of work)/); // on a busy machine the time limit comes first
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

  it('writes the notes of the speaker where they are wanted', async () => {
    const body = page(
      frame('title', p('T')) + `<presentation:notes>${frame('notes', p('say this'))}</presentation:notes>`,
    );
    expect(await markdown('presentation', body)).toBe('## T');
    expect(await markdown('presentation', body, {}, { speakerNotes: true })).toBe('## T\n\n> say this');
  });
});
