import { toParseOptions, toScrapeOptions } from './scrape-fields.js';

describe('the formats of a request', () => {
  it('have the selectors of attributes and the search words of highlights', () => {
    const values = {
      formats: ['product', 'attributes', 'highlights'],
      attributes: 'a.item @data-id\nimg@src\n',
      highlights: ' opening hours ',
    };
    const formats = [
      'product',
      {
        type: 'attributes',
        selectors: [
          { selector: 'a.item', attribute: 'data-id' },
          { selector: 'img', attribute: 'src' },
        ],
      },
      { type: 'highlights', query: 'opening hours' },
    ];
    expect(toScrapeOptions(values)).toEqual({ formats });
    expect(toParseOptions(values)).toEqual({ formats });
  });

  it('have the addresses of links without selectors', () => {
    expect(toScrapeOptions({ formats: ['attributes'] })).toEqual({
      formats: [{ type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] }],
    });
  });

  it('add the markdown that change tracking needs', () => {
    expect(toScrapeOptions({ formats: ['changeTracking'], tag: 'docs' })).toEqual({
      formats: ['markdown', { type: 'changeTracking', modes: ['git-diff'], tag: 'docs' }],
    });
  });
});
