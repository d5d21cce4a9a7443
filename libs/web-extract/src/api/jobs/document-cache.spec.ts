import { DocumentCache } from './document-cache.js';

const bytes = (length: number): Buffer => Buffer.alloc(length);

describe('DocumentCache', () => {
  it('forgets what was not used for longest when it holds too many bytes', () => {
    const cache = new DocumentCache(100);
    cache.put('a', 0, bytes(40));
    cache.put('a', 1, bytes(40));
    expect(cache.get('a', 0)).toHaveLength(40);
    cache.put('b', 0, bytes(40));
    expect([cache.get('a', 0), cache.get('a', 1), cache.get('b', 0)].map((found) => found?.length)).toEqual([
      40,
      undefined,
      40,
    ]);
  });

  it('counts one that is put again once', () => {
    const cache = new DocumentCache(100);
    for (let time = 0; time < 5; time++) cache.put('a', 0, bytes(60));
    cache.put('a', 1, bytes(40));
    expect(cache.get('a', 0)).toHaveLength(60);
  });

  it('does not hold what is larger than all it may hold', () => {
    const cache = new DocumentCache(100);
    cache.put('a', 0, bytes(200));
    expect(cache.get('a', 0)).toBeNull();
    cache.put('a', 1, bytes(100));
    expect(cache.get('a', 1)).toHaveLength(100);
  });
});
