import { retryAfterMs } from './retry-after.js';

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
