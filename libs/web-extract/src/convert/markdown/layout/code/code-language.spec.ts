import { findElement, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { codeLanguage } from './code-language.js';

const language = (html: string) =>
  codeLanguage(findElement(parseHtml(html, 'https://site.example/').root, 'pre')!);

describe('codeLanguage', () => {
  it.each([
    ['<pre><code class="language-rust">', 'rust'],
    ['<pre><code class="lang-c++ x">', 'cpp'],
    ['<pre><code class="language-constructor">', 'constructor'],
    ['<pre><code class="lang-__proto__">', '__proto__'],
    ['<pre class="language-go"><code>', 'go'],
    ['<div class="highlight highlight-source-js"><pre>', 'js'],
    ['<div class="highlight-python3 notranslate"><div class="highlight"><pre>', 'python'],
    [
      '<div class="language-yaml highlighter-rouge"><div class="highlight"><pre class="highlight"><code>',
      'yaml',
    ],
    ['<pre data-lang="ruby"><code>', 'ruby'],
    ['<pre><code data-language="toml">', 'toml'],
    ['<pre data-some-language="kotlin" data-some-theme="go">', 'kotlin'],
    ['<pre data-parameters="brush: sql; gui: false">', 'sql'],
    ['<pre lang="elixir">', 'elixir'],
    ['<pre lang="en">', ''],
    ['<pre><code class="hljs dart">', 'dart'],
    ['<pre><code class="scala hljs">', 'scala'],
    ['<pre class="brush: php; toolbar: false">', 'php'],
    ['<pre class="prettyprint lang-css">', 'css'],
    ['<pre class="prettyprint linenums">', ''],
    ['<div class="sourceCode"><pre class="sourceCode haskell"><code class="sourceCode haskell">', 'haskell'],
    ['<pre class="src src-emacs-lisp">', 'emacs-lisp'],
    ['<pre class="python">', 'python'],
    ['<figure class="highlight sh"><table><tr><td class="code"><pre>', 'sh'],
    ['<pre><code class="language-text">', ''],
    ['<pre><code class="language-none">', ''],
    ['<div class="highlight-default notranslate"><div class="highlight"><pre>', ''],
    ['<pre class="wp-block-preformatted">', ''],
    ['<pre>', ''],
  ])('%s → %j', (html, expected) => {
    expect(language(html)).toBe(expected);
  });

  it('reads the attributes of an element around many blocks once', () => {
    const { root } = parseHtml(
      `<div class="highlight-go">${'<pre>a</pre>'.repeat(3)}</div>`,
      'https://site.example/',
    );
    const around = findElement(root, 'div')!;
    let reads = 0;
    const get = () => (reads++, 'highlight-go');
    Object.defineProperty(around.attribs, 'class', { get, enumerable: true });
    const blocks = around.children as PageElement[];
    expect(codeLanguage(blocks[0]!)).toBe('go');
    const readsOfOne = reads;
    expect(blocks.map(codeLanguage)).toEqual(['go', 'go', 'go']);
    expect(reads).toBe(readsOfOne);
  });
});
