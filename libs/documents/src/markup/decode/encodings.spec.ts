import { decodeAs, decoderOf, encodingOf } from './encodings.js';

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');

describe('decodeAs', () => {
  it.each([
    ['euc-kr', '8c63 bee7 b2e1', '똠양꿍'],
    ['euc-kr', '94ee c652', '뷁힣'],
    ['big5', '9df6 9df2 f9fe 8862', '喺𨋢\uffed\u00ca\u0304'],
    ['gbk', '80 b3a3', '€常'],
    ['gb18030', '8139ee39 95328236', '㐀\u{20000}'],
    ['koi8-u', 'ae be', 'ўЎ'],
    ['windows-1255', 'ca', '\u05ba'],
    ['iso-8859-16', 'aa ba', 'Șș'],
    ['windows-1252', '80 81', '€\u0081'],
    ['x-user-defined', '41 80', 'A\uf780'],
    ['euc-jp', '8fb0a1 8eb1', '丂ｱ'],
    ['iso-2022-jp', '1b2442 467c 1b2842 41', '日A'],
    ['shift_jis', '8740 f040', '①\ue000'],
  ])('reads %s as the Encoding Standard says: %s', (encoding, hex, text) => {
    expect(decodeAs(encoding, bytes(hex))).toBe(text);
  });

  it.each([
    ['euc-kr', '41 ff 42', 'A\ufffdB'],
    ['big5', '41 8041 42', 'A\ufffdAB'],
    ['gbk', '41 ffff 42', 'A\ufffd\ufffdB'],
    ['shift_jis', '41 ebff 42', 'A\ufffdB'],
    ['windows-1253', '41 aa 42', 'A\ufffdB'],
  ])('replaces what %s lacks and drops nothing: %s', (encoding, hex, text) => {
    expect(decodeAs(encoding, bytes(hex))).toBe(text);
  });
});

describe('decoderOf', () => {
  it('keeps a character that is split between chunks', () => {
    const decoder = decoderOf('euc-kr');
    expect(decoder.decode(bytes('8c'), { stream: true }) + decoder.decode(bytes('63'))).toBe('똠');
  });
});

describe('encodingOf', () => {
  it('finds encodings by their labels', () => {
    expect([' KS_C_5601-1987 ', 'latin1', 'x-sjis', 'iso-2022-kr', 'none', ''].map(encodingOf)).toEqual([
      'euc-kr',
      'windows-1252',
      'shift_jis',
      null,
      null,
      null,
    ]);
  });
});
