import { RecentIds } from './recent-ids.js';

describe('RecentIds', () => {
  it('reports an id as new once, and again after it was deleted', () => {
    const ids = new RecentIds(10);
    expect([ids.add('a'), ids.add('a'), ids.add('b')]).toEqual([true, false, true]);
    ids.delete('a');
    expect(ids.add('a')).toBe(true);
  });

  it('forgets the ids that were added longest ago', () => {
    const ids = new RecentIds(3);
    for (const id of ['a', 'b', 'c', 'a', 'd']) ids.add(id);
    expect(['a', 'd', 'c', 'b'].map((id) => ids.add(id))).toEqual([false, false, false, true]);
  });

  it('remembers no more than its bound of a hundred thousand ids', () => {
    const ids = new RecentIds(10);
    for (let n = 0; n < 100_000; n++) ids.add(`${n}`);
    const known = Array.from({ length: 10 }, (_, n) => !ids.add(`${99_990 + n}`));
    expect([known.every(Boolean), ids.add('99989')]).toEqual([true, true]);
  });
});
