import type { ExplainOptions } from '../../model/crawl/crawl-scope.js';
import { explainUrl } from './explain-url.js';

const CRAWL = {
  url: 'https://site.test/docs/',
  maxDiscoveryDepth: 3,
  patterns: { syntax: 'regex', include: [], exclude: ['secret'] },
} as const;

const explain = (url: string, found: ExplainOptions = {}, rootUrl: string = CRAWL.url) =>
  explainUrl({ crawl: CRAWL, url, found, rootUrl });

describe('explainUrl', () => {
  it.each([
    ['https://site.test/docs/a', true, 'in-scope'],
    ['a', true, 'in-scope'],
    ['https://user:pw@SITE.test/docs/../docs/a#part', true, 'in-scope'],
    ['/docs/', true, 'start'],
    ['/about', false, 'outside-path'],
    ['secret', false, 'excluded'],
    ['https://other.test/', false, 'external-host'],
    ['a.zip', false, 'media-file'],
    ['mailto:a@b.c', false, 'not-http'],
    ['http://[', false, 'not-http'],
  ])('says of %s whether it is admitted, and by which rule', (url, admitted, rule) => {
    expect(explain(url)).toMatchObject({ admitted, rule });
  });

  it('takes into account how the address would be found, and where the start page is in the end', () => {
    expect(explain('a', { hops: 4 })).toMatchObject({
      admitted: false,
      rule: 'max-discovery-depth',
      detail: '4',
    });
    expect(explain('a/a/a/a/a', { rule: 'sitemap' }).rule).toBe('in-scope');
    expect(explain('a/a/a/a/a').rule).toBe('trap-repeated-segments');
    expect(explain('https://new.test/home/x', {}, 'https://new.test/home/').rule).toBe('in-scope');
  });

  it('names the pattern that decided', () => {
    expect(explain('secret/plan').detail).toBe('secret');
  });
});
