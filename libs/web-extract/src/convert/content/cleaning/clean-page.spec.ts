import { findElement } from '@web-extract/documents/markup/dom/nodes.js';
import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { toCleanHtml } from '@web-extract/documents/markup/dom/to-clean-html.js';
import { cleanPage } from './clean-page.js';

function clean(body: string): string {
  const document = parseHtml(`<body>${body}`, 'https://site.example/');
  cleanPage(document);
  return toCleanHtml(findElement(document.root, 'body')!, document.baseUrl).replace(
    /https:\/\/site\.example/g,
    '',
  );
}

describe('cleanPage and labels of code', () => {
  it('drops one that says the language which the block has anyway', () => {
    const code = '<pre><code>x</code></pre>';
    expect(
      clean(`<div class="language-js"><button>Copy</button><span class="lang">js</span>${code}</div>`),
    ).toBe(clean(`<div class="language-js">${code}</div>`));
    expect(clean(`<div class="language-js"><span>server.js</span>${code}</div>`)).toContain('server.js');
    expect(clean('<div class="language-js"><span>js</span></div>')).toContain('js');
  });
});

describe('cleanPage drops', () => {
  it.each([
    ['scripts, styles and templates', '<script>x</script><style>x</style><template>x</template><p>a</p>'],
    ['drawings', '<svg><text>x</text></svg><canvas>x</canvas><p>a</p>'],
    [
      'hidden parts',
      '<p hidden>x</p><p style="color:red;display:none">x</p><p style="visibility: hidden">x</p><p>a</p>',
    ],
    ['what is pushed off the screen', '<p style="position:absolute;left:-9999px">x</p><p>a</p>'],
    ['what only screen readers get', '<span class="sr-only">x</span><p>a</p>'],
    ['decoration', '<i aria-hidden="true">x</i><p>a</p>'],
    ['closed dialogs', '<dialog>x</dialog><p>a</p>'],
    [
      'form controls',
      '<input value="x"><select><option>x</select><textarea>x</textarea><button>x</button><p>a</p>',
    ],
    ['labels of fields', '<label for="n">x</label><input id="n"><label>x <input></label><p>a</p>'],
    ['notices for readers without scripts', '<noscript>Please enable scripts</noscript><p>a</p>'],
    [
      'counters for readers without scripts',
      '<noscript><img src="https://count.example/hit?id=1"></noscript><p>a</p>',
    ],
  ])('%s', (_, html) => {
    expect(clean(html)).toBe('<p>a</p>');
  });
});

describe('cleanPage keeps', () => {
  it.each([
    ['what is shown on larger screens', '<p class="hidden md:block">a</p>'],
    ['what a search in the page opens', '<p hidden="until-found">a</p>'],
    ['open dialogs', '<dialog open="">a</dialog>'],
    ['boxes of task lists', '<ul><li><input type="checkbox" checked=""> a</li></ul>'],
  ])('%s', (_, html) => {
    expect(clean(html)).toBe(html);
  });

  it.each([
    ['the questions of fold-out sections', '<h3><button>Why?</button></h3>', '<h3>Why?</h3>'],
    [
      'long buttons that open something',
      '<button aria-expanded="false">Can I cancel at any time?</button>',
      'Can I cancel at any time?',
    ],
    ['words of labels that name no field', '<label class="tab">Tab</label>', 'Tab'],
    [
      'shadow roots',
      '<x-card><template shadowrootmode="open"><p>a</p></template></x-card>',
      '<x-card><p>a</p></x-card>',
    ],
    [
      'the image that waits for a script',
      '<img src="data:image/gif;base64,R0" alt="a"><noscript><img src="/a.jpg"></noscript>',
      '<img src="/a.jpg" alt="a">',
    ],
    [
      'one of two twins',
      '<img data-src="/a.jpg"><noscript><img src="/a.jpg"></noscript>',
      '<img src="/a.jpg">',
    ],
    [
      'an image that only a noscript holds',
      '<div><noscript><img src="/a.jpg"></noscript></div>',
      '<div><img src="/a.jpg"></div>',
    ],
    [
      'a formula by its TeX',
      '<span class="katex"><math><annotation encoding="application/x-tex">x^2</annotation></math></span>',
      '<math>x^2</math>',
    ],
    [
      'a formula by its script',
      '<span class="MathJax">x2</span><script type="math/tex">x^2</script>',
      '<math></math><math>x^2</math>',
    ],
  ])('%s', (_, html, expected) => {
    expect(clean(html)).toBe(expected);
  });
});

describe('cleanPage and long attributes', () => {
  it('reads a class of a framework that shows an element again', () => {
    const isShown = (classes: string) =>
      clean(`<p>${'Shown. '.repeat(50)}</p><i class="${classes}">a</i>`).includes('a</i>');

    expect(isShown('hidden [&>a]:block')).toBe(true);
    expect(isShown('hidden [a b]:block')).toBe(false);
    expect(isShown(`hidden${' ['.repeat(5_000)}`)).toBe(false);
  });

  it('opens the group of a formula that sets its style, whatever white space follows', () => {
    const math = (tex: string) => clean(`<math alttext="${tex}">x</math>`);

    expect(math(`{\\displaystyle${' '.repeat(5_000)}a}`)).toBe('<math>a</math>');
    expect(math('{\\displaystyle }')).toBe('<math></math>');
    expect(math('{\\displaystyle a}b')).toBe('<math>{\\displaystyle a}b</math>');
  });

  it('takes no element with a very long class for a note', () => {
    const note = (more: string) => clean(`<div class="note ${more}"><p>Note</p><p>b</p></div>`);

    expect(note('a'.repeat(400))).toContain('<blockquote>');
    expect(note('a'.repeat(600))).not.toContain('<blockquote>');
  });
});

describe('cleanPage and noscript', () => {
  it('counts the text of a page for readers without scripts without white space around it', () => {
    const page = (chars: number) => clean(`<noscript> <p>${'a'.repeat(chars)}</p> <p> </p> </noscript>`);

    expect(page(500)).toContain('aaa');
    expect(page(499)).toBe('');
  });

  it('gives each image without an address that of its copy', () => {
    const html = '<p><img alt="a"><img alt="b"></p><noscript><img src="/1.png"><img src="/2.png"></noscript>';

    expect(clean(html)).toMatch(/1\.png.*2\.png/);
  });

  it('searches only the beginning of a large element for the copy of an image', () => {
    const html = (before: number) =>
      clean(`<p>${'<b>x</b>'.repeat(before)}<img src="/1.png"></p><noscript><img src="/2.png"></noscript>`);

    expect(html(20)).not.toContain('2.png');
    expect(html(200)).toContain('2.png');
  });
});
