import { repeatsSegments } from './repeated-segments.js';

describe('repeatsSegments', () => {
  it.each([
    ['/x/x/x/x', true, 'one segment four times'],
    ['/x/x/x/x/', true, 'with a slash at the end'],
    ['/x/x/x', false, 'three times may be meant'],
    ['/start/a/b/a/b/a/b/a/b/end', true, 'a sequence in the middle'],
    ['/a/b/a/b/a/b/a', false, 'three and a half'],
    ['/a/b/c/a/b/c/a/b/c/a/b/c', true, 'a sequence of three'],
    ['/a/x/a/y/a/z/a/w', false, 'a segment again and again, never in a row'],
    ['/1/1/1/1/1', false, 'numbers'],
    ['/2024/01/2024/01/2024/01/2024/01', false, 'dates'],
    ['/1/1/1/1/x/x/x/x', true, 'numbers, then words'],
    ['/p/1/p/1/p/1/p/1', true, 'words and numbers'],
    ['/////', true, 'empty segments'],
    ['/', false, 'the root'],
    [`/${'a/'.repeat(4000)}`, true, 'a very long path'],
  ])('%s: %s (%s)', (path, expected) => expect(repeatsSegments(path)).toBe(expected));

  it('takes bounded time for paths of thousands of segments', () => {
    const path = `/${Array.from({ length: 4000 }, (_, i) => (i % 31 === 0 ? `s${i}` : 'a')).join('/b/')}`;
    const before = process.cpuUsage();
    repeatsSegments(path);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000); // measured: 5 ms; quadratic: minutes
  });
});
