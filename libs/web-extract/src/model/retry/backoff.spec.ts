import { backoffMs, type Backoff } from './backoff.js';

const waits = (backoff: Backoff, random?: () => number): number[] =>
  [1, 2, 3].map((retry) => backoffMs(backoff, retry, random));

describe('backoffMs', () => {
  it('grows from try to try', () => {
    expect(waits({ firstMs: 500, growth: 2 })).toEqual([500, 1_000, 2_000]);
    expect(waits({ firstMs: 1_000, growth: 5 })).toEqual([1_000, 5_000, 25_000]);
    expect(waits({ firstMs: 100, growth: 'step' })).toEqual([100, 200, 300]);
  });

  it('grows no further than wanted', () => {
    expect(waits({ firstMs: 10, growth: 10, longestMs: 300 })).toEqual([10, 100, 300]);
  });

  it('spreads by half to both sides where many would come back at once', () => {
    const spread: Backoff = { firstMs: 250, growth: 2, isSpread: true };
    expect(waits(spread, () => 0)).toEqual([125, 250, 500]);
    expect(waits(spread, () => 1)).toEqual([375, 750, 1_500]);
  });
});
