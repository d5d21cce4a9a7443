import { DEFAULT_CONVERSION } from '../../../model/page/conversion.js';
import { convertHtml } from '../../convert-html.js';
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

  it('takes no paragraph of the text with it that is in the same element', () => {
    const paragraph =
      'On Monday the council of the northern island decided that the ferry has to sail twice a day in winter and four times a day in summer, as it did before the repairs of the harbour.';
    const between = `<div><p>${paragraph}</p>${headline('/islands/seals-return-to-the-bay-20391')}</div>`;
    const markdown = convertArticle({ between });
    expect(markdown).toContain(paragraph);
    expect(markdown).not.toContain(OTHER);
  });

  it('does not take a short article with it', () => {
    const text =
      'The ferry between the islands sails again after eleven weeks, and many people came to the harbour to see it leave in the morning light.';
    const html = `<head><title>Ferry sails again after storm</title><script type="application/ld+json">{"@type":"NewsArticle"}</script></head>
<body><main><article><h1>Ferry sails again after storm</h1><p>${text}</p>${headline('/n/seals-return-to-the-bay')}</article></main></body>`;
    const { markdown } = convertHtml(html, {
      url: 'https://news.example/n/ferry-sails-again-after-storm',
      formats: ['markdown'],
      ...DEFAULT_CONVERSION,
    });
    expect(markdown).toContain(text);
  });

  it('is the content of a digest', () => {
    const entries = [1, 2, 3, 4]
      .map(
        (n) =>
          `<li><a href="/islands/story-number-${n}-of-the-week-2039${n}">Story number ${n} of the week</a><p>It is told in a few words.</p></li>`,
      )
      .join('');
    const html = `<head><title>The week on the islands</title><script type="application/ld+json">{"@type":"NewsArticle"}</script></head>
<body><main><article><h1>The week on the islands</h1><ul>${entries}</ul></article></main></body>`;
    const { markdown } = convertHtml(html, {
      url: 'https://news.example/islands/the-week-on-the-islands-20417',
      formats: ['markdown'],
      ...DEFAULT_CONVERSION,
    });
    expect(markdown).toContain('Story number 3 of the week');
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
