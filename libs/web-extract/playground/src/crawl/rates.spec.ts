import { Rates } from './rates.js';

const after = (...looks: readonly (readonly [total: number, at: number])[]) => {
  const rates = new Rates();
  for (const [total, at] of looks) rates.add(total, at);
  return rates;
};

describe('pages a second', () => {
  it('are spread over the time between two looks', () => {
    expect(after([0, 0], [20, 2_000]).values).toEqual([10, 10]);
    expect(after([0, 0], [5, 500], [10, 1_000], [10, 2_000]).values).toEqual([10, 0]);
  });

  it('do not count what was there before the first look', () => {
    expect(after([5_000, 100], [5_003, 1_100]).values).toEqual([3]);
  });

  it('are kept for a minute, however long nobody looked', () => {
    const rates = after([0, 0], [1_000, 1_000_000]);
    expect(rates.values).toHaveLength(60);
    expect(rates.current).toBeCloseTo(1);
  });

  it('are none where nothing was seen', () => {
    expect(after([7, 0]).current).toBe(0);
  });
});
