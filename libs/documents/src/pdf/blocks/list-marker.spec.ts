import { markerOf } from './list-marker.js';

describe('markerOf', () => {
  it.each([
    ['• first', { isOrdered: false, number: null }],
    ['– first', { isOrdered: false, number: null }],
    ['3. third', { isOrdered: true, number: 3 }],
    ['(b) second', { isOrdered: true, number: 2 }],
    ['iv) fourth', { isOrdered: true, number: 4 }],
  ])('reads the mark of %s', (text, expected) => {
    expect(markerOf(text)).toMatchObject(expected);
  });

  it.each(['2024 was a good year', 'no mark', '-5 degrees', '1.2 Scope', '•', '(a. odd'])(
    'finds none in %s',
    (text) => {
      expect(markerOf(text)).toBeNull();
    },
  );
});
