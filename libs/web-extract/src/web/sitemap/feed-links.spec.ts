import { feedLinks } from './feed-links.js';

const BASE = 'https://site.example/blog/';
const link = (attributes: string): string => `<link ${attributes}>`;

describe('feedLinks', () => {
  it('finds feeds of RSS and Atom, in order', () => {
    const html = [
      link('rel="stylesheet" href="/a.css"'),
      link('rel="alternate" type="application/rss+xml" title="News" href="/rss.xml?a=1&amp;b=2"'),
      link("REL=alternate TYPE='application/atom+xml; charset=utf-8' HREF=atom.xml"),
      link('rel="alternate" hreflang="de" href="/de"'),
      link('rel="alternate" type="application/rss+xml" href="/rss.xml?a=1&amp;b=2"'),
    ].join('\n');
    expect(feedLinks(html, BASE, 5)).toEqual(['https://site.example/rss.xml?a=1&b=2', 'https://site.example/blog/atom.xml']); // prettier-ignore
    expect(feedLinks(html, BASE, 1)).toHaveLength(1);
  });

  it.each([
    link('rel="alternate" type="application/rss+xml" href="javascript:alert(1)"'),
    link('rel="alternate" type="application/rss+xml" href="http://["'),
    link('rel="alternate" type="application/rss+xml"'),
    '<link rel="alternate" type="application/rss+xml" href="/rss.xml"',
  ])('ignores %s', (html) => expect(feedLinks(html, BASE, 5)).toEqual([]));

  it('takes time in proportion to the page', () => {
    for (const piece of ['<link ', '<link rel=alternate ', `<link rel='`, '<link href="'])
      expect(feedLinks(piece.repeat(100_000), BASE, 5)).toEqual([]);
  }, 2_000);
});
