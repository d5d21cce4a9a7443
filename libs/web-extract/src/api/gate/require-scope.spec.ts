import { KeyNotAllowedError } from '../../model/errors.js';
import { isWithin, problemOfScope } from '../../model/keys/key-scope.js';
import { groupOf, requireFormats, requireGroup } from './require-scope.js';

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
  ])('counts %s to %s', (path, group) => {
    expect(groupOf(path)).toBe(group);
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
  ])('refuses %s', (_, group, body) => {
    expect(() => requireFormats({ formats: ['markdown'] }, group, body)).toThrow(KeyNotAllowedError);
  });

  it('applies to markdown where a body names no formats, if the request reads pages', () => {
    const scope = { formats: ['links'] };
    for (const body of [{}, { formats: [] }, { scrapeOptions: {} }])
      expect(() => requireFormats(scope, 'crawl', body)).toThrow('the format markdown');
    expect(() => requireFormats(scope, 'map', {})).not.toThrow();
    expect(() => requireFormats(scope, 'crawl', { scrapeOptions: { formats: ['links'] } })).not.toThrow();
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
