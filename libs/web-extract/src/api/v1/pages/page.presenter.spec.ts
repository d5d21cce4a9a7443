import { somePage } from '../../../testing/some-page.js';
import { presentPage } from './page.presenter.js';

describe('a page in v1', () => {
  it('holds the formats that were computed and no other', () => {
    expect(Object.keys(presentPage(somePage()))).toEqual(['metadata']);
    const page = somePage({ markdown: '', html: '<p>', rawHtml: '<P>', links: [], screenshot: 'data:' });
    expect(Object.keys(presentPage(page)).sort()).toEqual([
      'html',
      'links',
      'markdown',
      'metadata',
      'rawHtml',
      'screenshot',
    ]);
  });

  it('tells the status in metadata, with the reason of an error', () => {
    expect(presentPage(somePage()).metadata).toMatchObject({ statusCode: 200 });
    expect(presentPage(somePage()).metadata).not.toHaveProperty('error');
    const gone = presentPage(somePage({ statusCode: 410, statusText: 'Gone' }));
    expect(gone.metadata).toMatchObject({ statusCode: 410, error: 'Gone' });
  });

  it('joins the warnings of the request and of the page', () => {
    expect(presentPage(somePage({ warnings: ['b', 'c'] }), ['a']).warning).toBe('a. b. c');
    expect(presentPage(somePage())).not.toHaveProperty('warning');
  });
});
