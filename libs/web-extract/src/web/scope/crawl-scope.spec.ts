import type { CrawlRequest } from '../../model/crawl/crawl.js';
import { CrawlScope, type Discovery, type KnownUrls } from './crawl-scope.js';
import type { ScopeVerdict } from '../../model/crawl/crawl-scope.js';

const LINK: Discovery = { rule: 'link', hops: 1 };

function explain(
  request: Partial<CrawlRequest>,
  url: string,
  found: Partial<Discovery> = {},
  known?: KnownUrls,
): ScopeVerdict {
  const scope = new CrawlScope({ url: 'https://example.com/', ...request });
  return scope.explain(url, { ...LINK, ...found }, known);
}

const ruleOf = (...args: Parameters<typeof explain>): string => explain(...args).rule;

describe('CrawlScope: place', () => {
  it.each([
    ['https://example.com/a', 'in-scope'],
    ['http://www.example.com/a', 'in-scope'],
    ['https://docs.example.com/a', 'subdomain'],
    ['https://example.org/a', 'external-host'],
    ['https://example.com:8443/a', 'subdomain'],
    ['ftp://example.com/a', 'not-http'],
    ['mailto:me@example.com', 'not-http'],
    ['nonsense', 'not-http'],
    [`https://example.com/${'a'.repeat(8200)}`, 'too-long'],
  ])('%s: %s', (url, rule) => expect(ruleOf({}, url)).toBe(rule));

  it('takes in subdomains and other hosts by option', () => {
    expect(ruleOf({ scope: { subdomains: true } }, 'https://docs.example.com/a')).toBe('in-scope');
    expect(ruleOf({ scope: { subdomains: true } }, 'https://example.org/a')).toBe('external-host');
    expect(ruleOf({ scope: { externalLinks: true } }, 'https://example.org/a')).toBe('in-scope');
    expect(ruleOf({ scope: { externalLinks: true } }, 'https://docs.example.com/a')).toBe('in-scope');
  });

  it.each([
    ['https://example.com/docs/', '/docs/a', true, 'below the folder'],
    ['https://example.com/docs/', '/docsets/a', false, 'a name that begins alike'],
    ['https://example.com/docs/', '/blog/', false, 'beside it'],
    ['https://example.com/docs/', '/', false, 'above it'],
    ['https://example.com/docs/intro.html', '/docs/a', true, 'beside the start page'],
    ['https://example.com/day/1', '/day/2', true, 'beside a start page without extension'],
    ['https://example.com/docs?page=1', '/blog', true, 'the folder of a page in the root is the root'],
  ])('begun at %s, %s is inside: %s (%s)', (url, path, isInside) => {
    const rule = ruleOf({ url }, `https://example.com${path}`);
    expect(rule).toBe(isInside ? 'in-scope' : 'outside-path');
    expect(explain({ url, scope: { entireDomain: true } }, `https://example.com${path}`).admitted).toBe(true);
  });

  it('follows the start page to where it was found in the end', () => {
    const scope = new CrawlScope({ url: 'http://example.org/' }, 'https://example.com/en/');
    expect(scope.explain('https://example.com/en/a', LINK).rule).toBe('in-scope');
    expect(scope.explain('https://example.com/de/', LINK).rule).toBe('outside-path');
    expect(scope.explain('https://example.org/a', LINK).rule).toBe('external-host');
    expect(scope.explain('https://example.com/en', LINK).rule).toBe('start');
    expect(scope.explain('https://example.org/', LINK).rule).toBe('start');
  });
});

describe('CrawlScope: the start page', () => {
  it('is admitted whatever the other rules say', () => {
    const request = {
      maxDepth: 0,
      patterns: { syntax: 'regex', include: ['^/never'], exclude: ['.'] },
    } as const;
    expect(explain(request, 'https://example.com/', { rule: 'seed', hops: 0 })).toMatchObject({
      admitted: true,
      rule: 'start',
      key: 'example.com',
      host: 'example.com:443',
    });
    expect(ruleOf(request, 'http://www.example.com/index.html')).toBe('start');
    expect(ruleOf(request, 'https://example.com/a')).toBe('excluded');
  });
});

describe('CrawlScope: patterns', () => {
  const patterns = { syntax: 'regex', include: ['^/blog/'], exclude: ['/drafts/'] } as const;

  it.each([
    ['/blog/a', 'included', '^/blog/'],
    ['/blog/drafts/a', 'excluded', '/drafts/'],
    ['/about', 'not-included', null],
  ])('%s: %s', (path, rule, detail) => {
    expect(explain({ patterns }, `https://example.com${path}`)).toMatchObject({ rule, detail });
  });
});

describe('CrawlScope: depth', () => {
  it.each([
    ['https://example.com/', '/a/b/c', 3],
    ['https://example.com/', '/a/b/c/', 3],
    ['https://example.com/', '/a/b/c/index.html', 3],
    ['https://example.com/docs/', '/docs/a/b', 2],
    ['https://example.com/docs/start', '/docs/beside', 1],
    ['https://example.com/docs/deep/start', '/above', 1],
  ])('begun at %s, %s lies %i deep', (url, path, depth) => {
    const request = { url, scope: { entireDomain: true } };
    expect(ruleOf({ ...request, maxDepth: depth }, `https://example.com${path}`)).toBe('in-scope');
    expect(ruleOf({ ...request, maxDepth: depth - 1 }, `https://example.com${path}`)).toBe('max-depth');
  });

  it('admits ten segments when nothing is said', () => {
    expect(ruleOf({}, `https://example.com/${'abcdefghij'.split('').join('/')}`)).toBe('in-scope');
    expect(ruleOf({}, `https://example.com/${'abcdefghijk'.split('').join('/')}`)).toBe('max-depth');
  });

  it('counts link hops apart', () => {
    expect(ruleOf({ maxDiscoveryDepth: 2 }, 'https://example.com/a', { hops: 2 })).toBe('in-scope');
    expect(ruleOf({ maxDiscoveryDepth: 2 }, 'https://example.com/a', { hops: 3 })).toBe(
      'max-discovery-depth',
    );
    expect(ruleOf({}, 'https://example.com/a', { hops: 999 })).toBe('in-scope');
  });
});

