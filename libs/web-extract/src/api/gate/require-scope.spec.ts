import { KeyNotAllowedError } from '../../model/errors.js';
import { isWithin, problemOfScope } from '../../model/keys/key-scope.js';
import { mountControllers } from '../mounting/mounted-controllers.js';
import { requireFormats, requireGroup, scopedRoute } from './require-scope.js';

describe('the scope of a key', () => {
  it.each([
    ['/v2/scrape', 'scrape'],
    ['/v1/crawl/:id/errors', 'crawl'],
    ['/v0/crawl/status/:id', 'crawl'],
    ['/v2/batch/scrape', 'batch'],
    ['/v2/history/diff', 'changes'],
    ['/v2/sessions/:name', 'scrape'],
    ['/v2/monitor/:id', 'monitor'],
    ['/v2/team/credit-usage', null],
    ['/v1/keys', null],
    ['', null],
    ['/v2/of-tomorrow', 'other'],
  ])('counts %s to %s', (path, group) => {
    expect(scopedRoute(path).group).toBe(group);
  });

  it('counts every route to the same group under a prefix', () => {
    const routesAt = (prefix: string) =>
      mountControllers(['v0', 'v1', 'v2'], { prefix, hasReader: true }).marks.map(({ base, path }) =>
        scopedRoute(path.slice(base.length)),
      );
    const plain = routesAt('');
    expect(plain.length).toBeGreaterThan(80);
    expect(routesAt('api/web')).toEqual(plain);
    expect(plain.filter(({ group }) => group === null).length).toBeLessThan(25);
  });

  it('of endpoints excludes routes of no group', () => {
    expect(() => requireGroup({ endpoints: ['scrape'] }, 'other')).toThrow('may not use this endpoint');
    expect(() => requireGroup({ formats: ['links'] }, 'other')).not.toThrow();
  });

  it('refuses other endpoints and names what the key may do', () => {
    const scope = { endpoints: ['scrape', 'map'], formats: ['markdown'] } as const;
    expect(() => requireGroup(scope, 'map')).not.toThrow();
    expect(() => requireGroup(undefined, 'crawl')).not.toThrow();
    expect(() => requireGroup(scope, 'crawl')).toThrow(new KeyNotAllowedError('endpoints of crawl', scope));
    expect(() => requireGroup(scope, 'crawl')).toThrow('It may use endpoints scrape, map; formats markdown');
  });

  it.each([
    ['a format', 'scrape', { formats: ['html'] }],
    ['a format with fields', 'scrape', { formats: ['markdown', { type: 'json', prompt: 'x' }] }],
    ['a format with a suffix', 'scrape', { formats: ['screenshot@fullPage'] }],
    ['a format of v1', 'scrape', { formats: ['extract'] }],
    ['a format of a crawl', 'crawl', { scrapeOptions: { formats: ['links'] } }],
    ['a format of a target', 'monitor', { targets: [{}, { scrapeOptions: { formats: ['html'] } }] }],
    ['a page option of v0', 'scrape', { pageOptions: { includeHtml: true } }],
    ['an extraction of v0', 'scrape', { extractorOptions: { mode: 'llm-extraction' } }],
    ['a format beside empty targets', 'scrape', { formats: ['rawHtml'], targets: [] }],
    [
      'a format of pages beside one of the crawl',
      'crawl',
      { formats: ['markdown'], scrapeOptions: { formats: ['rawHtml'] } },
    ],
    [
      'a page option of v0 beside other options',
      'scrape',
      { pageOptions: { includeRawHtml: true }, scrapeOptions: { formats: ['markdown'] } },
    ],
    [
      'a format of the pages of a crawl of a target',
      'monitor',
      { targets: [{ type: 'crawl', crawlOptions: { scrapeOptions: { formats: ['html'] } } }] },
    ],
    ['a screenshot by an action', 'scrape', { formats: ['markdown'], actions: [{ type: 'screenshot' }] }],
    [
      'a script',
      'crawl',
      { scrapeOptions: { formats: ['markdown'], actions: [{ type: 'executeJavascript' }] } },
    ],
  ])('refuses %s', (_, group, body) => {
    expect(() => requireFormats({ formats: ['markdown'] }, { group }, body)).toThrow(KeyNotAllowedError);
  });

  it('applies to markdown where a body names no formats, if the request reads pages', () => {
    const scope = { formats: ['links'] };
    const require =
      (group: string, body: object, isV0 = false) =>
      () =>
        requireFormats(scope, { group, isV0 }, body);
    for (const body of [{}, { formats: [] }, { formats: ['links'] }, { scrapeOptions: {} }])
      expect(require('crawl', body)).toThrow('the format markdown');
    expect(require('monitor', { targets: [{ type: 'scrape', urls: [] }] })).toThrow('the format markdown');
    expect(require('map', {})).not.toThrow();
    expect(require('monitor', { name: 'other' })).not.toThrow();
    expect(require('crawl', { scrapeOptions: { formats: ['links'] } })).not.toThrow();
    expect(require('scrape', { formats: ['links'] }, true)).toThrow('the format markdown');
  });

  it('is checked when a key is made', () => {
    expect(problemOfScope({ endpoints: ['scrape'], formats: ['markdown'] })).toBeNull();
    expect(problemOfScope({ endpoints: ['team'] })).toMatchObject({ path: '.endpoints' });
    expect(problemOfScope({ formats: [] })).toMatchObject({ path: '.formats' });
    expect(problemOfScope({ paths: [] })).toMatchObject({ path: '.paths' });
    expect(problemOfScope(['scrape'])).toMatchObject({ path: '' });
  });

  it('of a key that another key makes is no wider', () => {
    const outer = { endpoints: ['scrape', 'map'] } as const;
    expect(isWithin({ endpoints: ['map'] }, outer)).toBe(true);
    expect(isWithin({ formats: ['markdown'] }, outer)).toBe(false);
    expect(isWithin({ endpoints: ['crawl'] }, outer)).toBe(false);
    expect(isWithin({ endpoints: ['crawl'] }, undefined)).toBe(true);
  });
});
