import { hasPlainBlanks } from './has-plain-blanks.js';

describe('plain blanks', () => {
  it.each(['', ' a b ', 'Straße, naïve', 'Цена 5', 'ערב'])('are found in %j', (text) => {
    expect(hasPlainBlanks(text)).toBe(true);
  });

  it('are not found with two blanks in sequence, nor with white space of another kind or an invisible mark', () => {
    expect(hasPlainBlanks('a  b')).toBe(false);
    const letters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
    const others = letters.filter((letter) => /[^\S ]|[\u00ad\u2060\ufeff]/.test(letter));
    expect(others.filter((letter) => hasPlainBlanks(`a${letter}b`))).toEqual([]);
    expect(others.length).toBeGreaterThan(20);
  });
});
