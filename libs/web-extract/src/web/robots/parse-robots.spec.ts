import { parseRobots } from './parse-robots.js';

const BOT = 'ExampleBot';

function allows(body: string, path: string, agent = BOT): boolean {
  return parseRobots(body, agent).isAllowed(path);
}

describe('parseRobots: groups', () => {
  it('allows everything when no group speaks to the agent', () => {
    expect(allows('', '/x')).toBe(true);
    expect(allows('User-agent: Other\nDisallow: /', '/x')).toBe(true);
    expect(allows('Disallow: /', '/x')).toBe(true); // a rule outside of any group
  });

  it('joins all groups that name the agent, in any case', () => {
    const body =
      'user-agent: examplebot\nDisallow: /a/\n\nUser-agent: *\nDisallow: /b/\n\nUSER-AGENT: EXAMPLEBOT\nDisallow: /c/';
    expect(['/a/', '/b/', '/c/'].map((path) => allows(body, path))).toEqual([false, true, false]);
  });

  it('uses the groups of everyone only when none names the agent', () => {
    const body = 'User-agent: *\nDisallow: /a/\n\nUser-agent: *\nDisallow: /b/';
    expect(['/a/', '/b/', '/c/'].map((path) => allows(body, path))).toEqual([false, false, true]);
    expect(allows(`${body}\n\nUser-agent: ExampleBot\nDisallow:`, '/a/')).toBe(true);
  });

  it('gives the rules to every agent of the list above them', () => {
    const body =
      'User-agent: A\nUser-agent: ExampleBot\n\n# blank lines and comments change nothing\nDisallow: /x';
    expect(allows(body, '/x')).toBe(false);
    expect(allows(body, '/x', 'A')).toBe(false);
  });

  it('ends a list of agents only by a rule', () => {
    const body =
      'User-agent: ExampleBot\nSitemap: https://e.com/s.xml\nCrawl-delay: 3\nUnknown: x\nUser-agent: B\nDisallow: /';
    expect(allows(body, '/x')).toBe(false);
  });

  it.each([
    ['ExampleBot/2.1', 'ExampleBot', 'a version in the file'],
    ['ExampleBot', 'ExampleBot/2.1', 'a version in our name'],
    ['ExampleBot # ours', 'ExampleBot', 'a comment behind it'],
    ['ExampleBot and friends', 'ExampleBot', 'words behind it'],
  ])('matches "%s" with %s (%s)', (line, agent) => {
    expect(allows(`User-agent: ${line}\nDisallow: /`, '/x', agent)).toBe(false);
  });

  it.each(['Example', 'ExampleBot-News', 'ExampleBot2'])('does not take %s for the agent', (name) => {
    expect(allows(`User-agent: ${name}\nDisallow: /`, '/x')).toBe(true);
  });

  it('is not confused by agents named like properties of objects', () => {
    expect(allows('User-agent: __proto__\nDisallow: /', '/x')).toBe(true);
    expect(allows('constructor: x\nUser-agent: constructor\nDisallow: /a', '/a', 'constructor')).toBe(false);
  });
});

