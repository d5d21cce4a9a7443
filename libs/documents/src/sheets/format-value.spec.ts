import { ValueFormatter } from './format-value.js';

const formatter = new ValueFormatter(false);

describe('ValueFormatter', () => {
  it.each([
    [1234.5, 'General', '1234.5'],
    [0.1 + 0.2, 'General', '0.3'],
    [1 / 3, 'General', '0.333333333'],
    [123456789012, 'General', '123456789012'],
    [1e20, 'General', '1E+20'],
    [0.0000123, 'General', '1.23E-05'],
    [0, '0', '0'],
    [1234.5, '#,##0.00', '1,234.50'],
    [-1234.5, '#,##0.00', '-1,234.50'],
    [1.005, '0.00', '1.01'],
    [-0.001, '0.0', '0.0'],
    [0.125, '0.0%', '12.5%'],
    [0.5, '#.##', '.5'],
    [5, '#.##', '5.'],
    [1234567, '#,##0,', '1,235'],
    [1234567890, '0.0,,"M"', '1234.6M'],
    [42, '000', '042'],
    [5551234, '000-0000', '555-1234'],
    [-5, '0;(0)', '(5)'],
    [-5, '#,##0_);[Red](#,##0)', '(5)'],
    [0, '0;-0;"none"', 'none'],
    [12.5, '[$€-407] #,##0.00', '€ 12.50'],
    [12.5, '"$"#,##0.00', '$12.50'],
    [150, '[>=100]"many";[<10]"few";0', 'many'],
    [50, '[>=100]"many";[<10]"few";0', '50'],
    [12345.678, '0.00E+00', '1.23E+04'],
    [0.00012, '0.0E+0', '1.2E-4'],
    [12345, '##0.0E+0', '12.3E+3'],
    [2.25, '# ?/?', '2 1/4'],
    [0.3333, '# ?/?', '1/3'],
    [3, '# ?/?', '3'],
    [7, 'General" pieces"', '7 pieces'],
    [3, '"x"', 'x'],
    [45352, 'yyyy\\-mm\\-dd', '2024-03-01'],
    [45352.5, 'd/m/yy h:mm AM/PM', '1/3/24 12:00 PM'],
    [45352.75, 'dddd, d mmmm yyyy hh:mm:ss', 'Friday, 1 March 2024 18:00:00'],
    [0.5, 'mm:ss.0', '00:00.0'],
    [1.25, '[h]:mm', '30:00'],
    [45352.99999999, 'yyyy-mm-dd hh:mm:ss', '2024-03-02 00:00:00'],
    [59, 'yyyy-mm-dd', '1900-02-28'],
    [61, 'yyyy-mm-dd', '1900-03-01'],
    [-1, 'yyyy-mm-dd', '-1'],
  ])('shows %d in %s as %s', (value, code, shown) => {
    expect(formatter.number(value, code)).toBe(shown);
  });

  it('counts days from 1904 where the workbook does', () => {
    expect(new ValueFormatter(true).number(43890, 'yyyy-mm-dd')).toBe('2024-03-01');
  });

  it('shows text as it is, or with what its format adds', () => {
    expect(formatter.text('a', '0.00')).toBe('a');
    expect(formatter.text('a', '0;0;0;"<"@">"')).toBe('<a>');
  });

  it.each(['', ';;;', '[', '"', '\\', '#'.repeat(5000), '0.'.repeat(400), '[h'.repeat(300), 'E+E+E+', '/'])(
    'survives the format %s',
    (code) => {
      expect(typeof formatter.number(1234.5, code)).toBe('string');
    },
  );
});
