import type { CrawlPatterns } from '../../model/crawl/crawl.js';
import { InvalidRequestError } from '../../model/errors.js';
import { splitUrl, type UrlParts } from './split-url.js';
import { compilePatterns } from './url-pattern.js';

function rule(patterns: Partial<CrawlPatterns>, url: string): string {
  const judge = compilePatterns({ syntax: 'regex', include: [], exclude: [], ...patterns });
  return judge(splitUrl(url) as UrlParts).rule;
}

describe('compilePatterns: regular expressions', () => {
  it.each([
    ['/blog/', 'https://e.com/x/blog/1', true, 'searched anywhere in the path'],
    ['^/blog/', 'https://e.com/blog/1', true, 'tied to the path with its slash'],
    ['^blog/', 'https://e.com/blog/1', true, 'and without'],
    ['^blog/', 'https://e.com/x/blog/1', false, 'tied is tied'],
    ['blog/.*', 'https://e.com/blog/1', true, 'stars of glob habit'],
    ['\\.html$', 'https://e.com/a.html?x=1', true, 'the query is no part of the path'],
    ['x=1', 'https://e.com/a?x=1', false, 'so it is not searched'],
    ['e\\.com', 'https://e.com/a', false, 'nor is the host'],
    ['Blog', 'https://e.com/blog', false, 'case matters'],
    ['(?i)Blog', 'https://e.com/blog', true, 'unless told otherwise'],
    ['/m\u00fcnchen', 'https://e.com/m%C3%BCnchen', true, 'as people write it'],
    ['/m%C3%BCnchen', 'https://e.com/m%C3%BCnchen', true, 'as addresses are written'],
    ['/a%FF', 'https://e.com/a%FF', true, 'escapes that are no UTF-8'],
    ['\\/v\\d+\\/', 'https://e.com/v12/x', true, 'escaped slashes of JavaScript'],
  ])('%s on %s: %s (%s)', (pattern, url, expected) => {
    expect(rule({ include: [pattern] }, url)).toBe(expected ? 'included' : 'not-included');
    expect(rule({ exclude: [pattern] }, url)).toBe(expected ? 'excluded' : 'in-scope');
  });

  it('searches whole addresses when asked to', () => {
    expect(rule({ include: ['^https://e\\.com/.*x=1$'], onWholeUrl: true }, 'https://e.com/a?x=1')).toBe(
      'included',
    );
  });

  it('lets exclusion win', () => {
    const patterns = { include: ['/blog/'], exclude: ['/blog/drafts/'] };
    expect(rule(patterns, 'https://e.com/blog/1')).toBe('included');
    expect(rule(patterns, 'https://e.com/blog/drafts/1')).toBe('excluded');
  });

  it('takes empty lists and empty patterns for no rule', () => {
    expect(rule({ include: [''], exclude: [''] }, 'https://e.com/')).toBe('in-scope');
    expect(compilePatterns(undefined)(splitUrl('https://e.com/') as UrlParts).rule).toBe('in-scope');
  });

  it('names the pattern that decided', () => {
    const judge = compilePatterns({ syntax: 'regex', include: [], exclude: ['/a', '/b'] });
    expect(judge(splitUrl('https://e.com/b') as UrlParts).detail).toBe('/b');
  });

  it.each(['(', '[a', '*a', 'a{5000}', '(?=look)', '(?<!behind)x', '(a)\\1'])(
    'refuses %s and names it',
    (pattern) => {
      const compile = () => compilePatterns({ syntax: 'regex', include: ['fine', pattern], exclude: [] });
      expect(compile).toThrow(InvalidRequestError);
      expect(compile).toThrow(`patterns.include holds "${pattern}", which cannot be used`);
      try {
        compile();
      } catch (error) {
        expect((error as InvalidRequestError).problems[0]?.path).toEqual(['patterns', 'include', 1]);
      }
    },
  );

  it.each(['^(([a-z])+.)+[A-Z]([a-z])+$', '(x+x+)+y', '(.*a){12}$'])(
    'matches %s in bounded time',
    (pattern) => {
      const judge = compilePatterns({ syntax: 'regex', include: [pattern], exclude: [] });
      const before = process.cpuUsage();
      judge(splitUrl(`https://e.com/${'a'.repeat(4000)}${'x'.repeat(4000)}`) as UrlParts);
      expect(process.cpuUsage(before).user).toBeLessThan(2_000_000); // measured: under 20 ms
    },
  );
});

