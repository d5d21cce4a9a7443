import { estimateTokens } from './estimate-tokens.js';

describe('estimateTokens', () => {
  it.each([
    ['', 0, 'nothing'],
    ['word', 1, 'a short word is one token'],
    ['seventy one', 2, 'white space between words costs nothing'],
    ['internationalization', 4, 'long words are split: 1 + 13 / 5'],
    ['1234567', 3, 'three digits a token'],
    ['привет', 3, 'words of other alphabets: 6 / 2.5'],
    ['吾輩は猫', 4, 'a token for each East Asian character'],
    ['a, b.', 4, 'punctuation: 2 + 2 × 0.62'],
    ['a\n \n b', 3, 'white space with line breaks counts once: 2 + 0.8'],
    ['  \n', 1, 'also where spaces come first'],
  ])('%j has %i (%s)', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  it('reads only the beginning of a text that has more tokens than are asked about', () => {
    const text = 'word '.repeat(1_000);
    expect(estimateTokens(text, 1_000)).toBe(1_000);
    const found = estimateTokens(text, 10);
    expect(found).toBeGreaterThan(10);
    expect(found).toBeLessThan(13);
  });
});
