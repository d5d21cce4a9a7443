import { mergeAnswers } from './merge-answers.js';

describe('mergeAnswers', () => {
  it.each<[string, unknown[], unknown]>([
    [
      'takes each value from the part that states it',
      [{ a: null, b: 1 }, { a: 2, b: null, c: '' }, { c: 'x' }],
      { a: 2, b: 1, c: 'x' },
    ],
    ['keeps the first of two statements', [{ a: 'one' }, { a: 'two' }], { a: 'one' }],
    ['joins lists in order', [{ l: ['a', 'b'] }, { l: [] }, { l: ['c'] }], { l: ['a', 'b', 'c'] }],
    [
      'says once what two parts say',
      [
        ['A', 'b'],
        ['a ', 'c'],
      ],
      ['A', 'b', 'c'],
    ],
    ['keeps what one part says twice', [['a', 'a'], ['a']], ['a', 'a']],
    [
      'completes an item that two parts speak of',
      [[{ name: 'Lamp', price: 5, colour: null }], [{ name: 'lamp', colour: 'red' }]],
      [{ name: 'Lamp', price: 5, colour: 'red' }],
    ],
    [
      'keeps items of one name that differ',
      [[{ name: 'Lamp', price: 5 }], [{ name: 'Lamp', price: 6 }]],
      [
        { name: 'Lamp', price: 5 },
        { name: 'Lamp', price: 6 },
      ],
    ],
    [
      'keeps items that only share a category',
      [[{ name: null, category: 'x' }], [{ name: 'B', category: 'x' }]],
      [
        { name: null, category: 'x' },
        { name: 'B', category: 'x' },
      ],
    ],
    ['joins nested objects', [{ o: { a: 1 } }, { o: { b: 2 } }], { o: { a: 1, b: 2 } }],
    ['takes what is there', [null, { a: 1 }, undefined], { a: 1 }],
  ])('%s', (_what, answers, merged) => {
    expect(mergeAnswers(answers)).toEqual(merged);
  });

  it('does not compare each item of long lists with each', () => {
    const list = Array.from({ length: 20_000 }, (_, at) => ({ id: at, name: `Item ${at}` }));
    const before = process.cpuUsage();
    const merged = mergeAnswers([list.slice(0, 12_000), list.slice(8_000)]);
    const { user } = process.cpuUsage(before);
    expect(merged).toEqual(list);
    expect(user).toBeLessThan(10_000_000); // takes half a second; the quadratic algorithm takes a minute
  });
});
