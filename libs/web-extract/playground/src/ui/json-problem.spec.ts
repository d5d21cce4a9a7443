import { jsonProblem, placeIn } from './json-problem.js';

describe('what is wrong with JSON', () => {
  it.each([
    ['{"a": 1,}', 7, /one too many/],
    ['{"a" 1}', 5, /colon/],
    ['{a: 1}', 1, /name in double quotes/],
    ['{"a": tru}', 6, /no value/],
    ['{"a": [1 2]}', 9, /comma or \]/],
    ['{"a": "b', 6, /does not end/],
    ['{"a": "\\x"}', 6, /escape/],
    ['{"a": }', 6, /no value/],
    ['{} x', 3, /follow the end/],
    ['', 0, /missing/],
    ['['.repeat(300), 201, /too deep/],
  ])('is said with its place: %s', (text, at, message) => {
    expect(jsonProblem(text)).toEqual({ at, message: expect.stringMatching(message) });
  });

  it.each(['{"a": [1, -2.5e3, "\\u00e9", null, {}, []]}', ' 1 ', '"x"'])('is nothing: %s', (text) => {
    expect(jsonProblem(text)).toBeNull();
  });

  it('has a line and a column', () => {
    expect(placeIn('{\n  "a": tru\n}', 9)).toEqual({ line: 2, column: 8 });
  });
});
