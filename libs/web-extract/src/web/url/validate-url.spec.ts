import { BlockedAddressError, InvalidUrlError } from '../../model/errors.js';
import { validateUrl } from './validate-url.js';
import { NOTHING_ALLOWED, parseAllowList } from './allow-list.js';

const admit = (input: string, ...allowPrivate: string[]) => validateUrl(input, parseAllowList(allowPrivate));

describe('validateUrl', () => {
  it.each([
    ['example.com', 'http://example.com/', 'no scheme'],
    ['example.com:8080/a', 'http://example.com:8080/a', 'a port is not a scheme'],
    ['//example.com/a', 'http://example.com/a', 'scheme left out'],
    ['  https://example.com/a  ', 'https://example.com/a', 'blanks around'],
    ['HTTP://EXAMPLE.com:80/a/../b?x=1#top', 'http://example.com/b?x=1', 'normalised'],
    ['https://user:secret@example.com/', 'https://example.com/', 'credentials'],
    ['http://example.com./', 'http://example.com/', 'root dot'],
    ['http://bücher.example/', 'http://xn--bcher-kva.example/', 'Punycode'],
    ['http://8.8.8.8/', 'http://8.8.8.8/', 'public address'],
    ['http://[2606:4700:4700::1111]:8443/', 'http://[2606:4700:4700::1111]:8443/', 'public IPv6 address'],
    ['http://_dmarc.foo-.example.com/', 'http://_dmarc.foo-.example.com/', 'labels as they exist'],
  ])('admits %s as %s (%s)', (input, href) => {
    expect(admit(input).href).toBe(href);
  });

  it('tells the parts a connection needs', () => {
    expect(admit('https://me:p%40ss@example.com:8443/a%20b?c#d')).toEqual({
      href: 'https://example.com:8443/a%20b?c',
      origin: 'https://example.com:8443',
      host: 'example.com:8443',
      hostname: 'example.com',
      port: 8443,
      path: '/a%20b?c',
      authorization: `Basic ${Buffer.from('me:p@ss').toString('base64')}`,
    });
  });

  it('takes brackets from IPv6 host names and knows the ports of the schemes', () => {
    expect(admit('https://[2606:4700::1]/')).toMatchObject({ hostname: '2606:4700::1', port: 443 });
    expect(admit('http://example.com/')).toMatchObject({ port: 80, authorization: null });
  });

  it.each([
    ['', 'nothing'],
    ['nope', 'neither scheme nor dot'],
    ['redis:6379', 'the same with a port'],
    ['not a url', 'blanks inside'],
    ['http://', 'no host'],
    ['ftp://example.com/', 'another scheme'],
    ['file:///etc/passwd', 'file'],
    ['javascript:alert(1)', 'script'],
    ['mailto:someone@example.com', 'mail, which without its scheme would read as a host'],
    ['view-source:http://example.com/', 'browser scheme'],
    ['http://example.com:0/', 'port 0'],
    ['http://example.com:65536/', 'port too large'],
    ['http://a..example.com/', 'empty label'],
    [`http://${'a'.repeat(64)}.com/`, 'label too long'],
    ['http://[::1%25lo]/', 'zone id'],
    ['http://example.com\\@127.0.0.1/', 'backslash in the host part'],
    ['http://127.0.0.1:80%2fx@example.com/', 'address as user name'],
    [`http://example.com/${'a'.repeat(8192)}`, 'too long'],
  ])('refuses %s as no URL (%s)', (input) => {
    expect(() => admit(input)).toThrow(InvalidUrlError);
  });

  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.0.0.1./',
    'http:127.0.0.1/',
    'http:///127.0.0.1/',
    'http://127。0。0。1/',
    'http://１２７.0.0.1/',
    'http://127.0.0.1\u200b/',
    'http://127.0.0.1\n/',
    'http://127.0.0.1#@example.com/',
    'http://example.com@127.0.0.1/',
    'http://169.254.169.254/latest/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fe80::1]/',
    'http://localhost/',
    'localhost:8080',
    'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
    'http://LOCALHOST./',
    'http://foo.localhost/',
    'http://localhost.localdomain/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://kubernetes.default.svc/',
    'http://router.home.arpa/',
    'http://host.docker.internal/',
    'http://intranet/',
    'http://ip6-localhost/',
    'http://example.com:25/',
    'https://example.com:6667/',
  ])('blocks %s before any look-up', (input) => {
    expect(() => admit(input)).toThrow(BlockedAddressError);
  });

  it.each([
    ['http://127.0.0.1:3000/', '127.0.0.0/8'],
    ['http://2130706433:3000/', '127.0.0.1:3000'],
    ['http://[::1]:8080/', '[::1]:8080'],
    ['http://[::ffff:127.0.0.1]/', '::ffff:127.0.0.1'],
    ['intranet', 'intranet'],
    ['http://localhost:3000/', 'localhost'],
    ['http://wiki.corp.internal/', '*.corp.internal'],
  ])('admits %s when the host lists %s', (input, entry) => {
    expect(() => admit(input, entry)).not.toThrow();
  });

  it('keeps other ports of a listed address closed', () => {
    expect(() => admit('http://127.0.0.1:3001/', '127.0.0.1:3000')).toThrow(BlockedAddressError);
  });

  it('does not take a listed network for a listed name', () => {
    expect(() => admit('http://localhost/', '127.0.0.0/8')).toThrow(BlockedAddressError);
  });

  it('shows no credentials in its messages', () => {
    expect(() => validateUrl('http://user:secret@10.0.0.1/?token=abc', NOTHING_ALLOWED)).toThrow(
      /^(?!.*(secret|abc)).*10\.0\.0\.1/,
    );
  });
});
