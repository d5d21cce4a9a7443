import { KnownKeys } from './known-keys.js';

describe('KnownKeys', () => {
  it('knows what was added, and nothing else', () => {
    const known = new KnownKeys();
    known.add('a');
    expect([known.has('a'), known.has('b')]).toEqual([true, false]);
  });

  it('forgets the oldest keys of a big crawl, and never the newest thousands', () => {
    const known = new KnownKeys();
    for (let n = 0; n < 100_000; n++) known.add(`key ${n}`);
    const left = Array.from({ length: 100_000 }, (_, n) => known.has(`key ${n}`));
    const count = left.filter(Boolean).length;
    expect(count).toBeLessThanOrEqual(10_000);
    expect(left.slice(-5_000).every(Boolean)).toBe(true);
  });
});
