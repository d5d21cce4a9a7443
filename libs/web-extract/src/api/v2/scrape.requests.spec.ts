import { toPageWish } from './scrape.requests.js';

describe('toPageWish of v2', () => {
  it('tells what it knows of pictures and cannot do', () => {
    const viewport = { width: 800, height: 600 };
    const warningsOf = (options: Parameters<typeof toPageWish>[0]) => toPageWish(options).warnings;
    expect(warningsOf({ formats: [{ type: 'screenshot', quality: 50, viewport }] })).toEqual([
      'formats: quality of screenshot is not supported',
      'formats: viewport of screenshot is not supported',
    ]);
    expect(warningsOf({ actions: [{ type: 'screenshot', viewport }] })).toEqual([
      'actions: viewport of screenshot is not supported',
    ]);
    expect(warningsOf({ formats: [{ type: 'screenshot', fullPage: true, quality: null }] })).toEqual([]);
  });
});
