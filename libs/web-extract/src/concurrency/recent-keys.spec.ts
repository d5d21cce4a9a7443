import { RecentKeys } from './recent-keys.js';

describe('RecentKeys', () => {
  it('knows what was added, and nothing else', () => {
    const recent = new RecentKeys(10);
    recent.add('a');
    expect([recent.has('a'), recent.has('b')]).toEqual([true, false]);
  });

  it('forgets the oldest keys, and never the newest ones', () => {
    const recent = new RecentKeys(5_000);
    for (let n = 0; n < 100_000; n++) recent.add(`key ${n}`);
    const left = Array.from({ length: 100_000 }, (_, n) => recent.has(`key ${n}`));
    expect(left.filter(Boolean).length).toBeLessThanOrEqual(10_000);
    expect(left.slice(-5_000).every(Boolean)).toBe(true);
  });

  it('keeps a key that is asked for again and again', () => {
    const recent = new RecentKeys(10);
    recent.add('navigation');
    for (let n = 0; n < 1_000; n++) {
      recent.add(`key ${n}`);
      expect(recent.has('navigation')).toBe(true);
    }
  });

  it('remembers no long keys, which are looked up each time', () => {
    const keys = new RecentKeys(10);
    keys.add('x'.repeat(201));
    keys.add('x'.repeat(200));
    expect([keys.has('x'.repeat(201)), keys.has('x'.repeat(200))]).toEqual([false, true]);
  });
});
