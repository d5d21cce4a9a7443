import { isBusyStatus } from './busy-status.js';

describe('isBusyStatus', () => {
  it('knows "too many requests" and "service unavailable"', () => {
    expect([200, 404, 429, 500, 502, 503, 504].filter(isBusyStatus)).toEqual([429, 503]);
  });
});
