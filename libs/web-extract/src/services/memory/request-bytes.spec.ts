import { RateLimitedError } from '../../model/errors.js';
import { FREE_BYTES, REQUEST_BOUNDS, RequestBytes } from './request-bytes.js';

const MIB = 1024 * 1024;
const { maxMemoryBytes, maxFileBytes } = REQUEST_BOUNDS;

describe('RequestBytes', () => {
  /** Bytes granted to requests of one MiB each before the first refusal. */
  function fill(bytes: RequestBytes, owner: string, kind: 'take' | 'takeOfFiles' = 'take'): number {
    let sum = 0;
    try {
      for (;;) {
        bytes.begin(owner)[kind](MIB);
        sum += MIB;
      }
    } catch (error) {
      expect(error).toBeInstanceOf(RateLimitedError);
      expect((error as RateLimitedError).retryAfterSeconds).toBe(1);
      return sum;
    }
  }

  it.each([
    ['take', maxMemoryBytes + 3 * MIB],
    ['takeOfFiles', maxFileBytes],
  ] as const)('bounds one owner, and all of a hundred together: %s', (kind, most) => {
    const bytes = new RequestBytes();
    const own = fill(bytes, 'a', kind);
    expect(own).toBeLessThanOrEqual(most);
    expect(own).toBeGreaterThan(0.9 * most);
    const others = Array.from({ length: 100 }, (_, n) => fill(bytes, `owner-${n}`, kind));
    expect(others[0]).toBeGreaterThan(0);
    expect(own + others.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(1.3 * most);
  });

  it('counts the first bytes of a body as nothing', () => {
    const bytes = new RequestBytes();
    fill(bytes, 'a');
    const share = bytes.begin('a');
    share.take(FREE_BYTES);
    expect(() => share.take(2 * MIB)).toThrow(RateLimitedError);
  });

  it('has room again for what is given back and released, once', () => {
    const bytes = new RequestBytes();
    const share = bytes.begin('a');
    share.take(maxMemoryBytes);
    share.takeOfFiles(maxFileBytes);
    share.giveBack(10 * MIB);
    expect(fill(bytes, 'a')).toBeGreaterThanOrEqual(10 * MIB);
    share.release();
    share.release();
    expect([fill(bytes, 'a') <= maxMemoryBytes, fill(bytes, 'a', 'takeOfFiles')]).toEqual([
      true,
      maxFileBytes,
    ]);
  });

  it('gives nothing to a request that is over', () => {
    const share = new RequestBytes().begin('a');
    share.release();
    expect(() => share.take(MIB)).toThrow(RateLimitedError);
  });

  it('tells of the release once, also whoever asks afterwards', () => {
    const share = new RequestBytes().begin('a');
    const ends = [jest.fn(), jest.fn()];
    share.onRelease(ends[0]!);
    share.release();
    share.release();
    share.onRelease(ends[1]!);
    expect(ends.map((end) => end.mock.calls.length)).toEqual([1, 1]);
  });
});
