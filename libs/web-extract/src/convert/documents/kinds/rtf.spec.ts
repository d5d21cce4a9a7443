import { convertBytes } from '../convert-bytes.fixture.js';

const rtf = (body: string, head = '') =>
  Buffer.from(
    `{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fswiss Sans;}{\\f1\\fmodern Slab;}{\\f2\\fcharset204 Cyr;}{\\f3\\fcharset128 Jp;}}${head}${body}}`,
    'latin1',
  );

async function markdown(body: string, head = ''): Promise<string> {
  return (await convertBytes(rtf(body, head))).markdown!.trim();
}

describe('readRtf', () => {
  it('tells headings by styles, by outline levels, and by the size of their letters', async () => {
    const styles = '{\\stylesheet{\\s0 Normal;}{\\s1\\sbasedon0 heading 1;}{\\s2 heading 2;}}';
    expect(
      await markdown(
        '\\pard\\s1 One\\par\\pard\\s2 Two\\par\\pard\\outlinelevel2 Three\\par\\pard text\\par',
        styles,
      ),
    ).toBe('# One\n\n## Two\n\n### Three\n\ntext');
    const text = 'Words of a paragraph that is a good deal longer than a heading is. ';
    expect(await markdown(`\\pard\\fs40 Large\\par\\pard\\fs32 Less\\par\\pard\\fs24 ${text}\\par`)).toBe(
      `# Large\n\n## Less\n\n${text.trim()}`,
    );
  });

  it('reads emphasis, and line ends that stand for nothing', async () => {
    expect(
      await markdown('\\pard plain {\\b bold} \\i slant\r\ned\\i0  x{\\super 2} {\\strike gone}\\par'),
    ).toBe('plain **bold** *slanted* x<sup>2</sup> ~~gone~~');
  });

  it('reads letters in every way they are written', async () => {
    const body =
      "\\pard caf\\'e9 \\u8364\\'80 {\\uc2\\u12354 ab}{\\uc0\\u8364}\\~x\\_y\\emdash\\lquote z\\rquote {\\f2\\'cf\\'f0} {\\f3\\'82\\'a0} \\{\\}\\\\\\par";
    expect(await markdown(body)).toBe('café € あ€ x-y—‘z’Пр あ {}\\');
  });

  it('reads lists of tables, of the older way, and those that are only typed', async () => {
    const tables =
      "{\\*\\listtable{\\list{\\listlevel\\levelnfc0\\levelstartat1{\\leveltext\\'02\\'00.;}{\\levelnumbers\\'01;}}{\\listlevel\\levelnfc23{\\leveltext\\'01\\u8226 ?;}}\\listid7}}{\\*\\listoverridetable{\\listoverride\\listid7\\ls1}}";
    const item = (text: string, level: number) =>
      `\\pard\\ls1\\ilvl${level} {\\listtext\\tab no}${text}\\par`;
    expect(await markdown(item('one', 0) + item('inner', 1) + item('two', 0), tables)).toBe(
      '1. one\n   - inner\n2. two',
    );
    expect(await markdown('\\pard{\\*\\pn\\pnlvlblt}{\\pntext no}mark\\par')).toBe('- mark');
    const typed = (indent: number, mark: string, text: string) =>
      `\\pard\\li${indent}\\fi-360 ${mark}\\tab ${text}\\par`;
    expect(
      await markdown(
        typed(360, '\\bullet', 'one') + typed(720, '\\endash', 'inner') + typed(360, '\\bullet', 'two'),
      ),
    ).toBe('- one\n  - inner\n- two');
    expect(await markdown(typed(360, '3.', 'three') + typed(360, '4.', 'four'))).toBe('3. three\n4. four');
  });

  it('reads tables with merged cells', async () => {
    const row = (definition: string, cells: readonly string[]) =>
      `\\trowd${definition}\\pard\\intbl ${cells.map((cell) => `${cell}\\cell`).join(' ')}\\row`;
    const body =
      row('\\clmgf\\cellx100\\clmrg\\cellx200\\cellx300', ['wide', '', 'c']) +
      row('\\clvmgf\\cellx100\\cellx200\\cellx300', ['down', '1', '2']) +
      row('\\clvmrg\\cellx100\\cellx200\\cellx300', ['', '3', '4']) +
      '\\pard after\\par';
    expect(await markdown(body)).toBe(
      '| wide |  | c |\n| --- | --- | --- |\n| down | 1 | 2 |\n|  | 3 | 4 |\n\nafter',
    );
  });

  it('reads links and notes, without page numbers, heads, feet, hidden and deleted text', async () => {
    const body =
      '{\\header head}{\\footerr foot}\\pard {\\field{\\*\\fldinst{HYPERLINK "https://a.example/"}}{\\fldrslt link}} ' +
      '{\\field{\\*\\fldinst PAGE}{\\fldrslt 17}}a{\\super\\chftn}{\\footnote \\pard said\\par}{\\v hidden}{\\deleted old} b\\par{\\*\\unknown{nested}}\\pard end\\par';
    expect(await markdown(body)).toBe('[link](https://a.example/) a[^1] b\n\nend\n\n[^1]: said');
  });

  it('tells code by letters of one width, and prose in such letters from it', async () => {
    expect(
      await markdown(
        '\\pard\\f1 if (a) \\{\\line   b();\\line\\}\\par\\pard\\f0 see {\\f1 b}\\par\\pard\\f1 Just old prose\\par',
      ),
    ).toBe('```\nif (a) {\n  b();\n}\n```\n\nsee `b`\n\nJust old prose');
  });

  it('states what the document says about itself', async () => {
    const info = "{\\info{\\title Gr\\'fc\\'dfe}{\\author Ann}{\\creatim\\yr2024\\mo1\\dy2\\hr3\\min4}}";
    const { metadata } = await convertBytes(rtf('\\pard x\\par', info));
    expect(metadata).toMatchObject({
      title: 'Grüße',
      author: 'Ann',
      meta: { createdDate: '2024-01-02T03:04:00' },
    });
  });

  it.each([
    ['groups without end', `{\\rtf1 ${'{'.repeat(200_000)}text`, 'text'],
    ['bytes beyond the end', '{\\rtf1 text{\\pict\\bin2000000000 abc}}', 'text'],
    ['letters without end to skip', '{\\rtf1\\uc2000000000 \\u8364 ?text}', '€text'],
    ['an end in the middle', '{\\rtf1\\ansi text and {\\b bold', 'text and **bold**'],
    [
      'styles in a circle',
      '{\\rtf1{\\stylesheet{\\s1\\sbasedon2 a;}{\\s2\\sbasedon1 b;}}\\pard\\s1 text\\par}',
      'text',
    ],
    ['more closed than opened', '{\\rtf1 text}}}} more', 'text'],
  ])('survives %s', async (_, source, expected) => {
    expect((await convertBytes(Buffer.from(source))).markdown!.trim()).toBe(expected);
  });

  it('reads text boxes without their properties, in both forms', async () => {
    const box =
      '{\\shp{\\*\\shpinst\\shpleft0{\\sp{\\sn shapeType}{\\sv 202}}{\\shptxt \\pard inside\\par}}{\\shprslt{\\*\\do\\dptxbx{\\dptxbxtext\\pard again\\par}}}}';
    expect(await markdown(`before ${box}after\\par`)).toBe('before after\n\ninside');
    expect(await markdown('x{\\*\\do\\dobxpage\\dptxbx{\\dptxbxtext\\pard old\\par}}\\par')).toBe('x\n\nold');
  });

  it('ends cells that have no end at the end of their row', async () => {
    const row = (...cells: string[]) => `\\trowd\\cellx100\\cellx200\\intbl ${cells.join('\\cell ')}\\row`;
    const text = await markdown(`${row('a', 'b')}${row('c', 'd')}\\pard after\\par`);
    expect(text.replace(/ +/g, ' ')).toBe('| a | b |\n| --- | --- |\n| c | d |\n\nafter');
  });

  it('separates words at page and column breaks', async () => {
    expect(await markdown('Alfa\\page Beta\\column Gamma\\page\\par')).toBe('Alfa  \nBeta  \nGamma');
  });

  it('reads visible index entries, and the Unicode version of a text', async () => {
    expect(await markdown('{\\xe entry}{\\tc{\\v hidden}} {\\upr{???}{\\*\\ud{\\u26085?}}}\\par')).toBe(
      'entry 日',
    );
  });

  it('reads formulas', async () => {
    const formula =
      '{\\mmath{\\*\\moMath{\\mf{\\mfPr{\\mctrlPr\\f0 }}{\\mnum{\\mr\\mscr0 a}}{\\mden{\\msSup{\\me{\\mr b}}{\\msup{\\mr 2}}}}}{\\mnary{\\mnaryPr{\\mchr \\u8721 ?}}{\\msub{\\mr i}}{\\msup{\\mr n}}{\\me{\\mr i}}}}{\\mmathPict{\\pict 00}}}';
    expect(await markdown(`so ${formula} it is\\par`)).toBe('so $\\frac{a}{b^{2}}\\sum_{i}^{n} i$ it is');
  });

  it('reads values of form fields', async () => {
    const form = (inside: string) => `{\\field{\\*\\fldinst FORM {\\*\\formfield{${inside}}}}{\\fldrslt }}`;
    const list = form('\\fftype2\\ffres1{\\*\\ffname n}{\\*\\ffl No}{\\*\\ffl Yes}');
    const unchanged = form('\\fftype2\\ffdefres0\\ffres25{\\*\\ffl One}{\\*\\ffl Two}');
    expect(await markdown(`${list} ${unchanged}, ticked: ${form('\\fftype1\\ffres1')}\\par`)).toBe(
      'Yes One, ticked: ☒',
    );
  });

  it('reads the character sets of Japanese Macintosh fonts', async () => {
    expect(await markdown("{\\fonttbl{\\f7\\fcharset78 Osaka;}}{\\f7\\'93\\'fa}\\par")).toBe('日');
  });

  it('reads headers and footers if there is nothing else, with a warning', async () => {
    const { markdown: text, warnings } = await convertBytes(rtf('{\\header\\pard Head\\par}\\pard\\par'));
    expect(text?.trim()).toBe('Head');
    expect(warnings.join()).toContain('only headers, footers or comments');
  });

  it('writes labels of lists that a number of markdown does not express', async () => {
    const tables =
      '{\\*\\listtable{\\list{\\listlevel\\levelnfc0{\\leveltext x;}}\\listid7}}{\\*\\listoverridetable{\\listoverride\\listid7\\ls1}}';
    const item = (label: string, text: string) => `\\pard\\ls1{\\listtext ${label}\\tab}${text}\\par`;
    expect(await markdown(item('Q1.', 'Why?') + item('2.', 'How?'), tables)).toBe('1. Q1. Why?\n2. How?');
  });
});
