import type { PageType } from '../../../model/page/page.js';
import { findElement } from '@web-extract/documents/markup/dom/nodes.js';
import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { cleanPage } from '../cleaning/clean-page.js';
import { textOfBlock } from '../block-features/page-features.js';
import { outlinePage } from '../block-features/page-outline.js';
import { removeDuplicateBlocks } from './remove-duplicate-blocks.js';

/** Returns the remaining texts of a page that was kept as a whole. */
function left(body: string, pageType: PageType = 'product'): string[] {
  const document = parseHtml(`<body>${body}</body>`, 'https://shop.example/');
  cleanPage(document);
  const outline = outlinePage(findElement(document.root, 'body')!);
  const verdicts = removeDuplicateBlocks(
    outline,
    outline.blocks.map(() => null),
    pageType,
  );
  return outline.blocks.filter((_, at) => verdicts[at] === null).map((block) => textOfBlock(block).trim());
}

const TEXT =
  'The lamp is made of brass that ages well and throws a warm light on the table, evening after evening.';
const OTHER = 'It is wired by hand, and each of its parts can be had again when it breaks.';

describe('What is laid out twice is kept once:', () => {
  it('a text for wide and one for narrow screens', () => {
    const body = `<div class="wide"><p>${TEXT}</p></div><p>${OTHER}</p><div class="narrow"><p> ${TEXT.replace(' ', '\n ')} </p></div>`;
    expect(left(body)).toEqual([TEXT, OTHER]);
  });

  it('the price on a card, which is read aloud as well', () => {
    const card = (price: string) =>
      `<li><h3>A lamp</h3><span class="old">${price}</span><div class="price">${price}</div></li>`;
    expect(left(`<ul>${card('$19.00')}${card('$29.00')}</ul>`)).toEqual([
      'A lamp',
      '$19.00',
      'A lamp',
      '$29.00',
    ]);
  });

  it('a title before its heading, of which the heading stays', () => {
    const body = `<div class="bar">Lamp of brass</div><main><h1>Lamp of brass</h1><p>$19.00</p></main>`;
    expect(left(body)).toEqual(['Lamp of brass', '$19.00']);
  });

  it('a few short texts in a row, as often as they are said', () => {
    const parts = ['slide', 'slide on', 'clone'].map(
      (name) => `<div class="${name}"><b>Lamp of brass</b><p>In three sizes</p></div>`,
    );
    expect(left(parts.join(''))).toEqual(['Lamp of brass', 'In three sizes']);
  });

  it('a long text with the title and the name around it', () => {
    const slide = (name: string) => `<div class="${name}"><h3>Old friend</h3><p>${TEXT}</p><p>Ann</p></div>`;
    expect(left(`${slide('slide')}<p>${OTHER}</p>${slide('clone')}`)).toEqual([
      'Old friend',
      TEXT,
      'Ann',
      OTHER,
    ]);
  });

  it('a link whose text stands behind it as a link', () => {
    const body = `<div class="image"><a href="/1">Lamp of brass</a></div><h3><a href="/1">Lamp of brass</a></h3>`;
    expect(left(body)).toEqual(['Lamp of brass']);
  });
});

describe('What is said twice stays', () => {
  const twice = (text: string) => `<div class="a">${text}</div><div class="b">${text}</div>`;

  it('where one text is most of the page', () => {
    const prose = Array.from({ length: 12 }, (_, at) => `<p>${OTHER} ${OTHER} That was rule ${at}.</p>`).join(
      '',
    );
    expect(left(`${twice(`<p>${TEXT}</p>`)}<div>${prose}</div>`)).toHaveLength(14);
  });

  it.each([
    ['on guides', `${twice(`<p>${TEXT}</p>`)}<pre>light()</pre>`, 3],
    [
      'below headings of their own',
      `<div><h2>Sun</h2><p>${TEXT}</p></div><div><h2>Moon</h2><p>${TEXT}</p></div>`,
      4,
    ],
    [
      'as an answer to another question',
      `<div><b>Is it warm?</b><p>${TEXT}</p></div><div><b>Is it old?</b><p>${TEXT}</p></div>`,
      4,
    ],
    ['as paragraphs side by side', `<p>${TEXT}</p><p>${TEXT}</p>`, 2],
    ['by items of a list', '<ul><li>Monday</li><li>Closed</li><li>Closed</li></ul>', 3],
    ['by quotes', `<p>${TEXT}</p><blockquote><p>${TEXT}</p></blockquote>`, 2],
    ['in a table', '<table><tr><td>12 cm wide</td><th>12 cm wide</th></tr></table>', 2],
    ['in few signs', twice('Yes'), 2],
    ['of sizes', '<dl><dt>Width</dt><dd>12.0 cm</dd><dt>Depth</dt><dd>12.0 cm</dd></dl>', 4],
    [
      'where only one of the two is a link',
      '<a href="/1"><div>A lamp of brass</div></a><h3>A lamp of brass</h3>',
      2,
    ],
  ])('%s', (_, body, blocks) => {
    expect(left(body)).toHaveLength(blocks);
  });

  it('on documentation', () => {
    expect(left(twice(`<p>${TEXT}</p>`), 'documentation')).toHaveLength(2);
  });
});
