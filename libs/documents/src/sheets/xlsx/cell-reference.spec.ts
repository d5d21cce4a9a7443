import { cellPlace, cellRange } from './cell-reference.js';

describe('cellPlace', () => {
  it.each([
    ['A1', 0, 0],
    ['B3', 2, 1],
    ['b3', 2, 1],
    ['$B$3', 2, 1],
    ['Z9', 8, 25],
    ['AA10', 9, 26],
    ['XFD1048576', 1_048_575, 16_383],
    ['C0000007', 6, 2],
  ])('reads %s as row %d, column %d', (reference, row, column) => {
    expect(cellPlace(reference)).toEqual({ row, column });
  });

  it.each([
    '',
    '$',
    'A',
    '1',
    'A0',
    'XFE1',
    'A1048577',
    'ABCD1',
    'A00000001',
    'A-1',
    'A1.0',
    'A 1',
    ' A1',
    'A1 ',
    'A1B',
    '$$A1',
    'A$$1',
    'Ä1',
    '@1',
    '[1',
    '`1',
    '{1',
    'A١',
  ])('refuses %j', (reference) => {
    expect(cellPlace(reference)).toBeNull();
  });
});

describe('cellRange', () => {
  it('reads a range, and a cell as a range of its own', () => {
    expect(cellRange('B3:D9')).toEqual({ first: { row: 2, column: 1 }, last: { row: 8, column: 3 } });
    expect(cellRange('B3')).toEqual({ first: { row: 2, column: 1 }, last: { row: 2, column: 1 } });
  });

  it('refuses a range that ends before it begins', () => {
    expect(cellRange('D9:B3')).toBeNull();
  });
});
