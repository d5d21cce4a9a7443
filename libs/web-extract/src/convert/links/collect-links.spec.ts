import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { collectAnchors, collectLinks } from './collect-links.js';

const parse = (html: string) => parseHtml(html, 'https://site.example/docs/page.html');

describe('collectLinks', () => {
  it('lists absolute http addresses once, in document order', () => {
    const html = `<nav hidden><a href="/b">b</a></nav><a href="a.html">a</a><a href="/b">again</a><area href="//map.example/x">
      <a href="mailto:x@y.example">m</a><a href="javascript:x()">j</a><a href="ftp://f.example/">f</a><a>none</a><a href="http://[">bad</a>`;
    expect(collectLinks(parse(html))).toEqual([
      'https://site.example/b',
      'https://site.example/docs/a.html',
      'https://map.example/x',
    ]);
  });

  it('leaves out links within the page', () => {
    expect(
      collectLinks(
        parse(
          '<a href="#top">t</a><a href=" #x">x</a><a href="page.html#y">y</a><a href="other.html#z">z</a>',
        ),
      ),
    ).toEqual(['https://site.example/docs/other.html#z']);
  });

  it('resolves against base', () => {
    expect(collectLinks(parse('<base href="https://base.example/"><a href="x">x</a>'))).toEqual([
      'https://base.example/x',
    ]);
  });
});

describe('collectAnchors', () => {
  it('gives words and permission, without fragments', () => {
    const html = `<a href="/a#x" rel="noopener UGC">  first \n words </a><a href="/a">second</a><a href="/b" rel="nofollow">b</a>
      <a href="/c"><img alt="x"></a><a href="/c" title="Title">  </a>`;
    expect(collectAnchors(parse(html))).toEqual([
      { url: 'https://site.example/a', text: 'first words', nofollow: false },
      { url: 'https://site.example/b', text: 'b', nofollow: true },
      { url: 'https://site.example/c', text: 'Title', nofollow: false },
    ]);
  });

  it('cuts long texts', () => {
    expect(collectAnchors(parse(`<a href="/a">${'x'.repeat(500)}</a>`))[0]!.text).toHaveLength(200);
  });
});
