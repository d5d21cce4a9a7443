import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { matchHeadingIds, pageHeadings } from './heading-ids.js';

const headingsOf = (html: string) => pageHeadings(parseHtml(html, 'https://site.example/').root);

describe('pageHeadings', () => {
  it('reads only the beginning of a heading', () => {
    const [one] = headingsOf(`<h1>${'word '.repeat(10_000)}</h1>`);
    expect(one!.text).toBe('word '.repeat(400).trim());
    const [, ...nodes] = headingsOf(`<h1>a</h1><h2>${'<b>b</b>'.repeat(10_000)}<i id="late"></i></h2>`);
    expect(nodes).toEqual([{ text: 'b'.repeat(500), id: null }]);
  });

  it('leaves out ids that are too long to be repeated in each chunk', () => {
    const html = `<h1 id="${'x'.repeat(501)}">a</h1><h2 id="${'y'.repeat(500)}">b</h2>`;
    expect(headingsOf(html).map(({ id }) => id)).toEqual([null, 'y'.repeat(500)]);
  });
});

describe('matchHeadingIds', () => {
  it('assigns the ids of equal headings in their order', () => {
    const onPage = [
      { text: 'notes', id: 'one' },
      { text: 'other', id: null },
      { text: 'notes', id: 'two' },
    ];
    expect(matchHeadingIds(['Notes', 'Other', 'Notes', 'Notes'], onPage)).toEqual(['one', null, 'two', null]);
  });

  it('leaves out headings of the page that the markdown does not have', () => {
    const onPage = [
      { text: 'a', id: '1' },
      { text: 'b', id: '2' },
      { text: 'a', id: '3' },
    ];
    expect(matchHeadingIds(['b', 'a'], onPage)).toEqual(['2', '3']);
  });

  it('takes time in proportion to the number of equal headings', () => {
    const count = 200_000;
    const onPage = Array.from({ length: count }, (_, n) => ({ text: 'same', id: `${n}` }));
    expect(matchHeadingIds(Array<string>(count).fill('same'), onPage).at(-1)).toBe(`${count - 1}`);
  });
});
