import { textOf } from '../markup/dom/nodes.js';
import { tinyLines, tinyPdf, type TinyPage } from '../../../../test/support/tiny-pdf.js';
import { DamagedDocumentError, EncryptedDocumentError } from '../errors.js';
import { htmlOfPages as htmlOf, readPdfBytes as read } from '../../../../test/support/pdf-html.js';

const PROSE = [
  'The committee met in the spring to review the plans for',
  'the new bridge. Local growers reported a smaller harvest',
  'than in earlier years and a second survey.',
];
const OTHER = [
  'Visitors are asked to leave large bags at the entrance of',
  'the archive, which was moved to a dry building near the',
  'river in the year of the great flood.',
];

/** Operators that paint an image of this size, in points. */
const image = (width: number, height: number, y = 0): string =>
  `q ${width} 0 0 ${height} 0 ${y} cm BI /W 2 /H 2 /BPC 8 /CS /G ID abcd EI Q`;

describe('readPdf', () => {
  it('puts the lines of a paragraph together', async () => {
    expect(await htmlOf([{ texts: [...tinyLines(PROSE, 72, 100), ...tinyLines(OTHER, 72, 160)] }])).toBe(
      `<p>${PROSE.join(' ')}</p><p>${OTHER.join(' ')}</p>`,
    );
  });

  it('takes larger letters and lines of bold ones for headings, ranked by how they look', async () => {
    const texts = [
      { text: 'Annual report', x: 72, y: 80, size: 24 },
      { text: 'Harvest', x: 72, y: 130, size: 16 },
      ...tinyLines(PROSE, 72, 160),
      { text: 'Grain', x: 72, y: 220, font: 'bold' as const },
      ...tinyLines(OTHER, 72, 240),
    ];
    expect(await htmlOf([{ texts }])).toBe(
      `<h1>Annual report</h1><h2>Harvest</h2><p>${PROSE.join(' ')}</p><h3>Grain</h3><p>${OTHER.join(' ')}</p>`,
    );
  });

  it('reads columns one after the other, whatever the order of their lines in the file', async () => {
    const left = Array.from({ length: 12 }, (_, i) => `left column line number ${i} goes on`);
    const right = Array.from({ length: 12 }, (_, i) => `right column line number ${i} goes on`);
    const html = await htmlOf([{ texts: [...tinyLines(left, 72, 100), ...tinyLines(right, 320, 100)] }]);
    expect(html.indexOf('left column line number 11')).toBeLessThan(
      html.indexOf('right column line number 0'),
    );
  });

  it('makes lists of marked lines, by the depth of their marks', async () => {
    const texts = [
      { text: '1. First', x: 72, y: 100 },
      { text: '2. Second', x: 72, y: 114 },
      { text: '- inner', x: 90, y: 128 },
      { text: '3. Third', x: 72, y: 142 },
    ];
    expect(await htmlOf([{ texts }])).toBe(
      '<ol><li>First</li><li>Second<ul><li>inner</li></ul></li><li>Third</li></ol>',
    );
  });

  it('makes a table of cells that are drawn with lines', async () => {
    const boxes = [
      ...[100, 120, 140].map((y) => [72, y, 200, 0.5] as const),
      ...[72, 172, 272].map((x) => [x, 100, 0.5, 40] as const),
    ];
    const texts = [
      { text: 'Place', x: 76, y: 114 },
      { text: 'Rain', x: 176, y: 114 },
      { text: 'Harbour', x: 76, y: 134 },
      { text: '12.5', x: 176, y: 134 },
    ];
    expect(await htmlOf([{ texts, boxes }])).toBe(
      '<table><tbody><tr><th>Place</th><th>Rain</th></tr><tr><td>Harbour</td><td>12.5</td></tr></tbody></table>'.replace(
        /<\/?tbody>/g,
        '',
      ),
    );
  });

  it('makes a table of aligned text without lines', async () => {
    const rows = [
      ['Place', 'Rain', 'Wind'],
      ['Harbour', '12.5', '31'],
      ['Ridge', '8.0', '44'],
    ];
    const texts = rows.flatMap((row, i) =>
      row.map((text, k) => ({ text, x: 72 + 100 * k, y: 100 + 14 * i })),
    );
    expect(await htmlOf([{ texts }])).toContain('<tr><td>Ridge</td><td>8.0</td><td>44</td></tr>');
  });

  it('leaves out what stands on every page, and page numbers', async () => {
    const page = (number: number): TinyPage => ({
      texts: [
        { text: 'Quarterly notes', x: 260, y: 30 },
        ...tinyLines([`page ${number} begins`, ...PROSE], 72, 100),
        { text: String(number), x: 300, y: 770 },
      ],
    });
    const html = await htmlOf([page(1), page(2), page(3)]);
    expect(html).not.toContain('Quarterly notes');
    expect(html.replace(/<[^>]+>/g, ' ')).not.toMatch(/\b[123]\s*$/);
    expect(html).toContain('page 2 begins');
  });

  it('keeps a sentence that each page repeats below a heading of its own', async () => {
    const page = (title: string, size: number): TinyPage => ({
      texts: [
        { text: 'Quarterly notes', x: 260, y: 30 },
        { text: title, x: 72, y: 72, size },
        { text: 'This chapter is a draft.', x: 72, y: 92 },
        ...tinyLines([`${title} begins`, ...PROSE], 72, 300),
      ],
    });
    const html = await htmlOf([page('Harbour', 18), page('Ridge', 18), page('Quay', 14)]);
    expect(html.match(/This chapter is a draft/g)).toHaveLength(3);
    expect(html).not.toContain('Quarterly notes');
  });

  it('reads headers of pages that have no other text, with a warning', async () => {
    const page: TinyPage = { texts: [{ text: 'Quarterly notes', x: 260, y: 30 }] };
    expect(await htmlOf([page, page])).toContain('Quarterly notes');
    const { warnings } = await read(tinyPdf([page, page]));
    expect(warnings.join()).toContain('contains only headers, footers or comments');
  });

  it('goes on with a paragraph over the end of a page', async () => {
    const pages = [
      { texts: tinyLines(PROSE.slice(0, 2), 72, 740) },
      { texts: tinyLines(PROSE.slice(2), 72, 72) },
    ];
    expect(await htmlOf(pages)).toBe(`<p>${PROSE.join(' ')}</p>`);
  });

  it('keeps links on the words they lie on', async () => {
    const texts = [{ text: 'See the register of plans', x: 72, y: 100 }];
    const links = [{ href: 'https://records.example/1', box: [92, 90, 55, 12] as const }];
    expect(await htmlOf([{ texts, links }])).toContain(
      '<a href="https://records.example/1">the register</a>',
    );
  });

  it('keeps the lines and indents of code', async () => {
    const texts = tinyLines(['if (x) {', '  return 1;', '}'], 72, 100, { font: 'code' });
    expect(await htmlOf([{ texts }])).toBe('<pre><code>if (x) {\n  return 1;\n}</code></pre>');
  });

  it('reads pages that lie on their side', async () => {
    const operators = 'BT /regular 10 Tf 0 1 -1 0 300 100 Tm (sideways but readable text) Tj ET';
    expect(await htmlOf([{ operators, rotate: 90 }])).toBe('<p>sideways but readable text</p>');
    expect(await htmlOf([{ operators }])).toBe('<p>sideways but readable text</p>');
  });

  it('marks the border between pages when that is wanted', async () => {
    const { tree } = await read(
      tinyPdf([{ texts: [{ text: 'One', x: 72, y: 90 }] }, { texts: [{ text: 'Two', x: 72, y: 90 }] }]),
      {
        pageMarkers: true,
      },
    );
    expect(tree.body.children.map((child) => (child as { name?: string }).name)).toEqual(['p', 'hr', 'p']);
  });

  it('takes over what the document states about itself', async () => {
    const info = { Title: 'Plans', Author: 'Ada Kowalski', CreationDate: "D:20240301120000+01'00'" };
    const { facts } = await read(tinyPdf([{ texts: [{ text: 'One', x: 72, y: 90 }] }], { info }));
    expect(facts).toMatchObject({
      title: 'Plans',
      author: 'Ada Kowalski',
      createdAt: '2024-03-01T12:00:00+01:00',
      numPages: 1,
    });
  });

  it('says that pages hold only images', async () => {
    const { warnings, tree } = await read(
      tinyPdf([{ boxes: [[10, 10, 400, 400]] }, { boxes: [[10, 10, 400, 400]] }]),
    );
    expect(tree.isEmpty).toBe(true);
    expect(warnings).toEqual(['Pages 1–2 are scans: configure `documents.recognizer` (OCR)']);
  });

  it.each([
    ['one image a page', image(612, 792)],
    ['strips', Array.from({ length: 40 }, (_, n) => image(600, 19, n * 19)).join(' ')],
    ['an image without a state of its own', image(612, 792).slice(2, -2)],
    [
      'an image in scaled coordinates',
      `q .24 0 0 -.24 0 792 cm q 0 0 2550 3300 re W n ${image(2550, -3300)} Q Q`,
    ],
  ])('takes pages of %s for scans', async (_, operators) => {
    const { warnings } = await read(tinyPdf([{ operators }, { operators }]));
    expect(warnings).toEqual(['Pages 1–2 are scans: configure `documents.recognizer` (OCR)']);
  });

  it.each([
    ['blank', 'q .24 0 0 .24 0 0 cm q 0 0 2550 3300 re W n Q Q'],
    ['a logo', image(120, 60)],
  ])('takes no page for a scan that is %s', async (_, operators) => {
    expect((await read(tinyPdf([{ operators }]))).warnings).toEqual([]);
  });

  describe('of fonts that state no characters', () => {
    const FONT =
      '<</Type/Font/Subtype/Type0/BaseFont/AAAAAA+Odd/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/AAAAAA+Odd/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor<</Type/FontDescriptor/FontName/AAAAAA+Odd/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>/DW 500>>]>>';
    /** Glyph numbers as in common fonts: 29 less than the character codes. */
    const codes = (text: string) =>
      [...text].map((letter) => (letter.charCodeAt(0) - 29).toString(16).padStart(4, '0')).join('');
    const shown = (lines: readonly string[]) =>
      lines.map((line, at) => `BT /odd 10 Tf 72 ${700 - 12 * at} Td <${codes(line)}> Tj ET`).join(' ');
    const page: TinyPage = { operators: shown([...PROSE, ...OTHER]), fonts: { odd: FONT } };

    it('leaves their text out and names the pages', async () => {
      const { warnings, tree } = await read(tinyPdf([{ texts: tinyLines(PROSE, 72, 100) }, page]));
      expect(textOf(tree.body)).toBe(PROSE.join(' '));
      expect(warnings).toEqual([
        'Page 2 has text in fonts without a character map, which is left out: configure `documents.recognizer` (OCR)',
      ]);
    });

    it('asks for their pages to be recognised, and writes what was', async () => {
      const asked = await read(tinyPdf([page]), { findPictures: true });
      expect(asked.pictures.toRecognize).toEqual({ kind: 'pages', pages: [1] });
      const recognized = [{ page: 1, text: 'The committee met' }];
      const { warnings, tree } = await read(tinyPdf([page]), { recognized });
      expect(textOf(tree.body)).toBe('The committee met');
      expect(warnings).toEqual(['the text of page 1 was recognised in images']);
    });
  });

  it('reads no more pages than wanted, and says so', async () => {
    const page = (text: string): TinyPage => ({ texts: [{ text, x: 72, y: 90 }] });
    const { warnings, pages } = await read(tinyPdf([page('one'), page('two'), page('three')]), {
      maxPages: 2,
    });
    expect(pages).toBe(2);
    expect(warnings.join()).toContain('more than 2 pages');
  });

  it('does not believe the number of pages', async () => {
    const page: TinyPage = { texts: [{ text: 'words of a page', x: 72, y: 90 }] };
    const { facts } = await read(tinyPdf([page], { count: 1_000_000 }));
    expect(facts.numPages).toBe(1);
  });

  it('skips a page that holds more than any page of text', async () => {
    const huge = `BT /regular 1 Tf ${'(aaaaaaaaaa aaaaaaaaaa) Tj '.repeat(12_000)} ET`;
    const { warnings, tree } = await read(
      tinyPdf([{ operators: huge }, { texts: [{ text: 'still here', x: 72, y: 90 }] }]),
    );
    expect(tree.characters).toBe('still here'.length);
    expect(warnings.join()).toContain('could not be read: page 1');
  });

  it('refuses what is no document', async () => {
    await expect(read(Buffer.from('%PDF-1.4\nnothing'))).rejects.toThrow(DamagedDocumentError);
  });

  it('says that a password is needed', async () => {
    const plain = Buffer.from(tinyPdf([{}])).toString('latin1');
    const key = `<${'41'.repeat(32)}>`;
    const encrypted = plain.replace(
      '/Root 1 0 R',
      `/Root 1 0 R/ID[<01><01>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O${key}/U${key}>>`,
    );
    await expect(read(Buffer.from(encrypted, 'latin1'))).rejects.toThrow(EncryptedDocumentError);
  });

  const FONTS = {
    X: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    C: '<</Type/Font/Subtype/Type1/BaseFont/Courier>>',
  };
  const shown = (operators: string) => htmlOf([{ operators, fonts: FONTS }]);

  it('finds blanks that are the letter spacing of the last letter, and none in letter-spaced words', async () => {
    const words = ['This', 'is', 'a', 'line'].map((word) =>
      [...word].map((letter, at) => `${at === word.length - 1 ? 4 : 0} Tc (${letter}) Tj`).join(' '),
    );
    expect(await shown(`BT /X 12 Tf 72 700 Td ${words.join(' ')} ET`)).toBe('<p>This is a line</p>');
    expect(await shown('BT /X 12 Tf 4 Tc 72 700 Td (SPACED) Tj ET')).toBe('<p>SPACED</p>');
  });

  it('reads text that is marked as an artifact if it is most of the page, or in its middle', async () => {
    const text = (y: number, words: string) => `BT /X 12 Tf 1 0 0 1 72 ${y} Tm (${words}) Tj ET`;
    const marked = (inside: string) => `/Artifact <</Type /Layout>> BDC ${inside} EMC`;
    expect(await shown(marked(text(700, 'All of it is marked.')))).toBe('<p>All of it is marked.</p>');
    const page =
      text(500, 'A long line of text that nothing marks as an artifact.') +
      marked(text(760, 'Header')) +
      marked(text(400, 'Within.'));
    expect(await shown(page)).toBe(
      '<p>A long line of text that nothing marks as an artifact.</p><p>Within.</p>',
    );
  });

  it('reads glyphs that are printed twice once', async () => {
    const twice = [...'HILL'].map((letter, at) =>
      `1 0 0 1 ${72 + at * 7.2} 700 Tm (${letter}) Tj `.repeat(2),
    );
    expect(await shown(`BT /C 12 Tf ${twice.join('')} ET`)).toContain('HILL');
  });

  it('reads slanted lines that are set letter by letter', async () => {
    const [c, s] = [Math.cos(0.5), Math.sin(0.5)];
    const line = (words: string, down: number) =>
      [...words].map((letter, at) => {
        const [x, y] = [200 + at * 7.2 * c + down * s, 300 + at * 7.2 * s - down * c];
        return `${c} ${s} ${-s} ${c} ${x} ${y} Tm (${letter}) Tj`;
      });
    const html = await shown(`BT /C 12 Tf ${[...line('slanted', 0), ...line('second', 16)].join(' ')} ET`);
    expect(html).toContain('slanted second');
  });

  it('joins words at soft hyphens', async () => {
    expect(
      await shown('BT /X 12 Tf 14 TL 72 700 Td (a hyphen\\255) Tj T* (ation, and soft\\255ly) Tj ET'),
    ).toBe('<p>a hyphenation, and soft-ly</p>');
  });

  it('shows the state of check boxes and radio buttons before their labels', async () => {
    const box = (y: number, entries: string) =>
      `<</Type/Annot/Subtype/Widget/FT/Btn/T(b${y})/Rect[74 ${y} 86 ${y + 12}]/F 4 ${entries}>>`;
    const annotations = [
      box(697, '/V/Yes/AS/Yes'),
      box(677, '/V/Off/AS/Off'),
      box(657, '/Ff 32768/V/One/AS/One'),
    ];
    const texts = ['Repair', 'Cleaning', 'Storage'].map((text, at) => ({ text, x: 95, y: 92 + at * 20 }));
    expect(await htmlOf([{ texts, annotations }])).toMatch(
      /^<p>☒ Repair<\/p><p>☐ Cleaning<\/p><p>[☒☐] Storage<\/p>$/,
    );
  });
});