describe('compilePatterns: patterns that grow when they are compiled', () => {
  const bomb = 'x{1000}'.repeat(90);
  const compile = (include: string[], exclude: string[] = []) =>
    compilePatterns({ syntax: 'regex', include, exclude });

  it('are refused where all together are too large, before anything is compiled', () => {
    expect(() => compile([bomb])).not.toThrow();
    expect(() => compile(['x{1000}'.repeat(1_000)])).toThrow(
      /which cannot be used: all patterns together are/,
    );
    expect(() => compile([bomb], ['a', bomb])).toThrow(
      expect.objectContaining({ problems: [expect.objectContaining({ path: ['patterns', 'exclude', 1] })] }),
    );
  });

  it('are not those of long honest lists', () => {
    const list = Array.from({ length: 1_000 }, (_, n) => `^/section-${n}/\\d{4}/[a-z-]+/?$`);
    expect(() => compile(list)).not.toThrow();
  });
});

describe('compilePatterns: what an address costs', () => {
  const COSTLY = '(?:a|aa|aaa){300}[!?]$';
  const NONE = { syntax: 'regex', include: [], exclude: [] } as const;
  const judge = (patterns: Partial<CrawlPatterns>, url: string) =>
    compilePatterns({ ...NONE, ...patterns })(splitUrl(url)!).rule;

  it('refuses patterns that would cost seconds an address', () => {
    expect(() => compilePatterns({ ...NONE, include: Array.from({ length: 40 }, () => COSTLY) })).toThrow(
      /all patterns together are too large/,
    );
  });

  it('holds no address of more than 2,000 characters against a pattern', () => {
    const long = `https://e.com/${'a'.repeat(2_000)}`;
    expect(judge({ exclude: ['a'] }, long)).toBe('in-scope');
    expect(judge({ include: ['a'] }, long)).toBe('not-included');
    expect(judge({ include: ['a'] }, long.slice(0, -20))).toBe('included');
  });

  it('gives up on an address that would take too many steps', () => {
    const patterns = { exclude: Array.from({ length: 15 }, () => COSTLY) };
    expect(judge(patterns, `https://e.com/${'a'.repeat(1_900)}!`)).toBe('in-scope');
    expect(judge({ exclude: ['(?:a|aa){20}!$'] }, `https://e.com/${'a'.repeat(900)}!`)).toBe('excluded');
  });

  it.each([
    ['literal', (n: number) => `/a-section/of-the-site/page-${n}-of-very-many-pages`, 'regex'],
    ['with dots', (n: number) => `/section/page-${n}.html`, 'regex'],
    ['anchored', (n: number) => `^/section-${n}/\\d{4}/[a-z-]+/?$`, 'regex'],
    ['paths', (n: number) => `section-${n}/of-the-site/with/a/long/path`, 'path'],
    ['paths with stars', (n: number) => `section-${n}/*`, 'path'],
  ] as const)('takes a thousand patterns: %s', (_, make, syntax) => {
    const include = Array.from({ length: 1_000 }, (__, n) => make(n));
    const page = 'https://e.com/a-section/of-the-site/page-999-of-very-many-pages';
    expect(judge({ syntax, include: [...include.slice(1), 'very-many'] }, page)).toBe(
      syntax === 'path' ? 'not-included' : 'included',
    );
    expect(judge({ syntax, include }, 'https://e.com/section-998/2024/x')).toBe(
      ['anchored', 'paths with stars'].includes(_) ? 'included' : 'not-included',
    );
  });

  it.each([
    ['^/blog{2}', '/blogg', 'included'],
    ['^/blog?', '/blo', 'included'],
    ['^/a|/b', '/x/b', 'included'],
    ['(?i)^/BLOG', '/blog', 'included'],
    ['^/blog/', '/weblog/', 'not-included'],
    ['^blog', '/blog', 'included'],
    ['^/caf\u00e9', '/caf%C3%A9', 'included'],
    ['blog', '/weblog/', 'included'],
  ])('%s on %s is %s', (include, path, expected) => {
    expect(judge({ include: [include] }, new URL(path, 'https://e.com/').href)).toBe(expected);
  });
});

describe('compilePatterns: path patterns', () => {
  it.each([
    ['blog/', '/blog/x', true],
    ['blog/*', '/blog/x', true],
    ['/blog/*', '/blog/x', true],
    ['blog/', '/weblog/x', false],
    ['blog/*', '/weblog/x', false],
    ['blog/', '/x/blog/', false],
    ['*/print', '/a/b/print', true],
    ['*/print', '/print', true],
    ['docs/*/api', '/docs/v1/api/x', true],
    ['docs/*/api', '/docs/api', false],
    ['a.b', '/a.b', true],
    ['a.b', '/axb', false],
    ['a+b?', '/a+b?', false],
    ['*', '/anything', true],
    ['https://e.com/blog/*', '/blog/x', true],
    ['^/blog/\\d+$', '/blog/12', true],
    ['^/blog/\\d+$', '/blog/x', false],
    ['blog/.*', '/weblog/x', true],
    ['(news|blog)', '/x/news', true],
  ])('%s on %s: %s', (pattern, path, expected) => {
    expect(rule({ syntax: 'path', include: [pattern] }, `https://e.com${path}`)).toBe(
      expected ? 'included' : 'not-included',
    );
  });
});
