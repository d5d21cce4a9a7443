import { convertHtml } from '../convert/convert-html.js';
import { findElement } from '../html/nodes.js';
import { parseHtml } from '../html/parse-html.js';
import type { BlockModel } from './block-model.js';
import { chooseCandidate } from './choose-candidate.js';
import { outlinePage } from './page-outline.js';
import { readStatements } from './page-statements.js';

const URL = 'https://site.example/guide';

const TEXT =
  'The function reads the whole of its input, decides which parts of it are meant for people, and returns what it found. ' +
  'It never throws, and it takes time in proportion to the length of what it was given, whatever that is.';

function convert(body: string, title = 'Guide'): string {
  const { markdown } = convertHtml(`<title>${title}</title><body>${body}`, {
    url: URL,
    formats: ['markdown'],
    onlyMainContent: true,
    includeSelectors: [],
    excludeSelectors: [],
    removeBase64Images: true,
    contentRules: [],
    collectAnchors: false,
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