describe('CrawlScope: links that are not worth following', () => {
  it('leaves out files without text', () => {
    expect(explain({}, 'https://example.com/logo.png')).toMatchObject({ rule: 'media-file', detail: 'png' });
    expect(ruleOf({}, 'https://example.com/logo.png', { rule: 'sitemap' })).toBe('media-file');
    expect(ruleOf({}, 'https://example.com/paper.pdf')).toBe('in-scope');
  });

  it('respects nofollow only when asked to', () => {
    expect(ruleOf({}, 'https://example.com/a', { nofollow: true })).toBe('in-scope');
    expect(ruleOf({ scope: { respectNofollow: true } }, 'https://example.com/a', { nofollow: true })).toBe(
      'nofollow',
    );
    expect(ruleOf({ scope: { respectNofollow: true } }, 'https://example.com/a')).toBe('in-scope');
  });
});

describe('CrawlScope: traps', () => {
  const deeper = 'https://example.com/x/x/x/x/';
  const session = 'https://example.com/a?sid=k3j4h5g6f7d8s9a0q1w2';
  const variant = 'https://example.com/list?page=501';
  const known: KnownUrls = { hasKey: (key) => key === 'example.com/a', variantsOf: () => 500 };

  it('refuses paths that repeat themselves', () => {
    expect(ruleOf({}, deeper)).toBe('trap-repeated-segments');
  });

  it('refuses another session of a known page, and only of a known one', () => {
    expect(explain({}, session, {}, known)).toMatchObject({ rule: 'trap-session-id', key: 'example.com/a' });
    expect(explain({}, session)).toMatchObject({ rule: 'in-scope', hasSessionId: true });
    expect(ruleOf({}, 'https://example.com/a', {}, known)).toBe('in-scope');
  });

  it('refuses the 501st query of one path', () => {
    expect(ruleOf({}, variant, {}, known)).toBe('trap-query-variants');
    expect(ruleOf({}, variant, {}, { variantsOf: () => 499 })).toBe('in-scope');
    expect(ruleOf({}, 'https://example.com/list', {}, known)).toBe('in-scope');
  });

  it('says which path the variant is counted for', () => {
    expect(explain({}, variant).variantOf).toBe('example.com/list');
    expect(explain({}, 'https://example.com/list?utm_source=x').variantOf).toBeNull();
    expect(explain({}, variant, { rule: 'sitemap' }).variantOf).toBeNull();
    expect(explain({ scope: { traps: false } }, variant).variantOf).toBeNull();
    expect(explain({ scope: { ignoreQuery: true } }, variant).variantOf).toBeNull();
  });

  it('never takes numbers for a trap', () => {
    const scope = new CrawlScope({ url: 'https://example.com/day/1' });
    for (let day = 2; day < 2000; day++) {
      expect(scope.explain(`https://example.com/day/${day}`, { rule: 'link', hops: day }).admitted).toBe(
        true,
      );
    }
    expect(ruleOf({}, 'https://example.com/1/1/1/1/1')).toBe('in-scope');
  });

  it.each([deeper, session, variant])('spares sitemap entries, and everything when turned off: %s', (url) => {
    expect(explain({}, url, { rule: 'sitemap' }, known).admitted).toBe(true);
    expect(explain({ scope: { traps: false } }, url, {}, known).admitted).toBe(true);
  });
});

describe('CrawlScope: redirects', () => {
  it('judges where a page ended by its place and the patterns only', () => {
    const request = {
      maxDepth: 1,
      maxDiscoveryDepth: 1,
      patterns: { syntax: 'regex', include: [], exclude: ['/login'] },
    } as const;
    const ended: Partial<Discovery> = { rule: 'redirect', hops: 5 };
    expect(ruleOf(request, 'https://example.com/a/b/c?x=1', ended)).toBe('in-scope');
    expect(ruleOf(request, 'https://example.com/login', ended)).toBe('excluded');
    expect(ruleOf(request, 'https://example.org/', ended)).toBe('external-host');
  });
});

describe('CrawlScope: keys', () => {
  it('makes keys by the options of the crawl', () => {
    const key = (scope: CrawlRequest['scope'], url: string) =>
      new CrawlScope({ url: 'https://example.com/', scope: scope ?? {} }).keyOf(url);
    expect(key({}, 'http://www.example.com/a/')).toBe('example.com/a');
    expect(key({ deduplicateSimilar: false }, 'http://www.example.com/a/')).toBe('http://www.example.com/a/');
    expect(key({ ignoreQuery: true }, 'https://example.com/a?b=1')).toBe('example.com/a');
  });

  it.each([
    ['https://example.com/a', 'example.com:443'],
    ['http://example.com/a', 'example.com:80'],
    ['http://127.0.0.1:3000/a', '127.0.0.1:3000'],
    ['http://[::1]/a', '[::1]:80'],
  ])('%s belongs to the host %s', (url, host) => expect(explain({}, url).host).toBe(host));
});
