import MarkdownIt from 'markdown-it';
import { cleanPage } from '../content/cleaning/clean-page.js';
import { findElement } from '@web-extract/documents/markup/dom/nodes.js';
import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { toMarkdown } from './to-markdown.js';

const renderer = new MarkdownIt({ html: true });

/** HTML → markdown → HTML, both sides without what carries no meaning. */
function roundTrip(html: string): string {
  return plain(renderer.render(markdownOf(html)));
}

function markdownOf(html: string): string {
  const document = parseHtml(html, 'https://site.example/');
  cleanPage(document);
  return toMarkdown(findElement(document.root, 'body')!, {
    baseUrl: document.baseUrl,
    removeBase64Images: true,
  });
}

function plain(html: string): string {
  return html
    .replace(/\s+/g, ' ')
    .replace(/ ?(<\/?(?:p|ul|ol|li|blockquote|h\d|hr|table|thead|tbody|tr|t[hd]|br)\b[^>]*>) ?/g, '$1')
    .replace(/<li><p>(.*?)<\/p>/g, '<li>$1')
    .trim();
}

const EVERY_MARK = '\\ ` * _ { } [ ] ( ) # + - . ! < > & ~ | ^ = : ; " \' / ? @ $ %';

it('an empty item does not make a heading of the line above', () => {
  expect(
    markdownOf('<ul><li>Boats<ul><li></li></ul></li><li>Nets<ul><li></li><li>fine</li></ul></li></ul>'),
  ).toBe('- Boats\n- Nets\n  - fine');
});

describe('markdown renders back to', () => {
  it.each([
    '<p>plain words</p>',
    '<p>a<em>b</em>c and <strong>d</strong></p>',
    '<p><strong><em>both</em></strong> <em><strong>too</strong></em></p>',
    '<p><em>a</em><strong>b</strong></p>',
    '<p><strong>a</strong><strong>b</strong></p>',
    '<p><strong>「重要」</strong>です</p>',
    '<p>x<em>(y)</em>z</p>',
    '<p><em>a <em>b</em> c</em></p>',
    '<p>1. one</p>',
    '<p>10) ten</p>',
    '<p>+ plus</p>',
    '<p># no</p>',
    '<p>a<br># no<br>- no<br>1. no<br>===<br>---</p>',
    '<p>*a* **b** _c_ __d__ `e` ~~f~~</p>',
    '<p>snake_case_name and __dunder__</p>',
    '<p>[a](b) ![a](b) [a][b] [a]: b</p>',
    '<p>[a]: b</p>',
    '<p>a!<a href="https://x.example/">b</a></p>',
    '<p>[<a href="https://x.example/">b</a>](c)</p>',
    '<p>\\* \\\\ \\a a\\</p>',
    '<p>a\\<em>b</em></p>',
    '<p>&lt;b&gt; &lt;!-- &lt;? &lt;3 a&lt;b</p>',
    '<p>&amp;copy; &amp;#65; &amp; &amp;x</p>',
    '<p><code>a`b</code> <code>``</code> <code>`</code> <code>a\\</code></p>',
    '<h1># a #</h1>',
    '<h2>C#</h2>',
    '<h3>1. a</h3>',
    '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>',
    '<ol start="3"><li>a</li><li>b</li></ol>',
    '<ul><li>a</li></ul><ul><li>b</li></ul>',
    '<ul><li><hr></li></ul>',
    '<ul><li>- a</li><li>1. b</li><li>[ ] c</li></ul>',
    '<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>',
    '<p><a href="https://x.example/a_(b)">c</a> <a href="https://x.example/" title="a &quot;b&quot;">d</a></p>',
    '<p><a href="https://x.example/">a [b] c]</a></p>',
    '<p><img src="https://x.example/a.png" alt="a [b] c"></p>',
    '<p>a <s>b</s> c</p>',
    '<p>x<sup>2</sup> y<sub>1</sub></p>',
    '<hr><p>a</p>',
    '<table><thead><tr><th>a</th><th>b | c</th></tr></thead><tbody><tr><td><code>d|e</code></td><td>\\|</td></tr></tbody></table>',
    `<p>${EVERY_MARK.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')}</p>`,
  ])('%s', (html) => {
    expect(roundTrip(html)).toBe(plain(html));
  });

  it('the code of a block, whatever fences it holds', () => {
    const code = 'a\n```\nb\n````\n  c  d\n';
    expect(renderer.render(markdownOf(`<pre><code class="language-md">${code}</code></pre>`))).toBe(
      `<pre><code class="language-md">${code}</code></pre>\n`,
    );
  });

  it('any text made of marks', () => {
    const marks = [...'*_`[]()<>#!&~\\-+1. |a\n'];
    for (let seed = 1; seed < 400; seed++) {
      const text = Array.from(
        { length: 12 },
        (_, at) => marks[(seed * 7919 + at * at * 104729 + seed * at * 31) % marks.length],
      ).join('');
      const squeezed = text.replace(/\s+/g, ' ').trim();
      const escaped = squeezed.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
      const expected = squeezed === '' ? '' : `<p>${escaped}</p>`;
      expect([text, plain(renderer.render(markdownOf(`<p>${escaped}</p>`)))]).toEqual([text, expected]);
    }
  });
});
