import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import type { Locator } from '../../model/extractor/extractor-program.js';
import { findItems } from './find-items.js';
import { locate } from './locate.js';
import { PageIndex, WorkLimitError } from './page-index.js';

const indexOf = (body: string) =>
  new PageIndex(parseHtml(`<html><body>${body}</body></html>`, 'https://shop.example/'));
const find = (locator: Locator, page: PageIndex) => locate(locator, page, page.page).map(({ raw }) => raw);
const label = {
  kind: 'label',
  texts: ['price'],
  side: 'before',
  take: 'run',
  row: 'tr',
  cell: 'td',
} as const;

describe('locating on hostile pages', () => {
  it.each<[string, string, Locator]>([
    ['labels', '<b>Price</b>'.repeat(5_000), label],
    ['separators', `<b>Price</b>${'<i>·</i>'.repeat(5_000)}`, label],
    ['elements', '<p>x</p>'.repeat(5_000), { kind: 'selector', selector: 'main p' }],
    [
      'elements without the attribute',
      '<p>x</p>'.repeat(40_000),
      { kind: 'attribute', selector: '[id="x"]' },
    ],
    ['depth', '<div>'.repeat(300), { kind: 'selector', selector: 'p div div div' }],
    ['texts', '<b>x</b>'.repeat(5_000), { kind: 'text', prefix: 'a', suffix: '', scope: 'between' }],
  ])('ends after the deadline: many %s', (_, body, locator) => {
    const page = indexOf(body);
    page.deadline = 0;
    expect(() => locate(locator, page, page.page)).toThrow(WorkLimitError);
  });

  it('ends after the deadline: many labels of lists', () => {
    const page = indexOf('<b>Items</b>'.repeat(5_000));
    page.deadline = 0;
    const root = { kind: 'label', texts: Array.from({ length: 100 }, () => 'items'), take: 'next' } as const;
    expect(() => findItems({ root, item: 'li', span: 'element' }, page, page.page)).toThrow(WorkLimitError);
  });

  it('reads no attributes of megabytes, and the beginning of long texts', () => {
    const page = indexOf(
      `<img alt="${'a b '.repeat(500_000)}"><img alt="short"><p>${'a  b '.repeat(500_000)}</p>`,
    );
    expect(find({ kind: 'attribute', selector: 'img', attribute: 'alt' }, page)).toEqual(['short']);
    const [text] = find({ kind: 'text', prefix: 'a b', suffix: '', scope: 'inside' }, page);
    expect(text!.length).toBeLessThanOrEqual(5_000);
  });

  it('finds labels of a scope only', () => {
    const row = (value: string) => `<tr><th>Price</th><td>${value}</td></tr>`;
    const page = indexOf(`<table><tbody>${row('1')}${row('2')}</tbody><tbody>${row('3')}</tbody></table>`);
    const bodies = page.byTag.get('tbody')!;
    expect(bodies.map((at) => locate(label, page, page.scopeOf(at)).map(({ raw }) => raw))).toEqual([
      ['1', '2'],
      ['3'],
    ]);
  });
});
