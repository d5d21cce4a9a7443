import { descendants, isElement, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { isNumberGutter } from './code-text.js';

const blocksOf = (html: string): PageElement[] => {
  const elements = [...descendants(parseHtml(html, 'https://site.example/').root)].filter(isElement);
  return elements.filter(({ name }) => name === 'pre');
};

describe('isNumberGutter', () => {
  it('finds blocks of numbers below the same marked element, and none below others', () => {
    const marked = '<div class="gutter"><pre>1</pre><pre>2 3</pre><pre>a</pre></div>';
    const others = '<div class="code"><pre>1</pre><pre class="linenos">2</pre><pre>3</pre></div>';
    expect(blocksOf(marked + others).map(isNumberGutter)).toEqual([true, true, false, false, true, false]);
  });
});
