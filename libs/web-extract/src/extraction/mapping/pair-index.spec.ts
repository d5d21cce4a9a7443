import { PairIndex } from './pair-index.js';

describe('PairIndex', () => {
  it('finds all pairs of a name in their order, however long other names are', () => {
    const long = 'word '.repeat(1_000);
    const pairs = [
      { name: 'Net weight', value: '1 kg' },
      { name: long, value: 'x' },
      { name: 'netWeight', value: '2 kg' },
    ];
    const index = new PairIndex(pairs);
    expect(index.named('net_weight').map(({ value }) => value)).toEqual(['1 kg', '2 kg']);
    expect(index.named(long).map(({ value }) => value)).toEqual(['x']);
  });
});
