import type { AnyNode, ParentNode } from 'domhandler';
import { findElement, isElement, isText, textOf } from '../dom/nodes.js';
import { parseHtml } from './parse-html.js';

const URL = 'https://site.example/a/';

/** The body in a short form: `p(words)`. */
function bodyOf(html: string): string {
  return childrenOf(findElement(parseHtml(html, URL).root, 'body')!);
}

function childrenOf(parent: ParentNode): string {
  return (parent.children as AnyNode[]).map(short).join('');
}

function short(node: AnyNode): string {
  if (isText(node)) return node.data.replace(/\s+/g, ' ');
  return isElement(node) ? `${node.name}(${childrenOf(node)})` : '';
}

describe('parseHtml', () => {
  it.each([
    ['<p>1<p>2', 'p(1)p(2)', 'a paragraph ends at the next'],
    ['<p>1<div>2</div>', 'p(1)div(2)', 'a paragraph ends at a block'],
    ['<p><span>1<div>2</div>', 'p(span(1))div(2)', 'even from inside an inline element'],
    ['<ul><li>1<li>2<ul><li>3</ul></ul>', 'ul(li(1)li(2ul(li(3))))', 'items end at items of the same list'],
    ['<dl><dt>1<dd>2<dt>3</dl>', 'dl(dt(1)dd(2)dt(3))', 'terms and definitions end each other'],
    ['<b>1<p>2</b>3</p>', 'b(1)p(b(2)3)', 'formatting that crosses a block is split'],
    ['<b><i>1</b>2</i>', 'b(i(1))i(2)', 'formatting that crosses formatting is split'],
    ['<p><b>1</p><p>2</p>', 'p(b(1))p(b(2))', 'formatting goes on in the next paragraph'],
    ['<a href=x>1<a href=y>2', 'a(1)a(2)', 'a link ends at the next'],
    [
      '<table><tr><td>1<td>2<tr><td>3</table>4',
      'table(tr(td(1)td(2))tr(td(3)))4',
      'cells and rows end by themselves',
    ],
    ['<table><td>1</table>', 'table(tr(td(1)))', 'a cell without a row gets one'],
    ['<table>1<tr><td>2</table>', '1table(tr(td(2)))', 'stray text stands before its table'],
    ['<table><tr><td><b>1</td><td>2</table>', 'table(tr(td(b(1))td(2)))', 'formatting ends with its cell'],
    ['<div>1</span></p>2</div>', 'div(1p()2)', 'end tags without a start are no end'],
    ['<td>1</td>', '1', 'cells outside of tables count for nothing'],
    ['<select><option>1<option>2<p>3', 'select(option(1)option(2))p(3)', 'a block ends a select left open'],
    ['<form><form>1</form>2</form>', 'form(1)2', 'forms do not nest'],
    ['<h1>1<h2>2</h1>', 'h1(1)h2(2)', 'headings end each other'],
    ['<svg><path/><title>t</title></svg>1', 'svg(path()title(t))1', 'svg tags close themselves'],
    ['<svg><p>1', 'svg()p(1)', 'a paragraph ends an svg left open'],
    ['1<br/>2</br>3', '1br()2br()3', 'breaks in every spelling'],
    ['<!-- <p>x</p> -->1<!doctype html><?php x ?>2', '12', 'comments and directives are left out'],
    ['a\0b', 'ab', 'NUL characters are left out'],
    ['<pre>\n1\n</pre>', 'pre(1 )', 'the first line break of a pre does not count'],
    ['&lt;b&gt; &amp; &nbsp;&#x41;&copy', '<b> & A©', 'entities, ended or not'],
  ])('%s → %s (%s)', (html, expected) => {
    expect(bodyOf(html)).toBe(expected);
  });

  it('gives every page one html and one body', () => {
    const { root } = parseHtml('<title>t</title>x<body class="late"><html lang="en">y', URL);
    expect(childrenOf(root)).toBe('html(title(t)body(xy))');
    expect(findElement(root, 'body')!.attribs).toEqual({ class: 'late' });
    expect(findElement(root, 'html')!.attribs).toEqual({ lang: 'en' });
  });

  it('keeps the links between siblings true when nodes move', () => {
    const body = findElement(parseHtml('<b>1<p>2</b>3</p><table>4<tr><td>5</table>6', URL).root, 'body')!;
    const forward: AnyNode[] = [];
    for (let node = body.children[0] as AnyNode | null; node; node = node.next as AnyNode | null)
      forward.push(node);
    expect(forward).toEqual(body.children);
    const last = body.children.at(-1) as AnyNode;
    const backward: AnyNode[] = [];
    for (let node = last as AnyNode | null; node; node = node.prev as AnyNode | null) backward.unshift(node);
    expect(backward).toEqual(body.children);
  });

  it('resolves the first base with an address', () => {
    const html = '<base target="_top"><base href="../b/"><base href="/c/">';
    expect(parseHtml(html, URL).baseUrl).toBe('https://site.example/b/');
    expect(parseHtml('<base href="http://[">', URL).baseUrl).toBe(URL);
  });

  it('flattens what nests too deep and says so', () => {
    const document = parseHtml('<div>'.repeat(5000) + 'deep' + '</div>'.repeat(5000) + '<p>after</p>', URL);
    expect(document.truncated).toBe(true);
    expect(findElement(document.root, 'body')!.textContent).toBe('deepafter');
    expect(parseHtml('<div>'.repeat(50), URL).truncated).toBe(false);
  });

  it('takes the first of equal attributes and no more than 200', () => {
    const attributes = Array.from({ length: 500 }, (_, at) => `a${at}="${at}"`).join(' ');
    const { attribs } = findElement(
      parseHtml(`<div class="one" class="two" ${attributes}>`, URL).root,
      'div',
    )!;
    expect(attribs['class']).toBe('one');
    expect(Object.keys(attribs).length).toBeLessThanOrEqual(200);
  });

  it('ends a script where browsers do', () => {
    expect(bodyOf('<p></p><script><!-- "<script>x</script>"; --></script>1')).toBe(
      'p()script(<!-- "<script>x<\\/script>"; -->)1',
    );
    expect(bodyOf('<p></p><script>a<!-- b</script>1')).toBe('p()script(a<!-- b)1');
  });
});

describe('CDATA sections', () => {
  it('end at the next > outside of drawings and formulas, as in browsers', () => {
    expect(textOf(parseHtml('<p>a<![CDATA[ b >c</p><p>d</p>', URL).root)).toBe('acd');
  });

  it('are text inside of them', () => {
    expect(textOf(parseHtml('<svg><text><![CDATA[x > <y>]]></text></svg>', URL).root)).toBe('x > <y>');
  });
});

describe('the base of a page', () => {
  it.each([
    ['is the address that the page gives', '/b/', 'https://site.example/b/'],
    ['is that of the page where the given one is too long', `/${'b/'.repeat(1_000)}`, URL],
  ])('%s', (_, href, baseUrl) => {
    expect(parseHtml(`<base href="${href}"><p>a`, URL).baseUrl).toBe(baseUrl);
  });
});
