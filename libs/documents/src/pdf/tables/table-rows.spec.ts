import { htmlOfPages } from '../../../../../test/support/pdf-html.js';
import type { TinyText } from '../../../../../test/support/tiny-pdf.js';

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

/** Text at the given positions, row by row. */
function lines(xs: readonly number[], rows: readonly (readonly string[])[], y: number): TinyText[] {
  return rows.flatMap((cells, i) =>
    cells.flatMap((text, k) => (text === '' ? [] : [{ text, x: xs[k]!, y: y + 13 * i }])),
  );
}

describe('rows of tables that no line parts', () => {
  it('stand apart where what begins in them would have had room in the line above', async () => {
    const rows = [
      ['Insured name', 'Gabriel Diaz', 'Year', '2022'],
      ['Claim', 'SF-1008', 'Make', 'Grand Cherokee'],
      ['Mail', 'gabriel@example.com', 'VIN', '1C4RJFBG2NC'],
      ['', '', 'Color', 'White'],
      ['', '', 'Odometer', '9,800'],
    ];
    const last = [['Repair order', 'RO-20221108', 'Estimator', 'Ellis Turner']];
    const xs = [72, 160, 300, 370];
    const html = await htmlOfPages([{ texts: [...lines(xs, rows, 100), ...lines(xs, last, 182)] }]);
    expect(html).toContain(row('', '', 'Color', 'White') + row('', '', 'Odometer', '9,800'));
  });

  it('are one where the line below holds only the rest of words and sentences', async () => {
    const rows = [
      ['Place', 'Remark', 'Rain'],
      ['Harbour', 'measured on', '12.5'],
      ['', 'the pier', ''],
      ['Wind and', 'no instrument', '8.0'],
      ['weather', 'came yet', ''],
      ['Ridge', 'none', '9.1'],
    ];
    const html = await htmlOfPages([{ texts: lines([72, 130, 220], rows, 100) }]);
    expect(html).toContain(row('Harbour', 'measured on the pier', '12.5'));
    expect(html).toContain(row('Wind and weather', 'no instrument came yet', '8.0'));
  });

  it('end where a line in larger letters begins another table', async () => {
    const first = [
      ['Start', 'End', 'Shows'],
      ['12/20', '12/31', '48'],
    ];
    const second = [
      ['Month', 'Gross', 'Share'],
      ['December', '12,500', '85%'],
    ];
    const texts = [
      ...lines([72, 140, 210], first, 100),
      { text: 'Totals', x: 72, y: 132, size: 12 },
      ...lines([72, 170, 270], second, 148),
    ];
    const html = await htmlOfPages([{ texts }]);
    expect(html).toContain(row('12/20', '12/31', '48') + '</table>');
    expect(html).toContain(row('December', '12,500', '85%'));
    expect(html).not.toContain('<td>Totals</td>');
  });
});

describe('columns of tables that nearly touch', () => {
  it('are parted where the file clips what stands in each', async () => {
    const shown = (x: number, y: number, text: string, width = 60) =>
      `q ${x} ${y - 4} ${width} 14 re W n BT /regular 10 Tf ${x + 1} ${y} Td (${text}) Tj ET Q`;
    const operators = [
      shown(72, 700, 'Granite begin', 60) + shown(133, 700, 'Lantern north') + shown(194, 700, 'Signal'),
      ...['Orchard', 'Ribbon', 'Candle'].map((name, i) =>
        [shown(72, 686 - 14 * i, name), shown(133, 686 - 14 * i, '11'), shown(194, 686 - 14 * i, '7')].join(),
      ),
    ].join('\n');
    const html = await htmlOfPages([{ operators: operators.replaceAll(',', '\n') }]);
    expect(html).toContain('<th>Granite begin</th><th>Lantern north</th><th>Signal</th>');
    expect(html).toContain(row('Orchard', '11', '7'));
  });

  it('are parted where the numbers of one all end at one edge', async () => {
    const numbers = [
      ['3716', '65162', '81,335.53'],
      ['11427', '34125', '20,497.63'],
      ['57362', '70614', '83,948.69'],
      ['4600', '7334', '82,259.65'],
      ['2250', '46261', '75,076.02'],
    ];
    const digits = /[.,]/g;
    const width = (text: string) => 5.56 * text.length - (text.match(digits)?.length ?? 0) * 2.78;
    const texts = numbers.flatMap((own, i) =>
      own.map((text, k) => ({ text, x: [150, 197, 244]![k]! - width(text), y: 100 + 14 * i })),
    );
    expect(await htmlOfPages([{ texts }])).toContain(row('4600', '7334', '82,259.65'));
  });
});
