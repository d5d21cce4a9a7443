import { before, ownText, withoutQuery, withoutSlashes } from './cut-text.js';

describe('cutting texts', () => {
  it.each([
    ['/a?b#c', '/a'],
    ['/a#b?c', '/a'],
    ['/a', '/a'],
    ['?', ''],
  ])('takes query and fragment from %s', (url, path) => {
    expect(withoutQuery(url)).toBe(path);
  });

  it.each([
    ['/a//', '/a'],
    ['///', ''],
    ['//a', '//a'],
    ['', ''],
  ])('takes the slashes from the end of %j', (text, cut) => {
    expect(withoutSlashes(text)).toBe(cut);
  });

  it('keeps a text without marks', () => {
    expect(before('abc', ['#'])).toBe('abc');
  });
});

describe('ownText', () => {
  it.each(['', 'short', 'a text that is longer \u{1f600} \ud800'])('is the same text: %j', (text) => {
    expect(ownText(`${text}${'x'.repeat(50)}`.slice(0, text.length))).toBe(text);
  });
});
