import { pageNames } from './page-names.js';

describe('pageNames', () => {
  it.each([
    [[3], 'Page 3'],
    [[1, 2, 3, 5], 'Pages 1–3, 5'],
    [[5, 1], 'Pages 1, 5'],
    [
      Array.from({ length: 12 }, (_, at) => 2 * at),
      'Pages 0, 2, 4, 6, 8, 10, 12, 14, 16, 18 and 2 more ranges',
    ],
  ])('names %j', (numbers, expected) => {
    expect(pageNames(numbers)).toBe(expected);
  });
});
