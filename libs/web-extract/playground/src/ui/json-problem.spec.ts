import { jsonProblem, placeIn } from './json-problem.js';

describe('jsonProblem', () => {
  it.each([
    ['{"a": 1,}', 7, /Trailing comma/],
    ['{"a" 1}', 5, /colon/],
    ['{a: 1}', 1, /property name in double quotes/],
    ['{"a": tru}', 6, /Invalid value/],
    ['{"a": [1 2]}', 9, /comma or \]/],
    ['{"a": "b', 6, /Unterminated string/],
    ['{"a": "\\x"}', 6, /escape/],
    ['{"a": }', 6, /Invalid value/],
    ['{} x', 3, /after the end/],
    ['', 0, /Missing/],
    ['['.repeat(300), 201, /too deep/],
  ])('reports position and reason: %s', (text, at, message) => {
    expect(jsonProblem(text)).toEqual({ at, message: expect.stringMatching(message) });
  });

  it.each(['{"a": [1, -2.5e3, "\\u00e9", null, {}, []]}', ' 1 ', '"x"'])(
    'returns null for valid JSON: %s',
    (text) => {
      expect(jsonProblem(text)).toBeNull();
    },
  );

  it('converts a position to line and column', () => {
    expect(placeIn('{\n  "a": tru\n}', 9)).toEqual({ line: 2, column: 8 });
  });
});
