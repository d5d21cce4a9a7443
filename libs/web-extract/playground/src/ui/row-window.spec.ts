import { MAX_ROWS, rowWindow } from './row-window.js';

describe('the rows in the page', () => {
  it.each([
    [3, 0, 400, 0, 3, 'all of a short list'],
    [10_000, 0, 400, 0, 27, 'the first ones, and some below'],
    [10_000, 40_000, 400, 992, 1_019, 'those that are seen, and some around'],
    [10_000, 399_600, 400, 9_973, 10_000, 'the last ones'],
    [10, 40_000, 400, 0, 10, 'all that are left when a list becomes short'],
    [0, 0, 400, 0, 0, 'none of none'],
  ])('of %i at %i are %s', (rows, top, height, from, to) => {
    expect(rowWindow(rows, 40, top, height)).toEqual({ from, to });
  });

  it('are bounded, however high the window is', () => {
    const { from, to } = rowWindow(10_000, 40, 80_000, 1_000_000);
    expect(to - from).toBe(MAX_ROWS);
  });
});
