import { CookieJar, siteOf } from './cookie-jar.js';

const SITE = 'https://app.example.com/a/b';

describe('CookieJar', () => {
  let jar: CookieJar;
  beforeEach(async () => {
    jar = await CookieJar.open();
  });
  afterEach(() => void jest.useRealTimers());

  const headerAt = (url: string, ...setCookies: string[]) => {
    jar.receive(SITE, setCookies);
    return jar.headerAt(url);
  };

  it.each([
    ['a=1', 'https://app.example.com/a/c', 'a=1', 'the default path is the folder of the response'],
    ['a=1', 'https://app.example.com/', '', 'other paths receive none'],
    ['a=1; Path=/', 'https://www.example.com/', '', 'a cookie without Domain is for its host'],
    [
      'a=1; Path=/; Domain=example.com',
      'https://www.example.com/',
      'a=1',
      'with Domain it is for subdomains',
    ],
    ['a=1; Path=/; Domain=com', 'https://app.example.com/', '', 'a public suffix holds none'],
    ['a=1; Path=/; Domain=other.example', 'https://other.example/', '', 'another site neither'],
    ['a=1; Path=/; Secure', 'http://app.example.com/', '', 'Secure cookies need https'],
    ['a=1; Path=/; Max-Age=0', 'https://app.example.com/', '', 'Max-Age=0 removes'],
    ['__Host-a=1; Path=/; Secure', 'https://app.example.com/', '__Host-a=1', 'a correct __Host- cookie'],
    ['__host-a=1; Path=/', 'https://app.example.com/', '', 'prefixes in any case'],
    [
      '__Host-a=1; Path=/; Secure; Domain=app.example.com',
      'https://app.example.com/',
      '',
      '__Host- with Domain',
    ],
    ['=__Secure-a=1; Path=/; Secure', 'https://app.example.com/', '', 'a nameless cookie with a prefix'],
    [`a=${'x'.repeat(4_096)}; Path=/`, 'https://app.example.com/', '', 'more than 4,096 bytes'],
  ])('%s at %s: "%s" (%s)', (setCookie, url, header) => {
    expect(headerAt(url, setCookie)).toBe(header);
  });

  it('replaces a cookie of the same name, host and path', () => {
    expect(headerAt('https://app.example.com/', 'a=old; Path=/', 'a=new; Path=/')).toBe('a=new');
  });

  it('sends cookies of longer paths first', () => {
    expect(headerAt('https://app.example.com/a/', 'x=1; Path=/', 'y=2; Path=/a')).toBe('y=2; x=1');
  });

  it('does not let an insecure response replace or hide a Secure cookie', () => {
    jar.receive(SITE, ['good=kept; Path=/; Secure']);
    jar.receive('http://app.example.com/', ['good=evil; Path=/', 'good=evil; Path=/last', 'other=1; Path=/']);
    expect(jar.headerAt('https://app.example.com/last')).toBe('good=kept; other=1');
  });

  it('leaves out SameSite=Strict cookies after a hop through another site', () => {
    jar.receive(SITE, ['strict=1; Path=/; SameSite=Strict', 'lax=1; Path=/']);
    expect(jar.headerAt(SITE, false)).toBe('lax=1');
  });

  it('keeps cookies for at most 400 days', () => {
    jest.useFakeTimers();
    jar.receive(SITE, ['a=1; Path=/; Max-Age=999999999']);
    jest.setSystemTime(Date.now() + 401 * 86_400_000);
    expect([jar.headerAt(SITE), jar.size]).toEqual(['', 0]);
  });

  it('drops the least recently used cookies of a host above 50', () => {
    const many = Array.from({ length: 60 }, (_, n) => `c${n}=1; Path=/`);
    jar.receive(SITE, many.slice(0, 50));
    jar.headerAt(SITE);
    jar.receive(SITE, ['last=1; Path=/']);
    expect([jar.size, jar.hasDropped, jar.headerAt(SITE).includes('last=1')]).toEqual([50, true, true]);
  });

  it('bounds the header to 16 KiB, with the newest cookies', () => {
    const large = Array.from({ length: 10 }, (_, n) => `c${n}=${'v'.repeat(3_000)}; Path=/`);
    const header = headerAt(SITE, ...large);
    expect([header.length <= 16_384, header.includes('c9='), header.includes('c0=')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('restores its cookies', async () => {
    jar.receive(SITE, ['a=1; Path=/; HttpOnly']);
    expect((await CookieJar.open(jar.all)).headerAt(SITE)).toBe('a=1');
  });
});

describe('siteOf', () => {
  it.each([
    ['app.example.co.uk', 'example.co.uk'],
    ['a.github.io', 'a.github.io'],
    ['127.0.0.1', '127.0.0.1'],
    ['localhost', 'localhost'],
  ])('%s → %s', (host, site) => {
    expect(siteOf(host)).toBe(site);
  });
});
