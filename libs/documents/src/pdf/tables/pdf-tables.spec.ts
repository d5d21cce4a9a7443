import { htmlOfPages } from '../../../../../test/support/pdf-html.js';
import type { TinyText } from '../../../../../test/support/tiny-pdf.js';

const COLUMN = 100;
const PITCH = 14;

function grid(rows: readonly (readonly string[])[], y = 100, pitch = PITCH): TinyText[] {
  return rows.flatMap((row, i) =>
    row.flatMap((text, k) => (text === '' ? [] : [{ text, x: 76 + COLUMN * k, y: y + pitch * i }])),
  );
}

const flat = (y: number, width = 300) => [72, y, width, 0.5] as const;
const steep = (x: number, y: number, height: number) => [x, y, 0.5, height] as const;
const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

const DATA = [
  ['Place', 'Rain', 'Wind'],
  ['Harbour', '12.5', '31'],
  ['Ridge', '8.0', '44'],
  ['Meadow', '9.1', '12'],
];

describe('tables of PDF pages', () => {
  it('are read by row where lines are drawn around groups of rows only', async () => {
    const boxes = [flat(88), flat(105), flat(160), ...[72, 172, 272, 372].map((x) => steep(x, 88, 72))];
    expect(await htmlOfPages([{ texts: grid(DATA), boxes }])).toContain(
      row('Harbour', '12.5', '31') + row('Ridge', '8.0', '44'),
    );
  });

  it('stay two where they touch side by side with rows at other heights', async () => {
    const frame = (x: number, y: number, widths: number, rows: number, pitch: number) => [
      ...Array.from({ length: rows + 1 }, (_, i) => [x, y + i * pitch, 80 * widths, 0.5] as const),
      ...Array.from({ length: widths + 1 }, (_, i) => [x + 80 * i, y, 0.5, rows * pitch] as const),
    ];
    const cells = (x: number, y: number, rows: readonly (readonly string[])[], pitch: number) =>
      rows.flatMap((own, i) => own.map((text, k) => ({ text, x: x + 80 * k + 4, y: y + i * pitch + 12 })));
    const one = [...'abcd'].map((letter) => [`${letter}1`, `${letter}2`]);
    const two = [...'wxyz'].map((letter) => [`${letter}1`, `${letter}2`]);
    const html = await htmlOfPages([
      {
        texts: [...cells(72, 100, one, 18), ...cells(229, 107, two, 23)],
        boxes: [...frame(72, 100, 2, 4, 18), ...frame(229, 107, 2, 4, 23)],
      },
    ]);
    expect(html).toContain(row('b1', 'b2') + row('c1', 'c2'));
    expect(html).toContain(row('x1', 'x2') + row('y1', 'y2'));
  });

  it('have the columns of their head where only the head has lines between them', async () => {
    const boxes = [
      ...[88, 105, 119, 133, 147].map((y) => flat(y)),
      ...[172, 272].map((x) => steep(x, 88, 17)),
      ...[72, 372].map((x) => steep(x, 88, 59)),
    ];
    expect(await htmlOfPages([{ texts: grid(DATA), boxes }])).toContain(row('Ridge', '8.0', '44'));
  });

  it('are one with a head that is framed apart', async () => {
    const box = (y: number) => [flat(y), flat(y + 16), ...[72, 172, 272, 372].map((x) => steep(x, y, 16))];
    const texts = [...grid(DATA.slice(0, 1), 100), ...grid(DATA.slice(1, 2), 120)];
    const html = await htmlOfPages([{ texts, boxes: [...box(88), ...box(108)] }]);
    expect(html.match(/<table>/g)).toHaveLength(1);
    expect(html).toContain(row('Harbour', '12.5', '31'));
  });

  it('keep cells together whose text has more lines than that beside it', async () => {
    const texts = [
      ...grid(DATA.slice(0, 1)),
      { text: 'Harbour', x: 76, y: 130 },
      { text: 'a long', x: 176, y: 124 },
      { text: 'remark', x: 176, y: 136 },
      { text: '31', x: 276, y: 130 },
      ...grid(DATA.slice(2), 160, 30),
    ];
    expect(await htmlOfPages([{ texts }])).toContain(row('Harbour', 'a long remark', '31'));
  });

  it('go on over pages, with a repeated head once', async () => {
    const texts = (rows: readonly (readonly string[])[], y: number) => grid([DATA[0]!, ...rows], y);
    const html = await htmlOfPages([
      { texts: texts(DATA.slice(1, 3), 700) },
      { texts: texts(DATA.slice(2), 150) },
    ]);
    expect(html.match(/<table>/g)).toHaveLength(1);
    expect(html.match(/Place/g)).toHaveLength(1);
  });

  it('are not made of justified prose', async () => {
    const words = ['formats', 'which', 'support an optional', 'timezone', 'backwards'];
    const lines = words.map((_, i) => [...words.slice(i), ...words.slice(0, i)].join(' '));
    const shown = lines.map((line, i) => `1 0 0 1 72 ${690 - 12 * i} Tm (${line}) Tj`);
    const operators = `BT /regular 10 Tf 9 Tw ${shown.join(' ')} ET`;
    expect(await htmlOfPages([{ operators }])).not.toContain('<table>');
  });

  it('are found in what was written on a typewriter', async () => {
    const prose = Array.from({ length: 8 }, (_, i) => ({
      text: `The committee met in the spring to review plan number ${i}`,
      x: 72,
      y: 100 + 12 * i,
    }));
    const texts = [...prose, ...grid(DATA, 230)].map((text) => ({ ...text, font: 'code' as const }));
    const html = await htmlOfPages([{ texts }]);
    expect(html).not.toContain('<pre>');
    expect(html).toContain(row('Ridge', '8.0', '44'));
  });

  it('are one where titles of their sections stand between the rows', async () => {
    const rows = [...DATA.slice(1), ...DATA.slice(1)];
    const texts = [
      ...grid(DATA.slice(0, 1), 100),
      { text: 'In the north', x: 72, y: 114 },
      ...grid(rows.slice(0, 3), 128),
      { text: 'In the south', x: 72, y: 170 },
      ...grid(rows.slice(3), 184),
    ];
    const html = await htmlOfPages([{ texts }]);
    expect(html.match(/<table>/g)).toHaveLength(1);
    expect(html).toContain(`<td colspan="3">In the south</td></tr>${row('Harbour', '12.5', '31')}`);
  });

  it('have the columns of their text where lines part only the first', async () => {
    const rows = DATA.map(([place, ...cells]) => [place!, ...cells, '7', '9']);
    const boxes = [
      ...DATA.flatMap((_, i) => [flat(89 + PITCH * i, 500), flat(89 + PITCH * (i + 1), 500)]),
      ...[72, 172, 572].map((x) => steep(x, 89, 4 * PITCH)),
    ];
    expect(await htmlOfPages([{ texts: grid(rows), boxes }])).toContain(
      row('Ridge', '8.0', '44', '7', '9') + row('Meadow', '9.1', '12', '7', '9'),
    );
  });

  it('are not made of the boxes of a form, each of which begins somewhere else', async () => {
    const rows = Array.from({ length: 14 }, (_, i) => i);
    const boxes = [
      ...rows.concat(14).map((i) => flat(88 + 16 * i, 480)),
      ...[72, 552].map((x) => steep(x, 88, 224)),
      ...rows.map((i) => steep(102 + 30 * i, 88 + 16 * i, 16)),
    ];
    const texts = rows.map((i) => ({ text: `${i}a`, x: 76, y: 100 + 16 * i }));
    const html = await htmlOfPages([{ texts, boxes }]);
    expect(html).not.toContain('<table>');
    expect(html).toContain('13a');
  });

  it('have no empty columns and rows between double rules', async () => {
    const boxes = DATA.flatMap((own, i) =>
      own.flatMap((_, k) => {
        const [x, y] = [72 + COLUMN * k, 88 + i * 24];
        return [flat(y, 92), flat(y + 20, 92), steep(x, y, 20), steep(x + 92, y, 20)].map((line, at) =>
          at < 2 ? ([x, line[1], 92, 0.5] as const) : line,
        );
      }),
    );
    expect(await htmlOfPages([{ texts: grid(DATA, 102, 24), boxes }])).toContain(
      row('Harbour', '12.5', '31'),
    );
  });

  it('go on with numbers that have more digits and less space between them', async () => {
    const numbers = (from: number, count: number, gap: number) =>
      Array.from({ length: count }, (_, i) =>
        [0, 1, 2].map((k) => ({
          text: String(from + i + 100 * k),
          x: 80 + k * gap,
          y: 100 + (from + i) * PITCH,
        })),
      ).flat();
    const near = Array.from({ length: 6 }, (_, i) => [
      { text: String(10 + i), x: 80, y: 240 + i * PITCH },
      { text: String(110 + i), x: 80 + 19, y: 240 + i * PITCH },
      { text: String(210 + i), x: 80 + 46, y: 240 + i * PITCH },
    ]).flat();
    expect(await htmlOfPages([{ texts: [...numbers(1, 9, 23), ...near] }])).toContain(
      row('15', '115', '215'),
    );
  });
});
