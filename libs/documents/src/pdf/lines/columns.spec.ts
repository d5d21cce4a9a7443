import { toRegions } from './columns.js';
import type { PlacedItem } from '../tables/placed-rows.js';

const PAGE = { pageHeight: 792, isRightToLeft: false };

/** Words of one line, as wide as in a font of ten points. */
function item(text: string, left: number, row: number, order: number): PlacedItem & { text: string } {
  const top = 100 + 12 * row;
  return {
    text,
    left,
    right: left + 5 * text.length,
    top,
    bottom: top + 9.5,
    size: 10,
    letters: text.length,
    order,
    isOverlay: false,
  };
}

const LINES = Array.from({ length: 20 }, (_, i) => `line ${i} of a text that fills its column`);
const textsOf = (regions: readonly (readonly PlacedItem[])[]) =>
  regions.map((region) => region.map((own) => (own as ReturnType<typeof item>).text));

describe('toRegions', () => {
  it('reads columns one after the other, though the file writes them line by line', () => {
    const items = LINES.flatMap((text, i) => [
      item(`left ${text}`, 72, i, 2 * i),
      item(`right ${text}`, 320, i, 2 * i + 1),
    ]);
    const [left, right] = textsOf(toRegions(items, PAGE));
    expect(left).toHaveLength(20);
    expect(right![0]).toBe(`right ${LINES[0]}`);
  });

  it('does so where the lines are written in pieces, as words of another font are', () => {
    const cut = (text: string, x: number, row: number, order: number) => [
      item(text.slice(0, 18), x, row, order),
      item(text.slice(19), x + 95, row, 1000 + order),
    ];
    const items = LINES.flatMap((text, i) => [...cut(text, 72, i, 2 * i), ...cut(text, 320, i, 2 * i + 1)]);
    expect(textsOf(toRegions(items, PAGE))).toHaveLength(2);
  });

  it('does so where they are narrow and their lines stand at other heights', () => {
    const text = 'some words of a column';
    const items = LINES.flatMap((_, i) => [item(text, 72, i, 2 * i), item(text, 200, i + 0.4, 2 * i + 1)]);
    expect(toRegions(items, PAGE)).toHaveLength(2);
  });

  it('leaves the rows of a table together', () => {
    const items = LINES.flatMap((_, i) =>
      [72, 180, 320, 430].map((x, k) => item(`cell ${i}.${k}`, x, i, 4 * i + k)),
    );
    expect(toRegions(items, PAGE)).toHaveLength(1);
  });

  it('reads columns of right-to-left text from the right', () => {
    const items = [
      ...LINES.map((text, i) => item(`right ${text}`, 320, i, i)),
      ...LINES.map((text, i) => item(`left ${text}`, 72, i, 100 + i)),
    ];
    const [first] = textsOf(toRegions(items, { ...PAGE, isRightToLeft: true }));
    expect(first![0]).toBe(`right ${LINES[0]}`);
  });

  it('gives what spans the columns first, and what follows them last', () => {
    const items = [
      item('a title over both columns that is as wide as the page is, or nearly so, and then some', 72, 0, 0),
      ...LINES.map((text, i) => item(`left ${text}`, 72, 2 + i, 1 + i)),
      ...LINES.map((text, i) => item(`right ${text}`, 320, 2 + i, 30 + i)),
      item(
        'a line below both columns that is as wide as the page is, or nearly so, and then some',
        72,
        24,
        99,
      ),
    ];
    const regions = textsOf(toRegions(items, PAGE));
    expect(regions[0]![0]).toMatch(/^a title/);
    expect(regions.at(-1)!.at(-1)).toMatch(/^a line below/);
  });
});
