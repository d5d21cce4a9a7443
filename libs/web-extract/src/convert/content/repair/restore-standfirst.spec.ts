import { convertArticle } from './article-page.fixture.js';

const STANDFIRST = 'After eleven weeks of repairs the only ship between the islands has a new engine.';
const BYLINE = '<p class="byline">By <a href="/authors/a">A. Sailor</a></p>';

describe('The standfirst of an article', () => {
  it.each([
    [`<p class="teaser">${STANDFIRST}</p>${BYLINE}`, 'in its header'],
    [`<div class="intro"><div class="subtitle">${STANDFIRST}</div></div>${BYLINE}`, 'below other elements'],
    [`<h2>${STANDFIRST}</h2>${BYLINE}`, 'as a heading'],
  ])('is kept: %s, %s', (above) => {
    const markdown = convertArticle({ above });
    expect(markdown).toContain(STANDFIRST);
    expect(markdown).not.toContain('A. Sailor');
  });

  it.each([
    [`<div class="author-bio">${STANDFIRST}</div>`, 'about the author'],
    [`<aside><p>${STANDFIRST}</p></aside>`, 'beside the text'],
    [`<p><a href="/other">${STANDFIRST}</a></p>`, 'a link'],
    ['<p class="teaser">The ship between the islands</p>', 'no sentence'],
  ])('is not %s, %s', (above) => {
    expect(convertArticle({ above: `${above}${BYLINE}` })).not.toMatch(/ship between the islands/);
  });
});
