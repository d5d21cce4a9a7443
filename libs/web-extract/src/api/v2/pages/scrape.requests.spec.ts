import { parsePageOptions } from './scrape.requests.js';

describe('parsePageOptions of v2', () => {
  it('carries over how pictures are wanted', () => {
    const viewport = { width: 800, height: 600 };
    const wishOf = (format: object) => {
      const { page, warnings } = parsePageOptions({ formats: [{ type: 'screenshot', ...format }] });
      return { formats: page.formats, options: page.screenshotOptions, warnings };
    };
    expect(wishOf({ quality: 50, viewport, fullPage: true })).toEqual({
      formats: ['screenshot@fullPage'],
      options: { quality: 50, viewport },
      warnings: [],
    });
    expect(wishOf({ fullPage: false, quality: null })).toEqual({
      formats: ['screenshot'],
      options: undefined,
      warnings: [],
    });
    expect(parsePageOptions({ actions: [{ type: 'screenshot', viewport }] })).toMatchObject({
      page: { actions: [{ type: 'screenshot', viewport }] },
      warnings: [],
    });
  });
});
