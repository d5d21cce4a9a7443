import { toTimeRange } from './time-range.js';

describe('toTimeRange', () => {
  it.each([
    ['qdr:h', 'hour'],
    ['qdr:d', 'day'],
    ['qdr:w', 'week'],
    ['qdr:m', 'month'],
    ['qdr:y', 'year'],
    ['qdr:h12', 'day'],
    ['qdr:d7', 'week'],
    ['qdr:m6', 'year'],
    ['sbd:1,qdr:w', 'week'],
    ['cdr:1,cd_min:1/1/2020', undefined],
    ['qdr:x', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s: %s', (tbs, range) => expect(toTimeRange(tbs)).toBe(range));
});
