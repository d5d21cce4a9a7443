import { ExtractionFailedError } from '../../model/errors.js';
import { readCrawlAdvice } from './read-crawl-advice.js';

const read = (answer: unknown) =>
  readCrawlAdvice(typeof answer === 'string' ? answer : JSON.stringify(answer));

describe('readCrawlAdvice', () => {
  it.each([
    [{ includePaths: ['^/blog/'], limit: 20 }],
    [{ excludePaths: ['/tag/', '\\.pdf$'], maxDiscoveryDepth: 0, sitemap: 'only' }],
    [{ crawlEntireDomain: true, allowSubdomains: false, allowExternalLinks: true }],
    [{ ignoreQueryParameters: true, deduplicateSimilarURLs: false, delay: 0.5 }],
    [{}],
  ])('takes %j', (advice) => {
    expect(read(advice)).toEqual({ advice, unusable: [] });
  });

  it('takes null and empty lists for nothing said, and an answer in a fence', () => {
    expect(read('```json\n{"limit": 3, "delay": null, "includePaths": []}\n```')).toEqual({
      advice: { limit: 3 },
      unusable: [],
    });
  });

  it.each([
    ['limit', 0],
    ['limit', '10'],
    ['limit', 1.5],
    ['maxDiscoveryDepth', -1],
    ['delay', 0],
    ['delay', 1e9],
    ['sitemap', 'never'],
    ['allowSubdomains', 'yes'],
    ['includePaths', 'blog'],
    ['includePaths', ['(']],
    ['includePaths', ['(?<=a)b']],
    ['excludePaths', [7]],
    ['excludePaths', [' ']],
    ['excludePaths', Array.from({ length: 21 }, (_, at) => `/${at}`)],
    ['excludePaths', ['x'.repeat(301)]],
  ])('leaves out %s %j, and says so', (name, value) => {
    const { advice, unusable } = read({ [name]: value, maxConcurrency: 5, url: 'http://10.0.0.1/' });
    expect(advice).toEqual({});
    expect(unusable).toEqual([name]);
  });

  it.each(['', 'I cannot do that.', '[1]', '"limit"', 'null'])('refuses the answer %j', (answer) => {
    expect(() => read(answer)).toThrow(ExtractionFailedError);
  });
});
