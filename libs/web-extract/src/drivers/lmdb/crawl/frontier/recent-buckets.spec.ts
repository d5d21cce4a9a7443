import { BucketMemory, RecentBuckets } from './recent-buckets.js';

describe('RecentBuckets', () => {
  it('reads a bucket once, and returns its replacement after that', () => {
    const buckets = new RecentBuckets(new BucketMemory());
    const read = jest.fn(() => new Uint8Array([1, 2]));
    expect([buckets.get(5, read), buckets.get(5, read)]).toEqual([Buffer.from([1, 2]), Buffer.from([1, 2])]);
    expect(read).toHaveBeenCalledTimes(1);
    buckets.set(5, Buffer.from([3]));
    expect(buckets.get(5, read)).toEqual(Buffer.from([3]));
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('does not share memory with the store', () => {
    const buckets = new RecentBuckets(new BucketMemory());
    const stored = new Uint8Array([1]);
    buckets.get(0, () => stored);
    stored[0] = 9;
    expect(buckets.get(0, () => undefined)).toEqual(Buffer.from([1]));
  });

  it('reads an absent bucket as empty', () =>
    expect(new RecentBuckets(new BucketMemory()).get(0, () => undefined)).toHaveLength(0));

  it('keeps a bounded number of bytes, the latest ones', () => {
    const buckets = new RecentBuckets(new BucketMemory());
    const read = jest.fn(() => undefined);
    for (let n = 0; n < 1_000; n++) buckets.set(n, Buffer.alloc(1_024));
    expect([buckets.get(999, read).length, buckets.get(0, read).length]).toEqual([1_024, 0]);
    const kept = Array.from({ length: 1_000 }, (_, n) => buckets.get(n, read).length).filter(Boolean);
    expect(kept.length).toBeLessThan(64);
    buckets.set(1_000, Buffer.alloc(1_000_000));
    expect(buckets.get(1_000, read)).toHaveLength(0);
  });

  it('keeps a bounded number of bytes of all crawls, of those that have changed lately', () => {
    const memory = new BucketMemory(100_000);
    const [first, second, third] = Array.from({ length: 3 }, () => new RecentBuckets(memory));
    const fill = (buckets: RecentBuckets, count = 40) => {
      for (let n = 0; n < count; n++) buckets.set(n, Buffer.alloc(1_000));
    };
    fill(first!);
    fill(second!);
    first!.set(0, Buffer.alloc(1_000));
    fill(third!);
    expect([first, second, third].map((crawl) => crawl!.isEmpty)).toEqual([false, true, false]);
    third!.clear();
    fill(second!);
    expect([first, second, third].map((crawl) => crawl!.isEmpty)).toEqual([false, false, true]);
  });
});
