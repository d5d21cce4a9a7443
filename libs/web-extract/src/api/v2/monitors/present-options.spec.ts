import { presentCrawlOptions, presentPageOptions } from './present-options.js';

describe('options of targets that the application has made', () => {
  it('are shown as scrapeOptions', () => {
    const schema = { type: 'object', properties: { price: { type: 'number' } } };
    expect(
      presentPageOptions({
        formats: ['markdown', 'attributes'],
        attributes: [{ selector: 'a', attribute: 'href' }],
        includeSelectors: ['main'],
        waitForMs: 500,
        track: { modes: ['json'], fields: { schema } },
        extraction: { extractor: 'shop' },
      }),
    ).toEqual({
      formats: [
        'markdown',
        { type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] },
        { type: 'json', extractor: 'shop' },
        { type: 'changeTracking', modes: ['json'], schema },
      ],
      includeTags: ['main'],
      waitFor: 500,
    });
  });

  it('are shown as crawlOptions', () => {
    const crawl = {
      url: 'https://site.example/',
      limit: 5,
      delayMs: 2_000,
      followLinks: false,
      respectRobots: false,
      patterns: { syntax: 'regex' as const, include: ['^/docs'], exclude: [] },
    };
    expect(presentCrawlOptions(crawl)).toEqual({
      limit: 5, delay: 2, sitemap: 'only', ignoreRobotsTxt: true, includePaths: ['^/docs'], excludePaths: [],
    }); // prettier-ignore
  });

  it('are absent if there are none', () => {
    expect(presentPageOptions({})).toBeUndefined();
    expect(presentCrawlOptions({ url: 'https://site.example/' })).toBeUndefined();
  });
});
