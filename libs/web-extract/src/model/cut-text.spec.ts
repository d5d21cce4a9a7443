import { before, withoutQuery, withoutSlashes } from './cut-text.js';

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