describe('parseRobots: rules', () => {
  it.each([
    ['Disallow: /', '/', false],
    ['Disallow:', '/x', true],
    ['Disallow: /fish', '/fish.html', false],
    ['Disallow: /fish', '/Fish', true],
    ['Disallow: /fish/', '/fish', true],
    ['Disallow: fish', '/fish', true],
    ['Disallow: /*.php', '/dir/a.php?x=1', false],
    ['Disallow: /*.php$', '/dir/a.php?x=1', true],
    ['Disallow: /*.php$', '/dir/a.php', false],
    ['Disallow: /a*b*c$', '/axxbxxc', false],
    ['Disallow: /a*b*c$', '/axxbxxcd', true],
    ['Disallow: /a*aa$', '/aa', true],
    ['Disallow: /a*$', '/a', false],
    ['Disallow: /a**b', '/a--b', false],
    ['Disallow: *private', '/my/private', false],
    ['Disallow: /*?', '/x?y', false],
    ['Disallow: /$', '/', false],
    ['Disallow: /$', '/x', true],
    ['Disallow: /a$b', '/a$b', false],
    ['Disallow: /a$b', '/a', true],
  ])('%s, asked for %s: %s', (line, path, expected) => {
    expect(allows(`User-agent: *\n${line}`, path)).toBe(expected);
  });

  it('lets the longest pattern win, whatever the order', () => {
    const rules = ['Disallow: /', 'Allow: /public/', 'Disallow: /public/private/'];
    for (const lines of [rules, [...rules].reverse()]) {
      const body = `User-agent: *\n${lines.join('\n')}`;
      const verdicts = ['/x', '/public/x', '/public/private/x'].map((path) => allows(body, path));
      expect(verdicts).toEqual([false, true, false]);
    }
  });

  it('lets Allow win a tie', () => {
    expect(allows('User-agent: *\nDisallow: /page\nAllow: /page', '/page')).toBe(true);
  });

  it('takes an allowed index page for its folder', () => {
    const body = 'User-agent: *\nDisallow: /\nAllow: /docs/index.html';
    expect(['/docs/', '/docs/index.html', '/docs/x'].map((path) => allows(body, path))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('takes an empty path for the root', () => {
    expect(allows('User-agent: *\nDisallow: /$', '')).toBe(false);
  });
});

describe('parseRobots: spellings', () => {
  it.each([
    ['Disallow: /caf\u00e9', '/caf%C3%A9', 'a rule written in UTF-8'],
    ['Disallow: /caf%c3%a9', '/caf%C3%A9', 'lower-case hex'],
    ['Disallow: /caf%C3%A9', '/caf\u00e9', 'an address that was not encoded'],
    ['Disallow: /a%2fb', '/a%2Fb', 'an escaped slash stays one'],
    ['Disallow: /~joe', '/%7Ejoe', 'a needless escape in the address'],
    ['Disallow: /%7Ejoe', '/~joe', 'a needless escape in the rule'],
    ['Disallow: /a-%2A', '/a-*', 'a star meant as itself'],
    ['Disallow: /a-%24', '/a-$', 'a dollar meant as itself'],
  ])('%s forbids %s (%s)', (line, path) => {
    expect(allows(`User-agent: *\n${line}`, path)).toBe(false);
  });

  it('does not take an escaped slash for a slash', () => {
    expect(allows('User-agent: *\nDisallow: /a/b', '/a%2Fb')).toBe(true);
  });

  it('reads needless escapes of Allow strictly, and understands them in addresses', () => {
    const body = 'User-agent: *\nDisallow: /\nAllow: /%62az\nAllow: /open';
    expect(allows(body, '/baz')).toBe(false);
    expect(allows(body, '/%62az')).toBe(true);
    expect(allows(body, '/%6Fpen')).toBe(true);
  });

  it.each(['dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw', 'DISALLOW', 'disallow '])(
    'accepts the field name "%s"',
    (name) => expect(allows(`User-agent: *\n${name}: /x`, '/x')).toBe(false),
  );

  it.each(['useragent', 'user agent', 'User-Agent'])('accepts the field name "%s"', (name) => {
    expect(allows(`${name}: ExampleBot\nDisallow: /x`, '/x')).toBe(false);
  });

  it('forgives a forgotten colon between two words, not among three', () => {
    expect(allows('User-agent *\nDisallow /x', '/x')).toBe(false);
    expect(allows('User-agent: *\nDisallow /x y', '/x')).toBe(true);
  });

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('ends lines with %s', (_, end) => {
    expect(allows(['User-agent: *', 'Disallow: /x', ''].join(end), '/x')).toBe(false);
  });

  it('skips a byte order mark, whole or cut, at the start only', () => {
    const body = Buffer.from('User-agent: *\nDisallow: /x');
    for (const mark of [[0xef, 0xbb, 0xbf], [0xef, 0xbb], [0xef]]) {
      const rules = parseRobots(Buffer.concat([Buffer.from(mark), body]), BOT);
      expect(rules.isAllowed('/x')).toBe(false);
    }
    expect(allows('\n\uFEFFUser-agent: *\nDisallow: /x', '/x')).toBe(true);
  });

  it('survives what is no robots.txt', () => {
    expect(allows('<!doctype html><html><body>404</body></html>', '/x')).toBe(true);
    expect(parseRobots(Buffer.from([0, 255, 254, 10, 13, 58, 58]), BOT).isAllowed('/x')).toBe(true);
  });
});

describe('parseRobots: sitemaps and delays', () => {
  it('collects absolute sitemap addresses from everywhere, once each', () => {
    const body = [
      'Sitemap: https://e.com/a.xml',
      'User-agent: Other',
      'sitemap:https://e.com/b.xml # note',
      'Disallow: /',
      'site-map: https://cdn.e.net/c.xml.gz',
      'Sitemap: https://e.com/a.xml',
      'Sitemap: /relative.xml',
      'Sitemap: ftp://e.com/d.xml',
    ];
    expect(parseRobots(body.join('\n'), BOT).sitemaps).toEqual([
      'https://e.com/a.xml',
      'https://e.com/b.xml',
      'https://cdn.e.net/c.xml.gz',
    ]);
  });

  it.each<[string, number | null, string]>([
    ['User-agent: *\nCrawl-delay: 2.5', 2.5, 'a fraction'],
    ['User-agent: *\nCrawl-delay: 2\nCrawl-delay: 5', 5, 'the longest of several'],
    ['User-agent: ExampleBot\nCrawl-delay: 1\n\nUser-agent: *\nCrawl-delay: 9', 1, 'the own group'],
    ['User-agent: ExampleBot\nDisallow: /x\n\nUser-agent: *\nCrawl-delay: 9', null, 'the own group has none'],
    ['User-agent: Other\nCrawl-delay: 30\nUser-agent: *\nDisallow: /x', null, 'only agents named above it'],
    ['User-agent: *\nCrawl-delay: soon', null, 'no number'],
    ['User-agent: *\nCrawl-delay: 300000', 300_000, 'days'],
    ['User-agent: *\nCrawl-delay: -1', null, 'negative'],
    ['Crawl-delay: 4', null, 'outside every group'],
  ])('%j: %s s (%s)', (body, expected) => {
    expect(parseRobots(body, BOT).crawlDelaySeconds).toBe(expected);
  });
});

describe('parseRobots: bounds', () => {
  it('reads 500 KiB and no more', () => {
    const filler = `# ${'x'.repeat(97)}\n`.repeat(5120); // 500 KiB
    expect(allows(`User-agent: *\nDisallow: /a\n${filler}Disallow: /b`, '/a')).toBe(false);
    expect(allows(`User-agent: *\nDisallow: /a\n${filler}Disallow: /b`, '/b')).toBe(true);
  });

  it('cuts lines at 16,663 bytes', () => {
    const body = `User-agent: *\nDisallow: /${'a'.repeat(20_000)}`;
    expect(allows(body, `/${'a'.repeat(16_652)}`)).toBe(false);
    expect(allows(body, `/${'a'.repeat(16_651)}`)).toBe(true);
  });

  it.each([
    ['stars without end', `Disallow: /${'*a'.repeat(8000)}$`, `/${'a'.repeat(7000)}b`],
    ['thousands of patterns', 'Disallow: /*aaaaaaaaab\n'.repeat(20_000), `/${'a'.repeat(8000)}`],
    ['long texts', `Disallow: /*${'a'.repeat(4000)}b\n`.repeat(100), `/${'a'.repeat(8000)}`],
  ])('decides in bounded time: %s', (_, rules, path) => {
    const parsed = parseRobots(`User-agent: *\n${rules}`, BOT);
    const before = process.cpuUsage();
    parsed.isAllowed(path);
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000); // measured: under 5 ms
  });
});

describe('parseRobots: what decided', () => {
  const decided = (body: string, path: string, agent = BOT) => {
    const rules = parseRobots(body, agent);
    return { group: rules.group, ...rules.decide(path) };
  };

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('counts lines that end with %s, blank ones and comments too', (_, end) => {
    const body = ['# hello', '', 'User-agent: *', '', 'Disallow: /x # why', 'Allow: /x/y'].join(end);
    expect(decided(body, '/x')).toEqual({
      group: '*',
      isAllowed: false,
      line: { directive: 'disallow', value: '/x', number: 5 },
    });
    expect(decided(body, '/x/y')).toMatchObject({ isAllowed: true, line: { number: 6 } });
    expect(decided(body, '/z')).toEqual({ group: '*', isAllowed: true, line: null });
  });

  it('names the group as the file first writes it', () => {
    const body = 'User-agent: EXAMPLEBOT/2\nDisallow: /a\n\nUser-agent: ExampleBot\nDisallow: /b';
    expect(decided(body, '/b')).toMatchObject({ group: 'EXAMPLEBOT/2', line: { number: 5 } });
    expect(decided(body, '/b', 'Other')).toEqual({ group: null, isAllowed: true, line: null });
  });

  it('names the line of an index page for its folder', () => {
    const body = 'User-agent: *\nDisallow: /\nAllow: /docs/index.html';
    expect(decided(body, '/docs/')).toMatchObject({ isAllowed: true, line: { value: '/docs/index.html' } });
  });

  it('names no line where the rules are too expensive to tell', () => {
    const body = `User-agent: *\n${'Disallow: /*aaaaaaaaab\n'.repeat(20_000)}`;
    expect(decided(body, `/${'a'.repeat(8000)}`)).toMatchObject({ isAllowed: false, line: null });
  });
});

describe('sitemaps without an origin', () => {
  it('belong to the host of the file', () => {
    const text =
      'Sitemap: /a.xml\nSitemap: b.xml\nSitemap: https://other.example/c.xml\nSitemap: ftp://x.example/\nSitemap:\n';
    expect(parseRobots(text, 'Bot', 'https://e.com/robots.txt').sitemaps).toEqual([
      'https://e.com/a.xml',
      'https://e.com/b.xml',
      'https://other.example/c.xml',
    ]);
    expect(parseRobots(text, 'Bot').sitemaps).toEqual(['https://other.example/c.xml']);
  });
});

describe('patterns as readers see them', () => {
  it.each([
    ['/a<d>.html', '/a%3Cd%3E.html'],
    ['/{id}/`x`?q={y}&z="w"', '/%7Bid%7D/%60x%60?q={y}&z=%22w%22'],
  ])('%s matches the address %s', (pattern, address) => {
    const path = new URL(address, 'https://e.com').href.slice('https://e.com'.length);
    expect(parseRobots(`User-agent: *\nDisallow: ${pattern}`, 'Bot').isAllowed(path)).toBe(false);
  });

  it('tells agents apart that differ behind a letter beyond ASCII', () => {
    const text = 'User-agent: Jävla-Foobot\nDisallow: /';
    expect(['jävla-foobot', 'jävla-fanbot'].map((agent) => parseRobots(text, agent).isAllowed('/'))).toEqual([
      false,
      true,
    ]);
  });

  it('finds the name behind "compatible"', () => {
    const body = 'User-agent: ExampleBot\nDisallow: /a\n\nUser-agent: Mozilla\nDisallow: /b';
    const agent = 'Mozilla/5.0 (compatible; ExampleBot/1.1; +https://bot.example/)';

    expect(['/a', '/b'].map((path) => allows(body, path, agent))).toEqual([false, true]);
  });

  it('forgives a forgotten colon before a name of several words', () => {
    expect(allows('user agent example bot\nDisallow: /a', '/a', 'Example')).toBe(false);
  });
});
