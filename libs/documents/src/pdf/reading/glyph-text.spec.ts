import { accented, glyphText } from './glyph-text.js';

describe('glyphText', () => {
  it.each([
    ['ﬁ', 'fi', 'ligatures are letters'],
    ['ﺔ', 'ة', 'presentation forms are the letters they show'],
    ['\u00A0', ' ', 'blanks of all kinds are one'],
    ['\uF0B7', '•', 'bullets of symbol fonts'],
    ['\u0003', '', 'control characters are no text'],
    ['½', '½', 'other compatible characters stay'],
    ['constructor', 'constructor', 'whatever words a file gives a glyph'],
  ])('%j → %j (%s)', (glyph, text) => {
    expect(glyphText(glyph)).toBe(text);
  });
});

describe('accented', () => {
  it('puts an accent on the letter below it', () => {
    expect(accented('´', 'e')).toBe('é');
    expect(accented('¨', 'ı')).toBe('ï');
  });

  it('leaves what makes no letter', () => {
    expect(accented('´', '7')).toBeNull();
    expect(accented('x', 'e')).toBeNull();
  });
});
