import { urlKey, type UrlKeyOptions } from './url-key.js';

function areOne(a: string, b: string, options?: UrlKeyOptions): boolean {
  return urlKey(a, options) === urlKey(b, options);
}

const SESSION_A = 'k3j4h5g6f7d8s9a0q1w2';
const SESSION_B = 'z0x9c8v7b6n5m4l3k2j1';

describe('urlKey: one page in several spellings', () => {
  it.each([
    ['http://e.com/a', 'https://e.com/a', 'scheme'],
    ['https://www.e.com/a', 'https://e.com/a', 'www'],
    ['https://e.com/a/', 'https://e.com/a', 'trailing slash'],
    ['https://e.com/', 'https://e.com/index.html', 'index page of the root'],
    ['https://e.com/docs/index.php', 'https://e.com/docs', 'index page of a folder'],
    ['https://e.com/docs/Default.aspx', 'https://e.com/docs/', 'index page of another server'],
    ['https://e.com/a?', 'https://e.com/a', 'empty query'],
    ['https://e.com/a#x', 'https://e.com/a', 'fragment'],
    ['https://me:pw@e.com/a', 'https://e.com/a', 'credentials'],
    ['https://e.com/%7ejoe', 'https://e.com/~joe', 'needless escape'],
    ['https://e.com/caf%c3%a9', 'https://e.com/caf%C3%A9', 'case of escapes'],
    ['https://e.com/a?utm_source=x&b=1&gclid=9', 'https://e.com/a?b=1', 'advertising'],
    ['https://e.com/a?x=1&y=2', 'https://e.com/a?y=2&x=1', 'order of the query'],
    ...[
      'fbclid',
      'gclid',
      'dclid',
      'msclkid',
      'gbraid',
      'wbraid',
      'yclid',
      'ysclid',
      'twclid',
      'ttclid',
      'srsltid',
      'gad_source',
      'mkt_tok',
      'igsh',
      '_gl',
      'mc_eid',
      'hsa_acc',
      'li_fat_id',
    ].map((name): [string, string, string] => [`https://e.com/a?${name}=aB1`, 'https://e.com/a', name]),
    ['https://e.com/login?next=/a', 'https://e.com/login?next=%2Fb', 'return of a form of login'],
    [
      'https://e.com/de/users/sign_in?return_to=/a',
      'https://e.com/de/users/sign_in',
      'return of another form',
    ],
    ['https://e.com/wp-login.php?redirect_to=x', 'https://e.com/wp-login.php', 'return of WordPress'],
    ['https://E.COM/a', 'https://e.com/a', 'not normalised'],
  ])('%s and %s (%s)', (a, b) => expect(areOne(a, b)).toBe(true));

  it.each([
    ['https://e.com/a', 'https://e.com/A', 'case of the path'],
    ['https://e.com/a?x=1&x=2', 'https://e.com/a?x=2&x=1', 'order of the values of a parameter'],
    ['https://e.com/go?url=/a', 'https://e.com/go?url=/b', 'where a page leads that is no form of login'],
    [
      'https://e.com/login?next=/a&lang=de',
      'https://e.com/login?next=/b&lang=fr',
      'other parameters of a form of login',
    ],
    ['https://e.com/a?s=shoes', 'https://e.com/a?s=boots', 'searches'],
    ['https://e.com/a?x=1', 'https://e.com/a?x=2', 'value of a parameter'],
    ['https://e.com/a', 'https://e.com:8080/a', 'port'],
    ['https://a.e.com/', 'https://e.com/', 'subdomain'],
    ['https://e.com/a%2Fb', 'https://e.com/a/b', 'escaped slash'],
    ['https://e.com/index.html/x', 'https://e.com/x', 'index inside the path'],
    ['https://e.com/myindex.html', 'https://e.com/my', 'name that ends like an index page'],
  ])('%s and %s are two pages (%s)', (a, b) => expect(areOne(a, b)).toBe(false));

  it('keeps what looks similar apart when asked to', () => {
    const options = { similar: false };
    expect(areOne('http://e.com/a', 'https://e.com/a', options)).toBe(false);
    expect(areOne('https://www.e.com/a', 'https://e.com/a', options)).toBe(false);
    expect(areOne('https://e.com/a/', 'https://e.com/a', options)).toBe(false);
    expect(areOne('https://e.com/index.html', 'https://e.com/', options)).toBe(false);
    expect(areOne('https://e.com/a?utm_source=x', 'https://e.com/a', options)).toBe(false);
    expect(areOne('https://e.com/a#x', 'https://e.com/a', options)).toBe(true);
  });

  it('ignores the query when asked to', () => {
    expect(areOne('https://e.com/a?x=1', 'https://e.com/a?y=2', { ignoreQuery: true })).toBe(true);
  });
});

