import { convertArticle, PARAGRAPHS } from './article-page.fixture.js';

const next = (title: string) =>
  `<article><h1>${title}</h1><div>${PARAGRAPHS.map((text) => `<p>${text.replace('ferry', 'seal')}</p>`).join('')}</div></article>`;

describe('An article that a site appends to the requested one', () => {
  it('is removed', () => {
    const markdown = convertArticle({ after: next('Animals come back to the bay') });
    for (const paragraph of PARAGRAPHS) expect(markdown).toContain(paragraph);
    expect(markdown).not.toContain('Animals');
    expect(markdown).not.toContain('The seal between');
  });

  it('is kept where the title of the page names none of them', () => {
    const markdown = convertArticle({ title: 'News Example', after: next('Animals come back to the bay') });
    expect(markdown).toContain('The seal between');
  });

  it('is kept where the title of the page names both', () => {
    expect(convertArticle({ after: next('Again the ferry sails') })).toContain('The seal between');
  });
});
