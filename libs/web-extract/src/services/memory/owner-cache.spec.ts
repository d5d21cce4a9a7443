import { OwnerCache } from './owner-cache.js';

const BOUNDS = { maxBytes: 100, maxOwnerBytes: 60, maxValueBytes: 40 };

describe('OwnerCache', () => {
  const keysOf = (cache: OwnerCache<string>, owner: string) =>
    ['1', '2', '3', '4', '5'].filter((key) => cache.get(owner, key) !== undefined);

  it('keeps the most recently used values of an owner within its bound', () => {
    const cache = new OwnerCache<string>(BOUNDS);
    for (const key of ['1', '2', '3']) cache.put('a', key, key, 20);
    cache.get('a', '1');
    cache.put('a', '4', '4', 20);
    expect([keysOf(cache, 'a'), cache.bytes]).toEqual([['1', '3', '4'], 60]);
  });

  it('drops values of the owner that keeps most when all together keep too much', () => {
    const cache = new OwnerCache<string>(BOUNDS);
    cache.put('modest', '1', 'x', 10);
    for (const key of ['1', '2', '3']) cache.put('greedy', key, 'x', 20);
    for (const key of ['1', '2']) cache.put('other', key, 'x', 20);
    expect([keysOf(cache, 'modest'), keysOf(cache, 'greedy'), keysOf(cache, 'other')]).toEqual([
      ['1'],
      ['2', '3'],
      ['1', '2'],
    ]);
  });

  it('never exceeds its bound with a hundred owners', () => {
    const cache = new OwnerCache<string>(BOUNDS);
    for (let n = 0; n < 1_000; n++) {
      cache.put(`owner-${n % 100}`, `${n}`, 'x', 7);
      expect(cache.bytes).toBeLessThanOrEqual(100);
    }
  });

  it('does not keep a value that is larger than a share, nor what it would replace', () => {
    const cache = new OwnerCache<string>(BOUNDS);
    cache.put('a', '1', 'small', 5);
    expect([cache.put('a', '2', 'large', 41), keysOf(cache, 'a')]).toEqual([false, ['1']]);
    expect([cache.put('a', '1', 'large', 41), keysOf(cache, 'a'), cache.bytes]).toEqual([false, [], 0]);
  });

  it('counts a value that is replaced once', () => {
    const cache = new OwnerCache<string>(BOUNDS);
    for (let n = 0; n < 9; n++) cache.put('a', '1', 'x', 30);
    expect(cache.bytes).toBe(30);
  });

  it('reports what has to make room, and not what is replaced or deleted', () => {
    const dropped: string[] = [];
    const cache = new OwnerCache<string>(BOUNDS, (value) => dropped.push(value));
    cache.put('a', '1', 'first', 30);
    cache.put('a', '1', 'second', 30);
    cache.put('a', '2', 'third', 40);
    cache.delete('a', '2');
    expect(dropped).toEqual(['second']);
  });

  it('deletes by age and by the beginning of keys', () => {
    const cache = new OwnerCache<string>(BOUNDS);
    for (const [key, value] of [['job-1 0', 'old'], ['job-1 1', 'old'], ['job-2 0', 'new'], ['job-2 1', 'old']] as const) cache.put('a', key, value, 5); // prettier-ignore
    cache.deleteOldestWhile((value) => value === 'old');
    expect(cache.bytes).toBe(10);
    cache.deleteAll('a', 'job-2 ');
    expect(cache.bytes).toBe(0);
  });
});
