import { isModestJson, structureOf } from './json-structure.js';

describe('structureOf', () => {
  it('skips strings', () => {
    const depths = [...structureOf('{"a{":"\\"[,","b":[1,2]}')].map(({ depth }) => depth);
    expect(depths).toEqual([1, 1, 2, 2, 1, 0]);
  });

  it('starts at the given position', () => {
    expect([...structureOf('{{[]', 2)]).toEqual([
      { at: 2, depth: 1 },
      { at: 3, depth: 0 },
    ]);
  });
});

describe('isModestJson', () => {
  it.each([
    ['an ordinary answer', JSON.stringify({ a: [1, 2, { b: 'x' }] })],
    ['a list of 50,000 numbers', JSON.stringify(Array.from({ length: 50_000 }, (_, at) => at))],
    ['a megabyte of text with brackets', JSON.stringify({ text: '[{,'.repeat(400_000) })],
    ['99 levels', '['.repeat(99) + ']'.repeat(99)],
  ])('takes %s', (_, text) => expect(isModestJson(text)).toBe(true));

  it.each([
    ['300,000 keys', `{${Array.from({ length: 300_000 }, (_, at) => `"k${at}":1`).join(',')}}`],
    ['megabytes of brackets', '['.repeat(3_000_000)],
    ['200,000 empty lists', `[${'[],'.repeat(200_000)}0]`],
    ['101 levels', '['.repeat(101) + ']'.repeat(101)],
  ])('refuses %s', (_, text) => expect(isModestJson(text)).toBe(false));
});
