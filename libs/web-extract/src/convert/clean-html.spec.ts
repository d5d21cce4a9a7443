import { cleanPage } from './content/cleaning/clean-page.js';
import { findElement } from '@web-extract/documents/markup/dom/nodes.js';
import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { toCleanHtml } from '@web-extract/documents/markup/dom/to-clean-html.js';

function clean(html: string): string {
  const document = parseHtml(html, 'https://site.example/docs/');
  cleanPage(document);
  return toCleanHtml(findElement(document.root, 'body')!, document.baseUrl);
}

describe('toCleanHtml', () => {
  it.each([
    ['<p onclick="x()" class="a" style="color:red" data-x="1">hi</p>', '<p class="a">hi</p>'],
    ['<a href="/x?a=1&amp;b=2" onmouseover=x>l</a>', '<a href="https://site.example/x?a=1&amp;b=2">l</a>'],
    ['<a href="javascript:x()">l</a>', '<a>l</a>'],
    ['<a href=" jAvascript:x()">l</a>', '<a>l</a>'],
    ['<form action="javascript:x()"><p>a</p></form>', '<form><p>a</p></form>'],
    [
      '<img src="data:image/gif;base64,R0" data-src="i.png" srcset="x 1x" alt="a &quot;b&quot;">',
      '<img src="https://site.example/docs/i.png" alt="a &quot;b&quot;">',
    ],
    ['<img srcset="/l.png 2x" alt="l">', '<img src="https://site.example/l.png" alt="l">'],
    ['<script>x</script><style>y</style><noscript>z</noscript><template>t</template><p>a</p>', '<p>a</p>'],
    ['<p hidden>a</p><p>b</p>', '<p>b</p>'],
    ['<p>1 &lt; 2 &amp;amp; 3</p>', '<p>1 &lt; 2 &amp;amp; 3</p>'],
    ['<p a"b=1 c<d=2>x</p>', '<p>x</p>'],
    [
      '<iframe srcdoc="<script>x</script>" src="https://v.example/e"></iframe>',
      '<iframe src="https://v.example/e"></iframe>',
    ],
    ['a<br>b<hr>', 'a<br>b<hr>'],
  ])('%s → %s', (html, expected) => {
    expect(clean(html)).toBe(expected);
  });

  it('keeps the words of elements with impossible names', () => {
    expect(clean('<a"b>words</a"b>')).toBe('words');
  });
});
