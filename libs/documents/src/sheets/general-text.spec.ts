import { generalText } from './general-text.js';

describe('generalText', () => {
  it.each([
    [0, '0'],
    [-7, '-7'],
    [0.5, '0.5'],
    [-1234.5, '-1234.5'],
    [0.1 + 0.2, '0.3'],
    [1 / 3, '0.333333333'],
    [2 / 3, '0.666666667'],
    [1234567.891, '1234567.891'],
    [1234567.8912345, '1234567.891'],
    [99999999999.5, '100000000000'],
    [123456789012.25, '123456789012'],
    [9.9999999999, '10'],
    [0.0001, '0.0001'],
    [0.00012345678901, '0.000123457'],
    [0.00001, '1E-05'],
    [1e15, '1E+15'],
    [123456789012345, '123456789012345'],
  ])('writes %d as %s', (value, text) => {
    expect(generalText(value)).toBe(text);
  });

  it('writes what rounding in decimal gives', () => {
    for (let n = 1; n < 2_000; n++) {
      const value = (n * 7919.123456789) % 10_000;
      const decimals = 10 - String(Math.trunc(value)).length;
      expect(generalText(value)).toBe(String(Number(value.toFixed(decimals))));
    }
  });
});
