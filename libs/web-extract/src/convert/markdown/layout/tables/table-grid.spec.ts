import { findElement } from '@web-extract/documents/markup/dom/nodes.js';
import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { readGrid } from './table-grid.js';

const gridOf = (html: string) =>
  readGrid(findElement(parseHtml(`<table>${html}</table>`, 'https://site.example/').root, 'table')!);

const TALL = `<tr>${'<td colspan=100 rowspan=1000>'.repeat(5)}${'<tr><td>'.repeat(999)}`;

describe('a table whose cells span many rows', () => {
  it('is read as far as a page prints it', () => {
    const { rows, isTooLarge } = gridOf(TALL.repeat(4));
    const placed = rows.reduce((sum, row) => sum + row.length, 0);
    expect(isTooLarge).toBe(true);
    expect(placed).toBeLessThan(502_000);
  });

  it('is not too large with as many cells as it shows', () => {
    const { rows, width, isTooLarge } = gridOf('<tr><td rowspan=3>a<td>b<tr><td>c<tr><td>d');
    expect([rows.length, width, isTooLarge]).toEqual([3, 2, false]);
  });
});