describe('urlKey: sessions', () => {
  it.each([
    [`/a;jsessionid=${SESSION_A}`, `/a;jsessionid=${SESSION_B}`, 'path parameter'],
    [`/a;jsessionid=${SESSION_A}?b=1`, '/a?b=1', 'path parameter and none'],
    [`/a?PHPSESSID=${SESSION_A}`, '/a', 'PHP'],
    ['/a?PHPSESSID=1&b=2', '/a?b=2', 'a name that means nothing else, whatever its value'],
    [`/a?sid=${SESSION_A}&b=2`, `/a?sid=${SESSION_B}&b=2`, 'short name, random value'],
    [`/a?zenid=${SESSION_A}`, '/a', 'Zen Cart'],
    ['/showthread.php?s=0123456789abcdef0123456789abcdef&t=1', '/showthread.php?t=1', 'vBulletin'],
    [`/(S(${SESSION_A}))/a.aspx`, '/a.aspx', 'ASP.NET'],
  ])('%s and %s are one page (%s)', (a, b) => {
    expect(areOne(`https://e.com${a}`, `https://e.com${b}`)).toBe(true);
    expect(areOne(`https://e.com${a}`, `https://e.com${b}`, { sessions: false })).toBe(false);
  });

  it.each([
    ['/talk?session_id=12', '/talk?session_id=13', 'sessions of a conference'],
    ['/article?sid=02/10/1', '/article?sid=02/10/2', 'stories'],
    ['/a?session=keynote-of-the-morning', '/a?session=keynote-of-the-evening', 'words'],
    ['/obsessed?x=1', '/obsessed?x=2', 'a word that holds the letters'],
  ])('%s and %s are two pages (%s)', (a, b) => {
    expect(areOne(`https://e.com${a}`, `https://e.com${b}`)).toBe(false);
  });
});

describe('urlKey over random addresses', () => {
  /** Deterministic pseudo-random numbers. */
  function generator(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
  }

  it('is the same for a page and its similar spellings, and differs between pages', () => {
    const random = generator(7);
    const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T;
    const pages = new Map<string, string>();
    for (let i = 0; i < 5000; i++) {
      const host = pick(['e.com', 'a.e.com', '127.0.0.1:8080']);
      const path = Array.from({ length: random(4) }, () =>
        pick(['docs', 'a', '2024', 'B', 'caf%C3%A9']),
      ).join('/');
      const query = pick(['', '?p=1', '?p=2&q=%20x']);
      const prefix = /^\d/.test(host) ? '' : pick(['', 'www.']);
      const suffix = pick(path === '' ? ['/', '/index.html'] : ['', '/', '/index.html', '/index.php']);
      const url = `${pick(['http', 'https'])}://${prefix}${host}/${path}${suffix}${query}${pick(['', '#x'])}`;
      const page = `${host} ${path} ${query}`;
      const key = urlKey(new URL(url).href.replace(/([^:])\/\//g, '$1/'));
      expect(pages.get(key) ?? page).toBe(page);
      pages.set(key, page);
    }
    expect(pages.size).toBe(new Set(pages.values()).size);
    expect(pages.size).toBeGreaterThan(500);
  });
});
