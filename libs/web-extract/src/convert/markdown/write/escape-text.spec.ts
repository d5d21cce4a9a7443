import { escapeText } from './escape-text.js';

const escaped = (value: string, after = ' ') =>
  escapeText({ value, before: ' ', after, atLineStart: false, inLink: false });

describe('tildes', () => {
  it.each([
    ['about ~5 m', ' ', 'about ~5 m'],
    ['from ~5 to ~7 m', ' ', 'from \\~5 to \\~7 m'],
    ['a~~b', ' ', 'a\\~\\~b'],
    ['a~', '~', 'a\\~'],
  ])('%s before "%s" → %s', (value, after, expected) => {
    expect(escaped(value, after)).toBe(expected);
  });
});
