import { DEFAULT_CONVERSION } from '../../../model/page/conversion.js';
import { convertHtml } from '../../convert-html.js';
import { findElement } from '@web-extract/documents/markup/dom/nodes.js';
import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import type { BlockModel } from '../score/block-model.js';
import { chooseCandidate } from '../score/choose-candidate.js';
import { outlinePage } from '../block-features/page-outline.js';
import { readStatements } from '../block-features/page-statements.js';

const URL = 'https://site.example/guide';

const TEXT =
  'The function reads the whole of its input, decides which parts of it are meant for people, and returns what it found. ' +
  'It never throws, and it takes time in proportion to the length of what it was given, whatever that is.';

function convert(body: string, title = 'Guide'): string {
  const { markdown } = convertHtml(`<title>${title}</title><body>${body}`, {
    url: URL,
    formats: ['markdown'],
    ...DEFAULT_CONVERSION,
  });
  return markdown!;
}

const paragraphs = (count: number): string => `<p>${TEXT}</p>`.repeat(count);

describe('The main content keeps', () => {
  it('the title from a header beside the article', () => {
    const markdown = convert(
      `<header><h1>How the reader decides</h1></header><div id="content">${paragraphs(6)}</div>`,
      'How the reader decides',
    );
    expect(markdown).toMatch(/^# How the reader decides\n/);
  });

  it('no name of the site from its header', () => {
    const markdown = convert(
      `<header><h1><a href="/">Some Company</a></h1></header><main><h1>Guide</h1>${paragraphs(6)}</main>`,
    );
    expect(markdown).not.toContain('Some Company');
  });

  it('the heading of each section of which something stays', () => {
    const sections = ['One', 'Two', 'Three'].map((name) => `<h2>${name}</h2>${paragraphs(2)}`).join('');
    const markdown = convert(`<main><h1>Guide</h1>${sections}</main>`);
    expect(markdown.match(/^## \w+$/gm)).toEqual(['## One', '## Two', '## Three']);
  });

  it('a declaration in code right below the title', () => {
    const markdown = convert(
      `<main><h1>nil</h1><pre>virtual bool nil() = 0;</pre>${paragraphs(6)}</main>`,
      'nil',
    );
    expect(markdown).toContain('virtual bool nil() = 0;');
  });

  it('the last code of a guide whose wrapper says that it has a sidebar', () => {
    const markdown = convert(
      `<div class="page has-sidebar"><main><h1>Guide</h1><h2>One</h2>${paragraphs(6)}<h2>Two</h2><p>Then:</p>` +
        '<pre><code class="language-yaml">link: no</code></pre></main></div>',
    );
    expect(markdown).toContain('link: no');
  });

  it.each([
    ['cookies-and-secure-cookies', 'Cookies and secure cookies', '<p>They are signed()</p>'],
    ['pagination', 'Pagination', '<p>Call</p><pre>signed()</pre>'],
  ])('a chapter whose id is its heading: %s', (id, heading, text) => {
    const chapter = `<section id="${id}"><h2>${heading}</h2>${text}</section>`;
    const markdown = convert(`<main><h1>Guide</h1>${paragraphs(6)}${chapter}<pre>end</pre></main>`);
    expect(markdown).toContain('signed()');
  });

  it('points of two words between paragraphs', () => {
    const markdown = convert(
      `<main><h1>Guide</h1>${paragraphs(4)}<ul><li>One thing</li><li>Other thing</li></ul>${paragraphs(2)}</main>`,
    );
    expect(markdown).toContain('- One thing\n- Other thing');
  });

  it('the price below the title of a product', () => {
    const markdown = convert(
      `<div class="detail"><h1>Arc lamp</h1><div class="box">£249.00</div>${paragraphs(3)}</div>`,
      'Arc lamp',
    );
    expect(markdown).toContain('£249.00');
  });

  it('no heading at its end that heads nothing of it', () => {
    const markdown = convert(
      `<main><h1>Guide</h1>${paragraphs(6)}</main><div><details><summary><h3>On this page</h3></summary><div><a href="#a">One</a> <a href="#b">Two</a></div></details></div>`,
    );
    expect(markdown).not.toContain('On this page');
  });

  it('short sections of a reference', () => {
    const member = (name: string) =>
      `<h3>${name}</h3><div class="sig"><a href="/t/Key">Key</a> ${name}(<a href="/t/Key">Key</a> key)</div><p>${TEXT}</p>`;
    const markdown = convert(
      `<main><h1>Store</h1><pre>class Store</pre>${['get', 'put', 'has', 'drop'].map(member).join('')}` +
        '<h3>History</h3><ul><li>Added in version 1.0.0.</li></ul></main>',
    );
    expect(markdown).toContain('put(');
    expect(markdown).toContain('Added in version 1.0.0.');
  });
});

describe('A reference', () => {
  const INHERITED =
    '<dl><dt>Methods inherited from Base</dt><dd><a href="/b#a">a</a>, <a href="/b#b">b</a></dd></dl>';
  const MENU = `<div class="top"><ul>${['Overview', 'Tree', 'Index', 'Help'].map((name) => `<li><a href="/${name}">${name}</a></li>`).join('')}</ul></div>`;
  const reference = (members: string) =>
    convert(
      `${MENU}<div class="head"><h2>Class Store</h2></div><div class="box"><div class="about"><pre>public class Store</pre>${paragraphs(4)}</div>` +
        `<div class="details"><h3>Details</h3>${members}${INHERITED}</div></div><div class="bottom">${MENU}</div>`,
      'Store',
    );
  const markdown = reference(
    ['open', 'close', 'size']
      .map(
        (name) => `<ul><li><h4>${name}</h4><pre>int ${name}(Key key)</pre><div>Says ${name}.</div></li></ul>`,
      )
      .join(''),
  );

  it.each(['open', 'close', 'size'])('keeps the member %s, however short', (name) => {
    expect(markdown).toContain(`#### ${name}\n`);
    expect(markdown).toContain(`int ${name}(Key key)`);
    expect(markdown).toContain(`Says ${name}.`);
  });

  it('keeps what it lists of others, and no menu', () => {
    expect(markdown).toContain('Methods inherited from Base');
    expect(markdown).not.toContain('Overview');
  });

  it('may say under the same heading what each member is', () => {
    const items = ['open', 'close', 'size'].map(
      (name) =>
        `<li><div><a href="#${name}">${name}(_:)</a></div><div><h4>Declaration</h4><pre>func ${name}(_ key: Key)</pre></div></li>`,
    );
    const text = reference(`<ul>${items.join('')}</ul>`);
    expect(text.match(/^ *#### Declaration$/gm)).toHaveLength(3);
    expect(text).toContain('func size(_ key: Key)');
  });
});

describe('A page of which hardly anything would be left', () => {
  /** Sure of the first block, against all others. */
  const firstOnly = (): BlockModel => {
    let asked = 0;
    return { names: new Map(), words: new Map(), probability: () => (asked++ === 0 ? 0.99 : 0.01) };
  };

  it.each([
    ['is given whole when it says much', 8, 'whole'],
    ['stays what it is when it is short', 2, 'scored'],
  ])('%s', (_, count, candidate) => {
    const document = parseHtml(`<body><p>${TEXT.slice(0, 100)}</p>${paragraphs(count)}`, URL);
    const outline = outlinePage(findElement(document.root, 'body')!);
    expect(chooseCandidate(outline, readStatements(document), firstOnly()).candidate).toBe(candidate);
  });
});
