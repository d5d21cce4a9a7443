import { backoffMs, isBusyStatus } from './retry.js';

describe('backoffMs', () => {
  it('doubles from try to try and spreads by half of it to both sides', () => {
    expect([1, 2, 3].map((retry) => backoffMs(retry, () => 0))).toEqual([125, 250, 500]);
    expect([1, 2, 3].map((retry) => backoffMs(retry, () => 1))).toEqual([375, 750, 1500]);
  });
});

describe('isBusyStatus', () => {
  it('knows "too many requests" and "service unavailable"', () => {
    expect([200, 404, 429, 500, 502, 503, 504].filter(isBusyStatus)).toEqual([429, 503]);
  });
});
