import { somePage } from '../../testing/some-page.js';
import { presentPage } from './page.presenter.js';

describe('a page in v0', () => {
  it('has the markdown twice, and who fetched it', () => {
    expect(presentPage(somePage({ markdown: '# a' }))).toMatchObject({
      content: '# a',
      markdown: '# a',
      provider: 'http',
    });
    expect(presentPage(somePage())).toMatchObject({ content: '', markdown: '' });
  });

  it('has it once when markdown is not wanted', () => {
    const shown = presentPage(somePage({ markdown: '# a' }), { includeMarkdown: false });
    expect(shown.content).toBe('# a');
    expect(shown).not.toHaveProperty('markdown');
  });

  it('tells status and reason by the names of v0', () => {
    const { metadata } = presentPage(somePage({ statusCode: 410, statusText: 'Gone' }));
    expect(metadata).toMatchObject({ pageStatusCode: 410, pageError: 'Gone' });
    expect(metadata).not.toHaveProperty('statusCode');
    expect(metadata).not.toHaveProperty('error');
  });

  it('has html, rawHtml, links, screenshot and warning where there are some', () => {
    const page = somePage({
      html: '<p>',
      rawHtml: '<P>',
      links: ['http://a.example/'],
      screenshot: 'data:',
      warnings: ['w'],
    });
    expect(presentPage(page)).toMatchObject({
      html: '<p>',
      rawHtml: '<P>',
      linksOnPage: ['http://a.example/'],
      warning: 'w',
      metadata: { screenshot: 'data:' },
    });
    expect(Object.keys(presentPage(somePage()))).toEqual(['content', 'markdown', 'provider', 'metadata']);
  });
});
