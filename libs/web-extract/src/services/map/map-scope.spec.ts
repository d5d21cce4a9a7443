import { mapScope } from './map-scope.js';

const admits = (start: string, url: string, request = {}) =>
  mapScope({ url: start, ...request }, start).explain(url, { rule: 'link', hops: 1 }).admitted;

describe('mapScope', () => {
  it.each([
    ['http://site.test/docs', 'http://site.test/docs/a', true],
    ['http://site.test/docs', 'http://site.test/docs', true],
    ['http://site.test/docs', 'http://site.test/docsearch', false],
    ['http://site.test/docs/', 'http://site.test/', false],
    ['http://site.test/docs/page.html', 'http://site.test/docs/other.html', true],
    ['http://site.test/', 'http://blog.site.test/', true],
    ['http://site.test/', 'http://site.test/a/a/a/a/a/a/a/a/a/a/a/a/', true],
    ['http://site.test/', 'http://other.test/', false],
  ])('of %s has %s: %p', (start, url, isIn) => expect(admits(start, url)).toBe(isIn));

  it('is as wide as asked for', () => {
    expect(admits('http://site.test/docs', 'http://site.test/', { filterByPath: false })).toBe(true);
    expect(admits('http://site.test/', 'http://blog.site.test/', { subdomains: false })).toBe(false);
    expect(admits('http://site.test/', 'http://other.test/', { externalLinks: true })).toBe(true);
    expect(admits('http://site.test/', 'http://site.test/a', { include: ['b'] })).toBe(false);
    expect(admits('http://site.test/', 'http://site.test/a', { exclude: ['a'] })).toBe(false);
  });
});
