import { readNumber } from './read-number.js';

describe('readNumber', () => {
  it.each([
    ['42', 42], ['$1,299.00', 1299], ['1.299,00 €', 1299], ['1 299,5', 1299.5], ["1'299.5", 1299.5], ['−3.5 °C', -3.5],
    ['1,299', 1299], ['12,5', 12.5], ['1.234.567', 1234567], ['4.6 of many', 4.6], ['USD 0.99', 0.99],
  ])('reads %j as %d', (text, value) => {
    expect(readNumber(text)).toBe(value);
  }); // prettier-ignore

  it.each(['', 'none', '10-20', '3 of 5', '10 to 20 pieces', '1.2.3.4x5'])(
    'reads no number in %j',
    (text) => {
      expect(readNumber(text)).toBeNull();
    },
  );
});
