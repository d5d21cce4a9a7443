import { textOf } from '../../markup/dom/nodes.js';
import { readPdfBytes } from '../../../../../test/support/pdf-html.js';
import { tinyPdf } from '../../../../../test/support/tiny-pdf.js';
import { characterMap } from './character-map.js';

/** A font that uses a character collection and is not embedded. */
function font(encoding: string, ordering: string): string {
  const descriptor =
    '<</Type/FontDescriptor/FontName/X/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/StemV 80>>';
  const system = `<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>`;
  return (
    `<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/${encoding}/DescendantFonts[` +
    `<</Type/Font/Subtype/CIDFontType0/BaseFont/X/CIDSystemInfo${system}/DW 1000/FontDescriptor${descriptor}>>]>>`
  );
}

async function read(encoding: string, ordering: string, hex: string) {
  const operators = `BT /cjk 12 Tf 72 700 Td <${hex}> Tj ET`;
  const { tree, warnings } = await readPdfBytes(
    tinyPdf([{ operators, fonts: { cjk: font(encoding, ordering) } }]),
  );
  return { text: textOf(tree.body), warnings };
}

const utf16 = (text: string) =>
  [...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, '0')).join('');

describe('text in a font of which only the name of its encoding is known', () => {
  it.each([
    ['UniJIS-UCS2-H', 'Japan1', utf16('日本語の文章 Words'), '日本語の文章 Words'],
    ['UniJIS-UTF16-H', 'Japan1', utf16('第１回「カナ」'), '第１回「カナ」'],
    ['UniJIS-UCS2-HW-H', 'Japan1', utf16('半角 abc'), '半角 abc'],
    ['90ms-RKSJ-H', 'Japan1', '93fa967b8cea2041b1', '日本語 Aｱ'],
    ['90msp-RKSJ-H', 'Japan1', '93fa967b8cea', '日本語'],
    ['EUC-H', 'Japan1', 'c6fccbdcb8ec', '日本語'],
    ['H', 'Japan1', '467c4b5c386c', '日本語'],
    ['UniGB-UCS2-H', 'GB1', utf16('中文文章'), '中文文章'],
    ['UniGB-UTF16-H', 'GB1', utf16('第1章：总则'), '第1章：总则'],
    ['GBK-EUC-H', 'GB1', 'd6d0cec420416220e944', '中文 Ab 镈'],
    ['GB-EUC-H', 'GB1', 'd6d0cec4', '中文'],
    ['GBK2K-H', 'GB1', 'd6d0cec4', '中文'],
    ['UniCNS-UCS2-H', 'CNS1', utf16('繁體中文'), '繁體中文'],
    ['ETen-B5-H', 'CNS1', 'c163c5e9a4a4a4e5', '繁體中文'],
    ['UniKS-UCS2-H', 'Korea1', utf16('한국어 문장'), '한국어 문장'],
    ['KSCms-UHC-H', 'Korea1', 'c7d1b1b9beee208c63', '한국어 똠'],
    ['KSC-EUC-H', 'Korea1', 'c7d1b1b9beee', '한국어'],
  ])('is read: %s of %s', async (encoding, ordering, hex, expected) => {
    expect(await read(encoding, ordering, hex)).toEqual({ text: expected, warnings: [] });
  });

  it('is read from the top down and from the right to the left where it is written so', async () => {
    const columns = ['縦書きの文章です。一行目は', 'ここで二行目に続きます、三', '行目で終わります。'];
    const operators = columns
      .map((text, at) => `BT /cjk 12 Tf ${500 - 20 * at} 720 Td <${utf16(text)}> Tj ET`)
      .join(' ');
    const fonts = { cjk: font('UniJIS-UCS2-V', 'Japan1') };
    const { tree } = await readPdfBytes(tinyPdf([{ operators, fonts }]));
    expect(textOf(tree.body)).toBe(columns.join(''));
  });

  it.each([
    ['Japan1', '0c240465', '的亜'],
    ['GB1', '03ac', '啊'],
    ['Korea1', '043e', '가'],
  ])('is read where its codes are the numbers of %s', async (ordering, hex, expected) => {
    expect((await read('Identity-H', ordering, hex)).text).toBe(expected);
  });

  it.each(['Japan1', 'GB1', 'CNS1', 'Korea1'])(
    'is left out with a warning where its codes are beyond the numbers of %s',
    async (ordering) => {
      const codes = Array.from({ length: 40 }, (_, at) => (0x8a00 + at * 7).toString(16)).join('');
      const { text, warnings } = await read('Identity-H', ordering, codes);
      expect(text).toBe('');
      expect(warnings.join()).toContain('40 characters of page 1 without a character map left out');
    },
  );

  /** Reads four codes of a font whose character map has these entries. */
  const readStating = async (entries: string) => {
    const characters =
      '/CMapName /X def begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ' +
      `2 beginbfchar ${entries} endbfchar endcmap`;
    const stating = font('Identity-H', 'Identity').replace('/BaseFont', '/ToUnicode 9 0 R/BaseFont');
    const { tree, warnings } = await readPdfBytes(
      tinyPdf([
        {
          operators: 'BT /cjk 12 Tf 72 700 Td <bb3e0041d477d4d2> Tj ET',
          fonts: { cjk: stating },
          forms: { map: { matrix: [1, 0, 0, 1, 0, 0], operators: characters } },
        },
      ]),
    );
    return { text: textOf(tree.body), warnings };
  };

  it('is left out with a warning where the file states only some of its characters', async () => {
    const { text, warnings } = await readStating('<bb3e> <ad70> <0041> <0056>');
    expect(text).toBe('군V');
    expect(warnings.join()).toContain('2 characters of page 1 without a character map left out');
  });

  it('is read so, and at once, where the file states a character for a code of four bytes, too', async () => {
    const { text, warnings } = await readStating('<bb3e> <ad70> <0041> <0056> <fffffff0> <0043>');
    expect(text).toBe('군V');
    expect(warnings.join()).toContain('2 characters of page 1 without a character map left out');
    expect((await readStating('<fffffff0> <0043>')).warnings).toEqual([]); // it states no code of the font
  }, 10_000);

  it('is said to be missing where the encoding is not known either', async () => {
    const { text, warnings } = await read('CNS-EUC-H', 'CNS1', 'c4e3');
    expect([text, warnings]).toEqual(['', ['text in unknown encodings is missing: CNS-EUC-H']]);
  });
});

describe('characterMap', () => {
  it.each(['Identity-H', 'Adobe-KR-UCS2', 'KSC-Johab-H', 'UniJIS-UTF8-H', '', 'constructor'])(
    'knows no map %j',
    (name) => {
      expect(characterMap(name)).toBeNull();
    },
  );

  it('says which maps are for vertical writing', () => {
    expect(characterMap('UniGB-UCS2-V')).toContain('/WMode 1');
    expect(characterMap('UniGB-UCS2-H')).toContain('/WMode 0');
  });
});
