import { convertBytes } from '../convert-bytes.fixture.js';
import {
  cell,
  f64,
  record,
  row,
  u16,
  u32,
  u8,
  wide,
  xlsb,
} from '@web-extract/documents/sheets/xlsb/xlsb-files.fixture.js';

const plain = (text: string | null) => text!.replace(/ +/g, ' ').trim();

describe('readXlsb', () => {
  it('reads the cells of all types in their formats', async () => {
    const records = [
      row(0),
      ...[cell(7, 0, u32(1)), cell(6, 1, wide('text')), cell(62, 2, Buffer.concat([u8(0), wide('rich')]))],
      row(1),
      ...[cell(2, 0, u32((5 << 2) | 2)), cell(5, 1, f64(1.5), 1), cell(4, 2, u8(1))],
      row(2),
      ...[cell(8, 0, wide('sum')), cell(9, 1, f64(7)), cell(11, 2, u8(7))],
    ];
    const { markdown } = await convertBytes(xlsb([{ name: 'S', records }], ['no', 'shared']));
    expect(plain(markdown)).toBe(
      '## S\n\n| shared | text | rich |\n| --- | --- | --- |\n| 5 | 1.50 kg | TRUE |\n| sum | 7 | #DIV/0! |',
    );
  });

  it('leaves out hidden sheets, rows and columns with a warning, but not rows hidden by a filter', async () => {
    const texts = (at: number, text: string, isHidden = false) => [
      row(at, isHidden),
      cell(6, 0, wide(text)),
      cell(6, 1, wide(`${text} 2`)),
    ];
    const hidden = [record(60, u32(1, 1, 0, 0), u16(1)), ...texts(0, 'a'), ...texts(1, 'gone', true)];
    const filtered = [
      ...texts(0, 'Head'),
      ...texts(1, 'filtered', true),
      record(161, u32(0, 1, 0, 1)),
      record(163, u32(0), u16(0)),
    ];
    const bytes = xlsb([
      { name: 'One', records: hidden },
      { name: 'Two', records: filtered },
      { name: 'Secret', records: hidden, isHidden: true },
    ]);
    const { markdown, warnings } = await convertBytes(bytes);
    expect(plain(markdown)).toBe(
      '## One\n\na\n\n## Two\n\n| Head | Head 2 |\n| --- | --- |\n| filtered | filtered 2 |',
    );
    expect(warnings).toEqual([
      'Hidden and left out: 1 sheet (Secret), 1 row, 1 column. Set `hidden` to read them',
    ]);
    expect((await convertBytes(bytes, { hidden: true })).markdown).toMatch(/gone[^]*## Secret/);
  });

  it('reads merged cells, and survives truncated and contradictory records', async () => {
    const merged = [
      row(0),
      cell(6, 0, wide('wide')),
      row(1),
      cell(6, 0, wide('a')),
      cell(6, 1, wide('b')),
      record(176, u32(0, 0, 0, 1)),
    ];
    expect(plain((await convertBytes(xlsb([{ name: 'S', records: merged }]))).markdown)).toContain(
      '| a | b |',
    );
    const broken = [...merged, record(6, u8(1)), record(156), u8(255, 255, 255, 255, 255, 255)];
    expect((await convertBytes(xlsb([{ name: 'S', records: broken }]))).markdown).toContain('wide');
  });
});
