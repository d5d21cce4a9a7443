import { AddressReader } from './address-reader.js';

describe('AddressReader', () => {
  const base = 'https://e.com/maps/sitemap.xml';

  it.each([
    'https://e.com/a',
    'HTTPS://E.com:443/a?b=1&c=%20x#frag',
    'https://e.com',
    'https://e.com/a/../b',
    'https://e.com/a/%2e%2E/b',
    'https://e.com/a//b/./c',
    'https://e.com/.well-known/x',
    'https://e.com/m\u00fcnchen',
    'https://e.com/a b',
    "https://e.com/it's?q=it's",
    'https://e.com/%E3%83%84/',
    'https://e.com./a',
    'http://e.com:8080/a',
    'http://0x7f.1/a',
    'http:/e.com/a',
    '/a/b',
    'page/two/three',
    'very-long-relative/two',
    '//cdn.e.net/x',
  ])('spells %s as the URL standard does', (address) => {
    const expected = new URL(address, base);
    expected.hash = '';
    expected.hostname = expected.hostname.replace(/\.$/, '');
    expect(new AddressReader().read(address, base)).toBe(expected.href);
  });

  it('drops credentials', () => {
    expect(new AddressReader().read('https://me:secret@e.com/a', base)).toBe('https://e.com/a');
  });

  it.each(['javascript:alert(1)', 'ftp://e.com/x', 'mailto:me@e.com', 'http://', 'https://exa mple.com/a'])(
    'refuses %s',
    (address) => expect(new AddressReader().read(address, base)).toBeNull(),
  );
});
