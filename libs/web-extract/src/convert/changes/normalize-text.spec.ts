import { normalizedParts, normalizeText } from './normalize-text.js';

/** Quadratic time would be minutes. */
const LONG = 1_000_000;

describe('normalizeText', () => {
  it.each([
    ['', ''],
    ['\n \n', ''],
    ['\n\na \u00a0\t\n\n  b\n\n', 'a\n\n  b'],
    ['\n  a\n', '  a'],
    ['Cafe\u0301', 'Caf\u00e9'],
  ])('of %j is %j', (markdown, expected) => expect(normalizeText(markdown)).toBe(expected));

  it.each([
    ['blanks', ' '],
    ['line feeds', '\n'],
    ['lines of blanks', ' \n'],
    ['white space of all kinds', '\t\u00a0\u2028'],
  ])('takes linear time for %s', (_, signs) => {
    const space = signs.repeat(LONG / signs.length);
    expect(normalizeText(`${space}a${space}b${space}`)).toBe(
      normalizeText(`a${space}b`).replace(/^/, startOf(space)),
    );
  });

  it('takes linear time for marks above and below a letter, and composes the letters around them', () => {
    const marks = '\u0323\u0301\u0316\u0300'.repeat(LONG / 4);
    const text = normalizeText(`e\u0301 ${marks} e\u0301`);
    expect([text.slice(0, 2), text.slice(-2), text.length]).toEqual(['\u00e9 ', ' \u00e9', LONG + 4]);
  });

  it('composes the marks of a letter in any order', () => {
    expect(normalizeText('o\u0323\u0302')).toBe(normalizeText('o\u0302\u0323'));
  });

  it('is the same in parts as in one', () => {
    const text = Array.from(
      { length: 30_000 },
      (_, n) => `${n % 7 ? '  ' : ''}line e\u0301 ${n}${' '.repeat(n % 9)}`,
    ).join('\n');
    const line = text.replaceAll('\n', ' ');
    for (const whole of [text, line]) {
      const parts = [...normalizedParts(whole)];
      expect(parts.length).toBeGreaterThan(3);
      expect(parts.join('')).toBe(whole.trim().replace(/ +$/gm, '').normalize('NFC'));
    }
  });
});

/** White space at the start of a text is kept on the line of its first letter. */
const startOf = (space: string): string => space.slice(space.lastIndexOf('\n') + 1);
