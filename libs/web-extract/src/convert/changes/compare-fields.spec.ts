import { compareFields } from './compare-fields.js';

describe('compareFields', () => {
  it.each([
    ['$1,299.00', 1299],
    ['1.299,00 €', 'EUR 1299'],
    ['12.50', 12.5],
    ['1 299', '1,299'],
    ['2026-05-03', 'May 3, 2026'],
    ['3 May 2026', '2026-05-03'],
    ['in  stock', 'in stock'],
    [true, 'true'],
    [null, undefined],
    [
      ['a', '1,0'],
      ['a', 1],
    ],
    [{ a: { b: '5' } }, { a: { b: 5 } }],
  ])('%j is %j', (previous, current) => {
    expect(compareFields({ field: previous }, { field: current })).toEqual({});
  });

  it.each([
    ['$10', '€10'],
    ['$10.00', '$10.01'],
    ['1.299', '1.3'],
    ['2026-05-03', '2026-05-04'],
    ['In stock', 'Out of stock'],
    [1, null],
    [['a'], ['a', 'b']],
    [{ a: 1 }, { a: 1, b: 2 }],
    ['1.2.3', '1.2.4'],
    ['0049 30 1234', '0049 30 1235'],
  ])('%j is not %j', (previous, current) => {
    expect(compareFields({ field: previous }, { field: current })).toEqual({
      field: { previous, current },
    });
  });

  it('names only the fields that differ', () => {
    const [previous, current] = [
      { price: '$9', name: 'A' },
      { price: '$10', name: 'A', colour: 'red' },
    ];
    expect(compareFields(previous, current)).toEqual({
      price: { previous: '$9', current: '$10' },
      colour: { previous: null, current: 'red' },
    });
  });
});
