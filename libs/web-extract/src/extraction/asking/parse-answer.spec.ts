import { parseAnswer } from './parse-answer.js';

describe('parseAnswer', () => {
  it.each<[string, string, unknown]>([
    ['JSON', '{"a":1}', { a: 1 }],
    ['a list', ' [1] ', [1]],
    ['a fence', '```json\n{"a":1}\n```', { a: 1 }],
    ['a fence without a language', 'Here:\n```\n{"a":1}\n```\nDone', { a: 1 }],
    ['a fence that was not closed', '```json\n{"a":1}', { a: 1 }],
    ['prose with brackets of its own', 'Well {ok} [see "x"]: {"a":{"b":[1]}} {}', { a: { b: [1] } }],
    ['brackets and quotes inside strings', '{"a":"} \\" {"} and more', { a: '} " {' }],
    ['thoughts before it', '<think>{"a":2}</think>{"a":1}', { a: 1 }],
    ['objects without end', '{} '.repeat(300_000), {}],
    ['a byte order mark', '\uFEFF{"a":1}', { a: 1 }],
  ])('finds %s', (_what, text, value) => {
    expect(parseAnswer(text)).toEqual(value);
  });

  it.each([
    ['prose', 'There is no such data.'],
    ['a plain value', '42'],
    ['null', 'null'],
    ['an object that broke off, whatever it holds', '{"items":[{"a":1},{"b":2}'],
    ['a list that broke off', '[{"a":1},{"b'],
    ['nothing', ''],
  ])('finds nothing in %s', (_what, text) => {
    expect(parseAnswer(text)).toBeUndefined();
  });

  it.each([
    ['300,000 keys', `{${Array.from({ length: 300_000 }, (_, at) => `"k${at}":1`).join(',')}}`],
    ['a fence that never ends', '```json\n'.repeat(100_000)],
    ['fences without number around nothing', '```{```'.repeat(100_000)],
    ['brackets without end', '[{'.repeat(400_000)],
    ['text without measure', `{"a":"${'x'.repeat(2_000_000)}"}`],
  ])('takes %s for no answer', (_, text) => expect(parseAnswer(text)).toBeUndefined());

  it('keeps properties of inherited names', () => {
    const value = parseAnswer('{"toString":"a","constructor":{"__proto__":{"b":1}}}') as object;
    expect(Object.keys(value)).toEqual(['toString', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});
