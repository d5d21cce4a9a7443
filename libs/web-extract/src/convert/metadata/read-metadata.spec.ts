import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { readMetadata } from './read-metadata.js';

const read = (html: string) => readMetadata(parseHtml(html, 'https://site.example/docs/page'));
const ld = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

describe('readMetadata', () => {
  it('reads what the head states, with white space squeezed', () => {
    const page = read(`<html lang="en-GB"><head><title> A \n title </title>
      <meta name="Description" content=" what  it is "><meta name="keywords" content="a, b"><meta name="robots" content="noindex">
      <link rel="shortcut icon" href="/fav.ico"><link rel="canonical" href="/canon"></head></html>`);
    expect(page).toMatchObject({
      title: 'A title',
      description: 'what it is',
      language: 'en-GB',
      keywords: 'a, b',
      robots: 'noindex',
      faviconUrl: 'https://site.example/fav.ico',
      canonicalUrl: 'https://site.example/canon',
    });
  });

  it('reads the title of a page with more JSON-LD objects than a call has arguments', () => {
    const objects = Array.from({ length: 400_000 }, () => ({}));
    const page = read(`<title>A title</title>${ld([...objects, { '@type': 'Article', author: 'Ann Lee' }])}`);
    expect(page).toMatchObject({ title: 'A title', author: 'Ann Lee' });
  });

  it('gives out a thousand names, and what is known whatever comes before it', () => {
    const many = Array.from({ length: 1_500 }, (_, n) => `<meta name="m${n}" content="v">`).join('');
    const { meta, description } = read(
      `${many}<meta name="m0" content="w"><meta name="description" content="d">`,
    );
    expect(Object.keys(meta)).toHaveLength(1_000);
    expect([meta['m0'], description]).toEqual([['v', 'w'], 'd']);
  });

  it('joins repeated keywords, without those that microdata repeats', () => {
    const html =
      '<meta name="keywords" content="a"><meta name="keywords" content="b"><meta itemprop="keywords" content="a">';
    expect(read(html).keywords).toBe('a, b');
    expect(read('<meta itemprop="keywords" content="a">').keywords).toBe('a');
  });

  it('reads Open Graph with absolute addresses', () => {
    const { openGraph } =
      read(`<meta property="og:title" content="T"><meta property="og:url" content="/u"><meta property="og:image" content="i.png">
      <meta property="og:site_name" content="S"><meta property="og:locale:alternate" content="fr"><meta property="og:locale:alternate" content="de">`);
    expect(openGraph).toMatchObject({
      title: 'T',
      url: 'https://site.example/u',
      image: 'https://site.example/docs/i.png',
      siteName: 'S',
      localeAlternate: ['fr', 'de'],
      description: null,
    });
  });

  it('keeps every meta under its own name, a list where it is repeated', () => {
    const { meta } =
      read(`<meta name="citation_author" content="A"><meta name="citation_author" content="B"><meta property="article:tag" content="t">
      <meta name="empty" content=""><meta name="__proto__" content="x"><meta name="constructor" content="y">`);
    expect({ ...meta }).toEqual(
      JSON.parse('{"citation_author":["A","B"],"article:tag":"t","__proto__":"x","constructor":"y"}'),
    );
  });

  it('takes the title of the page, not of a drawing', () => {
    expect(read('<body><svg><title>Icon</title></svg><title>Page</title>').title).toBe('Page');
    expect(read('<svg><title>Icon</title></svg><meta property="og:title" content="OG">').title).toBe('OG');
  });

  it('finds metas that strayed into the body', () => {
    expect(read('<body><p>x</p><meta name="description" content="late">').description).toBe('late');
  });

  it('reads author and dates from metas, else from JSON-LD', () => {
    expect(
      read('<meta name="author" content="Ann"><meta property="article:published_time" content="2024-01-02">'),
    ).toMatchObject({
      author: 'Ann',
      publishedAt: '2024-01-02',
    });
    const graph = {
      '@graph': [
        { '@type': 'Thing' },
        { author: [{ name: 'Bo' }, 'Cy'], datePublished: '2023', dateModified: '2024' },
      ],
    };
    expect(read(ld(graph))).toMatchObject({ author: 'Bo, Cy', publishedAt: '2023', modifiedAt: '2024' });
  });

  it('takes no address for a name', () => {
    expect(read('<meta property="article:author" content="https://social.example/ann">').author).toBeNull();
  });

  it('reads JSON-LD as pages write it and skips what is broken', () => {
    expect(read('<script type="application/ld+json"><!-- {"author": "A\nB"} --></script>').author).toBe(
      'A B',
    );
    expect(read('<script type="application/ld+json">{broken</script>').author).toBeNull();
  });

  it('says nothing of a page that says nothing', () => {
    const page = read('<p>words</p>');
    expect(page).toMatchObject({
      title: null,
      description: null,
      language: null,
      keywords: null,
      canonicalUrl: null,
    });
    expect(Object.keys(page.meta)).toEqual([]);
  });
});
