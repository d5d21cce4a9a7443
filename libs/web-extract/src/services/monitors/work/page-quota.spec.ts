import { countInMemory } from '../../../drivers/rate-limiter/limiter.usage-counter.js';
import { InsufficientCreditsError } from '../../../model/errors.js';
import { resolveOptions } from '../../../model/options.js';
import { PageQuota } from './page-quota.js';

describe('PageQuota', () => {
  const quota = new PageQuota(countInMemory(), resolveOptions({ monitors: { maxPagesPerDay: 100 } }));

  it('counts the pages of each owner', async () => {
    expect(await quota.left('anna')).toBe(100);
    expect(await quota.add('anna', 60)).toBeNull();
    expect(await quota.left('anna')).toBe(40);
    expect(await quota.left('berta')).toBe(100);
  });

  it('reports when the pages of the day are used up', async () => {
    expect(await quota.add('anna', 40)).toBeNull();
    await expect(quota.left('anna')).rejects.toThrow(InsufficientCreditsError);
    expect((await quota.add('anna', 1))?.message).toMatch(/all 100 pages of this day/);
    expect(await quota.add('berta', 1)).toBeNull();
  });
});
