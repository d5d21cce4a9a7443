import { findElement } from '@web-extract/documents/markup/dom/nodes.js';
import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { toCleanHtml } from '@web-extract/documents/markup/dom/to-clean-html.js';
import { cleanPage } from './clean-page.js';

const PAGE = 'https://site.example/guide';

function clean(body: string): string {
  const document = parseHtml(`<body>${body}`, PAGE);
  cleanPage(document);
  return toCleanHtml(findElement(document.root, 'body')!, document.baseUrl).replaceAll(PAGE, '');
}

describe('Anchors of headings go', () => {
  it.each([
    ['a pilcrow', '<h2 id="a">Use<a class="x" href="#a">¶</a></h2>'],
    ['a zero-width space', '<h2 id="a">Use<a href="#a" aria-label="Link to Use">\u200b</a></h2>'],
    ['a number sign before the text', '<h2 id="a"><a href="#a">#</a>Use</h2>'],
    ['nothing at all', '<h2 id="a"><a href="#a"></a>Use</h2>'],
    ['a drawing', '<h2 id="a">Use<a href="#a"><svg><path d="M0"/></svg></a></h2>'],
    ['a full address', `<h2 id="a">Use<a href="${PAGE}#a">§</a></h2>`],
    ['an escaped fragment', '<h2 id="é">Use<a href="#%C3%A9">¶</a></h2>'],
    ['a word that is spoken only', '<h2 id="a">Use<a href="#a">Permalink</a></h2>'],
    ['a sentence that is spoken only', '<h2 id="a">Use <a href="#a">Direct link to Use</a></h2>'],
  ])('with %s', (_, html) => {
    expect(clean(html)).toMatch(/^<h2(?: id="[^"]*")?>Use\s?<\/h2>$/);
  });

  it('when they stand beside the heading', () => {
    expect(clean('<div><h2 id="a">Use</h2><a href="#a">🔗</a></div>')).not.toContain('🔗');
  });

  it('when they point to the section around it', () => {
    expect(clean('<section id="a"><div><h2>Use<a href="#a">¶</a></h2></div></section>')).not.toContain('¶');
  });

  it('from terms and captions too', () => {
    expect(clean('<dl><dt id="f">f()<a href="#f">¶</a></dt><dd>Does it.</dd></dl>')).not.toContain('¶');
  });

  it('but a link around the text of its heading is only opened', () => {
    expect(clean('<h2 id="a"><a href="#a">Use</a></h2>')).toMatch(/>Use<\/h2>$/);
  });
});

describe('Other links stay', () => {
  it.each([
    ['to another place, in a heading', '<h2 id="a">Use <a href="#b">the tool</a></h2>', '#b'],
    ['to another page, in a heading', '<h2 id="a">Use <a href="/b#a">the tool</a></h2>', '/b#a'],
    ['signs that lead back from a note', '<p>Note. <a href="#ref1">↩</a></p>', '#ref1'],
    ['with words, in the text', '<p>See <a href="#a">Use</a>.</p><h2 id="a">Use</h2>', '#a'],
  ])('%s', (_, html, href) => {
    expect(clean(html)).toContain(`${href}"`);
  });
});
