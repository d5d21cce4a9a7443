import { InvalidUrlError } from '../../model/errors.js';
import { normalizeUrl } from './normalize-url.js';

describe('normalizeUrl', () => {
  it.each([
    ['HTTP://Example.com:80/a/../b', 'http://example.com/b', 'case, default port, dot segments'],
    ['https://example.com/?b=2&a=1', 'https://example.com/?b=2&a=1', 'query order is meaning, kept'],
    ['https://example.com/#top', 'https://example.com/', 'fragment never reaches the server'],
    ['https://example.com/#', 'https://example.com/', 'empty fragment'],
    ['https://example.com/?', 'https://example.com/?', 'empty query may have meaning'],
    ['https://user:pw@example.com/', 'https://example.com/', 'credentials name nobody else’s page'],
    ['https://example.com./x', 'https://example.com/x', 'root dot'],
  ])('%s → %s (%s)', (input, expected) => {
    expect(normalizeUrl(input)).toBe(expected);
  });

  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'example.com', '/path', ''])(
    'refuses %s',
    (input) => {
      expect(() => normalizeUrl(input)).toThrow(InvalidUrlError);
    },
  );
});
