import { liesIn, liesWithin } from './lies-within.js';

describe('where a result lies', () => {
  it.each([
    ['https://example.com/a', { site: 'example.com' }, true],
    ['https://docs.Example.com/a', { site: 'EXAMPLE.com' }, true],
    ['https://notexample.com/', { site: 'example.com' }, false],
    ['https://example.com.evil.test/', { site: 'example.com' }, false],
    ['https://a.test/paper.PDF?x=1', { fileType: 'pdf' }, true],
    ['https://a.test/pdf', { fileType: 'pdf' }, false],
    ['no address', { site: 'example.com' }, false],
  ])('%s in %j: %s', (url, place, expected) => expect(liesIn(url, place)).toBe(expected));

  it.each([
    [{}, true],
    [{ sites: ['a.test', 'b.test'] }, true],
    [{ sites: ['b.test'] }, false],
    [{ withoutSites: ['a.test'] }, false],
    [{ sites: ['a.test'], withoutSites: ['www.a.test'] }, false],
  ])('is as asked by %j: %s', (query, expected) =>
    expect(liesWithin('https://www.a.test/x', query)).toBe(expected),
  );
});
