import { bareHost, isSameHost, splitUrl } from './split-url.js';

describe('splitUrl', () => {
  it.each([
    'https://example.com/',
    'http://example.com:8080/a/b.html?x=1&y=/z?#frag?a',
    'https://me:pass@example.com/a@b',
    'https://[2001:db8::1]:8443/x',
    'http://127.0.0.1/?#',
    'https://example.com/#/route?x',
  ])('splits %s as the URL parser does', (href) => {
    const { protocol, host, pathname, search } = new URL(href);
    const parts = splitUrl(href);
    expect(parts).toMatchObject({ scheme: protocol.slice(0, -1), host, path: pathname });
    expect(parts?.query.replace(/^\?$/, '')).toBe(search);
  });

  it.each([
    'ftp://example.com/',
    'mailto:me@example.com',
    'https://example.com',
    '/path',
    'https:///x',
    'https://E.com/',
    '',
  ])('leaves %j to others', (url) => expect(splitUrl(url)).toBeNull());
});

describe('bareHost and isSameHost', () => {
  it.each([
    ['www.example.com', 'example.com'],
    ['www.example.com:8080', 'example.com:8080'],
    ['wwww.example.com', 'wwww.example.com'],
    ['www.com', 'www.com'],
  ])('%s without www: %s', (host, expected) => expect(bareHost(host)).toBe(expected));

  it.each([
    ['http://example.com/a', 'https://www.example.com/b', true],
    ['http://example.com/', 'http://example.com:8080/', false],
    ['http://127.0.0.1:3000/', 'http://127.0.0.1:3001/', false],
    ['http://a.example.com/', 'http://example.com/', false],
    ['http://example.com/', 'nonsense', false],
  ])('%s and %s: %s', (a, b, expected) => expect(isSameHost(a, b)).toBe(expected));
});
