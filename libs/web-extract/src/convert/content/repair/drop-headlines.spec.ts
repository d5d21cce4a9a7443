import { convertArticle, PARAGRAPHS } from './article-page.fixture.js';

const OTHER = 'Seals return to the bay of the northern island';
const headline = (href: string, text = OTHER) => `<p><a href="${href}">${text}</a></p>`;

describe('A headline of another article', () => {
  it.each([
    ['/islands/seals-return-to-the-bay-20391', 'with a number and a headline'],
    ['https://www.news.example/islands/seals-return-to-the-bay', 'on the same host with www'],
    ['/n/20391', 'with a number'],
  ])('is no part of an article: %s, %s', (href) => {
    const markdown = convertArticle({ between: headline(href) });
    expect(markdown).not.toContain(OTHER);
    for (const paragraph of PARAGRAPHS) expect(markdown).toContain(paragraph);
  });

  it('is removed with the teaser, the date and the topic of its card', () => {
    const card = `<div><span>Nature</span><h3><a href="/islands/seals-return-to-the-bay-20391">${OTHER}</a></h3><p>They were last seen there in spring.</p></div>`;
    const markdown = convertArticle({ between: card });
    expect(markdown).not.toMatch(/Seals|Nature|last seen/);
  });

  it('is kept where related texts were requested', () => {
    const between = headline('/islands/seals-return-to-the-bay-20391');
    expect(convertArticle({ between, include: ['related'] })).toContain(OTHER);
  });

  it.each([
    ['https://other.example/islands/seals-return-to-the-bay-20391', 'of another site'],
    ['/islands/seals', 'to a page whose address is no headline'],
    ['/islands/the-ferry-sails-again-20417/timetable-of-the-new-ferry', 'to a page of the article itself'],
    ['/files/seals-return-to-the-bay-20391.pdf', 'to a file'],
  ])('is not a link %s, %s', (href) => {
    expect(convertArticle({ between: headline(href) })).toContain(OTHER);
  });

  it('is not a link in a sentence', () => {
    const between =
      '<p>A year ago <a href="/islands/seals-return-to-the-bay-20391">the seals had come back to the bay</a>, to which few ships sail in winter.</p>';
    expect(convertArticle({ between })).toContain('the seals had come back to the bay');
  });

  it('is kept on a page that states no article, and on one whose address is none of an article', () => {
    const between = headline('/islands/seals-return-to-the-bay-20391');
    expect(convertArticle({ between, type: 'WebPage' })).toContain(OTHER);
    expect(convertArticle({ between, url: 'https://news.example/islands/' })).toContain(OTHER);
  });
});
