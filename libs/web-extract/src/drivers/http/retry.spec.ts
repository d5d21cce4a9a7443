import { backoffMs, isBusyStatus, retryAfterMs } from './retry.js';

describe('retryAfterMs', () => {
  const now = Date.parse('2024-05-01T12:00:00Z');

  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Wed, 01 May 2024 12:00:30 GMT', 30_000],
    ['Wed, 01 May 2024 11:00:00 GMT', 0],
    [undefined, null],
    ['', null],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
  ])('reads %s as %s', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });
});

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
