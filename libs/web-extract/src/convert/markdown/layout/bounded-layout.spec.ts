import { findElement } from '@web-extract/documents/markup/dom/nodes.js';
import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { toMarkdown } from '../to-markdown.js';

function markdownOf(html: string): string {
  const { root, baseUrl } = parseHtml(html, 'https://site.example/');
  return toMarkdown(findElement(root, 'body')!, { baseUrl, removeBase64Images: true });
}

const countOf = (pattern: RegExp, text: string) => text.match(pattern)?.length ?? 0;

describe('what a page prints for few bytes is bounded', () => {
  it('cells that only spans and uneven rows promise, for all tables together', () => {
    const wide = `<table role=table><tr>${'<td colspan=100>x'.repeat(4)}<td colspan=99>x<td>x${'<tr>'.repeat(200)}</table>`;
    const markdown = markdownOf(`${wide.repeat(5)}<table><tr><th>a<th>b<tr><td>c<td>d</table>`);
    const isRowOf = (columns: number) => new RegExp(`^\\|(?: --- \\|){${columns}}$`, 'gm');
    expect(countOf(isRowOf(500), markdown)).toBe(1);
    expect(countOf(isRowOf(2), markdown)).toBe(1); // a table without such cells needs none of them
  });

  it('marks around marks, which every line would repeat', () => {
    const markdown = markdownOf(`${'<b><i>'.repeat(50)}a<br><br>b`);
    expect(markdown.length).toBeLessThan(250);
  });

  it('the indent of items in items', () => {
    const markdown = markdownOf(`${'<ol start=999999999><li>'.repeat(24)}<pre>a\nb\nc</pre>`);
    const indents = markdown.split('\n').map((line) => line.search(/\S|$/));
    expect(Math.max(...indents)).toBeLessThan(100);
  });
});

describe('items', () => {
  it('nest behind marks of several digits', () => {
    const markdown = markdownOf('<ol start=100><li>a<ol start=100><li>b<ol start=10><li>c</ol></ol></ol>');
    expect(markdown).toBe('100. a\n     100. b\n          10. c');
  });

  it('hold rules that are no dashes', () => {
    expect(countOf(/___/g, markdownOf('<ul><li>a<hr>b<hr><hr></ul>'))).toBe(3);
  });
});

describe('the description of an image without an address', () => {
  it.each([
    ['is left out next to the same words', 'The blue boat', ''],
    ['is printed where these words are far away', `${'long '.repeat(500)} The blue boat`, ' blue boat'],
  ])('%s', (_, words, printed) => {
    const markdown = markdownOf(`<p>${words}. <img alt="blue boat">`);
    expect(markdown.endsWith(`boat.${printed}`)).toBe(true);
  });
});
