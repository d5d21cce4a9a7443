import { FairSemaphore } from '../../concurrency/fair-semaphore.js';
import { RUN_BOUNDS, RunResults } from './run-results.js';

const result = (bytes: number) => ({
  url: 'https://shop.test/',
  version: 1,
  template: 't1',
  data: { text: 'x'.repeat(bytes / 2) },
  valid: true,
  missing: [],
  evidence: [],
});
const held = () => new FairSemaphore(RUN_BOUNDS.maxOwnerBytes);
const MIB = 1024 * 1024;

describe('the results of runs', () => {
  it('are complete up to the bound of a run; further pages have an error', () => {
    const results = new RunResults(held(), 'anna');
    const added = Array.from({ length: 5 }, () => results.add(result(5 * MIB)));
    expect(added.map(({ valid }) => valid)).toEqual([true, true, true, false, false]);
    expect(added[3]).toEqual({
      url: 'https://shop.test/',
      version: 1,
      template: null,
      data: {},
      valid: false,
      missing: [],
      evidence: [],
      error: 'The results of a run have at most 16 MiB: run fewer pages at once',
    });
    expect(results.fullBecause).toBe(added[3]!.error);
  });

  it('are bounded for an owner and in all, until the runs end', () => {
    const all = held();
    const run = (owner: string, bytes: number) => {
      const results = new RunResults(all, owner);
      return { results, isRead: results.add(result(bytes)).valid };
    };
    const own = Array.from({ length: 5 }, () => run('anna', 15 * MIB));
    expect(own.map(({ isRead }) => isRead)).toEqual([true, true, true, true, false]);
    expect(own[4]!.results.fullBecause).toMatch('results of other runs');
    expect([run('boris', 8 * MIB).isRead, run('chris', 15 * MIB).isRead]).toEqual([true, false]);
    own[0]!.results.release();
    expect(run('chris', 8 * MIB).isRead).toBe(true);
  });
});
