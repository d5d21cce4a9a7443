import { inTurns } from './in-turns.js';

describe('inTurns', () => {
  const items = ['a', 'b', 'c'].map((id) => ({ id }));
  it.each([
    [null, 'a b c', 'nothing had a turn'],
    ['a', 'b c a', 'the next one follows'],
    ['c', 'a b c', 'the first one follows the last'],
    ['gone', 'a b c', 'the last one does not exist any more'],
  ])('after %s: %s (%s)', (last, order, _) => {
    expect(inTurns(items, last).map(({ id }) => id).join(' ')).toBe(order); // prettier-ignore
  });
});
